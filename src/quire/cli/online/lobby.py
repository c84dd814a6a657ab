"""The lobby of a server: a list of games, and a prompt."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NoReturn

from quire.cli.online.account import Account
from quire.cli.online.duration import clock_words
from quire.cli.online.game_request import GameOptions, GameRequest, request_game
from quire.cli.terminal.keyboard import Keyboard
from quire.cli.terminal.prompt import QUIT_WORDS, clean_name
from quire.cli.terminal.screen import Screen, sentence
from quire.client import Client
from quire.client.address import read_address
from quire.errors import NotationError, QuireError
from quire.games import GAMES, find_game
from quire.wire.shared_types import GameSummary, SeatSummary

HELP = """\
new            start a new game or a quick match
join LINK      join (or watch) a game by its link
login NAME     sign in; you are asked for your passphrase
register NAME  create an account and keep your guest games
logout         sign out on all devices
passphrase     change your passphrase
recover NAME   choose a new passphrase with your recovery code
recovery       get a new recovery code
sessions       where you are signed in; sessions end 2 (or others) ends one
chat on|off    turn chat on or off in your games
me             your statistics
top GAME       the leaderboard of a game
quit           leave"""

MAX_LISTED = 20
"""Games of each kind in the list."""

Choice = GameRequest | str
"""A game to create, or the id of one to join or watch."""


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
            "": self._show,
            "new": self._new,
            "join": self._join,
            "watch": self._join,
            "login": self._log_in,
            "register": self._register,
            "logout": self._log_out,
            "passphrase": self._passphrase,
            "recover": self._recover,
            "recovery": self._recovery,
            "sessions": self._sessions,
            "chat": self._chat,
            "me": self._me,
            "top": self._top,
            "help": self._help,
            **dict.fromkeys(QUIT_WORDS, self._quit),
        }

    async def choose(self) -> Choice:
        """Ask which game to play or watch. Raises EOFError if the player quits."""
        await self._attempt(self._show, "")
        while True:
            typed = (await self.keyboard.ask("Game number, new, help or quit: ")).strip()
            word, _, rest = typed.partition(" ")
            command = self._commands.get(word.lower())
            if command is not None:
                chosen = await self._attempt(command, rest.strip())
            elif typed.isdecimal() and 0 < int(typed) <= len(self._numbered):
                chosen = self._numbered[int(typed) - 1]
            else:
                self.screen.problem("Unknown command. Type help for a list.")
                continue
            if chosen is not None:
                return chosen

    async def _attempt(
        self, command: Callable[[str], Awaitable[Choice | None]], rest: str
    ) -> Choice | None:
        try:
            return await command(rest)
        except QuireError as error:
            self.screen.problem(sentence(error))
            return None

    # --- lists ---

    async def _show(self, _: str) -> None:
        mine = await self.client.my_games()
        there = await self.client.lobby()
        known = {game.id for game in mine}
        self._numbered.clear()
        self.screen.line(f"Signed in as {self.account} on {self.client.server}.")
        self._list("Your games:", mine)
        self._list("Open games:", [game for game in there.open if game.id not in known])
        self._list("Live games:", [game for game in there.playing if game.id not in known])
        if not self._numbered:
            self.screen.line("No games right now. Type new to start one.")

    def _list(self, title: str, games: list[GameSummary] | tuple[GameSummary, ...]) -> None:
        if games:
            self.screen.line(title)
        for game in games[:MAX_LISTED]:
            self._numbered.append(game.id)
            self.screen.line(f"{len(self._numbered):>3}  {_line(game)}")

    async def _me(self, _: str) -> None:
        page = await self.client.me()
        for game in page.games:
            rating = "" if game.rating is None else f", rating {game.rating:.0f}"
            tallies = {
                "people": game.people,
                "computers": game.computer,
                "computers, offline": game.offline,
            }
            for opponents, tally in tallies.items():
                if tally.games:
                    self.screen.line(
                        f"{game.game} vs {opponents}: {_count(tally.games, 'game')}, "
                        f"{_count(tally.wins, 'win')}, {_count(tally.losses, 'loss')}, "
                        f"{_count(tally.draws, 'draw')}"
                    )
            self.screen.line(f"{game.game}: winning streak {game.streak}, best {game.best}{rating}")
        if not page.games:
            self.screen.line("No finished games yet.")

    async def _top(self, rest: str) -> None:
        game = find_game(rest) if rest else GAMES[0]
        leaders = await self.client.leaderboard(game.key)
        for place, leader in enumerate(leaders, 1):
            name = clean_name(leader.name, place)
            self.screen.line(
                f"{place:>3}  {leader.rating:>5.0f}  {name}, {_count(leader.rated, 'rated game')}"
            )
        if not leaders:
            self.screen.line(f"No ranked players in {game.key} yet.")

    # --- commands ---

    async def _new(self, _: str) -> GameRequest:
        return await request_game(self.screen, self.keyboard, GameOptions())

    async def _join(self, rest: str) -> str:
        there = read_address(rest if "/" in rest else f"{self.client.server}/game/{rest}")
        if there.server != self.client.server:
            raise NotationError(f"that game is on another server: quire play --online {rest}")
        if there.game is None:
            raise NotationError("join needs a game link, for example: join LINK")
        return there.game

    async def _log_in(self, rest: str) -> None:
        await self.account.sign_in_as(_named(rest))
        await self._show("")

    async def _register(self, rest: str) -> None:
        await self.account.register(_named(rest))

    async def _log_out(self, _: str) -> None:
        if await self.account.sign_out():
            await self.account.create_guest()
            await self._show("")

    async def _passphrase(self, _: str) -> None:
        await self.account.change_passphrase()

    async def _recover(self, rest: str) -> None:
        await self.account.recover(_named(rest))
        await self._show("")

    async def _recovery(self, _: str) -> None:
        await self.account.new_recovery_code()

    async def _sessions(self, rest: str) -> None:
        word, _, which = rest.partition(" ")
        if word == "end":
            await self.account.end_sessions(which.strip())
        elif rest:
            raise NotationError('type "sessions", or, for example, "sessions end 2"')
        else:
            await self.account.show_sessions()

    async def _chat(self, rest: str) -> None:
        if rest not in ("on", "off"):
            raise NotationError('type "chat on" or "chat off"')
        await self.client.set_preferences(chat=rest == "on")
        self.screen.line(f"Chat is {rest} in your next games.")

    async def _help(self, _: str) -> None:
        for line in HELP.splitlines():
            self.screen.line(line)

    async def _quit(self, _: str) -> NoReturn:
        raise EOFError


def _count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> _count(1, "win"), _count(2, "loss")
    ('1 win', '2 losses')
    """
    plural = f"{noun}{'es' if noun.endswith('s') else 's'}"
    return f"{number} {noun if number == 1 else plural}"


def _named(rest: str) -> str:
    if not rest:
        raise NotationError("a name is missing: type, for example, login Ann")
    return rest


def _line(game: GameSummary) -> str:
    """Return the line of a game in the list."""
    who = [
        clean_name(seat.name, number) for number, seat in enumerate(game.seats) if _is_taken(seat)
    ]
    if free := len(game.seats) - len(who):
        who.append(f"{free} open")
    clock = clock_words(game.clock, game.increment)
    return f"{game.game} {game.size}: {', '.join(who)}; {clock}" + ("; rated" if game.rated else "")


def _is_taken(seat: SeatSummary) -> bool:
    return seat.player is not None or seat.agent is not None
