"""When two positions are the same, and when two calls have the same result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from quire.core import Position
from quire.errors import QuireError

Given = TypeVar("Given")


def view(position: Position) -> dict[str, object]:
    """Return everything about a position, ignoring the order of its lines."""
    return {
        "text": str(position),
        "game": position.game,
        "size": position.size,
        "players": position.players,
        "to_move": position.to_move,
        "points": position.points,
        "out": position.out,
        "cells": list(position.cells().items()),
        "lines": sorted(position.lines()),
        "legal_moves": position.legal_moves(),
        "outcome": position.outcome(),
    }


def assert_same(native: Position, oracle: Position) -> None:
    """Fail with the difference between the two sides."""
    assert view(native) == view(oracle)


def answer(call: Callable[[Given], object], given: Given) -> object:
    """Return what the call returns, or the class of the expected error it raises."""
    try:
        returned = call(given)
    except QuireError as error:
        return type(error)
    return view(returned) if isinstance(returned, Position) else returned
