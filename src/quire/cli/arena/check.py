"""The command `quire arena check`."""

from __future__ import annotations

from statistics import mean
from typing import Annotated

import typer

from quire.arena.bots.sandbox import ResourceLimits, select_sandbox
from quire.arena.bots.spec import Kind, read_bot
from quire.arena.conditions.time_control import read_duration
from quire.arena.tournament.bot_check import BotCheck
from quire.arena.tournament.plan import DEFAULT_MOVETIME
from quire.cli.arena.options import DEFAULT_GAME, GameOption, SandboxMode, SandboxOption, SizeOption
from quire.cli.arena.tournament import show_sandbox
from quire.cli.terminal.progress import exit_on_sigterm, progress_bar
from quire.cli.terminal.screen import Screen
from quire.games import find_game
from quire.match.agent import Limit

COURSE_MOVES = 3
"""Moves of each game that a bot of the course is asked for by default."""


def check(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, as for `quire arena match`.")],
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = None,
    movetime: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="Time per move (default: 1s; 24s for a bot of the course)."
        ),
    ] = None,
    moves: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            min=1,
            max=1000,
            help="Check only the first K moves of each game (default: whole games; 3 for a bot of "
            "the course).",
        ),
    ] = None,
    sandbox: SandboxOption = SandboxMode.BEST,
) -> None:
    """Check that a bot works before its first match."""
    screen = Screen()
    found = find_game(game)
    chosen = read_bot(bot)
    # It doesn't know how long it may think, so it may take all of a match's time for every move.
    course = chosen.kind is Kind.COURSE
    seconds: list[float] = []
    problems = 0
    with exit_on_sigterm(), progress_bar("Moves") as report:

        def on_answer(taken: float) -> None:
            seconds.append(taken)
            report(0, f"{len(seconds)}, slowest {max(seconds):.1f} s")

        bot_check = BotCheck(
            chosen,
            found.key,
            found.start(size).size,
            Limit(seconds=read_duration(movetime or (DEFAULT_MOVETIME if course else "1s"))),
            select_sandbox(sandbox),
            ResourceLimits(),
            moves or (COURSE_MOVES if course else None),
            on_answer,
        )
        show_sandbox(screen, bot_check.sandbox)
        for result in bot_check.run():
            problems += bool(result.problem)
            screen.line(f"{'FAILED' if result.problem else 'ok    '}  {result.what}")
            if result.problem:
                screen.line(f"        {result.problem}")
    if seconds:
        screen.line(
            f"Time of {len(seconds)} moves: {mean(seconds):.3f} s on average, "
            f"{max(seconds):.3f} s at most, of {bot_check.limit.seconds:g} s"
        )
    if problems:
        raise typer.Exit(1)
