"""Run a bot written in Python as a program that speaks UGI.

    python -I -m quire.arena.bots.host BOT

What the bot prints goes to standard error; standard output is for UGI. With `--sealed` the process
can't start other programs from before the first line of the bot's code. An exception in the bot
ends the process, with an exit code that says why (`fault.py`).
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

from quire import _native
from quire.arena.bots import simulator
from quire.arena.bots.course import BoardTampered, CourseAgent, TimedOutExc
from quire.arena.bots.fault import (
    EXIT_CRASHED,
    EXIT_NOT_STARTED,
    EXIT_OUT_OF_MEMORY,
    EXIT_TAMPERED,
    EXIT_TIMED_OUT,
)
from quire.arena.bots.spec import is_course_spec
from quire.core import Position
from quire.engine import AGENTS
from quire.engine.ugi.session import Session, SessionAgent, run_session, session_agent
from quire.match.agent import NO_LIMIT, Agent, Choice, Limit


@dataclass(slots=True)
class HostedBot:
    """A bot whose exceptions end the process."""

    agent: Agent
    file: str
    """The file of the bot's code."""

    @property
    def name(self) -> str:
        """The name of the bot."""
        return self.agent.name

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """Return the bot's choice; a plain string is accepted as a move."""
        try:
            found: object = self.agent.choose(position, limit)
        except BaseException as error:
            _exit(error, self.file)
        if isinstance(found, Choice):
            return found
        return Choice(found if isinstance(found, str) else repr(found))


@dataclass(slots=True)
class BotAdapter:
    """An agent made of an object with `choose` and perhaps nothing else."""

    bot: Any
    name: str

    def __post_init__(self) -> None:
        if not callable(getattr(self.bot, "choose", None)):
            raise TypeError(f"class {self.name} has no method choose(position, limit)")

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Any:
        """Return what the bot returns, whatever that is."""
        return self.bot.choose(position, limit)


def bot_agent(spec: str) -> SessionAgent:
    """Return a bot for a UGI session; its file is run when the first agent is made."""
    if spec.partition(":")[0].lower() in AGENTS:
        return session_agent(spec)
    path, _, member = spec.removeprefix("course:").rpartition(":")
    maker = None

    def make(options: Mapping[str, str]) -> Agent:
        nonlocal maker
        try:
            if maker is None:
                maker = load_class(spec)
            return HostedBot(maker(), path)
        except BaseException as error:
            _exit(error, path)

    return SessionAgent(member, make, {}, takes_depth=True)


def load_class(spec: str) -> Callable[[], Agent]:
    """Run the file of a class; return what makes an agent of it. Raises what the file raises."""
    course = is_course_spec(spec)
    path, _, member = spec.removeprefix("course:").rpartition(":")
    wrap: Callable[[Any, str], Agent] = CourseAgent if course else BotAdapter
    if course:
        sys.modules["simulator"] = simulator
    maker = _load(Path(path), member)
    return lambda: wrap(maker(), member)


def _load(path: Path, member: str) -> Callable[[], Any]:
    """Run the file; return its class of that name."""
    sys.path.insert(0, str(path.parent))
    found = spec_from_file_location(path.stem, path)
    if found is None or found.loader is None:
        raise ImportError(f"{path} is not a Python module")
    module = module_from_spec(found)
    sys.modules[path.stem] = module
    found.loader.exec_module(module)
    maker: Callable[[], Any] = getattr(module, member)
    return maker


def _exit(error: BaseException, file: str) -> NoReturn:
    """End the process for an exception of the bot, without running any exit handlers.

    The referee reports the last line on standard error.
    """
    code = EXIT_CRASHED
    if isinstance(error, MemoryError):
        code = EXIT_OUT_OF_MEMORY
    elif isinstance(error, BoardTampered):
        code = EXIT_TAMPERED
    elif isinstance(error, TimedOutExc):
        code = EXIT_TIMED_OUT
    try:
        print_traceback(error, file)
        print(summary(error, file), file=sys.stderr, flush=True)
    finally:
        os._exit(code)


def print_traceback(error: BaseException, file: str) -> None:
    """Print a traceback to standard error, without the frames that call the bot."""
    first = error.__traceback__
    while first is not None and first.tb_frame.f_code.co_filename != file:
        first = first.tb_next
    traceback.print_exception(type(error), error, first or error.__traceback__)


def summary(error: BaseException, file: str) -> str:
    """Return an exception in one line, with what to do if it is about a float."""
    text = " ".join(str(error).split())
    remedy = ""
    if isinstance(error, TypeError | IndexError) and re.search(_FLOAT_FOR_INTEGER, text):
        remedy = (
            f". In Python 3, / of whole numbers gives a float: write //. If this bot was written "
            f"for Python 2: quire arena convert {file}"
        )
    return f"{type(error).__name__}: {text}{_location(error, file)}{remedy}"


_FLOAT_FOR_INTEGER = (
    r"must be integers.*float|'float' object cannot be interpreted as an integer|"
    r"(slice|range) indices must be integers|non-int of type 'float'|"
    r"only integers.*are valid indices"
)


def _location(error: BaseException, file: str) -> str:
    """Return the line in the bot's file where it happened, if any."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame.lineno for frame in frames if frame.filename == file]
    return f" ({Path(file).name}, line {own[-1]})" if own else ""


def main(spec: str, *, sealed: bool) -> None:
    """Run the bot until the input ends."""
    answers = os.dup(1)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    os.set_inheritable(answers, False)
    sys.stdin.close()
    if sealed and not _native.forbid_other_programs():
        print("starting other programs can't be blocked on this machine", file=sys.stderr)
        os._exit(EXIT_NOT_STARTED)

    def write(line: str) -> None:
        os.write(answers, line.encode())

    with open(0, "rb", closefd=False) as source:
        run_session(Session(bot_agent(spec), write, at_once=True), source)


if __name__ == "__main__":
    main(sys.argv[1], sealed="--sealed" in sys.argv[2:])
