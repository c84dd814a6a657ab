"""Play the games of a plan, and show their results: the common part of `match` and `run`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import typer
from rich.console import Console

from quire.arena.bots.sandbox import Sandbox, cores, select_sandbox
from quire.arena.conditions.affinity import check_affinity
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
from quire.arena.tournament.standings import LiveStandings, is_decided, undecided
from quire.cli.arena.hook import game_hook
from quire.cli.arena.options import PlayOptions, SandboxMode
from quire.cli.arena.progress import ProgressMode, tournament_progress
from quire.cli.arena.standings import show_results
from quire.cli.terminal.progress import exit_on_sigterm, stopped_by_signals
from quire.cli.terminal.screen import Screen
from quire.errors import NotationError


def play_plan(plan: Plan, out: Path, options: PlayOptions) -> None:
    """Play the games of a plan that `out` does not have yet, and show the results."""
    mode = options.progress.chosen()
    # Standard output is for the lines of JSON alone.
    screen = Screen(Console(stderr=True, highlight=False) if mode is ProgressMode.JSON else None)
    shard = WHOLE if options.shard is None else Shard.parse(options.shard)
    shard.check(plan)
    plan.test()  # an invalid one is refused before any bot starts
    with exit_on_sigterm():
        executor = _executor(screen, plan, options)
    with closing(executor), closing(ResultsFile(out, plan, resume=options.resume)) as file:
        live = LiveStandings(file.results)
        total = games_planned(plan) / shard.of
        with (
            stopped_by_signals() as stop,
            game_hook(options.on_game, screen) as hook,
            tournament_progress(file.results, live, total, mode, options.interval) as progress,
        ):

            def on_game(game: GameLine) -> None:
                progress.add(game)
                if hook is not None:
                    hook(game)

            play_tournament(
                plan,
                file,
                executor,
                shard=shard,
                on_game=on_game,
                is_decided=lambda encounter: is_decided(plan, live, encounter.bots),
                should_stop=lambda: stop.is_set() or not undecided(plan, live),
            )
            interrupted = stop.is_set()
            progress.show(finished=not interrupted)
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
        return _local_executor(screen, plan, options)
    if options.logs is not None:
        raise NotationError("--logs can't be used with --cluster: bots run on other machines")
    if options.concurrency is not None or options.force or options.affinity:
        raise NotationError(
            "--concurrency, --force and --affinity can't be used with --cluster: each worker plays "
            "one game at a time"
        )
    return _cluster_executor(screen, plan, options.sandbox, options.cluster)


def workers_for(wanted: int | None, force: bool) -> int:
    """Return how many games to play at once. Raises NotationError for too many."""
    most = default_concurrency()
    if wanted is not None and wanted > most and not force:
        raise NotationError(
            f"{wanted} games at once is too many for {cores()} cores, so bots would lose time "
            f"waiting: use --concurrency {most}, or --force"
        )
    return wanted or most


def _local_executor(screen: Screen, plan: Plan, options: PlayOptions) -> Executor:
    workers = workers_for(options.concurrency, options.force)
    if options.affinity:
        check_affinity()
    logs = None if options.logs is None else prepare_logs(options.logs)
    job = Job.of(plan, select_sandbox(options.sandbox), logs)
    job.try_bots()
    show_sandbox(screen, job.sandbox)
    return LocalExecutor(job, workers, affinity=options.affinity)


def _cluster_executor(screen: Screen, plan: Plan, mode: SandboxMode, address: str) -> Executor:
    # Dask takes half a second to import, and few tournaments are played on a cluster.
    from quire.arena.tournament.batch import RemoteJob
    from quire.arena.tournament.cluster import ClusterExecutor

    executor = ClusterExecutor(address, RemoteJob.of(plan, mode.value))
    for found, workers in executor.sandboxes.items():
        show_sandbox(screen, found, f", {workers} of {executor.sandboxes.total()} workers")
    return executor
