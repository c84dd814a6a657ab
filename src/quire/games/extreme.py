"""Extreme Tic-Tac-Toe: its facts and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from operator import getitem, itemgetter

from quire import _native
from quire.core import Facts, Game, Move, Position, Remark, Sizes
from quire.games._paper import (
    LABEL_GAP,
    LAST,
    TAP,
    Forms,
    caption,
    column_labels,
    marks_of,
    place,
    retrace,
    row_labels,
    shortened,
    stroke_through,
)
from quire.games._symmetry import grid_turns
from quire.picture import Cell, Label, Picture, Stroke, StrokeKind, Tap, Tint
from quire.profile import ChampionPlan, LevelSettings, Profile, View

_TITLE = "Extreme Tic-Tac-Toe"
_MARKS = "XO"
_SIDE = 9
_LEFT = {"1": 0, "2": _SIDE + 1}
"""The first column of each BigBoard; one column stays free between the two."""

_PLACES = (
    *("top left", "top", "top right"),
    *("left", "centre", "right"),
    *("bottom left", "bottom", "bottom right"),
)
_ANYWHERE = "anywhere"
_THREES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)

SmallBoard = tuple[str, int, int]
"""Its BigBoard, then its column and row on it: ("2", 0, 1)."""


def draw(position: Position, moves: Sequence[str] = (), start: Position | None = None) -> Picture:
    """Return the board as data: won SmallBoards lie over their cells, and open cells are tinted."""
    retrace(position, moves, start)
    lines = position.lines()
    marks = marks_of(position)
    last = _last_move(position)
    places = _board().places
    won = {
        _small_board(line[0]): _MARKS.index(marks[places[line[0]]])
        for line in lines
        if _small_board(line[0]) == _small_board(line[-1])
    }
    return Picture(
        position.game,
        position.size,
        caption(_TITLE, position, last),
        _LEFT["2"] + _SIDE,
        _SIDE,
        (*_cells(position, marks, won, last), *_won_boards(won)),
        (*_rules(), *_winning_lines(lines, won)),
        _labels(),
    )


def _last_move(position: Position) -> Move | None:
    _board, _to_move, last, _bonus = str(position).split()
    return None if last == "-" else last


def is_bonus(position: Position) -> bool:
    """Return whether this is a bonus move for winning a SmallBoard; it earns no further one."""
    return str(position).endswith("+")


def _place(cell: str) -> tuple[int, int]:
    x, y = place(cell[1:])
    return _LEFT[cell[0]] + x, y


@cache
def _small_board(cell: str) -> SmallBoard:
    x, y = place(cell[1:])
    return cell[0], x // 3, y // 3


@dataclass(frozen=True, slots=True)
class _Board:
    """What never changes: every cell in all its forms, and the index of each."""

    forms: tuple[Forms, ...]
    places: dict[str, int]
    nines: dict[SmallBoard, tuple[int, ...]]
    """The indices of the cells of each SmallBoard."""


@cache
def _board() -> _Board:
    names = list(_native.start("extreme", "2x9x9").cells())
    nines: dict[SmallBoard, tuple[int, ...]] = {}
    for at, name in enumerate(names):
        nines[_small_board(name)] = (*nines.get(_small_board(name), ()), at)
    places = {name: at for at, name in enumerate(names)}
    return _Board(tuple(map(_forms, names)), places, nines)


def _forms(name: str) -> Forms:
    x, y = _place(name)
    forms = {".": Cell(name, x, y)}
    for owner, mark in enumerate(_MARKS):
        for tint, drawn in _DRAWN.items():
            forms[drawn + mark] = Cell(name, x, y, mark, owner, tint)
            forms[drawn + mark + LAST] = Cell(name, x, y, mark, owner, tint, last=True)
        for open_tint in _OPEN:
            tap = TAP + mark + open_tint
            forms[tap] = Cell(name, x, y, tint=open_tint, taps=(Tap(name, mark),))
    return forms


_DRAWN: dict[Tint, str] = {"": "", "drawn": "#"}
_OPEN: tuple[Tint, Tint] = ("", "open")


def _cells(
    position: Position, marks: str, won: Mapping[SmallBoard, int], last: Move | None
) -> list[Cell]:
    board = _board()
    forms = board.forms
    shown = list(marks)
    free = 0
    for small, nine in board.nines.items():
        if small not in won:
            empty = itemgetter(*nine)(marks).count(".")
            free += empty
            if not empty:
                for at in nine:
                    shown[at] = _DRAWN["drawn"] + marks[at]
    legal = position.legal_moves()
    # If every free cell is open, none is highlighted.
    tap = TAP + _MARKS[position.to_move] + _OPEN[len(legal) != free]
    for move in legal:
        shown[board.places[move]] = tap
    if last is not None:
        shown[board.places[last]] += LAST
    return list(map(getitem, forms, shown))


def _won_boards(won: Mapping[SmallBoard, int]) -> list[Cell]:
    return [_won_board(*small, owner) for small, owner in sorted(won.items())]


@cache
def _won_board(big: str, x: int, y: int, owner: int) -> Cell:
    name = _name(big, 3 * y + x)
    return Cell(name, _LEFT[big] + 3 * x, 3 * y, _MARKS[owner], owner, "won", span=3)


def remarks_on(position: Position) -> list[Remark]:
    """Return where this move and the next must go, what can be won now, and who threatens what.

    Facts: `bonus` is 1 for a bonus move; the `player` who has a threat.
    """
    if position.outcome() is not None:
        return []
    legal = position.legal_moves()
    remarks = [_bound(position, legal)]
    after = {move: position.play(move) for move in legal}
    wins = tuple(move for move in legal if _wins(after[move], position.to_move))
    taken = tuple(move for move in legal if position.completes(move))
    if wins:
        remarks.append(Remark("wins", f"Wins the game at once: {shortened(wins)}.", wins))
    if taken:
        remarks.append(Remark("takes", f"Wins a SmallBoard: {shortened(taken)}.", taken))
    sent = {move: _sent_to(after[move], move) for move in legal if not after[move].outcome()}
    words = [
        f"{where} by {shortened([move for move, to in sent.items() if to == where], most=6)}"
        for where in (*_PLACES, _ANYWHERE)
        if where in sent.values()
    ]
    items = tuple(f"{move} {where}" for move, where in sent.items())
    if words:
        remarks.append(Remark("sends", f"Sends the next move: {'; '.join(words)}.", items))
    for mark in _MARKS:
        remarks.extend(_threats(position, mark))
    return remarks


def _bound(position: Position, legal: Sequence[Move]) -> Remark:
    last = _last_move(position)
    if last is None or any(_where(move) != _inside(last) for move in legal):
        return Remark("bound", "Free choice: any open small board.", (_ANYWHERE,))
    bonus = is_bonus(position)
    which = "The bonus move" if bonus else "This move"
    where = _PLACES[_inside(last)]
    text = f"{which} must go to a {where} small board."
    return Remark("bound", text, (where,), {"bonus": 1} if bonus else {})


def _wins(after: Position, player: int) -> bool:
    outcome = after.outcome()
    return outcome is not None and outcome.winner == player


def _sent_to(after: Position, move: Move) -> str:
    named = _inside(move)
    free = any(_where(follower) != named for follower in after.legal_moves())
    return _ANYWHERE if free else _PLACES[named]


def _inside(cell: str) -> int:
    """Return the index of a cell in its SmallBoard, row by row."""
    x, y = place(cell[1:])
    return 3 * (y % 3) + x % 3


def _where(cell: str) -> int:
    """Return the index of a cell's SmallBoard on its BigBoard, row by row."""
    _big, x, y = _small_board(cell)
    return 3 * y + x


