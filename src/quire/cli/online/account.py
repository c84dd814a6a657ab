"""Who plays at this terminal: a guest at once, or a member with a passphrase."""

from __future__ import annotations

from shlex import quote

from quire.cli.online.game_request import yes_or_no
from quire.cli.online.token_file import GUEST, Kept, Purse
from quire.cli.terminal.keyboard import Keyboard
from quire.cli.terminal.prompt import clean_name
from quire.cli.terminal.screen import Screen
from quire.client import Client
from quire.errors import NotationError, NotSignedIn
from quire.store.people.passphrase import MIN_LENGTH

TRIES = 3
"""How often a wrong passphrase may be typed."""

GONE = "A guest who logs out is gone, with all games; register first to keep them. Log out"


class Account:
    """The player of a visit. Every token is kept for the next one."""

    def __init__(self, client: Client, screen: Screen, keyboard: Keyboard) -> None:
        self.client = client
        self.screen = screen
        self.keyboard = keyboard
        self.purse = Purse()
        self.name = ""
        self.kind = GUEST

    def __str__(self) -> str:
        return f"{self.name}, a guest" if self.kind == GUEST else self.name

    async def begin(self, name: str | None, member: str | None, new: bool) -> None:
        """Is the guest or the member of that name, or whoever was here last. Raises EOFError."""
        if new:
            if member is None:
                raise NotationError("--register needs --as NAME")
            await self.register(member)
        elif member is not None:
            await self.log_in(member)
        elif not await self._is_known(name, guest=None if name is None else True):
            await self.be_guest(name)

    async def be_guest(self, name: str | None = None) -> None:
        """Is a guest, of that name or of one that is asked for."""
        if name is None and self.keyboard.typed:
            name = await self.keyboard.ask("Your name [Guest]? ")
        card = await self.client.be_guest(clean_name(name or "Guest", 0))
        self._is(card.name, card.kind)

    async def log_in(self, name: str) -> None:
        """Is that member; the passphrase is asked for unless the token is known."""
        if await self._is_known(name, guest=False):
            return
        for left in reversed(range(TRIES if self.keyboard.typed else 1)):
            passphrase = await self.keyboard.ask_secret(f"Passphrase for {clean_name(name, 0)}: ")
            try:
                card = await self.client.log_in(name, passphrase)
            except NotSignedIn as error:
                if not left:
                    raise
                self.screen.problem(f"{error}.")
            else:
                self._is(card.name, card.kind)
                return

    async def register(self, name: str) -> None:
        """Is a new member of that name; a guest who was here keeps all games."""
        if self.client.token is None:
            await self._is_known(None, guest=True)
        guest = self.client.token if self.kind == GUEST else None
        card = await self.client.register(name, await self._new_passphrase())
        if guest is not None:
            self._forget(guest)  # and is the member now
        self._is(card.name, card.kind)
        self.screen.line(
            f"You're registered as {card.name}. On other devices, sign in with --as "
            f"{quote(card.name)}."
        )

    async def _new_passphrase(self) -> str:
        while True:
            first = await self.keyboard.ask_secret(
                f"Choose a passphrase ({MIN_LENGTH} characters or more): "
            )
            try:
                if len(first) < MIN_LENGTH:
                    raise NotationError(f"the passphrase needs at least {MIN_LENGTH} characters")
                if self.keyboard.typed and first != await self.keyboard.ask_secret(
                    "Repeat passphrase: "
                ):
                    raise NotationError("the passphrases don't match")
            except NotationError as error:
                if not self.keyboard.typed:
                    raise
                self.screen.problem(f"{error}.")
            else:
                return first

    async def leave(self, name: str | None, member: str | None) -> None:
        """Logs a player out who is known here. Raises NotSignedIn for one who is not."""
        guest = None if name is None and member is None else member is None
        if not await self._is_known(member or name, guest):
            raise NotSignedIn("nobody is signed in under that name on this computer")
        await self.log_out()

    async def log_out(self) -> bool:
        """Logs out here and everywhere, unless a guest thinks better of it."""
        asking = self.kind == GUEST and self.keyboard.typed
        if asking and not await self.keyboard.until_clear(self.screen, yes_or_no(GONE)):
            return False
        token = self.client.token
        await self.client.log_out()
        self._forget(token or "")
        self.client.http.token = None
        self.screen.line(f"{self.name} is signed out on all devices.")
        return True

    async def _is_known(self, name: str | None, guest: bool | None) -> bool:
        """Whether a token is kept, and still good."""
        kept = self.purse.find(self.client.server, name, guest=guest)
        if kept is None:
            return False
        self.client.http.token = kept.token
        try:
            page = await self.client.me()
        except NotSignedIn:
            self.client.http.token = None
            self._forget(kept.token)
            return False
        await self.client.signed_in()
        self._is(page.name, page.kind)
        return True

    def _is(self, name: str, kind: str) -> None:
        self.name, self.kind = clean_name(name, 0), kind
        assert self.client.token is not None
        try:
            self.purse.keep(self.client.server, Kept(name, self.client.token, kind))
        except OSError as error:
            self.screen.problem(f"You will not be known next time: {error}.")

    def _forget(self, token: str) -> None:
        try:
            self.purse.forget(self.client.server, token)
        except OSError as error:
            self.screen.problem(f"An old token could not be thrown away: {error}.")
