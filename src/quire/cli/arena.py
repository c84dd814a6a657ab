"""The `quire arena` commands: matches and tournaments between bots."""

from __future__ import annotations

import re
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from quire.arena.bots.check import Examination
from quire.arena.bots.sandbox import Bounds, Sandbox, chosen, cores
from quire.arena.bots.spec import read_bot
from quire.arena.report.figures import format_points, format_size
from quire.arena.report.report import to_html
from quire.arena.statistics.sprt import Sprt
from quire.arena.statistics.standings import Running
from quire.arena.tournament.pairing import games_planned
from quire.arena.tournament.plan import Entrant, Plan, read_duration, read_plan
from quire.arena.tournament.results import GameLine, Results, ResultsFile
from quire.arena.tournament.runner import (
    WHOLE,
    Hall,
    Job,
    LocalHall,
    Shard,
    default_concurrency,
    play_tournament,
)
from quire.cli.arguments import complete_game, complete_size
from quire.cli.progress import bar, stopped_by_signals
from quire.cli.standings import show_results
from quire.cli.terminal.screen import Screen
from quire.errors import NotationError
from quire.games import find_game
from quire.match.agent import Limit

arena = typer.Typer(
    help="Matches and tournaments between bots.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@arena.callback()
def tournaments() -> None:
    """Matches and tournaments between bots."""


class Wish(StrEnum):
    """What is asked of the sandbox."""

    BEST = "best"
    REQUIRED = "required"
    OFF = "off"


GameOption = Annotated[
    str, typer.Option(metavar="GAME", help="The game.", autocompletion=complete_game)
]
SizeOption = Annotated[
    str | None, typer.Option(metavar="SIZE", help="The board size.", autocompletion=complete_size)
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Results file, one line per game (default: match.jsonl, or the plan's name with "
        ".jsonl).",
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue from existing results.")]
Concurrency = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, help="Games to play at once (default: number of cores minus one)."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Allow more concurrent games than cores.")]
SandboxWish = Annotated[
    Wish,
    typer.Option(
        metavar="best|required|off",
        help="Sandbox for bots: best available, at least level 2, or off.",
    ),
]
ShardOption = Annotated[
    str | None,
    typer.Option(metavar="I/N", help="Play shard I of N; combine them with `quire arena merge`."),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://HOST:8786."),
]


@arena.command("match")
def match(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT...",
            help="A built-in agent (mcts:nodes=500), a Python class (path/file.py:Class), a "
            "course bot (course:path/file.py:Class), or a command in quotes.",
        ),
    ],
    game: GameOption = "extreme",
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
    out: Out = None,
    resume: Resume = False,
    concurrency: Concurrency = None,
    force: Force = False,
    sandbox: SandboxWish = Wish.BEST,
    shard: ShardOption = None,
    cluster: ClusterOption = None,
) -> None:
    """Play a match between two bots (or one bot per seat)."""
    if sprt is not None:
        # `--sprt elo0=0 elo1=20` has settings where bots stand.
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
    out = out or Path("match.jsonl")
    _play(plan, out, resume, concurrency, force, sandbox, shard, cluster)


@arena.command("run")
def run(
    plan: Annotated[Path, typer.Argument(metavar="PLAN.toml", help="The tournament plan.")],
    out: Out = None,
    resume: Resume = False,
    concurrency: Concurrency = None,
    force: Force = False,
    sandbox: SandboxWish = Wish.BEST,
    shard: ShardOption = None,
    cluster: ClusterOption = None,
) -> None:
    """Play a tournament described by a TOML file."""
    _play(
        read_plan(plan),
        out or Path(plan.with_suffix(".jsonl").name),
        resume,
        concurrency,
        force,
        sandbox,
        shard,
        cluster,
    )


@arena.command("merge")
def merge(
    parts: Annotated[
        list[Path], typer.Argument(metavar="RESULTS...", help="Results files of the same plan.")
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="File for the merged results.")],
) -> None:
    """Merge the results of a sharded tournament."""
    whole = Results.merged(map(Results.read, parts))
    whole.write(out)
    Screen().line(f"{len(whole.games)} games in {out}")


@arena.command("report")
def report(
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help="A results file.")],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The HTML file (default: the results file's name with .html)."
        ),
    ] = None,
) -> None:
    """Create an HTML report with standings, crosstable, ratings and replayable games."""
    page = out or results.with_suffix(".html")
    page.write_text(to_html(Results.read(results)), "utf-8")
    Screen().line(f"Report: {page} ({format_size(page.stat().st_size)})")


