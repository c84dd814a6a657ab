"""Drive a UGI program from Python, as `chess.engine` does for UCI: asynchronously and not."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, Self, TypeVar

from quire.core import Move, Position
from quire.engine.ugi.protocol import (
    ERROR,
    MAX_OUTPUT_BYTES,
    Info,
    LineSplitter,
    best_move,
    go_lines,
    new_game_lines,
    printable,
    read_name,
    read_option,
    require_limit,
    startpos,
)
from quire.errors import AgentFailed, NotationError, QuireError
from quire.games import find_game
from quire.match.agent import NO_LIMIT, Choice, Limit, require_not_over

TIMEOUT_SECONDS = 10.0
"""Default time to start, to get ready for a game, and to answer after a limit in seconds."""

NODE_LIMIT_TIMEOUT_SECONDS = 60.0
"""Default time for a move if only nodes are limited."""

QUIT_SECONDS = 2.0
"""Time to exit after `quit`."""

OnInfo = Callable[[Info], None]
"""Called with what the program reports during a search."""

Result = TypeVar("Result")

_READ_BYTES = 1 << 16


class AsyncUgiEngine:
    """A running UGI program. Start it with `open`, and use it with `async with`.

    Calls from several tasks run one at a time. Every problem with the program is an AgentFailed,
    which quotes what it wrote to standard error. A program that ends, or doesn't answer in time,
    is closed. After a wrong move it keeps running.
    """

    def __init__(self, process: Process, command: str, limit: Limit, timeout: float) -> None:
        self.name = command
        """The name that the program gives itself."""
        self.options: dict[str, str] = {}
        """The program's options with their default values, empty for none."""
        self.limit = limit
        self.timeout = timeout
        self._process = process
        self._command = command
        self._lock = asyncio.Lock()
        self._board: tuple[str, str] | None = None
        self._is_searching = False
        self._is_closed = False
        self._lines = LineSplitter()
        self._errors = b""
        """The end of what the program wrote to standard error."""
        self._reading_errors = asyncio.create_task(self._read_errors())

    @classmethod
    async def open(
        cls,
        command: str | Sequence[str],
        *,
        limit: Limit = Limit(seconds=1.0),  # noqa: B008 - immutable
        timeout: float = TIMEOUT_SECONDS,
        directory: str | os.PathLike[str] | None = None,
    ) -> Self:
        """Start a program, given as a shell would split it or as a list of words.

        `limit` is for moves that are asked for without one; `timeout` in seconds is the time to
        start and to get ready, and how late an answer may be; the program starts in `directory`.
        Raises AgentFailed if it can't be started or doesn't speak UGI.
        """
        words = _words(command)
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                cwd=directory,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise AgentFailed(f"{words[0]}: could not be started: {error}") from None
        engine = cls(process, Path(words[0]).name, require_limit(limit), timeout)
        try:
            await engine._introduce()
        except BaseException:
            await engine.close()
            raise
        return engine

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options of the program. Raises AgentFailed if it refuses one."""
        lines = [f"setoption name {name} value {value}" for name, value in options.items()]
        if any("\n" in line or "\r" in line for line in lines):
            raise NotationError("options have one line each: leave line breaks out")
        refused = ""

        def is_ready(line: str) -> bool:
            nonlocal refused
            if line.startswith(ERROR):
                refused = refused or line.removeprefix(ERROR)
            return line == "readyok"

        async with self._lock:
            self._board = None  # an option may need a new game
            text = "".join(f"{line}\n" for line in [*lines, "isready"])
            await self._exchange(text, is_ready, self.timeout, "readyok")
        if refused:
            raise self._failed(refused)

    async def new_game(self) -> None:
        """Let the program forget the game so far; it is prepared before the next move."""
        async with self._lock:
            self._board = None

    async def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        moves: Sequence[Move] | None = None,
        on_info: OnInfo | None = None,
    ) -> Choice:
        """Return the program's move in a position, with its value if it reports one.

        With the `moves` from the start of the game, the position is sent as these, which every
        program can read; without them as text. Raises MatchOver if the game has ended, AgentFailed
        for a move that isn't legal. A cancelled call stops the search.
        """
        require_not_over(position)
        used = self.limit if limit == NO_LIMIT else limit
        last = Info()

        def is_answer(line: str) -> bool:
            nonlocal last
            if (info := Info.read(line)) is not None:
                last = info
                if on_info is not None:
                    on_info(info)
            elif line.startswith(ERROR):
                errors.append(line.removeprefix(ERROR))
            return best_move(line) is not None

        errors: list[str] = []
        async with self._lock:
            await self._prepare(position.game, position.size)
            text = str(position) if moves is None else startpos(moves)
            timeout = (
                max(self.timeout, NODE_LIMIT_TIMEOUT_SECONDS)
                if used.seconds is None
                else used.seconds + self.timeout
            )
            self._is_searching = True
            line = await self._exchange(
                go_lines(text, position.to_move, used), is_answer, timeout, "bestmove"
            )
            self._is_searching = False
        return last.choice(self._move(position, best_move(line) or "", errors))

    async def stop(self) -> None:
        """Let a search in progress answer at once."""
        await self._send("stop\n")

    async def close(self) -> None:
        """Ask the program to quit, and end it if it doesn't. A call in progress fails."""
        if not self._is_closed:
            self._is_closed = True
            with suppress(AgentFailed, TimeoutError):
                await self._send("quit\n")
                if not self._is_searching:
                    await asyncio.wait_for(self._process.wait(), QUIT_SECONDS)
        self._kill()
        await self._discard_output()
        await self._process.wait()
        await self._reading_errors
        if self._process.stdin is not None:
            self._process.stdin.close()

    # --- what they share ---

    async def _introduce(self) -> None:
        def is_ready(line: str) -> bool:
            self.name = printable(read_name(line) or self.name)
            if (option := read_option(line)) is not None:
                self.options[option[0]] = option[1]
            return line == "ugiok"

        await self._exchange("ugi\n", is_ready, self.timeout, "ugiok")

    async def _prepare(self, game: str, size: str) -> None:
        """Get ready for a board, and for a search: a cancelled one must have answered."""
        if self._is_searching:
            await self._exchange(
                "stop\n", lambda line: best_move(line) is not None, self.timeout, "bestmove"
            )
            self._is_searching = False
        if self._board != (game, size):
            await self._exchange(
                new_game_lines(game, size),
                lambda line: line == "readyok",
                self.timeout,
                "readyok",
            )
            self._board = game, size

    def _move(self, position: Position, text: str, errors: Sequence[str]) -> Move:
        """Return the answer in canonical notation. Raises AgentFailed for one that isn't legal."""
        try:
            move = find_game(position.game).moves(position.size)[position.index(text)]
            position.play(move)
        except QuireError as error:
            problem = errors[-1] if errors else f"answered {text!r} in '{position}': {error}"
            raise self._failed(problem) from None
        return move

    async def _exchange(
        self, text: str, is_answer: Callable[[str], bool], timeout: float, due: str
    ) -> str:
        """Send lines and return the first answering line. Closes a program that gives none."""
        try:
            async with asyncio.timeout(timeout):
                await self._send(text)
                return await self._read_until(is_answer)
        except TimeoutError:
            error = self._failed(f"didn't send {due} within {timeout:g} s")
            await self.close()
            raise error from None
        except AgentFailed:
            await self.close()
            raise

    async def _read_until(self, is_answer: Callable[[str], bool]) -> str:
        assert self._process.stdout is not None
        while found := await self._process.stdout.read(_READ_BYTES):
            for line in self._lines.feed(found):
                if is_answer(line):
                    return line
            if self._lines.unread_bytes > MAX_OUTPUT_BYTES:
                raise self._failed(f"sent a line of more than {MAX_OUTPUT_BYTES:,} bytes")
        raise await self._ended()

    async def _send(self, text: str) -> None:
        assert self._process.stdin is not None
        if self._process.stdin.is_closing():
            raise await self._ended()
        try:
            self._process.stdin.write(text.encode())
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise await self._ended() from None

    async def _discard_output(self) -> None:
        """Read to the end: asyncio waits for it, and pauses a pipe whose output nobody reads."""
        assert self._process.stdout is not None
        with suppress(RuntimeError):  # another call is reading
            while await self._process.stdout.read(_READ_BYTES):
                pass

    async def _ended(self) -> AgentFailed:
        """Return the error of a program that has closed its output."""
        if self._is_closed:
            return AgentFailed(f"{printable(self.name)}: closed: open it again")
        try:
            code = await asyncio.wait_for(self._process.wait(), QUIT_SECONDS)
        except TimeoutError:
            return self._failed("closed its output")
        await self._reading_errors
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return self._failed(f"ended with {how}")

    def _failed(self, problem: str) -> AgentFailed:
        """Return an error in one line, with the last that the program wrote to standard error."""
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        said = f": {printable(lines[-1])}" if lines else ""
        return AgentFailed(f"{printable(self.name)}: {printable(problem)}{said}")

    async def _read_errors(self) -> None:
        assert self._process.stderr is not None
        while found := await self._process.stderr.read(_READ_BYTES):
            self._errors = (self._errors + found)[-_READ_BYTES:]

    def _kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)  # and what it has started
            else:
                self._process.kill()


