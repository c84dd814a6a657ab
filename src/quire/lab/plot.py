"""Plots of the lab, by matplotlib, which nothing else needs."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from quire.errors import NotationError, QuireError
from quire.lab.feasible_greedy import Cell, Score
from quire.lab.interval import wilson

KINDS = (".png", ".svg")


def check_plot(file: Path) -> None:
    """Raise, before anything is measured, what would go wrong with a plot in this file."""
    if file.suffix.lower() not in KINDS:
        raise NotationError(f"can't write {file}: plots are {' or '.join(KINDS)}")
    if find_spec("matplotlib") is None:
        raise QuireError("plots need matplotlib: pip install 'quire[plot]'")


def plot_table(cells: Sequence[Cell], file: Path) -> None:
    """Plot the share of games won on every board, ours with its 95% CI next to the paper's."""
    from matplotlib.figure import Figure

    opponents = list(dict.fromkeys(cell.opponent for cell in cells))
    figure = Figure(figsize=(3.6 * len(opponents), 3.4), layout="constrained")
    for axes, opponent in zip(
        figure.subplots(1, len(opponents), sharey=True, squeeze=False)[0], opponents, strict=True
    ):
        shown = [cell for cell in cells if cell.opponent == opponent]
        places = range(len(shown))
        for label, marker, shift, scores in (
            ("here", "o", -0.08, [cell.score for cell in shown]),
            ("the paper", "D", 0.08, [cell.paper for cell in shown]),
        ):
            known = [
                (at + shift, result)
                for at, result in zip(places, scores, strict=True)
                if result is not None and result.games > 0
            ]
            if known:
                axes.errorbar(
                    [at for at, _ in known],
                    [100 * result.wins / result.games for _, result in known],
                    yerr=_error_bars([result for _, result in known]),
                    fmt=marker,
                    capsize=3,
                    label=label,
                )
        axes.set_title(f"feasible against {opponent}")
        axes.set_xticks(list(places), [cell.size for cell in shown])
        axes.grid(axis="y", alpha=0.3)
        axes.set_ylim(0, 103)
    figure.axes[0].set_ylabel("games won (%), 95% CI")
    figure.axes[0].legend(loc="lower right")
    figure.savefig(file, metadata={"Date": None} if file.suffix.lower() == ".svg" else None)


def _error_bars(scores: Sequence[Score]) -> tuple[list[float], list[float]]:
    """Return the reach of the 95% CI below and above each share, in per cent."""
    below, above = [], []
    for score in scores:
        low, high = wilson(score.wins, score.games)
        below.append(100 * (score.wins / score.games - low))
        above.append(100 * (high - score.wins / score.games))
    return below, above
