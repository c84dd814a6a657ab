"""Insertions into a text at the places of its syntax tree, which leave everything else as it is."""

from __future__ import annotations

import ast


class Edits:
    """A text in Python 3 with its tree, and what is to be inserted, replaced or removed."""

    def __init__(self, text: str) -> None:
        self.tree = ast.parse(text)
        self._content = text.encode()
        lines = self._content.splitlines(keepends=True)
        self._line_starts = [0]
        for line in lines:
            self._line_starts.append(self._line_starts[-1] + len(line))
        self._before: dict[int, str] = {}
        self._after: dict[int, str] = {}
        self._replaced: dict[int, tuple[int, str]] = {}

    def start(self, node: ast.expr | ast.stmt | ast.keyword | ast.alias) -> int:
        """Return where a node begins."""
        return self._line_starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        """Return where a node ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._line_starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, start: int, end: int) -> str:
        """Return what is there now."""
        return self._content[start:end].decode()

    def indentation(self, node: ast.stmt) -> str:
        """Return the blanks before a statement, or one blank if it shares its line."""
        line = self.text(self._line_starts[node.lineno - 1], self.start(node))
        return line if not line.strip() else " "

    def rest_of_line(self, node: ast.stmt) -> str:
        """Return what follows a statement on its line, without blanks."""
        return self._content[self.end(node) :].partition(b"\n")[0].decode().strip()

    def wrap(self, node: ast.expr, before: str, after: str) -> None:
        """Put text around a node; outer nodes come first."""
        self.insert(self.start(node), before)
        self.close(self.end(node), after)

    def close(self, place: int, text: str) -> None:
        """Insert the end of something: before all that is inserted there for what is outside it."""
        self._after[place] = text + self._after.get(place, "")

    def insert(self, place: int, text: str) -> None:
        """Insert text, after what was inserted there before."""
        self._before[place] = self._before.get(place, "") + text

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace a part of the text in which nothing else changes."""
        self._replaced[start] = (end, text)

    def operator(self, left: ast.expr, right: ast.expr) -> tuple[int, int]:
        """Return the place of the operator between two operands."""
        start, end = self.end(left), self.start(right)
        place = start
        while self._content[place : place + 1] in (b" ", b"\t", b"\n", b"\\", b")", b"#"):
            if self._content[place : place + 1] == b"#":
                place = self._content.index(b"\n", place)
            place += 1
        stop = place
        while stop < end and self._content[stop : stop + 1] in (b"/", b"<", b">", b"="):
            stop += 1
        return place, stop

    def result(self) -> str:
        """Return the new text."""
        parts, place = [], 0
        for at in sorted({*self._before, *self._after, *self._replaced}):
            if at < place:
                continue  # inside a part that was replaced
            parts.append(self._content[place:at].decode())
            parts.append(self._after.get(at, "") + self._before.get(at, ""))
            place = at
            if at in self._replaced:
                place, text = self._replaced[at]
                parts.append(text)
        return "".join([*parts, self._content[place:].decode()])