class UgiEngine:
    """A running UGI program, for code that isn't asynchronous; use it with `with`.

    It is an agent: it can play wherever one can. Its methods are those of `AsyncUgiEngine`, and
    can be called from several threads: `stop` and `close` also work during `choose`.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        limit: Limit = Limit(seconds=1.0),  # noqa: B008 - immutable
        timeout: float = TIMEOUT_SECONDS,
        directory: str | os.PathLike[str] | None = None,
    ) -> None:
        """Start a program, as `AsyncUgiEngine.open` does. Raises AgentFailed."""
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        try:
            self._engine = self._run(
                AsyncUgiEngine.open(command, limit=limit, timeout=timeout, directory=directory)
            )
        except BaseException:
            self._end_loop()
            raise

    @property
    def name(self) -> str:
        """The name that the program gives itself."""
        return self._engine.name

    @property
    def options(self) -> dict[str, str]:
        """The program's options with their default values, empty for none."""
        return self._engine.options

    def configure(self, options: Mapping[str, object]) -> None:
        """Set options of the program. Raises AgentFailed if it refuses one."""
        self._run(self._engine.configure(options))

    def new_game(self) -> None:
        """Let the program forget the game so far."""
        self._run(self._engine.new_game())

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        moves: Sequence[Move] | None = None,
        on_info: OnInfo | None = None,
    ) -> Choice:
        """Return the program's move in a position, as `AsyncUgiEngine.choose` does."""
        return self._run(self._engine.choose(position, limit, moves=moves, on_info=on_info))

    def stop(self) -> None:
        """Let a search in progress answer at once."""
        self._run(self._engine.stop())

    def close(self) -> None:
        """Ask the program to quit, and end it if it doesn't. A call in progress fails."""
        if not self._loop.is_closed():
            self._run(self._engine.close())
            self._end_loop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, work: Coroutine[Any, Any, Result]) -> Result:
        if self._loop.is_closed():
            work.close()
            raise AgentFailed(f"{printable(self.name)}: closed: open it again")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:  # Ctrl-C must end the work too
            future.cancel()
            raise

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def _words(command: str | Sequence[str]) -> list[str]:
    """Return a command as words. Raises NotationError."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise NotationError(f"invalid command {command!r}: {error}") from None
    if not words:
        raise NotationError("the command is empty: name the program to start")
    return words
