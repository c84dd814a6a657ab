"""The command `quire arena match`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from msgspec import structs

from quire.arena.bots.spec import read_bot
from quire.arena.conditions.bot_settings import NO_SETTINGS, BotSettings, read_settings
from quire.arena.tournament.plan import Entrant, Order, Plan
from quire.cli.arena.options import (
    DEFAULT_GAME,
    AffinityOption,
    ClusterOption,
    ConcurrencyOption,
    ForceOption,
    GameOption,
    IntervalOption,
    LogsOption,
    OnGameOption,
    OutOption,
    PlayOptions,
    ProgressOption,
    ResumeOption,
    SandboxMode,
    SandboxOption,
    ShardOption,
    SizeOption,
)
from quire.cli.arena.progress import DEFAULT_INTERVAL, ProgressMode
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
    each: Annotated[
        str,
        typer.Option(
            metavar="SETTINGS",
            help='Settings of every bot: "movetime=1s nodes=500 depth=8 restart=on '
            'option.NAME=VALUE", or tc=10s+0.1s for a whole game.',
        ),
    ] = "",
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="SETTINGS",
            help='Settings of one bot, after its place: "2 tc=5s+0.05s name=old". May be repeated.',
        ),
    ] = None,
    opening: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=100, help="Number of random opening moves."),
    ] = None,
    openings: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A file of openings instead, one per line."),
    ] = None,
    order: Annotated[
        Order, typer.Option(metavar="sequential|random", help="Order of the openings in a file.")
    ] = Order.SEQUENTIAL,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed for the openings.")] = 1,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="TEST",
            help="Stop early by a sequential probability ratio test, such as: elo0=0 elo1=20.",
        ),
    ] = None,
    resign: Annotated[
        str | None,
        typer.Option(
            metavar="RULE",
            help="A bot loses once its last scores are this bad: score=0.9 movecount=3 "
            "twosided=true.",
        ),
    ] = None,
    draw: Annotated[
        str | None,
        typer.Option(
            metavar="RULE",
            help="A draw once both bots' last scores are this close to 0: score=0.05 movecount=4 "
            "movenumber=20.",
        ),
    ] = None,
    max_moves: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=100_000, help="A draw after this many moves."),
    ] = None,
    solver: Annotated[
        str | None,
        typer.Option(
            metavar="RULE",
            help="End a game once the solver knows its result, asked after every move: "
            "nodes=20000.",
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
    affinity: AffinityOption = False,
    progress: ProgressOption = ProgressMode.AUTO,
    interval: IntervalOption = DEFAULT_INTERVAL,
    on_game: OnGameOption = None,
) -> None:
    """Play a match between two bots (or one bot per seat)."""
    if sprt is not None:
        # In `--sprt elo0=0 elo1=20` the second setting is parsed as a bot.
        words = [word for word in bots if re.match(r"(elo0|elo1|alpha|beta|model)=", word)]
        bots = [word for word in bots if word not in words]
        sprt = " ".join([sprt, *words])
    for word in bots:
        if re.fullmatch(r"[a-z.0-9]+=[^:]*", word):
            raise NotationError(
                f'{word!r} is not a bot: put settings in quotes, as in "tc=1s {word}"'
            )
    plan = Plan(
        bots=_entrants(bots, settings or []),
        game=find_game(game).key,
        size=size,
        games=games,
        movetime=movetime,
        nodes=nodes,
        opening=opening,
        seed=seed,
        sprt=sprt,
        each=read_settings(each.split()),
        openings=openings,
        order=order,
        resign=resign,
        draw=draw,
        max_moves=max_moves,
        solver=solver,
    )
    seats = find_game(plan.game).start(plan.start_size()).players
    if len(plan.bots) != seats:
        raise NotationError(
            f"{plan.game} {plan.start_size()} needs {seats} bots, not {len(plan.bots)}; for a "
            "tournament of more bots use quire arena run"
        )
    options = PlayOptions(
        *(resume, concurrency, force, sandbox, shard, cluster, logs),
        *(affinity, progress, interval, on_game),
    )
    play_plan(plan, out or Path("match.jsonl"), options)


def _entrants(bots: list[str], settings: list[str]) -> tuple[Entrant, ...]:
    """Return the bots with their names and their own settings."""
    own: dict[int, BotSettings] = {}
    names = _names(bots)
    for text in settings:
        place, *words = text.split() or [""]
        if not place.isdecimal() or not 1 <= int(place) <= len(bots) or int(place) in own:
            raise NotationError(
                f"--set {text!r}: begin with the place of a bot, 1 to {len(bots)}, each once"
            )
        given = [word for word in words if word.startswith("name=")]
        if given:
            names[int(place) - 1] = given[-1].removeprefix("name=")
        own[int(place)] = read_settings(word for word in words if word not in given)
    return tuple(
        Entrant(bot, name, **structs.asdict(own.get(place, NO_SETTINGS)))
        for place, (bot, name) in enumerate(zip(bots, names, strict=True), 1)
    )


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
