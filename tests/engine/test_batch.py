"""Answers to many positions and games: each once, each right, whatever the others are."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
import pytest

import quire
from quire import Limit, Position
from quire._native import Stop
from quire.engine.batch import Answer, Item, Task, analyse_all, answers, read_line, solve_all
from quire.errors import RecordError
from quire.match.match import Match
from quire.match.record import Record
from tests.brute_force import SMALL_BOARDS, brute_force, late_positions

SMALL = 1 << 22


def positions() -> list[Position]:
    return [at for game, size in SMALL_BOARDS for at in late_positions(game, size, 5, 1)]


def record() -> Record:
    match = Match("line", "9")
    for move in ("S1", "S5", "O3"):
        match.play(match.to_move, move, 0.0)
    return match.record


def line(position: Position) -> str:
    return json.dumps({"game": position.game, "position": str(position), "id": position.size})


def test_positions_of_all_games_are_solved() -> None:
    asked = positions()
    found = list(solve_all(map(line, asked), book=False, memory=SMALL, workers=1))
    assert [answer.number for answer in found] == list(range(1, len(asked) + 1))
    for position, answer in zip(asked, found, strict=True):
        value, best = brute_force(position)
        assert answer.error is None
        assert (answer.facts["value"], set(answer.facts["best_moves"])) == (value, set(best))
        assert (answer.facts["position"], answer.facts["id"]) == (str(position), position.size)


def test_positions_records_and_lines_are_the_same() -> None:
    position = positions()[0]
    game = record()
    items: list[Item] = [position, line(position), line(position).encode(), game, game.to_json()]
    found = [
        {key: it for key, it in answer.facts.items() if key not in ("seconds", "id", "nodes")}
        for answer in solve_all(items, book=False, memory=SMALL, workers=1)
    ]
    assert found[0] == found[1] == found[2]
    assert [at["position"] for at in found[3]["positions"]] == [str(at) for at in game.replay()]
    assert [at["value"] for at in found[3]["positions"]] == [
        at["value"] for at in found[4]["positions"]
    ]


def test_games_are_reviewed_and_positions_analysed() -> None:
    position = quire.parse("sos", "S.S/.../S.S 1 0-0")
    found = list(analyse_all([record(), position], Limit(nodes=1000), memory=SMALL, workers=1))
    assert [step.move for step in found[0].facts["steps"]] == ["S1", "S5", "O3"]
    assert found[0].facts["names"] == record().players
    assert found[1].facts["value"] == brute_force(position)[0]
    assert msgspec.json.encode([answer.facts for answer in found])


@pytest.mark.parametrize(
    ("bad", "code", "words"),
    [
        ("", "record", "invalid JSON"),
        ("[]", "record", "neither a position nor a record: Expected `object`, got `array`"),
        ("{}", "record", "missing required field `game`"),
        ('{"game": "sos", "size": "3x3", "by": 1}', "record", "unknown field `by`"),
        ('{"game": "nim"}', "unknown_game", "no game called 'nim'"),
        ('{"game": "line", "position": "S?S 1"}', "notation", "squares must be S, O"),
        ('{"game": "line", "position": "S... 2", "size": "9"}', "notation", "size says 9"),
        ('{"game": "line", "size": "9", "moves": ["S1", "S1"]}', "record", "move 2: S1 is not"),
        ('{"game": "sos", "size": "3x3:3"}', "error", "only two-player positions"),
        ('{"game": "line", "players": ["A", "B"]}', "record", "required field"),
        (b"\xff", "record", "not valid UTF-8"),
    ],
)
def test_bad_item_is_an_error_and_the_others_are_answered(
    bad: str | bytes, code: str, words: str
) -> None:
    good = '{"game": "line", "size": "5"}'
    first, second, third = solve_all([good, bad, good], book=False, memory=SMALL, workers=1)
    assert (first.error, third.error) == (None, None)
    assert (second.number, second.facts["code"]) == (2, code)
    assert second.error == second.facts["message"]
    assert words in (second.error or "")
    assert "\n" not in (second.error or "")


def test_items_are_read_one_at_a_time_until_stopped() -> None:
    stop, read = Stop(), []

    def endless() -> Iterator[tuple[int, str]]:
        while True:
            read.append(1)
            yield len(read), '{"game": "line", "size": "5"}'

    found: list[Answer] = []
    for answer in answers(endless(), Task("solve", book=False, memory=SMALL), 1, stop):
        found.append(answer)
        if answer.number == 3:
            stop.set()
    assert (len(found), len(read)) == (3, 4)


@pytest.mark.slow
def test_processes_answer_every_item_once() -> None:
    asked = positions() * 10
    found = {
        answer.number: answer.facts["value"]
        for answer in solve_all(asked, book=False, memory=SMALL, workers=2)
    }
    expected = [
        answer.facts["value"] for answer in solve_all(asked, book=False, memory=SMALL, workers=1)
    ]
    assert [found[number + 1] for number in range(len(asked))] == expected
    # A consumer that stops in the middle of hard work ends it.
    hard = solve_all([quire.start("sos", "8x8"), *[quire.start("line", "5")] * 9], workers=2)
    assert next(hard).facts["size"] == "5"
    hard.close()  # type: ignore[attr-defined]


def test_line_is_a_position_or_a_record() -> None:
    assert read_line(record().to_json()) == record()
    with pytest.raises(RecordError):
        read_line('{"format": 7}')
