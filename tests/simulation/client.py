"""An honest client, as the page is one: it follows games, and reconnects until it is done.

It keeps every act until that is acknowledged, sends it again over the next connection, and asks for
what it has missed.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Protocol

from quire.online.event import EventKind
from quire.wire.protocol import (
    Ack,
    Act,
    ErrorMessage,
    EventMessage,
    FromClient,
    FromServer,
    Heartbeat,
    HeartbeatReply,
    Hello,
    Paired,
    Seek,
    State,
    Watch,
    Welcome,
    encode,
)
from tests.simulation.environment.database import Account
from tests.simulation.environment.network import Link

SILENCE_SECONDS = 3.0
"""Time without a message after which a client gives a connection up."""


class Surroundings(Protocol):
    """What a client lives in."""

    healing: bool

    def now(self) -> float:
        """Return the virtual time."""
        ...

    def later(self, delay: float, callback: Any, *arguments: Any) -> None:
        """Call something later."""
        ...

    def connect(self, client: Client) -> Link | None:
        """Open a connection to some server; None if it is down."""
        ...

    def note(self, who: str, what: str, detail: object = "") -> None:
        """Add a line to the trace."""
        ...


@dataclass(slots=True)
class KnownGame:
    """A game as a player knows it."""

    id: str
    seq: int = 0
    view: State | EventMessage | None = None
    """The last message that had the state."""
    seat: int | None = None
    game: str = ""
    position: str = ""
    move: Act | None = None
    """The move that is not acknowledged yet."""
    is_planned: bool = False
    is_watched: bool = False
    is_left: bool = False
    """Whether the player doesn't want to follow it now."""
    wants_rematch: bool = False
    has_seed: bool = False
    """Whether the player's device may compute the moves of computer players."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, as far as the player knows."""
        return self.view is not None and self.view.status == "over"

    @property
    def is_my_turn(self) -> bool:
        """Whether the player is to move."""
        view = self.view
        is_running = view is not None and view.status == "playing" and not view.waiting
        return is_running and view is not None and view.to_move == self.seat


@dataclass(slots=True)
class Received:
    """A message that a player has received: when, over which connection, and which."""

    at: float
    link: int
    message: FromServer


@dataclass(slots=True)
class Presence:
    """A stretch in which a player followed a game, as far as the player knows."""

    game: str
    link: Link
    since: float
    until: float = math.inf


