"""Replays, analysis, reviews and hints of a real server: correct, permitted and fairly queued."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

import quire
from quire.core import Position
from quire.engine.analysis.position import Analyser
from quire.engine.analysis.review import ReviewBuilder
from quire.engine.solver.solve import outcome_of
from quire.errors import TooMany
from quire.match.agent import Limit
from quire.server.http import study
from quire.server.metrics import Load
from quire.server.workers.replay import frames
from quire.server.workers.worker_pool import WorkerPool
from quire.server.workers.worker_task import ReviewPositionTask
from quire.wire.study_types import Line
from tests.brute_force import brute_force, late_positions
from tests.random_games import random_game
from tests.server.deployment import Deployment, async_test
from tests.server.example_games import EXAMPLES, GAMES
from tests.server.fake_time import FakeTime
from tests.server.harness import (
    TIMEOUT_SECONDS,
    RunningServer,
    running_server,
    server_process,
    settings,
)

JsonLines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for requests that need no players."""
    with running_server(settings(tmp_path_factory.mktemp("server"))) as running:
        yield running


def post(server: RunningServer, path: str, **line: Any) -> httpx.Response:
    """Post a line of moves and return the response."""
    return httpx.post(f"{server.url}{path}", json=line, timeout=TIMEOUT_SECONDS)


