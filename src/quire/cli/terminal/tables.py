"""Plain tables of figures, and proportions with their confidence interval."""

from __future__ import annotations

from rich import box
from rich.table import Table

from quire.cli.terminal.screen import Screen
from quire.lab.interval import wilson


def plain_table(screen: Screen, *columns: str) -> Table:
    """Return an empty table; the first two columns hold words, the others numbers.

    In a narrow terminal words wrap. Numbers never do: a number cut in two reads as another one.
    """
    table = Table(box=box.SIMPLE_HEAD if screen.color else None, pad_edge=False)
    for number, column in enumerate(columns):
        if number < 2:
            table.add_column(column, overflow="fold", min_width=max(1, len(column)))
        else:
            table.add_column(column, justify="right", no_wrap=True)
    return table


def show_table(screen: Screen, table: Table) -> None:
    """Print a table; in a pipe it is as wide as it needs to be."""
    console = screen.console
    if not console.is_terminal:
        unbounded = console.options.update(max_width=10_000)
        console.width = max(console.width, console.measure(table, options=unbounded).maximum)
    console.print(table, markup=False)


def percentage(successes: float, trials: int) -> str:
    """Return a proportion in per cent with its 95% CI; empty without trials."""
    if trials == 0:
        return ""
    low, high = wilson(successes, trials)
    return f"{100 * successes / trials:.1f}% ({100 * low:.1f}-{100 * high:.1f})"
