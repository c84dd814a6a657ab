"""The server that a test runs in a process of its own; see `harness.ServerProcess`."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection

from quire.server.run import serve
from quire.server.settings import Settings


def run(settings: Settings, output: Connection) -> None:
    """Serve, without any settings of the environment, and with `output` as standard output."""
    for name in [name for name in os.environ if "QUIRE" in name]:
        del os.environ[name]
    os.dup2(output.fileno(), 1)
    output.close()
    serve(settings)
