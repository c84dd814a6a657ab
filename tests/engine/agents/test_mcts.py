"""Monte Carlo tree search: legal, correct where proven, reproducible by seed."""

from __future__ import annotations

import random

import pytest

import quire
from quire import _native
from quire.core import Position
from quire.engine.agents.mcts import MctsAgent
from quire.errors import MatchOver, NotationError
from quire.match.agent import Limit
from tests.random_games import BOARDS, sample

SMALL = (
    ("sos", "3x3"),
    ("sos", "4x3"),
    ("sos", "4x4:simple"),
    ("line", "9"),
    ("line", "70"),
    ("extreme", "2x9x9"),
    ("obstruction", "6x6"),
    ("obstruction", "10x7"),
)
"""Boards for two players whose late positions brute force can solve."""


def late_positions_of(game: str, size: str, seed: int) -> list[Position]:
    """Return the last positions of a random game that avoids ending early."""
    rng = random.Random(f"{game} {size} {seed}")
    position, seen = quire.start(game, size), []
    while position.outcome() is None:
        seen.append(position)
        moves = position.legal_moves()
        rng.shuffle(moves)
        afters = (position.play(move) for move in moves)
        position = next(
            (position for position in afters if position.outcome() is None), position.play(moves[0])
        )
    return seen[-6:]


def exact_result(position: Position) -> int | None:
    """Return +1, 0 or -1 for the player to move by brute force, or None if that takes too long."""
    found = _native.exhaustive(position, 1 << 26).solve(position, nodes=5_000)
    lower, upper = found[:2]
    return None if lower != upper else (lower > 0) - (lower < 0)


def result_of(position: Position, move: str) -> int | None:
    """Return the result of a move for the player who makes it, by brute force."""
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1
    value = exact_result(after)
    return value if value is None or after.to_move == position.to_move else -value


@pytest.mark.parametrize(
    "options", [{}, {"rave": True}, {"rave": False}, {"evaluation": True}, {"threads": 2}]
)
@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_candidates_are_the_legal_moves(game: str, size: str, options: dict[str, bool]) -> None:
    agent = MctsAgent(seed=5, memory=1 << 20, **options)
    for position, _ in sample(game, size, seed=2, count=6):
        if position.outcome() is not None:
            continue
        for nodes in (0, 1, 40):
            result = agent.think(position, Limit(nodes=nodes))
            assert sorted(candidate.move for candidate in result.candidates) == sorted(
                position.legal_moves()
            )
            assert all(-1 <= candidate.value <= 1 for candidate in result.candidates)
            assert result.line[0] == result.candidates[0].move == result.choice().move
            after = position
            for move in result.line:
                after = after.play(move)


@pytest.mark.parametrize(("game", "size"), SMALL)
def test_proven_values_are_correct(game: str, size: str) -> None:
    proven = 0
    for seed in range(12):
        for position in late_positions_of(game, size, seed):
            agent = MctsAgent(seed=seed, nodes=1_000, memory=1 << 20)
            for candidate in agent.think(position).candidates:
                expected = result_of(position, candidate.move) if candidate.exact else None
                if expected is not None:
                    assert candidate.value == expected, (str(position), candidate)
                    proven += 1
    assert proven > 60


@pytest.mark.parametrize(("game", "size"), SMALL)
def test_small_position_is_played_correctly(game: str, size: str) -> None:
    decided = 0
    for seed in range(12, 24):
        for position in late_positions_of(game, size, seed):
            best = exact_result(position)
            if best is None:
                continue
            choice = MctsAgent(seed=seed, nodes=20_000, memory=1 << 20).choose(position)
            assert result_of(position, choice.move) == best, (str(position), choice)
            decided += 1
    assert decided > 20


@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        ("line", "S.S..... 1", "O2"),  # at once
        ("sos", "S.S/.../... 1 simple-2", "Ob1"),
        # The middle takes all three cells; either end leaves one.
        ("obstruction", "X#... 2", "d1"),
    ],
)
def test_win_is_found_and_proven(game: str, text: str, move: str) -> None:
    position = quire.parse(game, text)
    choice = MctsAgent(seed=1, nodes=500).choose(position)
    assert result_of(position, choice.move) == 1
    assert (choice.move, choice.value, choice.exact) == (move, 1.0, True)


@pytest.mark.parametrize("options", [{"rave": False}, {"rave": True}, {"evaluation": True}])
@pytest.mark.parametrize(("game", "size"), [("sos", "5x5"), ("sos", "4x4:3"), ("extreme", "2x9x9")])
def test_same_seed_gives_the_same_search(game: str, size: str, options: dict[str, bool]) -> None:
    def results(seed: int) -> list[object]:
        agent = MctsAgent(seed=seed, nodes=300, **options)
        position = quire.start(game, size)
        all_results: list[object] = []
        while position.outcome() is None:
            result = agent.think(position)
            all_results.append(result)
            position = position.play(result.choice().move)
        return all_results

    assert results(7) == results(7)
    assert results(7) != results(8)


