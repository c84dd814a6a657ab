"""A file of JSON lines that is written line by line, so that a crash loses no finished line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from quire.errors import RecordError
from quire.match.json_line import load

if sys.platform != "win32":
    import fcntl

_Line = TypeVar("_Line", bound=msgspec.Struct)


class LineFile:
    """A file that lines are added to.

    It is locked until it is closed. With `resume` it may exist: an incomplete last line, which a
    crash may leave, is removed when the next one is written, if not before. Raises RecordError if
    the file is in use, can't be opened, is not of JSON lines, or exists and is not resumed.
    """

    def __init__(self, path: Path, *, resume: bool) -> None:
        self.path = path
        self._file = _open(path, resume)
        try:
            _lock(self._file, path)
            self._file.seek(0)
            content = self._file.read()
            complete = content.rfind(b"\n") + 1
            self._complete: int | None = complete
            self.lines = content[:complete].splitlines()
            """The complete lines that were in the file."""
            if any(not line.startswith(b"{") for line in self.lines or content.splitlines()):
                raise RecordError(
                    f"{path} has something else than lines of JSON: choose another file"
                )
        except BaseException:
            self._file.close()
            raise

    def append(self, what: object) -> None:
        """Write a line."""
        self.remove_incomplete()
        self._file.write(msgspec.json.encode(what) + b"\n")

    def remove_incomplete(self) -> None:
        """Remove an incomplete last line. Until then the caller may find it is another file."""
        if self._complete is not None:
            self._file.truncate(self._complete)
            self._complete = None

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> LineFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_lines(path: Path) -> list[bytes]:
    """Return the complete lines of a file. Raises RecordError if it can't be read."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    return content[: content.rfind(b"\n") + 1].splitlines()


def read_line(path: Path, number: int, line: bytes, kind: type[_Line]) -> _Line:
    """Return what a line of the file says. Raises RecordError, which names the line."""
    try:
        return msgspec.convert(load(line), kind)
    except (RecordError, msgspec.ValidationError) as error:
        raise RecordError(f"{path}: {error}", line=number) from None


def _open(path: Path, resume: bool) -> IO[bytes]:
    try:
        return path.open("a+b" if resume else "x+b", buffering=0)
    except FileExistsError:
        raise RecordError(
            f"{path} already exists: continue it with --resume, or choose another --out"
        ) from None
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None


def _lock(file: IO[bytes], path: Path) -> None:
    """Lock the file. Raises RecordError if another process has: lines would be written twice."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # released when this process ends
    except BlockingIOError:
        raise RecordError(
            f"{path} is in use by another quire command: wait for it, or choose another --out"
        ) from None
    except OSError:
        pass  # a file system without locks
