"""Callbacks that don't keep their object in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

P = ParamSpec("P")
T = TypeVar("T")


def weak_callback(method: Callable[P, T]) -> Callable[P, T]:
    """Return a method of a room as a callback for the parts of the room, which don't own it.

    So an unloaded room is freed at once. What the garbage collector must find piles up, until it
    stops the server for a moment.
    """
    reference = WeakMethod(method)

    def call(*arguments: P.args, **named: P.kwargs) -> T:
        found = reference()
        assert found is not None
        return found(*arguments, **named)

    return call
