"""A game as frames of one SVG: each shows exactly what the picture's own SVG draws."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import lru_cache
from xml.etree import ElementTree

import pytest

from quire.core import Position
from quire.games import draw, find_game
from quire.picture import Picture
from quire.render.frames import Frame, Frames
from quire.render.svg import to_svg


def random_game(game: str, size: str | None, seed: int = 1) -> list[Picture]:
    rng = random.Random(seed)
    position: Position = find_game(game).start(size)
    moves: list[str] = []
    pictures = [draw(position, moves)]
    while position.outcome() is None:
        moves.append(rng.choice(position.legal_moves()))
        position = position.play(moves[-1])
        pictures.append(draw(position, moves))
    return pictures


@lru_cache(maxsize=2)
def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def drawn(svg: str, shown: Frame | None = None) -> Counter[tuple[str, ...]]:
    """Return every subpath, text and ring with its style; of frames only those shown."""
    found: Counter[tuple[str, ...]] = Counter()

    def collect(element: ElementTree.Element, style: dict[str, str]) -> None:
        given = {
            name: value for name, value in element.attrib.items() if name not in ("id", "display")
        }
        number = element.get("id", "")
        if shown is not None and re.fullmatch(r"e\d+", number) and int(number[1:]) not in shown:
            return
        own = style | given
        path = own.pop("d", "")
        tag = element.tag.rpartition("}")[2]
        look = tuple(f"{name}={value}" for name, value in sorted(own.items()))
        for subpath in re.findall(r"M[^M]*", path) or [element.text or ""] * (tag != "g"):
            found[(tag, subpath.strip(), *look)] += 1
        for below in element:
            collect(below, own)

    for below in parsed(svg):
        if below.tag.rpartition("}")[2] not in ("title", "style"):
            collect(below, {})
    return found


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("sos", "5x5"),
        ("sos", "4x4:3"),
        ("line", "9"),
        ("line", "60"),
        ("extreme", None),
        ("obstruction", "6x6"),
    ],
)
def test_every_frame_equals_its_picture(game: str, size: str | None) -> None:
    pictures = random_game(game, size)
    frames = Frames(pictures[0])
    shown = [frames.add(picture) for picture in pictures]
    svg = frames.svg()
    assert shown[0] == frames.first
    for picture, frame in zip(pictures, shown, strict=True):
        assert drawn(svg, frame) == drawn(to_svg(picture)), picture.caption


def test_only_the_first_picture_is_shown_at_the_start() -> None:
    first, *others = random_game("sos", "4x4")
    frames = Frames(first)
    for picture in others:
        frames.add(picture)
    hidden = {int(number) for number in re.findall(r'id="e(\d+)" display="none"', frames.svg())}
    every = {int(number) for number in re.findall(r'id="e(\d+)"', frames.svg())}
    assert every - hidden == frames.first
    assert hidden


def test_repeated_elements_are_drawn_once() -> None:
    pictures = random_game("extreme", None)
    frames = Frames(pictures[0])
    for picture in pictures:
        frames.add(picture)
    once = len(frames.svg())
    for picture in pictures:
        frames.add(picture)
    assert len(frames.svg()) == once < sum(len(to_svg(picture)) for picture in pictures) / 10
