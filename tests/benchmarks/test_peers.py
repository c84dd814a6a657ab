"""The same players play on every server, and what a crash loses is found."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from benchmarks.load import table
from benchmarks.load.charts import charts
from benchmarks.load.peers import BOARDGAME_IO, COLYSEUS, QUIRE, RELAY, node
from benchmarks.load.peers import run as peers_run
from benchmarks.load.peers import table as peers_table
from benchmarks.load.peers.boardgame_io import BATCH
from benchmarks.load.peers.colyseus import RoomState
from benchmarks.load.peers.peer import PEERS
from benchmarks.load.peers.run import measure_peers, run_peer
from benchmarks.load.players import Crowd
from benchmarks.load.process import ServerProcess, open_many_files
from benchmarks.load.results import Crash, Measurement, Plan, Results
from benchmarks.load.run import run_loop
from benchmarks.report import BEGIN, END
from tests.needs import missing

ON_NODE = ("boardgame.io", "boardgame.io-files", "colyseus")
PLAN = Plan(players=4, pace=0.0, seconds=0.5)


@pytest.fixture(scope="module")
def installed() -> None:
    if shutil.which("npm") is None:
        missing("Node", "install the packages nodejs and npm")
    node.install()


def played(server: str) -> Crash:
    """Return what the crash of a server leaves, after all players have played on it."""
    open_many_files()
    cores = os.sched_getaffinity(0)

    def check_cores(pid: int) -> None:
        used = os.sched_getaffinity(pid)
        assert len(used) == 1
        assert os.sched_getaffinity(0) == (cores - used or cores)

    seen = run_peer(PLAN, PEERS[server], check_cores)
    assert seen.errors == {}
    assert seen.moves > 0
    assert min(seen.players_load, seen.sent_bytes, seen.received_bytes) > 0
    assert 0 < seen.median <= seen.p99
    assert os.sched_getaffinity(0) == cores
    assert seen.crash is not None
    assert seen.crash.announced > 0
    return seen.crash


def test_crash_of_quire_loses_nothing() -> None:
    assert played("quire").lost == 0


def test_crash_of_the_relay_loses_everything() -> None:
    crash = played("relay")
    assert crash.lost == crash.announced


@pytest.mark.parametrize("server", ON_NODE)
@pytest.mark.usefixtures("installed")
def test_peers_on_node(server: str) -> None:
    crash = played(server)
    if server == "boardgame.io-files":
        assert crash.lost <= crash.announced
    else:
        assert crash.lost == crash.announced


@pytest.mark.usefixtures("installed")
def test_moves_on_boardgame_io_are_read_again(tmp_path: Path) -> None:
    peer = PEERS["boardgame.io-files"]

    async def play(server: ServerProcess) -> tuple[dict[str, int], dict[str, int]]:
        crowd = Crowd([server.port], 0.0, make_player=peer.player, games=("obstruction",))
        await crowd.fill(peer.tokens(4, tmp_path))
        crowd.start()
        while min(max(table.announced) for table in crowd.tables.values()) < 2:
            await asyncio.sleep(0.01)
        announced = {id: min(table.announced) for id, table in crowd.tables.items()}
        crowd.stop()
        assert peer.stored_moves is not None
        # Matches that nobody has played are new ones.
        unknown = [f"unknown{number}" for number in range(3 * BATCH)]
        return announced, await peer.stored_moves(server.port, [*unknown, *announced])

    with peer.start(tmp_path) as server:
        announced, stored = run_loop(play(server))
    assert len(stored) == 3 * BATCH + len(announced)
    assert {id for id, moves in stored.items() if moves} == set(announced)
    assert all(stored[id] + 1 >= moves for id, moves in announced.items())


def test_players_apply_colyseus_patches() -> None:
    state = RoomState()
    state.apply(bytes([128, 0, 0, 129, 0, 130, 0, 131, 1]))
    # The state's side to move, then a new entry of the list.
    state.apply(bytes([1, 1, 255, 1, 128, 0, 0xA2]) + b"c4")
    assert (state.to_move, state.is_over, state.moves) == (1, False, ["c4"])
    # The other order; the game is over.
    state.apply(bytes([255, 1, 128, 1, 0xA2]) + b"a1" + bytes([255, 0, 1, 0, 2, 1]))
    assert (state.to_move, state.is_over, state.moves) == (0, True, ["c4", "a1"])
    state.apply(bytes([255, 1, 10, 255, 0, 2, 0, 0, 1, 1]))
    assert (state.game, state.is_over, state.moves) == (257, False, [])
    with pytest.raises(ValueError, match="unknown field 9"):
        state.apply(bytes([9, 1]))


def measurement(plan: Plan, cost: float, lost: int = 0) -> Measurement:
    crash = Crash(announced=10, lost=lost)
    return Measurement(plan, 10.0, 1_000, 50, 1_000 * cost, 0.0, 1e4, 0.01, cost, crash=crash)


def test_servers_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = []

    def measured(plan: Plan, *_: object) -> Measurement:
        turns.append((plan.pace, plan.server))
        return measurement(plan, cost=1 / len(turns), lost=5 - len(turns))

    monkeypatch.setattr(peers_run, "run_peer", measured)
    best = measure_peers([PLAN, Plan(4, 1.0, 0.5)], ["quire", "relay"], rounds=2)
    assert turns[:4] == [(0.0, QUIRE), (0.0, RELAY), (0.0, QUIRE), (0.0, RELAY)]
    assert turns[4:] == [(1.0, QUIRE), (1.0, RELAY), (1.0, QUIRE), (1.0, RELAY)]
    # The cheapest round of each, with the crash that lost most.
    assert [round(1 / run.cost) for run in best] == [3, 4, 7, 8]
    assert [run.crash.lost for run in best[:2] if run.crash] == [4, 3]


def test_tables_reach_the_documentation(tmp_path: Path) -> None:
    flat, paced = Plan(1_000, 0.0, 10.0), Plan(5_000, 5.0, 10.0)
    costs = {QUIRE: 300e-6, BOARDGAME_IO: 450e-6, COLYSEUS: 100e-6, RELAY: 200e-6}
    runs = [
        measurement(Plan(plan.players, plan.pace, 10.0, server=server), cost, lost=lost)
        for plan in (flat, paced)
        for (server, cost), lost in zip(costs.items(), (0, 3, 10, 10), strict=True)
    ]
    results = Results("a machine", {"peers": runs})
    document = tmp_path / "load.md"
    markers = f"{BEGIN}\n{END}\n\n## Peers\n\n{peers_table.BEGIN}\nold\n{peers_table.END}\n"
    document.write_text(markers)
    table.rewrite(document, results)
    text = document.read_text()
    assert "old" not in text
    assert "| 1,000 players, flat out: CPU time per move |" in text
    assert "| 300 µs | bare relay: 200 µs | 1.50x | ≤ 1.6x: met |" in text
    assert "| 300 µs | boardgame.io: 450 µs | 0.667x | ≤ 0.5x: MISSED |" in text
    assert text.count("|  | Quire | boardgame.io | Colyseus | bare relay |") == 2
    assert "| CPU time per move | 300 µs | 450 µs | 100 µs | 200 µs |" in text
    assert "| compared with the relay | 1.50x | 2.25x | 0.50x | 1.00x |" in text
    assert "| lost by kill -9 | nothing | 3 of 10 moves | everything | everything |" in text
    assert "load-peers.svg" in text
    assert set(charts(results)) == {"load-peers.svg"}
    table.rewrite(document, results)
    assert document.read_text() == text


def test_missing_node_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(node.MissingNode, match=r"^node was not found: install .*relay$"):
        node.install()
