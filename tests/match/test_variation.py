"""Records and matches from any position, and what people add to the moves."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import quire
from quire.core import Outcome, Reason
from quire.errors import MatchOver, NotationError, RecordError
from quire.match.match import Match
from quire.match.record import Record, record_schema
from quire.match.variation import MAX_VARIATION_DEPTH
from tests.random_games import BOARDS, random_game

START = "S../.../..S 1 0-0"
FIELDS: dict[str, Any] = {
    "format": 2,
    "game": "sos",
    "size": "3x3",
    "players": ["Ann", "Bob"],
    "start": START,
    "moves": ["Ob2", "Sa2"],
    "outcome": {"winner": None, "reason": "unfinished", "points": [1, 0], "ranks": [1, 1]},
    "seconds": [4.0, 2.5],
    "clock": 60,
    "increment": 1,
    "comments": [{"after": 0, "text": "A gift."}, {"after": 2, "text": "Quiet."}],
    "variations": [
        {
            "after": 0,
            "moves": ["Sb2", "Oc2"],
            "comments": [{"after": 1, "text": "Careless."}],
            "variations": [{"after": 1, "moves": ["Sc1"]}],
        },
        {"after": 2, "moves": ["Sb1"]},
    ],
}
SCHEMA = jsonschema.Draft202012Validator(record_schema())


def read(**changes: Any) -> Record:
    return Record.from_json(json.dumps(FIELDS | changes))


def test_record_with_everything_is_read_and_written() -> None:
    SCHEMA.validate(FIELDS)
    record = read()
    assert Record.from_json(record.to_json()) == record
    assert json.loads(record.to_json()) == {
        **FIELDS,
        "started": None,
        "untimed": [],
        "agents": [],
        "variations": [
            {
                **FIELDS["variations"][0],
                "variations": [
                    {"after": 1, "moves": ["Sc1"], "comments": [], "variations": []},
                ],
            },
            {"after": 2, "moves": ["Sb1"], "comments": [], "variations": []},
        ],
    }
    assert [str(position) for position in record.replay()] == [
        START,
        "S../.O./..S 1 1-0",  # completes a1-b2-c3, so player 1 moves again
        "S../SO./..S 2 1-0",
    ]
    assert "Ob2 Sa2" in record._repr_html_()


def test_variation_is_replayed_from_its_position() -> None:
    record = read()
    first, last = record.variations
    positions = list(record.replay())
    *_, end = first.replay(positions[first.after])
    assert str(end) == "S../.SO/..S 1 0-0"
    assert str(list(last.replay(positions[last.after]))[-1]) == "SS./SO./..S 1 1-0"


def test_clocks_follow_from_the_times() -> None:
    assert read().clocks() == [(60.0, 60.0), (57.0, 60.0), (55.5, 60.0)]
    assert read(untimed=[0]).clocks() == [(None, 60.0)] * 3
    assert read(increment=None).clocks() == []
    assert read(seconds=[]).clocks() == []


def test_clocks_are_those_of_the_match() -> None:
    match = Match("obstruction", "6x6", clock=300, increment=3)
    shown = [match.clocks(0.0)]
    for now, move in ((12.5, "c3"), (13.5, "a1"), (20.0, "f6")):
        match.play(match.to_move, move, now)
        shown.append(match.clocks(now))
    assert match.record.clocks() == shown


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"start": "S../.../..S 1"}, "start: "),
        ({"start": "s../.../..S 1 0-0"}, "start: 's../.../..S 1 0-0' is not in canonical form: "),
        ({"start": "S.../..../...S 1 0-0"}, "start: the position is 4x3, but size says 3x3"),
        ({"start": "SSS/SSS/SSS 1 0-0", "moves": []}, "start: the game is already over"),
        ({"start": ""}, "start: "),
        ({"start": 7}, "start: Expected `str | null`"),
        ({"comments": [{"after": 3, "text": "!"}]}, "comments[0]: after must be 0 to 2"),
        ({"comments": [{"after": -1, "text": "!"}]}, "comments[0].after: "),
        ({"comments": [{"after": 0, "text": ""}]}, "comments[0].text: "),
        ({"comments": [{"after": 0, "text": "!", "by": "me"}]}, "unknown field `by`"),
        ({"variations": [{"after": 3, "moves": ["Sb1"]}]}, "variations[0]: after must be 0 to 2"),
        ({"variations": [{"after": 0, "moves": []}]}, "variations[0].moves: "),
        ({"variations": [{"after": 0, "moves": ["Sa1"]}]}, "variations[0], move 1: Sa1 is not leg"),
        (
            {"variations": [{"after": 0, "moves": ["sb1"]}]},
            "variations[0], move 1: move 'sb1' is n",
        ),
        (
            {
                "variations": [
                    {"after": 1, "moves": ["Sb1"], "comments": [{"after": 2, "text": "!"}]}
                ]
            },
            "variations[0].comments[0]: after must be 0 to 1",
        ),
        (
            {
                "variations": [
                    FIELDS["variations"][0] | {"variations": [{"after": 9, "moves": ["x"]}]}
                ]
            },
            "variations[0].variations[0]: after must be 0 to 2",
        ),
        ({"untimed": [2]}, "untimed: give players from 0 to 1, in ascending order"),
        ({"untimed": [1, 0]}, "untimed: give players from 0 to 1, in ascending order"),
        ({"untimed": [1], "clock": None, "increment": None}, "untimed: without a clock"),
    ],
)
def test_damaged_parts_are_refused(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(**changes)
    assert caught.value.problem.startswith(problem) or problem in caught.value.problem
    assert caught.value.code == "record"


def nested(depth: int) -> list[dict[str, Any]]:
    return [{"after": 0, "moves": ["Sb1"], "variations": nested(depth - 1)}] if depth else []


def test_variations_are_nested_to_a_limit() -> None:
    assert read(variations=nested(MAX_VARIATION_DEPTH)).variations
    for depth in (MAX_VARIATION_DEPTH + 1, 200):
        with pytest.raises(RecordError, match="nested"):
            read(variations=nested(depth))


@pytest.mark.parametrize("name", ["start", "untimed", "comments", "variations"])
def test_version_1_has_none_of_it(name: str) -> None:
    old = {key: it for key, it in FIELDS.items() if key not in ("comments", "variations", "start")}
    old |= {"format": 1, "increment": None, "moves": [], "seconds": []}
    old["outcome"] = FIELDS["outcome"] | {"points": [0, 0]}
    assert Record.from_json(json.dumps(old)).format == 2
    value = {"untimed": [0]}.get(name, FIELDS.get(name))
    with pytest.raises(RecordError, match=f"{name}: format 1 has no such field; write format 2"):
        Record.from_json(json.dumps({**old, name: value}))


@pytest.mark.parametrize(("game", "size"), [board for board in BOARDS if board[1] != "26x26"])
def test_match_from_any_position_is_recorded_and_resumed(game: str, size: str) -> None:
    positions, entries = zip(*random_game(game, size, seed=3), strict=True)
    at = len(positions) // 2
    if positions[at].outcome() is not None:
        return
    match = Match(game, size, start=str(positions[at]))
    for entry in entries[-1][at : at + 20]:
        if entry.startswith("x"):
            match.resign(int(entry[1:]) - 1, 0.0)
        else:
            match.play(match.to_move, entry, 0.0)
    assert match.position == positions[at : at + 21][-1]
    record = match.record
    assert Record.from_json(record.to_json()) == record
    assert list(record.replay()) == list(positions[at : at + 21])
    if match.outcome is None:
        again = Match.resume(record)
        assert (again.start, again.position, again.record) == (
            match.start,
            match.position,
            record,
        )
    assert record._repr_html_()


def test_match_from_the_usual_start_names_none() -> None:
    match = Match("sos", "3x3", start=quire.start("sos", "3x3"))
    assert match.record.start is None
    assert match.record == Match("sos", "3x3").record


def test_takeback_returns_to_the_start_of_the_match() -> None:
    match = Match("sos", start=START)
    match.play(0, "Ob2", 1.0)
    copy = match.copy()
    assert str(copy.take_back(0, 2.0)) == START
    assert copy.record.start == START
    assert str(match.position) != START


@pytest.mark.parametrize(
    ("game", "size", "start", "error", "problem"),
    [
        ("sos", "4x4", START, NotationError, "the position is 3x3, but size says 4x4"),
        ("line", None, START, NotationError, "line"),
        ("sos", None, "nothing", NotationError, "position"),
        ("sos", None, "SSS/SSS/SSS 1 0-0", MatchOver, "the game is already over"),
    ],
)
def test_impossible_start_is_refused(
    game: str, size: str | None, start: str, error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        Match(game, size, start=start)


def test_outcome_is_checked_from_the_start() -> None:
    moves = ["Ob2", "Sa2", "Sb1", "Sc1", "Sc2", "Sa3", "Sb3"]
    points = [1, 0]
    *_, last = quire.replay(quire.parse("sos", START), moves)
    end = last.outcome()
    assert end is not None
    record = Record(
        game="sos", size="3x3", players=("A", "B"), start=START, moves=tuple(moves), outcome=end
    )
    record.check()
    assert end.winner == (0 if last.points[0] > last.points[1] else 1)
    wrong = Outcome(1 - end.winner, Reason.POINTS, tuple(points), (2, 1))
    with pytest.raises(RecordError, match="outcome"):
        Record(
            game="sos",
            size="3x3",
            players=("A", "B"),
            start=START,
            moves=tuple(moves),
            outcome=wrong,
        ).check()
