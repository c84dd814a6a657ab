"""Tournaments on a Dask cluster: every game is played once, even if workers are lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from dataclasses import replace
from pathlib import Path

import pytest

from quire.arena.bots.sandbox import Level, Sandbox, SandboxMissing, select_sandbox
from quire.arena.tournament import cluster
from quire.arena.tournament.batch import ClusterFailed, RemoteJob
from quire.arena.tournament.cluster import ClusterExecutor
from quire.arena.tournament.plan import Entrant, Plan
from quire.arena.tournament.results import Results, ResultsFile
from quire.arena.tournament.runner import Job, LocalExecutor, play_tournament
from quire.errors import AgentFailed
from tests.needs import missing

try:
    from distributed import Client, KilledWorker
except ImportError:
    missing("distributed", "pip install 'quire[cluster]'")

QUIRE = Path(sys.executable).with_name("quire")

STALLING = '''
import os
import time
from pathlib import Path

HERE = Path(__file__).parent


class Stalls:
    """Plays on one worker until it has made so many moves, and then waits for that worker's end."""

    def choose(self, position, limit):
        worker, most = map(int, (HERE / "stall").read_text().split())
        if os.getppid() == worker:
            with (HERE / "moves").open("a") as file:
                file.write(".")
            while os.getppid() == worker and (HERE / "moves").stat().st_size > most:
                (HERE / f"{os.getpid()}.stuck").touch()
                time.sleep(0.01)
        return position.legal_moves()[0]
