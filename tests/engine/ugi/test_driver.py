"""Driving UGI programs: real processes, well-behaved and not."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

import quire
from quire import AsyncUgiEngine, Limit, UgiEngine
from quire.core import Position
from quire.engine.ugi import driver
from quire.engine.ugi.protocol import Info
from quire.errors import AgentFailed, MatchOver, NotationError
from quire.match.game_loop import play

PROGRAM = (sys.executable, str(Path(__file__).parents[2] / "arena/sample_bots/misbehaving.py"))
SECOND = Limit(seconds=1.0)
Run = Callable[..., UgiEngine]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Start the program with a behaviour."""
    monkeypatch.setattr(driver, "QUIT_SECONDS", 0.2)
    running: list[UgiEngine] = []

    def start(behaviour: str = "", timeout: float = 60.0) -> UgiEngine:
        running.append(UgiEngine([*PROGRAM, behaviour], timeout=timeout))
        return running[-1]

    yield start
    for engine in running:
        engine.close()


def board() -> Position:
    return quire.start("sos", "3x3")


def test_program_introduces_itself_and_moves(run: Run) -> None:
    engine = run()
    assert engine.name == "Prögram?"
    assert engine.options == {"Hash": "16"}
    assert isinstance(engine, quire.Agent)
    infos: list[Info] = []
    choice = engine.choose(board(), SECOND, on_info=infos.append)
    assert choice == quire.Choice("Sa1", 2.0, exact=True, nodes=40)
    assert infos == [Info(3, 40, 1.5, 2.0, True, ("Sa1",))]
    # As text, as moves from the start, without a limit, and on another board.
    after = board().play("Sa1")
    assert engine.choose(after, SECOND).move == engine.choose(after, moves=["Sa1"]).move == "Sb1"
    assert engine.choose(quire.start("line", "9"), Limit(nodes=5)).move == "S1"
    engine.configure({"Hash": 32})
    with pytest.raises(AgentFailed, match="unknown option Colour"):
        engine.configure({"Colour": "red", "Hash": 1})
    engine.new_game()
    assert engine.choose(board()).move == "Sa1"


def test_quires_own_agents_play_a_match() -> None:
    quires = [sys.executable, "-m", "quire", "engine", "random:seed=3"]
    with UgiEngine(quires, timeout=60.0) as one:
        other = quire.make_agent("random:seed=4")
        game = play(quire.start("obstruction", "4x4"), [one, other], [Limit(nodes=9)] * 2)
    assert list(quire.replay(quire.start("obstruction", "4x4"), game.moves))[-1].outcome()


@pytest.mark.parametrize(
    ("behaviour", "problem", "survives"),
    [
        ("crash", "ended with exit code 3: ZeroDivisionError: ?[31moops", False),
        ("close", "closed its output", False),
        ("illegal", "answered 'Zz99\\x1b[31m' in '.../.../... 1 0-0': ", True),
        ("silent", "answered '' in ", True),
        ("refuse", "I don't like this board", True),
        ("endless", "sent a line of more than 1,048,576 bytes", False),
    ],
)
def test_misbehaviour_is_one_clear_error(
    run: Run, behaviour: str, problem: str, survives: bool
) -> None:
    engine = run(behaviour)
    with pytest.raises(AgentFailed) as caught:
        engine.choose(board(), SECOND)
    assert str(caught.value).startswith("Prögram?: ")
    assert problem in str(caught.value)
    assert str(caught.value).isprintable()
    again = problem if survives else "closed: open it again"
    with pytest.raises(AgentFailed) as caught:
        engine.choose(board(), SECOND)
    assert again in str(caught.value)


@pytest.mark.parametrize("behaviour", ["garbage", "chatty", "stderr", "cut"])
def test_strange_output_is_no_problem(run: Run, behaviour: str) -> None:
    engine = run(behaviour)
    for _ in range(2):
        assert engine.choose(board(), SECOND).move == "Sa1"


@pytest.mark.parametrize(("behaviour", "due"), [("hang", "bestmove"), ("mute", "ugiok")])
def test_late_answer_ends_the_program(behaviour: str, due: str) -> None:
    limit = Limit(seconds=0.0)

    async def main() -> None:
        engine = await AsyncUgiEngine.open(command, timeout=60.0 if due == "bestmove" else 0.3)
        engine.timeout = 0.3
        await engine.choose(board(), limit)

    command = [*PROGRAM, behaviour]
    with pytest.raises(AgentFailed, match=f"didn't send ({due}|readyok) within 0.3 s"):
        asyncio.run(main())


@pytest.mark.parametrize(
    ("command", "error", "problem"),
    [
        ("/nowhere/at-all --fast", AgentFailed, "could not be started"),
        ([*PROGRAM, "dead"], AgentFailed, "ended with exit code 1: no such weights"),
        ("", NotationError, "the command is empty"),
        ('"', NotationError, "invalid command"),
        ("\0", AgentFailed, "could not be started"),
    ],
)
def test_program_that_does_not_start(
    command: str | list[str], error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        UgiEngine(command, timeout=60.0)


def test_impossible_requests_are_refused(run: Run) -> None:
    engine = run()
    over = quire.parse("sos", "SSS/SSS/SSS 1 0-0")
    with pytest.raises(MatchOver):
        engine.choose(over, SECOND)
    with pytest.raises(NotationError, match="one line each"):
        engine.configure({"Hash": "1\nquit"})
    with pytest.raises(NotationError, match="needs a limit"):
        UgiEngine(PROGRAM, limit=Limit())
    assert engine.choose(board()).move == "Sa1"


def test_stop_from_another_thread(run: Run) -> None:
    engine = run("wait")
    searching = Event()

    def stop() -> None:
        searching.wait()
        engine.stop()

    thread = Thread(target=stop)
    thread.start()
    choice = engine.choose(board(), Limit(seconds=600), on_info=lambda info: searching.set())
    thread.join()
    assert choice.move == "Sa1"


def test_close_in_the_middle_of_a_search(run: Run) -> None:
    engine = run("wait")
    searching = Event()

    def close() -> None:
        searching.wait()
        engine.close()

    thread = Thread(target=close)
    thread.start()
    with pytest.raises(AgentFailed, match="closed: open it again"):
        engine.choose(board(), Limit(seconds=600), on_info=lambda info: searching.set())
    thread.join()
    engine.close()
    for call in (engine.stop, engine.new_game, lambda: engine.choose(board())):
        with pytest.raises(AgentFailed, match="closed: open it again"):
            call()


def test_cancelled_search_does_not_answer_the_next_question() -> None:
    async def main() -> None:
        searching = asyncio.Event()
        async with await AsyncUgiEngine.open([*PROGRAM, "wait"], timeout=60.0) as engine:
            first = asyncio.create_task(
                engine.choose(board(), Limit(seconds=600), on_info=lambda info: searching.set())
            )
            await searching.wait()
            first.cancel()
            with pytest.raises(asyncio.CancelledError):
                await first
            searching.clear()
            after = board().play("Sa1")
            second = asyncio.create_task(
                engine.choose(after, Limit(seconds=600), on_info=lambda info: searching.set())
            )
            await searching.wait()
            await engine.stop()
            assert (await second).move == after.legal_moves()[0]

    asyncio.run(main())


def test_closed_program_leaves_no_process(run: Run) -> None:
    for behaviour in ("", "stubborn"):
        engine = run(behaviour)
        pid = engine._engine._process.pid
        engine.close()
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
