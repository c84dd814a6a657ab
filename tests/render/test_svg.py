"""Pictures as SVG: the content of the document, and its legibility."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest

from quire.games import draw, parse, start
from quire.picture import Cell, Label, Picture, Stroke, StrokeKind
from quire.render.palette import COLOURS, DASHES, SHADED_OPACITY, WON_OPACITY, Tone
from quire.render.svg import Theme, to_svg
from tests.random_games import BOARDS, sample

SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element


def paths(root: Element, name: str) -> list[Element]:
    return [path for path in root.iter(f"{SVG}path") if path.get("class") == name]


def lines(root: Element, name: str) -> list[Element]:
    """Return the lines of a colour, without the pale bands under them."""
    return [path for path in paths(root, name) if path.get("stroke-opacity") is None]


def bands(root: Element, name: str) -> list[Element]:
    return [path for path in paths(root, name) if path.get("stroke-opacity") is not None]


def segments(path: Element) -> list[tuple[float, ...]]:
    """Return the ends of each straight segment, in pixels."""
    number = r"(-?[\d.]+)"
    pieces = re.findall(rf"M{number} {number}L{number} {number}", path.get("d", ""))
    return [tuple(map(float, piece)) for piece in pieces]


def drawing(*strokes: Stroke) -> Element:
    picture = Picture("game", "1x1", "lines", 9, 9, (Cell("a1", 0, 0),), strokes)
    return ElementTree.fromstring(to_svg(picture))


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_board_is_well_formed_with_its_caption_as_title(game: str, size: str) -> None:
    for position, entries in sample(game, size, seed=11, count=4):
        picture = draw(position, entries)
        root = ElementTree.fromstring(to_svg(picture))
        title = root.find(f"{SVG}title")
        assert title is not None
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        assert root.get("aria-labelledby") == title.get("id")
        assert title.text == picture.caption
        assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_every_letter_and_label_is_in_the_image(game: str, size: str) -> None:
    for position, entries in sample(game, size, seed=12, count=3):
        picture = draw(position, entries)
        root = ElementTree.fromstring(to_svg(picture))
        letters = [cell.mark for cell in picture.cells if cell.mark and cell.owner is None]
        texts = [element.text for element in root.iter(f"{SVG}text")]
        assert texts == letters + [label.text for label in picture.labels]


def test_texts_are_escaped() -> None:
    cells = (Cell("a1", 0, 0, mark="<"),)
    labels = (Label(0.5, -0.4, "</text>"),)
    svg = to_svg(Picture("game", "1x1", 'a <b> & "c"', 1, 1, cells, (), labels))
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{SVG}title") == 'a <b> & "c"'
    assert [element.text for element in root.iter(f"{SVG}text")] == ["<", "</text>"]


def test_loads_nothing_and_its_only_id_follows_from_its_content() -> None:
    first, second = to_svg(draw(start("extreme"))), to_svg(draw(start("extreme").play("1e5")))
    names = [re.findall(r' id="([^"]*)"', svg) for svg in (first, second)]
    assert [len(found) for found in names] == [1, 1]
    assert names[0] != names[1]
    for svg in (first, second):
        assert re.findall(r"https?:[^\"]*", svg) == ["http://www.w3.org/2000/svg"]
        assert "url(" not in svg
        assert "@import" not in svg
    assert to_svg(draw(start("extreme"))) == first


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_styles_apply_to_their_own_theme_only(theme: Theme) -> None:
    root = ElementTree.fromstring(to_svg(draw(start("sos", "3x3")), theme=theme))
    style = root.findtext(f"{SVG}style", "")
    assert root.get("class") == f"quire-{theme}"
    without_media = re.sub(r"@media \(prefers-color-scheme:dark\)\{(.*?\})\}", r"\1", style)
    selectors = re.findall(r"([^{}]+)\{[^{}]*\}", without_media)
    assert selectors
    assert all(selector.startswith(f".quire-{theme}") for selector in selectors)
    assert ("@media" in style) == (theme == "auto")
    shown = [tone for tone in COLOURS if COLOURS[tone]["paper"] in style]
    assert shown == (["light", "dark"] if theme == "auto" else [theme])


def test_every_used_colour_class_is_defined() -> None:
    svg = to_svg(draw(parse("sos", "SOS/.../... 1 0-0")))
    svg += to_svg(draw(start("obstruction").play("c3"), ["c3"]))
    svg += to_svg(draw(start("extreme").play("1e5")))
    used = set(re.findall(r'class="q-([\w-]+)"', svg))
    assert {"ink", "ink-2", "ink-3", "rule", "last", "last-edge", "marker-soft", "p1"} <= used
    assert used <= set(COLOURS["light"])


def test_every_line_has_a_segment_of_its_owner() -> None:
    for position, entries in sample("sos", "6x6:3", seed=13):
        picture = draw(position, entries)
        root = ElementTree.fromstring(to_svg(picture))
        for player in range(3):
            owned = [stroke for stroke in picture.strokes if stroke.owner == player]
            struck = bands(root, f"q-p{player + 1}")
            assert sum(len(segments(path)) for path in struck) == len(owned)


def test_no_dash_pattern_is_another_one_shifted() -> None:
    for number, one in enumerate(DASHES):
        shifted = {one[at:] + one[:at] for at in range(0, len(one), 2)}
        assert not shifted.intersection(DASHES[:number]), one


def test_every_player_has_a_different_dash() -> None:
    strokes = [Stroke(StrokeKind.LINE, 0.5, y + 0.5, 2.5, y + 0.5, y) for y in range(8)]
    root = drawing(*strokes)
    dashes = [path.get("stroke-dasharray") for y in range(8) for path in lines(root, f"q-p{y + 1}")]
    assert len(dashes) == 8
    assert len(set(dashes)) == 8
    assert dashes[0] is None
    assert len(set(DASHES)) == len(DASHES) == 8


def test_line_without_owner_is_thinner_and_solid() -> None:
    root = drawing(
        Stroke(StrokeKind.LINE, 0.5, 0.5, 2.5, 0.5), Stroke(StrokeKind.LINE, 0.5, 1.5, 2.5, 1.5, 0)
    )
    (neutral,), (owned,) = lines(root, "q-ink-3"), lines(root, "q-p1")
    assert neutral.get("stroke-dasharray") is None
    assert len(segments(neutral)) == 2  # between three letters
    assert len(bands(root, "q-ink-3")) == 1
    assert float(neutral.get("stroke-width", "")) < float(owned.get("stroke-width", ""))


def test_overlapping_lines_of_two_players_lie_side_by_side() -> None:
    root = drawing(
        Stroke(StrokeKind.LINE, 0.5, 0.5, 2.5, 2.5, 0),
        Stroke(StrokeKind.LINE, 3.5, 3.5, 1.5, 1.5, 1),
    )
    ((x1, y1, x2, y2),) = segments(bands(root, "q-p1")[0])
    ((u1, v1, u2, v2),) = segments(bands(root, "q-p2")[0])
    distance = abs((x2 - x1) * (v1 - y1) - (y2 - y1) * (u1 - x1)) / ((x2 - x1) ** 2 * 2) ** 0.5
    assert distance >= float(lines(root, "q-p1")[0].get("stroke-width", ""))
    assert (x2 - x1) == pytest.approx(y2 - y1)
    assert (u2 - u1) == pytest.approx(v2 - v1)


def test_lines_that_only_touch_stay_on_their_letters() -> None:
    root = drawing(
        Stroke(StrokeKind.LINE, 0.5, 0.5, 2.5, 0.5, 0),
        Stroke(StrokeKind.LINE, 2.5, 0.5, 4.5, 0.5, 1),
    )
    ((_, y1, x2, y2),) = segments(bands(root, "q-p1")[0])
    ((u1, v1, _, v2),) = segments(bands(root, "q-p2")[0])
    assert y1 == y2 == v1 == v2
    assert x2 == u1


def test_letters_are_drawn_after_the_lines() -> None:
    svg = to_svg(draw(parse("sos", "SOS/.../... 1 0-0")))
    assert svg.index('q-ink-3"') < svg.index(">S</text>")


@pytest.mark.parametrize(
    ("stroke", "pieces"),
    [
        (Stroke(StrokeKind.LINE, 0.5, 0.5, 2.5, 0.5, 0), 2),
        (Stroke(StrokeKind.LINE, 2.5, 2.5, 0.5, 0.5, 0), 2),
        (Stroke(StrokeKind.LINE, 0.5, 0.5, 1, 0.5, 0), 1),  # cut off where a row is folded
        (Stroke(StrokeKind.LINE, 0, 0.5, 1.5, 0.5, 0), 2),
    ],
)
def test_players_lines_leave_the_letters_free(stroke: Stroke, pieces: int) -> None:
    root = drawing(stroke)
    (band,), (line,) = bands(root, "q-p1"), lines(root, "q-p1")
    ((x1, y1, _, _),) = segments(band)
    drawn = segments(line)
    assert len(drawn) == pieces
    for ax, ay, bx, by in drawn:
        for x, y in ((ax, ay), (bx, by)):
            steps = max(abs(x - x1), abs(y - y1)) / 48 + (0.5 if stroke.x1 % 1 == 0 else 0)
            at_edge = stroke.x1 % 1 == 0 or stroke.x2 % 1 == 0
            assert abs(steps - round(steps)) > 0.2 or (at_edge and abs(steps % 1 - 0.5) < 0.01)


def test_open_shaded_and_last_cells_differ_in_shape() -> None:
    moved = ElementTree.fromstring(to_svg(draw(start("extreme").play("1e5"))))
    (dots,) = paths(moved, "q-ink-3")
    assert dots.get("d", "").count("M") == 17
    shaded = ElementTree.fromstring(to_svg(draw(start("obstruction").play("c3"), ["c3"])))
    hatch, _grid = paths(shaded, "q-rule")
    assert hatch.get("d", "").count("M") == 8 * 7
    assert len(paths(shaded, "q-last")) == len(paths(shaded, "q-last-edge")) == 1


def test_grid_lies_on_whole_pixels() -> None:
    for cell in (20, 33, 48):
        root = ElementTree.fromstring(to_svg(draw(start("sos", "5x4")), cell=cell))
        (grid,) = paths(root, "q-rule")
        assert grid.get("shape-rendering") == "crispEdges"
        assert "." not in grid.get("d", "")
        assert grid.get("d", "").count(f"h{cell}v{cell}") == 20


def test_very_long_line_is_folded() -> None:
    root = ElementTree.fromstring(to_svg(draw(start("line", "2000"))))
    assert int(root.get("width", "")) < 42 * 48
    (grid,) = paths(root, "q-rule")
    corners = re.findall(r"M([\d.]+ [\d.]+)", grid.get("d", ""))
    assert len(set(corners)) == 2000


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(colour: tuple[float, ...]) -> float:
    """Return the relative luminance that WCAG 2 defines."""
    parts = [linear(part) for part in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def channels(text: str) -> tuple[float, ...]:
    return tuple(int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def mixed(over: tuple[float, ...], under: tuple[float, ...], opacity: float) -> tuple[float, ...]:
    return tuple(opacity * a + (1 - opacity) * b for a, b in zip(over, under, strict=True))


PLAYERS = [f"p{n}" for n in range(1, 9)]


@pytest.mark.parametrize("tone", ["light", "dark"])
def test_contrast_of_marks_and_labels(tone: Tone) -> None:
    colour = {use: channels(text) for use, text in COLOURS[tone].items()}
    for ground in ("paper", "marker-soft", "even", "last"):
        for mark in ("ink", *PLAYERS[:2]):
            assert contrast(colour[mark], colour[ground]) >= 4.5, (mark, ground)
    for mark in ("ink-2", "ink-3", *PLAYERS):
        for ground in ("paper", "desk"):
            assert contrast(colour[mark], colour[ground]) >= 4.5, (mark, ground)
    for player in PLAYERS[:2]:
        won = mixed(colour[player], colour["paper"], WON_OPACITY)
        assert contrast(colour[player], won) >= 4.5, player


@pytest.mark.parametrize("tone", ["light", "dark"])
def test_contrast_of_strokes(tone: Tone) -> None:
    colour = {use: channels(text) for use, text in COLOURS[tone].items()}
    for stroke in ("rule", "ink-2", *PLAYERS):
        for ground in ("paper", "desk"):
            assert contrast(colour[stroke], colour[ground]) >= 3, (stroke, ground)
    assert contrast(colour["ink-3"], colour["marker-soft"]) >= 3
    shaded = mixed(colour["even"], colour["paper"], SHADED_OPACITY)
    assert contrast(colour["rule"], shaded) >= 3
    assert contrast(colour["last-edge"], colour["last"]) >= 3


TEXTS = (
    *(("ink", ground) for ground in ("desk", "paper", "raised", "sunk")),
    *(("ink-2", ground) for ground in ("desk", "paper", "raised", "sunk", "marker-soft")),
    *(("on-ink", "ink"), ("on-marker", "marker"), ("danger", "paper"), ("paper", "danger")),
    *((f"{verdict}-ink", ground) for verdict in ("good", "bad") for ground in ("paper", "desk")),
    *((f"{verdict}-ink", verdict) for verdict in ("good", "bad")),
)


@pytest.mark.parametrize("tone", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_contrast_of_text(tone: Tone, text: str, ground: str) -> None:
    assert contrast(channels(COLOURS[tone][text]), channels(COLOURS[tone][ground])) >= 4.5


# Simulated red and green blindness, in linear RGB (Machado 2009).
VISIONS = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}


def lab(linear: list[float]) -> tuple[float, ...]:
    """Return CIE Lab, where a distance of about 2 is just visible."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in linear)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    f, g, h = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * g - 16, 500 * (f - g), 200 * (g - h)


@pytest.mark.parametrize("sight", VISIONS)
@pytest.mark.parametrize("tone", ["light", "dark"])
def test_all_players_are_distinguishable(tone: Tone, sight: str) -> None:
    seen = {}
    for player in PLAYERS:
        colour = [linear(part) for part in channels(COLOURS[tone][player])]
        seen[player] = lab(
            [sum(a * b for a, b in zip(row, colour, strict=True)) for row in VISIONS[sight]]
        )
    for one, other in combinations(PLAYERS, 2):
        assert dist(seen[one], seen[other]) > 15, (one, other)


def test_player_one_is_red_and_player_two_is_blue() -> None:
    for colours in COLOURS.values():
        red, green, blue = channels(colours["p1"])
        assert red > 1.5 * max(green, blue)
        red, green, blue = channels(colours["p2"])
        assert blue > 1.3 * max(red, green)
