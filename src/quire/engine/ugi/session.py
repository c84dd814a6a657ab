"""An agent as a program that speaks UGI lines; docs/how-to/bots.md has the grammar.

    in    ugi · isready · setoption · uginewgame · position · go · stop · quit
    out   id, option, ugiok · readyok · info · bestmove

Only `quit` and the end of the input end the session: an error is answered by one line,
`info string error: ...`. Every other `go` is answered by exactly one `bestmove`; the search runs
in its own thread, so that `stop` can be read meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Thread
from typing import BinaryIO

from quire import core
from quire._native import Stop
from quire.core import Game, Position
from quire.engine.agents.registry import AGENTS, make_agent
from quire.engine.agents.search_result import SearchResult
from quire.engine.ugi.protocol import MAX_LINE_BYTES, Info, Refused, error_line, read_go
from quire.errors import QuireError
from quire.games import GAMES, find_game
from quire.match.agent import Agent, Choice, Limit


@dataclass(frozen=True, slots=True)
class SessionAgent:
    """An agent for a UGI session: its name, its options, and how it is made from them."""

    name: str
    make: Callable[[Mapping[str, str]], Agent]
    """Raises a QuireError for invalid options."""
    options: Mapping[str, str]
    """The options that are set at the start."""
    known: tuple[str, ...] = ()
    """The names of all options."""
    takes_depth: bool = False
    """Whether it may be given a depth; Quire's own agents search by time and nodes."""


def session_agent(spec: str) -> SessionAgent:
    """Return one of Quire's agents for a UGI session. Raises as `make_agent` does."""
    from importlib.metadata import version  # takes a tenth of a bot's startup time

    name, _, rest = spec.strip().partition(":")

    def make(options: Mapping[str, str]) -> Agent:
        return make_agent(f"{name}:{','.join(f'{key}={value}' for key, value in options.items())}")

    agent = make_agent(spec)
    pairs = (part.partition("=")[::2] for part in filter(None, rest.split(",")))
    options = {key.strip(): value.strip() for key, value in pairs}
    known = tuple(AGENTS[name.lower()].options)
    return SessionAgent(f"Quire {version('quire')} {agent.name}", make, options, known)


