"""What is agreed before an online game begins: the board, the seats and the terms."""

from __future__ import annotations

from dataclasses import dataclass

JOIN_GRACE_SECONDS = 5.0
"""Time after the start before an absent player counts as disconnected."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table: the player with that id, or a computer player."""

    name: str
    player: str | None = None
    agent: str | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms of a game. The seats are in the order of play."""

    id: str
    game: str
    size: str
    seats: tuple[Seat, ...]
    clock: float | None = 60.0
    """Seconds per move, or with an increment each player's total time; None without a clock."""
    reconnect_seconds: float | None = 30.0
    """Seconds a player may be away from a live game; None in a correspondence game."""
    rated: bool = False
    public: bool = True
    chat: bool = True
    began: float = 0.0
    """Start of the game, on the game clock."""
    started: float = 0.0
    """Start of the game, in seconds since 1970."""
    increment: float | None = None
    """Seconds that every move adds to the total time; None if the clock is per move."""
    offline: bool = False
    """Whether it was played without a server, and stored afterwards."""
    seed: int | None = None
    """What the computer players' moves follow from, if the player's device may compute them."""

    def agent_of(self, seat: int) -> str | None:
        """Return the agent in a seat with its seed, if the game has one."""
        agent = self.seats[seat].agent
        return agent if agent is None or self.seed is None else f"{agent}:seed={self.seed}"

    @property
    def has_live_clock(self) -> bool:
        """Whether the clock is one of minutes."""
        return self.clock is not None and self.reconnect_seconds is not None

    @property
    def is_live(self) -> bool:
        """Whether the game can be lost by absence: people only, and a clock of minutes."""
        return self.has_live_clock and all(seat.agent is None for seat in self.seats)

    @property
    def tracks_presence(self) -> bool:
        """Whether it is recorded who is away: if that has an effect, or if others see it."""
        people = sum(seat.agent is None for seat in self.seats)
        return self.reconnect_seconds is not None and (self.clock is not None or people > 1)
