"""A record: a game as it was played, as one line of JSON.

Everything that follows from the moves is checked against them when a record is read, so a record
that was read can be trusted.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from html import escape
from typing import IO, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quire.core import Game, Outcome, Position, mover
from quire.errors import NotationError, QuireError, RecordError, UnknownGame
from quire.games import find_game
from quire.match.clock import TIMESTAMP, check_increment, is_timestamp, total_times
from quire.match.ending import expected_outcome
from quire.match.json_line import load
from quire.match.variation import (
    Comment,
    Variation,
    check_comments,
    check_variations,
    replay_entries,
)

_NEW_FIELDS = ("increment", "start", "untimed", "comments", "variations")
"""The fields that version 1 doesn't have."""

_PLACE = re.compile(r" - at `\$(?:\.((?:moves|seconds)\[([0-9]+)\]|[^`]*))?`$")


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game as it was played: who, on what board, every move, and how it ended.

    A record from `from_json` is valid. One that is built by hand is not checked until `check` or
    `replay`.

    >>> from quire.core import Outcome, Reason
    >>> outcome = Outcome(1, Reason.RESIGNATION, (0, 0), (2, 1))
    >>> players, moves = ("Ann", "Bob"), ("c3", "a1")
    >>> record = Record(
    ...     game="obstruction", size="6x6", players=players, moves=moves, outcome=outcome
    ... )
    >>> Record.from_json(record.to_json()) == record
    True
    >>> [str(position)[-1] for position in record.replay()]
    ['1', '2', '1']
    """

    format: Annotated[
        Literal[1, 2], Meta(description="The version of this format; 2 is written, 1 is read too.")
    ] = 2
    game: Annotated[str, Meta(description="The key of the game.")]
    size: Annotated[
        str,
        Meta(
            description="The size of the board, variant and number of players included.",
            examples=["8x8", "5x5:3:simple", "14"],
        ),
    ]
    players: Annotated[
        tuple[str, ...],
        Meta(description="The players' names in order of play; two may be the same."),
    ]
    start: Annotated[
        str | None,
        Meta(
            description="The position that the game started from, in canonical notation; null for "
            "the usual one. Not in version 1."
        ),
    ] = None
    moves: Annotated[
        tuple[str, ...],
        Meta(description="Every move in canonical notation; `x2` where player 2 left."),
    ]
    outcome: Annotated[Outcome, Meta(description="How the game ended; players count from 0.")]
    started: Annotated[
        Annotated[str, Meta(pattern=TIMESTAMP)] | None,
        Meta(description="When the game began, in UTC.", examples=["2026-03-09T18:30:00.000Z"]),
    ] = None
    seconds: Annotated[
        tuple[Annotated[float, Meta(ge=0)], ...],
        Meta(description="Seconds for each entry of `moves`; empty if they were not measured."),
    ] = ()
    clock: Annotated[
        Annotated[float, Meta(gt=0)] | None,
        Meta(
            description="Seconds per move, or with an increment each player's total time; null "
            "without a clock."
        ),
    ] = None
    increment: Annotated[
        Annotated[float, Meta(ge=0)] | None,
        Meta(
            description="Seconds that every move adds to the player's total time; null if the "
            "clock is per move. Not in version 1."
        ),
    ] = None
    untimed: Annotated[
        tuple[Annotated[int, Meta(ge=0)], ...],
        Meta(
            description="The players without a clock, counted from 0 in ascending order. Not in "
            "version 1."
        ),
    ] = ()
    agents: Annotated[
        tuple[str | None, ...],
        Meta(
            description="The agent in each seat, null for a person; empty if all are people.",
            examples=[[None, "random:seed=7"]],
        ),
    ] = ()
    comments: Annotated[
        tuple[Comment, ...],
        Meta(description="Comments on positions of the game. Not in version 1."),
    ] = ()
    variations: Annotated[
        tuple[Variation, ...],
        Meta(description="What could have been played. Not in version 1."),
    ] = ()

    def to_json(self) -> str:
        """Return the record as one line of JSON, without the line break."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, line: str | bytes, line_number: int | None = None) -> Record:
        """Parse the record in a line. Raises RecordError, which names the line and the move."""
        try:
            record = _convert(load(line))
            record.check()
        except RecordError as error:
            problem = _shortened(error.problem)
            raise RecordError(problem, line=line_number, move=error.move) from error
        return record

    def start_position(self) -> Position:
        """Return the position that the game started from. Raises RecordError."""
        return self._start(self._game())

    def replay(self) -> Iterator[Position]:
        """Yield every position, from the start on. Raises RecordError at the first invalid move."""
        yield from replay_entries(self.start_position(), self.moves)

    def clocks(self) -> list[tuple[float | None, ...]]:
        """Return the total time that each player had left in every position, in seconds.

        None is a player without a clock. Empty without total times, or without `seconds`. Raises
        RecordError at the first invalid move.
        """
        if self.clock is None or self.increment is None or len(self.seconds) != len(self.moves):
            return []
        movers = map(mover, self.replay(), self.moves)
        return [
            tuple(None if player in self.untimed else left for player, left in enumerate(lefts))
            for lefts in total_times(
                (self.clock,) * len(self.players),
                self.increment,
                zip(movers, self.moves, self.seconds, strict=True),
                self.untimed,
            )
        ]

    def check(self) -> None:
        """Check the record against its moves. Raises RecordError if they disagree."""
        game = self._game()
        start = position = self._start(game)
        if len(self.players) != position.players:
            raise RecordError(
                f"{self.game} {self.size} is for {position.players} players, but the record "
                f"names {len(self.players)}"
            )
        if self.agents and len(self.agents) != len(self.players):
            raise RecordError(
                f"{len(self.agents)} agents for {len(self.players)} players: give one entry (or "
                "null) per player, or leave it out"
            )
        self._check_times()
        check_comments(self.comments, len(self.moves))
        positions = []
        for position in replay_entries(start, self.moves):
            if self.variations:
                positions.append(position)
        check_variations(self.variations, positions)
        self._check_outcome(game, position)

    def _repr_html_(self) -> str:
        """Show who played, the last position and the moves in a notebook."""
        *_, last = self.replay()
        picture = self._game().draw(last, self.moves, self.start_position())
        names = escape(" - ".join(self.players))
        return (
            f"<figure>{picture._repr_svg_()}<figcaption><strong>{names}</strong><br>"
            f"{escape(picture.caption)} ({self.outcome.reason})<br>{escape(' '.join(self.moves))}"
            "</figcaption></figure>"
        )

    def _game(self) -> Game:
        try:
            game = find_game(self.game)
            size = game.sizes.normalise(self.size)
        except UnknownGame as error:
            raise RecordError(str(error)) from error
        except QuireError as error:
            raise RecordError(f"size: {error}") from error
        for what, found, canonical in (("game", self.game, game.key), ("size", self.size, size)):
            if found != canonical:
                raise RecordError(f"{what} {found!r} is not in canonical form: write {canonical!r}")
        return game

    def _start(self, game: Game) -> Position:
        if self.start is None:
            return game.start(self.size)
        try:
            start = game.parse(self.start, self.size)
        except QuireError as error:
            raise RecordError(f"start: {error}") from error
        if (canonical := str(start)) != self.start:
            raise RecordError(
                f"start: {self.start!r} is not in canonical form: write {canonical!r}"
            )
        if start.outcome() is not None:
            raise RecordError("start: the game is already over in this position")
        return start

    def _check_times(self) -> None:
        if self.seconds and len(self.seconds) != len(self.moves):
            raise RecordError(
                f"{len(self.seconds)} times for {len(self.moves)} moves: give one per move, or "
                "leave it out"
            )
        for number, spent in enumerate(self.seconds, 1):
            if not (math.isfinite(spent) and spent >= 0):
                raise RecordError(f"a move cannot take {spent} seconds", move=number)
        if self.clock is not None and not (math.isfinite(self.clock) and self.clock > 0):
            raise RecordError(
                f"clock must be more than 0 seconds, not {self.clock}; leave it out for no clock"
            )
        if sorted({*self.untimed}.intersection(range(len(self.players)))) != [*self.untimed]:
            raise RecordError(
                f"untimed: give players from 0 to {len(self.players) - 1}, in ascending order"
            )
        if self.untimed and self.clock is None:
            raise RecordError("untimed: without a clock nobody is timed; leave it out")
        try:
            check_increment(self.clock, self.increment)
        except NotationError as error:
            raise RecordError(str(error)) from None
        if self.started is not None and not is_timestamp(self.started):
            raise RecordError(
                f"started: {self.started!r} is not a time like 2026-03-09T18:30:00.000Z"
            )

    def _check_outcome(self, game: Game, position: Position) -> None:
        expected = expected_outcome(game, position, self.outcome)
        for field in fields(Outcome):
            recorded, due = getattr(self.outcome, field.name), getattr(expected, field.name)
            if recorded != due:
                raise RecordError(
                    f"outcome: by the moves {field.name} is {json.dumps(due)}, but the record "
                    f"says {json.dumps(recorded)}"
                )


