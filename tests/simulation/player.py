"""A simulated player: what they do with a client.

Until everything heals, a player also thinks too long, leaves, chats, offers, resigns and sends
nonsense.
"""

from __future__ import annotations

from dataclasses import dataclass

from quire.games import find_game
from quire.online.event import EventKind
from quire.wire.protocol import Act, Unwatch
from tests.simulation.client import Client, KnownGame

NONSENSE = (
    b"{",
    b'{"type":"act"}',
    b'{"type":"watch","game_id":"nowhere"}',
    b'{"type":"act","game_id":"nowhere","id":"1","kind":"move","seq":0,"text":"c3"}',
    b'{"type":"unwatch","game_id":"nowhere"}',
)


@dataclass(eq=False, slots=True)
class Player(Client):
    """A player who moves at random, and does other things."""

    def plan(self, game: KnownGame) -> None:
        """Decide when to act next, unless that is decided."""
        if game.is_planned or game.seat is None or game.view is None:
            return
        if self.world.healing:
            if not (game.is_my_turn or game.has_seed):
                return
            delay = self.chance.uniform(0.0, 0.04)
        else:
            if not game.is_my_turn and self.chance.random() < 0.4:
                return
            long = self.chance.random()
            delay = self.chance.expovariate(5.0)
            if long < 0.2:
                delay = self.chance.uniform(0.5, 2.0 if long < 0.15 else 5.0)
        game.is_planned = True
        self.world.later(delay, self._carry_out, game)

    def _carry_out(self, game: KnownGame) -> None:
        game.is_planned = False
        if self._link is None or not game.is_watched:
            return  # a new state will come, and with it a new plan
        if self.world.healing and not game.is_my_turn:
            self._compute(game)
        elif self.world.healing or (game.is_my_turn and self.chance.random() < 0.6):
            self._move(game)
        else:
            self._do_something_else(game)
            self.plan(game)

    def _move(self, game: KnownGame) -> None:
        if not game.is_my_turn or game.move is not None:
            return
        legal = find_game(game.game).parse(game.position).legal_moves()
        game.move = self._act(game, EventKind.MOVE, self.chance.choice(legal))

    def _compute(self, game: KnownGame) -> None:
        """Send a move of the computer player to move, mostly the one that it would make."""
        legal = find_game(game.game).parse(game.position).legal_moves()
        if game.view is None or not legal:
            return
        move = min(legal) if self.chance.random() < 0.9 else self.chance.choice(legal)
        self._act(game, EventKind.MOVE, move, seat=game.view.to_move)

    def _do_something_else(self, game: KnownGame) -> None:
        view, chance = game.view, self.chance
        assert view is not None
        if game.has_seed and not game.is_over and chance.random() < 0.5:
            self._compute(game)
            return
        if game.is_over:
            if not game.wants_rematch and view.next_game is None and chance.random() < 0.4:
                game.wants_rematch = True
                self._act(game, EventKind.REMATCH)
            return
        kinds = [EventKind.CHAT, EventKind.DRAW, EventKind.TAKEBACK]
        if view.draw_offers:
            kinds = [EventKind.DRAW, EventKind.DECLINE_DRAW]
        elif view.takeback is not None:
            kinds = [EventKind.ACCEPT_TAKEBACK, EventKind.DECLINE_TAKEBACK]
        if any(seat.away for seat in view.seats):
            kinds.append(EventKind.KEEP_WAITING)
        luck = chance.random()
        if luck < 0.6:
            kind = chance.choice(kinds)
            self._act(game, kind, f"hello {self._acts}" if kind is EventKind.CHAT else "")
        elif luck < 0.65:
            kinds = [EventKind.RESIGN, EventKind.ABORT, EventKind.DECLINE_TAKEBACK]
            self._act(game, chance.choice(kinds))
        elif luck < 0.75:
            self._leave(chance.uniform(0.1, 1.5 if chance.random() < 0.7 else 5.0))
        elif luck < 0.8:
            self._send(Unwatch(game_id=game.id))
            game.is_watched, game.is_left = False, True
            self._end_presence(game.id)
            self.world.later(chance.uniform(0.1, 1.0), self._watch_again, game)
        elif luck < 0.9 and self._link is not None:
            self._link.send(chance.choice(NONSENSE))
        else:  # out of turn, or of another board
            self._act(game, EventKind.MOVE, chance.choice(("S1", "a1", "Sa1", "z99")))

    def _act(
        self, game: KnownGame, kind: EventKind, text: str = "", seat: int | None = None
    ) -> Act:
        self._acts += 1
        seq = game.seq if kind is EventKind.MOVE else None
        id = f"{self.name}-{self._acts}"
        act = Act(game_id=game.id, id=id, kind=kind, seq=seq, text=text, seat=seat)
        self.sent[id] = self._outbox[id] = act
        for _ in range(1 + (self.chance.random() < 0.05)):  # now and then twice
            self._send(act)
        return act
