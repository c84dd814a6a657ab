"""The queue of the worker pools: who is next."""

from __future__ import annotations

from quire.server.workers.fair_queue import HALF_LIFE_SECONDS, FairQueue, Owner

ANN, EVE, EVES_FRIEND = Owner("ann", "home"), Owner("eve", "cafe"), Owner("mal", "cafe")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def popped(queue: FairQueue[str], only_short: bool = False) -> str | None:
    waiting = queue.pop(only_short)
    return None if waiting is None else waiting.item


def test_tasks_of_one_player_stay_in_order() -> None:
    queue: FairQueue[str] = FairQueue(Clock())
    for name in ("first", "second", "third"):
        queue.add(name, ANN, is_short=False)
    assert [popped(queue) for _ in range(4)] == ["first", "second", "third", None]
    assert len(queue) == 0


def test_network_that_used_least_is_next() -> None:
    queue: FairQueue[str] = FairQueue(Clock())
    queue.charge(EVE, 60.0)
    for number in range(200):
        queue.add(f"eve {number}", EVE, is_short=False)
    queue.add("ann", ANN, is_short=False)
    assert popped(queue) == "ann"


def test_player_who_used_least_is_next_within_a_network() -> None:
    queue: FairQueue[str] = FairQueue(Clock())
    queue.charge(EVE, 5.0)
    queue.add("eve", EVE, is_short=False)
    queue.add("friend", EVES_FRIEND, is_short=False)
    assert [popped(queue), popped(queue)] == ["friend", "eve"]


def test_use_is_forgotten_in_time() -> None:
    clock = Clock()
    queue: FairQueue[str] = FairQueue(clock)
    queue.charge(EVE, 8.0)
    clock.now = 3 * HALF_LIFE_SECONDS  # now it counts as one second
    queue.charge(ANN, 2.0)
    queue.add("ann", ANN, is_short=False)
    queue.add("eve", EVE, is_short=False)
    assert popped(queue) == "eve"


def test_only_short_tasks() -> None:
    queue: FairQueue[str] = FairQueue(Clock())
    queue.add("long", ANN, is_short=False)
    queue.add("short", EVE, is_short=True)
    assert popped(queue, only_short=True) == "short"
    assert popped(queue, only_short=True) is None
    assert popped(queue) == "long"


def test_the_newest_task_of_the_greediest_is_last() -> None:
    queue: FairQueue[str] = FairQueue(Clock())
    queue.charge(EVE, 5.0)
    for name in ("first", "second"):
        queue.add(name, EVE, is_short=False)
    queue.add("ann", ANN, is_short=False)
    assert [queue.pop_last(), queue.pop_last(), queue.pop_last()] == ["second", "first", "ann"]


def test_removed_task_is_not_popped() -> None:
    queue: FairQueue[str] = FairQueue(Clock())
    waiting = queue.add("gone", ANN, is_short=False)
    assert queue.remove(waiting)
    assert not queue.remove(waiting)
    assert popped(queue) is None
