"""Play the games of a plan, and show their results: the common part of `match` and `run`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import typer

from quire.arena.bots.sandbox import Sandbox, cores, select_sandbox
from quire.arena.report.formatting import format_points
from quire.arena.statistics.sprt import Sprt
from quire.arena.tournament.game_logs import prepare_logs
from quire.arena.tournament.pairing import games_planned
from quire.arena.tournament.plan import Plan
from quire.arena.tournament.results import GameLine, ResultsFile
from quire.arena.tournament.runner import (
    WHOLE,
    Executor,
    Job,
    LocalExecutor,
    Shard,
    default_concurrency,
    play_tournament,
)
from quire.arena.tournament.standings import LiveStandings
from quire.cli.arena.options import PlayOptions, SandboxMode
from quire.cli.arena.standings import show_results
from quire.cli.terminal.progress import exit_on_sigterm, progress_bar, stopped_by_signals
from quire.cli.terminal.screen import Screen
from quire.errors import NotationError


def play_plan(plan: Plan, out: Path, options: PlayOptions) -> None:
    """Play the games of a plan that `out` does not have yet, and show the results."""
    screen = Screen()
    shard = WHOLE if options.shard is None else Shard.parse(options.shard)
    shard.check(plan)
    test = plan.test()
    with exit_on_sigterm():
        executor = _executor(screen, plan, options)
    with closing(executor), closing(ResultsFile(out, plan, resume=options.resume)) as file:
        live = LiveStandings(file.results)
        total = games_planned(plan) / shard.of
        with stopped_by_signals() as stop, progress_bar("Games") as report:

            def on_game(game: GameLine) -> None:
                live.add(game)
                report(len(file.results.games) / total, _progress_words(live, test))

            def is_stopped() -> bool:
                return stop.is_set() or (
                    test is not None and test.verdict(live.pairs) != "continue"
                )

            play_tournament(
                plan, file, executor, shard=shard, on_game=on_game, should_stop=is_stopped
            )
            interrupted = stop.is_set()
    show_results(screen, file.results)
    screen.line(f"Results: {len(file.results.games)} games in {out}", wrap=False)
    if interrupted:
        screen.line("Stopped. Continue with --resume.")
        raise typer.Exit(130)


def show_sandbox(screen: Screen, sandbox: Sandbox, where: str = "") -> None:
    """Show how bots are sandboxed, with a warning if that is weak."""
    screen.line(f"Sandbox: {sandbox}{where}")
    if sandbox.warning:
        screen.line(f"WARNING: {sandbox.warning}")


def _executor(screen: Screen, plan: Plan, options: PlayOptions) -> Executor:
    if options.cluster is None:
        workers = _workers(options.concurrency, options.force)
        return _local_executor(screen, plan, options, workers)
    if options.logs is not None:
        raise NotationError("--logs can't be used with --cluster: bots run on other machines")
    if options.concurrency is not None or options.force:
        raise NotationError(
            "--concurrency and --force can't be used with --cluster: each worker plays one game "
            "at a time"
        )
    return _cluster_executor(screen, plan, options.sandbox, options.cluster)


def _workers(wanted: int | None, force: bool) -> int:
    most = default_concurrency()
    if wanted is not None and wanted > most and not force:
        raise NotationError(
            f"{wanted} games at once is too many for {cores()} cores, so bots would lose time "
            f"waiting: use --concurrency {most}, or --force"
        )
    return wanted or most


def _local_executor(screen: Screen, plan: Plan, options: PlayOptions, workers: int) -> Executor:
    logs = None if options.logs is None else prepare_logs(options.logs)
    job = Job.of(plan, select_sandbox(options.sandbox), logs)
    job.try_bots()
    show_sandbox(screen, job.sandbox)
    return LocalExecutor(job, workers)


def _cluster_executor(screen: Screen, plan: Plan, mode: SandboxMode, address: str) -> Executor:
    # Dask takes half a second to import, and few tournaments are played on a cluster.
    from quire.arena.tournament.batch import RemoteJob
    from quire.arena.tournament.cluster import ClusterExecutor

    executor = ClusterExecutor(address, RemoteJob.of(plan, mode.value))
    for found, workers in executor.sandboxes.items():
        show_sandbox(screen, found, f", {workers} of {executor.sandboxes.total()} workers")
    return executor


def _progress_words(live: LiveStandings, test: Sprt | None) -> str:
    best = sorted(live.games, key=lambda name: -live.points[name])[:3]
    words = ", ".join(
        f"{name} {format_points(live.points[name])}/{live.games[name]}" for name in best
    )
    return words if test is None else f"{words}, LLR {test.llr(live.pairs):.2f}"