'''


class Cluster:
    """A scheduler and workers, each a process."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._file = place / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--port", "0", "--dashboard-address", "127.0.0.1:0")
        while not self._file.exists() or not self._file.read_bytes().endswith(b"}"):
            assert self._processes[0].poll() is None
            time.sleep(0.01)
        self.address: str = json.loads(self._file.read_bytes())["address"]

    def _start(self, *words: str) -> int:
        command = [sys.executable, "-m", "dask", *words, "--host", "127.0.0.1", "--no-dashboard"]
        command += ["--scheduler-file", str(self._file)]
        with (self._place / f"{len(self._processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self._place, start_new_session=True
            )
        self._processes.append(process)
        return process.pid

    def workers(self, count: int) -> list[int]:
        """Start that many workers and return their process ids."""
        options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self._place))
        started = [self._start("worker", *options) for _ in range(count)]
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(count)
        return started

    def end(self) -> None:
        """End all processes, and what they have started."""
        for process in self._processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Cluster]:
    place = tmp_path / "dask"
    place.mkdir()
    one = Cluster(place)
    try:
        yield one
    finally:
        one.end()


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "stalling.py"
    path.write_text(STALLING)
    (tmp_path / "stall").write_text("0 0")
    return path


GAMES = 20


def plan_of(bot: Path) -> Plan:
    """Return a plan where a bot makes one to four moves: two of four to nine are openings."""
    bots = (Entrant(f"{bot}:Stalls"), Entrant("random:seed=1"))
    return Plan(bots=bots, game="obstruction", size="6x6", games=GAMES, movetime="10m")


Match = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def match(tmp_path: Path, dask: Cluster) -> Iterator[Match]:
    """Return a function that starts a tournament by its command, with results in `out.jsonl`."""
    started: list[subprocess.Popen[bytes]] = []

    def start(plan: Plan, *options: str) -> subprocess.Popen[bytes]:
        bots = "\n".join(f"[[bots]]\nbot = {json.dumps(entry.bot)}" for entry in plan.bots)
        given = {name: getattr(plan, name) for name in ("game", "size", "games", "movetime")}
        lines = [f"{name} = {json.dumps(value)}" for name, value in given.items()]
        (tmp_path / "plan.toml").write_text("\n".join([*lines, bots]))
        command = [str(QUIRE), "arena", "run", str(tmp_path / "plan.toml"), "--sandbox", "off"]
        command += ["--cluster", dask.address, "--out", str(tmp_path / "out.jsonl"), *options]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def lines_in(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines() if path.exists() else []


def wait_until_stuck(tmp_path: Path, running: subprocess.Popen[bytes], times: int = 1) -> None:
    """Wait until a worker plays a game that it cannot end, and others are done."""
    out = tmp_path / "out.jsonl"
    while len(list(tmp_path.glob("*.stuck"))) < times or len(lines_in(out)) < 5:
        assert running.poll() is None, running.communicate()[0].decode()
        time.sleep(0.01)


def check_every_game_once(path: Path, plan: Plan) -> None:
    """Compare with the same tournament, played locally."""
    here = ResultsFile(path.with_name("here.jsonl"), plan, resume=False)
    executor = LocalExecutor(Job.of(plan, Sandbox(Level.OFF)), 1)
    try:
        play_tournament(plan, here, executor)
    finally:
        executor.close()
        here.close()
    ids = [json.loads(line)["id"] for line in lines_in(path)[1:]]
    assert sorted(ids) == sorted(here.results.games)
    for name, game in Results.read(path).games.items():
        known = here.results.games[name]
        assert game.record.players == known.record.players
        assert game.opening == known.opening
        assert game.record.moves[: game.opening] == known.record.moves[: game.opening]
        assert game.forfeits == ()
        assert game.sandbox == str(select_sandbox("off"))


def test_killed_worker_loses_and_repeats_no_game(
    dask: Cluster, match: Match, bot: Path, tmp_path: Path
) -> None:
    doomed, _ = dask.workers(2)
    (tmp_path / "stall").write_text(f"{doomed} 1")  # in its first batch
    plan = plan_of(bot)
    running = match(plan)
    wait_until_stuck(tmp_path, running)
    assert len(lines_in(tmp_path / "out.jsonl")) < 1 + GAMES
    os.kill(doomed, signal.SIGKILL)
    said = running.communicate()[0].decode()
    assert running.returncode == 0, said
    assert said.startswith("Sandbox: off (level 0 of 3; requested), 2 of 2 workers\n")
    check_every_game_once(tmp_path / "out.jsonl", plan)


def test_stopped_tournament_resumes_without_losing_or_repeating_games(
    dask: Cluster, match: Match, bot: Path, tmp_path: Path
) -> None:
    (worker,) = dask.workers(1)
    (tmp_path / "stall").write_text(f"{worker} 16")  # in its third batch, or later
    plan = plan_of(bot)
    running = match(plan)
    wait_until_stuck(tmp_path, running)
    running.send_signal(signal.SIGINT)
    said = running.communicate()[0].decode()
    assert running.returncode == 130
    assert said.endswith("Stopped. Continue with --resume.\n")
    kept = lines_in(tmp_path / "out.jsonl")
    assert 5 <= len(kept) < 1 + GAMES
    # A worker is free again only after giving up the game that it could not end.
    running = match(plan, "--resume")
    wait_until_stuck(tmp_path, running, times=2)
    running.kill()
    running.communicate()
    (tmp_path / "stall").write_text("0 0")
    running = match(plan, "--resume")
    said = running.communicate()[0].decode()
    assert running.returncode == 0, said
    assert lines_in(tmp_path / "out.jsonl")[: len(kept)] == kept
    check_every_game_once(tmp_path / "out.jsonl", plan)


def test_worker_that_cannot_play_is_reported_before_the_first_game(
    dask: Cluster, bot: Path
) -> None:
    dask.workers(1)
    remote_job = RemoteJob.of(plan_of(bot), "off")
    with pytest.raises(ClusterFailed, match=r"tcp://.*: this machine runs Quire 0\.0\.1, the wor"):
        ClusterExecutor(dask.address, replace(remote_job, version="0.0.1"))
    bot.write_text(STALLING + "\n")
    with pytest.raises(ClusterFailed, match=r"^worker tcp://.*stalling.py on the worker differs"):
        ClusterExecutor(dask.address, remote_job)
    bot.unlink()
    with pytest.raises(ClusterFailed, match=r"^worker tcp://.*stalling.py: No such file"):
        ClusterExecutor(dask.address, remote_job)
    bot.write_text(STALLING + "raise RuntimeError('not on this machine')")
    broken = RemoteJob.of(plan_of(bot), "off")
    with pytest.raises(ClusterFailed, match=r"^worker tcp://.*cannot play.*not on this machine"):
        ClusterExecutor(dask.address, broken)


def test_cluster_without_workers_is_an_error(
    dask: Cluster, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "NO_WORKERS_TIMEOUT_SECONDS", 0.1)
    with pytest.raises(ClusterFailed, match=r"no workers: start one with `dask worker tcp://"):
        ClusterExecutor(dask.address, RemoteJob.of(plan_of(bot), "off"))


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("tcp://127.0.0.1:9", "no Dask scheduler at tcp://127.0.0.1:9"),
        ("nonsense", "such as tcp://host:8786"),
        ("carrier://pigeon:1", "such as tcp://host:8786"),
    ],
)
def test_unreachable_scheduler_is_an_error(
    address: str, problem: str, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with pytest.raises(ClusterFailed, match=problem):
        ClusterExecutor(address, RemoteJob.of(plan_of(bot), "off"))


def test_missing_package_is_named(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterFailed, match=r"pip install 'quire\[cluster\]'"):
        ClusterExecutor("tcp://127.0.0.1:9", RemoteJob.of(plan_of(bot), "off"))


def test_every_machine_uses_its_own_sandbox_and_interpreter(
    bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remote_job = replace(RemoteJob.of(plan_of(bot), "best"), python="/elsewhere/python")
    posted = tuple(
        replace(entry, command=("/elsewhere/python", *entry.command[1:]))
        for entry in remote_job.job.bots
    )
    remote_job = replace(remote_job, job=replace(remote_job.job, bots=posted))
    weak = Sandbox(Level.PROCESS, "this kernel has no landlock")
    monkeypatch.setattr("quire.arena.bots.sandbox.probe", lambda: weak)
    job = remote_job.localized()
    assert job.sandbox == weak
    assert job.bots == Job.of(plan_of(bot), weak).bots
    with pytest.raises(SandboxMissing, match=r"--sandbox required, but only process .*no landlock"):
        replace(remote_job, sandbox="required").localized()


def test_lost_batch_is_retried_or_an_error() -> None:
    assert isinstance(cluster._task_error(CancelledError()), BrokenExecutor)
    assert isinstance(cluster._task_error(ConnectionResetError()), BrokenExecutor)
    lost = type("Lost", (), {"address": "tcp://somewhere:1"})()
    for error in (KilledWorker("task", lost, 3), AgentFailed("x"), RuntimeError("y")):
        reported = cluster._task_error(error)
        assert isinstance(reported, ClusterFailed)
        assert "--resume" in str(reported)
    assert "4 workers" in str(cluster._task_error(KilledWorker("task", lost, 3)))
