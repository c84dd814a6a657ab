"""The command `quire engine`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from quire.cli.arguments import complete_agent
from quire.engine.ugi.session import Session, run_session, session_agent


def engine(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT",
            help="The agent to run, with options, such as perfect:seed=7.",
            autocompletion=complete_agent,
        ),
    ] = "champion",
) -> None:
    """Run an agent as a UGI engine on standard input and output.

    See docs/how-to/bots.md for the protocol.
    """

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    run_session(Session(session_agent(agent), write), sys.stdin.buffer)
