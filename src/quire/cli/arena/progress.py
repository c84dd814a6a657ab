"""How a tournament shows its progress: a bar, interim standings as text, or lines of JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from quire.arena.report.formatting import format_points, format_share
from quire.arena.tournament.plan import Plan
from quire.arena.tournament.results import GameLine, Results
from quire.arena.tournament.standings import LiveStandings, verdicts
from quire.cli.terminal.progress import progress_bar

DEFAULT_INTERVAL = 100


class ProgressMode(StrEnum):
    """What is shown while games are played."""

    AUTO = "auto"
    BAR = "bar"
    TEXT = "text"
    JSON = "json"
    NONE = "none"

    def chosen(self) -> ProgressMode:
        """Return the mode that `auto` stands for: a bar on a terminal, text elsewhere."""
        if self is not ProgressMode.AUTO:
            return self
        return ProgressMode.BAR if sys.stderr.isatty() else ProgressMode.TEXT


@dataclass(slots=True)
class Progress:
    """The progress of one tournament."""

    plan: Plan
    live: LiveStandings
    games: int
    total: float
    mode: ProgressMode
    interval: int
    bar: Callable[[float, str], None]

    def add(self, game: GameLine) -> None:
        """Count a finished game, and show the standings when they are due."""
        self.live.add(game)
        self.games += 1
        if self.mode is ProgressMode.BAR:
            self.bar(self.games / self.total, self._words())
        elif self.games % self.interval == 0:
            self.show()

    def show(self, *, finished: bool = False) -> None:
        """Show the standings so far."""
        if self.mode is ProgressMode.JSON:
            print(json.dumps(self._data(finished)), flush=True)
        elif self.mode is ProgressMode.TEXT and not finished:
            print(f"{self.games} of {self.total:g} games: {self._words()}", file=sys.stderr)

    def _order(self) -> list[str]:
        games = self.live.games
        return sorted(games, key=lambda name: -self.live.points[name] / games[name])

    def _words(self) -> str:
        best = self._order()[: 3 if self.mode is ProgressMode.BAR else None]
        words = [
            f"{name} {format_points(self.live.points[name])}/{self.live.games[name]}"
            + ("" if self.mode is ProgressMode.BAR else f" ({format_share(self._share(name))})")
            for name in best
        ]
        return ", ".join([*words, *self._test_words()])

    def _share(self, name: str) -> float:
        return self.live.points[name] / self.live.games[name]

    def _test_words(self) -> list[str]:
        test = self.plan.test()
        if test is None:
            return []
        ratios = (test.llr(self.live.pairs(0, bot)) for bot in range(1, len(self.plan.bots)))
        return [f"LLR {' '.join(f'{ratio:.2f}' for ratio in ratios)}"]

    def _data(self, finished: bool) -> dict[str, object]:
        test, names = self.plan.test(), self.plan.names()
        standings = [
            {
                "bot": name,
                "games": self.live.games[name],
                "points": round(float(self.live.points[name]), 4),
                "score": round(self._share(name), 4),
            }
            for name in self._order()
        ]
        tests = (
            []
            if test is None
            else [
                {
                    "bot": names[0],
                    "against": names[other],
                    "llr": round(test.llr(self.live.pairs(0, other)), 4),
                    "pairs": self.live.pairs(0, other),
                    "verdict": verdict,
                }
                for other, verdict in verdicts(self.plan, self.live).items()
            ]
        )
        return {
            "games": self.games,
            "total": int(self.total),
            "finished": finished,
            "standings": standings,
            "sprt": tests,
        }


@contextmanager
def tournament_progress(
    results: Results, live: LiveStandings, total: float, mode: ProgressMode, interval: int
) -> Iterator[Progress]:
    """Show the progress of a tournament until the block ends."""
    games = len(results.games)
    if mode is not ProgressMode.BAR:
        yield Progress(results.plan, live, games, total, mode, interval, lambda done, words: None)
        return
    with progress_bar("Games") as bar:
        yield Progress(results.plan, live, games, total, mode, interval, bar)