@dataclass(eq=False, slots=True)
class Client(ABC):
    """A player's client, and everything it has sent and received."""

    world: Surroundings
    name: str
    account: Account
    chance: random.Random
    games: dict[str, KnownGame] = field(default_factory=dict)
    seek: Seek | None = None
    """The quick match that the player waits for."""
    sent: dict[str, Act] = field(default_factory=dict)
    copies: Counter[str] = field(default_factory=Counter)
    """How often each act was sent."""
    received: list[Received] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)
    """Games that don't exist any more, as the player knows."""
    presence: list[Presence] = field(default_factory=list)
    """When the player has followed which game."""
    _outbox: dict[str, Act] = field(default_factory=dict)
    _link: Link | None = None
    _links: int = 0
    _heard: float = 0.0
    _acts: int = 0
    _here: bool = True

    @abstractmethod
    def plan(self, game: KnownGame) -> None:
        """Decide when to act next in a game that has changed, unless that is decided."""

    @property
    def id(self) -> str:
        """The id of the player's account."""
        return self.account.id

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do."""
        over = all(game.is_over for game in self.games.values())
        return over and not self._outbox and self.seek is None

    @property
    def is_here(self) -> bool:
        """Whether the player wants to be connected."""
        return self._here

    @property
    def link(self) -> Link | None:
        """The current connection."""
        return self._link

    def follow(self, id: str) -> None:
        """Follow a game from now on."""
        if id not in self.games and id not in self.missing:
            self.games[id] = KnownGame(id)
            self._watch(self.games[id])

    def come_back(self) -> None:
        """Connect, however long the player wanted to be away."""
        self._here = True
        self.connect()
        for game in self.games.values():
            self.plan(game)

    # --- the connection ---

    def connect(self) -> None:
        """Connect, unless connected or away."""
        if self._link is not None or not self._here:
            return
        link = self.world.connect(self)
        if link is None:
            self.world.later(self.chance.uniform(0.1, 1.0), self.connect)
            return
        self._link, self._links, self._heard = link, self._links + 1, self.world.now()
        self._send(Hello(token=self.account.token))
        self._listen(link)

    def _listen(self, link: Link) -> None:
        """Give the connection up once nothing was received for a while."""
        if link is not self._link:
            return
        silence = self.world.now() - self._heard
        if silence > SILENCE_SECONDS:
            self.on_close(link, 0)
        else:
            self.world.later(SILENCE_SECONDS - silence + 0.01, self._listen, link)

    def on_close(self, link: Link, code: int) -> None:
        """Reconnect soon."""
        if link is not self._link:
            return
        self.world.note(self.name, "closed", code)
        self._drop()
        self.world.later(self.chance.uniform(0.02, 0.5), self.connect)

    def _leave(self, seconds: float) -> None:
        """Disconnect for a while."""
        if self._link is None:
            return
        self.world.note(self.name, "leaves", f"for {seconds:.1f} s")
        self._link.leave()
        self._drop()
        self._here = False
        self.world.later(seconds, self.come_back)

    def _drop(self) -> None:
        self._link = None
        for game in self.games.values():
            game.is_watched = False
        self._end_presence()

    def _end_presence(self, game: str | None = None) -> None:
        """Note that the player doesn't follow a game any more, or none at all."""
        for stretch in self.presence:
            if stretch.until == math.inf and game in (None, stretch.game):
                stretch.until = self.world.now()

    def _send(self, message: FromClient) -> None:
        if self._link is not None:
            self.world.note(self.name, "sends", message)
            if isinstance(message, Act):
                self.copies[message.id] += 1
            self._link.send(encode(message))

    def _watch(self, game: KnownGame) -> None:
        computes = game.has_seed and self.chance.random() < 0.8
        self._send(Watch(game_id=game.id, since=game.seq, computes=computes))

    # --- messages ---

    def on_message(self, link: Link, message: FromServer) -> None:
        """Handle a message."""
        if link is not self._link:
            return
        self._heard = self.world.now()
        self.world.note(self.name, "receives", message)
        self.received.append(Received(self._heard, self._links, message))
        match message:
            case Welcome():
                self._resume()
            case State() if message.id in self.games:
                self._on_state(message)
            case EventMessage() if message.game_id in self.games:
                self._on_event(message)
            case Ack() if message.game_id in self.games:
                self._acknowledge(message.id)
                self._watch(self.games[message.game_id])
            case Heartbeat():
                self._send(HeartbeatReply(number=message.number))
                for id, seq in message.games.items():
                    if id in self.games and seq > self.games[id].seq:
                        self._watch(self.games[id])
            case Paired():
                if self.seek is not None and message.id == self.seek.id:
                    self.seek = None
                    self.follow(message.game_id)
            case ErrorMessage():
                self._on_error(message)

    def _resume(self) -> None:
        """Ask for everything again on a new connection."""
        for game in self.games.values():
            self._watch(game)
        for act in self._outbox.values():
            self._send(act)
        if self.seek is not None:
            self._send(self.seek)

    def _on_state(self, state: State) -> None:
        game = self.games[state.id]
        if not (game.is_watched or game.is_left) and self._link is not None:
            game.is_watched = True
            self.presence.append(Presence(game.id, self._link, self.world.now()))
        for event in state.missed_events:
            self._acknowledge(event.id)
        if state.seq < game.seq:
            return
        game.seq, game.seat, game.view = state.seq, state.you, state
        game.game, game.position = state.game, state.position
        game.has_seed = state.seed is not None
        if game.move is not None and state.seq > (game.move.seq or 0):
            self._send(game.move)  # only the server knows whether it is among what has happened
        self._after_change(game)

    def _on_event(self, event: EventMessage) -> None:
        game = self.games[event.game_id]
        self._acknowledge(event.id)
        if event.seq > game.seq + 1:
            self._watch(game)
        elif event.seq == game.seq + 1:
            game.seq, game.view = event.seq, event
            game.position = event.position or game.position
            self._after_change(game)

    def _after_change(self, game: KnownGame) -> None:
        view = game.view
        assert view is not None
        if view.next_game is not None:
            self.follow(view.next_game)
        self.plan(game)

    def _acknowledge(self, id: str) -> None:
        act = self._outbox.pop(id, None)
        if act is not None and act.kind is EventKind.MOVE:
            self.games[act.game_id].move = None

    def _on_error(self, error: ErrorMessage) -> None:
        if error.code == "not_found" and error.game_id in self.games:
            self._forget(error.game_id)
            return
        if self.seek is not None and error.id == self.seek.id:
            self.world.later(0.5, self._seek_again, self.seek)
        act = self._outbox.get(error.id or "")
        if act is not None:
            if error.code in ("unavailable", "too_many") and self.chance.random() < 0.7:
                self.world.later(self.chance.uniform(0.1, 1.0), self._repeat, act)
            else:
                self._acknowledge(act.id)
                self.plan(self.games[act.game_id])
        elif error.game_id in self.games and not self.games[error.game_id].is_watched:
            self.world.later(0.5, self._watch_again, self.games[error.game_id])

    def _forget(self, id: str) -> None:
        """Stop following a game that was cancelled."""
        self.missing.add(id)
        self._end_presence(id)
        game = self.games.pop(id)
        game.is_watched, game.is_left = False, True
        for act in [act for act in self._outbox.values() if act.game_id == id]:
            del self._outbox[act.id]

    def _seek_again(self, seek: Seek) -> None:
        if self.seek is seek:
            self._send(seek)

    def _watch_again(self, game: KnownGame) -> None:
        if not game.is_watched and game.id in self.games:
            game.is_left = False
            self._watch(game)

    def _repeat(self, act: Act) -> None:
        if act.id in self._outbox:
            self._send(act)
