"""Strategies of the property tests: sizes of every class, games, valid and damaged texts."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from quire import _native
from quire.core import Position, step
from tests.rules.composed import DRAWN, EMPTY, O_WON, X_WON, extreme_text

CELL_MARKS = {"sos": "SO.", "line": "SO.", "extreme": "XO.", "obstruction": "XO.#"}


def examples(count: int) -> settings:
    """Try that many examples; `make quick` tries few, as its profile says."""
    few = settings.get_profile("quick").max_examples
    return settings(max_examples=min(count, few) if os.environ.get("QUIRE_QUICK") else count)


def _boards(*dimensions: tuple[range, range]) -> SearchStrategy[str]:
    """Draw a board whose columns and rows lie in one of these pairs of ranges."""
    return st.one_of(
        [
            st.builds("{}x{}".format, st.sampled_from(columns), st.sampled_from(rows))
            for columns, rows in dimensions
        ]
    )


def _sos(boards: SearchStrategy[str]) -> SearchStrategy[str]:
    players = st.sampled_from(["", *(f":{number}" for number in range(3, 9))])
    return st.builds("{}{}{}".format, boards, players, st.sampled_from(["", ":simple"]))


def _squares(*numbers: int) -> SearchStrategy[str]:
    return st.sampled_from(numbers).map(str)


EXACTLY_64_CELLS = ["8x8", "4x16", "16x4"]
# 64 cells are one machine word, where mistakes are likely: each side of it is a class.
SIZES: Mapping[str, Mapping[str, SearchStrategy[str]]] = {
    "sos": {
        "small": _sos(_boards((range(3, 5), range(3, 5)))),
        "medium": _sos(_boards((range(3, 8), range(5, 8)), (range(5, 8), range(3, 6)))),
        "one word": _sos(st.sampled_from([*EXACTLY_64_CELLS, "3x21", "21x3", "7x9"])),
        "two words": _sos(st.sampled_from(["5x13", "13x5", "22x3", "3x22", "9x9", "16x8", "11x6"])),
        "wide": _sos(_boards((range(9, 17), range(9, 17)), (range(3, 5), range(24, 27)))),
        "largest": _sos(st.sampled_from(["26x26", "26x25", "25x26", "26x3", "3x26"])),
    },
    "line": {
        "small": _squares(*range(3, 9)),
        "medium": _squares(*range(9, 31)),
        "one word": _squares(31, 32, 33, 62, 63, 64),
        "two words": _squares(65, 66, 67, 127, 128, 129),
        "wide": _squares(191, 192, 193, 256, 500, 1000),
        "largest": _squares(1919, 1920, 1921, 1999, 2000),
    },
    "extreme": {"only": st.just("2x9x9")},
    "obstruction": {
        "small": _boards((range(1, 4), range(1, 4))),
        "medium": _boards((range(1, 8), range(4, 8)), (range(4, 8), range(1, 8))),
        "one word": st.sampled_from(["8x8", "9x7", "7x9", "10x6", "6x10"]),
        "two words": st.sampled_from(["9x8", "8x9", "10x7", "7x10"]),
        "largest": st.sampled_from(["10x10", "9x10", "10x9", "9x9", "10x1", "1x10"]),
    },
}
SIZE_CLASSES = [(game, name) for game, classes in SIZES.items() for name in classes]
SMALL = {"small", "medium", "one word", "only"}
"""Classes whose games are short enough to be drawn move by move, and so to shrink."""


def sizes(game: str) -> SearchStrategy[str]:
    """Draw any size of the game."""
    return st.one_of(list(SIZES[game].values()))


@dataclass(frozen=True)
class Playthrough:
    """A position text, and the entries that follow: moves, and `x2` where player 2 leaves."""

    game: str
    start: str
    entries: tuple[str, ...]


def wander(position: Position, random: Random, eagerness: int) -> Iterator[str]:
    """Return entries of a random game; eagerness 1 seeks lines, -1 avoids them."""
    while legal := position.legal_moves():
        still_in = [player for player in range(position.players) if player not in position.out]
        if position.players > 2 and random.randrange(30) == 0:
            entry = f"x{random.choice(still_in) + 1}"
        elif eagerness == 0:
            entry = random.choice(legal)
        else:
            candidates = [random.choice(legal) for _ in range(4)]
            entry = max(candidates, key=lambda move: eagerness * len(position.completes(move)))
        yield entry
        position = step(position, entry)


@st.composite
def playthroughs(
    draw: DrawFn, game: str, size_class: str | None = None, most: int = 1000
) -> Playthrough:
    """Draw a game of at most `most` entries, from the start or a composed position."""
    if size_class is None:
        size_class = draw(st.sampled_from(list(SIZES[game])))
    size = draw(SIZES[game][size_class])
    composed = game != "obstruction" and draw(st.booleans())
    text = draw(position_texts(game, size)) if composed else str(_native.start(game, size))
    random = draw(st.randoms(use_true_random=size_class not in SMALL))
    entries = wander(_native.parse(game, text), random, draw(st.sampled_from([0, 1, -1])))
    return Playthrough(game, text, tuple(islice(entries, most)))


@st.composite
def position_texts(draw: DrawFn, game: str, size: str) -> str:
    """Draw a valid position of that size, reachable or not."""
    random = Random(draw(st.integers(0, 2**32)))
    if game == "sos":
        return _sos_text(random, size)
    if game == "line":
        squares = _letters(random, int(size))
        return f"{squares} {(int(size) - squares.count('.')) % 2 + 1}"
    if game == "extreme":
        return _extreme_text(random)
    moves = islice(wander(_native.start(game, size), random, 0), random.randrange(20))
    return str(_played(_native.start(game, size), moves))


def _played(position: Position, entries: Iterator[str]) -> Position:
    for entry in entries:
        position = step(position, entry)
    return position


def _letters(random: Random, number: int) -> str:
    empty = random.choice([0, 0, 1, 5, 50])
    return "".join(random.choices("SO.", weights=(random.choice([1, 9]), 1, empty), k=number))


def _sos_text(random: Random, size: str) -> str:
    board, *rest = size.split(":")
    columns, rows = (int(number) for number in board.split("x"))
    players = next((int(part) for part in rest if part.isdecimal()), 2)
    out = set(random.sample(range(players), random.randrange(players))) if players > 2 else set()
    to_move = random.choice([player for player in range(players) if player not in out])
    if "simple" in rest:
        last = f"simple-{players}" + "".join(f"x{player + 1}" for player in sorted(out))
    else:
        most = random.choice([2, 20, 9999])
        last = "-".join(
            "x" if player in out else str(random.choice([0, most, random.randint(0, most)]))
            for player in range(players)
        )
    lines = "/".join(_letters(random, columns) for _ in range(rows))
    return f"{lines} {to_move + 1} {last}"


def _extreme_text(random: Random) -> str:
    """Compose SmallBoards in every state, until not both players have a line."""
    weights = [random.choice([1, 4, 12]) for _ in range(5)]
    while True:
        first, second = (
            dict(enumerate(_small_board(random, weights) for _ in range(9))) for _ in range(2)
        )
        player, bonus = random.choice("12"), random.choice([True, False, False])
        text = extreme_text(first, second, f"{player} - -")
        try:
            position = _native.parse("extreme", text)
        except ValueError:
            continue
        # A player with a bonus move also made the last move.
        last_mover = "XO"[int(player) - 1] if bonus else "OX"[int(player) - 1]
        marked = [cell for cell, mark in position.cells().items() if mark == last_mover]
        if not marked or random.randrange(5) == 0:
            return text
        board = text.split()[0]
        return f"{board} {player} {random.choice(marked)} {'+' if bonus else '-'}"


def _small_board(random: Random, weights: list[int]) -> str:
    marks = "".join(random.choice("XO..") for _ in range(9))
    full = marks.replace(".", random.choice("XO"))
    (small,) = random.choices([EMPTY, X_WON, O_WON, DRAWN, random.choice([marks, full])], weights)
    return small


STRANGE = "0123456789xX-+/|.:#SOsoab \t\n\0é\u00a0\u0663ſ\U0001f600"


@st.composite
def recoloured(draw: DrawFn, game: str, texts: SearchStrategy[str]) -> str:
    """Draw a position text in which every mark may be replaced."""
    board, *rest = draw(texts).split()
    marks = CELL_MARKS[game][:2]
    random = Random(draw(st.integers(0, 2**32)))
    again = (random.choice(marks) if mark in marks else mark for mark in board)
    return " ".join(["".join(again), *rest])


@st.composite
def damaged(draw: DrawFn, texts: SearchStrategy[str], marks: str = "") -> str:
    """Draw a text with a few characters inserted, deleted, changed, swapped or doubled."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        new = draw(st.sampled_from(STRANGE + 4 * marks))
        head, tail = text[:at], text[at:]
        text = draw(
            st.sampled_from(
                [
                    head + new + tail,
                    head + new + tail[1:],
                    head + tail[1:],
                    head + tail[1:2] + tail[:1] + tail[2:],
                    head + tail[:1] + tail,
                    text.swapcase(),
                ]
            )
        )
    return text
