"""Obstruction: its facts and words."""

from __future__ import annotations

from functools import partial, reduce
from operator import xor

from quire import _native
from quire.core import Facts, Game, Position, Remark, Sizes
from quire.errors import NotationError
from quire.games._notation import shortened
from quire.games._symmetry import grid_views
from quire.profile import ChampionPlan, LevelSettings, Profile

_SMALLEST_ONLINE = 5

# Limits for the Grundy values in the remarks.
_MEMORY = 2**24
_NODES = 60_000


def remarks_on(position: Position) -> list[Remark]:
    """Return the independent regions with their Grundy values, and who wins by them.

    A value that takes too long to compute is left out.

    Facts: the `value` of a region; of all together the `values`, their `total` and the `winner`.
    """
    if position.outcome() is not None:
        return []
    solver = _native.solver(position, _MEMORY)
    regions = sorted(solver.regions(position, nodes=_NODES), key=lambda region: -len(region[0]))
    remarks = []
    for cells, value in regions:
        worth = "" if value is None else f", value {value}"
        text = f"Region of {len(cells)} cells{worth}: {shortened(cells)}."
        facts: Facts = {} if value is None else {"value": value}
        remarks.append(Remark("region", text, tuple(cells), facts))
    values = tuple(value for _cells, value in regions if value is not None)
    if len(values) == len(regions):
        total = reduce(xor, values)
        result = "wins" if total else "loses"
        sum_of = " xor ".join(map(str, values))
        text = f"Nim-sum {sum_of} = {total}" if len(values) > 1 else f"Grundy value {total}"
        text += f": player {position.to_move + 1} {result}."
        winner = position.to_move if total else 1 - position.to_move
        facts = {"values": values, "total": total, "winner": winner}
        remarks.append(Remark("value", text, (str(total),), facts))
    return remarks


def _normalise_online(text: str) -> str:
    size = _native.normalise_size("obstruction", text)
    if min(map(int, size.split("x"))) < _SMALLEST_ONLINE:
        raise NotationError(f"{size} is too small to play online: use 5 to 10 columns and rows")
    return size


def _value_key(text: str) -> tuple[str, int]:
    board, _to_move = text.split()
    return board.replace("X", "#").replace("O", "#"), 0


_COMMON = tuple(f"{n}x{n}" for n in range(_SMALLEST_ONLINE, 11))

GAME = Game(
    key="obstruction",
    title="Obstruction",
    summary="Mark a free cell and block its neighbours for both players. The last player to move "
    "wins.",
    sizes=Sizes(
        summary="columns x rows, 1 to 10 each",
        default="6x6",
        common=_COMMON,
        normalise=partial(_native.normalise_size, "obstruction"),
    ),
    online_sizes=Sizes(
        summary="columns x rows, 5 to 10 each",
        default="6x6",
        common=_COMMON,
        normalise=_normalise_online,
    ),
    drawable=False,
    marks=("X", "O"),
    remarks=remarks_on,
    profile=Profile(
        words="column, row: c4",
        levels=(
            LevelSettings("mcts", 30, miss_rate=0.92),
            LevelSettings("mcts", 30, miss_rate=0.6),
            LevelSettings("mcts", 40, miss_rate=0.3),
            LevelSettings("mcts", 100, miss_rate=0.05),
            LevelSettings("mcts", 500),
            LevelSettings("mcts", 5000),
            LevelSettings("champion", 500),
            LevelSettings("champion", 100_000, perfect=True),
        ),
        champion=ChampionPlan(exact_share=0.8, search="mcts"),
        symmetries=partial(grid_views, 0),
        value_key=_value_key,
        openings=2,
        measured_size="8x8",
        proven_cells=49,
    ),
)
