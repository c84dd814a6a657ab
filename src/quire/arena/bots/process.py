"""A running bot: its process, the commands sent to it and its answers, under a clock.

Everything that can go wrong is a Fault, and the process has then ended. No call waits for longer
than its time limit, whatever the bot does with its pipes.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from quire.arena.bots import scratch, usage
from quire.arena.bots.fault import Fault, exit_fault
from quire.arena.bots.move_info import MAX_LINES, MoveInfo
from quire.arena.bots.sandbox import Level, ResourceLimits, Sandbox, environment
from quire.arena.bots.spec import Bot, Kind
from quire.arena.bots.transcript import ANSWERED, PRINTED, SENT, Transcript
from quire.core import Reason
from quire.engine.ugi.protocol import (
    ERROR,
    LineSplitter,
    Options,
    best_move,
    go_lines,
    new_game_lines,
    read_name,
)
from quire.match.agent import Limit

STARTUP_SECONDS = 10.0
"""Time a bot has to start, and to get ready for a game."""

GRACE_SECONDS = 0.05
"""Tolerance for communication overhead."""

COURSE_GRACE_SECONDS = 1.0
"""Time of a course bot to return a move after the exception that says its time is up."""

NODE_LIMIT_TIMEOUT_SECONDS = 60.0
"""Time per move if only nodes are limited."""

POLL_SECONDS = 0.05
"""Interval between two resource checks of a thinking bot."""

MIN_CPU_SHARE = 0.5
"""A late bot that waited for the CPU and got less than this share of its time was starved."""

EXIT_SECONDS = 5.0
"""Time to exit for a process that has closed its standard output."""

QUIT_SECONDS = 5.0
"""Time to exit after `quit`."""

_READ_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Answer:
    """A move as the bot wrote it, with the time it took and the CPU time it used."""

    move: str
    seconds: float
    cpu_seconds: float
    info: MoveInfo | None = None


def _timeout(kind: Kind, limit: Limit, player: int) -> float:
    """Return the seconds for an answer: all of the player's clock, if it has one."""
    left = None if limit.clocks is None else limit.clocks.left[player]
    due = limit.seconds if left is None else left
    if due is None:
        return NODE_LIMIT_TIMEOUT_SECONDS
    return due + GRACE_SECONDS + (COURSE_GRACE_SECONDS if kind is Kind.COURSE else 0)


