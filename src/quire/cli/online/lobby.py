"""Between games: what goes on at a server, and what one can do there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NoReturn

from quire.cli.online.account import Account
from quire.cli.online.duration import duration
from quire.cli.online.game_request import Plan, Wanted, plan
from quire.cli.terminal.keyboard import Keyboard
from quire.cli.terminal.prompt import LEAVING, clean_name
from quire.cli.terminal.screen import Screen
from quire.client import Client
from quire.client.address import read_address
from quire.errors import NotationError, QuireError
from quire.games import find_game
from quire.wire.shared_types import GameCard, SeatCard

HELP = """\
new            start a new game or a quick match
join LINK      join (or watch) a game by its link
login NAME     sign in; you are asked for your passphrase
register NAME  create an account and keep your guest games
logout         sign out on all devices
chat on|off    turn chat on or off in your games
me             your statistics
top GAME       the leaderboard of a game
quit           leave"""

MOST = 20
"""Games of each kind that are listed."""

Choice = Plan | str
"""A game to be made, or the id of one to sit down at."""


class Lobby:
    """The list of games, and a prompt."""

    def __init__(
        self, client: Client, account: Account, screen: Screen, keyboard: Keyboard
    ) -> None:
        self.client = client
        self.account = account
        self.screen = screen
        self.keyboard = keyboard
        self._numbered: list[str] = []
        self._commands: dict[str, Callable[[str], Awaitable[Choice | None]]] = {
            "": self._look,
            "new": self._new,
            "join": self._join,
            "watch": self._join,
            "login": self._log_in,
            "register": self._register,
            "logout": self._log_out,
            "chat": self._chat,
            "me": self._me,
            "top": self._top,
            "help": self._help,
            **dict.fromkeys(LEAVING, self._quit),
        }

    async def choose(self) -> Choice:
        """What is to be played or watched next. Raises EOFError for one who leaves."""
        await self._attempt(self._look, "")
        while True:
            typed = (await self.keyboard.ask("Game number, new, help or quit: ")).strip()
            word, _, rest = typed.partition(" ")
            command = self._commands.get(word.lower())
            if command is not None:
                chosen = await self._attempt(command, rest.strip())
            elif typed.isdecimal() and 0 < int(typed) <= len(self._numbered):
                chosen = self._numbered[int(typed) - 1]
            else:
                self.screen.problem("That is nothing here. Type help for help.")
                continue
            if chosen is not None:
                return chosen

    async def _attempt(
        self, command: Callable[[str], Awaitable[Choice | None]], rest: str
    ) -> Choice | None:
        try:
            return await command(rest)
        except QuireError as error:
            self.screen.problem(f"{error}.")
            return None

    # --- what there is ---

    async def _look(self, _: str) -> None:
        mine = await self.client.my_games()
        there = await self.client.lobby()
        known = {card.id for card in mine}
        self._numbered.clear()
        self.screen.line(f"Signed in as {self.account} on {self.client.server}.")
        self._list("Your games:", mine)
        self._list("Open games:", [card for card in there.open if card.id not in known])
        self._list("Live games:", [card for card in there.playing if card.id not in known])
        if not self._numbered:
            self.screen.line("No games right now. Type new to start one.")

    def _list(self, title: str, cards: list[GameCard] | tuple[GameCard, ...]) -> None:
        if cards:
            self.screen.line(title)
        for card in cards[:MOST]:
            self._numbered.append(card.id)
            self.screen.line(f"{len(self._numbered):>3}  {_line(card)}")

    async def _me(self, _: str) -> None:
        page = await self.client.me()
        for it in page.games:
            rating = "" if it.rating is None else f", rating {it.rating:.0f}"
            for whom, tally in (("people", it.people), ("computers", it.computer)):
                if tally.games:
                    self.screen.line(
                        f"{it.game} vs {whom}: {tally.games} games, {tally.wins} wins, "
                        f"{tally.losses} losses, {tally.draws} draws"
                    )
            self.screen.line(f"{it.game}: winning streak {it.streak}, best {it.best}{rating}")
        if not page.games:
            self.screen.line("You have not finished a game yet.")

    async def _top(self, rest: str) -> None:
        game = find_game(rest or "sos")
        leaders = await self.client.leaderboard(game.key)
        for place, it in enumerate(leaders, 1):
            name = clean_name(it.name, place)
            self.screen.line(f"{place:>3}  {it.rating:>5.0f}  {name}, {it.rated} rated games")
        if not leaders:
            self.screen.line(f"No ranked players in {game.key} yet.")

    # --- what one can do ---

    async def _new(self, _: str) -> Plan:
        return await plan(self.screen, self.keyboard, Wanted())

    async def _join(self, rest: str) -> str:
        there = read_address(rest if "/" in rest else f"{self.client.server}/play/{rest}")
        if there.server != self.client.server:
            raise NotationError(f"that game is on another server: quire play --online {rest}")
        if there.game is None:
            raise NotationError("join needs a game link, for example: join LINK")
        return there.game

    async def _log_in(self, rest: str) -> None:
        await self.account.log_in(_named(rest))
        await self._look("")

    async def _register(self, rest: str) -> None:
        await self.account.register(_named(rest))

    async def _log_out(self, _: str) -> None:
        if await self.account.log_out():
            await self.account.be_guest()
            await self._look("")

    async def _chat(self, rest: str) -> None:
        if rest not in ("on", "off"):
            raise NotationError('type "chat on" or "chat off"')
        await self.client.prefer(chat=rest == "on")
        self.screen.line(f"Chat is {rest} in your next games.")

    async def _help(self, _: str) -> None:
        for line in HELP.splitlines():
            self.screen.line(line)

    async def _quit(self, _: str) -> NoReturn:
        raise EOFError


def _named(rest: str) -> str:
    if not rest:
        raise NotationError("which name? For example: login Ann")
    return rest


def _line(card: GameCard) -> str:
    """A game in the list."""
    who = [clean_name(seat.name, number) for number, seat in enumerate(card.seats) if _sits(seat)]
    if free := len(card.seats) - len(who):
        who.append(f"{free} open")
    clock = "no clock" if card.clock is None else f"{duration(card.clock)} per move"
    return f"{card.game} {card.size}: {', '.join(who)}; {clock}" + ("; rated" if card.rated else "")


def _sits(seat: SeatCard) -> bool:
    return seat.player is not None or seat.agent is not None
