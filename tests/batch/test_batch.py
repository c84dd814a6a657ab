"""A batch does what its positions do one by one, whatever the number of threads."""

from __future__ import annotations

import copy
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import quire
from quire.batch import NO_ACTION, Batch, Encoding
from quire.core import Position
from quire.errors import IllegalMove, NotationError
from quire.games import GAMES
from tests.oracles import ORACLES
from tests.random_games import BOARDS
from tests.strategies import examples

SMALL = [(game, size) for game, size in BOARDS if size not in ("26x26", "2000")]


def check_against_positions(batch: Batch, positions: list[Position]) -> None:
    """Compare every array with what the positions say."""
    encoding = batch.encoding
    assert [batch.position(game) for game in range(len(batch))] == positions
    assert batch.to_move().tolist() == [it.to_move for it in positions]
    assert batch.points().tolist() == [list(it.points) for it in positions]
    assert batch.over().tolist() == [it.outcome() is not None for it in positions]
    legal = [[it.index(move) for move in it.legal_moves()] for it in positions]
    assert [np.flatnonzero(mask).tolist() for mask in batch.masks()] == legal
    for player in range(encoding.players):
        seen = batch.observations(player)
        for game, position in enumerate(positions):
            assert np.array_equal(seen[game], observed(encoding, position, player))
    marks = np.array([list(it.cells().values()) for it in positions])
    expected = sum((marks == mark) * number for number, mark in enumerate(encoding.marks, 1))
    boards = batch.boards().reshape(len(batch), -1)
    assert np.array_equal(boards[:, cell_places(encoding)], expected)


def cell_places(encoding: Encoding) -> list[int]:
    """Return the place of every cell in a plane, from its picture."""
    picture = encoding.game.draw(encoding.start)
    places = {it.name: int(it.y) * picture.width + int(it.x) for it in picture.cells}
    return [places[cell] for cell in encoding.start.cells()]


def observed(encoding: Encoding, position: Position, player: int) -> np.ndarray:
    """Return the planes as docs/how-to/adapters.md describes them, from the position alone."""
    order = [(player + step) % encoding.players for step in range(encoding.players)]
    shown = [encoding.game.marks[it] for it in order] if encoding.game.marks else encoding.marks
    places = cell_places(encoding)
    marks = np.array(list(position.cells().values()))
    planes = np.zeros((len(encoding.planes), encoding.shape[1] * encoding.shape[2]), np.float32)
    for plane, mark in enumerate(shown):
        planes[plane, places] = marks == mark
    cells = list(position.cells())
    for move in position.legal_moves():
        cell = move if move in cells else move[1:]
        planes[len(shown), places[cells.index(cell)]] = 1
    over = position.outcome() is not None
    whole = [float(not over and position.to_move == it) for it in order]
    if encoding.game.has_points(encoding.size):
        whole += [float(position.points[it]) for it in order]
    if "bonus" in encoding.planes:
        whole.append(float(str(position).endswith("+")))
    planes[len(shown) + 1 :] = np.array(whole)[:, None]
    return planes.reshape(encoding.shape)


def pickled(batch: Batch) -> Batch:
    again = pickle.loads(pickle.dumps(batch))
    assert isinstance(again, Batch)
    return again


def payoffs_of(position: Position) -> list[float]:
    outcome = position.outcome()
    assert outcome is not None
    return [
        sum((other > rank) - (other < rank) for other in outcome.ranks) / (len(outcome.ranks) - 1)
        for rank in outcome.ranks
    ]


@pytest.mark.parametrize(("game", "size"), SMALL)
def test_a_batch_plays_as_its_positions_do(game: str, size: str) -> None:
    batch = Batch(game, size, 5, autoreset=False, threads=2)
    rng = np.random.default_rng(7)
    positions = [batch.encoding.start] * 5
    compared = 0
    while not batch.over().all():
        if compared % 4 == 0:
            check_against_positions(batch, positions)
        compared += 1
        actions = batch.random_actions(rng)
        actions[rng.random(5) < 0.1] = NO_ACTION
        rewards, ended = batch.step(actions)
        for row, action in enumerate(actions):
            if action == NO_ACTION:
                assert not ended[row]
                assert not rewards[row].any()
                continue
            positions[row] = positions[row].play(batch.encoding.moves[action])
            over = positions[row].outcome() is not None
            assert ended[row] == over
            expected = payoffs_of(positions[row]) if over else [0] * batch.encoding.players
            assert rewards[row] == pytest.approx(expected)
    check_against_positions(batch, positions)
    assert (batch.random_actions(rng) == NO_ACTION).all()


