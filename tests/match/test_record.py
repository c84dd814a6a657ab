"""Valid records: written, read, replayed, described by the schema and the documentation."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core import Outcome, Position, Reason, replay
from quire.errors import RecordError
from quire.games import find_game
from quire.match.record import Record, read_records, record_schema
from tests.strategies import examples

DOCS = Path(__file__).parents[2] / "docs" / "reference"
BOARDS = (
    *(("sos", size) for size in ("3x3", "3x4:simple", "4x3:3", "3x3:4:simple", "3x3:8", "9x8")),
    *(("line", size) for size in ("3", "14", "70")),
    ("extreme", "2x9x9"),
    *(("obstruction", size) for size in ("1x1", "6x6", "9x9")),
)
SCHEMA = jsonschema.Draft202012Validator(record_schema())


def unfinished(position: Position, moves: list[str], **fields: Any) -> Record:
    """Return the record of a game that stops in this position, with the names A, B, ..."""
    return Record(
        game=position.game,
        size=position.size,
        players=tuple("ABCDEFGH"[: position.players]),
        moves=tuple(moves),
        outcome=Outcome(None, Reason.UNFINISHED, position.points, (1,) * position.players),
        **fields,
    )


@st.composite
def played_games(draw: st.DrawFn) -> tuple[list[str], list[Position]]:
    """Draw the entries of a whole game, and every position of it."""
    game, size = draw(st.sampled_from(BOARDS))
    positions = [find_game(game).start(size)]
    entries: list[str] = []
    while (position := positions[-1]).outcome() is None:
        choices = position.legal_moves()
        if position.players > 2 and draw(st.integers(0, 9)) == 0:
            gone = position.out
            choices = [f"x{p + 1}" for p in range(position.players) if p not in gone]
        entries.append(draw(st.sampled_from(choices)))
        positions = list(replay(positions[0], entries))
    return entries, positions


@examples(50)
@given(played_games())
def test_every_prefix_of_a_game_is_a_valid_record(game: tuple[list[str], list[Position]]) -> None:
    entries, positions = game
    for length, position in enumerate(positions):
        record = unfinished(position, entries[:length], seconds=(0.5,) * length)
        if length == len(entries):
            outcome = position.outcome()
            assert outcome is not None
            with pytest.raises(RecordError, match="outcome"):
                record.check()
            record = Record(
                game=record.game,
                size=record.size,
                players=record.players,
                moves=record.moves,
                outcome=outcome,
            )
        line = record.to_json()
        assert "\n" not in line
        assert Record.from_json(line) == Record.from_json(line.encode() + b"\r\n") == record
        assert list(record.replay()) == positions[: length + 1]
        SCHEMA.validate(json.loads(line))


def test_every_field_is_written_in_order() -> None:
    record = unfinished(find_game("line").start("5"), [])
    assert record.to_json() == (
        '{"format":2,"game":"line","size":"5","players":["A","B"],"start":null,"moves":[],'
        '"outcome":{"winner":null,"reason":"unfinished","points":[0,0],"ranks":[1,1]},'
        '"started":null,"seconds":[],"clock":null,"increment":null,"untimed":[],'
        '"agents":[],"comments":[],"variations":[]}'
    )


def test_version_1_is_read_and_written_as_version_2() -> None:
    line = (
        '{"format":1,"game":"line","size":"5","players":["A","B"],"moves":["S1"],'
        '"outcome":{"winner":null,"reason":"unfinished","points":[0,0],"ranks":[1,1]},'
        '"started":null,"seconds":[1.5],"clock":60.0,"agents":[]}'
    )
    record = Record.from_json(line)
    assert (record.format, record.clock, record.increment) == (2, 60.0, None)
    assert record == Record.from_json(record.to_json())
    assert '"format":2' in record.to_json()
    with pytest.raises(RecordError, match="format 1 has no such field"):
        Record.from_json(line.replace('"agents"', '"increment":3.0,"agents"'))


def test_byte_order_mark_is_ignored() -> None:
    record = unfinished(find_game("line").start("5"), [])
    assert Record.from_json("\ufeff" + record.to_json()) == record
    assert Record.from_json(b"\xef\xbb\xbf" + record.to_json().encode()) == record


def test_fields_with_a_default_are_optional() -> None:
    record = unfinished(find_game("line").start("5"), [])
    fields = json.loads(record.to_json())
    for name in ("format", "started", "seconds", "clock", "increment", "agents"):
        del fields[name]
    assert Record.from_json(json.dumps(fields)) == record
    SCHEMA.validate(fields)


@pytest.mark.parametrize("name", ["", "Ann", "Zoë ☃ \U0001f600", 'a"b\\c', "two\nlines\u2028"])
def test_any_name_round_trips(name: str) -> None:
    start = find_game("line").start("5")
    record = Record(
        game="line",
        size="5",
        players=(name, name),
        moves=(),
        outcome=unfinished(start, []).outcome,
    )
    assert Record.from_json(record.to_json()) == record
    assert Record.from_json(json.dumps(json.loads(record.to_json()))) == record
    assert "\n" not in record.to_json()


ENDINGS = [
    ("line", "9", ("S1",), Outcome(0, Reason.RESIGNATION, (0, 0), (1, 2))),
    ("line", "9", (), Outcome(1, Reason.TIME, (0, 0), (2, 1))),
    ("line", "9", (), Outcome(None, Reason.AGREEMENT, (0, 0), (1, 1))),
    ("extreme", "2x9x9", ("1e5",), Outcome(0, Reason.TAMPERING, (86, 0), (1, 2))),
    ("extreme", "2x9x9", ("1e5",), Outcome(1, Reason.CRASH, (0, 86), (2, 1))),
    ("obstruction", "6x6", ("a1",), Outcome(None, Reason.ABANDONED, (0, 0), (1, 1))),
    ("obstruction", "6x6", (), Outcome(None, Reason.ABORTED, (0, 0), (1, 1))),
    ("obstruction", "1x1", ("a1",), Outcome(0, Reason.LAST_MOVE, (0, 0), (1, 2))),
    ("sos", "3x3:3", ("x1",), Outcome(None, Reason.AGREEMENT, (0, 0, 0), (3, 1, 1))),
    ("sos", "3x3:3", ("x1",), Outcome(None, Reason.UNFINISHED, (0, 0, 0), (1, 1, 1))),
    *(
        ("sos", "3x3:3", ("Sa1", "x3", "x1"), Outcome(1, reason, (0, 0, 0), (2, 1, 2)))
        for reason in (Reason.RESIGNATION, Reason.TIME, Reason.DISCONNECTION, Reason.FLOOD)
    ),
]


@pytest.mark.parametrize(("game", "size", "moves", "outcome"), ENDINGS)
def test_every_kind_of_ending(
    game: str, size: str, moves: tuple[str, ...], outcome: Outcome
) -> None:
    players = tuple("ABC"[: len(outcome.points)])
    record = Record(game=game, size=size, players=players, moves=moves, outcome=outcome)
    assert Record.from_json(record.to_json()) == record
    SCHEMA.validate(json.loads(record.to_json()))


def test_record_is_a_value() -> None:
    one, other = (unfinished(find_game("line").start("5"), []) for _ in range(2))
    assert one == other
    assert len({one, other}) == 1
    with pytest.raises(AttributeError):
        one.moves = ("S1",)  # type: ignore[misc]


def test_records_of_a_file(tmp_path: Path) -> None:
    start = find_game("line").start("5")
    records = [unfinished(start, []), unfinished(start.play("S1"), ["S1"])]
    text = f"\n{records[0].to_json()}\r\n \t\n{records[1].to_json()}"
    path = tmp_path / "games.jsonl"
    path.write_text(text, newline="")
    assert list(read_records(path)) == records
    assert list(read_records(str(path))) == records
    assert list(read_records(io.StringIO(text))) == records
    assert list(read_records(io.BytesIO(text.encode()))) == records
    with path.open(encoding="utf-8") as file:
        assert list(read_records(file)) == records
    assert list(read_records(io.StringIO(""))) == []
    with pytest.raises(FileNotFoundError):
        next(read_records(tmp_path / "nothing"))


def test_published_schema_is_current() -> None:
    published = (DOCS / "record.schema.json").read_text(encoding="utf-8")
    assert published == json.dumps(record_schema(), indent=2) + "\n", (
        "docs/reference/record.schema.json is out of date: run make docs"
    )
    jsonschema.Draft202012Validator.check_schema(record_schema())


def fenced(language: str) -> list[str]:
    page = (DOCS / "records.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_documentation_shows_a_valid_record() -> None:
    (example,) = fenced("json")
    record = Record.from_json(example)
    SCHEMA.validate(json.loads(example))
    # Every field is shown, so that the table below it explains them all.
    assert set(json.loads(example)) == set(json.loads(record.to_json()))


def test_documentation_shows_code_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (example,) = fenced("json")
    (tmp_path / "games.jsonl").write_text(Record.from_json(example).to_json() + "\n")
    monkeypatch.chdir(tmp_path)
    shown: list[str] = []
    (code,) = fenced("python")
    exec(code, {"print": lambda position: shown.append(str(position))})
    assert len(shown) == 1 + len(json.loads(example)["moves"])


def test_documentation_shows_a_real_error() -> None:
    fields = json.loads(fenced("json")[0])
    fields["moves"][6] = "Ob2"
    with pytest.raises(RecordError) as caught:
        Record.from_json(json.dumps(fields), 3)
    assert fenced("text") == [f"{caught.value}\n"]


def test_documentation_names_every_field_and_reason() -> None:
    page = (DOCS / "records.md").read_text(encoding="utf-8")
    for name in (*record_schema()["properties"], *Reason):
        assert f"`{name}`" in page
