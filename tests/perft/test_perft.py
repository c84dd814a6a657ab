"""The native core against the perft tables, and the tables against the oracles that made them."""

from __future__ import annotations

import pytest

import quire
from quire import _native
from tests.oracles import ORACLES, perft
from tests.perft import TABLES, Row, read
from tests.rules.sides import SIDES

GAMES = [game.key for game in quire.GAMES]
CHEAP = 1000
"""The oracle recounts tables up to this many sequences."""


@pytest.mark.parametrize("game", GAMES)
def test_native_perft_matches_the_table(game: str) -> None:
    table = read(game)
    counted = [
        Row(position.size, row.position, row.depth, _native.perft(position, row.depth))
        for row in table
        for position in [_native.parse(game, row.position)]
    ]
    assert counted == table


@pytest.mark.parametrize("game", GAMES)
def test_oracle_perft_matches_the_table(game: str) -> None:
    cheap = [row for row in read(game) if row.nodes <= CHEAP]
    assert len(cheap) >= 10
    for row in cheap:
        assert perft(ORACLES[game].parse(row.position), row.depth) == row.nodes, row


@pytest.mark.parametrize("game", GAMES)
def test_table_has_every_position_at_every_depth(game: str) -> None:
    wanted = {
        (text, depth) for text, deepest in TABLES[game].items() for depth in range(1, deepest + 1)
    }
    assert {(row.position, row.depth) for row in read(game)} == wanted


@pytest.mark.parametrize("side", list(SIDES))
@pytest.mark.parametrize(
    ("game", "size", "counts"),
    [
        ("sos", "3x3", [1, 18, 18 * 16, 18 * 16 * 14]),
        ("sos", "3x3:3:simple", [1, 18, 18 * 16]),
        ("line", "3", [1, 6, 24, 48, 0]),
        # After three moves 12 games have ended: two places for an S-O-S, six orders to write it.
        ("line", "4", [1, 8, 48, 192, (192 - 12) * 2, 0]),
        # 18 cells lie in the very SmallBoard that they name.
        ("extreme", "2x9x9", [1, 162, 162 * 18 - 18]),
        ("obstruction", "1x1", [1, 1, 0]),
        # A corner leaves five cells, an edge three, the centre none.
        ("obstruction", "3x3", [1, 9, 4 * 5 + 4 * 3 + 0]),
    ],
)
def test_perft_matches_counts_by_hand(side: str, game: str, size: str, counts: list[int]) -> None:
    rules = SIDES[side](game)
    position = rules.start(size)
    assert [rules.perft(position, depth) for depth in range(len(counts))] == counts
