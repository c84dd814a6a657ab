"""The events of an online game so far."""

from __future__ import annotations

import msgspec

from quire.online.event import Event


class History(msgspec.Struct, frozen=True, eq=False):
    """The events of a game so far, as a value.

    A longer history shares its list with the shorter one it was made from, so that an event costs
    as little in a long game as in a short one.
    """

    length: int = 0
    """The number of events; the list may have more, of a longer history."""
    _events: list[Event] = msgspec.field(default_factory=list)
    _seqs: dict[tuple[int | None, str], int] = msgspec.field(default_factory=dict)
    """The events of acts that came with an id, by seat and id."""

    def followed_by(self, event: Event) -> History:
        """Return the history with one more event."""
        events, seqs = self._events, self._seqs
        if len(events) > self.length:  # another event, perhaps never stored, followed this history
            events = events[: self.length]
            seqs = {act: seq for act, seq in seqs.items() if seq <= self.length}
        events.append(event)
        if event.id:
            seqs.setdefault((event.seat, event.id), event.seq)
        return History(self.length + 1, events, seqs)

    def events(self) -> tuple[Event, ...]:
        """Return all events."""
        return tuple(self._events[: self.length])

    def seq_of(self, seat: int | None, id: str) -> int | None:
        """Return the first event that a seat's act with this id has led to, if there is one."""
        seq = self._seqs.get((seat, id))
        return None if seq is None or seq > self.length else seq
