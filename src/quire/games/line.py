"""SOS on a line: its facts and words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from quire import _native
from quire.core import Facts, Game, Move, Position, Remark, Sizes
from quire.games._notation import shortened
from quire.profile import ChampionPlan, LevelSettings, Profile, View


def remarks_on(position: Position) -> list[Remark]:
    """Return the squares that win at once, the losing pairs, and what the parity decides.

    Facts of `parity`: the number of `empty` squares, and the `winner` if that decides.
    """
    if position.outcome() is not None:
        return []
    squares, _player = str(position).split()
    wins = tuple(move for move in position.legal_moves() if position.completes(move))
    pairs = tuple(
        f"{left + 2}-{left + 3}"
        for left in range(len(squares) - 3)
        if squares[left : left + 4] == "S..S"
    )
    empty = squares.count(".")
    parity = "odd" if empty % 2 else "even"
    remarks = []
    if wins:
        remarks.append(Remark("wins", f"{shortened(wins)} completes S-O-S and wins at once.", wins))
    if pairs:
        text = f"Losing pairs (the first to play there loses): squares {shortened(pairs)}."
        remarks.append(Remark("losing_pairs", text, pairs))
    text = f"{empty} empty squares ({parity})"
    facts: Facts = {"empty": empty}
    if pairs and not wins:
        # Losing squares come in pairs, so the player to move at an even number runs out of others.
        result = "wins" if empty % 2 else "loses"
        text += f" and a losing pair: player {position.to_move + 1} {result}"
        facts["winner"] = position.to_move if empty % 2 else 1 - position.to_move
    remarks.append(Remark("parity", f"{text}.", (parity,), facts))
    return remarks


def _views(text: str) -> Iterator[View]:
    squares, _, to_move = text.partition(" ")
    mirror = partial(_mirrored, len(squares))
    yield View(text, str, str)
    yield View(f"{squares[::-1]} {to_move}", mirror, mirror)


def _mirrored(squares: int, move: Move) -> Move:
    return f"{move[0]}{squares + 1 - int(move[1:])}"


def _value_key(text: str) -> tuple[str, int]:
    squares, _to_move = text.split()
    return squares, 0


_SIZES = Sizes(
    summary="the number of squares, 3 to 2000",
    default="14",
    common=("7", "14", "20", "30", "50", "100"),
    normalise=partial(_native.normalise_size, "line"),
)

GAME = Game(
    key="line",
    title="SOS on a line",
    summary="Write S or O in any square of one row. The first to complete S-O-S wins.",
    sizes=_SIZES,
    online_sizes=_SIZES,
    drawable=True,
    remarks=remarks_on,
    profile=Profile(
        words="letter, then the number of the square from the left: S7",
        levels=(
            LevelSettings("mcts", 10, miss_rate=0.93),
            LevelSettings("mcts", 30, miss_rate=0.72),
            LevelSettings("mcts", 30, miss_rate=0.44),
            LevelSettings("mcts", 40, miss_rate=0.08),
            LevelSettings("mcts", 150),
            LevelSettings("mcts", 600),
            LevelSettings("champion", 1000, perfect=True),
            LevelSettings("champion", 1000, perfect=True),
        ),
        champion=ChampionPlan(exact_share=0.9, search="mcts"),
        symmetries=_views,
        value_key=_value_key,
        openings=1,
        measured_size="21",
        proven_cells=2000,
        agents=("greedy", "feasible"),
    ),
)
