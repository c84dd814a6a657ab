"""Strict JSON: only lines that every other parser reads the same way."""

from __future__ import annotations

import json

from quire.errors import RecordError


def load(line: str | bytes) -> object:
    """Parse a line of JSON. Raises RecordError for anything else.

    Rejected, unlike in Python's own parser: duplicate fields, NaN and infinities, lone surrogates,
    and any encoding but UTF-8.
    """
    try:
        # Some editors write a byte order mark, which is not part of the text.
        text = (line.decode() if isinstance(line, bytes) else line).removeprefix("\ufeff")
        text.encode()
        data: object = json.loads(text, object_pairs_hook=_members, parse_constant=_refuse)
        if "\\ud" in text.lower():
            # An escaped lone surrogate can be parsed, but never written again.
            json.dumps(data, ensure_ascii=False).encode()
    except RecordError:
        raise
    except UnicodeError as error:
        raise RecordError("not valid UTF-8") from error
    except json.JSONDecodeError as error:
        raise RecordError(
            f"invalid JSON (one object per line): {error.msg} (column {error.colno})"
        ) from error
    except ValueError as error:
        raise RecordError("a number is too long") from error
    except RecursionError as error:
        raise RecordError("nested too deeply") from error
    return data


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError(f"duplicate field {twice!r}")
    return members


def _refuse(constant: str) -> object:
    raise RecordError(f"invalid JSON: {constant} is not allowed")
