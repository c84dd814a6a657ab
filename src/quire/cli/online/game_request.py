"""The game a player wants to create online, from the command line or prompts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from quire.cli.terminal import prompt
from quire.cli.terminal.keyboard import Keyboard
from quire.cli.terminal.new_match import First
from quire.cli.terminal.prompt import Question
from quire.cli.terminal.screen import Screen
from quire.client import Client
from quire.core import Game
from quire.engine import make_agent
from quire.errors import NotationError
from quire.games import find_game

DAY = 86400.0
UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0, "d": DAY}

OPEN = "open"
"""A seat that anyone may take."""

OPPONENT_CHOICES = (
    "1  quick match: the next person looking for this game, on your board size or theirs",
    "2  the computer",
    "3  a friend: you get an invite link; the game is not listed",
    "4  post to lobby: anyone can join",
)


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The game options of the command line."""

    game: str | None = None
    size: str | None = None
    against: tuple[str, ...] = ()
    """`open` or an agent, for each seat of an opponent."""
    first: First | None = None
    clock: str | None = None
    rated: bool = False
    private: bool = False
    chat: bool = True
    quick: bool = False

    @property
    def is_given(self) -> bool:
        """Whether any option was given."""
        return self != GameOptions()


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A game to create; without `others`, a quick match."""

    game: Game
    size: str
    others: tuple[str, ...] | None = None
    first: First = First.RANDOM
    clock: float | UnsetType | None = UNSET
    increment: float | None = None
    rated: bool = False
    public: bool = True
    chat: bool = True

    async def create(self, client: Client) -> str:
        """Create the game; returns its id."""
        assert self.others is not None
        seats = ["me", *self.others]
        if self.first is First.OPPONENT:
            seats = [*self.others, "me"]
        return await client.create_game(
            self.game.key,
            self.size,
            seats=seats,
            random_order=self.first is First.RANDOM,
            clock=self.clock,
            increment=self.increment,
            rated=self.rated,
            public=self.public,
            chat=self.chat,
        )


class ClockChoice(NamedTuple):
    """A clock as the server takes it: the limit in seconds, and the increment."""

    clock: float | UnsetType | None
    increment: float | None = None


def read_clock(text: str) -> ClockChoice:
    """Read a time per move, or minutes and increment as in 5+3. Raises NotationError.

    >>> [read_clock(text).clock for text in ("90", "5m", "2d", "none")]
    [90.0, 300.0, 172800.0, None]
    >>> read_clock("5+3")
    ClockChoice(clock=300.0, increment=3.0)
    """
    typed = text.strip().lower()
    if typed == "none":
        return ClockChoice(None)
    number = r"([0-9]{1,7}(?:\.[0-9]{1,3})?)"
    total = re.fullmatch(rf"{number}\s*\+\s*{number}", typed)
    if total is not None and float(total[1]):
        return ClockChoice(60.0 * float(total[1]), float(total[2]))
    found = re.fullmatch(rf"{number}\s*([smhd]?)", typed)
    if found is None or not float(found[1]):
        raise NotationError(
            f"{text!r} is not a clock: write a time per move (90s, 5m, 12h, 2d), minutes and "
            "increment (5+3), or none"
        )
    return ClockChoice(float(found[1]) * UNITS[found[2]])


async def request_game(screen: Screen, keyboard: Keyboard, options: GameOptions) -> GameRequest:
    """Ask for what the options leave out. Raises QuireError; EOFError if the player quits."""
    prompts = _Prompts(screen, keyboard)
    if options.game is None:
        game = await keyboard.ask_until_valid(screen, prompt.which_game())
        choice = prompt.which_size(game.online_sizes)
        size = game.online_sizes.default
        if choice is not None:
            size = await keyboard.ask_until_valid(screen, choice)
    else:
        game = find_game(options.game)
        size = game.online_sizes.normalise(options.size or game.online_sizes.default)
    request = GameRequest(
        game, size, chat=options.chat, rated=options.rated, public=not options.private
    )
    if options.clock is not None:
        request = replace(request, **read_clock(options.clock)._asdict())
    if options.first is not None:
        request = replace(request, first=options.first)
    players = game.start(size).players
    if options.quick:
        _check_quick(options)
        return request
    if options.against or options.private:
        return replace(request, others=_opponents(options.against, players))
    request = await prompts.opponent(request, players)
    if options.is_given or request.others is None:
        return request
    return await prompts.details(request)


def _check_quick(options: GameOptions) -> None:
    if options.against or options.first or options.clock or options.rated or options.private:
        raise NotationError(
            "--quick can't be combined with --vs, --first, --clock, --rated or --private"
        )


def _opponents(others: tuple[str, ...], players: int) -> tuple[str, ...]:
    if len(others) >= players:
        raise NotationError(f"too many opponents: {len(others)} for a game of {players} players")
    return (*[OPEN] * (players - 1 - len(others)), *others)


@dataclass(frozen=True, slots=True)
class _Prompts:
    """The prompts for a new game."""

    screen: Screen
    keyboard: Keyboard

    async def opponent(self, game_request: GameRequest, players: int) -> GameRequest:
        """Ask for the opponent."""

        def read(typed: str) -> int:
            if typed not in ("", "1", "2", "3", "4"):
                raise NotationError("please answer 1, 2, 3 or 4")
            return int(typed or "1")

        chosen = await self._ask(Question("Opponent [1]? ", read, OPPONENT_CHOICES))
        if chosen == 1:
            return game_request
        if chosen > 2:
            return replace(game_request, others=(OPEN,) * (players - 1), public=chosen == 4)
        others = await self._ask(_which_agents(players - 1))
        return replace(game_request, others=others)

    async def details(self, game_request: GameRequest) -> GameRequest:
        """Ask for the clock, who starts, and whether the game is rated."""
        asked = "Clock: per move (90s, 5m, 2d), in total (5+3), or none [server default]? "
        clock = await self._ask(
            Question(asked, lambda typed: read_clock(typed) if typed else ClockChoice(UNSET))
        )
        first = await self._ask(
            Question("Who starts: me, opponent or random [random]? ", _read_first)
        )
        game_request = replace(game_request, first=first, **clock._asdict())
        if set(game_request.others or ()) == {OPEN} and clock.clock is not None:
            game_request = replace(game_request, rated=await self._ask(yes_or_no("Rated")))
        return game_request

    async def _ask(self, question: Question[prompt.Answer]) -> prompt.Answer:
        return await self.keyboard.ask_until_valid(self.screen, question)


def yes_or_no(asked: str) -> Question[bool]:
    """Ask a yes-or-no question; Enter means no."""

    def read(typed: str) -> bool:
        word = typed.lower()
        if word not in ("", "n", "no", "y", "yes"):
            raise NotationError("please answer yes or no")
        return word.startswith("y")

    return Question(f"{asked}, yes or no [no]? ", read)


def _read_first(typed: str) -> First:
    try:
        return First(typed.lower() or "random")
    except ValueError:
        raise NotationError("please answer me, opponent or random") from None


def _which_agents(seats: int) -> Question[tuple[str, ...]]:
    """Ask for the opponents; seats that are left out stay open."""
    if seats == 1:
        asked = "Computer: level1 to level8, or another agent [level3]? "
    else:
        asked = f"Opponents for the other {seats} seats, such as: level3 open [level3]? "

    def read(typed: str) -> tuple[str, ...]:
        named = tuple(f"level{word}" if word.isdigit() else word for word in typed.split()) or (
            "level3",
        )
        for name in named:
            if name != OPEN:
                make_agent(name)
        return _opponents(named, seats + 1)

    return Question(asked, read)
