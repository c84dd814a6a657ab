"""The paper's agents against naive versions of their choices and probabilities."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator

import pytest

import quire
from quire import _native
from quire.core import Position, Reason
from quire.errors import AgentFailed, MatchOver, NotationError
from tests.oracles import ORACLES
from tests.random_games import random_game

DRAWS = 600


def scores(position: Position, move: str) -> bool:
    """Return whether the move makes points, or a line that wins."""
    after = position.play(move)
    outcome = after.outcome()
    won = outcome is not None and outcome.reason is Reason.LINE
    return won or after.points[position.to_move] > position.points[position.to_move]


def greedy_odds(position: Position) -> dict[str, float]:
    """Return each move with its probability: the first that scores, else all alike."""
    moves = position.legal_moves()
    taking = [move for move in moves if scores(position, move)]
    return {taking[0]: 1.0} if taking else dict.fromkeys(moves, 1 / len(moves))


def feasible_odds(position: Position, retries: int) -> dict[str, float]:
    """Return the same for Algorithm 2: redraw moves that give points, within the retries."""
    odds = greedy_odds(position)
    if len(odds) == 1:
        return odds
    gives = {
        move: any(scores(after, reply) for reply in after.legal_moves())
        for move in odds
        for after in [position.play(move)]
    }
    share = sum(gives.values()) / len(odds)
    last = share**retries
    settled = sum(share**tried for tried in range(retries))
    return {move: (last + (0 if gives[move] else settled)) / len(odds) for move in odds}


def positions(game: str, size: str) -> Iterator[tuple[Position, Position]]:
    """Return positions of random games, each with the oracle's copy."""
    for seed in range(6):
        for native, _ in random_game(game, size, seed):
            if native.outcome() is None:
                yield native, ORACLES[game].parse(str(native))


def check_odds(position: Position, policy: str, odds: dict[str, float]) -> None:
    """Check the policy's draws against their probabilities, within five standard deviations."""
    drawn = Counter(_native.policy_move(position, policy, seed) for seed in range(DRAWS))
    for move in position.legal_moves():
        expected = DRAWS * odds.get(move, 0.0)
        spread = math.sqrt(expected * (1 - expected / DRAWS))
        assert abs(drawn[move] - expected) <= 5 * spread + 3 * (0 < expected < 1), (move, position)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("sos", "3x3"),
        ("sos", "4x3:3"),
        ("sos", "4x4:simple"),
        ("line", "9"),
    ],
)
def test_policies_follow_the_algorithms(game: str, size: str) -> None:
    for native, oracle in positions(game, size):
        check_odds(native, "greedy", greedy_odds(oracle))
        columns, _, rows = size.split(":", maxsplit=1)[0].partition("x")
        cells, side = int(columns) * int(rows or 1), max(int(columns), int(rows or 1))
        check_odds(native, "feasible-2nn", feasible_odds(oracle, 2 * cells))
        check_odds(native, "feasible-2n", feasible_odds(oracle, 2 * side))


def test_greedy_prefers_winning_the_game_to_a_small_board() -> None:
    """X has two SmallBoards of the bottom row and can win the third, or one further up."""
    empty = "." * 9
    small, winning = ["XX.......", *[empty] * 8], [*[empty] * 6, "XX.XXXXXX", *[empty] * 2]
    both = [small[0], *winning[1:]]
    for rows, move in ((small, "1c1"), (winning, "1c7"), (both, "1c7")):
        text = f"{'/'.join(rows)}|{'/'.join([empty] * 9)} 1 - -"
        assert quire.make_agent("greedy:seed=1").choose(quire.parse("extreme", text)).move == move


@pytest.mark.parametrize("size", ["3x3", "4x4", "5x4"])
def test_no_option_condition_is_that_of_the_paper(size: str) -> None:
    for native, oracle in positions("sos", size):
        moves = oracle.legal_moves()
        stuck = not any(scores(oracle, move) for move in moves) and all(
            any(scores(after, reply) for reply in after.legal_moves())
            for after in map(oracle.play, moves)
        )
        assert _native.no_option(native) == stuck


def test_two_cells_between_two_s_meet_the_no_option_condition() -> None:
    assert _native.no_option(quire.parse("sos", "S..S/OOOO/OOOO/OOOO 1 0-0"))
    assert not _native.no_option(quire.parse("sos", "SOS/SOS/SOS 1 9-0"))


def test_duel_in_parts_gives_the_same_result() -> None:
    start = quire.start("sos", "4x4")
    whole = _native.duel(start, "feasible-2n", "greedy", 30, 5)
    parts = [
        _native.duel(start, "feasible-2n", "greedy", count, 5, first)
        for first, count in ((0, 7), (7, 0), (7, 23))
    ]
    assert sum(whole[:3]) == 30
    for at in (0, 1, 2, 3, 4, 7):
        assert whole[at] == sum(part[at] for part in parts)  # type: ignore[misc]
    assert whole != _native.duel(start, "feasible-2n", "greedy", 30, 6)


def test_invalid_duel_is_refused() -> None:
    start = quire.start("sos", "4x4")
    with pytest.raises(ValueError, match="two-player position"):
        _native.duel(quire.start("sos", "4x4:3"), "random", "random", 1, 1)
    with pytest.raises(ValueError, match="0 or more"):
        _native.duel(start, "random", "random", -1, 1)
    with pytest.raises(ValueError, match="policy must be"):
        _native.duel(start, "random", "clever", 1, 1)


@pytest.mark.parametrize("spec", ["greedy", "feasible", "feasible:retry=2n"])
@pytest.mark.parametrize(
    ("game", "size"), [("sos", "5x5"), ("sos", "4x4:3"), ("sos", "9x9"), ("line", "14")]
)
def test_same_seed_plays_the_same_game(spec: str, game: str, size: str) -> None:
    def moves(seed: int) -> list[str]:
        agent = quire.make_agent(f"{spec}{',' if ':' in spec else ':'}seed={seed}")
        position, played = quire.start(game, size), []
        while position.outcome() is None:
            played.append(agent.choose(position).move)
            position = position.play(played[-1])
        return played

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_unsupported_games_are_refused() -> None:
    obstruction = quire.start("obstruction")
    with pytest.raises(AgentFailed, match="greedy can't play obstruction, only sos, line, extreme"):
        quire.make_agent("greedy").choose(obstruction)
    for game in ("obstruction", "extreme"):
        with pytest.raises(AgentFailed, match=f"feasible can't play {game}, only sos, line;"):
            quire.make_agent("feasible").choose(quire.start(game))
    with pytest.raises(MatchOver):
        quire.make_agent("feasible").choose(quire.parse("line", "SOS 2"))
    with pytest.raises(NotationError, match="retry must be 2nn or 2n"):
        quire.make_agent("feasible:retry=3n")


def literal_utility(position: Position, rng: random.Random) -> str:
    """Return Algorithm 1 to the letter: the random move keeps the last letter tried, an O."""
    moves = position.legal_moves()
    for move in moves:
        if scores(position, move):
            return move
    return "O" + rng.choice(moves)[1:]


def test_read_literally_the_algorithm_never_scores() -> None:
    rng = random.Random(1)
    for _ in range(20):
        position: Position = ORACLES["sos"].start("4x4")
        while position.outcome() is None:
            # Both agents move by the same Algorithm 1; Algorithm 2 only draws again.
            position = position.play(literal_utility(position, rng))
        assert position.points == (0, 0)
