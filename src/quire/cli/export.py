"""The command `quire export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.cli.terminal.screen import Screen
from quire.server.site.export import export as write_site


def export(
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="Directory to write to; it is created.")
    ],
) -> None:
    """Write the web page as static files that need no server.

    Everything but playing other people works there, also offline after the first visit.
    """
    files = write_site(out)
    size = sum(file.stat().st_size for file in files)
    Screen().line(f"{len(files)} files, {size / 1e6:.1f} MB, in {out}.")