class Session:
    """One UGI session: `handle` takes one line at a time; answers go to `write`.

    With `at_once` a search runs inside `handle`: there is no thread, and no `stop`.
    """

    def __init__(
        self, session_agent: SessionAgent, write: Callable[[str], None], *, at_once: bool = False
    ) -> None:
        self._session_agent = session_agent
        self._options = dict(session_agent.options)
        self._agent: Agent = session_agent.make(self._options)
        self._at_once = at_once
        self._write = write
        self._writing = Lock()
        self._game: Game = GAMES[0]
        self._size = self._game.sizes.default
        self._position: Position | None = self._game.start()
        self._last_position: tuple[str, Sequence[str]] = ("", ())
        """Start and moves of the last position, so that the next one plays only the new moves."""
        self._stop = Stop()
        self._search: Thread | None = None
        self._searching = False
        self._commands: dict[str, Callable[[Sequence[str]], None]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._setoption,
            "uginewgame": self._uginewgame,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop_search,
        }

    def handle(self, line: str) -> bool:
        """Run the command in one line; return False for `quit`."""
        name, *words = line.split() or [""]
        if name == "quit":
            return False
        try:
            if name in self._commands:
                self._commands[name](words)
            elif name:
                raise Refused(f"unknown command {name!r}; commands: {', '.join(self._commands)}")
        except (QuireError, Refused) as error:
            self.error(error)
        except OSError:
            raise  # the output is gone
        except Exception as error:  # a faulty agent must not end the session
            self.error(f"{type(error).__name__}: {error}")
        return True

    def wait(self) -> None:
        """Wait until a running search has answered."""
        if self._search is not None:
            self._search.join()

    def close(self) -> None:
        """Stop a running search, and wait for its end."""
        self._stop.set()
        self.wait()

    # --- the commands ---

    def _ugi(self, words: Sequence[str]) -> None:
        self._send(f"id name {self._session_agent.name}")
        self._send("id author the authors of Quire")
        games = " ".join(f"var {game.key}" for game in GAMES)
        self._send(f"option name Game type combo default {self._game.key} {games}")
        self._send(f"option name Size type string default {self._size}")
        for option in self._session_agent.known:
            self._send(
                f"option name {option} type string default {self._options.get(option, '<empty>')}"
            )
        self._send("ugiok")

    def _isready(self, words: Sequence[str]) -> None:
        self._send("readyok")

    def _uginewgame(self, words: Sequence[str]) -> None:
        self._require_idle()
        self._agent = self._session_agent.make(self._options)
        self._begin()

    def _setoption(self, words: Sequence[str]) -> None:
        self._require_idle()
        if len(words) < 4 or words[0] != "name" or words[2] != "value":
            raise Refused("usage: setoption name NAME value VALUE")
        name, value = words[1], " ".join(words[3:])
        if "," in value:
            raise Refused(f"invalid value {value!r} for {name}")
        if name.lower() == "game":
            self._game = find_game(value)
            self._size = self._game.sizes.default
            self._begin()
        elif name.lower() == "size":
            self._size = self._game.sizes.normalise(value)
            self._begin()
        elif name.lower() in self._session_agent.known:
            options = {**self._options, name.lower(): value}
            self._agent, self._options = self._session_agent.make(options), options
        else:
            known = ", ".join(["Game", "Size", *self._session_agent.known])
            raise Refused(f"unknown option {name!r}; options: {known}")

    def _set_position(self, words: Sequence[str]) -> None:
        self._require_idle()
        at = words.index("moves") if "moves" in words else len(words)
        text, moves = " ".join(words[:at]), words[at + 1 :]
        if not text:
            raise Refused("usage: position startpos|TEXT moves MOVE ...")
        last_text, already = self._last_position
        position = self._position
        # An invalid position clears the last one: an answer about that would be wrong.
        self._position = None
        if position is None or last_text != text or moves[: len(already)] != already:
            startpos = text == "startpos"
            position, already = (
                (self._game.start(self._size) if startpos else self._game.parse(text)),
                (),
            )
        for number, move in enumerate(moves[len(already) :], len(already) + 1):
            try:
                position = core.step(position, move)
            except (QuireError, ValueError) as error:
                raise Refused(f"move {number}, {move!r}: {error}") from None
        self._position, self._last_position = position, (text, moves)

    def _go(self, words: Sequence[str]) -> None:
        self._require_idle()
        limit, player = read_go(words)
        position = self._position
        if position is None:
            raise Refused("no position: the last one was invalid")
        if position.outcome() is not None:
            raise Refused("the game is over: no moves left")
        if limit.depth is not None and not self._session_agent.takes_depth:
            raise Refused("this agent has no depth limit: use movetime or nodes")
        if player != position.to_move + 1:
            raise Refused(f"it's player {position.to_move + 1}'s turn, not player {player}'s")
        self._stop = Stop()
        self._searching = True
        if self._at_once:
            self._answer(position, limit, self._stop)
            return
        self._search = Thread(target=self._answer, args=(position, limit, self._stop))
        self._search.start()

    def _stop_search(self, words: Sequence[str]) -> None:
        # A late `stop` is not an error: it may have crossed the answer.
        self._stop.set()

    # --- the search, in its own thread ---

    def _answer(self, position: Position, limit: Limit, stop: Stop) -> None:
        began = time.perf_counter()
        # If the output is closed there is nothing left to do.
        with suppress(OSError):
            move = "none"
            try:
                result = self._search_for(position, limit, stop)
                move = result.move if isinstance(result, Choice) else result.choice().move
                info = _info(result, time.perf_counter() - began).text()
            except QuireError as error:
                info = error_line(error)
            except Exception as error:  # a bug in an agent must not end the session
                info = error_line(f"the agent failed: {type(error).__name__}: {error}")
            # The other side may send the next command as soon as it has read the answer.
            self._searching = False
            self._send(f"{info}\nbestmove {move}")

    def _search_for(self, position: Position, limit: Limit, stop: Stop) -> SearchResult | Choice:
        # Testing for Engine would take longer than a simple agent's choice.
        think: Callable[..., SearchResult] | None = getattr(self._agent, "think", None)
        if think is None:
            return self._agent.choose(position, limit)
        return think(position, limit, stop=stop, progress=self._progress)

    def _progress(self, nodes: int, seconds: float, done: float) -> None:
        self._send(Info(nodes=nodes, seconds=seconds).text())

    # --- what they share ---

    def _require_idle(self) -> None:
        if self._searching:
            raise Refused("still searching: send stop, then wait for bestmove")

    def _begin(self) -> None:
        self._position = self._game.start(self._size)
        self._last_position = ("startpos", ())

    def error(self, problem: object) -> None:
        """Report an error in one line."""
        self._send(error_line(problem))

    def _send(self, line: str) -> None:
        with self._writing:
            self._write(line + "\n")


def run_session(session: Session, source: BinaryIO) -> None:
    """Handle the lines of the input until it ends.

    At the end of the input a running search may finish within its limit; `quit` stops it.
    """
    try:
        while line := source.readline(MAX_LINE_BYTES):
            if len(line) == MAX_LINE_BYTES and not line.endswith(b"\n"):
                while (rest := source.readline(MAX_LINE_BYTES)) and not rest.endswith(b"\n"):
                    pass
                session.error(f"lines can have up to {MAX_LINE_BYTES} bytes")
            elif not session.handle(line.decode("utf-8", "replace")):
                return
        session.wait()
    finally:
        session.close()


def _info(result: SearchResult | Choice, seconds: float) -> Info:
    if isinstance(result, Choice):
        return Info(None, result.nodes, seconds, result.value, result.exact)
    choice = result.choice()
    return Info(result.depth, result.nodes, seconds, choice.value, choice.exact, result.line)
