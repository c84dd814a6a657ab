"""The command `quire arena check`."""

from __future__ import annotations

from typing import Annotated

import typer

from quire.arena.bots.check import Examination
from quire.arena.bots.sandbox import Bounds, chosen
from quire.arena.bots.spec import read_bot
from quire.arena.tournament.plan import read_duration
from quire.cli.arena.options import GameOption, SandboxMode, SandboxOption, SizeOption
from quire.cli.arena.tournament import show_sandbox
from quire.cli.terminal.screen import Screen
from quire.games import find_game
from quire.match.agent import Limit


def check(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, as for `quire arena match`.")],
    game: GameOption = "extreme",
    size: SizeOption = None,
    movetime: Annotated[
        str, typer.Option(metavar="TIME", help="Time per move, such as 100ms.")
    ] = "1s",
    sandbox: SandboxOption = SandboxMode.BEST,
) -> None:
    """Check that a bot works before its first match."""
    screen = Screen()
    found = find_game(game)
    examination = Examination(
        read_bot(bot),
        found.key,
        found.start(size).size,
        Limit(seconds=read_duration(movetime)),
        chosen(sandbox),
        Bounds(),
    )
    show_sandbox(screen, examination.sandbox)
    problems = 0
    for finding in examination.findings():
        problems += bool(finding.problem)
        screen.line(f"{'FAILED' if finding.problem else 'ok    '}  {finding.what}")
        if finding.problem:
            screen.line(f"        {finding.problem}")
    if problems:
        raise typer.Exit(1)
