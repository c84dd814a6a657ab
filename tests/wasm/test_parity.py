"""The core for the browser against the native one: the same moves, answers, counts and pictures.

`python -m tests.wasm.parity` compares many more games.
"""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
import pytest

import quire
from quire import _native
from quire.server.workers.replay import frames
from quire.wire.study_types import Line
from tests.perft import read
from tests.random_games import BOARDS, sample
from tests.wasm.host import CORE, CoreError, Host
from tests.wasm.parity import SIZES, agents_of, compare

GAMES = [game.key for game in quire.GAMES]
MAX_PACKED_BYTES = 450_000
SOLVER_MEMORY = 64 << 20
SOLVER_NODES = 3000
SOLVED = (
    ("sos", "4x4"),
    ("sos", "4x3:simple"),
    ("line", "30"),
    ("line", "80"),
    ("extreme", "2x9x9"),
    ("obstruction", "6x6"),
    ("obstruction", "9x8"),
)


@pytest.mark.parametrize(
    ("game", "agent"), [(game, it) for game in SIZES for it in agents_of(game)]
)
def test_every_agent_chooses_the_same_moves(core: Host, game: str, agent: str) -> None:
    for seed in range(3):
        assert not list(compare(core, game, agent, seed, plies=2))


def test_parity_covers_every_game() -> None:
    assert set(SIZES) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_perft_matches_the_table(core: Host, game: str) -> None:
    for row in read(game):
        if row.nodes <= 200_000:
            found = core.ask("perft", game=game, position=row.position, depth=row.depth)
            assert found == {"count": row.nodes}, row


@pytest.mark.parametrize("board", SOLVED)
def test_solvers_give_the_same_answers(core: Host, board: tuple[str, str]) -> None:
    """A thousand answers in all, with the same number of nodes, tables kept in between."""
    game, size = board
    memory = SOLVER_MEMORY + (SOLVED.index(board) << 10)  # another table for each board
    solver = _native.solver(quire.start(game, size), memory)
    positions = [it for seed in range(20) for it, _ in sample(game, size, seed, count=8)]
    compared = 0
    for position in positions:
        if position.outcome() is not None:
            continue
        native = solver.solve(position, nodes=SOLVER_NODES)
        asked = {"game": game, "position": str(position), "memory": memory}
        found = core.ask("solve", **asked, nodes=SOLVER_NODES)
        unbounded = 1 << 20
        bounds = tuple(None if abs(bound) >= unbounded else bound for bound in native[:2])
        assert (found["lower"], found["upper"]) == bounds
        assert found["best_moves"] == native[2]
        assert (found["all_best"], found["grundy"], found["nodes"]) == native[3:]
        compared += 1
    assert compared >= 143


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_pictures_are_the_same(core: Host, game: str, size: str) -> None:
    seeds = range(3) if size not in ("26x26", "2000") else range(1)
    for seed in seeds:
        *_, (_, moves) = sample(game, size, seed, count=3)
        line = Line(game=game, size=size, moves=list(moves))
        native = msgspec.to_builtins(frames(line))
        for name in ("marks", "has_points"):  # the page knows them
            del native[name]
        found = core.ask("replay", game=game, size=size, moves=list(moves))
        assert _wordless(found) == _wordless(native)
        drawn = core.ask("draw", game=game, size=size, moves=list(moves))
        position = quire.parse(game, native["steps"][-1]["position"])
        picture = quire.find_game(game).draw(position, moves)
        assert _wordless(drawn) == _wordless(msgspec.to_builtins(picture))


@pytest.mark.parametrize(("game", "size"), [("sos", "5x5"), ("sos", "9x9:3"), ("line", "14")])
def test_pictures_from_a_position_in_the_middle_are_the_same(
    core: Host, game: str, size: str
) -> None:
    """Lines that were there before are nobody's."""
    for seed in range(5):
        half, *_, (_, moves) = sample(game, size, seed, count=2)[1:]
        rest = moves[len(half[1]) :]
        line = Line(game=game, position=str(half[0]), moves=list(rest))
        native = msgspec.to_builtins(frames(line))
        for name in ("marks", "has_points"):
            del native[name]
        found = core.ask("replay", game=game, position=str(half[0]), moves=list(rest))
        assert _wordless(found) == _wordless(native)


def _wordless(value: Any) -> Any:
    """Return the value as JSON has it, without captions, which the page writes itself."""
    if isinstance(value, dict):
        return {name: _wordless(it) for name, it in value.items() if name != "caption"}
    return [_wordless(it) for it in value] if isinstance(value, list | tuple) else value


def test_errors_have_the_codes_of_the_server_and_leave_a_core_that_works(core: Host) -> None:
    asked = {"game": "sos", "size": "3x3"}
    for code, message, request in (
        ("illegal_move", "move 2, 'Oa1': .*already has an S", {**asked, "moves": ["Sa1", "Oa1"]}),
        ("illegal_move", "off the board", {**asked, "moves": ["Sz9"]}),
        ("illegal_move", "can't leave", {**asked, "moves": ["x1"]}),
        ("notation", "out of range", {**asked, "size": "2x2"}),
        ("notation", "not a move", {**asked, "moves": ["hello"]}),
        ("unknown_game", "no game called 'chess'", {**asked, "game": "chess"}),
    ):
        with pytest.raises(CoreError, match=message) as error:
            core.ask("moves", **request)
        assert error.value.args[0] == code
        with pytest.raises(CoreError) as error:
            core.ask("nothing", **asked, moves=["Sa1"])
        assert error.value.args[1].startswith("no request called")  # and no word of the moves
        assert len(core.ask("moves", **asked)["moves"]) == 18
    with pytest.raises(CoreError, match="no request called"):
        core.ask("nothing", **asked)


def test_memory_is_bounded_and_given_back(core: Host) -> None:
    """Too large a table is refused with an error, and the next request works."""
    asked = {"game": "obstruction", "size": "6x6", "nodes": 10}
    with pytest.raises(CoreError) as error:
        core.ask("solve", **asked, memory=1 << 30)
    assert error.value.args[0] == "memory"
    for memory in (96 << 20, 97 << 20, 98 << 20, 99 << 20):  # not all fit at once
        assert core.ask("solve", **asked, memory=memory)["nodes"] <= 10


def test_a_search_continues_where_it_stopped(core: Host) -> None:
    asked = {"game": "extreme", "search": "mcts", "seed": "7", "nodes": 300}
    first, second = (core.ask("search", **asked, size="2x9x9") for _ in range(2))
    visits = [sum(it["nodes"] for it in found["candidates"]) for found in (first, second)]
    assert visits == [300, 600]


def test_core_is_within_its_budget() -> None:
    if CORE.is_file():
        assert len(gzip.compress(CORE.read_bytes(), 9)) <= MAX_PACKED_BYTES
