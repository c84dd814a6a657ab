"""Damaged or illegal records are refused, with the line and the move at fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from quire.errors import RecordError
from quire.match.record import Record, read_records, record_schema

Fields = dict[str, Any]
SCHEMA = jsonschema.Draft202012Validator(record_schema())


def sos() -> Fields:
    """Return the example game of the rules, which ends 3–2."""
    moves = ["Sa3", "Sb3", "Ob2", "Sb1", "Sc1", "Sa1", "Oa2", "Sc3", "Oc2"]
    outcome = {"winner": 0, "reason": "points", "points": [3, 2], "ranks": [1, 2]}
    players = ["Ann", "Bob"]
    return {"game": "sos", "size": "3x3", "players": players, "moves": moves, "outcome": outcome}


def line() -> Fields:
    """Return a game that stops after two moves."""
    outcome = {"winner": None, "reason": "unfinished", "points": [0, 0], "ranks": [1, 1]}
    moves, seconds = ["S1", "S5"], [1.5, 2.0]
    return {
        "game": "line",
        "size": "9",
        "players": ["Ann", "Ann"],
        "moves": moves,
        "outcome": outcome,
        "started": "2026-03-09T18:30:00.000Z",
        "seconds": seconds,
        "clock": 60,
    }


def three() -> Fields:
    """Return a game of three in which player 2, then player 1 left."""
    outcome = {"winner": 2, "reason": "time", "points": [0, 0, 0], "ranks": [2, 2, 1]}
    return {
        "game": "sos",
        "size": "4x4:3",
        "players": ["Ann", "Bob", "Cy"],
        "moves": ["Sa1", "x2", "Sa2", "x1"],
        "outcome": outcome,
    }


def set_field(*path: str | int, value: Any) -> Callable[[Fields], None]:
    """Return a change of one field, however deep."""

    def change(fields: Any) -> None:
        for step in path[:-1]:
            fields = fields[step]
        fields[path[-1]] = value

    return change


def append(path: str, value: Any) -> Callable[[Fields], None]:
    return lambda fields: fields[path].append(value)


def drop(*path: str) -> Callable[[Fields], None]:
    def change(fields: Fields) -> None:
        for step in path[:-1]:
            fields = fields[step]
        del fields[path[-1]]

    return change


def ending(**outcome: Any) -> Callable[[Fields], None]:
    return lambda fields: fields["outcome"].update(outcome)


# What is damaged, how, the move that must be named, and words of the message.
Damage = tuple[Callable[[], Fields], Callable[[Fields], None], int | None, str]

SHAPE: list[Damage] = [
    (sos, set_field("colour", value="red"), None, "colour"),
    (sos, set_field("outcome", "colour", value="red"), None, "colour"),
    *((sos, drop(name), None, name) for name in sos()),
    *((sos, drop("outcome", name), None, name) for name in sos()["outcome"]),
    (sos, set_field("format", value=3), None, "format 3"),
    (sos, set_field("increment", value=-1), None, "increment"),
    (sos, set_field("format", value=True), None, "format"),
    (sos, set_field("game", value=7), None, "game"),
    (sos, set_field("players", value="AB"), None, "players"),
    (sos, set_field("players", 1, value=None), None, "players"),
    (sos, set_field("agents", value=[None, 7]), None, "agents"),
    (sos, set_field("moves", value=None), None, "moves"),
    (sos, set_field("moves", 3, value=4), 4, "moves"),
    (sos, set_field("moves", 8, value=["Oc2"]), 9, "moves"),
    (sos, set_field("outcome", value=None), None, "outcome"),
    (sos, ending(winner="0"), None, "winner"),
    (sos, ending(winner=True), None, "winner"),
    (sos, ending(reason="luck"), None, "luck"),
    (sos, ending(points=3), None, "points"),
    (sos, ending(points=["3", 2]), None, "points"),
    (line, set_field("started", value="yesterday"), None, "started"),
    (line, set_field("started", value=1773081000), None, "started"),
    (line, set_field("started", value="2026-03-09T18:30:00+01:00"), None, "started"),
    (line, set_field("started", value="2026-03-09 18:30:00Z"), None, "started"),
    (line, set_field("seconds", 1, value=-0.5), 2, "seconds"),
    (line, set_field("seconds", 0, value="1"), 1, "seconds"),
    (line, set_field("seconds", 0, value=None), 1, "seconds"),
    *((line, set_field("clock", value=value), None, "clock") for value in (0, -1, "60", True)),
]
MEANING: list[Damage] = [
    (sos, set_field("agents", value=[None]), None, "1 agents for 2 players"),
    (sos, set_field("game", value="chess"), None, "chess"),
    (sos, set_field("game", value="SOS"), None, "write 'sos'"),
    (sos, set_field("game", value="line"), None, "size"),
    (sos, set_field("size", value="2x2"), None, "size"),
    (sos, set_field("size", value="\0"), None, "size"),
    (sos, set_field("size", value="3X3"), None, "write '3x3'"),
    (sos, set_field("size", value="3x3:2"), None, "write '3x3'"),
    (sos, set_field("size", value="3x3:3"), None, "for 3 players, but the record names 2"),
    (sos, append("players", "Cy"), None, "for 2 players, but the record names 3"),
    (sos, set_field("players", value=[]), None, "for 2 players, but the record names 0"),
    (sos, set_field("moves", 4, value="Sa1x"), 5, "Sa1x"),
    (sos, set_field("moves", 4, value=""), 5, ""),
    (sos, set_field("moves", 4, value="S\0"), 5, ""),
    (sos, set_field("moves", 4, value="9" * 5000), 5, "9"),
    (sos, set_field("moves", 4, value="Sd1"), 5, "d1"),
    (sos, set_field("moves", 4, value="Ob1"), 5, "b1 already has an"),
    (sos, set_field("moves", 0, value="sa3"), 1, "write 'Sa3'"),
    (sos, set_field("moves", 0, value=" Sa3"), 1, "write 'Sa3'"),
    (sos, append("moves", "Sa1"), 10, "after the end of the game"),
    (sos, append("moves", "x1"), 10, "after the end of the game"),
    (sos, set_field("moves", 2, value="x1"), 3, "two-player game"),
    (sos, set_field("moves", 2, value="x9"), 3, "two-player game"),
    (three, set_field("moves", 2, value="x2"), 3, "player 2"),
    (three, set_field("moves", 1, value="x4"), 2, "players are 1 to 3"),
    (three, set_field("moves", 1, value="x0"), 2, "players are 1 to 3"),
    (three, set_field("moves", 1, value="x02"), 2, "players are 1 to 3"),
    (three, set_field("moves", 1, value="x" + "9" * 5000), 2, "too long"),
    (three, set_field("moves", 1, value="X2"), 2, "X2"),
    (three, set_field("moves", 1, value="x٢"), 2, "x"),
    (three, append("moves", "x3"), 5, "after the end of the game"),
    (three, append("moves", "Sd4"), 5, "after the end of the game"),
    (line, set_field("started", value="2026-02-30T18:30:00Z"), None, "started"),
    (line, set_field("started", value="2026-03-09T18:30:00Z\n"), None, "started"),
    (line, set_field("seconds", value=[1.5]), None, "1 times for 2 moves"),
    (line, append("seconds", 1), None, "3 times for 2 moves"),
    (sos, ending(winner=1), None, "winner is 0, but the record says 1"),
    (sos, ending(winner=None), None, "winner is 0, but the record says null"),
    (sos, ending(winner=10**40), None, "winner"),
    (sos, ending(reason="full"), None, "reason"),
    (sos, ending(reason="resignation"), None, "reason"),
    (sos, ending(reason="unfinished"), None, "reason"),
    (sos, ending(points=[2, 3]), None, "points"),
    (sos, ending(points=[3, 2, 0]), None, "points"),
    (sos, ending(points=[10**40, 2]), None, "points"),
    (sos, ending(ranks=[2, 1]), None, "ranks"),
    (sos, ending(ranks=[]), None, "ranks"),
    *((line, ending(reason=reason), None, reason) for reason in ("line", "full", "points")),
    *((line, ending(reason=reason), None, "needs a winner") for reason in ("time", "crash")),
    *(
        (line, ending(winner=0, reason=reason), None, "winner")
        for reason in ("aborted", "abandoned")
    ),
    (line, ending(winner=0, reason="agreement"), None, "winner"),
    (line, ending(winner=0, ranks=[1, 2]), None, "winner"),
    (line, ending(winner=2, reason="time"), None, "needs a winner"),
    (line, ending(winner=-1, reason="time"), None, "needs a winner"),
    (line, ending(winner=0, reason="time", ranks=[1, 1]), None, "ranks"),
    (line, ending(winner=0, reason="time", ranks=[1, 2], points=[1, 0]), None, "points"),
    (line, ending(ranks=[1, 2]), None, "ranks"),
    (line, ending(points=[0]), None, "points"),
    (three, ending(reason="points"), None, "reason"),
    (three, ending(reason="agreement"), None, "reason"),
    (three, ending(winner=0), None, "winner"),
    (three, ending(ranks=[3, 2, 1]), None, "ranks"),
    (three, lambda fields: fields["moves"].pop(), None, "belongs in the moves"),
]


def refused(text: str | bytes, line_number: int | None = 7) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Record.from_json(text, line_number)
    assert caught.value.line == line_number
    return caught.value


@pytest.mark.parametrize("make", [sos, line, three])
def test_undamaged_records_are_valid(make: Callable[[], Fields]) -> None:
    Record.from_json(json.dumps(make()))
    SCHEMA.validate(make())


@pytest.mark.parametrize(("make", "damage", "move", "words"), [*SHAPE, *MEANING])
def test_damage_is_refused_with_its_location(
    make: Callable[[], Fields], damage: Callable[[Fields], None], move: int | None, words: str
) -> None:
    fields = make()
    damage(fields)
    error = refused(json.dumps(fields))
    assert error.move == move
    assert words in error.problem
    assert str(error).startswith("line 7: " if move is None else f"line 7, move {move}: ")
    assert len(str(error)) < 400
    assert refused(json.dumps(fields), None).move == move


@pytest.mark.parametrize(("make", "damage", "move", "words"), SHAPE)
def test_schema_refuses_the_wrong_shape(
    make: Callable[[], Fields], damage: Callable[[Fields], None], move: int | None, words: str
) -> None:
    fields = make()
    damage(fields)
    assert not SCHEMA.is_valid(fields)


def test_obstruction_cannot_be_drawn_by_agreement() -> None:
    fields = line() | {"game": "obstruction", "size": "6x6", "moves": ["a1", "c3"]}
    Record.from_json(json.dumps(fields))
    fields["outcome"]["reason"] = "agreement"
    assert "agreement" in refused(json.dumps(fields)).problem


def test_forfeit_in_extreme_is_worth_86_points() -> None:
    fields = line() | {"game": "extreme", "size": "2x9x9", "moves": ["1a1", "2a1"]}
    fields["outcome"] = {"winner": 0, "reason": "time", "points": [0, 0], "ranks": [1, 2]}
    assert "[86, 0]" in refused(json.dumps(fields)).problem


def test_file_is_read_up_to_the_damage(tmp_path: Path) -> None:
    good = json.dumps(sos())
    fields = sos()
    fields["moves"][6] = "Ob2"
    illegal = json.dumps(fields)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{good}\n\n{good}\n{illegal}\n{good}\n")
    records = read_records(path)
    assert [next(records), next(records)] == [Record.from_json(good)] * 2
    with pytest.raises(RecordError, match=r"^line 4, move 7: .*b2") as caught:
        next(records)
    assert (caught.value.line, caught.value.move) == (4, 7)


def test_records_built_in_code_can_be_checked() -> None:
    sound = Record.from_json(json.dumps(line()))
    record = Record(
        game=sound.game,
        size=sound.size,
        players=sound.players,
        moves=("S1", "S1"),
        outcome=sound.outcome,
        seconds=(float("nan"), 1.0),
    )
    with pytest.raises(RecordError, match=r"move 1: .*nan"):
        record.check()
    positions = record.replay()
    assert [next(positions).to_move, next(positions).to_move] == [0, 1]
    with pytest.raises(RecordError, match="move 2"):
        next(positions)
