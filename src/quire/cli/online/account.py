"""Sign in at the terminal: as a guest, or as a registered player with a passphrase."""

from __future__ import annotations

import time
from shlex import quote

from quire.cli.online.duration import duration
from quire.cli.online.game_request import yes_or_no
from quire.cli.online.token_file import GUEST, StoredAccount, TokenFile
from quire.cli.terminal.keyboard import Keyboard, printable
from quire.cli.terminal.prompt import clean_name
from quire.cli.terminal.screen import Screen, sentence
from quire.client import Client
from quire.errors import NotAllowed, NotationError, NotSignedIn
from quire.store.people.passphrase import MIN_LENGTH

MAX_PASSPHRASE_ATTEMPTS = 3

GUEST_WARNING = (
    "Signing out deletes this guest and its games. Register first to keep them. Sign out"
)


class Account:
    """The signed-in player. Tokens are stored for the next time."""

    def __init__(self, client: Client, screen: Screen, keyboard: Keyboard) -> None:
        self.client = client
        self.screen = screen
        self.keyboard = keyboard
        self.tokens = TokenFile()
        self.name = ""
        self.kind = GUEST
        client.on_new_token(lambda _: self._set_player(self.name, self.kind))

    def __str__(self) -> str:
        return f"{self.name} (guest)" if self.kind == GUEST else self.name

    async def sign_in(self, name: str | None, member: str | None, new: bool) -> None:
        """Sign in as that guest or registered player, or as the last one here. Raises EOFError."""
        if new:
            if member is None:
                raise NotationError("--register needs --as NAME")
            await self.register(member)
        elif member is not None:
            await self.sign_in_as(member)
        elif not await self._use_stored(name, guest=None if name is None else True):
            await self.create_guest(name)

    async def create_guest(self, name: str | None = None) -> None:
        """Create a guest; the name is asked for if missing."""
        if name is None and self.keyboard.is_interactive:
            name = await self.keyboard.ask("Your name [Guest]? ")
        player = await self.client.create_guest(clean_name(name or "Guest", 0))
        self._set_player(player.name, player.kind)

    async def sign_in_as(self, name: str) -> None:
        """Sign in as a registered player; asks for the passphrase unless a token is stored."""
        if await self._use_stored(name, guest=False):
            return
        for left in reversed(range(MAX_PASSPHRASE_ATTEMPTS if self.keyboard.is_interactive else 1)):
            passphrase = await self.keyboard.ask_secret(f"Passphrase for {clean_name(name, 0)}: ")
            try:
                player = await self.client.sign_in(name, passphrase)
            except NotSignedIn as error:
                if not left:
                    raise
                self.screen.problem(sentence(error))
            else:
                self._set_player(player.name, player.kind)
                return

    async def register(self, name: str) -> None:
        """Register a name; the guest signed in here keeps all games under it."""
        if self.client.token is None:
            await self._use_stored(None, guest=True)
        guest = self.client.token if self.kind == GUEST else None
        passphrase = await self._new_passphrase()
        player = await self.client.register(name, passphrase)
        if guest is not None:
            self._remove_token(guest)  # the registered player replaces the guest
        self._set_player(player.name, player.kind)
        self.screen.line(
            f"You're registered as {player.name}. On other devices, sign in with --as "
            f"{quote(player.name)}."
        )
        await self._show_new_code(passphrase)

    async def _new_passphrase(self) -> str:
        while True:
            first = await self.keyboard.ask_secret(
                f"Choose a passphrase ({MIN_LENGTH} characters or more): "
            )
            try:
                if len(first) < MIN_LENGTH:
                    raise NotationError(f"the passphrase needs at least {MIN_LENGTH} characters")
                if self.keyboard.is_interactive and first != await self.keyboard.ask_secret(
                    "Repeat passphrase: "
                ):
                    raise NotationError("the passphrases don't match")
            except NotationError as error:
                if not self.keyboard.is_interactive:
                    raise
                self.screen.problem(sentence(error))
            else:
                return first

    async def change_passphrase(self) -> None:
        """Ask for the passphrase and a new one, and change it."""
        self._check_member()
        old = await self.keyboard.ask_secret("Current passphrase: ")
        new = await self._new_passphrase()
        await self.client.change_passphrase(old, new)
        self.screen.line("Passphrase changed. You're signed out on all other devices.")
        await self._show_new_code(new)

    def _check_member(self) -> None:
        if self.kind == GUEST:
            raise NotAllowed("guests have no passphrase: register first")

    async def new_recovery_code(self) -> None:
        """Ask for the passphrase, and show a new recovery code."""
        self._check_member()
        await self._show_new_code(await self.keyboard.ask_secret("Passphrase: "))

    async def _show_new_code(self, passphrase: str) -> None:
        code = await self.client.new_recovery_code(passphrase)
        self.screen.line(f"Your recovery code: {code}")
        self.screen.line(
            "Write it down: it is shown only now. If you lose your passphrase, type recover NAME."
        )

    async def recover(self, name: str) -> None:
        """Ask for the recovery code and a new passphrase, and sign in."""
        code = await self.keyboard.ask_secret(f"Recovery code of {clean_name(name, 0)}: ")
        passphrase = await self._new_passphrase()
        player = await self.client.recover(name, code, passphrase)
        self._set_player(player.name, player.kind)
        self.screen.line("Passphrase changed. You're signed out on all other devices.")
        await self._show_new_code(passphrase)

    async def show_sessions(self) -> None:
        """List where the player is signed in."""
        now = time.time()
        for number, session in enumerate(await self.client.my_sessions(), 1):
            client = printable(session.client) or "unknown device"
            used = "this device" if session.current else f"used {duration(now - session.used)} ago"
            self.screen.line(f"{number:>3}  {client}; {used}")

    async def end_sessions(self, which: str) -> None:
        """End the session with that number in the list, or all others."""
        if which == "others":
            await self.client.sign_out(keep_current=True)
            self.screen.line("You're signed out on all other devices.")
            return
        listed = await self.client.my_sessions()
        if not which.isdecimal() or not 0 < int(which) <= len(listed):
            raise NotationError('type, for example, "sessions end 2" or "sessions end others"')
        session = listed[int(which) - 1]
        if session.current:
            raise NotAllowed("you are using that session: type logout")
        await self.client.end_session(session.id)
        self.screen.line(f"Session {which} has ended.")

    async def sign_out_stored(self, name: str | None, member: str | None) -> None:
        """Sign out a player whose token is stored here. Raises NotSignedIn."""
        guest = None if name is None and member is None else member is None
        if not await self._use_stored(member or name, guest):
            raise NotSignedIn("nobody is signed in under that name on this computer")
        await self.sign_out()

    async def sign_out(self) -> bool:
        """Sign out on all devices; returns False if a guest decides to stay."""
        asking = self.kind == GUEST and self.keyboard.is_interactive
        if asking and not await self.keyboard.ask_until_valid(
            self.screen, yes_or_no(GUEST_WARNING)
        ):
            return False
        token = self.client.token
        await self.client.sign_out()
        self._remove_token(token or "")
        self.client.http.token = None
        self.screen.line(f"{self.name} is signed out on all devices.")
        return True

    async def _use_stored(self, name: str | None, guest: bool | None) -> bool:
        """Sign in with a stored token; returns False if there is none, or it is no longer valid."""
        stored = self.tokens.find(self.client.server, name, guest=guest)
        if stored is None:
            return False
        self.client.http.token = stored.token
        try:
            page = await self.client.me()
        except NotSignedIn:
            self.client.http.token = None
            self._remove_token(stored.token)
            return False
        await self.client.signed_in()
        self._set_player(page.name, page.kind)
        return True

    def _set_player(self, name: str, kind: str) -> None:
        self.name, self.kind = clean_name(name, 0), kind
        assert self.client.token is not None
        try:
            self.tokens.add(self.client.server, StoredAccount(name, self.client.token, kind))
        except OSError as error:
            self.screen.problem(f"Couldn't save your sign-in for next time: {error}.")

    def _remove_token(self, token: str) -> None:
        try:
            self.tokens.remove(self.client.server, token)
        except OSError as error:
            self.screen.problem(f"Couldn't delete an old token: {error}.")
