"""A bot at work: its process, what is said to it and what it answers, under a clock.

Everything that can go wrong with it is a Fault; the process is then gone. The conversation never
waits for longer than it was told to, whatever the bot does with its pipes.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from quire.arena.bots import scratch, usage
from quire.arena.bots.fault import NO_MEMORY, TAMPERED, UNSTARTED, Fault
from quire.arena.bots.sandbox import Bounds, Level, Sandbox, environment
from quire.arena.bots.spec import Bot
from quire.core import Reason
from quire.match.agent import Limit

STARTUP_SECONDS = 10.0
"""Time a bot has to start, and to get ready for a game."""

GRACE_SECONDS = 0.05
"""Tolerance for communication overhead."""

NODE_LIMIT_TIMEOUT_SECONDS = 60.0
"""Time per move if only nodes are limited."""

POLL_SECONDS = 0.05
"""Interval between two resource checks of a thinking bot."""

MIN_CPU_SHARE = 0.5
"""A late bot that waited for the CPU and got less than this share of its time was starved."""

ENDING = 5.0
"""Seconds to end for a process that has closed its output."""

QUIT_SECONDS = 5.0
"""Time to exit after `quit`."""

FORBIDDEN = (
    "the bot made a forbidden system call: no network, no other programs or processes, and no "
    "threads in a Python class"
)

_READ = 1 << 16


@dataclass(frozen=True, slots=True)
class Answer:
    """A move as the bot wrote it, and what it took by the clock on the wall and the processor's."""

    move: str
    seconds: float
    cpu_seconds: float


