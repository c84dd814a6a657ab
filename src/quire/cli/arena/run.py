"""The command `quire arena run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.arena.tournament.plan import read_plan
from quire.cli.arena.options import (
    AffinityOption,
    ClusterOption,
    ConcurrencyOption,
    ForceOption,
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
)
from quire.cli.arena.progress import DEFAULT_INTERVAL, ProgressMode
from quire.cli.arena.tournament import play_plan


def run(
    plan: Annotated[Path, typer.Argument(metavar="PLAN.toml", help="The tournament plan.")],
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
    """Play a tournament described by a TOML file."""
    options = PlayOptions(
        *(resume, concurrency, force, sandbox, shard, cluster, logs),
        *(affinity, progress, interval, on_game),
    )
    play_plan(read_plan(plan), out or Path(plan.with_suffix(".jsonl").name), options)
