"""The command `quire arena match`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from quire.arena.bots.spec import read_bot
from quire.arena.tournament.plan import Entrant, Plan
from quire.cli.arena.options import (
    DEFAULT_GAME,
    ClusterOption,
    ConcurrencyOption,
    ForceOption,
    GameOption,
    LogsOption,
    OutOption,
    PlayOptions,
    ResumeOption,
    SandboxMode,
    SandboxOption,
    ShardOption,
    SizeOption,
)
from quire.cli.arena.tournament import play_plan
from quire.errors import NotationError
from quire.games import find_game


def match(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT...",
            help="A built-in agent (mcts:nodes=500), a Python class (path/file.py:Class), a "
            "course bot (course:path/file.py:Class), or a command in quotes.",
        ),
    ],
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, max=10**6, help="Number of games.")
    ] = 20,
    movetime: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Time per move, such as 100ms (default: 24s)."),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Nodes per move, instead of or in addition to --movetime."
        ),
    ] = None,
    opening: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=100, help="Number of random opening moves."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed for the openings.")] = 1,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="TEST",
            help="Stop early by a sequential probability ratio test, such as: elo0=0 elo1=20.",
        ),
    ] = None,
    out: OutOption = None,
    resume: ResumeOption = False,
    concurrency: ConcurrencyOption = None,
    force: ForceOption = False,
    sandbox: SandboxOption = SandboxMode.BEST,
    shard: ShardOption = None,
    cluster: ClusterOption = None,
    logs: LogsOption = None,
) -> None:
    """Play a match between two bots (or one bot per seat)."""
    if sprt is not None:
        # In `--sprt elo0=0 elo1=20` the second setting is parsed as a bot.
        settings = [word for word in bots if re.match(r"(elo0|elo1|alpha|beta|model)=", word)]
        bots = [word for word in bots if word not in settings]
        sprt = " ".join([sprt, *settings])
    plan = Plan(
        bots=tuple(Entrant(bot, name) for bot, name in zip(bots, _names(bots), strict=True)),
        game=find_game(game).key,
        size=size,
        games=games,
        movetime=movetime,
        nodes=nodes,
        opening=opening,
        seed=seed,
        sprt=sprt,
    )
    seats = find_game(plan.game).start(plan.start_size()).players
    if len(bots) != seats:
        raise NotationError(
            f"{plan.game} {plan.start_size()} needs {seats} bots, not {len(bots)}; for a "
            "tournament of more bots use quire arena run"
        )
    options = PlayOptions(resume, concurrency, force, sandbox, shard, cluster, logs)
    play_plan(plan, out or Path("match.jsonl"), options)


def _names(bots: list[str]) -> list[str | None]:
    """Name bots that would share a name by what was typed, numbered if that is the same too."""
    names = [read_bot(bot).name for bot in bots]
    found: list[str | None] = []
    for place, (bot, name) in enumerate(zip(bots, names, strict=True)):
        if bots.count(bot) > 1:
            found.append(f"{name} ({bots[: place + 1].count(bot)})")
        else:
            found.append(bot if names.count(name) > 1 else None)
    return found
