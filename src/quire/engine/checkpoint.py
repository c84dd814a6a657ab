"""A solver's table in a file, so that a long search can be taken up where it was cut off."""

from __future__ import annotations

import json
import os
from pathlib import Path

from quire.errors import NotationError

HEADER = 4096
"""Bytes before the table: a line of JSON that says what it is, then spaces."""
CHUNK = 1 << 20


def save_table(table: memoryview, path: Path, kind: str) -> None:
    """Write the table, even while a search goes on; the file is the old or the new one, whole.

    Stretches without entries take no room on file systems that have sparse files.
    """
    header = json.dumps({"quire": "table", "kind": kind, "bytes": table.nbytes})
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        file.write(header.encode().ljust(HEADER))
        for at in range(0, table.nbytes, CHUNK):
            chunk = bytes(table[at : at + CHUNK])
            if chunk.count(0) == len(chunk):
                file.seek(len(chunk), os.SEEK_CUR)
            else:
                file.write(chunk)
        file.truncate(HEADER + table.nbytes)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def load_table(table: memoryview, path: Path, kind: str) -> bool:
    """Fill the table from the file, if there is one. Raises NotationError if it does not fit."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        try:
            header = json.loads(file.read(HEADER))
            fits = header == {"quire": "table", "kind": kind, "bytes": table.nbytes}
        except ValueError:
            fits = False
        if not fits or path.stat().st_size != HEADER + table.nbytes:
            raise NotationError(
                f"{path} does not hold a table of {kind} of {table.nbytes} bytes: give --memory "
                "as it was given before, or another file"
            )
        for at in range(0, table.nbytes, CHUNK):
            part = table[at : at + CHUNK]
            chunk = file.read(len(part))
            if chunk.count(0) != len(chunk):
                part[:] = chunk
    return True
