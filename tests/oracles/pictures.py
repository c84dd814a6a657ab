"""Pictures drawn naively from what a position reports: the second opinion on native/pictures.

Every cell is decided on its own, from its mark, the legal moves and the lines, and the game is
played again for every picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quire.core import Position, replay
from quire.picture import Cell, Label, Picture, Stroke, StrokeKind, Tap

TITLES = {
    "sos": "SOS",
    "line": "SOS on a line",
    "extreme": "Extreme Tic-Tac-Toe",
    "obstruction": "Obstruction",
}


@dataclass
class Board:
    """A position, asked once for what every cell needs to know."""

    game: str
    to_move: int
    cells: dict[str, str]
    legal: set[str]
    lines: list[tuple[str, ...]]
    winner: int | None
    """Who won by a line."""


def board_of(position: Position) -> Board:
    outcome = position.outcome()
    return Board(
        position.game,
        position.to_move,
        position.cells(),
        set(position.legal_moves()),
        position.lines(),
        outcome.winner if outcome is not None and outcome.reason == "line" else None,
    )


def naive_picture(start: Position, entries: Sequence[str]) -> Picture:
    """Return the picture after these entries of a record."""
    positions = list(replay(start, entries))
    position, game = positions[-1], start.game
    moves = {
        move: before.to_move
        for before, move in zip(positions, entries, strict=False)
        if not move.startswith("x")
    }
    last = list(moves)[-1] if moves else None
    if game == "extreme":  # the position text has it
        last = str(position).split()[2].replace("-", "") or None
    board = board_of(position)
    cells = [_cell(board, name, last) for name in board.cells]
    if game != "extreme":
        strokes = [_stroke(board, line, moves) for line in board.lines]
    else:
        owners = {_small(line[0]): board.cells[line[0]] for line in _small_lines(board)}
        cells += [_won(small, mark) for small, mark in sorted(owners.items())]
        strokes = [
            *_rules(),
            *(_stroke(board, line, moves) for line in _big_lines(board)),
        ]
    return Picture(
        game,
        position.size,
        ", ".join(_words(position, last)),
        max(cell.x + cell.span for cell in cells),  # type: ignore[arg-type]
        max(cell.y + cell.span for cell in cells),  # type: ignore[arg-type]
        tuple(cells),
        tuple(strokes),
        tuple(_labels(position)),
    )


def _place(game: str, cell: str) -> tuple[int, int]:
    """Return the column and the row of a cell."""
    if game == "line":
        return int(cell) - 1, 0
    if game == "extreme":
        x, y = _place("sos", cell[1:])
        return (x if cell[0] == "1" else x + 10), y
    return "abcdefghijklmnopqrstuvwxyz".index(cell[0]), int(cell[1:]) - 1


def _cell(board: Board, name: str, last: str | None) -> Cell:
    game, mark = board.game, board.cells[name]
    taps = tuple(
        Tap(move, move[0] if game in ("sos", "line") else "XO"[board.to_move])
        for move in (f"S{name}", f"O{name}", name)
        if move in board.legal
    )
    tint = "shaded" if mark == "#" else ""
    if game == "extreme":
        tint = _extreme_tint(board, name)
    return Cell(
        name,
        *_place(game, name),
        mark if mark not in ".#" else "",
        "XO".index(mark) if game in ("extreme", "obstruction") and mark in "XO" else None,
        tint,  # type: ignore[arg-type]
        last=last is not None and last.lstrip("SO") == name,
        taps=taps,
    )


def _extreme_tint(board: Board, name: str) -> str:
    cells = board.cells
    won = {_small(line[0]) for line in _small_lines(board)}
    if cells[name] != ".":
        same = [mark for cell, mark in cells.items() if _small(cell) == _small(name)]
        return "drawn" if "." not in same and _small(name) not in won else ""
    free = [cell for cell, mark in cells.items() if mark == "." and _small(cell) not in won]
    return "open" if name in board.legal and len(board.legal) < len(free) else ""


def _small(cell: str) -> str:
    """Return the name of a cell's SmallBoard: `2:a1`."""
    x, y = _place("sos", cell[1:])
    return f"{cell[0]}:{'abc'[x // 3]}{y // 3 + 1}"


def _small_lines(board: Board) -> list[tuple[str, ...]]:
    return [line for line in board.lines if _small(line[0]) == _small(line[-1])]


def _big_lines(board: Board) -> list[tuple[str, ...]]:
    return [line for line in board.lines if _small(line[0]) != _small(line[-1])]


def _won(small: str, mark: str) -> Cell:
    x, y = 3 * "abc".index(small[2]), 3 * (int(small[3]) - 1)
    left = 0 if small[0] == "1" else 10
    return Cell(small, left + x, y, mark, "XO".index(mark), "won", span=3)


def _stroke(board: Board, line: tuple[str, ...], moves: dict[str, int]) -> Stroke:
    (x1, y1), (x2, y2) = (_place(board.game, cell) for cell in (line[0], line[-1]))
    owner = board.winner
    if board.game == "sos" and owner is None:
        written = [player for move, player in moves.items() if move[1:] in line]
        owner = written[-1] if written else None
    if board.game == "extreme":
        small = [cells for cells in _small_lines(board) if _small(cells[0]) == _small(line[0])]
        owner = "XO".index(board.cells[small[0][0]])
    return Stroke(StrokeKind.LINE, x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5, owner)


def _rules() -> list[Stroke]:
    rules = []
    for left in (0, 10):
        for edge in (3, 6):
            rules.append(Stroke(StrokeKind.RULE, left + edge, 0, left + edge, 9))
            rules.append(Stroke(StrokeKind.RULE, left, edge, left + 9, edge))
    return rules


def _labels(position: Position) -> list[Label]:
    if position.game == "line":
        squares = len(position.cells())
        return [
            Label(number - 0.5, -0.4, str(number))
            for number in range(1, squares + 1)
            if squares <= 30 or number == 1 or number % 5 == 0
        ]
    if position.game == "extreme":
        return [
            label
            for big, left in ((1, 0), (2, 10))
            for label in (Label(left + 4.5, -0.4 - 0.7, f"BigBoard {big}"), *_grid(9, 9, left))
        ]
    columns, rows = (int(side) for side in position.size.split(":")[0].split("x"))
    return _grid(columns, rows, 0)


def _grid(columns: int, rows: int, left: int) -> list[Label]:
    above = [Label(left + x + 0.5, -0.4, chr(ord("a") + x)) for x in range(columns)]
    return above + [Label(left - 0.4, y + 0.5, str(y + 1)) for y in range(rows)]


def _words(position: Position, last: str | None) -> list[str]:
    outcome = position.outcome()
    state = f"player {position.to_move + 1} to move"
    points = position.points
    if outcome is not None:
        points = outcome.points
        first = [str(player + 1) for player, rank in enumerate(outcome.ranks) if rank == 1]
        if outcome.winner is not None:
            state = f"player {outcome.winner + 1} wins"
        elif len(first) == len(outcome.ranks):
            state = "draw"
        else:
            state = f"draw between players {', '.join(first[:-1])} and {first[-1]}"
    words = [f"{TITLES[position.game]} {position.size}", state]
    if any(points):
        words.append("-".join("x" if p in position.out else str(n) for p, n in enumerate(points)))
    return words if last is None else [*words, f"last move {last}"]
