"""Analysis, reviews and puzzles in the browser's core: the same as in Python."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

import quire
from quire import _native
from quire.core import Position
from quire.engine.agents.search_result import Candidate
from quire.engine.analysis.position import Analyser, estimator_for
from quire.engine.analysis.puzzle import Puzzle, load
from quire.engine.analysis.review import PositionReview, ReviewBuilder, plain
from quire.errors import IllegalMove
from quire.match.agent import Limit
from tests.brute_force import SMALL_BOARDS, late_positions
from tests.random_games import sample
from tests.wasm.host import CoreError, Host

MEMORY = 16 << 20
GAMES = [game.key for game in quire.GAMES]
BOARDS = (("sos", "5x5"), ("sos", "8x8"), ("line", "14"), ("extreme", ""), ("obstruction", "6x6"))


def search_of(position: Position) -> str:
    """Return the search that estimates positions like this one."""
    return quire.find_game(position.game).profile.estimator


def asked(position: Position, **details: Any) -> dict[str, Any]:
    """Return the details of a request about a position."""
    return {
        "game": position.game,
        "position": str(position),
        "search": search_of(position),
        "memory": MEMORY,
        **details,
    }


def plainly(value: object) -> Any:
    """Return the value as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def rounded(value: Any) -> Any:
    """Return the value with shorter numbers: the last digit of a logarithm depends on the host."""
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return round(value, 9) if isinstance(value, float) else value


def prove(core: Host, position: Position, nodes: int) -> dict[str, Any]:
    """Ask slice after slice until everything is proven."""
    for _ in range(2000):
        found: dict[str, Any] = core.ask("prove", **asked(position, nodes=nodes))
        if found["done"]:
            return found
    raise AssertionError(f"not proven: {position}")


def proof_words(proof: dict[str, Any]) -> list[str]:
    return [str(proof["value"]), "all" if proof["complete"] else "some", *proof["best"]]


def candidate_words(candidates: Iterable[Candidate]) -> list[str]:
    return [
        word
        for it in candidates
        for word in (it.move, repr(it.value), "yes" if it.exact else "no", str(it.nodes))
    ]


def facts_of(proofs: dict[str, Any]) -> dict[str, Any]:
    """Return proofs as a request takes them."""
    return {
        "proof": proof_words(proofs["proof"]),
        "proven": [word for move, value in proofs["proven"] for word in (move, str(value))],
    }


@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
@pytest.mark.parametrize("nodes", [50, 100_000])
def test_proven_values_are_the_native_ones(core: Host, game: str, size: str, nodes: int) -> None:
    """Whether they are proven in one slice or in many."""
    analyser = Analyser()
    for position in late_positions(game, size, 41, 4):
        native = analyser.position(position, Limit(nodes=10**7))
        proofs = prove(core, position, nodes)
        found = core.ask("analyse", **asked(position, nodes=10), **facts_of(proofs))
        assert found["exact"]
        assert found["value"] == native.value
        assert found["moves"] == plainly(native.moves)
        assert proofs["lower"] == proofs["upper"] == native.value
        at = position
        for move in proofs["expected"]:  # the line keeps the value to the end
            assert move in {it.move for it in analyser.position(at).moves if it.best}
            at = at.play(move)
        assert at.outcome() is not None


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_estimates_are_the_native_ones(core: Host, game: str, size: str) -> None:
    start = quire.start(game, size) if size else quire.start(game)
    for seed in range(2):
        position = sample(game, start.size, seed, count=2)[1 - seed][0]
        if position.outcome() is not None:
            continue
        result = estimator_for(position, memory=MEMORY).think(position, Limit(nodes=300))
        native = _native.move_values(position, None, [], plain(result.candidates))
        found = core.ask("analyse", **asked(position, nodes=300, memory=MEMORY + (seed << 10)))
        values = [(it["move"], it["value"], it["exact"], it["best"]) for it in found["moves"]]
        assert values == native
        assert found["expected"] == list(result.line)
        again = core.ask("analyse", **asked(position), found=candidate_words(result.candidates))
        assert again["moves"] == found["moves"]
        assert again["nodes"] == 0


def test_book_is_believed(core: Host) -> None:
    position = quire.start("obstruction", "9x10")
    best = position.legal_moves()
    proofs = core.ask("prove", **asked(position, nodes=10), proof=["-1", "all", *best])
    assert proofs["proof"] == {"value": -1, "best": best, "complete": True}
    assert len(proofs["proven"]) == len(best)


