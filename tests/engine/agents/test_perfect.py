"""The perfect agent plays proven moves, and fails clearly otherwise."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import quire
from quire import Limit
from quire._native import Stop
from quire.engine.agents.perfect import PerfectAgent
from quire.engine.solver.book import Book, Entry
from quire.errors import AgentFailed, MatchOver, NotationError, QuireError
from tests.brute_force import SMALL_BOARDS, brute_force, late_positions

SPEC = "perfect:memory=4M"


@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_plays_a_best_move(game: str, size: str) -> None:
    agent = quire.make_agent(f"{SPEC},seed=1")
    for position in late_positions(game, size, seed=21, count=8):
        value, best = brute_force(position)
        choice = agent.choose(position)
        assert choice.move in best
        assert (choice.value, choice.exact) == (value, True)


@pytest.mark.parametrize(
    ("game", "size", "value"),
    [("line", "7", 1), ("obstruction", "4x4", -1), ("obstruction", "3x5", 1), ("sos", "3x3", 0)],
)
def test_achieves_the_value_of_the_start(game: str, size: str, value: int) -> None:
    agent = quire.make_agent(f"{SPEC},seed=2")
    rng = random.Random(3)
    start = quire.start(game, size)
    assert quire.solve(start, memory=1 << 22).value == value
    seat = 0 if value >= 0 else 1
    for _ in range(5):
        position = start
        while position.outcome() is None:
            mine = position.to_move == seat
            move = agent.choose(position).move if mine else rng.choice(position.legal_moves())
            position = position.play(move)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner == seat if value else outcome.winner != 1 - seat


def test_seed_decides_among_best_moves() -> None:
    position = quire.start("obstruction", "4x4").play("b2")
    best = quire.solve(position, memory=1 << 22).best_moves
    assert len(best) > 2

    def moves(seed: int) -> list[str]:
        agent = quire.make_agent(f"{SPEC},seed={seed}")
        return [agent.choose(position, Limit(nodes=10_000)).move for _ in range(6)]

    assert moves(1) == moves(1)
    assert len({move for seed in range(8) for move in moves(seed)}) > 1


def test_sets_a_trap_in_a_lost_position() -> None:
    board = ".#####/.#X#O#/.#####/.#X#../.#####/.#O#X#"
    position = quire.parse("obstruction", f"{board} 2")
    assert brute_force(position)[0] == -1
    chosen = quire.make_agent(f"{SPEC},seed=4").choose(position).move

    def share(move: str) -> float:
        after = position.play(move)
        return len(brute_force(after)[1]) / len(after.legal_moves())

    shares = [share(move) for move in position.legal_moves()]
    assert share(chosen) == min(shares) < max(shares)


def test_candidates_are_the_best_moves_with_the_chosen_one_first() -> None:
    position = quire.parse("sos", "S.S/.../S.S 1 0-0")
    result = PerfectAgent(seed=1, memory=1 << 22).think(position)
    value, best = brute_force(position)
    assert sorted(candidate.move for candidate in result.candidates) == sorted(best)
    assert {candidate.value for candidate in result.candidates} == {value}
    assert result.line == (result.candidates[0].move,)
    assert result.choice().nodes == result.nodes > 0


def test_fails_with_a_remedy_where_nothing_is_proven() -> None:
    position = quire.start("sos", "8x8")
    for spec, limit in (
        (f"{SPEC},seconds=0.01", Limit()),
        (SPEC, Limit(seconds=0.01)),
        (SPEC, Limit(nodes=100)),
    ):
        with pytest.raises(
            AgentFailed, match=r"could not prove a move on sos 8x8 .*perfect:seconds=60"
        ):
            quire.make_agent(spec).choose(position, limit)


def test_can_be_stopped() -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(AgentFailed):
        PerfectAgent(memory=1 << 22).think(quire.start("sos", "8x8"), stop=stop)


def test_finished_game_and_third_player_are_refused() -> None:
    with pytest.raises(MatchOver):
        quire.make_agent(SPEC).choose(quire.parse("line", "SOS 2"))
    with pytest.raises(QuireError, match="two-player"):
        quire.make_agent(SPEC).choose(quire.start("sos", "3x3:3"))


@pytest.mark.parametrize("option", ["memory=2", "threads=0", "seconds=-1", "seconds=nan", "x=1"])
def test_invalid_options_are_refused(option: str) -> None:
    with pytest.raises(NotationError):
        quire.make_agent(f"perfect:{option}")


def test_users_book_does_not_change_its_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = quire.parse("line", "S.S.... 1")
    file = tmp_path / "book.sqlite3"
    Book(file).keep(position, Entry(-1, ("S5",), True, None, 1, 1.0))
    monkeypatch.setenv("QUIRE_BOOK", str(file))
    assert quire.solve(position).best_moves == ("S5",)
    choice = quire.make_agent(SPEC).choose(position)
    assert (choice.move, choice.value) == ("O2", 1)
