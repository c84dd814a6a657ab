"""A short game of each kind, worked out by hand from the rules."""

from __future__ import annotations

from dataclasses import dataclass

from quire.games import find_game


@dataclass(frozen=True, slots=True)
class ExampleGame:
    """A whole game: all moves, the winner and the reason."""

    game: str
    size: str
    moves: tuple[str, ...]
    winner: int | None
    reason: str
    other_size: str
    """Another valid size; the same if there is only one."""


def _first_moves() -> ExampleGame:
    """Return a game of Extreme where both play the first legal move: none is short.

    The rules say who wins; an oracle proves them elsewhere.
    """
    position, moves = find_game("extreme").start("2x9x9"), []
    while (outcome := position.outcome()) is None:
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    return ExampleGame(
        "extreme", "2x9x9", tuple(moves), outcome.winner, outcome.reason.value, "2x9x9"
    )


EXAMPLES = {
    example.game: example
    for example in (
        # The example game of the rules: three points to two.
        ExampleGame(
            "sos",
            "3x3",
            ("Sa3", "Sb3", "Ob2", "Sb1", "Sc1", "Sa1", "Oa2", "Sc3", "Oc2"),
            0,
            "points",
            "5x5",
        ),
        ExampleGame("line", "3", ("S1", "S3", "O2"), 0, "line", "7"),
        _first_moves(),
        # b2 and d2 take the upper three rows, b4 and d4 the lower two.
        ExampleGame("obstruction", "5x5", ("b2", "d2", "b4", "d4"), 1, "last_move", "6x6"),
    )
}

GAMES = tuple(EXAMPLES)

DRAWS = {"sos": tuple(f"O{column}{row}" for row in "123" for column in "abc"),
         "line": ("O1", "O2", "O3")}  # fmt: skip
"""Drawn games on the same sizes: without an S nobody scores."""