@arena.command("check")
def check(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, as for `quire arena match`.")],
    game: GameOption = "extreme",
    size: SizeOption = None,
    movetime: Annotated[str, typer.Option(metavar="TIME", help="Time per move.")] = "1s",
    sandbox: SandboxWish = Wish.BEST,
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
    _show_sandbox(screen, examination.sandbox)
    problems = 0
    for finding in examination.findings():
        problems += bool(finding.problem)
        screen.line(f"{'FAILED' if finding.problem else 'ok    '}  {finding.what}")
        if finding.problem:
            screen.line(f"        {finding.problem}")
    if problems:
        raise typer.Exit(1)


def _names(bots: list[str]) -> list[str | None]:
    """Names for bots that would be called the same: what was written, and a number if need be."""
    names = [read_bot(bot).name for bot in bots]
    found: list[str | None] = []
    for place, (bot, name) in enumerate(zip(bots, names, strict=True)):
        if bots.count(bot) > 1:
            found.append(f"{name} ({bots[: place + 1].count(bot)})")
        else:
            found.append(bot if names.count(name) > 1 else None)
    return found


def _workers(wanted: int | None, force: bool) -> int:
    most = default_concurrency()
    if wanted is not None and wanted > most and not force:
        raise NotationError(
            f"{wanted} games at once is too many for {cores()} cores, so bots would lose time "
            f"waiting: use --concurrency {most}, or --force"
        )
    return wanted or most


def _local_hall(screen: Screen, plan: Plan, wish: Wish, workers: int) -> Hall:
    """Where to play on this machine."""
    job = Job.of(plan, chosen(wish))
    job.try_bots()
    _show_sandbox(screen, job.sandbox)
    return LocalHall(job, workers)


def _cluster_hall(screen: Screen, plan: Plan, wish: Wish, address: str) -> Hall:
    """Where to play on other machines."""
    from quire.arena.tournament.batch import Posting
    from quire.arena.tournament.cluster import ClusterHall

    hall = ClusterHall(address, Posting.of(plan, wish.value))
    for found, workers in hall.sandboxes.items():
        _show_sandbox(screen, found, f", {workers} of {hall.sandboxes.total()} workers")
    return hall


def _show_sandbox(screen: Screen, sandbox: Sandbox, where: str = "") -> None:
    screen.line(f"Sandbox: {sandbox}{where}")
    if sandbox.warning:
        screen.line(f"WARNING: {sandbox.warning}")


def _play(
    plan: Plan,
    out: Path,
    resume: bool,
    concurrency: int | None,
    force: bool,
    wish: Wish,
    part: str | None,
    cluster: str | None,
) -> None:
    screen = Screen()
    shard = WHOLE if part is None else Shard.parse(part)
    shard.check(plan)
    test = plan.test()
    if cluster is None:
        hall = _local_hall(screen, plan, wish, _workers(concurrency, force))
    elif concurrency is not None or force:
        raise NotationError(
            "--concurrency and --force can't be used with --cluster: each worker plays one game "
            "at a time"
        )
    else:
        hall = _cluster_hall(screen, plan, wish, cluster)
    with closing(hall), closing(ResultsFile(out, plan, resume=resume)) as file:
        running = Running(file.results)
        total = games_planned(plan) / shard.of
        with stopped_by_signals() as stop, bar("Games") as tell:

            def told(game: GameLine) -> None:
                running.add(game)
                tell(len(file.results.games) / total, _words(running, test))

            def stopped() -> bool:
                return stop.is_set() or (
                    test is not None and test.verdict(running.pairs) != "go on"
                )

            play_tournament(plan, file, hall, shard=shard, told=told, stopped=stopped)
            interrupted = stop.is_set()
    show_results(screen, file.results)
    screen.line(f"Results: {len(file.results.games)} games in {out}")
    if interrupted:
        screen.line("Stopped. Continue with --resume.")
        raise typer.Exit(130)


def _words(running: Running, test: Sprt | None) -> str:
    best = sorted(running.games, key=lambda name: -running.points[name])[:3]
    words = ", ".join(
        f"{name} {format_points(running.points[name])}/{running.games[name]}" for name in best
    )
    return words if test is None else f"{words}, LLR {test.llr(running.pairs):.2f}"
