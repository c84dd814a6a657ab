"""Many games between two agents."""

from __future__ import annotations

import os
import random
import select
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

import pytest

import quire
from quire.core import Outcome, Reason
from quire.errors import AgentFailed
from quire.lab.duel import Duel, Score, TimedAgent, play_duels, play_random_moves, play_round, score
from quire.match.agent import Limit
from quire.match.game_loop import Played


def test_game_counts_for_the_agent_in_its_seat() -> None:
    won = Played((), Outcome(1, Reason.POINTS, (0, 3, 1), (3, 1, 2)), (0.1, 0.2, 0.3))
    assert score(won, 1) == Score(
        wins=1, draws=0, losses=0, points=1, slowest=0.2, other_slowest=0.3
    )
    assert score(won, 2) == Score(
        wins=0, draws=0, losses=1, points=0, slowest=0.3, other_slowest=0.2
    )
    drawn = Played((), Outcome(None, Reason.FULL, (0, 0), (1, 1)), (0.1, 0.2))
    assert score(drawn, 0).points == 0.5
    assert (score(drawn, 0) + score(won, 1)).points == 1.5
    assert (score(drawn, 0) + score(won, 1)).games == 2


def test_same_seed_plays_the_same_games_with_any_workers() -> None:
    duels = [
        Duel("sos", "3x3", "random", "random", games=20),
        Duel("line", "7", "random", "random", games=11, opening=2),
        Duel("sos", "3x3:3", "random", "random", games=9),
    ]

    def results(workers: int) -> list[tuple[int, int, int, float]]:
        reported: list[int] = []
        scores = play_duels(duels, workers, lambda which, part: reported.append(which))
        assert sorted(set(reported)) == [0, 1, 2]
        return [(result.wins, result.draws, result.losses, result.points) for result in scores]

    alone = results(1)
    assert [sum(result[:3]) for result in alone] == [20, 11, 9]
    assert results(2) == alone


def test_every_round_has_one_opening_and_rotates_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[str, list[str]]] = []

    def timed(position: quire.Position, agents: list[quire.Agent], limits: list[Limit]) -> Played:
        begun.append((str(position), [str(limit.nodes) for limit in limits]))
        return Played((), Outcome(None, Reason.FULL, (0, 0), (1, 1)), (0.0, 0.0))

    monkeypatch.setattr("quire.lab.duel.play", timed)
    duel = Duel(
        *("line", "9", "random", "random"),
        games=4,
        limit=Limit(nodes=1),
        other_limit=Limit(nodes=2),
        opening=3,
    )
    for number in range(2):
        play_round(duel, number)
    (first, second, third, fourth) = begun
    assert first[0] == second[0]
    assert third[0] == fourth[0]
    assert first[0] != third[0]
    assert [pair[1] for pair in begun] == [["1", "2"], ["2", "1"]] * 2


def test_opening_never_ends_the_game() -> None:
    for seed in range(200):
        position = play_random_moves(quire.start("line", "6"), 4, random.Random(seed))
        assert position.outcome() is None
        assert str(position).count(".") == 2


def test_killed_worker_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __init__(self, *_: object, **__: object) -> None: ...
        def shutdown(self, **_: object) -> None: ...
        def submit(self, *_: object) -> object:
            raise BrokenProcessPool

    monkeypatch.setattr("quire.engine.workers.worker_pool", Broken)
    duel = Duel("line", "9", "random", "random", games=4)
    with pytest.raises(AgentFailed, match="fewer --workers"):
        play_duels([duel], 2, lambda which, part: None)


def test_failed_game_is_not_counted_and_the_rest_continue() -> None:
    duels = [
        Duel("sos", "8x8", "random", "perfect", games=2, limit=Limit(nodes=10)),
        Duel("line", "9", "random", "random", games=4),
    ]
    failed, played = play_duels(duels, 1, lambda which, part: None)
    assert (failed.games, failed.failed, failed.points) == (0, 2, 0)
    assert "perfect (player 2) failed in" in failed.failure
    assert (played.games, played.failed, played.failure) == (4, 0, "")


def test_agent_gets_the_seat_that_need_not_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[tuple[quire.Position, int]] = []

    def timed(position: quire.Position, agents: list[quire.Agent], limits: list[Limit]) -> Played:
        seated.append((position, [agent.name for agent in agents].index("random")))
        return Played((), Outcome(None, Reason.FULL, (0, 0), (1, 1)), (0.0, 0.0))

    monkeypatch.setattr("quire.lab.duel.play", timed)
    for game, size in (("line", "9"), ("obstruction", "5x5"), ("sos", "3x3")):
        for opening in (0, 2):
            duel = Duel(
                game, size, "random", "greedy", games=9, opening=opening, from_unlost_positions=True
            )
            if game == "obstruction":
                duel = replace(duel, other="mcts")
            play_duels([duel], 1, lambda which, part: None)
    assert len(seated) == 6 * 9
    for position, seat in seated:
        value = quire.solve(position, book=False).value
        assert value is not None
        assert value >= 0 if position.to_move == seat else value <= 0
    assert len({str(position) for position, _ in seated}) > 20
    assert {seat for position, seat in seated if position.size == "3x3"} == {0, 1}


def test_time_and_nodes_of_the_first_agent_are_measured() -> None:
    duel = Duel("sos", "4x4", "mcts:nodes=2000", "random", games=2)
    found = play_round(duel, 0)
    assert found.max_cpu_seconds > 0
    # One board, two games, half of the cells each or more; nothing is late without a clock.
    assert found.moves >= 8
    assert found.late == 0


def test_move_beyond_limit_and_tolerance_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([5.0, 5.119, 6.0, 6.121, 7.0, 9.0])
    monkeypatch.setattr("quire.lab.duel.time.process_time", lambda: next(times))
    timed = TimedAgent(quire.make_agent("random"))
    start = quire.start("line", "5")
    for limit in (Limit(seconds=0.1), Limit(seconds=0.1), Limit(nodes=1)):
        timed.choose(start, limit)
    assert (timed.moves, timed.late) == (3, 1)
    assert timed.max_cpu_seconds == 2.0


ENDLESS = """
import multiprocessing
from quire.lab.duel import Duel, play_duels

def print_workers(which, part):
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)

if __name__ == "__main__":
    play_duels([Duel("line", "9", "random", "random", games=10**5)], 2, print_workers)
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for processes as Linux can")
def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    command = [sys.executable, str(tmp_path / "endless.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = [os.pidfd_open(int(pid)) for pid in parent.stdout.readline().split()]
        parent.kill()
    assert len(workers) == 2
    for worker in workers:
        ended, _, _ = select.select([worker], [], [], 60)
        os.close(worker)
        assert ended
