"""The plan of a tournament, as a TOML file describes it.

game = "extreme"
kind = "round-robin"      # or "gauntlet", "swiss", "knockout"
games = 200               # between two bots; seats change from game to game
movetime = "24s"          # and/or nodes = 5000
seed = 1
opening = 4               # random moves that begin each game, the same for both seatings

[[bots]]
bot = "mcts:nodes=5000"

[[bots]]
bot = "my/bot.py:Clever"
name = "clever"
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, structs

from quire.arena.bots import course
from quire.arena.bots.spec import Bot, is_course_spec, read_bot
from quire.arena.bots.spec import Kind as BotKind
from quire.arena.statistics.sprt import Sprt
from quire.errors import NotationError, QuireError
from quire.games import find_game
from quire.match.agent import Limit

DEFAULT_MOVETIME = "24s"
"""Time per move by default: the limit of the university course."""


MAX_INTEGER = 10**15
"""Upper bound for seed and nodes (exact in JSON)."""


class Kind(StrEnum):
    """How the bots are paired."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    KNOCKOUT = "knockout"


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A participating bot and its name."""

    bot: str
    name: str | None = None


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that determines a tournament."""

    bots: Annotated[tuple[Entrant, ...], Meta(min_length=2)]
    game: str
    size: str | None = None
    kind: Kind = Kind.ROUND_ROBIN
    games: Annotated[int, Meta(ge=1, le=1_000_000)] = 2
    rounds: Annotated[int, Meta(ge=1, le=1000)] | None = None
    movetime: str | None = None
    nodes: Annotated[int, Meta(ge=1, le=MAX_INTEGER)] | None = None
    opening: Annotated[int, Meta(ge=0, le=100)] | None = None
    seed: Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)] = 1
    sprt: str | None = None

    def __post_init__(self) -> None:
        if max(abs(self.seed), self.nodes or 0) > MAX_INTEGER:
            raise NotationError(f"seed and nodes must be at most {MAX_INTEGER}")

    def test(self) -> Sprt | None:
        """Return the test that ends the match early, if there is one. Raises NotationError."""
        if self.sprt is None:
            return None
        players = find_game(self.game).start(self.start_size()).players
        if players != 2 or len(self.bots) != 2:
            raise NotationError(
                f"sprt needs two bots and a two-player board, not {len(self.bots)} bots on a "
                f"board for {players}"
            )
        return Sprt.parse(self.sprt)

    def limit(self) -> Limit:
        """Return the limit per move."""
        if self.movetime is None and self.nodes is None:
            return Limit(seconds=read_duration(DEFAULT_MOVETIME))
        seconds = None if self.movetime is None else read_duration(self.movetime)
        return Limit(seconds, self.nodes)

    def start_size(self) -> str:
        """Return the size of the board in its canonical form."""
        game = find_game(self.game)
        return game.sizes.default if self.size is None else game.sizes.normalise(self.size)

    def opening_moves(self) -> int:
        """Return how many random moves begin a game; none by default if a course bot plays."""
        if self.opening is not None:
            return self.opening
        # Bots of a course begin at the empty board, and may count on it.
        if any(is_course_spec(entrant.bot) for entrant in self.bots):
            return 0
        return find_game(self.game).profile.openings

    def entrants(self) -> tuple[Bot, ...]:
        """Return the bots, whose names all differ. Raises a QuireError that says what is wrong."""
        found = tuple(read_bot(entrant.bot, entrant.name) for entrant in self.bots)
        for number, bot in enumerate(found):
            if any(bot.name == other.name for other in found[:number]):
                raise NotationError(
                    f'two bots are called {bot.name!r}: give them different names (name = "...")'
                )
            if bot.kind is BotKind.COURSE and find_game(self.game) is not course.GAME:
                raise NotationError(f"{bot.name}: course bots only play {course.GAME.key}")
        return found

    def named(self) -> Plan:
        """Return the plan with the name of every bot, so their files are not needed again."""
        if all(entrant.name for entrant in self.bots):
            return self
        bots = zip(self.bots, self.entrants(), strict=True)
        return structs.replace(
            self, bots=tuple(Entrant(entrant.bot, bot.name) for entrant, bot in bots)
        )

    def names(self) -> tuple[str, ...]:
        """Return the names of the bots."""
        return tuple(bot.name or "" for bot in self.named().bots)


_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0}


def read_duration(text: str) -> float:
    """Seconds: `24s`, `100ms`, `1.5s`, `2m`. Raises NotationError.

    >>> [read_duration(text) for text in ("24s", "100ms", "1.5 s", "2m")]
    [24.0, 0.1, 1.5, 120.0]
    """
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,6})?) ?(ms|s|m)", text.strip())
    if found is None or not float(found[1]):
        raise NotationError(f"{text!r} is not a duration: write 24s, 100ms or 2m")
    return float(found[1]) * _UNITS[found[2]]


def _remedy(where: str, what: str) -> str:
    """Return the allowed values, if the error doesn't name them."""
    if "unknown field" in what:
        names = (Entrant if where else Plan).__struct_fields__
        return f": choose from {', '.join(names)}"
    remedies = {"kind: ": f": choose from {', '.join(Kind)}", "movetime: ": ': write it as "24s"'}
    return remedies.get(where, "")


_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")


def read_plan(path: Path) -> Plan:
    """Read a plan. Raises NotationError, which names the place that is wrong."""
    try:
        plan = msgspec.toml.decode(path.read_bytes(), type=Plan)
    except OSError as error:
        raise NotationError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not a text file: a plan is TOML, in UTF-8") from None
    except msgspec.DecodeError as error:
        place = _PLACE.search(str(error))
        where = f"{place[1]}: " if place and place[1] else ""
        what = _PLACE.sub("", str(error))
        raise NotationError(f"{path}: {where}{what}{_remedy(where, what)}") from None
    checks: dict[str, Callable[[], object]] = {
        "game": lambda: find_game(plan.game),
        "size": plan.start_size,
        "movetime": plan.limit,
        "bots": plan.entrants,
        "sprt": plan.test,
    }
    for where, check in checks.items():
        try:
            check()
        except QuireError as error:
            raise NotationError(f"{path}: {where}: {error}") from None
    return structs.replace(plan, game=find_game(plan.game).key)
