"""The events of a game as a value: histories that go on differently don't affect each other."""

from __future__ import annotations

from quire.online.event import Event, EventKind
from quire.online.history import History


def event(seq: int, seat: int, id: str = "") -> Event:
    return Event(seq=seq, kind=EventKind.MOVE, at=float(seq), seat=seat, id=id)


def test_longer_history_leaves_the_shorter_one_unchanged() -> None:
    first, second = event(1, 0, "a"), event(2, 1, "b")
    short = History().followed_by(first)
    long = short.followed_by(second)
    assert (short.length, short.events()) == (1, (first,))
    assert (long.length, long.events()) == (2, (first, second))
    assert (short.seq_of(1, "b"), long.seq_of(0, "a"), long.seq_of(1, "b")) == (None, 1, 2)


def test_history_can_go_on_in_two_ways() -> None:
    start = History().followed_by(event(1, 0, "a"))
    one = start.followed_by(event(2, 1, "b")).followed_by(event(3, 0, "c"))
    other = start.followed_by(event(2, 0, "d")).followed_by(event(3, 1, "b"))
    assert [event.id for event in one.events()] == ["a", "b", "c"]
    assert [event.id for event in other.events()] == ["a", "d", "b"]
    assert (one.seq_of(1, "b"), one.seq_of(0, "c"), one.seq_of(0, "d")) == (2, 3, None)
    assert (other.seq_of(1, "b"), other.seq_of(0, "c"), other.seq_of(0, "d")) == (3, None, 2)
    assert [event.id for event in start.events()] == ["a"]


def test_the_first_of_two_events_with_an_id_counts() -> None:
    short = History().followed_by(event(1, 0, "a"))
    long = short.followed_by(event(2, 0, "a")).followed_by(event(3, 1, "a"))
    assert (short.seq_of(0, "a"), long.seq_of(0, "a"), long.seq_of(1, "a")) == (1, 1, 3)
    assert long.followed_by(event(4, 0)).seq_of(0, "") is None