class BotProcess:
    """A running bot. Every method except `close` may raise Fault; use it with `with`."""

    def __init__(self, bot: Bot, sandbox: Sandbox, limits: ResourceLimits | None = None) -> None:
        self.bot = bot
        self._limits = limits or ResourceLimits()
        self._namespaces = sandbox.level is Level.NAMESPACES
        self._can_suspend = sandbox.level is not Level.OFF
        """Without a sandbox, a suspended bot would stay behind if this process were killed."""
        self._scratch = scratch.make()
        try:
            self._child = subprocess.Popen(
                sandbox.command(bot, self._scratch, self._limits),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=bot.directory,
                env=environment(bot, self._scratch),
                bufsize=0,
                start_new_session=sandbox.level is Level.OFF,
            )
        except OSError as error:
            scratch.remove(self._scratch)
            raise Fault(Reason.CRASH, f"the bot could not be started: {error}") from None
        self._pid = self._child.pid
        """The bot's own process; with namespaces it is a descendant, found after the handshake."""
        self._cpu_wait = usage.CpuWait(self._pid)
        assert self._child.stdin
        assert self._child.stdout
        assert self._child.stderr
        self._in = self._child.stdin.fileno()
        self._out = self._child.stdout.fileno()
        self._err = self._child.stderr.fileno()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._unread = b""
        self._lines = LineSplitter()
        self.transcript = Transcript()
        """What was sent and written in this game; the first includes how the bot started."""
        self._games = 0
        self._output_bytes = 0
        """Written since the last command."""
        self._last_check = time.perf_counter()
        self._usage = 0.0, 0.0
        """CPU time used and waited for, as last checked."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- UGI ---

    def handshake(self) -> str:
        """Wait until the bot has started; return the name that it gives itself."""
        name = self.bot.name

        def is_ready(line: str) -> bool:
            nonlocal name
            name = read_name(line) or name
            return line == "ugiok"

        self._exchange("ugi\n", is_ready, STARTUP_SECONDS, "the bot didn't send ugiok")
        self._check_resources()  # finds the bot's process, which alone must be suspended
        self._suspend()
        return name

    def new_game(self, game: str, size: str, options: Options = ()) -> None:
        """Get the bot ready for a new game."""
        if self._games:
            self.transcript.clear()
        self._games += 1
        refused = ""

        def is_ready(line: str) -> bool:
            nonlocal refused
            if line.startswith(ERROR):
                refused = line
            return line == "readyok"

        lines = new_game_lines(game, size, options)
        self._exchange(lines, is_ready, STARTUP_SECONDS, "the bot didn't send readyok")
        if refused and options:
            raise Fault(Reason.CRASH, f"the bot refused its options: {refused}")
        self._suspend()

    def ask(self, position: str, player: int, limit: Limit) -> Answer:
        """Ask for a move in a position, written as in UGI; players count from 0."""
        command = go_lines(position, player, limit)
        timeout = _timeout(self.bot.kind, limit, player)
        cpu, began = self.cpu_seconds(), time.perf_counter()
        infos: deque[str] = deque(maxlen=MAX_LINES)

        def is_answer(line: str) -> bool:
            if line.startswith("info ") and not line.startswith("info string"):
                infos.append(line)
            return best_move(line) is not None

        late = f"the bot didn't answer within {timeout:g} s"
        line = self._exchange(command, is_answer, timeout, late)
        seconds, cpu = time.perf_counter() - began, self.cpu_seconds() - cpu
        self._suspend()
        move = (best_move(line) or "").partition(" ponder ")[0].strip()
        return Answer(move, seconds, cpu, MoveInfo.read(infos))

    def quits(self) -> bool:
        """Send quit; return whether the process exits in time."""
        self._signal(signal.SIGCONT)
        self._send(b"quit\n")
        try:
            self._child.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            return False
        return True

    # --- pipes ---

    def _exchange(
        self, command: str, is_answer: Callable[[str], bool], timeout: float, late: str
    ) -> str:
        """Send a command and return the first answering line."""
        cpu, waited = self.cpu_seconds(), self._cpu_wait.seconds()
        try:
            return self._wait_for(command, is_answer, timeout, late)
        except Fault as fault:
            if fault.reason is Reason.TIME:
                # A process that has ended no longer shows them.
                now = max(self.cpu_seconds(), self._usage[0])
                starved = max(self._cpu_wait.seconds(), self._usage[1]) - waited
                share = MIN_CPU_SHARE * timeout
                fault.overloaded = starved > share and now - cpu < share
            if self._child.poll() is None:
                self._kill()
            raise
        finally:
            self._read_errors()

    def _wait_for(
        self, command: str, is_answer: Callable[[str], bool], timeout: float, late: str
    ) -> str:
        """Send a command and wait for the answer. Raises Fault, after which the bot must end."""
        self._discard_output()
        self._signal(signal.SIGCONT)
        deadline = time.perf_counter() + timeout
        self._output_bytes = 0
        unsent = command.encode()
        self.transcript.add(SENT, unsent)
        while True:
            unsent = self._send(unsent)
            found, self._unread = self._unread, b""
            for line in self._lines.feed(found):
                self.transcript.add(ANSWERED, f"{line}\n".encode())
                if is_answer(line):
                    return line
            left = deadline - time.perf_counter()
            if left <= 0:
                raise Fault(Reason.TIME, late)
            self._read_output(min(left, POLL_SECONDS))
            if time.perf_counter() > self._last_check + POLL_SECONDS:
                self._check_resources()

    def _discard_output(self) -> None:
        """Drop what was written before a command: it can't be the answer."""
        self._unread, self._lines = b"", LineSplitter()
        with suppress(BlockingIOError):
            for _ in self._max_reads():
                if not os.read(self._out, _READ_BYTES):
                    break

    def _max_reads(self) -> range:
        """Enough for all that a bot may print: it can write as fast as we read."""
        return range(self._limits.output // _READ_BYTES + 1)

    def _send(self, unsent: bytes) -> bytes:
        """Write to the bot; return what the pipe did not take."""
        if not unsent:
            return unsent
        try:
            return unsent[os.write(self._in, unsent) :]
        except BlockingIOError:
            return unsent
        except OSError:
            raise self._exit_fault() from None

    def _read_output(self, seconds: float) -> None:
        """Wait for output up to the timeout. Raises Fault if the bot has closed it."""
        for pipe, _ in self._poll.poll(max(1, 1000 * seconds)):
            try:
                found = os.read(pipe, _READ_BYTES)
            except BlockingIOError:
                continue
            self._output_bytes += len(found)
            if pipe == self._err:
                self.transcript.add(PRINTED, found)
                if not found:
                    self._poll.unregister(pipe)
            elif found:
                self._unread += found
            else:
                raise self._exit_fault()
            if self._output_bytes > self._limits.output:
                self._kill()
                raise Fault(
                    Reason.FLOOD, f"the bot printed more than {self._limits.output:,} bytes"
                )

    # --- the process ---

    @property
    def needs_restart(self) -> bool:
        """Whether the process has used so much CPU time that it should be replaced."""
        return self.cpu_seconds() > self._limits.cpu / 2

    def cpu_seconds(self) -> float:
        """CPU time that the bot has used."""
        return usage.cpu_seconds(self._pid)

    def _check_resources(self) -> None:
        """Find the bot's process. Raises Fault if it uses more than it may."""
        self._last_check = time.perf_counter()
        if self._namespaces:
            self._pid = usage.last_descendant(self._child.pid)
        if self._cpu_wait.pid != self._pid:
            self._cpu_wait.close()
            self._cpu_wait = usage.CpuWait(self._pid)
        self._usage = self.cpu_seconds(), self._cpu_wait.seconds()
        fault = usage.excess(self._pid, self._scratch, self._limits)
        if fault is not None:
            self._kill()
            raise fault

    def _exit_fault(self) -> Fault:
        """Return the fault of a process that has closed its output."""
        self._read_errors()
        try:
            code = self._child.wait(timeout=EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill()
            return Fault(Reason.CRASH, "the bot closed its standard output")
        if self._namespaces and 128 < code < 128 + signal.NSIG:
            code = 128 - code  # bubblewrap reports signals as shells do
        last = self.transcript.last_printed() or "no error output"
        return exit_fault(code, last, self._limits.cpu)

    def _read_errors(self) -> None:
        """Read what is there on standard error."""
        with suppress(OSError):
            for _ in self._max_reads():
                if not (found := os.read(self._err, _READ_BYTES)):
                    break
                self.transcript.add(PRINTED, found)

    def _suspend(self) -> None:
        """Suspend the bot until the next command, so that it can't think on others' time."""
        if self._can_suspend:
            self._signal(signal.SIGSTOP)

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if self._namespaces:
                os.kill(self._pid, number)
            else:
                os.killpg(self._child.pid, number)

    def _kill(self) -> None:
        self._signal(signal.SIGKILL)
        self._child.kill()
        self._child.wait()

    def interrupt(self) -> None:
        """Kill the bot from another thread; the thread that waits for it sees a crash."""
        self._child.kill()

    def close(self) -> None:
        """Stop the bot, whatever it is doing."""
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            if pipe is not None:
                pipe.close()
        self._cpu_wait.close()
        if self._child.poll() is None:
            self._kill()
        scratch.remove(self._scratch)
