"""The results of a tournament as a file: the plan in the first line, then one line per game.

A line is written as soon as its game is over, so a crash loses no finished game.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quire.arena.bots.move_info import MoveInfo
from quire.arena.conditions.adjudication import AdjudicatedBy
from quire.arena.tournament.pairing import check_playable, parts_of
from quire.arena.tournament.plan import Kind, Plan
from quire.arena.tournament.referee import Forfeit
from quire.core import Reason
from quire.errors import QuireError, RecordError
from quire.match.line_file import LineFile, read_line, read_lines
from quire.match.record import Record, record_schema

ROUND_PREFIXES = {Kind.SWISS: "r", Kind.KNOCKOUT: "k"}
"""How the ids of encounters begin if there are rounds; these encounters have two bots."""


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a results file."""

    format: Annotated[
        Literal[1, 2], Meta(description="The version of this format; 2 is written, 1 is read too.")
    ] = 2
    plan: Annotated[Plan, Meta(description="The plan, with the name of every bot.")]


class GameLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished game of a tournament."""

    id: Annotated[
        str,
        Meta(
            pattern=r"^([rk][0-9]{1,4}/)?[0-9]{1,6}(-[0-9]{1,6})+\.[0-9]{1,7}#[0-9]$",
            description="The encounter (round, bots by their place in the plan, number) and, "
            "after `#`, which seating of it.",
            examples=["0-1.0#0", "r2/0-3.1#1"],
        ),
    ]
    record: Annotated[Record, Meta(description="The game; its players are the bots by seat.")]
    forfeits: Annotated[
        tuple[Forfeit, ...], Meta(description="Who forfeited, why, and what happened.")
    ] = ()
    opening: Annotated[int, Meta(ge=0, description="The number of random opening moves.")]
    cpu_seconds: Annotated[
        tuple[float, ...],
        Meta(description="CPU time of every move; the record's `seconds` are wall-clock time."),
    ]
    sandbox: Annotated[str, Meta(description="The sandbox the bots ran in.")]
    replays: Annotated[
        int,
        Meta(
            ge=0,
            description="How often the game was played again because the machine was overloaded; "
            "the last time is recorded.",
        ),
    ] = 0
    info: Annotated[
        tuple[MoveInfo | None, ...],
        Meta(description="What the bots said about each entry of `moves`; empty if nothing."),
    ] = ()
    adjudicated: Annotated[
        AdjudicatedBy | None, Meta(description="Why the referee ended the game early.")
    ] = None

    @property
    def encounter(self) -> str:
        """The id of the encounter."""
        return self.id.partition("#")[0]

    def check(self, plan: Plan) -> None:
        """Raise RecordError unless it is a valid game of that plan."""
        names = plan.names()
        at, bots, _ = parts_of(self.encounter)
        shift = int(self.id.partition("#")[2])
        if max(bots) >= len(names) or shift >= len(bots):
            raise RecordError(f"game {self.id} is not part of this plan")
        if at[:1] != ROUND_PREFIXES.get(plan.kind, "") or (at and len(bots) != 2):
            raise RecordError(f"game {self.id} is not part of a {plan.kind}")
        due = tuple(names[bot] for bot in bots[shift:] + bots[:shift])
        board = plan.game, plan.start_size()
        if (self.record.players, self.record.game, self.record.size) != (due, *board):
            raise RecordError(
                f"game {self.id} should be {' against '.join(due)} on {' '.join(board)}"
            )
        if self.record.start is not None and plan.openings is None:
            raise RecordError(f"game {self.id} should begin at the usual start")
        if any(not 0 <= forfeit.player < len(due) for forfeit in self.forfeits):
            raise RecordError("a forfeit names a player who isn't in the game")
        if self.info and len(self.info) != len(self.record.moves):
            raise RecordError(f"{len(self.info)} infos for {len(self.record.moves)} moves")
        if (self.adjudicated is None) == (self.record.outcome.reason is Reason.ADJUDICATION):
            raise RecordError("`adjudicated` and the reason of the outcome disagree")
        self.record.check()

    def share(self, seat: int) -> float:
        """Return the points of a seat: 1 for a win, 1/n if n players share it."""
        ranks = self.record.outcome.ranks
        return 1 / ranks.count(1) if ranks[seat] == 1 else 0.0


class Results:
    """The results of a tournament: its plan and the games so far."""

    def __init__(self, plan: Plan, games: Iterable[GameLine] = ()) -> None:
        self.plan = plan
        self.games = {game.id: game for game in games}

    @classmethod
    def read(cls, path: Path) -> Results:
        """Read a results file. Raises RecordError, which names the invalid line."""
        lines = read_lines(path)
        if not lines:
            raise RecordError(f"{path} contains no results")
        results = cls(read_line(path, 1, lines[0], Heading).plan)
        for number, line in enumerate(lines[1:], 2):
            game = read_line(path, number, line, GameLine)
            try:
                game.check(results.plan)
                results._add(game)
            except QuireError as error:
                raise RecordError(f"{path}: {error}", line=number) from None
        return results

    def _add(self, game: GameLine) -> None:
        known = self.games.setdefault(game.id, game)
        if known != game:
            raise RecordError(f"two different results for game {game.id}")

    @classmethod
    def merged(cls, parts: Iterable[Results]) -> Results:
        """Merge the results of shards. Raises RecordError if their plans or games contradict."""
        whole: Results | None = None
        for part in parts:
            if whole is None:
                whole = cls(part.plan)
            if part.plan != whole.plan:
                raise RecordError("can't merge results of different plans")
            for game in part.games.values():
                whole._add(game)
        if whole is None:
            raise RecordError("nothing to merge: give at least one results file")
        return whole

    def write(self, path: Path) -> None:
        """Write a results file that must not exist yet."""
        with LineFile(path, resume=False) as file:
            file.append(Heading(plan=self.plan))
            for game in self.games.values():
                file.append(game)

    def encounters(self) -> dict[str, list[GameLine]]:
        """Return the games by encounter, in the order of their seatings."""
        found: dict[str, list[GameLine]] = {}
        for game in sorted(self.games.values(), key=lambda game: game.id.partition("#")[2]):
            found.setdefault(game.encounter, []).append(game)
        return found


def is_results_file(path: Path) -> bool:
    """Return whether a file begins as results do. Raises OSError if it can't be read."""
    with path.open("rb") as file:
        beginning = file.readline(1 << 20)
    return b'"plan"' in beginning and b'"moves"' not in beginning


