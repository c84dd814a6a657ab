"""What it means that two positions are the same, and that two calls end the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from quire.core import Position
from quire.errors import QuireError

Given = TypeVar("Given")


def view(position: Position) -> dict[str, object]:
    """Everything there is to know of a position, the order of its lines apart."""
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
    """Fails with the difference between what the two sides say of a position."""
    assert view(native) == view(oracle)


def answer(call: Callable[[Given], object], given: Given) -> object:
    """What the call returns for what is given, or the class of the error it raises on purpose."""
    try:
        returned = call(given)
    except QuireError as error:
        return type(error)
    return view(returned) if isinstance(returned, Position) else returned
