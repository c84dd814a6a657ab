"""JSON, read strictly: what one reader takes for a number or a field, every other one does too."""

from __future__ import annotations

import json

from quire.errors import RecordError


def load(line: str | bytes) -> object:
    """The data that a line of JSON holds. Raises RecordError, whatever the line is.

    Refused, though Python's own reader takes them: a field that stands there twice, NaN and
    infinities, halves of surrogate pairs, and any encoding but UTF-8.
    """
    try:
        # Some editors write a byte order mark, which does not belong to the text.
        text = (line.decode() if isinstance(line, bytes) else line).removeprefix("\ufeff")
        text.encode()
        data: object = json.loads(text, object_pairs_hook=_members, parse_constant=_refuse)
        if "\\ud" in text.lower():
            # An escaped half of a surrogate pair can be read, but never be written again.
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