def test_three_players_cant_be_solved_but_estimated(core: Host) -> None:
    position = quire.start("sos", "5x5:3")
    with pytest.raises(CoreError, match="two-player"):
        core.ask("prove", **asked(position, nodes=10))
    found = core.ask("analyse", **asked(position, nodes=100))
    assert not found["exact"]
    assert len(found["moves"]) == len(position.legal_moves())


@pytest.mark.parametrize(
    "board", [("sos", "4x4"), ("line", "9"), ("obstruction", "5x5"), ("sos", "4x4:3")]
)
def test_review_is_the_native_one(core: Host, board: tuple[str, str]) -> None:
    game, size = board
    *_, (_, moves) = sample(game, size, 3, count=2)
    start = quire.start(game, size)
    analyser = Analyser(estimator_for(start, memory=MEMORY), memory=MEMORY)
    builder = ReviewBuilder(start, moves)
    details: dict[str, Any] = {}
    while (wanted := builder.next()) is not None:
        number = len(moves) - round(builder.done * len(builder))
        found = analyser.review(wanted, Limit(nodes=40_000 if size != "4x4:3" else 400))
        builder.add(found)
        if found.proof is not None:
            proof = plainly(found.proof)
            details[f"proof.{number}"] = proof_words(proof)
            expect_same_proof(core, wanted.position, wanted.entry, found)
        if found.candidates:
            details[f"found.{number}"] = candidate_words(found.candidates)
        bounds = ["-" if bound is None else str(bound) for bound in (found.lower, found.upper)]
        details[f"bounds.{number}"] = bounds
        details[f"forced.{number}"] = found.forced
    native = {**builder.build().facts()}
    for name in ("nodes", "seconds"):
        del native[name]
    found = core.ask("review", game=game, size=size, moves=list(moves), **details)
    assert rounded(found) == rounded(plainly(native))
    assert found["mistakes"]
    assert found["key_moments"]


def expect_same_proof(
    core: Host, position: Position, entry: str | None, native: PositionReview
) -> None:
    details = asked(
        position, nodes=40_000, prove=True, **({} if entry is None else {"entry": entry})
    )
    found = core.ask("review_position", **details)
    assert found["proof"] == plainly(native.proof)
    assert (found["lower"], found["upper"]) == (native.lower, native.upper)
    assert found["forced"] == native.forced
    assert found["found"] == []


def test_review_keeps_the_best_move_and_the_one_that_was_played(core: Host) -> None:
    position = quire.start("sos", "8x8")
    found = core.ask("review_position", **asked(position, nodes=200, entry="Oh8"))
    assert found["proof"] is None
    assert "Oh8" in [it["move"] for it in found["found"]]
    assert len(found["found"]) <= 2


def other_move(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.start().legal_moves() if move != puzzle.solution)


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_are_checked_alike(core: Host, game: str) -> None:
    for puzzle in load(game):
        position, line = puzzle.start(), {"game": game, "position": puzzle.position}
        for answer in (puzzle.solution, puzzle.solution.lower(), other_move(puzzle)):
            move, correct = _native.check_puzzle(position, puzzle.solution, answer)
            assert correct == (move == puzzle.solution)
            found = core.ask("check_puzzle", **line, solution=puzzle.solution, answer=answer)
            assert found == {"move": move, "correct": correct}
        assert puzzle.check(puzzle.solution.upper()) == (puzzle.solution, True)


@pytest.mark.parametrize("game", GAMES)
def test_solver_finds_the_solution_of_puzzles(core: Host, game: str) -> None:
    for puzzle in load(game)[::10]:
        line = {"game": game, "position": puzzle.position}
        found = core.ask("solve", **line, memory=MEMORY, nodes=2_000_000)
        assert found["best_moves"] == [puzzle.solution]
        assert found["lower"] == found["upper"] == puzzle.value


def test_answer_that_is_no_move_is_refused(core: Host) -> None:
    puzzle = load("obstruction")[0]
    line = {"game": "obstruction", "position": puzzle.position}
    with pytest.raises(CoreError) as error:
        core.ask("check_puzzle", **line, solution=puzzle.solution, answer="z9")
    assert error.value.args[0] == "illegal_move"
    with pytest.raises(IllegalMove):
        puzzle.check("z9")
