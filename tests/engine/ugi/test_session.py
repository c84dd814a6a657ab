"""UGI: the reply to each line, in this process; tests/cli/test_engine.py uses real ones."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quire
from quire._native import Stop
from quire.core import Position
from quire.engine import AGENTS, Choice, Limit
from quire.engine.agents.search_result import Candidate, Engine, Progress, SearchResult
from quire.engine.ugi import session as ugi
from quire.engine.ugi.protocol import MAX_LINE_BYTES, read_go
from quire.errors import AgentFailed, UnknownAgent
from quire.match.agent import Clocks
from tests.strategies import examples


def talk(*lines: str, agent: str = "random:seed=1") -> list[str]:
    """Return the engine's output for these lines, after the last search."""
    output: list[str] = []
    source = io.BytesIO("".join(f"{line}\n" for line in lines).encode())
    ugi.run_session(ugi.Session(ugi.session_agent(agent), output.append), source)
    assert all(lines.endswith("\n") for lines in output)
    return "".join(output).split("\n")[:-1]


class FakeAgent(Engine):
    """An agent with a given answer."""

    name = "fake"
    searches: list[tuple[str, Limit]]

    def __init__(self, answer: Callable[[Position, Stop], SearchResult]) -> None:
        self.answer = answer
        self.searches = []

    def choose(self, position: Position, limit: Limit = Limit()) -> Choice:  # noqa: B008
        raise AssertionError("an agent that thinks is asked what it thinks")

    def think(
        self,
        position: Position,
        limit: Limit = Limit(),  # noqa: B008
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        self.searches.append((str(position), limit))
        assert stop is not None
        assert progress is not None
        progress(7, 0.002, 0.5)
        return self.answer(position, stop)


@pytest.fixture
def fake(
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[Callable[[Position, Stop], SearchResult]], FakeAgent]:
    """Replace `random` by an agent of the test."""

    def install(answer: Callable[[Position, Stop], SearchResult]) -> FakeAgent:
        agent = FakeAgent(answer)
        monkeypatch.setattr(ugi, "make_agent", lambda spec: agent)
        return agent

    return install


def test_introduces_itself() -> None:
    output = talk("ugi", agent="perfect:seed=5,memory=4M")
    assert output[0] == f"id name Quire {quire.__version__} perfect"
    assert output[-1] == "ugiok"
    options = {line.split()[2]: line.split(maxsplit=3)[3] for line in output[2:-1]}
    assert list(options) == ["Game", "Size", *AGENTS["perfect"].options]
    assert options["Game"] == (
        "type combo default sos var sos var line var extreme var obstruction"
    )
    assert options["Size"] == "type string default 8x8"
    assert options["seed"] == "type string default 5"
    assert options["threads"] == "type string default <empty>"


def test_isready_is_answered_and_empty_lines_are_ignored() -> None:
    assert talk("isready", "", "   ", "\t", "isready") == ["readyok", "readyok"]


def moves_of(output: list[str]) -> list[str]:
    return [line.split()[1] for line in output if line.startswith("bestmove ")]


def test_plays_from_the_given_position() -> None:
    output = talk(
        "setoption name Game value line",
        "setoption name Size value 3",
        "position startpos moves S1 O2",
        "go nodes 100 player 1",
        agent="perfect:memory=4M",
    )
    assert moves_of(output) == ["S3"]
    (info,) = [line for line in output if " pv " in line]
    assert re.fullmatch(r"info depth 1 nodes \d+ time \d+ score 1 exact pv S3", info)


def test_position_text_ends_at_moves() -> None:
    output = talk(
        "setoption name game value obstruction",
        "position X#./##./... 2 moves c3",
        "go nodes 5 player 1",
    )
    assert moves_of(output) in (["c1"], ["a3"])
    alone = talk("position S.S/.../... 2 0-0 moves", "go movetime 100 player 2")
    assert len(moves_of(alone)) == 1


def test_turns_need_not_alternate() -> None:
    opening = "position startpos moves Sa1 Ob1 Sc1"
    output = talk("setoption name Size value 3x3", opening, "go nodes 9 player 1")
    assert len(moves_of(output)) == 1


def test_players_who_left_are_skipped() -> None:
    output = talk(
        "setoption name Size value 3x3:3", "position startpos moves Sa1 x2", "go nodes 9 player 3"
    )
    assert len(moves_of(output)) == 1


def test_uginewgame_forgets_the_previous_game() -> None:
    first = ["setoption name Size value 3x3", "position startpos moves Sa1"]
    again = talk(*first, "uginewgame", "go nodes 1 player 1", agent="random:seed=4")
    fresh = talk(first[0], "go nodes 1 player 1", agent="random:seed=4")
    assert moves_of(again) == moves_of(fresh)  # the times may differ


def test_setoption_changes_the_agent() -> None:
    go = ["position startpos", "go nodes 1 player 1"]
    changed = talk("setoption name seed value 8", *go)
    assert moves_of(changed) == moves_of(talk(*go, agent="random:seed=8"))


WRONG = [
    ("dance", "unknown command 'dance'"),
    ("\x00\x1b[2J\x7f", "unknown command"),
    ("UGI", "unknown command 'UGI'"),
    ("setoption", "usage: setoption"),
    ("setoption name Size", "usage: setoption"),
    ("setoption name Colour value red", "unknown option 'Colour'; options: Game, Size, seed"),
    ("setoption name Game value chess", "no game called 'chess'"),
    ("setoption name Size value 99x99", "99x99"),
    ("setoption name seed value many", "seed must be a whole number, not 'many'"),
    ("setoption name seed value 1,seed=2", "invalid value '1,seed=2' for seed"),
    ("position", "usage: position"),
    ("position moves Sa1", "usage: position"),
    ("position startpos moves Sa1 Sa1", "move 2, 'Sa1': "),
    ("position startpos moves x9", "move 1, 'x9': "),
    ("position startpos and more", "a board may only contain SO."),
    ("position S../ 1 0-0", "rows"),
    ("go", "usage: go"),
    ("go player 1", "usage: go"),
    ("go movetime 100", "usage: go"),
    ("go movetime 100 player", "usage: go"),
    ("go movetime 100 player 1 player 1", "usage: go"),
    ("go infinite player 1 movetime", "usage: go"),
    ("go depth 3 player 1", "no depth limit"),
    ("go movetime -5 player 1", "movetime must be a whole number, not '-5'"),
    ("go nodes 1e9 player 1", "nodes must be a whole number, not '1e9'"),
    ("go nodes ٣ player 1", "nodes must be a whole number"),
    (f"go nodes {'9' * 5000} player 1", "nodes must be a whole number"),
    ("go nodes 9 player 2", "it's player 1's turn, not player 2's"),
    ("go nodes 9 player 0", "it's player 1's turn, not player 0's"),
]


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_invalid_line_gets_one_error(line: str, message: str) -> None:
    output = talk(line, "isready")
    assert len(output) == 2
    assert output[0].startswith("info string error: ")
    assert message in output[0]
    assert output[0].isascii()
    assert output[0].isprintable()
    assert output[1] == "readyok"


def test_invalid_position_clears_the_position() -> None:
    output = talk("position startpos moves Zz9", "go nodes 9 player 1", "position startpos")
    assert "no position" in output[1]
    assert moves_of(output) == []


def test_no_move_after_the_end() -> None:
    output = talk("setoption name Game value line", "position SOS 2", "go nodes 9 player 2")
    assert output == ["info string error: the game is over: no moves left"]


def test_invalid_option_changes_nothing() -> None:
    go = ["position startpos", "go nodes 1 player 1"]
    output = talk("setoption name Size value 3x3", "setoption name Size value 2x2", *go)
    assert moves_of(output)[0][1:] in quire.start("sos", "3x3").cells()


def test_too_long_line_gets_one_error() -> None:
    output = talk("position " + "S" * (3 * MAX_LINE_BYTES), "isready")
    assert output == [
        f"info string error: lines can have up to {MAX_LINE_BYTES} bytes",
        "readyok",
    ]


def test_longest_game_fits_into_a_line() -> None:
    moves = " ".join(f"O{square}" for square in range(1, 2000))
    output = talk(
        *("setoption name Game value line", "setoption name Size value 2000"),
        f"position startpos moves {moves}",
        "go nodes 1 player 2",
    )
    assert moves_of(output)[0] in ("S2000", "O2000")


def test_quit_or_an_incomplete_line_ends_the_session() -> None:
    assert talk("isready", "quit", "isready") == ["readyok"]
    output: list[str] = []
    ugi.run_session(
        ugi.Session(ugi.session_agent("random"), output.append), io.BytesIO(b"isready\nisrea")
    )
    assert output[0] == "readyok\n"
    assert "unknown command 'isrea'" in output[1]


def test_unknown_agent_is_an_error_before_reading() -> None:
    with pytest.raises(UnknownAgent):
        talk("ugi", agent="nobody")


# --- while a search is running ---


def search_result(move: str) -> SearchResult:
    return SearchResult((Candidate(move, 0.25, False, 3),), (move, "S2"), 4, 12)


def until_stopped(position: Position, stop: Stop) -> SearchResult:
    while not stop.is_set():
        pass
    return search_result(position.legal_moves()[0])


def test_only_stop_is_handled_during_a_search(
    fake: Callable[[Callable[[Position, Stop], SearchResult]], FakeAgent],
) -> None:
    agent = fake(until_stopped)
    output = talk(
        *("position startpos", "go movetime 60000 player 1"),
        *("isready", "go nodes 1 player 1", "position startpos moves Sa1", "uginewgame"),
        *("setoption name Size value 3x3", "stop", "stop"),
    )
    busy = "info string error: still searching: send stop, then wait for bestmove"
    assert output.count(busy) == 4
    assert output.count("readyok") == 1
    assert "info nodes 7 time 2" in output
    info, last = output[-2:]
    assert re.fullmatch(r"info depth 4 nodes 12 time \d+ score 0.25 pv Sa1 S2", info)
    assert last == "bestmove Sa1"
    assert agent.searches == [(str(quire.start("sos")), Limit(seconds=59.99))]


def test_quit_stops_a_search(
    fake: Callable[[Callable[[Position, Stop], SearchResult]], FakeAgent],
) -> None:
    fake(until_stopped)
    assert talk("go movetime 60000 player 1", "quit")[-1] == "bestmove Sa1"


def test_late_stop_does_not_stop_the_next_search(
    fake: Callable[[Callable[[Position, Stop], SearchResult]], FakeAgent],
) -> None:
    stops = []

    def at_once(position: Position, stop: Stop) -> SearchResult:
        stops.append(stop.is_set())
        return search_result("Sa1")

    fake(at_once)
    talk("stop", "go nodes 5 player 1")
    assert stops == [False]


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("movetime 1000", Limit(seconds=0.99)),
        ("movetime 8", Limit(seconds=0.006)),
        ("movetime 0", Limit(seconds=0)),
        ("nodes 500", Limit(nodes=500)),
        ("nodes 500 movetime 100", Limit(0.09, 500)),
    ],
)
def test_limits_leave_time_for_the_reply(
    fake: Callable[[Callable[[Position, Stop], SearchResult]], FakeAgent], words: str, limit: Limit
) -> None:
    agent = fake(lambda position, stop: search_result("Sa1"))
    talk(f"go {words} player 1")
    ((_, received),) = agent.searches
    assert received.nodes == limit.nodes
    assert received.seconds == (None if limit.seconds is None else pytest.approx(limit.seconds))


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (AgentFailed("it is too hard"), "error: it is too hard"),
        (ZeroDivisionError("oh\nno"), "error: the agent failed: ZeroDivisionError: oh?no"),
        (MemoryError(), "error: the agent failed: MemoryError"),
    ],
)
def test_failing_agent_answers_none_and_the_session_continues(
    fake: Callable[[Callable[[Position, Stop], SearchResult]], FakeAgent],
    error: Exception,
    message: str,
) -> None:
    def fail(position: Position, stop: Stop) -> SearchResult:
        raise error

    fake(fail)
    output = talk("go nodes 5 player 1")
    assert message in output[-2]
    assert output[-1] == "bestmove none"


