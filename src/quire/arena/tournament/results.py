"""The results of a tournament as a file: its plan in the first line, then a line for every game.

A line is written at once when its game is over, so that whatever happens to the process loses no
finished game. Half a line at the end is what such an accident leaves, and is cut off.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from quire.arena.tournament.pairing import check_playable, parts_of
from quire.arena.tournament.plan import Kind, Plan
from quire.arena.tournament.referee import Forfeit
from quire.errors import QuireError, RecordError
from quire.match.json_line import load
from quire.match.record import Record, record_schema

if sys.platform != "win32":
    import fcntl

ROUNDS = {Kind.SWISS: "r", Kind.KNOCKOUT: "k"}
"""How the ids of encounters begin that are of a round; they are of two bots each."""

_Line = TypeVar("_Line", bound=msgspec.Struct)


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a file of results."""

    format: Annotated[
        Literal[1], Meta(description="The version of this format; always written.")
    ] = 1
    plan: Annotated[Plan, Meta(description="What is played; every bot has its name here.")]


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
        tuple[Forfeit, ...], Meta(description="Who went out, why, and what happened.")
    ] = ()
    opening: Annotated[int, Meta(ge=0, description="How many moves were drawn by lot.")]
    cpu_seconds: Annotated[
        tuple[float, ...],
        Meta(description="The processor's seconds for every move; `seconds` are the clock's."),
    ]
    sandbox: Annotated[str, Meta(description="How the bots were shut in.")]

    @property
    def encounter(self) -> str:
        """The encounter that it is a game of."""
        return self.id.partition("#")[0]

    def check(self, plan: Plan) -> None:
        """Raises RecordError unless it is a sound game of that plan."""
        names = plan.names()
        at, bots, _ = parts_of(self.encounter)
        shift = int(self.id.partition("#")[2])
        if max(bots) >= len(names) or shift >= len(bots):
            raise RecordError(f"game {self.id} is not part of this plan")
        if at[:1] != ROUNDS.get(plan.kind, "") or (at and len(bots) != 2):
            raise RecordError(f"game {self.id} is not part of a {plan.kind}")
        due = tuple(names[bot] for bot in bots[shift:] + bots[:shift])
        board = plan.game, plan.start_size()
        if (self.record.players, self.record.game, self.record.size) != (due, *board):
            raise RecordError(
                f"game {self.id} should be {' against '.join(due)} on {' '.join(board)}"
            )
        if any(not 0 <= it.player < len(due) for it in self.forfeits):
            raise RecordError("a forfeit names a player who isn't in the game")
        self.record.check()

    def share(self, seat: int) -> float:
        """That seat's share of the one point that a game is worth."""
        ranks = self.record.outcome.ranks
        return 1 / ranks.count(1) if ranks[seat] == 1 else 0.0


class Results:
    """A file of results, to be read and to be gone on with."""

    def __init__(self, plan: Plan, games: Iterable[GameLine] = ()) -> None:
        self.plan = plan
        self.games = {game.id: game for game in games}

    @classmethod
    def read(cls, path: Path) -> Results:
        """What a file holds. Raises RecordError, which names the line that cannot be read."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}") from None
        lines = content[: content.rfind(b"\n") + 1].splitlines()
        if not lines:
            raise RecordError(f"{path} contains no results")
        results = cls(_read(path, 1, lines[0], Heading).plan)
        for number, line in enumerate(lines[1:], 2):
            game = _read(path, number, line, GameLine)
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
        """All games of several files of one plan. Raises RecordError if they do not go together."""
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
        """All of it to a file that must not be there yet."""
        with _fresh(path) as file:
            _append(file, Heading(plan=self.plan))
            for game in self.games.values():
                _append(file, game)

    def encounters(self) -> dict[str, list[GameLine]]:
        """The games by the encounter that they are of, seating after seating."""
        found: dict[str, list[GameLine]] = {}
        for game in sorted(self.games.values(), key=lambda game: game.id.partition("#")[2]):
            found.setdefault(game.encounter, []).append(game)
        return found


class ResultsFile:
    """A file of results that grows game by game."""

    def __init__(self, path: Path, plan: Plan, *, resume: bool) -> None:
        """Raises RecordError if it is busy, of another plan, or there and not to be resumed."""
        plan = plan.named()
        check_playable(plan)
        self.results = Results(plan)
        self._file = path.open("a+b", buffering=0) if resume else _fresh(path)
        try:
            _claim(self._file, path)
            if resume:
                self._go_on(path)
            if not path.stat().st_size:
                _append(self._file, Heading(plan=plan))
        except BaseException:
            self._file.close()
            raise

    def _go_on(self, path: Path) -> None:
        """Takes up what the file holds, and cuts off half a line at its end."""
        whole = path.read_bytes().rfind(b"\n") + 1
        if whole:
            found = Results.read(path)
            if found.plan != self.results.plan:
                raise RecordError(
                    f"{path} has results of a different plan: use the same options, or choose "
                    "another --out"
                )
            self.results = found
        self._file.truncate(whole)

    def add(self, game: GameLine) -> None:
        """Keeps a game for good."""
        _append(self._file, game)
        self.results.games[game.id] = game

    def close(self) -> None:
        """No more games."""
        self._file.close()


def _claim(file: IO[bytes], path: Path) -> None:
    """Raises RecordError if another process plays into the file: games would be there twice."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # until this process ends, however it does
    except BlockingIOError:
        raise RecordError(
            f"{path} is in use by another quire command: wait for it, or choose another --out"
        ) from None
    except OSError:
        pass  # a file system that has no locks


def _fresh(path: Path) -> IO[bytes]:
    try:
        return path.open("xb", buffering=0)
    except FileExistsError:
        raise RecordError(
            f"{path} already exists: continue it with --resume, or choose another --out"
        ) from None
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None


def _append(file: IO[bytes], what: msgspec.Struct) -> None:
    file.write(msgspec.json.encode(what) + b"\n")


def _read(path: Path, number: int, line: bytes, kind: type[_Line]) -> _Line:
    try:
        return msgspec.convert(load(line), kind)
    except (RecordError, msgspec.ValidationError) as error:
        raise RecordError(f"{path}: {error}", line=number) from None


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
        "title": "A line of results of Quire",
        "description": "The first line of a file of results is the heading, every other a game.",
        "anyOf": list(lines),
        "$defs": definitions,
    }
