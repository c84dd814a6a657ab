"""What a bot can do wrong, and how its process reports it when it exits."""

from __future__ import annotations

import signal

from quire.core import Reason
from quire.engine.ugi.protocol import printable

MAX_DETAIL_CHARACTERS = 1000
"""Maximum length of a fault's detail, which may quote the bot's output."""

EXIT_NOT_STARTED = 125
"""Exit code of a process that never got to run its bot."""

EXIT_CRASHED, EXIT_OUT_OF_MEMORY, EXIT_TAMPERED, EXIT_TIMED_OUT = 70, 71, 72, 73
"""Exit codes of the host of Python classes."""

FORBIDDEN = (
    "the bot made a forbidden system call: no network, no other programs or processes, and no "
    "threads in a Python class"
)


class Fault(Exception):
    """A bot's forfeit: the reason, and what happened.

    `overloaded`: the bot was late, but the machine gave it too little CPU time.
    """

    def __init__(self, reason: Reason, detail: str, *, overloaded: bool = False) -> None:
        # The bot's output must neither fill a file nor control a terminal.
        detail = printable(detail, MAX_DETAIL_CHARACTERS)
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
        self.overloaded = overloaded
        self.output = ""
        """The last lines that the bot was sent and wrote."""


def exit_fault(code: int, last_line: str, max_cpu_seconds: int) -> Fault:
    """Return the fault for an exit code, negative for a signal, and the last line of output."""
    how = f"signal {_signal_name(-code)}" if code < 0 else f"exit code {code}"
    fault = Fault(Reason.CRASH, f"the bot exited with {how}: {last_line}")
    if code == -signal.SIGXCPU:
        fault = Fault(Reason.TIME, f"the bot used more than {max_cpu_seconds} s of CPU time")
    elif code == -signal.SIGSYS:
        fault = Fault(Reason.FORBIDDEN, FORBIDDEN)
    elif code in (EXIT_TAMPERED, EXIT_TIMED_OUT):
        reason = Reason.TAMPERING if code == EXIT_TAMPERED else Reason.TIME
        fault = Fault(reason, last_line.partition(": ")[2] or last_line)
    elif code == EXIT_OUT_OF_MEMORY or "MemoryError" in last_line:
        fault = Fault(Reason.MEMORY, f"the bot ran out of memory: {last_line}")
    elif code == EXIT_NOT_STARTED:
        fault = Fault(Reason.CRASH, f"the bot could not be started: {last_line}")
    return fault


def _signal_name(number: int) -> str:
    """Return the name of a signal, or its number if it is a real-time signal."""
    return signal.Signals(number).name if number in set(signal.Signals) else str(number)
