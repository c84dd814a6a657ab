"""SOS on a grid: its facts and words, and the other way to type a move."""

from __future__ import annotations

from functools import partial

from quire import _native
from quire.core import Game, Move, Position, Remark, Sizes
from quire.errors import IllegalMove
from quire.games._notation import place, shortened
from quire.games._symmetry import grid_views
from quire.profile import ChampionPlan, LevelSettings, Profile


def read(position: Position, text: str) -> list[Move]:
    """Return the moves that a text may mean: `C A S` and `S C A` are S in row C, column A.

    Readings off the board are dropped; if two different ones are left, both are returned. Any other
    text is returned unchanged. Raises IllegalMove if no reading is on the board.
    """
    typed = "".join(text.split())
    if len(typed) != 3 or not (typed.isascii() and typed.isalpha()):
        return [text]
    typed = typed.upper()
    if typed[0] not in "SO" and typed[2] not in "SO":
        return [text]
    on_board = position.cells()
    readings: list[Move] = []
    for row, column, letter in (tuple(typed), tuple(typed[1:] + typed[0])):
        cell = f"{column.lower()}{ord(row) - ord('A') + 1}"
        move = letter + cell
        if letter in "SO" and cell in on_board and move not in readings:
            readings.append(move)
    if not readings:
        last_row, last_column = (chr(ord("A") + at) for at in reversed(place(list(on_board)[-1])))
        raise IllegalMove(
            f"{text!r} is off the board: rows A to {last_row}, columns A to {last_column}"
        )
    return readings


def remarks_on(position: Position) -> list[Remark]:
    """Return the scoring moves, the safe moves, and the paper's "no option" if there are neither.

    A move is safe if it completes nothing and leaves nothing that the next move could complete.

    Facts: `points` of each scoring move; `moves`, the number of legal moves, with the safe ones.
    """
    if position.outcome() is not None:
        return []
    moves = position.legal_moves()
    offers = {move: n for move in moves if (n := len(position.completes(move)))}
    on_offer = {move[1:] for move in offers}
    safe = tuple(
        move
        for move in moves
        if move not in offers and on_offer <= {move[1:]} and not _native.opens(position, move)
    )
    remarks = []
    if offers:
        best_first = sorted(offers, key=lambda move: -offers[move])
        words = [f"{move} ({offers[move]})" for move in best_first]
        text = f"Scoring moves (points): {shortened(words)}."
        points = tuple(offers[move] for move in best_first)
        remarks.append(Remark("on_offer", text, tuple(best_first), {"points": points}))
    if safe or offers:
        text = "No safe moves except those that score."
        if safe:
            text = f"Safe moves ({len(safe)} of {len(moves)}): {shortened(safe)}."
        remarks.append(Remark("safe", text, safe, {"moves": len(moves)}))
    else:
        text = "No option: you can't score, and every move lets the next player score."
        remarks.append(Remark("no_option", text))
    return remarks


_SIZES = Sizes(
    summary="columns x rows, 3 to 26 each; :3 for three players (2 to 8), :simple for the simple "
    "variant, where the first S-O-S wins",
    default="8x8",
    common=("3x3", "5x5", "8x8", "10x10", "16x16", "26x26", "5x5:simple", "8x8:3"),
    normalise=partial(_native.normalise_size, "sos"),
)


def _value_key(text: str) -> tuple[str, int]:
    board, to_move, points = text.split()
    if points.startswith("simple"):
        return f"{board} simple", 0
    first, second = map(int, points.split("-"))
    return board, first - second if to_move == "1" else second - first


def _counts_points(size: str) -> bool:
    return not size.endswith(":simple")


GAME = Game(
    key="sos",
    title="SOS",
    summary="Write S or O in any cell. Each S-O-S in a straight line scores a point and earns "
    "another move.",
    sizes=_SIZES,
    online_sizes=_SIZES,
    drawable=True,
    max_players=8,
    has_points=_counts_points,
    decided_by_points=_counts_points,
    read=read,
    remarks=remarks_on,
    profile=Profile(
        words="letter, column, row: Sb3 (or row, column, letter: C B S)",
        levels=(
            LevelSettings("mcts", 100, miss_rate=0.85),
            LevelSettings("mcts", 100, miss_rate=0.65),
            LevelSettings("mcts", 150, miss_rate=0.4),
            LevelSettings("mcts", 300, miss_rate=0.15),
            LevelSettings("mcts", 1500),
            LevelSettings("champion", 200),
            LevelSettings("champion", 1500),
            LevelSettings("champion", 20_000),
        ),
        champion=ChampionPlan(exact_share=0.0, search="search"),  # which runs the solver itself
        symmetries=partial(grid_views, 1),
        value_key=_value_key,
        openings=2,
        measured_size="6x6",
        proven_cells=16,
        agents=("greedy", "feasible"),
        estimator="search",
    ),
)
