"""Moves, sizes and positions as text: what is read, what is refused, and the order of moves."""

from __future__ import annotations

import pytest

from quire.core import Position
from quire.errors import IllegalMove, NotationError

from .sides import RulesOf

Case = tuple[str, str]
SPACE = " \t\n\r\v\f"


def cases(by_game: dict[str, list[str]]) -> list[Case]:
    return [(game, text) for game, texts in by_game.items() for text in texts]


def short(value: object) -> str | None:
    """Return a short test id for a long parameter."""
    return f"{len(value)} characters" if isinstance(value, str) and len(value) > 60 else None


STARTS = {
    "sos": "S../.../... 2 0-0",
    "line": "S..S.... 1",
    "extreme": f"{'/'.join(['.' * 9] * 4)}/....X..../{'/'.join(['.' * 9] * 4)}|"
    f"{'/'.join(['.' * 9] * 9)} 2 1e5 -",
    "obstruction": "X#./##./... 2",
}


def begin(rules: RulesOf, game: str) -> Position:
    return rules(game).parse(STARTS[game])


ORDER = {
    ("sos", "3x3:4"): "Sa1 Oa1 Sb1 Ob1 Sc1 Oc1 Sa2 Oa2",
    ("line", "14"): "S1 O1 S2 O2 S3",
    ("extreme", "2x9x9"): "1a1 1b1 1c1 1a2 1b2 1c2 1a3 1b3 1c3 2a1",
    ("obstruction", "2x3"): "a1 b1 a2 b2 a3 b3",
}


@pytest.mark.parametrize(("game", "size"), list(ORDER))
def test_order_of_the_moves(rules: RulesOf, game: str, size: str) -> None:
    first = ORDER[game, size].split()
    moves = rules(game).moves(size)
    assert list(moves[: len(first)]) == first
    assert rules(game).start(size).legal_moves() == list(moves)
    assert len(set(moves)) == len(moves)


def test_moves_of_extreme_are_ordered_by_small_board(rules: RulesOf) -> None:
    moves = rules("extreme").moves("2x9x9")
    assert [moves[at] for at in (17, 18, 27, 54, 161)] == ["2c3", "1d1", "2d1", "1a4", "2i9"]


@pytest.mark.parametrize(
    ("game", "size", "first", "last"),
    [
        ("sos", "4x3", "a1 b1 c1 d1 a2", "d3"),
        ("line", "4", "1 2 3", "4"),
        ("extreme", "2x9x9", "1a1 1b1 1c1 1d1", "2i9"),
        ("obstruction", "2x3", "a1 b1 a2", "b3"),
    ],
)
def test_cells_come_row_by_row(rules: RulesOf, game: str, size: str, first: str, last: str) -> None:
    cells = list(rules(game).start(size).cells())
    assert cells[: len(first.split())] == first.split()
    assert cells[-1] == last


@pytest.mark.parametrize(
    ("game", "text", "mark", "cell"),
    [
        ("sos", " s B 3 ", "S", "b3"),
        ("sos", "oc1", "O", "c1"),
        ("sos", "\tS\nb\r3\v\f", "S", "b3"),
        ("line", "s 7", "S", "7"),
        ("line", "O\t2", "O", "2"),
        ("extreme", "2 E 5", "O", "2e5"),
        ("extreme", "\v2\fe\r5\n", "O", "2e5"),
        ("obstruction", "C 3", "O", "c3"),
        ("obstruction", f"c{SPACE}3", "O", "c3"),
        ("sos", f"Sb{' ' * 4093}3", "S", "b3"),
    ],
    ids=short,
)
def test_moves_are_read_in_any_case_and_spacing(
    rules: RulesOf, game: str, text: str, mark: str, cell: str
) -> None:
    assert begin(rules, game).play(text).cells()[cell] == mark


UNREADABLE_MOVES = {
    "sos": [
        *["", " ", "S", "b3", "S3b", "Xb3", "Sb03", "Sb0", "Sb", "Sbb3", "Sb3!", "x2", "Sb-3"],
        *["\N{LATIN SMALL LETTER LONG S}b3", "Sb\N{ARABIC-INDIC DIGIT THREE}", "Sb3\0"],
        *["Sb\u00a03", f"Sb{' ' * 4094}3"],
    ],
    "line": ["", "S", "7", "7S", "X7", "S07", "S0", "S-1", "S7.0", "Sa7", "S7\0", "S+7"],
    "extreme": ["", "e5", "1e", "15", "1e05", "01e5", "0a1", "1e0", "X1e5", "1-e5", "1ee5"],
    "obstruction": ["", "c", "3", "3c", "c03", "c0", "cc3", "Xc3", "c3c", "c\u20033"],
}
FORBIDDEN_MOVES = {
    "sos": ["Sa1", "Oa1", "Sd1", "Sa4", "Oz99", f"Sa{10**40}"],
    "line": ["S1", "O4", "S9", "O2001", f"S{2**64 + 2}"],
    "extreme": ["1e5", "1a1", "2g4", "3e5", "12a1", "1j1", "1e10", f"1d{2**32 + 4}"],
    "obstruction": ["a1", "b2", "d1", "a4", "z99", f"c{2**32 + 3}"],
}
OFF_THE_BOARD = {
    "sos": ["Sd1", "Sa4", "Oz99"],
    "line": ["S9", "O2001"],
    "extreme": ["3e5", "12a1", "1j1", "1e10"],
    "obstruction": ["d1", "a4", "z99"],
}