@examples(20)
@given(data=st.data())
def test_random_batches_follow_the_oracle(data: st.DataObject) -> None:
    game, size = data.draw(st.sampled_from(SMALL))
    batch = Batch(game, size, 2, autoreset=False)
    oracles = [ORACLES[game].start(size) for _ in range(2)]
    every_move = oracles[0].all_moves(size)
    for _ in range(6):
        actions = []
        for row, oracle in enumerate(oracles):
            legal = np.flatnonzero(batch.masks()[row])
            assert [every_move[action] for action in legal] == oracle.legal_moves()
            action = int(data.draw(st.sampled_from([NO_ACTION, *legal.tolist()])))
            actions.append(action)
            if action != NO_ACTION:
                oracles[row] = oracle.play(every_move[action])
        batch.step(actions)
        assert [str(batch.position(row)) for row in range(2)] == list(map(str, oracles))


def test_games_start_again_in_the_step_that_ends_them() -> None:
    batch = Batch("line", "3", 2)
    batch.step([0, 0])
    batch.step([3, 3])
    rewards, ended = batch.step([4, 5])
    assert ended.tolist() == [True, True]
    assert rewards.tolist() == [[1, -1], [0, 0]]  # S-O-S, and a full line without one
    assert [str(batch.position(game)) for game in range(2)] == ["... 1", "... 1"]
    assert not batch.over().any()


def test_chosen_games_are_reset() -> None:
    batch = Batch("sos", "3x3", 3)
    batch.step([0, 1, 2])
    batch.reset(np.array([True, False, True]))
    texts = [str(batch.position(game)) for game in range(3)]
    assert texts == [".../.../... 1 0-0", "O../.../... 2 0-0", ".../.../... 1 0-0"]
    batch.reset()
    assert not batch.boards().any()


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 0, 18], r"game 2 of the batch: no action 18: sos 3x3 has actions 0 to 17"),
        ([0, -2, 0], r"game 1 of the batch: no action -2: sos 3x3 has actions 0 to 17"),
        ([0, 3, 0], r"game 1 of the batch: action 3 \(Ob1\) is not legal: b1 already has an S"),
    ],
)
def test_an_illegal_action_is_named_and_changes_nothing(actions: list[int], message: str) -> None:
    batch = Batch("sos", "3x3", 3)
    batch.step([NO_ACTION, 2, NO_ACTION])
    before = [batch.position(game) for game in range(3)]
    with pytest.raises(IllegalMove, match=message):
        batch.step(actions)
    assert [batch.position(game) for game in range(3)] == before


def test_a_game_that_is_over_takes_no_action_but_none() -> None:
    batch = Batch.of([quire.parse("line", "SOS. 2"), quire.start("line", 4)])
    with pytest.raises(IllegalMove, match=r"game 0 .* \(S4\) is not legal: the game is over; res"):
        batch.step([6, 6])
    _, ended = batch.step([NO_ACTION, 6])
    assert not ended.any()


@pytest.mark.parametrize("actions", [[0], [0, 0, 0], [0.0, 1.0], [[0, 1]], [True, False]])
def test_actions_must_be_one_whole_number_per_game(actions: list[float]) -> None:
    with pytest.raises(ValueError, match="one whole number is needed for each of 2 games"):
        Batch("line", "5", 2).step(actions)


def wrong_calls(batch: Batch) -> Iterator[tuple[str, object]]:
    yield "out must be a writable", lambda: batch.masks(np.zeros((2, 9), np.int8))
    yield "out must be a writable", lambda: batch.over(np.zeros(2, np.int8))
    yield "out must be a writable", lambda: batch.to_move(np.zeros(4, np.int8)[::2])
    yield "numbered 0 to 1", lambda: batch.observations(2)
    yield "numbered 0 to 1", lambda: batch.observations([0, -1])
    yield "one for each of 2 games", lambda: batch.observations([0, 1, 0])
    yield "True or False for each of 2", lambda: batch.reset([True])
    yield "True or False for each of 2", lambda: batch.reset([0, 1])
    yield "games must be 1 or more", lambda: batch.playouts(0, np.random.default_rng(1))
    yield "count must be a whole number", lambda: Batch("line", "5", 0)
    yield "threads must be 1 to 256", lambda: Batch("line", "5", 2, threads=0)
    yield "at least one position", lambda: Batch.of([])
    yield "numbers of games, at least one", lambda: batch.take([])
    yield "numbers of games, at least one", lambda: batch.take([True, False])


