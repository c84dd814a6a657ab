"""Tournaments: every game is played once, even if the process is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from quire.arena.bots.sandbox import Level, Sandbox
from quire.arena.tournament.pairing import games_planned, rounds
from quire.arena.tournament.plan import Entrant, Kind, Plan
from quire.arena.tournament.results import Results, ResultsFile
from quire.arena.tournament.runner import Job, LocalExecutor, Shard, play_tournament
from quire.arena.tournament.standings import encounter_points, scores
from quire.errors import AgentFailed, NotationError, RecordError

QUIRE = Path(sys.executable).with_name("quire")


def plan_of(*bots: str, **options: object) -> Plan:
    given = {"game": "sos", "size": "3x3", "games": 4, "nodes": 10, **options}
    return Plan(bots=tuple(Entrant(bot, f"bot {n}") for n, bot in enumerate(bots)), **given)  # type: ignore[arg-type]


def played(plan: Plan, path: Path, shard: Shard | None = None, *, resume: bool = False) -> Results:
    job = Job.of(plan, Sandbox(Level.PROCESS))
    file = ResultsFile(path, plan, resume=resume)
    executor = LocalExecutor(job, 1)
    try:
        play_tournament(plan, file, executor, shard=shard or Shard(1, 1))
    finally:
        executor.close()
        file.close()
    return file.results


def test_no_files_or_processes_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    played(plan_of("random:seed=1", "greedy:seed=1"), tmp_path / "r.jsonl")
    assert list(scratch.glob("quire-bot-*")) == []


def test_round_robin_uses_every_seat(tmp_path: Path) -> None:
    plan = plan_of("random:seed=1", "greedy:seed=1", "random:seed=2")
    results = played(plan, tmp_path / "r.jsonl")
    assert len(results.games) == games_planned(plan) == 12
    seatings = Counter(game.record.players for game in results.games.values())
    assert set(seatings.values()) == {2}
    assert len(seatings) == 6
    for game in results.games.values():
        game.record.check()
        assert game.forfeits == ()
        assert len(game.cpu_seconds) == len(game.record.moves)
    pairs = [
        tuple(game.record.moves[: game.opening] for game in games)
        for games in results.encounters().values()
    ]
    assert all(first == second for first, second in pairs)
    assert len(set(pairs)) > 1
    assert sum(score.games for score in scores(results).values()) == 12


def test_three_players_rotate_through_all_seats(tmp_path: Path) -> None:
    plan = plan_of("random", "random", "greedy", size="3x3:3", games=3)
    results = played(plan, tmp_path / "r.jsonl")
    seats = {game.record.players for game in results.games.values()}
    assert seats == {
        ("bot 0", "bot 1", "bot 2"),
        ("bot 1", "bot 2", "bot 0"),
        ("bot 2", "bot 0", "bot 1"),
    }
    (points,) = encounter_points(results).values()
    assert sum(points) == pytest.approx(3)


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.KNOCKOUT, Kind.GAUNTLET])
def test_other_kinds_finish(kind: Kind, tmp_path: Path) -> None:
    plan = plan_of(*["random", "greedy", "random", "greedy", "random"], kind=kind, games=2)
    results = played(plan, tmp_path / "r.jsonl")
    assert len(results.games) >= games_planned(plan)


def test_shards_play_the_same_games_as_the_whole(tmp_path: Path) -> None:
    plan = plan_of("random:seed=1", "greedy:seed=1", games=6)
    parts = [played(plan, tmp_path / f"{i}.jsonl", Shard(i, 3)) for i in (1, 2, 3)]
    whole = Results.merged(parts)
    assert sorted(whole.games) == sorted(played(plan, tmp_path / "all.jsonl").games)
    with pytest.raises(RecordError, match="different plans"):
        Results.merged([whole, Results(plan_of("random", "random"))])


def test_tournaments_paired_by_results_cannot_be_sharded(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="can't be sharded"):
        played(plan_of("random", "greedy", kind=Kind.SWISS), tmp_path / "r", Shard(1, 2))


def test_killed_tournament_resumes_without_losing_or_repeating_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, scratch = tmp_path / "match.jsonl", tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    command: list[str | Path] = [QUIRE, "arena", "match", "random", "greedy", "--game", "sos"]
    command += ["--size", "4x4", "--games", "300", "--sandbox", "off", "--out", path]
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    while not path.exists() or path.read_bytes().count(b"\n") < 30:
        assert first.poll() is None
        time.sleep(0.01)
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    for _ in range(1000):  # its bots and their directories end after it
        if not list(scratch.glob("quire-bot-*")):
            break
        time.sleep(0.01)
    assert list(scratch.glob("quire-bot-*")) == []
    with path.open("ab") as file:
        file.write(b'{"id":"0-1.')  # as if it had been killed while it wrote
    kept = list(path.read_bytes().splitlines()[:-1])
    subprocess.run([*command, "--resume"], check=True, stdout=subprocess.DEVNULL)
    lines = path.read_bytes().splitlines()
    assert lines[: len(kept)] == kept
    results = Results.read(path)
    assert len(lines) == 301
    assert len(results.games) == 300


def test_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    plan = plan_of("random", "greedy", games=2)
    played(plan, tmp_path / "r.jsonl")
    with pytest.raises(RecordError, match="--resume"):
        played(plan, tmp_path / "r.jsonl")
    with pytest.raises(RecordError, match="different plan"):
        played(plan_of("random", "greedy", games=4), tmp_path / "r.jsonl", resume=True)


def test_bot_that_cannot_start_is_an_error_before_the_first_game() -> None:
    bots = Path(__file__).parents[1] / "sample_bots" / "attacks.py"
    plan = plan_of("random", f"{bots}:DoesNotLoad")
    with pytest.raises(AgentFailed, match=r"bot 1 cannot play: .*I will not start"):
        Job.of(plan, Sandbox(Level.PROCESS)).try_bots()


def test_one_failing_bot_does_not_stop_the_others(tmp_path: Path) -> None:
    bots = Path(__file__).parents[1] / "sample_bots" / "attacks.py"
    plan = plan_of("random", f"{bots}:Exits", "greedy", games=2)
    results = played(plan, tmp_path / "r.jsonl")
    assert len(results.games) == 6
    for game in results.games.values():
        assert bool(game.forfeits) == ("bot 1" in game.record.players)


def test_too_many_swiss_rounds_are_refused() -> None:
    with pytest.raises(NotationError, match="needs 3 bots"):
        list(rounds(plan_of("random", "greedy", size="3x3:3"), dict))
    with pytest.raises(NotationError, match="two"):
        list(rounds(plan_of(*["random"] * 3, size="3x3:3", kind=Kind.SWISS), dict))


@pytest.mark.parametrize(
    ("agent", "size", "game"),
    [("greedy", None, "obstruction"), ("feasible", None, "extreme"), ("perfect", "4x4:3", "sos")],
)
def test_agent_that_cannot_play_the_game_is_refused(
    agent: str, size: str | None, game: str
) -> None:
    plan = plan_of(agent, "random", "random:seed=2", game=game, size=size)
    with pytest.raises(AgentFailed, match=r"bot 0 cannot play: "):
        Job.of(plan, Sandbox(Level.PROCESS)).try_bots()


def still_running(mark: str) -> list[str]:
    """Return the processes with that text in their command."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if mark in place.read_bytes().decode("utf-8", "replace"):
                found.append(place.parent.name)
    return found


@pytest.mark.parametrize("sandbox", ["off", "best"])
@pytest.mark.parametrize("killed", [False, True])
def test_no_bot_outlives_its_match(sandbox: str, killed: bool, tmp_path: Path) -> None:
    bot = tmp_path / "first.py"
    bot.write_text(
        "class First:\n    def choose(self, position, limit):\n"
        "        return position.legal_moves()[0]\n"
    )
    path = tmp_path / "match.jsonl"
    command: list[str | Path] = [QUIRE, "arena", "match", f"{bot}:First", "random", "--game", "sos"]
    command += ["--size", "3x3", "--games", "100000" if killed else "10"]
    command += ["--sandbox", sandbox, "--out", path]
    match = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    if killed:
        while not path.exists() or path.read_bytes().count(b"\n") < 5:
            assert match.poll() is None
            time.sleep(0.01)
        match.kill()
    match.wait()
    for _ in range(600):  # until bots have noticed the end of their input
        if not still_running(f"{bot}:First"):
            break
        time.sleep(0.1)
    assert not still_running(f"{bot}:First")
