"""Games that are left before their end: kept in a file, taken up again from there."""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from platformdirs import user_data_path

from quire.arena import Record, read_records
from quire.core import Reason
from quire.errors import RecordError
from quire.ui.table import Left, Table


def load(path: Path) -> Record:
    """The one record in the file. Raises RecordError if there is none, or more."""
    records = list(read_records(path))
    if len(records) != 1:
        raise RecordError(f"{path} holds {len(records)} records; a game to take up is one")
    return records[0]


@contextmanager
def kept(table: Table, resumed: Path | None, wanted: Path | None) -> Iterator[Table]:
    """The table, whose game is not lost however it is left.

    It is kept in the file that was wanted, or else in the one it came from; a game that was left
    and has neither goes into the user's data directory.
    """
    path = wanted or resumed
    try:
        with _signals_as_interrupts():
            yield table
    except Left:
        table.screen.line("")
    except BaseException:
        if table.match.moves:
            _keep(table, path)
        raise
    if path is not None or (table.match.moves and table.match.outcome is None):
        _keep(table, path)


def _keep(table: Table, path: Path | None) -> None:
    record = table.record
    path = path or _new_path(record.game)
    try:
        _write(record, path)
    except OSError as error:
        # Not lost even so: it is on the screen.
        table.screen.problem(f"The game could not be saved in {path}: {error.strerror}. It is:")
        table.screen.line(record.to_json())
        return
    if record.outcome.reason is Reason.UNFINISHED:
        table.screen.line(f"Saved. To go on: quire play --resume {shlex.quote(str(path))}")
    else:
        table.screen.line(f"Saved in {path}")


def _new_path(game: str) -> Path:
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    return user_data_path("quire") / "unfinished" / f"{game}-{moment}.json"


def _write(record: Record, path: Path) -> None:
    """The file is the old one or the new one, never half of either."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_text(record.to_json() + "\n", encoding="utf-8")
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def _signals_as_interrupts() -> Iterator[None]:
    """A closed terminal or a polite kill stops the game as Ctrl-C does, so that it is kept."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    wanted = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.signal(number, interrupt) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
