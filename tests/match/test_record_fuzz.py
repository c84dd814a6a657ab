"""Invalid and damaged records: all of them raise RecordError."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.errors import RecordError
from quire.match.record import Record, read_records, record_schema

FIELDS: dict[str, Any] = {
    "format": 1,
    "game": "line",
    "size": "9",
    "players": ["Ann", "Ann"],
    "moves": ["S1", "S5"],
    "outcome": {"winner": None, "reason": "unfinished", "points": [0, 0], "ranks": [1, 1]},
    "started": "2026-03-09T18:30:00.000Z",
    "seconds": [1.5, 2.0],
    "clock": 60,
}
VALID = json.dumps(FIELDS)
SCHEMA = jsonschema.Draft202012Validator(record_schema())


def refused(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Record.from_json(text, 7)
    assert (caught.value.line, caught.value.move) in ((7, None), (7, 1))
    return caught.value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "invalid JSON"),
        ("{", "invalid JSON"),
        (VALID[:-1], "invalid JSON"),
        (VALID + "}", "invalid JSON"),
        (VALID + VALID, "invalid JSON"),
        (VALID.replace("1.5", "NaN"), "NaN"),
        (VALID.replace("1.5", "Infinity"), "Infinity"),
        (VALID.replace("1.5", "-Infinity"), "-Infinity"),
        (VALID.replace("1.5", "1e999"), "seconds"),
        (VALID.replace("1.5", "9" * 400), "out of range"),
        (VALID.replace("1.5", "9" * 5000), "number is too long"),
        (VALID.replace('"clock": 60', '"clock": 1e999'), "clock"),
        (VALID.replace("{", '{"game": "line", ', 1), "duplicate field 'game'"),
        (VALID.replace('"winner"', '"reason": "time", "winner"'), "duplicate field 'reason'"),
        (VALID.replace("Ann", "\\ud800"), "not valid UTF-8"),
        (VALID.replace("Ann", "\\uDC00"), "not valid UTF-8"),
        (VALID.replace('"clock"', '"\\ud800"'), "not valid UTF-8"),
        (VALID.replace("Ann", "\ud800"), "not valid UTF-8"),
        (VALID.replace("Ann", "A\nnn"), "invalid JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"game":' * 100_000, "nested too deeply"),
        ('{"format":' + "[" * 400 + "]" * 400 + "}", "format"),
        *((text, "object") for text in ("null", "1", '"x"', "[]", "true", "[{}]")),
        *((text, "required") for text in ("{}", '{"format":1}')),
    ],
)
def test_damaged_text_is_refused(text: str, words: str) -> None:
    error = refused(text)
    assert words in error.problem
    assert str(error).encode()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1"])
def test_only_utf_8_is_read(encoding: str) -> None:
    refused(VALID.replace("Ann", "Zoë").encode(encoding))


def test_binary_line_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(VALID.encode() + b"\n\xff\xfe\n")
    with pytest.raises(RecordError, match="line 2: not valid UTF-8"):
        list(read_records(path))
    with path.open(encoding="utf-8") as file, pytest.raises(RecordError, match="not valid UTF-8"):
        list(read_records(file))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_noise_raises_only_record_error(noise: str | bytes) -> None:
    refused(noise)


def read(text: bytes | str) -> Record | RecordError:
    """Return the record or the error that reading gives; anything else fails."""
    try:
        return Record.from_json(text, 7)
    except RecordError as error:
        return error


def check_valid_or_refused(found: Record | RecordError) -> bool:
    if isinstance(found, RecordError):
        return found.line == 7 and bool(str(found).encode())
    SCHEMA.validate(json.loads(found.to_json()))
    return Record.from_json(found.to_json()) == found


@given(cut=st.integers(0, len(VALID) - 1), put_in=st.binary(max_size=3), gone=st.integers(0, 4))
def test_damaged_bytes_give_a_record_or_a_record_error(cut: int, put_in: bytes, gone: int) -> None:
    assert check_valid_or_refused(
        read(VALID.encode()[:cut] + put_in + VALID.encode()[cut + gone :])
    )


@given(
    path=st.sampled_from(
        [
            *((name,) for name in FIELDS),
            *((name, 1) for name in ("moves", "seconds", "players")),
            *(("outcome", name) for name in FIELDS["outcome"]),
        ]
    ),
    value=JSON,
)
def test_any_value_in_any_field_gives_a_record_or_a_record_error(
    path: tuple[str | int, ...], value: object
) -> None:
    fields: Any = json.loads(VALID)
    inner = fields
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    assert check_valid_or_refused(read(json.dumps(fields)))
