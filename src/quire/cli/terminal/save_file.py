"""Save games: every move is written before the next prompt."""

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

from quire.core import Reason
from quire.errors import NotationError, RecordError
from quire.match.record import Record, read_records


class SaveFile:
    """The file that a game is saved to.

    If another program has changed the file, or it can't be written, the game goes to a new file in
    the user's data directory instead.
    """

    def __init__(
        self, path: Path, record: Record | None = None, content: bytes | None = None
    ) -> None:
        self.path = path
        self.record = record
        self.problem: OSError | None = None
        self._content = content

    def save(self, record: Record) -> None:
        """Write the record. Never raises: `problem` has the last error."""
        self.record = record
        content = record.to_json().encode() + b"\n"
        try:
            if self._was_changed():
                self.path = _new_path(record.game)
            self._write(content)
        except OSError:
            try:
                self.path = _new_path(record.game)
                self._write(content)
            except OSError as error:
                self.problem = error

    def report(self) -> str:
        """Return where the game was saved, and how to continue it."""
        if self.record is None:
            return "No moves were made, so nothing was saved."
        if self.problem is not None:
            return f"Couldn't save the game: {self.problem.strerror}."
        if self.record.outcome.reason is Reason.UNFINISHED:
            return f"Saved. To continue: quire play --resume {shlex.quote(str(self.path))}"
        return f"Saved to {self.path}"

    def _was_changed(self) -> bool:
        try:
            return self.path.read_bytes() != self._content
        except FileNotFoundError:
            return False

    def _write(self, content: bytes) -> None:
        """Replace the file atomically."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partial = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            partial.write_bytes(content)
            partial.replace(self.path)
        finally:
            partial.unlink(missing_ok=True)
        self._content, self.problem = content, None


def new_save_file(game: str, wanted: Path | None) -> SaveFile:
    """Return the save file of a new game: the given path, or one in the user's data directory.

    Raises NotationError if the file exists, OSError if it can't be created.
    """
    if wanted is None:
        return SaveFile(_new_path(game))
    if wanted.exists() or wanted.is_symlink():
        raise NotationError(
            f"{wanted} already exists: choose another file, or continue it with --resume"
        )
    # Fail now, not after the game.
    with open(wanted, "xb"):
        pass
    wanted.unlink()
    return SaveFile(wanted.absolute())


def open_saved_game(path: Path) -> tuple[Record, SaveFile]:
    """Open the single record of a file. Raises NotationError, OSError."""
    content = path.read_bytes()
    with in_file(path):
        records = list(read_records(path))
        if len(records) != 1:
            raise RecordError(
                "a game to resume must be the only record in its file, but there "
                f"are {len(records)}"
            )
    return records[0], SaveFile(path.resolve(), records[0], content)


@contextmanager
def in_file(path: Path) -> Iterator[None]:
    """Add the name of the file to a RecordError."""
    try:
        yield
    except RecordError as error:
        raise NotationError(f"{path}: {error}") from error


@contextmanager
def interrupt_on_signals() -> Iterator[None]:
    """Raise KeyboardInterrupt for SIGHUP and SIGTERM, so that the game is saved as on Ctrl-C."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    wanted = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.signal(number, interrupt) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def dump_unsaved(file: SaveFile) -> None:
    """Print a record that could not be saved, so that it is not lost."""
    if file.record is not None:
        print(file.record.to_json(), file=sys.stderr)


def _new_path(game: str) -> Path:
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    return user_data_path("quire") / "games" / f"{game}-{now}.json"