def test_wrong_arguments_are_explained() -> None:
    for message, call in wrong_calls(Batch("line", "5", 2)):
        assert callable(call)
        with pytest.raises(ValueError, match=message):
            call()
    for number in (2, -1):
        with pytest.raises(IndexError, match=f"no game {number}: games are numbered 0 to 1"):
            Batch("line", "5", 2).position(number)
        with pytest.raises(IndexError, match=f"no game {number}: games are numbered 0 to 1"):
            Batch("line", "5", 2).take([0, number])
    with pytest.raises(NotationError, match="6, but this encoding is for line 5"):
        Batch.of([quire.start("line", 5), quire.start("line", 6)])


def test_arrays_are_filled_in_place() -> None:
    batch = Batch("sos", "3x3", 2)
    seen = np.full((2, *batch.encoding.shape), 9, np.float32)
    assert batch.observations(out=seen) is seen
    assert np.array_equal(seen, batch.observations())


def test_taken_games_are_copies() -> None:
    batch = Batch("line", "5", 2)
    batch.step([0, 2])
    copies = batch.take([1, 1, 0])
    copies.step([NO_ACTION, 0, NO_ACTION])
    assert [str(copies.position(game)) for game in range(3)] == [".S... 2", "SS... 1", "S.... 2"]
    assert str(batch.position(1)) == ".S... 2"


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickled])
def test_batches_can_be_copied_and_pickled(duplicate: Callable[[Batch], Batch]) -> None:
    batch = Batch("sos", "3x3:3", 2, autoreset=False, threads=2)
    batch.step([0, 2])
    other = duplicate(batch)
    other.step([1 + 1, NO_ACTION])
    assert (other.autoreset, other.threads) == (False, 2)
    assert str(batch.position(0)) == "S../.../... 2 0-0-0"
    assert str(other.position(0)) == "SS./.../... 3 0-0-0"
    assert other.position(1) == batch.position(1)


@pytest.mark.parametrize(("game", "size"), [("extreme", None), ("sos", "5x5:3")])
def test_results_do_not_depend_on_the_number_of_threads(game: str, size: str | None) -> None:
    found = []
    for threads in (1, 3):
        batch, rng = Batch(game, size, 700, threads=threads), np.random.default_rng(5)
        total = np.zeros((700, batch.encoding.players))
        for _ in range(60):
            total += batch.step(batch.random_actions(rng))[0]
        found.append((batch.observations(), batch.masks(), total, batch.playouts(2, rng)))
    for one, other in zip(*found, strict=True):
        assert np.array_equal(one, other)


def test_playouts_are_the_mean_payoffs_of_random_games() -> None:
    position = quire.parse("line", "S.S. 1")
    batch = Batch.of([position, quire.parse("line", "SOS. 2")])
    payoffs = batch.playouts(20_000, np.random.default_rng(1))
    value = expected_value(position)
    assert payoffs[0] == pytest.approx([value, -value], abs=0.03)  # standard deviation 0.007
    assert payoffs[1].tolist() == [1, -1]
    assert batch.position(0) == position


def expected_value(position: Position) -> float:
    """Return the first player's mean payoff when both play at random, by playing everything."""
    if position.outcome() is not None:
        return payoffs_of(position)[0]
    values = [expected_value(position.play(move)) for move in position.legal_moves()]
    return sum(values) / len(values)


def test_random_actions_are_uniform() -> None:
    batch = Batch("obstruction", "3x3", 9000)
    counts = np.bincount(batch.random_actions(np.random.default_rng(2)), minlength=9)
    assert counts.min() > 850  # 1000 expected, standard deviation 30
    assert counts.max() < 1150


def test_python_threads_may_share_a_batch() -> None:
    batch = Batch("obstruction", "10x10", 600)

    def play(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(20):
            batch.playouts(1, rng)
            batch.observations()
            batch.reset()

    workers = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not batch.boards().any()


def test_sizes_may_be_numbers_and_games_in_any_case() -> None:
    assert Batch("LINE", 7, 2).encoding.size == "7"
    assert {Batch(game.key).encoding.game for game in GAMES} == set(GAMES)


def test_missing_numpy_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "quire.batch")
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'quire\[batch\]'"):
        import_module("quire.batch")
