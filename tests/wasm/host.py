"""The core for the browser, run by Node through the page's own modules."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quire.engine.weights import SHIPPED

ROOT = Path(__file__).parents[2]
CORE = ROOT / "web/src/core/build/quire.wasm"
MODULES = ("instance.ts", "request.ts", "agents.ts")


class CoreError(Exception):
    """An error of the core: its code, then its message."""


@dataclass(slots=True)
class Host:
    """A Node process that answers requests."""

    process: subprocess.Popen[str]
    seconds: float = 0.0
    """CPU time of all answers so far."""

    def ask(self, kind: str, **details: Any) -> Any:
        """Return the answer to a request. Raises CoreError."""
        return self.send(request={"kind": kind, **details})["answer"]

    def choose(self, agent: str, line: dict[str, Any], seed: int, position: str) -> str:
        """Return an agent's move after a line, as the page asks for it."""
        asked = {"agent": agent, "line": line, "seed": str(seed), "position": position}
        found = self.send(**asked)["answer"]
        move = found["move"] if "move" in found else found["candidates"][0]["move"]
        return str(move)

    def send(self, **message: Any) -> Any:
        """Send a line of JSON and return the answer. Raises CoreError."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if "error" in reply:
            raise CoreError(reply["error"]["code"], reply["error"]["message"])
        self.seconds += reply["seconds"]
        return reply


@contextmanager
def host(directory: Path) -> Iterator[Host]:
    """Start the host; its modules are bundled into this directory."""
    entry, modules = directory / "modules.ts", directory / "modules.mjs"
    source = ROOT / "web/src/core"
    entry.write_text("".join(f'export * from "{source / name}";\n' for name in MODULES))
    bundler = ROOT / "web/node_modules/.bin/rolldown"
    subprocess.run(
        [bundler, entry, "--file", modules], check=True, cwd=ROOT / "web", capture_output=True
    )
    weights = json.dumps({file.stem: str(file) for file in SHIPPED.glob("*.bin")})
    command = ["node", str(Path(__file__).with_name("host.mjs")), str(modules), str(CORE), weights]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Host(process)
        assert process.stdin is not None
        process.stdin.close()
