"""Options that several `quire arena` commands share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from quire.arena.bots import course
from quire.cli.arena.progress import DEFAULT_INTERVAL, ProgressMode
from quire.cli.arguments import complete_game, complete_size


class SandboxMode(StrEnum):
    """How strictly bots are sandboxed."""

    BEST = "best"
    REQUIRED = "required"
    OFF = "off"


DEFAULT_GAME = course.GAME.key

GameOption = Annotated[
    str, typer.Option(metavar="GAME", help="The game.", autocompletion=complete_game)
]
SizeOption = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="The board size (default: the game's own).",
        autocompletion=complete_size,
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Results file, one line per game (default: match.jsonl, or the plan's name with "
        ".jsonl).",
    ),
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Continue from existing results.")]
ConcurrencyOption = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, help="Games to play at once (default: number of cores minus one)."
    ),
]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Allow more concurrent games than cores.")
]
SandboxOption = Annotated[
    SandboxMode,
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

LogsOption = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="Directory for logs: what each bot was sent and wrote, per game."
    ),
]


ProgressOption = Annotated[
    ProgressMode,
    typer.Option(
        metavar="auto|bar|text|json|none",
        help="Progress: a bar, interim standings as text, or JSON lines on standard output "
        "(default: a bar on a terminal, otherwise text).",
    ),
]
IntervalOption = Annotated[
    int,
    typer.Option(metavar="N", min=1, help="Games between two interim standings."),
]
OnGameOption = Annotated[
    str | None,
    typer.Option(
        metavar="CMD",
        help="Run this command after every game, with its line of results on standard input; "
        "it has 10 seconds, and its failure doesn't stop the tournament.",
    ),
]
AffinityOption = Annotated[
    bool, typer.Option("--affinity", help="Keep each game, with its bots, on one core (Linux).")
]


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Where and how the games of a plan are played."""

    resume: bool
    concurrency: int | None
    force: bool
    sandbox: SandboxMode
    shard: str | None
    cluster: str | None
    logs: Path | None
    affinity: bool = False
    progress: ProgressMode = ProgressMode.AUTO
    interval: int = DEFAULT_INTERVAL
    on_game: str | None = None