def read_records(source: str | os.PathLike[str] | IO[str] | IO[bytes]) -> Iterator[Record]:
    """Yield every record of a file, given its path or the open file; blank lines are skipped.

    Raises RecordError, which names the line, and OSError if the file can't be opened.
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield from _read_lines(file)
    else:
        yield from _read_lines(source)


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema of a record, published as `docs/reference/record.schema.json`."""
    (_,), definitions = msgspec.json.schema_components([Record], ref_template="#/$defs/{name}")
    record = definitions.pop("Record")
    definitions["Outcome"] |= {
        "description": "Who won (null: no winner) and why; one entry per player in points, ranks.",
        # The schema of a dataclass allows unknown fields; reading a record does not.
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **record,
        "title": "A record of Quire",
        "description": "A game as it was played: one JSON object, on one line of a file.",
        "$defs": definitions,
    }


def _convert(data: object) -> Record:
    version = data.get("format") if isinstance(data, dict) else None
    if isinstance(version, int) and version not in (1, 2):
        raise RecordError(
            f"unsupported record format {version}: this version reads formats 1 and 2"
        )
    try:
        record = msgspec.convert(data, Record)
    except RecursionError as error:
        raise RecordError("nested too deeply") from error
    except msgspec.ValidationError as error:
        problem = str(error)
        place = _PLACE.search(problem)
        where = place and place[1]
        move = int(place[2]) + 1 if place and place[2] else None
        problem = _PLACE.sub("", problem)
        raise RecordError(f"{where}: {problem}" if where else problem, move=move) from error
    if record.format == 1:
        for name in _NEW_FIELDS:
            if getattr(record, name) not in (None, ()):
                raise RecordError(f"{name}: format 1 has no such field; write format 2")
        record = msgspec.structs.replace(record, format=2)
    known = {field.name for field in fields(Outcome)}
    # msgspec ignores unknown fields of a dataclass.
    for name in data["outcome"] if isinstance(data, dict) else ():
        if name not in known:
            raise RecordError(f"outcome: unknown field `{name}`")
    return record


def _shortened(problem: str) -> str:
    return problem if len(problem) <= 300 else problem[:299] + "…"


def _read_lines(lines: Iterable[str | bytes]) -> Iterator[Record]:
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield Record.from_json(line, number)
    except UnicodeDecodeError as error:
        # A text file is decoded in blocks, so the exact line is not known.
        raise RecordError(f"the text after line {number} is not valid UTF-8") from error