def _threats(position: Position, mark: str) -> Iterator[Remark]:
    """Yield the SmallBoards that one more mark would win, and those that would win the game."""
    number = _MARKS.index(mark)
    player = f"Player {number + 1} ({mark})"
    facts: Facts = {"player": number}
    cells = position.cells()
    threatened: list[str] = []
    needed: list[str] = []
    for big in _LEFT:
        nines = ["".join(cells[cell] for cell in _cells_of(big, at)) for at in range(9)]
        state = "".join(map(_state, nines))
        for at, nine in enumerate(nines):
            if state[at] == "." and _lacking(nine, mark):
                threatened.append(_name(big, at))
        needed.extend(_name(big, at) for at in _lacking(state, mark))
    if threatened:
        text = f"{player} is one mark away from winning small board {shortened(threatened)}."
        yield Remark("threatens", text, tuple(f"{mark} {name}" for name in threatened), facts)
    if needed:
        text = f"{player} needs one more small board for three in a row: {shortened(needed)}."
        yield Remark("needs", text, tuple(f"{mark} {name}" for name in needed), facts)


def _cells_of(big: str, at: int) -> list[str]:
    """Return the nine cells of a SmallBoard, row by row."""
    return [
        f"{big}{'abcdefghi'[3 * (at % 3) + inside % 3]}{3 * (at // 3) + inside // 3 + 1}"
        for inside in range(9)
    ]


