"""Run `quire` commands in forked processes, so that the imports are paid for once.

Each command has its own process, as in real life; only the start of the interpreter is shared, and
its end is shortened. A request is a JSON line; the answer is a line with the exit code.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import pkgutil
import signal
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

TIMEOUT_SECONDS = 60


class ForkServer:
    """The test's side of the server."""

    def __init__(self, files: Path) -> None:
        self.streams = [files / name for name in ("stdin", "stdout", "stderr")]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.fork_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            cwd=Path(__file__).parents[2],
        )

    def run(
        self, arguments: list[str], input: bytes, env: dict[str, str], cwd: Path
    ) -> tuple[int, str, str]:
        """Run a command; returns the exit code, the output and the error output."""
        request = {
            "arguments": arguments,
            "env": env,
            "cwd": str(cwd),
            "streams": [str(path) for path in self.streams],
        }
        self.streams[0].write_bytes(input)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        code = int(self._process.stdout.readline())
        assert code != -signal.SIGALRM, f"{arguments} took more than {TIMEOUT_SECONDS} s"
        out, err = (path.read_bytes().decode() for path in self.streams[1:])
        return code, out, err

    def close(self) -> None:
        """End the server."""
        self._process.communicate()


def serve() -> None:
    """Import every command, then run one for each line of standard input."""
    import quire.cli
    from quire.__main__ import main

    for module in pkgutil.walk_packages(quire.cli.__path__, "quire.cli."):
        import_module(module.name)
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), suppress(SystemExit):
        sys.argv = ["quire", "--version"]
        main()  # the parser imports more when it is first used
    gc.freeze()  # the processes share these objects; a collection would copy them
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            _become_command(json.loads(line))
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _become_command(request: dict[str, Any]) -> None:
    """Run the command in this process, and end it.

    What the interpreter does at its end is done, except that it doesn't delete every object: that
    takes longer than most commands.
    """
    from quire.__main__ import main

    signal.alarm(TIMEOUT_SECONDS)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for number, path in enumerate(request["streams"]):
        descriptor = os.open(path, write if number else os.O_RDONLY, 0o600)
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
    sys.argv = ["quire", *request["arguments"]]
    code: Any = 0
    try:
        main()
    except SystemExit as error:
        code = error.code
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    serve()