class BotProcess:
    """A bot that runs. Raises Fault from every method but `close`; use it with `with`."""

    def __init__(self, bot: Bot, sandbox: Sandbox, bounds: Bounds = Bounds()) -> None:  # noqa: B008
        self.bot = bot
        self._bounds = bounds
        self._namespaces = sandbox.level is Level.NAMESPACES
        self._guarded = sandbox.level is not Level.OFF
        """Whether it ends when this process does. One that is stopped and does not would stay."""
        self._scratch = scratch.make()
        try:
            self._child = subprocess.Popen(
                sandbox.command(bot, self._scratch, bounds),
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
        self._worker = self._child.pid
        """The process that is the bot itself, once it has introduced itself."""
        self._waiting = usage.Waiting(self._worker)
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
        self._said = b""
        """The end of what it wrote to standard error."""
        self._printed = 0
        """Bytes since the last question."""
        self._looked = time.perf_counter()
        """When it was looked at."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- the conversation ---

    def introduce(self) -> str:
        """The name that it gives itself, once it has started."""
        name = self.bot.name

        def ready(line: str) -> bool:
            nonlocal name
            if line.startswith("id name "):
                name = line.removeprefix("id name ").strip()
            return line == "ugiok"

        self._exchange("ugi\n", ready, STARTUP_SECONDS, "the bot didn't send ugiok")
        self._look()  # before it is stopped: that must not happen to the one around it
        self._rest()
        return name

    def new_game(self, game: str, size: str) -> None:
        """Has it get ready for a game."""
        lines = f"setoption name Game value {game}\nsetoption name Size value {size}\n"
        lines += "uginewgame\nisready\n"
        self._exchange(
            lines, lambda line: line == "readyok", STARTUP_SECONDS, "the bot didn't send readyok"
        )
        self._rest()

    def ask(self, position: str, player: int, limit: Limit) -> Answer:
        """Its move in a position, given as UGI has it, for a player who counts from 0."""
        words = []
        if limit.seconds is not None:
            words.append(f"movetime {round(1000 * limit.seconds)}")
        if limit.nodes is not None:
            words.append(f"nodes {limit.nodes}")
        question = f"position {position}\ngo {' '.join(words)} player {player + 1}\n"
        patience = (
            NODE_LIMIT_TIMEOUT_SECONDS if limit.seconds is None else limit.seconds + GRACE_SECONDS
        )
        cpu, began = self.cpu(), time.perf_counter()
        line = self._exchange(
            question,
            lambda line: line.startswith("bestmove"),
            patience,
            f"the bot didn't answer within {patience:g} s",
        )
        seconds = time.perf_counter() - began
        answer = Answer(line.removeprefix("bestmove").strip(), seconds, self.cpu() - cpu)
        self._rest()
        return answer

    def _rest(self) -> None:
        """Stops it until the next question: it thinks in its own time only."""
        if self._guarded:
            self._signal(signal.SIGSTOP)

    def _exchange(
        self, question: str, is_answer: Callable[[str], bool], seconds: float, late: str
    ) -> str:
        """Says something and gives the first line from then on that is an answer."""
        self._forget()
        self._signal(signal.SIGCONT)
        deadline = time.perf_counter() + seconds
        cpu, waited = self.cpu(), self._waiting.seconds()
        self._printed = 0
        unsent = question.encode()
        while True:
            unsent = self._send(unsent)
            *lines, self._unread = self._unread.split(b"\n")
            for said in lines:
                line = said.decode("utf-8", "replace").strip()
                if is_answer(line):
                    return line
            left = deadline - time.perf_counter()
            if left <= 0:
                starved = self._waiting.seconds() - waited > MIN_CPU_SHARE * seconds
                overloaded = starved and self.cpu() - cpu < MIN_CPU_SHARE * seconds
                self._kill()
                raise Fault(Reason.TIME, late, overloaded=overloaded)
            self._hear(min(left, POLL_SECONDS))
            if time.perf_counter() > self._looked + POLL_SECONDS:
                self._look()

    def _forget(self) -> None:
        """What was said before a question is no answer to it."""
        self._unread = b""
        with suppress(BlockingIOError):
            for _ in range(self._bounds.output // _READ + 1):  # it may write as fast as we read
                if not os.read(self._out, _READ):
                    break

    def _send(self, unsent: bytes) -> bytes:
        """What the pipe did not take."""
        if not unsent:
            return unsent
        try:
            return unsent[os.write(self._in, unsent) :]
        except BlockingIOError:
            return unsent
        except OSError:
            self._hear_all()
            raise self._ended() from None

    def _hear(self, seconds: float) -> None:
        """Waits for output for so long at the most; raises if there will be none any more."""
        for pipe, _ in self._poll.poll(max(1, 1000 * seconds)):
            try:
                found = os.read(pipe, _READ)
            except BlockingIOError:
                continue
            self._printed += len(found)
            if pipe == self._err:
                self._said = (self._said + found)[-_READ:]
                if not found:
                    self._poll.unregister(pipe)
            elif found:
                self._unread += found
            else:
                self._hear_all()
                raise self._ended()
            if self._printed > self._bounds.output:
                self._kill()
                raise Fault(
                    Reason.FLOOD, f"the bot printed more than {self._bounds.output:,} bytes"
                )

    def _hear_all(self) -> None:
        """What is left on standard error when the process ends."""
        with suppress(OSError):
            for _ in range(self._bounds.output // _READ + 1):  # it may write as fast as we read
                self._said = (self._said + os.read(self._err, _READ))[-_READ:]

    # --- the process ---

    @property
    def tired(self) -> bool:
        """Whether it has used so much of its time on the processor that a new one should play."""
        return self.cpu() > self._bounds.cpu / 2

    def cpu(self) -> float:
        """Seconds of the processor that the bot has used."""
        return usage.cpu(self._worker)

    def _look(self) -> None:
        """Which process is the bot, and whether it has more than it may."""
        self._looked = time.perf_counter()
        if self._namespaces:
            self._worker = usage.last_descendant(self._child.pid)
        if self._waiting.pid != self._worker:
            self._waiting.close()
            self._waiting = usage.Waiting(self._worker)
        bounds, used = self._bounds, usage.usage(self._worker, self._scratch, self._bounds)
        if used.memory > bounds.memory:
            fault = Fault(
                Reason.MEMORY, f"the bot used more than {bounds.memory >> 20} MiB of memory"
            )
        elif used.threads > bounds.threads:
            fault = Fault(Reason.FORBIDDEN, f"the bot started more than {bounds.threads} threads")
        elif used.written > bounds.written:
            fault = Fault(
                Reason.FLOOD,
                f"the bot wrote more than {bounds.written >> 20} MiB or {bounds.files} files",
            )
        else:
            return
        self._kill()
        raise fault

    def _ended(self) -> Fault:
        """Why a process that says no more has ended."""
        try:
            code = self._child.wait(timeout=ENDING)
        except subprocess.TimeoutExpired:
            self._kill()
            return Fault(Reason.CRASH, "the bot closed its standard output")
        if self._namespaces and 128 < code < 128 + signal.NSIG:
            code = 128 - code  # bubblewrap tells of signals as shells do
        said = self._said.decode("utf-8", "replace").strip().splitlines()
        return self._diagnosis(code, said[-1] if said else "no error output")

    def _diagnosis(self, code: int, last: str) -> Fault:
        """What an exit code, negative for a signal, and the last line on standard error mean."""
        how = f"signal {_signal_name(-code)}" if code < 0 else f"exit code {code}"
        fault = Fault(Reason.CRASH, f"the bot exited with {how}: {last}")
        if code == -signal.SIGXCPU:
            fault = Fault(Reason.TIME, f"the bot used more than {self._bounds.cpu} s of CPU time")
        elif code == -signal.SIGSYS:
            fault = Fault(Reason.FORBIDDEN, FORBIDDEN)
        elif code == TAMPERED:
            fault = Fault(Reason.TAMPERING, last.partition(": ")[2] or last)
        elif code == NO_MEMORY or "MemoryError" in last:
            fault = Fault(Reason.MEMORY, f"the bot ran out of memory: {last}")
        elif code == UNSTARTED:
            fault = Fault(Reason.CRASH, f"the bot could not be started: {last}")
        return fault

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if self._namespaces:
                os.kill(self._worker, number)
            else:
                os.killpg(self._child.pid, number)

    def _kill(self) -> None:
        self._signal(signal.SIGKILL)
        self._child.kill()
        self._child.wait()

    def interrupt(self) -> None:
        """Ends it from another thread, which finds that it has crashed."""
        self._child.kill()

    def leaves(self) -> bool:
        """Whether it ends by itself when it is told to."""
        self._signal(signal.SIGCONT)
        self._send(b"quit\n")
        try:
            self._child.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self) -> None:
        """Ends it, whatever it does."""
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            if pipe is not None:
                pipe.close()
        self._waiting.close()
        if self._child.poll() is None:
            self._kill()
        scratch.remove(self._scratch)


def _signal_name(number: int) -> str:
    """Those for a program's own use have none."""
    return signal.Signals(number).name if number in set(signal.Signals) else str(number)
