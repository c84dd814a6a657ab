"""Keeping games: every move is in a file before the next one is asked for."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from platformdirs import user_data_path

from quire.arena import Record, read_records
from quire.core import Reason
from quire.errors import NotationError, RecordError


class Keeper:
    """The file that a game is kept in.

    A file that something else has changed in the meantime is left alone, and one that cannot be
    written is not the end: the game then goes into a new file among the user's data.
    """

    def __init__(
        self, path: Path, record: Record | None = None, content: bytes | None = None
    ) -> None:
        self.path = path
        self.record = record
        self.problem: OSError | None = None
        self._content = content

    def keep(self, record: Record) -> None:
        """Bring the file up to date. Never raises: `problem` says what went wrong at the end."""
        self.record = record
        content = record.to_json().encode() + b"\n"
        try:
            if self._is_someone_elses():
                self.path = _new_path(record.game)
            self._write(content)
        except OSError:
            try:
                self.path = _new_path(record.game)
                self._write(content)
            except OSError as error:
                self.problem = error

    def report(self) -> str:
        """Where the game is, and how to go on with it."""
        if self.record is None:
            return "No move was made: there is nothing to keep."
        if self.problem is not None:
            return f"The game could not be saved ({self.problem.strerror})."
        if self.record.outcome.reason is Reason.UNFINISHED:
            return f"Saved. To continue: quire play --resume {shlex.quote(str(self.path))}"
        return f"Saved to {self.path}"

    def _is_someone_elses(self) -> bool:
        try:
            return self.path.read_bytes() != self._content
        except FileNotFoundError:
            return False

    def _write(self, content: bytes) -> None:
        """The file is the old one or the new one, never half of either."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partial = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            partial.write_bytes(content)
            partial.replace(self.path)
        finally:
            partial.unlink(missing_ok=True)
        self._content, self.problem = content, None


def new_keeper(game: str, wanted: Path | None) -> Keeper:
    """A keeper for a new game, in the file that is wanted or among the user's data.

    Raises NotationError if the file exists, OSError if there can be none.
    """
    if wanted is None:
        return Keeper(_new_path(game))
    if wanted.exists() or wanted.is_symlink():
        raise NotationError(
            f"{wanted} already exists: choose another file, or continue it with --resume"
        )
    # Better to know it now than after the game.
    with open(wanted, "xb"):
        pass
    wanted.unlink()
    return Keeper(wanted.absolute())


def taken_up(path: Path) -> tuple[Record, Keeper]:
    """The one record in a file, and the keeper of that file. Raises RecordError, OSError."""
    content = path.read_bytes()
    with in_file(path):
        records = list(read_records(path))
        if len(records) != 1:
            raise RecordError(
                "a game to resume must be the only record in its file, but there "
                f"are {len(records)}"
            )
    return records[0], Keeper(path.resolve(), records[0], content)


@contextmanager
def in_file(path: Path) -> Iterator[None]:
    """A RecordError from inside names the file, too."""
    try:
        yield
    except RecordError as error:
        raise NotationError(f"{path}: {error}") from error


@contextmanager
def kept_on_signals() -> Iterator[None]:
    """A closed terminal or a polite kill stops the game as Ctrl-C does, so that it can be told."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    wanted = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.signal(number, interrupt) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def last_resort(keeper: Keeper) -> None:
    """Print a record that no file would take, so that it is not lost."""
    if keeper.record is not None:
        print(keeper.record.to_json(), file=sys.stderr)


def _new_path(game: str) -> Path:
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    return user_data_path("quire") / "games" / f"{game}-{moment}.json"