@pytest.mark.parametrize(("game", "size"), [("sos", "8x8"), ("line", "40"), ("extreme", "2x9x9")])
def test_node_limit_is_exact(game: str, size: str) -> None:
    for nodes in (0, 1, 2, 17, 1_001):
        result = MctsAgent(seed=1, nodes=nodes).think(quire.start(game, size))
        assert result.nodes == sum(candidate.nodes for candidate in result.candidates) == nodes
        assert max(candidate.nodes for candidate in result.candidates) == result.candidates[0].nodes


@pytest.mark.parametrize(("game", "size"), [("sos", "6x6"), ("line", "40"), ("extreme", "2x9x9")])
def test_tree_is_reused_for_the_next_move(game: str, size: str) -> None:
    agent, position = MctsAgent(seed=3, nodes=2_000), quire.start(game, size)
    result = agent.think(position)
    again = agent.think(position)
    assert sum(candidate.nodes for candidate in again.candidates) == 4_000
    for move in again.line[:2]:
        position = position.play(move)
    kept = agent.think(position)
    assert (
        sum(candidate.nodes for candidate in kept.candidates) > 2_000 == kept.nodes == result.nodes
    )


def test_one_agent_can_play_several_games() -> None:
    agent = MctsAgent(seed=4, nodes=60, memory=1 << 20)
    rng = random.Random(6)
    boards = (("sos", "3x3"), ("sos", "5x4"), ("sos", "5x5:3"), ("line", "14"), ("line", "20"))
    games = [quire.start(game, size) for game, size in boards for _ in range(2)]
    while games:
        at = rng.randrange(len(games))
        position = games[at]
        move = agent.choose(position).move
        assert move in position.legal_moves()
        position = position.play(move)
        if position.outcome() is None and rng.random() < 0.7:
            position = position.play(rng.choice(position.legal_moves()))
        games[at] = position
        games = [position for position in games if position.outcome() is None]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("sos", "6x6"),
        ("sos", "4x4:3"),
        ("line", "21"),
        ("extreme", "2x9x9"),
        ("obstruction", "8x8"),
    ],
)
def test_two_thousand_simulations_beat_random_moves(game: str, size: str) -> None:
    games, points = 20, 0.0
    for number in range(games):
        agent, rng = MctsAgent(seed=number, nodes=2_000), random.Random(number)
        position = quire.start(game, size)
        seat = number % position.players
        while position.outcome() is None:
            mine = position.to_move == seat
            position = position.play(
                agent.choose(position).move if mine else rng.choice(position.legal_moves())
            )
        outcome = position.outcome()
        assert outcome is not None
        points += 1 if outcome.winner == seat else 0.5 if outcome.winner is None else 0
    assert points >= 0.95 * games


def test_evaluation_makes_it_stronger() -> None:
    games, won = 10, 0
    for number in range(games):
        agents = [MctsAgent(seed=number, nodes=300, evaluation=knows) for knows in (False, True)]
        position = quire.start("extreme")
        while (outcome := position.outcome()) is None:
            seat = position.to_move ^ number % 2
            position = position.play(agents[seat].choose(position).move)
        won += outcome.winner == 1 ^ number % 2
    assert won >= 8


def test_small_memory_is_enough_for_a_legal_move() -> None:
    position = quire.start("sos", "8x8")
    result = MctsAgent(seed=1, nodes=20_000, memory=1 << 20).think(position)
    assert result.nodes == 20_000
    assert result.choice().move in position.legal_moves()


def test_stopped_search_has_a_move() -> None:
    stop, position = _native.Stop(), quire.start("line", "2000")
    stop.set()
    assert MctsAgent(seed=1).think(position, stop=stop).choice().move in position.legal_moves()


def test_finished_game_is_refused() -> None:
    with pytest.raises(MatchOver):
        MctsAgent(seed=1).choose(quire.parse("line", "SOS 2"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threads": 0}, "threads must be 1 to 256"),
        ({"nodes": -1}, "nodes must be 0 to"),
        ({"seconds": float("nan")}, "seconds must be 0 or more"),
        ({"exploration": -1}, "exploration must be"),
        ({"memory": 1}, "memory must be"),
    ],
)
def test_invalid_option_is_refused(options: dict[str, int], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        MctsAgent(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("spec", ["mcts:threads=0", "mcts:memory=1", "mcts:rave=perhaps"])
def test_unreadable_option_is_refused(spec: str) -> None:
    with pytest.raises(NotationError, match="must be"):
        quire.make_agent(spec)


def test_options_in_the_spec() -> None:
    agent = quire.make_agent("mcts:seed=7,nodes=50,rave=no,evaluation=yes,memory=2M")
    assert agent == MctsAgent(seed=7, nodes=50, rave=False, evaluation=True, memory=2 << 20)
    assert agent.name == "mcts"
    assert agent.choose(quire.start("obstruction", "6x6")).nodes == 50
