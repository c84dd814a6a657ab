"""The command `quire arena check`."""

from __future__ import annotations

from typing import Annotated

import typer

from quire.arena.bots.sandbox import ResourceLimits, select_sandbox
from quire.arena.bots.spec import read_bot
from quire.arena.tournament.bot_check import BotCheck
from quire.arena.tournament.plan import read_duration
from quire.cli.arena.options import DEFAULT_GAME, GameOption, SandboxMode, SandboxOption, SizeOption
from quire.cli.arena.tournament import show_sandbox
from quire.cli.terminal.screen import Screen
from quire.games import find_game
from quire.match.agent import Limit


def check(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, as for `quire arena match`.")],
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = None,
    movetime: Annotated[
        str, typer.Option(metavar="TIME", help="Time per move, such as 100ms.")
    ] = "1s",
    sandbox: SandboxOption = SandboxMode.BEST,
) -> None:
    """Check that a bot works before its first match."""
    screen = Screen()
    found = find_game(game)
    bot_check = BotCheck(
        read_bot(bot),
        found.key,
        found.start(size).size,
        Limit(seconds=read_duration(movetime)),
        select_sandbox(sandbox),
        ResourceLimits(),
    )
    show_sandbox(screen, bot_check.sandbox)
    problems = 0
    for result in bot_check.run():
        problems += bool(result.problem)
        screen.line(f"{'FAILED' if result.problem else 'ok    '}  {result.what}")
        if result.problem:
            screen.line(f"        {result.problem}")
    if problems:
        raise typer.Exit(1)