def test_agent_that_cannot_be_created_does_not_end_the_session(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def make(spec: str) -> quire.Agent:
        if spec == "random:seed=3":
            raise TypeError("no such thing")
        return quire.make_agent(spec)

    monkeypatch.setattr(ugi, "make_agent", make)
    output = talk("setoption name seed value 3", "isready")
    assert output == ["info string error: TypeError: no such thing", "readyok"]


def test_perfect_agent_without_a_proof_reports_it() -> None:
    output = talk("go nodes 50 player 1", agent="perfect:memory=4M")
    assert "could not prove a move" in output[-2]
    assert output[-1] == "bestmove none"


def test_closed_output_ends_the_search(
    fake: Callable[[Callable[[Position, Stop], SearchResult]], FakeAgent],
) -> None:
    fake(until_stopped)

    def gone(line: str) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        ugi.run_session(
            ugi.Session(ugi.session_agent("random"), gone),
            io.BytesIO(b"go movetime 60000 player 1\nisready\n"),
        )


# --- fuzzing ---

WORDS = st.sampled_from(
    [
        *("ugi", "isready", "setoption", "uginewgame", "position", "go", "stop", "name", "value"),
        *("moves", "startpos", "Game", "Size", "seed", "sos", "line", "extreme", "obstruction"),
        *("movetime", "nodes", "player", "0", "1", "2", "3", "9", "3x3", "5", "2x9x9", "3x3:3"),
        *("Sa1", "Ob2", "S1", "O3", "1e5", "a1", "c3", "x2", "S..", "...", "1", "0-0", "quit"),
    ]
)
NOISE = st.one_of(
    st.lists(WORDS, max_size=9).map(" ".join),
    st.text(max_size=30),
    st.binary(max_size=30),
    st.sampled_from(
        [
            *("position startpos", "position startpos moves Sa1", "go nodes 3 player 1"),
            *("go nodes 3 player 2", "go movetime 1 player 1", "setoption name Game value line"),
            *("setoption name Size value 3x3", "setoption name Size value 5", "stop"),
        ]
    ),
)


@examples(300)
@given(st.lists(NOISE, max_size=25))
def test_any_input_gets_a_reply(lines: list[str | bytes]) -> None:
    raw = [line if isinstance(line, bytes) else line.encode() for line in lines]
    output: list[str] = []
    ugi.run_session(
        ugi.Session(ugi.session_agent("random"), output.append),
        io.BytesIO(b"\n".join(raw) + b"\nisready\n"),
    )
    output = "".join(output).splitlines(keepends=True)
    sent = b"\n".join(raw).split(b"\n")
    if not any(line.decode(errors="replace").split()[:1] == ["quit"] for line in sent):
        assert "readyok\n" in output
    for line in output:
        assert re.fullmatch(r"[ -~]+\n", line)
        assert line.split()[0] in ("id", "option", "ugiok", "readyok", "info", "bestmove")
    searches = sum(re.match(r"info nodes 1 ", line) is not None for line in output)
    assert sum(line.startswith("bestmove ") for line in output) == searches


def test_go_names_the_clocks() -> None:
    words = "p2time 5000 p1time 10000 p1inc 100 movestogo 4 player 1 nodes 9"
    limit, player = read_go(words.split())
    assert (player, limit.nodes, limit.depth) == (1, 9, None)
    assert limit.clocks == Clocks((10.0, 5.0), (0.1, None), 4)
    # A quarter of the time and most of the increment, less the overhead.
    assert limit.seconds == pytest.approx(10 / 4 + 0.075 - 0.01)


def test_movetime_goes_before_the_clocks() -> None:
    limit, _ = read_go(["movetime", "400", "p1time", "10000", "p1inc", "0", "player", "1"])
    assert limit.seconds == pytest.approx(0.39)


def test_clock_of_the_other_player_is_no_limit() -> None:
    assert talk("go p2time 1000 p2inc 0 player 1") == [
        "info string error: usage: go movetime MS player N, or go nodes K player N"
    ]


def test_agent_plays_by_its_clock() -> None:
    output = talk("setoption name Size value 3x3", "go p1time 100 p1inc 0 player 1")
    assert len(moves_of(output)) == 1
