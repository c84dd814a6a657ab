"""Position texts: which are refused, and the canonical form of the others."""

from __future__ import annotations

import pytest

from quire.errors import NotationError

from .composed import EMPTY, O_WON, X_WON, extreme_board
from .sides import RulesOf

EMPTY_BIG = extreme_board({})
BOTH_IN_A_SMALL_BOARD = extreme_board({0: "XXXOOO..."})
X_LINE = extreme_board({0: X_WON, 1: X_WON, 2: X_WON})
O_LINE = extreme_board({0: O_WON, 1: O_WON, 2: O_WON})
O_OTHER_LINE = extreme_board({0: X_WON, 1: X_WON, 2: X_WON, 3: O_WON, 4: O_WON, 5: O_WON})
X_AT_A1 = extreme_board({0: "X........"})


def short(value: object) -> str | None:
    """Return a short test id for a long parameter."""
    return f"{len(value)} characters" if isinstance(value, str) and len(value) > 60 else None


BAD_POSITIONS = {
    "sos": [
        *["", "S../.O./...", "S../.O./... 2", "S../.O./... 2 0-0 1"],
        *["../../.. 1 0-0", ".../... 1 0-0", ".../..../... 1 0-0", f"{'.' * 27}/.../... 1 0-0"],
        *["/".join(["..."] * 27) + " 1 0-0", "S../.X./... 1 0-0", ".../.../.../ 1 0-0"],
        *[f".../.../... {player} 0-0" for player in ("0", "3", "-1", "01", "S", "1.0", "1\0")],
        *[f".../.../... 1 {points}" for points in ("0", "0-0-", "-1-0", "0--0", "0-00", "0-01")],
        *[f".../.../... 1 {points}" for points in ("0-y", "0-x", "x-x", "0-0-xx", "0-+1")],
        *[f".../.../... 1 0-{points}" for points in (10000, 2**32, 2**64, 10**40)],
        *["SOS/.../... 1 0-10001", "SOS/OOO/SOS 1 10007-0", "SOS/.../... 1 0-10000-10001"],
        *[".../.../... 1 0-0-0-0-0-0-0-0-0", ".../.../... 2 0-x-0", ".../.../... 1 x-x-x"],
        *[f".../.../... 1 {simple}" for simple in ("simple", "simple-", "simple-1", "simple-9")],
        *[f".../.../... 1 simple-{rest}" for rest in ("2x2", "3x4", "3x2x2", "3x", "3x0", "02")],
        *[".../.../... 1 simple-4x3x2", ".../.../... 1 simple-22", ".../.../... 1 simple-3-x2"],
        *[".../.../... 2 simple-3x2", ".../.../... 3 simple-2", ".../.../... 1 simple-3x1x2x3"],
        ".../.../... 2 3-x-x",
    ],
    "line": [
        *["", "S..", "S.. 1", "...\u00a01", ".S. 3", "... 2", "... 0", "... 01", "... 1 1"],
        *[".. 1", "S.X 1", "." * 2001 + " 1", ".#. 1", "S..S.... 2", "... 1\0", "...1"],
    ],
    "extreme": [
        *["", f"{EMPTY_BIG}|{EMPTY_BIG}", f"{EMPTY_BIG}|{EMPTY_BIG} 1 -"],
        *[f"{EMPTY_BIG}|{EMPTY_BIG} 1 - - -", f"{EMPTY_BIG} 1 - -"],
        *[f"{EMPTY_BIG}|{EMPTY_BIG}|{EMPTY_BIG} 1 - -", f"{EMPTY_BIG}/{EMPTY_BIG} 1 - -"],
        *[f"{EMPTY_BIG[1:]}|{EMPTY_BIG} 1 - -", f"{EMPTY_BIG}/{EMPTY}|{EMPTY_BIG} 1 - -"],
        f"{EMPTY_BIG}|{EMPTY_BIG.replace('.', '#')} 1 - -",
        *[f"{EMPTY_BIG}|{EMPTY_BIG} {rest}" for rest in ("0 - -", "3 - -", "1 - x", "1 - +")],
        *[f"{EMPTY_BIG}|{EMPTY_BIG} {rest}" for rest in ("1 1a1 -", "01 - -", "1 -- -")],
        *[f"{X_AT_A1}|{EMPTY_BIG} {rest}" for rest in ("1 1a1 -", "2 1a1 +", "2 1b1 -")],
        *[f"{X_AT_A1}|{EMPTY_BIG} {rest}" for rest in ("2 2a1 -", "2 3a1 -", "2 1j1 -")],
        *[f"{X_AT_A1}|{EMPTY_BIG} {rest}" for rest in ("2 a1 -", "2 1a01 -", "2 01a1 -")],
        *[f"{BOTH_IN_A_SMALL_BOARD}|{EMPTY_BIG} 1 - -", f"{X_LINE}|{O_LINE} 1 - -"],
        f"{EMPTY_BIG}|{O_OTHER_LINE} 1 - -",
    ],
    "obstruction": [
        *["", "...", "... 2", "... 0", "... 1 1", ".../.. 1", "..S 1", f"{'.' * 11} 1", "/ 1"],
        *["/".join(["."] * 11) + " 1", "X../.../... 2", "X#./#../... 2", "X##/##./... 2"],
        *["#../.../... 1", "XO#/### 1", "X##/#O# 1", "X#./##./... 1", "X#./##./... 3"],
        *["O#./##./... 2", "O#./##./... 1", "X#X/###/... 1", "X#O/###/O#O 1", "... 1\0"],
    ],
}


@pytest.mark.parametrize(
    ("game", "text"),
    [(game, text) for game, texts in BAD_POSITIONS.items() for text in texts],
    ids=short,
)
def test_unreadable_positions(rules: RulesOf, game: str, text: str) -> None:
    with pytest.raises(NotationError):
        rules(game).parse(text)


@pytest.mark.parametrize(
    ("game", "text", "canonical"),
    [
        ("sos", "  s../.o./...   2  0-0 ", "S../.O./... 2 0-0"),
        ("sos", "s../.../... 1 9999-X-0", "S../.../... 1 9999-x-0"),
        ("sos", "\tS../.../...\n1\v9999-0\f\r", "S../.../... 1 9999-0"),
        ("sos", "SOS/.../... 1 10000-0", "SOS/.../... 1 10000-0"),
        ("sos", "SOS/OOO/SOS 1 0-10003", "SOS/OOO/SOS 1 0-10003"),
        ("sos", ".../.../... 1 SIMPLE-4X2X3", ".../.../... 1 simple-4x2x3"),
        ("line", " s.o\t1 ", "S.O 1"),
        ("extreme", f"{X_AT_A1.lower()}|{EMPTY_BIG}  2 1A1  -", f"{X_AT_A1}|{EMPTY_BIG} 2 1a1 -"),
        ("extreme", f"{X_AT_A1}|{EMPTY_BIG} 1 1a1 +", f"{X_AT_A1}|{EMPTY_BIG} 1 1a1 +"),
        ("obstruction", " x#./##./...  2", "X#./##./... 2"),
    ],
    ids=short,
)
def test_positions_are_read_in_any_case_and_spacing(
    rules: RulesOf, game: str, text: str, canonical: str
) -> None:
    assert str(rules(game).parse(text)) == canonical
    assert rules(game).parse(canonical) == rules(game).parse(text)
