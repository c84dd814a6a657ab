"""Extreme Tic-Tac-Toe: its facts and words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import product

from quire import _native
from quire.core import Facts, Game, Move, Position, Remark, Sizes
from quire.games._notation import place, shortened
from quire.games._symmetry import grid_turns
from quire.profile import ChampionPlan, LevelSettings, Profile, View

_MARKS = "XO"
_BIG_BOARDS = "12"
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


def _last_move(position: Position) -> Move | None:
    _board, _to_move, last, _bonus = str(position).split()
    return None if last == "-" else last


def is_bonus(position: Position) -> bool:
    """Return whether this is a bonus move for winning a SmallBoard; it earns no further one."""
    return str(position).endswith("+")


@cache
def _small_board(cell: str) -> SmallBoard:
    x, y = place(cell[1:])
    return cell[0], x // 3, y // 3


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
    for big in _BIG_BOARDS:
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


_EXCHANGED_MARKS = str.maketrans("XO", "OX")


def _value_key(text: str) -> tuple[str, int]:
    boards, to_move, last, bonus = text.split()
    if to_move == "2":
        boards = boards.translate(_EXCHANGED_MARKS)
    return f"{boards} {last} {bonus}", 0


_SIZES = Sizes(
    summary="2x9x9 only: two big boards of 9 x 9 cells",
    default="2x9x9",
    common=("2x9x9",),
    normalise=partial(_native.normalise_size, "extreme"),
)

GAME = Game(
    key="extreme",
    title="Extreme Tic-Tac-Toe",
    summary="Win three small boards in a row on either big board. The cell you pick decides which "
    "small boards are next.",
    sizes=_SIZES,
    online_sizes=_SIZES,
    drawable=True,
    marks=tuple(_MARKS),
    has_points=lambda size: True,
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
