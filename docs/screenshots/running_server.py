"""A server with tournaments, for as long as pictures are taken."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

QUIRE = Path(sys.executable).with_name("quire")


@contextmanager
def served(directory: Path) -> Iterator[str]:
    """Run a server with the tournaments of that directory; yield its address."""
    command: list[str | Path] = [QUIRE, "serve", "--port", "0", "--tournaments", directory]
    command += ["--db", f"sqlite:///{directory / 'quire.db'}"]
    # Agents move, and the camera opens pages, faster than the default rate limits allow.
    rates = ("MESSAGE_RATE", "MESSAGE_BURST", "REQUEST_RATE", "REQUEST_BURST")
    environment = os.environ | {f"QUIRE_{name}": "10000" for name in rates}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        address = next(filter(None, map(_address, process.stdout)))
        try:
            yield address
        finally:
            process.terminate()


def _address(line: str) -> str | None:
    found = re.search(r"Quire is running at (http\S+?)/?$", line.strip())
    return found[1] if found else None
