r"""Draw a picture as text for a terminal: in colour, or in plain ASCII.

A cell is four characters wide and two lines high, or two by two where that does not fit; what
still does not fit is cut into bands of columns, one below the other. Scored lines run between the
marks: player 1's solid, player 2's dashed, all others with their number. In plain ASCII every line
carries the number of its maker: right of a falling stroke (`\1`), left of a rising one (`2/`), so
that both are readable where the two cross (`2x1`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby
from math import ceil, floor
from operator import itemgetter

from rich.text import Text

from quire.cli.terminal.characters import ASCII, UNICODE, Way
from quire.picture import Cell, Picture, Stroke, StrokeKind

# Each has a luminance near 0.18: a contrast above 4.5 on black and on white alike.
PLAYER_COLOURS = (
    "#dc333c",
    "#3671df",
    "#0e855f",
    "#ad630f",
    "#9058d6",
    "#0f809b",
    "#ca3c91",
    "#827700",
)

_WIDE, _NARROW = 4, 2
Place = tuple[int, int]
"""A column and a line of characters."""
Ink = dict[Place, tuple[str, str]]
"""The character at each place, and its style."""


def to_text(picture: Picture, *, width: int = 80, color: bool = True) -> Text:
    """Return the picture as lines of text, no wider than `width` if possible.

    Without colour it has no styles, and only ASCII characters.
    """
    margin = max((len(label.text) + 1 for label in picture.labels if label.x < 0), default=0)
    room = width - margin
    pitch = _WIDE if picture.width * _WIDE - 1 <= room else _NARROW
    columns = picture.width
    if pitch == _NARROW and columns * _NARROW + 1 > room:
        columns = max(1, (room - 1) // _NARROW)
        # Multiples of five align the numbers of squares in all bands.
        columns = columns // 5 * 5 or columns
    board = _Board(picture, pitch, color)
    bands = [board.band(left, end, margin) for left, end in _bands(picture, columns)]
    return Text("\n\n").join(bands)


class _Board:
    """The characters of a picture by place; labels are added when the bands are known."""

    def __init__(self, picture: Picture, pitch: int, color: bool) -> None:
        self.picture = picture
        self.pitch = pitch
        self.color = color
        self.characters = UNICODE if color else ASCII
        self.ink: Ink = {}
        self.last: list[Place] = []
        self.has_taps = any(cell.taps for cell in picture.cells)
        covered = picture.covered
        self._draw_rules()
        self._draw_lines()
        for cell in sorted(picture.cells, key=lambda cell: -cell.span):
            if cell.span > 1:
                self._draw_overlay(cell)
            elif cell.last or (cell.x, cell.y) not in covered:
                self._draw_cell(cell)

    def _column(self, x: float) -> int:
        return round(self.pitch * (x - 0.5)) + 1

    def _line(self, y: float) -> int:
        """Return the line of a height; labels above the board have no free line between them."""
        return floor(y) if y < 0 else round(2 * y) - 1

    def _put(self, column: int, line: int, text: str, style: str) -> None:
        for offset, char in enumerate(text):
            self.ink[column + offset, line] = (char, style if self.color else "")

    def _draw_rules(self) -> None:
        drawn: defaultdict[Place, set[Way]] = defaultdict(set)
        for stroke in self.picture.strokes:
            if stroke.kind != StrokeKind.RULE:
                continue
            left, right = sorted((self._column(stroke.x1), self._column(stroke.x2)))
            top, bottom = sorted((self._line(stroke.y1), self._line(stroke.y2)))
            if top == bottom:
                for column in range(left + 1, right):
                    drawn[column, top].add("across")
            else:
                for line in range(top + 1, bottom):
                    drawn[left, line].add("down")
        for (column, line), ways in drawn.items():
            character = (
                self.characters.rule[min(ways)] if len(ways) == 1 else self.characters.rule_crossing
            )
            self._put(column, line, character, "dim")

    def _draw_lines(self) -> None:
        passing: defaultdict[Place, dict[Way, int | None]] = defaultdict(dict)
        for stroke in self.picture.strokes:
            if stroke.kind == StrokeKind.LINE:
                way = _way(stroke)
                for step, (x, y) in enumerate(_half_steps(stroke)):
                    place = self._column(x), self._line(y)
                    if step % 2:
                        passing[place][way] = stroke.owner
                    else:
                        self._put(*place, self._stroke(way, stroke.owner), _style(stroke.owner))
        for (column, line), ways in passing.items():
            if len(ways) == 1:
                ((way, owner),) = ways.items()
                self._draw_connector(column, line, way, owner)
            else:
                self._draw_crossing(column, line, ways)

    def _draw_connector(self, column: int, line: int, way: Way, owner: int | None) -> None:
        style = _style(owner)
        number = self._number(owner)
        known_by_stroke = owner is None or owner < len(self.characters.strokes)
        character = self._stroke(way, owner)
        if way == "across" and self.pitch == _WIDE:
            middle = character if known_by_stroke else number
            self._put(column - 1, line, character + middle + character, style)
        elif known_by_stroke:
            self._put(column, line, character, style)
        elif way == "falling" and self.pitch == _WIDE:
            self._put(column, line, character + number, style)
        elif way == "rising" and self.pitch == _WIDE:
            self._put(column - 1, line, number + character, style)
        else:
            self._put(column, line, number, style)

    def _draw_crossing(self, column: int, line: int, ways: Mapping[Way, int | None]) -> None:
        falling, rising = ways.get("falling"), ways.get("rising")
        style = _style(falling) if falling == rising else "bold"
        self._put(column, line, self.characters.crossing, style)
        if self.pitch == _WIDE and (falling != rising or not self.characters.strokes):
            self._put(column - 1, line, self._number(rising), _style(rising))
            self._put(column + 1, line, self._number(falling), _style(falling))

    def _stroke(self, way: Way, owner: int | None) -> str:
        if owner is not None and owner < len(self.characters.strokes):
            return self.characters.strokes[owner][way]
        return self.characters.anyone[way]

    def _number(self, owner: int | None) -> str:
        return "" if owner is None else str(owner + 1)

    def _draw_overlay(self, cell: Cell) -> None:
        left, right = self._column(cell.x + 0.5), self._column(cell.x + cell.span - 0.5)
        top, bottom = self._line(cell.y + 0.5), self._line(cell.y + cell.span - 0.5)
        style = _style(cell.owner)
        if cell.mark == "X":
            for line in range(top, bottom + 1):
                offset = round((line - top) * (right - left) / (bottom - top))
                self._put(left + offset, line, self.characters.anyone["falling"], style)
                self._put(right - offset, line, self.characters.anyone["rising"], style)
            self._put((left + right) // 2, (top + bottom) // 2, self.characters.big_cross, style)
        elif cell.mark == "O":
            characters, corners = self.characters.anyone, self.characters.corners
            across = characters["across"] * (right - left - 3)
            self._put(left + 1, top, corners[0] + across + corners[1], style)
            self._put(left + 1, bottom, corners[2] + across + corners[3], style)
            for line in range(top + 1, bottom):
                ways: tuple[Way, Way] = ("down", "down")
                if line == top + 1:
                    ways = ("rising", "falling")
                elif line == bottom - 1:
                    ways = ("falling", "rising")
                self._put(left, line, characters[ways[0]], style)
                self._put(right, line, characters[ways[1]], style)
        else:
            self._put((left + right) // 2, (top + bottom) // 2, cell.mark, style)

    def _draw_cell(self, cell: Cell) -> None:
        column, line = self._column(cell.x + 0.5), self._line(cell.y + 0.5)
        if cell.mark:
            style = "bold" if cell.owner is None else _style(cell.owner)
            self._put(column, line, cell.mark, style)
            if cell.last:
                self.last.append((column, line))
        elif cell.tint == "shaded":
            shade = self.characters.shaded if self.pitch == _WIDE else self.characters.shaded[:1]
            self._put(column - len(shade) // 2, line, shade, "dim")
        elif cell.taps or not self.has_taps:
            # A blank means that the next move can't go there, so there must be cells where it can.
            self._put(column, line, self.characters.empty, "bold" if cell.tint == "open" else "dim")

    def _point_out(self, ink: Ink, column: int, line: int) -> None:
        """Highlight the last move: [S] in ASCII, reversed in colour."""
        mark, style = ink[column, line]
        if self.color:
            ink[column, line] = mark, f"{style} reverse"
        for beside, bracket in ((column - 1, "["), (column + 1, "]")):
            if self.color and self.pitch == _WIDE:
                ink[beside, line] = " ", f"{style} reverse"
            elif not self.color and (self.pitch == _WIDE or (beside, line) not in ink):
                ink[beside, line] = bracket, ""

    def band(self, first: int, end: int, margin: int) -> Text:
        """Return the columns of cells from `first` up to `end`, with their labels."""
        left = self.pitch * first
        right = self.pitch * end + (0 if self.pitch == _WIDE else 1)
        ink = {place: drawn for place, drawn in self.ink.items() if left <= place[0] < right}
        starts_in_gap = first not in _columns(self.picture)
        for label in self.picture.labels:
            if label.x < 0 and not starts_in_gap:
                start = left - 1 - len(label.text)
            elif first <= label.x < end:
                middle = self._column(label.x) - (len(label.text) - 1) // 2
                start = max(left, min(middle, right - len(label.text)))
            else:
                continue
            line = self._line(label.y)
            taken = range(start - 1, start + len(label.text) + 1)
            if not any((column, line) in ink for column in taken):
                for offset, char in enumerate(label.text):
                    ink[start + offset, line] = (char, "dim" if self.color else "")
        for column, line in self.last:
            if left <= column < right:
                self._point_out(ink, column, line)
        inked = [line for _, line in ink]
        lines = range(min(inked, default=0), max(inked, default=0) + 1)
        return Text("\n").join(_row(ink, line, left - margin) for line in lines)


def _row(ink: Ink, line: int, left: int) -> Text:
    end = max((column for column, at in ink if at == line), default=left - 1) + 1
    drawn = [ink.get((column, line), (" ", "")) for column in range(left, end)]
    row = Text()
    for style, run in groupby(drawn, key=itemgetter(1)):
        row.append("".join(char for char, _ in run), style or None)
    return row


def _bands(picture: Picture, columns: int) -> Iterator[tuple[int, int]]:
    """Split the columns into bands of at most `columns`, between boards if possible."""
    used = _columns(picture)
    left = 0
    while left < picture.width:
        end = min(left + columns, picture.width)
        if end < picture.width:
            end = next((gap for gap in range(end, left, -1) if gap not in used), end)
        yield left, end
        left = end


def _columns(picture: Picture) -> set[int]:
    """Return the columns in which cells begin."""
    return {floor(cell.x) for cell in picture.cells}


def _style(owner: int | None) -> str:
    return "dim" if owner is None else f"bold {PLAYER_COLOURS[owner % len(PLAYER_COLOURS)]}"


def _way(stroke: Stroke) -> Way:
    across, down = stroke.x2 - stroke.x1, stroke.y2 - stroke.y1
    if down == 0:
        return "across"
    if across == 0:
        return "down"
    return "falling" if (across > 0) == (down > 0) else "rising"


def _half_steps(stroke: Stroke) -> Iterator[tuple[float, float]]:
    """Yield the centre of each cell under a stroke, and the point halfway to the next."""
    across, down = stroke.x2 - stroke.x1, stroke.y2 - stroke.y1
    steps = ceil(2 * max(abs(across), abs(down)))
    for step in range(steps + 1):
        yield stroke.x1 + across * step / steps, stroke.y1 + down * step / steps