class ResultsFile:
    """A results file that games are added to."""

    def __init__(self, path: Path, plan: Plan, *, resume: bool) -> None:
        """Raises RecordError if it is in use, of another plan, or exists and is not resumed."""
        plan = plan.named()
        check_playable(plan)
        self.results = Results(plan)
        self._file = LineFile(path, resume=resume)
        try:
            if self._file.lines:
                self._resume(path)
                self._file.remove_incomplete()
            else:
                self._file.append(Heading(plan=plan))
        except BaseException:
            self._file.close()
            raise

    def _resume(self, path: Path) -> None:
        """Read the games in the file."""
        found = Results.read(path)
        if found.plan != self.results.plan:
            raise RecordError(
                f"{path} has results of a different plan: use the same options, or choose "
                "another --out"
            )
        self.results = found

    def add(self, game: GameLine) -> None:
        """Save a game."""
        self._file.append(game)
        self.results.games[game.id] = game

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def results_schema() -> dict[str, Any]:
    """Return the JSON Schema of a result line (`docs/reference/results.schema.json`)."""
    lines, definitions = msgspec.json.schema_components(
        [Heading, GameLine], ref_template="#/$defs/{name}"
    )
    definitions["Record"] = record_schema()
    definitions |= definitions["Record"].pop("$defs")
    del definitions["Record"]["$schema"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a Quire results file",
        "description": "The first line is the heading, every other line a game.",
        "anyOf": list(lines),
        "$defs": definitions,
    }
