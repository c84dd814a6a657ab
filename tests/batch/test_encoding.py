from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from quire.batch import Encoding
from quire.errors import IllegalMove
from quire.games import parse
from tests.random_games import BOARDS, random_game
from tests.rules.composed import X_WON, extreme_text

SMALL = [(game, size) for game, size in BOARDS if size not in ("26x26", "2000")]


def planes(encoding: Encoding, text: str, player: int) -> dict[str, list[list[float]]]:
    seen = encoding.observe(parse(encoding.game.key, text), player)
    assert seen.shape == encoding.shape
    assert seen.dtype == np.float32
    return dict(zip(encoding.planes, seen.tolist(), strict=True))


def whole(value: float, columns: int, rows: int) -> list[list[float]]:
    return [[value] * columns] * rows


def test_sos_planes_have_letters_turn_and_points_relative_to_the_observer() -> None:
    encoding = Encoding("sos", "3x4:3")
    seen = planes(encoding, "SOS/.../O../... 2 4-1-2", player=2)
    assert seen == {
        "S": [[1, 0, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]],
        "O": [[0, 1, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0]],
        "open": [[0, 0, 0], [1, 1, 1], [0, 1, 1], [1, 1, 1]],
        "to_move+0": whole(0, 3, 4),
        "to_move+1": whole(0, 3, 4),
        "to_move+2": whole(1, 3, 4),
        "points+0": whole(2, 3, 4),
        "points+1": whole(4, 3, 4),
        "points+2": whole(1, 3, 4),
    }


def test_simple_variant_and_line_have_no_points() -> None:
    assert Encoding("sos", "3x3:simple").planes == ("S", "O", "open", "to_move+0", "to_move+1")
    seen = planes(Encoding("line", "5"), "S..O. 1", player=0)
    assert seen == {
        "S": [[1, 0, 0, 0, 0]],
        "O": [[0, 0, 0, 1, 0]],
        "open": [[0, 1, 1, 0, 1]],
        "to_move+0": whole(1, 5, 1),
        "to_move+1": whole(0, 5, 1),
    }


@pytest.mark.parametrize(("player", "own", "others"), [(0, 0, 2), (1, 2, 0)])
def test_obstruction_planes_start_with_the_observers_marks(
    player: int, own: int, others: int
) -> None:
    """X at the left end of a row of five, O in the middle: only the right end is left."""
    seen = planes(Encoding("obstruction", "5x1"), "X#O#. 1", player)
    assert seen["marks+0"][0].index(1) == own
    assert seen["marks+1"][0].index(1) == others
    assert seen["open"] == [[0, 0, 0, 0, 1]]
    assert seen["to_move+0"] == whole(1 - player, 5, 1)


def test_extreme_planes_have_the_target_and_the_bonus_move() -> None:
    """X has just won the SmallBoard at the top left with 1c1: on to those at the top right."""
    encoding = Encoding("extreme")
    seen = planes(encoding, extreme_text({0: X_WON}, {}, "1 1c1 +"), player=1)
    assert np.argwhere(np.array(seen["marks+1"])).tolist() == [[0, 0], [0, 1], [0, 2]]
    assert seen["marks+0"] == whole(0, 19, 9)
    # The second BigBoard starts at column 10: one column lies between the two.
    columns = [6, 7, 8, 16, 17, 18]
    assert np.argwhere(np.array(seen["open"])).tolist() == [
        [row, column] for row in range(3) for column in columns
    ]
    assert seen["to_move+1"] == seen["bonus"] == whole(1, 19, 9)
    assert seen["points+0"] == whole(0, 19, 9)
    assert seen["points+1"] == whole(4, 19, 9)
    later = planes(encoding, extreme_text({0: X_WON}, {}, "2 1c1 -"), player=1)
    assert later["bonus"] == whole(0, 19, 9)


def test_nobody_is_to_move_once_the_game_is_over() -> None:
    seen = planes(Encoding("line", "4"), "SOS. 2", player=1)
    assert seen["open"] == seen["to_move+0"] == seen["to_move+1"] == whole(0, 4, 1)


@pytest.mark.parametrize(("game", "size"), SMALL)
def test_actions_are_the_indexes_of_the_legal_moves(game: str, size: str) -> None:
    encoding = Encoding(game, size)
    for position, _entries in random_game(game, size, seed=3):
        legal = position.legal_moves()
        actions = encoding.actions(position)
        assert actions == [position.index(move) for move in legal] == sorted(set(actions))
        assert np.flatnonzero(encoding.mask(position)).tolist() == actions
        assert [encoding.move(action) for action in actions] == legal
        assert max(position.points) <= encoding.max_points
        for action in actions[:3]:
            assert encoding.play(position, action) == position.play(encoding.moves[action])


@pytest.mark.parametrize("action", [-1, 18, 10**30])
def test_unknown_action_is_refused(action: int) -> None:
    encoding = Encoding("sos", "3x3")
    with pytest.raises(IllegalMove, match=r"no action -?\d+: sos 3x3 has actions 0 to 17"):
        encoding.play(encoding.start, action)


def test_illegal_action_is_refused_with_the_reason() -> None:
    encoding = Encoding("obstruction", "3x3")
    with pytest.raises(IllegalMove, match="b1 is blocked"):
        encoding.play(parse("obstruction", "X#./##./... 2"), 1)


@pytest.mark.parametrize("player", [-1, 2])
def test_unknown_observer_is_refused(player: int) -> None:
    encoding = Encoding("line", "5")
    with pytest.raises(ValueError, match="players are numbered 0 to 1"):
        encoding.observe(encoding.start, player)


@pytest.mark.parametrize(
    ("size", "text", "payoffs"),
    [
        ("3x3", "SSS/SSS/SSS 1 2-1", [1, -1]),
        ("3x3", "SSS/SSS/SSS 1 2-2", [0, 0]),
        ("3x3", "SSS/SSS/SS. 1 2-1", [0, 0]),
        ("3x3:3", "SSS/SSS/SSS 1 1-2-0", [0, 1, -1]),
        ("3x3:3", "SSS/SSS/SSS 1 2-2-0", [0.5, 0.5, -1]),
        ("3x3:3", "SSS/SSS/SSS 1 2-0-0", [1, -0.5, -0.5]),
        ("3x3:3", "SSS/SSS/SSS 1 1-1-1", [0, 0, 0]),
        ("3x3:5", "SSS/SSS/SSS 1 9-7-7-2-0", [1, 0.25, 0.25, -0.5, -1]),
        ("3x3:3:simple", "SOS/.../... 1 simple-3", [-0.5, -0.5, 1]),
    ],
)
def test_payoffs_are_the_share_ranked_below_minus_the_share_above(
    size: str, text: str, payoffs: list[float]
) -> None:
    assert Encoding("sos", size).payoffs(parse("sos", text)) == payoffs


@pytest.mark.parametrize(("game", "size"), SMALL)
def test_encoding_can_be_copied_and_pickled(game: str, size: str) -> None:
    encoding = Encoding(game, size)
    for again in (pickle.loads(pickle.dumps(encoding)), copy.deepcopy(encoding)):
        assert (again.moves, again.planes, again.shape) == (
            encoding.moves,
            encoding.planes,
            encoding.shape,
        )
        assert again.start == encoding.start
