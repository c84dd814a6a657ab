"""Tables of figures, as text or for a paper, and proportions with their confidence interval."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator
from enum import StrEnum

from rich import box
from rich import table as rich_table

from quire.cli.terminal.screen import Screen
from quire.lab.interval import wilson


class TableFormat(StrEnum):
    """How tables are written."""

    TEXT = "text"
    CSV = "csv"
    MARKDOWN = "markdown"
    LATEX = "latex"


class Table:
    """A table; the first two columns hold words, the others numbers."""

    def __init__(self, *columns: str) -> None:
        self.columns = columns
        self.rows: list[tuple[str, ...]] = []

    def add_row(self, *cells: str) -> None:
        """Add a row: one cell per column."""
        self.rows.append(cells)

    def text(self, format: TableFormat) -> str:
        """Return the table in a format other than text."""
        if format is TableFormat.CSV:
            return self._csv()
        return self._markdown() if format is TableFormat.MARKDOWN else self._latex()

    def _csv(self) -> str:
        file = io.StringIO()
        csv.writer(file, lineterminator="\n").writerows([self.columns, *self.rows])
        return file.getvalue()

    def _markdown(self) -> str:
        rule = [_alignment(number, "---", "---:") for number in range(len(self.columns))]
        lines = [[_escaped(cell, _MARKDOWN) for cell in row] for row in (self.columns, *self.rows)]
        return "".join(f"| {' | '.join(line)} |\n" for line in [lines[0], rule, *lines[1:]])

    def _latex(self) -> str:
        columns = "".join(_alignment(number, "l", "r") for number in range(len(self.columns)))
        head, *body = (
            f"{' & '.join(_escaped(cell, _LATEX) for cell in row)} \\\\\n"
            for row in (self.columns, *self.rows)
        )
        lines = f"\\hline\n{head}\\hline\n{''.join(body)}\\hline\n"
        return f"\\begin{{tabular}}{{{columns}}}\n{lines}\\end{{tabular}}\n"


class Report:
    """Tables with notes between them. In formats for other programs, notes go to standard error."""

    def __init__(self, format: TableFormat = TableFormat.TEXT) -> None:
        self._format = format
        self._screen = Screen()
        self._is_first = True

    def note(self, text: str) -> None:
        """Print a line of text."""
        if self._format is TableFormat.TEXT:
            self._screen.line(text)
        else:
            print(text.strip(), file=sys.stderr)

    def table(self, table: Table) -> None:
        """Print a table."""
        if self._format is TableFormat.TEXT:
            show_table(self._screen, table)
            return
        print("" if self._is_first else "\n", table.text(self._format), sep="", end="")
        self._is_first = False


def show_table(screen: Screen, table: Table) -> None:
    """Print a table as text; in a pipe it is as wide as it needs to be.

    In a narrow terminal words wrap. Numbers never do: a number cut in two reads as another one. In
    a terminal that is too narrow for them, each row becomes a list.
    """
    console = screen.console
    if console.is_terminal and _least_width(table) > console.width:
        for row in rows_as_lists(table):
            screen.line(row)
        return
    shown = rich_table.Table(box=box.SIMPLE_HEAD if screen.color else None, pad_edge=False)
    for number, column in enumerate(table.columns):
        if number < 2:
            shown.add_column(column, overflow="fold", min_width=_word_width(column))
        else:
            shown.add_column(column, justify="right", no_wrap=True)
    for cells in table.rows:
        shown.add_row(*cells)
    if not console.is_terminal:
        unbounded = console.options.update(max_width=10_000)
        console.width = max(console.width, console.measure(shown, options=unbounded).maximum)
    console.print(shown, markup=False)


def _least_width(table: Table) -> int:
    """Return the width below which numbers would be cut off."""
    widths = [_word_width(column) for column in table.columns[:2]]
    columns = list(zip(table.columns, *table.rows, strict=True))
    widths += [max(map(len, cells)) for cells in columns[2:]]
    return sum(widths) + 3 * len(widths)  # with spaces and lines between them


def _word_width(heading: str) -> int:
    return max(1, len(heading))


def rows_as_lists(table: Table) -> Iterator[str]:
    """Yield each row: its first two cells, then the others under them, with their headings.

    >>> table = Table("board", "opponent", "wins", "losses")
    >>> table.add_row("5x5", "greedy", "3", "")
    >>> list(rows_as_lists(table))
    ['5x5 greedy\\n  wins: 3']
    """
    for row in table.rows:
        others = zip(table.columns[2:], row[2:], strict=True)
        lines = [f"  {heading}: {text}" for heading, text in others if text]
        yield "\n".join([" ".join(filter(None, row[:2])), *lines])


def percentage(successes: float, trials: int) -> str:
    """Return a proportion in per cent with its 95% CI; empty without trials."""
    if trials == 0:
        return ""
    low, high = wilson(successes, trials)
    return f"{100 * successes / trials:.1f}% ({100 * low:.1f}-{100 * high:.1f})"


_MARKDOWN = {"|": "\\|", "\\": "\\\\", "\n": " "}
_LATEX = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "\\": "\\textbackslash{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "\n": " ",
}


def _alignment(number: int, words: str, numbers: str) -> str:
    return words if number < 2 else numbers


def _escaped(cell: str, special: dict[str, str]) -> str:
    return "".join(special.get(character, character) for character in cell)
