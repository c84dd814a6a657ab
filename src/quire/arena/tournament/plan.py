"""The plan of a tournament, as a TOML file describes it.

game = "extreme"
kind = "round-robin"      # or "gauntlet", "swiss", "knockout"
games = 200               # between two bots; seats change from game to game
movetime = "24s"          # and/or nodes = 5000
seed = 1
opening = 4               # random moves that begin each game, the same for both seatings

[each]                    # settings of every bot: tc, depth, restart, option
restart = true

[[bots]]
bot = "mcts:nodes=5000"
tc = "10s+0.1s"           # settings of this bot alone

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
from quire.arena.conditions.adjudication import (
    Adjudication,
    DrawRule,
    ResignRule,
    SolverRule,
    read_rule,
)
from quire.arena.conditions.bot_settings import (
    MAX_INTEGER,
    NO_SETTINGS,
    BotSettings,
    Conditions,
)
from quire.arena.conditions.opening import OpeningFile
from quire.arena.conditions.time_control import read_duration
from quire.arena.statistics.sprt import Sprt
from quire.errors import NotationError, QuireError
from quire.games import find_game

DEFAULT_MOVETIME = "24s"
"""Time per move by default: the limit of the university course."""


class Kind(StrEnum):
    """How the bots are paired."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    KNOCKOUT = "knockout"


class Order(StrEnum):
    """The order of the openings in a file."""

    SEQUENTIAL = "sequential"
    RANDOM = "random"


class Entrant(BotSettings, frozen=True, forbid_unknown_fields=True):
    """A participating bot, its name, and its own settings."""

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
    each: BotSettings = NO_SETTINGS
    openings: Annotated[str | None, Meta(description="A file of openings.")] = None
    openings_sha256: Annotated[str | None, Meta(description="What was in that file.")] = None
    order: Order = Order.SEQUENTIAL
    resign: str | None = None
    draw: str | None = None
    max_moves: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    solver: str | None = None

    def __post_init__(self) -> None:
        if max(abs(self.seed), self.nodes or 0) > MAX_INTEGER:
            raise NotationError(f"seed and nodes must be at most {MAX_INTEGER}")

    def test(self) -> Sprt | None:
        """Return the test that ends the match early, if there is one. Raises NotationError."""
        if self.sprt is None:
            return None
        players = find_game(self.game).start(self.start_size()).players
        paired = len(self.bots) == 2 or self.kind is Kind.GAUNTLET
        if players != 2 or not paired:
            raise NotationError(
                f"sprt needs two bots and a two-player board, not {len(self.bots)} bots on a "
                f'board for {players}; with kind = "gauntlet" there may be more, each against the '
                "first"
            )
        return Sprt.parse(self.sprt)

    def conditions(self) -> tuple[Conditions, ...]:
        """Return what each bot plays under. Raises NotationError for invalid settings."""
        common = BotSettings(movetime=self.movetime, nodes=self.nodes)
        each = self.each.over(common)
        found = []
        for number, bot in enumerate(self.bots, 1):
            try:
                found.append(bot.over(each).conditions(DEFAULT_MOVETIME))
            except NotationError as error:
                raise NotationError(f"bot {number}: {error}") from None
        return tuple(found)

    def adjudication(self) -> Adjudication:
        """Return the rules by which games end early. Raises NotationError if one is invalid."""
        found = Adjudication(
            None if self.resign is None else read_rule(ResignRule, self.resign),
            None if self.draw is None else read_rule(DrawRule, self.draw),
            self.max_moves,
            None if self.solver is None else read_rule(SolverRule, self.solver),
        )
        game = find_game(self.game)
        found.check(game, game.start(self.start_size()).players)
        return found

    def opening_file(self) -> OpeningFile | None:
        """Read the file of openings, if there is one. Raises NotationError."""
        if self.openings is None:
            return None
        if self.opening is not None:
            raise NotationError("opening and openings can't be combined: choose one of them")
        found = OpeningFile.read(Path(self.openings), self.game, self.start_size())
        return found.shuffled(self.seed) if self.order is Order.RANDOM else found

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
        """Return the plan with the name of every bot, so their files are not needed again.

        The digest says whether a file of openings has changed.
        """
        plan = self
        if (file := plan.opening_file()) is not None:
            if plan.openings_sha256 not in (None, file.digest):
                raise NotationError(f"{plan.openings} differs from the plan's openings_sha256")
            plan = structs.replace(plan, openings_sha256=file.digest)
        if all(entrant.name for entrant in plan.bots):
            return plan
        bots = zip(plan.bots, plan.entrants(), strict=True)
        return structs.replace(
            plan, bots=tuple(structs.replace(entrant, name=bot.name) for entrant, bot in bots)
        )

    def names(self) -> tuple[str, ...]:
        """Return the names of the bots."""
        if all(bot.name for bot in self.bots):
            return tuple(bot.name or "" for bot in self.bots)
        return tuple(bot.name for bot in self.entrants())


def _remedy(where: str, what: str) -> str:
    """Return the allowed values, if the error doesn't name them."""
    if "unknown field" in what:
        kind = {"": Plan, "each: ": BotSettings}.get(where, Entrant)
        names = kind.__struct_fields__
        return f": choose from {', '.join(names)}"
    remedies = {
        "kind: ": f": choose from {', '.join(Kind)}",
        "order: ": f": choose from {', '.join(Order)}",
        "movetime: ": ': write it as "24s"',
    }
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
        "movetime": lambda: None if plan.movetime is None else read_duration(plan.movetime),
        "bots": plan.entrants,
        "settings": plan.conditions,
        "openings": plan.opening_file,
        "adjudication": plan.adjudication,
        "sprt": plan.test,
    }
    for where, check in checks.items():
        try:
            check()
        except QuireError as error:
            raise NotationError(f"{path}: {where}: {error}") from None
    return structs.replace(plan, game=find_game(plan.game).key)
