"""A bot written in Python as a program that speaks UGI: `python -I -m quire.arena.bots.host BOT`.

What the bot prints goes to standard error; standard output belongs to the conversation. With
`--sealed` the way to other programs is closed before any line of the bot's code runs. A bot that
raises ends the process, with an exit code that tells why (`fault.py`).
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

from quire import _native
from quire.arena.bots.course import CourseAgent, Tampered
from quire.arena.bots.fault import CRASHED, NO_MEMORY, TAMPERED, UNSTARTED
from quire.core import Position
from quire.engine import AGENTS
from quire.engine.ugi import Session, Speaker, converse, speaker
from quire.match.agent import NO_LIMIT, Agent, Choice, Limit


@dataclass(slots=True)
class Hosted:
    """A bot whose mistakes end the process."""

    agent: Agent
    file: str
    """Where the bot is written."""

    @property
    def name(self) -> str:
        """The bot's own."""
        return self.agent.name

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """What the bot chooses; a plain text will do for a move."""
        try:
            found: object = self.agent.choose(position, limit)
        except BaseException as error:
            _end(error, self.file)
        if isinstance(found, Choice):
            return found
        return Choice(found if isinstance(found, str) else repr(found))


@dataclass(slots=True)
class Unnamed:
    """A class that has `choose` and perhaps nothing else."""

    bot: Any
    name: str

    def __post_init__(self) -> None:
        if not callable(getattr(self.bot, "choose", None)):
            raise TypeError(f"class {self.name} has no method choose(position, limit)")

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Any:
        """What the bot returns, whatever that is."""
        return self.bot.choose(position, limit)


def hosted(spec: str) -> Speaker:
    """The bot that a text names as a speaker; the file is run when its first agent is made."""
    if spec.partition(":")[0].lower() in AGENTS:
        return speaker(spec)
    course = spec.startswith("course:")
    path, _, member = spec.removeprefix("course:").rpartition(":")
    wrap: Callable[[Any, str], Agent] = CourseAgent if course else Unnamed
    maker = None

    def make(options: Mapping[str, str]) -> Agent:
        nonlocal maker
        try:
            if maker is None:
                maker = _load(Path(path), member)
            return Hosted(wrap(maker(), member), path)
        except BaseException as error:
            _end(error, path)

    return Speaker(member, make, {})


def _load(path: Path, member: str) -> Callable[[], Any]:
    """The class of that name in the file."""
    sys.path.insert(0, str(path.parent))
    found = spec_from_file_location(path.stem, path)
    if found is None or found.loader is None:
        raise ImportError(f"{path} is not a Python module")
    module = module_from_spec(found)
    sys.modules[path.stem] = module
    found.loader.exec_module(module)
    maker: Callable[[], Any] = getattr(module, member)
    return maker


def _end(error: BaseException, file: str) -> NoReturn:
    """Ends the process for what the bot raised. Nothing that the bot left behind gets a say.

    The last line on standard error is what the referee tells.
    """
    code = CRASHED
    if isinstance(error, MemoryError):
        code = NO_MEMORY
    elif isinstance(error, Tampered):
        code = TAMPERED
    try:
        traceback.print_exception(error)
        print(f"{type(error).__name__}: {error}{_place(error, file)}", file=sys.stderr, flush=True)
    finally:
        os._exit(code)


def _place(error: BaseException, file: str) -> str:
    """The line of the bot's own file where it happened, if it did there."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame.lineno for frame in frames if frame.filename == file]
    return f" ({Path(file).name}, line {own[-1]})" if own else ""


def main(spec: str, *, sealed: bool) -> None:
    """Be that bot until the input ends."""
    answers = os.dup(1)
    os.dup2(2, 1)
    os.set_inheritable(answers, False)
    sys.stdin.close()
    if sealed and not _native.forbid_other_programs():
        print("starting other programs can't be blocked on this machine", file=sys.stderr)
        os._exit(UNSTARTED)

    def write(line: str) -> None:
        os.write(answers, line.encode())

    with open(0, "rb", closefd=False) as source:
        converse(Session(hosted(spec), write, at_once=True), source)


if __name__ == "__main__":
    main(sys.argv[1], sealed="--sealed" in sys.argv[2:])