def error_of(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the error code of a response."""
    problem = answer.json()
    assert problem["type"] == "error"
    return answer.status_code, problem["code"]


def lines_of(answer: httpx.Response) -> JsonLines:
    """Return the JSON lines of a review."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.headers["x-accel-buffering"] == "no", "proxies must not buffer lines"
    return [json.loads(line) for line in answer.text.splitlines()]


def busy(server: RunningServer) -> tuple[int, int]:
    """Return the number of running and of queued analyses."""

    async def load() -> Load:
        return server.node.load()

    now = server.run(load())
    return now.analysing, now.analysis_queue


def until(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    while not condition():
        pass


def worker_pid(server: RunningServer, get_pool: Callable[[], WorkerPool]) -> int:
    """Return the process id of the pool's only worker."""

    async def ready() -> int:
        await get_pool().ready()
        (pid,) = get_pool().pids
        return pid

    return server.run(ready())


@contextmanager
def paused(pid: int) -> Iterator[None]:
    """Pause the process meanwhile."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


class PendingRequest:
    """A request that runs in its own thread."""

    def __init__(self, server: RunningServer, path: str, **line: Any) -> None:
        self._responses: list[httpx.Response] = []
        self._thread = threading.Thread(target=self._post, args=(server, path, line))
        self._thread.start()

    def _post(self, server: RunningServer, path: str, line: dict[str, Any]) -> None:
        self._responses.append(post(server, path, **line))

    def response(self) -> httpx.Response:
        """Wait for the response and return it."""
        self._thread.join(TIMEOUT_SECONDS)
        (response,) = self._responses
        return response


# --- replays ---


def test_replay_equals_the_local_one(server: RunningServer) -> None:
    *_, (_, entries) = random_game("sos", "26x26", seed=6)
    answer = post(server, "/api/replay", game="sos", size="26x26", moves=entries)
    expected = frames(Line(game="sos", size="26x26", moves=entries))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.content == msgspec.json.encode(expected)


def test_longest_line_fits_into_a_request(server: RunningServer) -> None:
    moves = [f"O{square}" for square in range(1, 2001)]
    answer = post(server, "/api/replay", game="line", position="." * 2000 + " 1", moves=moves)
    assert answer.status_code == 200
    assert len(answer.json()["steps"]) == 2000


@pytest.mark.parametrize(
    "path", ["/api/replay", "/api/analysis", "/api/analysis/check", "/api/solve", "/api/review"]
)
def test_invalid_moves_are_reported(server: RunningServer, path: str) -> None:
    answer = post(server, path, game="sos", moves=["Sa1", "Sa1"])
    assert error_of(answer) == (400, "illegal_move")
    assert answer.json()["message"].startswith("move 2, 'Sa1'")
    assert error_of(post(server, path, game="sos", moves=["hello"])) == (400, "notation")
    assert error_of(post(server, path, game="chess")) == (404, "unknown_game")
    both = {"size": "4x4", "position": "S../.../... 1 0-0"}
    assert error_of(post(server, path, game="sos", **both)) == (400, "notation")
    for long in ({"moves": ["S1"] * 2501}, {"moves": ["S" * 17]}, {"position": "." * 6001}):
        assert error_of(post(server, path, game="line", **long)) == (400, "notation")


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_replay_of_a_finished_game(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    await deployment.play_moves(game, (ann, bob), example.moves)
    game_replay = await deployment.client().get(f"/api/games/{game}/replay")
    record = await ann.get(f"/api/games/{game}/record")
    assert (game_replay["id"], game_replay["status"], game_replay["rated"]) == (game, "over", False)
    assert [(seat["name"], seat["player"]) for seat in game_replay["seats"]] == [
        ("Ann", ann.id),
        ("Bob", bob.id),
    ]
    for field in ("outcome", "started", "clock", "seconds"):
        assert game_replay[field] == record[field]
    assert len(game_replay["seconds"]) == len(example.moves)
    line = Line(game=key, size=example.size, moves=list(example.moves))
    assert game_replay["replay"] == json.loads(msgspec.json.encode(frames(line)))


@async_test
async def test_replay_of_a_running_and_a_resigned_game(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.move(game, "S1")
    game_replay = await bob.get(f"/api/games/{game}/replay")
    assert (game_replay["status"], game_replay["outcome"]) == ("playing", None)
    await bob.receive_event(game, "move")
    await bob.act(game, "resign")
    game_replay = await ann.get(f"/api/games/{game}/replay")
    assert (game_replay["status"], game_replay["outcome"]["reason"]) == ("over", "resignation")
    assert game_replay["replay"]["steps"][-1]["outcome"] is None
    waiting = await ann.create_game("line")
    assert await ann.request_error("GET", f"/api/games/{waiting}/replay") == "not_allowed"
    assert await ann.request_error("GET", "/api/games/nothing/replay") == "not_found"


# --- analysis ---


@pytest.mark.parametrize(
    ("game", "size"), [("sos", "3x4"), ("line", "8"), ("extreme", "2x9x9"), ("obstruction", "4x5")]
)
def test_small_positions_have_exact_values(server: RunningServer, game: str, size: str) -> None:
    for position in late_positions(game, size, 41, 3):
        analysis = post(server, "/api/analysis", game=game, position=str(position)).json()
        value, best = brute_force(position)
        solution = quire.solve(position)
        assert (
            (analysis["value"], analysis["exact"])
            == (value, True)
            == (solution.value, solution.exact)
        )
        assert analysis["outcome"] == outcome_of(value) == solution.outcome
        assert {move["move"] for move in analysis["moves"] if move["best"]} == set(best)
        assert {move["move"] for move in analysis["moves"]} == set(position.legal_moves())
        assert analysis["line"][0] in best
        assert (analysis["position"], analysis["to_move"]) == (str(position), position.to_move)
        assert (analysis["game"], analysis["size"]) == (position.game, position.size)
        alone = json.loads(Analyser().position(position).to_json())
        assert analysis.keys() == {*alone, "decided_by_points"}, (
            "as `quire analyse --json` prints it"
        )
        assert analysis["decided_by_points"] == (game == "sos")


def test_analysis_after_moves(server: RunningServer) -> None:
    analysis = post(server, "/api/analysis", game="line", size="7", moves=["S1", "S4"]).json()
    assert (analysis["position"], analysis["to_move"]) == ("S..S... 1", 0)
    assert {remark["topic"] for remark in analysis["remarks"]} == {"losing_pairs", "parity"}
    over = post(server, "/api/analysis", game="line", size="3", moves=["S1", "O2", "S3"]).json()
    assert (over["moves"], over["line"], over["remarks"]) == ([], [], [])
    assert (over["exact"], over["outcome"]) == (True, "loss")


def test_solver_with_more_memory_gives_the_same_answer(server: RunningServer) -> None:
    asked = {"game": "line", "position": "S..S...... 1"}
    solved = post(server, "/api/solve", **asked).json()
    analysis = post(server, "/api/analysis", **asked).json()
    assert solved["exact"]
    for name in ("nodes", "seconds"):
        del solved[name], analysis[name]
    assert solved == analysis


def test_long_lines_are_checked_too(server: RunningServer) -> None:
    moves = [f"O{square}" for square in range(1, 200)]
    answer = post(server, "/api/analysis/check", game="line", size="200", moves=moves)
    assert [remark["topic"] for remark in answer.json()["remarks"]] == ["parity"]


def test_three_players_have_estimates(server: RunningServer) -> None:
    analysis = post(server, "/api/analysis", game="sos", size="3x3:3", moves=["Sa1", "x2"]).json()
    assert (analysis["exact"], analysis["outcome"]) == (False, None)
    assert len(analysis["moves"]) == 16


# --- reviews ---


def expected_review(game: str, size: str, entries: list[str]) -> dict[str, Any]:
    """Return the review by a single local analyser."""
    review = Analyser().game(quire.start(game, size), entries, Limit(nodes=10**7))
    assert review.exact
    assert all(step.exact for step in review.steps)
    facts: dict[str, Any] = json.loads(review.to_json())
    del facts["names"]  # which the server doesn't know
    return facts


@pytest.mark.parametrize(
    ("game", "size"), [("line", "7"), ("obstruction", "5x5"), ("sos", "3x3"), ("line", "3")]
)
def test_review_equals_that_of_one_analyser(server: RunningServer, game: str, size: str) -> None:
    *_, (_, entries) = random_game(game, size, seed=8)
    *progress, last = lines_of(post(server, "/api/review", game=game, size=size, moves=entries))
    positions = len(entries) + 1
    assert progress == [{"done": (number + 1) / positions} for number in range(positions)]
    expected = expected_review(game, size, entries)
    review = last["review"]
    assert review.keys() == expected.keys()
    for key in review.keys() - {"nodes", "seconds"}:
        assert review[key] == expected[key], key


def test_review_from_a_position(server: RunningServer) -> None:
    line = {"game": "line", "position": "S.SO. 2", "moves": ["o5", "o2"]}
    *_, last = lines_of(post(server, "/api/review", **line))
    review = last["review"]
    assert [step["move"] for step in review["steps"]] == ["O5", "O2"]
    assert review["mistakes"] == [1]
    assert review["steps"][0]["better"] == best_moves("S.SO. 2")
    assert review["value"] == -1


@pytest.mark.parametrize(
    ("error", "code"), [(TooMany("later"), "too_many"), (RuntimeError("inside"), "unavailable")]
)
def test_later_error_is_the_last_line(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    review_next = study._review_next

    async def failing(node: Any, review: ReviewBuilder) -> bool:
        if review.done > 0.5:
            raise error
        return await review_next(node, review)

    monkeypatch.setattr(study, "_review_next", failing)
    *progress, last = lines_of(post(server, "/api/review", game="line", moves=["S1", "S2", "S3"]))
    assert [message["done"] for message in progress] == [0.25, 0.5, 0.75]
    assert (last["error"]["type"], last["error"]["code"]) == ("error", code)
    assert "inside" not in last["error"]["message"]


def test_review_time_is_limited(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float] = []
    ask = study._run

    async def recorded(node: Any, task: Any, *, continuing: bool = False) -> Any:
        assert continuing == isinstance(task, ReviewPositionTask), "reviews in progress continue"
        if continuing:
            seconds.append(task.seconds)
            task = replace(task, seconds=0.001)
        return await ask(node, task, continuing=continuing)

    monkeypatch.setattr(study, "_run", recorded)
    for length in (9, 299):
        seconds.clear()
        moves = [f"O{number + 1}" for number in range(length)]
        post(server, "/api/review", game="line", size=str(length), moves=moves)
        assert len(seconds) == length + 1
        assert sum(seconds) == pytest.approx(min(60, (length + 1) * 0.25))


def test_disconnecting_ends_the_review(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, (_, entries) = random_game("sos", "26x26", seed=9)
    review_lines, reviews, ended = study._review_lines, [], threading.Event()

    async def recorded(node: Any, review: ReviewBuilder) -> AsyncIterator[bytes]:
        reviews.append(review)
        try:
            async for line in review_lines(node, review):
                yield line
        finally:
            ended.set()

    monkeypatch.setattr(study, "_review_lines", recorded)
    line = {"game": "sos", "size": "26x26", "moves": entries}
    with httpx.stream(
        "POST", f"{server.url}/api/review", json=line, timeout=TIMEOUT_SECONDS
    ) as answer:
        assert "done" in next(answer.iter_lines())
    assert ended.wait(TIMEOUT_SECONDS)
    (review,) = reviews
    assert review.done < 1
    until(lambda: busy(server) == (0, 0))


def test_stopping_server_ends_reviews_with_an_error(tmp_path: Path) -> None:
    *_, (_, entries) = random_game("sos", "26x26", seed=9)
    line = {"game": "sos", "size": "26x26", "moves": entries}
    with server_process(settings(tmp_path)) as server:
        url = f"{server.url}/api/review"
        with httpx.stream("POST", url, json=line, timeout=TIMEOUT_SECONDS) as answer:
            lines = answer.iter_lines()
            assert "done" in next(lines)
            assert server.process is not None
            server.process.terminate()
            *_, last = lines  # neither cut off nor complete
        assert json.loads(last)["error"]["code"] == "unavailable"


def test_stopping_server_refuses_analyses(tmp_path: Path) -> None:
    with running_server(settings(tmp_path)) as server:
        server.run(server.node.stop())
        answer = post(server, "/api/analysis", game="line", size="5")
        assert error_of(answer) == (503, "unavailable")
        assert busy(server) == (0, 0)


# --- queue and limits ---

LINE: dict[str, Any] = {"game": "line", "size": "5"}
LONG: dict[str, Any] = {
    "game": "line",
    "size": "99",
    "moves": [f"O{number + 1}" for number in range(study.MAX_INLINE_MOVES + 1)],
}


def test_excess_requests_are_refused_and_games_continue(tmp_path: Path) -> None:
    with running_server(settings(tmp_path, analysis_queue=1)) as server:
        with paused(worker_pid(server, lambda: server.node.pools.analysis)):
            first = PendingRequest(server, "/api/analysis", **LINE)
            until(lambda: busy(server) == (1, 0))
            second = PendingRequest(server, "/api/replay", **LONG)
            until(lambda: busy(server) == (1, 1))
            page = httpx.get(f"{server.url}/metrics").text
            assert "quire_analysing 1.0" in page
            assert "quire_analysing_queue 1.0" in page
            assert "quire_thinking 0.0" in page
            for path in ("/api/analysis", "/api/replay", "/api/review"):
                answer = post(server, path, **LONG)
                assert error_of(answer) == (429, "too_many")
                assert int(answer.headers["retry-after"]) >= 1
            # A short replay needs no worker.
            assert post(server, "/api/replay", **LINE).json()["size"] == "5"
            check_computer_moves(server)
        assert first.response().json()["exact"]
        assert second.response().json()["size"] == "99"


def check_computer_moves(server: RunningServer) -> None:
    """Check that a computer player still moves."""
    with httpx.Client(base_url=server.url, timeout=TIMEOUT_SECONDS) as http:
        token = http.post("/api/guests", json={"name": "Ann"}).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        request = {"game": "line", "size": "9", "seats": ["level1", "me"], "random_order": False}
        id = http.post("/api/games", json=request).json()["id"]
        with connect(server.url.replace("http", "ws") + "/socket") as client:
            client.send(json.dumps({"type": "hello", "token": token}))
            client.send(json.dumps({"type": "watch", "game_id": id}))
            until(lambda: bool(http.get(f"/api/games/{id}").json()["moves"]))


def test_killed_worker_costs_a_retry(server: RunningServer) -> None:
    pid = worker_pid(server, lambda: server.node.pools.analysis)
    os.kill(pid, signal.SIGSTOP)
    asked = PendingRequest(server, "/api/analysis", game="line", size="5")
    until(lambda: busy(server) == (1, 0))
    os.kill(pid, signal.SIGKILL)
    assert asked.response().json()["exact"]
    assert worker_pid(server, lambda: server.node.pools.analysis) != pid


def test_concurrent_analyses_are_limited_per_address(tmp_path: Path) -> None:
    with running_server(settings(tmp_path, analysis_concurrency=2)) as server:
        with paused(worker_pid(server, lambda: server.node.pools.analysis)):
            first = PendingRequest(server, "/api/analysis", **LINE)
            until(lambda: busy(server) == (1, 0))
            second = PendingRequest(server, "/api/replay", **LONG)
            until(lambda: busy(server) == (1, 1))
            for path in ("/api/analysis", "/api/replay", "/api/review"):
                answer = post(server, path, **LONG)
                assert error_of(answer) == (429, "too_many")
                assert "2 analyses" in answer.json()["message"]
                assert int(answer.headers["retry-after"]) >= 1
            assert post(server, "/api/replay", **LINE).status_code == 200, (
                "a short replay needs no worker"
            )
        for pending in (first, second):
            assert pending.response().status_code == 200
        assert post(server, "/api/analysis", **LINE).status_code == 200


def test_review_counts_until_its_last_line_or_disconnect(tmp_path: Path) -> None:
    *_, (_, entries) = random_game("sos", "26x26", seed=9)
    line = {"game": "sos", "size": "26x26", "moves": entries}
    with running_server(settings(tmp_path, analysis_concurrency=1)) as server:
        lines_of(post(server, "/api/review", **LINE))
        url = f"{server.url}/api/review"
        with httpx.stream("POST", url, json=line, timeout=TIMEOUT_SECONDS) as answer:
            lines = answer.iter_lines()  # the stream closes when these lines are released
            assert "done" in next(lines)
            assert error_of(post(server, "/api/analysis", **LINE)) == (429, "too_many")
        until(lambda: post(server, "/api/analysis", **LINE).status_code == 200)


def test_disconnecting_leaves_the_queue(tmp_path: Path) -> None:
    with running_server(settings(tmp_path, analysis_concurrency=2)) as server:
        with paused(worker_pid(server, lambda: server.node.pools.analysis)):
            first = PendingRequest(server, "/api/analysis", **LINE)
            until(lambda: busy(server) == (1, 0))
            with socket.create_connection(("127.0.0.1", server.port)) as leaving:
                body = json.dumps(LINE)
                head = f"POST /api/analysis HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}"
                leaving.sendall(f"{head}\r\n\r\n{body}".encode())
                until(lambda: busy(server) == (1, 1))
                assert error_of(post(server, "/api/analysis", **LINE)) == (429, "too_many")
            until(lambda: busy(server) == (1, 0))
            second = PendingRequest(server, "/api/analysis", **LINE)
            until(lambda: busy(server) == (1, 1))
        for pending in (first, second):
            assert pending.response().json()["exact"]
        assert server.node.metrics.errors._value.get() == 0


def test_analyses_are_rate_limited_per_address(tmp_path: Path) -> None:
    limited = settings(tmp_path, analysis_rate=0.5, analysis_burst=2)
    timing = FakeTime()
    with running_server(limited, timing) as server:
        for path in ("/api/replay", "/api/review"):
            assert post(server, path, game="line", size="3").status_code == 200
        for path in ("/api/replay", "/api/analysis", "/api/review"):
            assert error_of(post(server, path, game="line", size="3")) == (429, "too_many")
        assert httpx.get(f"{server.url}/api/catalogue").status_code == 200
        timing.advance(2)
        assert post(server, "/api/analysis", game="line", size="3").status_code == 200


# --- hints ---


def best_moves(text: str) -> list[str]:
    """Return the best moves on a short line, by brute force."""
    position: Position = quire.parse("line", text)
    return brute_force(position)[1]


@async_test
async def test_hint_is_a_best_move(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    request = {"size": "5", "seats": ["me", "level1"], "random_order": False}
    game = await ann.create_game("line", **request)
    hint = await ann.get(f"/api/games/{game}/hint")
    assert hint["move"] in best_moves("..... 1")
    assert (hint["exact"], hint["outcome"]) == (True, outcome_of(hint["value"]))


@async_test
async def test_no_hints_against_people_or_strangers(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    path = f"/api/games/{game}/hint"
    assert await ann.request_error("GET", path) == "not_allowed"
    assert await deployment.client().request_error("GET", path) == "not_signed_in"
    assert await ann.request_error("GET", "/api/games/nothing/hint") == "not_found"
    waiting = await ann.create_game("line")
    assert await ann.request_error("GET", f"/api/games/{waiting}/hint") == "not_allowed"


@async_test
async def test_hints_once_all_other_people_are_out(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    seats = ["me", "open", "level1"]
    game = await deployment.start_game("sos", (ann, bob), size="3x3:3", seats=seats)
    path = f"/api/games/{game}/hint"
    assert await ann.request_error("GET", path) == "not_allowed"
    await bob.act(game, "resign")
    await ann.receive_event(game, "resign")
    hint = await ann.get(path)
    assert hint["move"] in quire.start("sos", "3x3:3").legal_moves()
    assert (hint["exact"], hint["outcome"]) == (False, None)
    assert await bob.request_error("GET", path) == "not_allowed"


@async_test
async def test_hints_only_for_players_of_a_running_game(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await ann.create_game("line", size="3", seats=["me", "level1"], random_order=False)
    path = f"/api/games/{game}/hint"
    assert await bob.request_error("GET", path) == "not_allowed"
    await ann.watch(game)
    await ann.act(game, "resign")
    answer = await ann.request("GET", path)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert "over" in answer.json()["message"]


def test_no_hint_while_the_computer_thinks(tmp_path: Path) -> None:
    with (
        running_server(settings(tmp_path)) as server,
        paused(worker_pid(server, lambda: server.node.pools.agents)),
        httpx.Client(base_url=server.url, timeout=TIMEOUT_SECONDS) as http,
    ):
        token = http.post("/api/guests", json={"name": "Ann"}).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        request = {"game": "line", "size": "9", "seats": ["level1", "me"], "random_order": False}
        id = http.post("/api/games", json=request).json()["id"]
        answer = http.get(f"/api/games/{id}/hint")
        assert error_of(answer) == (403, "not_allowed")
        assert "not your turn" in answer.json()["message"]