def _state(nine: str) -> str:
    """Return who has won a SmallBoard; `.` while it is open, `#` if it is drawn."""
    for mark in _MARKS:
        if any(all(nine[at] == mark for at in three) for three in _THREES):
            return mark
    return "." if "." in nine else "#"


def _lacking(nine: str, mark: str) -> list[int]:
    """Return the empty cells where this mark would complete three in a row."""
    completing = {
        at
        for three in _THREES
        for at in three
        if all(nine[place] == mark for place in three if place != at)
    }
    return sorted(at for at in completing if nine[at] == ".")


def _name(big: str, at: int) -> str:
    """Return the name of a SmallBoard, given its BigBoard and its index on it."""
    return f"{big}:{'abc'[at % 3]}{at // 3 + 1}"


@cache
def _rules() -> tuple[Stroke, ...]:
    return tuple(
        rule
        for left in _LEFT.values()
        for edge in (3, 6)
        for rule in (
            Stroke(StrokeKind.RULE, left + edge, 0, left + edge, _SIDE),
            Stroke(StrokeKind.RULE, left, edge, left + _SIDE, edge),
        )
    )


def _winning_lines(
    lines: Iterable[tuple[str, ...]], won: Mapping[SmallBoard, int]
) -> Iterator[Stroke]:
    for line in lines:
        if _small_board(line[0]) != _small_board(line[-1]):
            owner = won[_small_board(line[0])]
            yield stroke_through(StrokeKind.LINE, _place(line[0]), _place(line[-1]), owner)


@cache
def _labels() -> tuple[Label, ...]:
    return tuple(
        label
        for big, left in _LEFT.items()
        for label in (
            Label(left + _SIDE / 2, -LABEL_GAP - 0.7, f"BigBoard {big}"),
            *column_labels(_SIDE, left),
            *row_labels(_SIDE, left),
        )
    )


def _views(text: str) -> Iterator[View]:
    """Yield the views: both BigBoards alike, since a move on either names a SmallBoard on both."""
    boards, to_move, last, bonus = text.split()
    first, second = (board.split("/") for board in boards.split("|"))
    for exchanged, turn in product((False, True), grid_turns(first)):
        there = partial(_on_big_board, turn.there, exchanged)
        turned = ["/".join(turn.board(lines)) for lines in (first, second)]
        yield View(
            f"{'|'.join(turned[::-1] if exchanged else turned)} {to_move} "
            f"{last if last == '-' else there(last)} {bonus}",
            there,
            partial(_on_big_board, turn.back, exchanged),
        )


def _on_big_board(cell: Callable[[str], str], exchanged: bool, move: Move) -> Move:
    big = {"1": "2", "2": "1"}[move[0]] if exchanged else move[0]
    return big + cell(move[1:])


def _value_key(text: str) -> tuple[str, int]:
    boards, to_move, last, bonus = text.split()
    if to_move == "2":
        boards = boards.translate(str.maketrans("XO", "OX"))
    return f"{boards} {last} {bonus}", 0


_SIZES = Sizes(
    summary="2x9x9 only: two big boards of 9 x 9 cells",
    default="2x9x9",
    common=("2x9x9",),
    normalise=partial(_native.normalise_size, "extreme"),
)

GAME = Game(
    key="extreme",
    title=_TITLE,
    summary="Win three small boards in a row on either big board. The cell you pick decides which "
    "small boards are next.",
    sizes=_SIZES,
    online_sizes=_SIZES,
    drawable=True,
    paint=draw,
    marks=tuple(_MARKS),
    has_points=lambda size: True,
    is_bonus=is_bonus,
    win_points=86,
    remarks=remarks_on,
    profile=Profile(
        words="big board, column, row: 1e5",
        levels=(
            LevelSettings("mcts", 30, miss_rate=0.7),
            LevelSettings("mcts", 60, miss_rate=0.4),
            LevelSettings("mcts", 150, miss_rate=0.15),
            LevelSettings("mcts", 800),
            LevelSettings("mcts:evaluation=yes", 30),
            LevelSettings("mcts:evaluation=yes", 200),
            LevelSettings("champion", 1500),
            LevelSettings("champion", 20_000),
        ),
        champion=ChampionPlan(exact_share=0.2, search="mcts:evaluation=yes", max_empty_cells=40),
        symmetries=_views,
        value_key=_value_key,
        agents=("greedy",),
        estimator="search",
    ),
)