@pytest.mark.parametrize(("game", "move"), cases(UNREADABLE_MOVES), ids=short)
def test_unreadable_moves(rules: RulesOf, game: str, move: str) -> None:
    position = begin(rules, game)
    for refuse in (position.play, position.index, position.completes):
        with pytest.raises(NotationError):
            refuse(move)
    assert str(position) == STARTS[game]


@pytest.mark.parametrize(("game", "move"), cases(FORBIDDEN_MOVES), ids=short)
def test_illegal_moves(rules: RulesOf, game: str, move: str) -> None:
    position = begin(rules, game)
    for refuse in (position.play, position.completes):
        with pytest.raises(IllegalMove):
            refuse(move)
    assert str(position) == STARTS[game]


@pytest.mark.parametrize(("game", "move"), cases(OFF_THE_BOARD))
def test_moves_off_the_board_have_no_index(rules: RulesOf, game: str, move: str) -> None:
    with pytest.raises(IllegalMove):
        begin(rules, game).index(move)


@pytest.mark.parametrize("game", list(STARTS))
def test_every_move_has_an_index(rules: RulesOf, game: str) -> None:
    position = begin(rules, game)
    moves = rules(game).moves(position.size)
    assert [position.index(move) for move in moves] == list(range(len(moves)))
    assert position.index(f" {moves[-1].lower()} ") == len(moves) - 1


@pytest.mark.parametrize("game", list(STARTS))
@pytest.mark.parametrize("player", [-1, 0, 1, 2])
def test_nobody_can_leave_a_game_for_two(rules: RulesOf, game: str, player: int) -> None:
    with pytest.raises(IllegalMove):
        begin(rules, game).leave(player)


@pytest.mark.parametrize(
    ("game", "move", "over"),
    [
        ("sos", "Sb2", "SOS/.../... 2 simple-2"),
        ("line", "S4", "SOS. 2"),
        ("obstruction", "a1", "###/#X#/### 2"),
    ],
)
def test_no_move_after_the_end(rules: RulesOf, game: str, move: str, over: str) -> None:
    position = rules(game).parse(over)
    assert position.legal_moves() == []
    with pytest.raises(IllegalMove):
        position.play(move)


BAD_SIZES = {
    "sos": [
        *["", "8", "2x3", "3x2", "27x3", "3x27", "08x8", "8x8:1", "8x8:9", "8x8:", "8x8:easy"],
        *["8x8:simple:3", "8x8:3:3", "8x8:03", "8×8", "8x8x8", "-8x8", "8x8:simples"],
    ],
    "line": ["", "2", "2001", "014", "-3", "3x3", "14.0", "+14", "\N{ARABIC-INDIC DIGIT FIVE}"],
    "extreme": ["", "9x9", "2x9x8", "3x9x9", "2x9x9:2", "2x9", "02x9x9"],
    "obstruction": ["", "0x5", "11x5", "5x11", "05x5", "5", "5x5:3", "5x-5", f"5x{2**32 + 5}"],
}


@pytest.mark.parametrize(("game", "size"), cases(BAD_SIZES))
def test_unreadable_sizes(rules: RulesOf, game: str, size: str) -> None:
    with pytest.raises(NotationError):
        rules(game).start(size)
    with pytest.raises(NotationError):
        rules(game).moves(size)


@pytest.mark.parametrize(
    ("game", "size", "canonical"),
    [
        ("sos", " 8 X\t8 : 2 : SIMPLE ", "8x8:simple"),
        ("sos", "2 6x1\n0:3", "26x10:3"),
        ("line", " 1 4 ", "14"),
        ("extreme", "2 X 9x9", "2x9x9"),
        ("obstruction", "1 0X\f1", "10x1"),
        ("line", f"1{' ' * 4094}4", "14"),
    ],
    ids=short,
)
def test_sizes_are_read_in_any_case_and_spacing(
    rules: RulesOf, game: str, size: str, canonical: str
) -> None:
    assert rules(game).start(size).size == canonical
    assert rules(game).moves(size) == rules(game).moves(canonical)


@pytest.mark.parametrize("game", ["line", "sos"])
def test_text_of_more_than_4096_characters_is_refused(rules: RulesOf, game: str) -> None:
    size = {"line": "14", "sos": "8x8"}[game]
    longest = size + " " * (4096 - len(size))
    assert rules(game).start(longest).size == size
    text = str(rules(game).start(size))
    longest_text = text + " " * (4096 - len(text))
    assert str(rules(game).parse(longest_text)) == text
    for read, too_long in [
        (rules(game).start, longest + " "),
        (rules(game).parse, longest_text + " "),
    ]:
        with pytest.raises(NotationError):
            read(too_long)
