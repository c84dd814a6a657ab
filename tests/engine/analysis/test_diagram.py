"""Analyses as pictures: every value is shown as text, not as colour alone."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

import quire
from quire.core import Position
from quire.engine.analysis.analysis import Analysis, MoveValue
from quire.engine.analysis.diagram import graph, value_text, with_values
from quire.engine.analysis.position import Analyser
from quire.engine.analysis.review import PlayerReview, Review, Step
from quire.match.agent import Limit
from quire.render.palette import COLOURS, Tone
from quire.render.svg import to_svg
from tests.brute_force import late_positions
from tests.render.test_svg import channels, contrast, lab, linear

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("game", "size"),
    [("sos", "3x3"), ("line", "70"), ("extreme", "2x9x9"), ("obstruction", "6x6")],
)
def test_every_value_is_in_its_cell(game: str, size: str) -> None:
    for position in late_positions(game, size, seed=41, count=3):
        analysis = Analyser().position(position, Limit(nodes=10**7))
        plain = quire.draw(position)
        picture = with_values(plain, analysis)
        by_place = {(note.x, note.y): note for note in picture.notes}
        worth = {move.move: move for move in analysis.moves}
        for cell in plain.cells:
            if cell.taps:
                note = by_place.pop((cell.x, cell.y))
                values = [worth[tap.move].value for tap in cell.taps]
                best = max(value for value in values if value is not None)
                assert note.worth == ("good" if best > 0 else "bad" if best < 0 else "even")
                assert note.best == any(worth[tap.move].best for tap in cell.taps)
                assert len(note.lines) == len(cell.taps)
                for tap, line in zip(cell.taps, note.lines, strict=True):
                    assert line.endswith(value_text(worth[tap.move]))
                    assert len(cell.taps) == 1 or line.startswith(tap.label)
        assert by_place == {}
        root = ElementTree.fromstring(to_svg(picture))
        texts = [element.text for element in root.iter(f"{SVG}text")]
        for note in picture.notes:
            assert set(note.lines) <= set(texts)
        frames = [shape for shape in root.iter(f"{SVG}rect") if shape.get("class") == "q-ink"]
        assert len(frames) == sum(note.best for note in picture.notes)


def test_long_line_is_folded_with_its_values() -> None:
    position = quire.parse("line", "." + "O" * 69 + " 2")
    analysis = Analyser().position(position)
    root = ElementTree.fromstring(to_svg(with_values(quire.draw(position), analysis)))
    assert "S 0" in [element.text for element in root.iter(f"{SVG}text")]


def test_estimates_differ_from_proofs_and_unknown_moves_are_empty() -> None:
    position = quire.start("obstruction", "1x4")
    moves = (
        MoveValue("a1", 0.62, exact=False, best=True),
        MoveValue("a2", -1, exact=True, best=False),
        MoveValue("a3", None, exact=False, best=False),
    )
    analysis = Analysis(position, 0.62, False, moves, (), (), 0, 0.0)
    notes = {note.y: note for note in with_values(quire.draw(position), analysis).notes}
    assert notes[0].lines == ("~+0.6",)
    assert notes[1].lines == ("−1",)
    assert set(notes) == {0, 1}


@pytest.mark.parametrize("tone", ["light", "dark"])
def test_values_are_legible_and_backgrounds_distinct(tone: Tone) -> None:
    colour = {use: channels(text) for use, text in COLOURS[tone].items()}
    grounds = ("good", "even", "bad")
    for ground in grounds:
        assert contrast(colour["ink"], colour[ground]) >= 4.5
    for one, other in combinations(grounds, 2):
        seen = [lab([linear(part) for part in colour[name]]) for name in (one, other)]
        assert sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5 > 8


def review_of(start: Position, value: float | None, exact: bool, steps: tuple[Step, ...]) -> Review:
    names = tuple(f"Player {number + 1}" for number in range(start.players))
    players = tuple(PlayerReview(80.0, {}) for _ in names)
    return Review(start, value, exact, steps, (), players, (), (), 0, 0.0, names)


def test_graph_marks_mistakes_and_includes_the_start() -> None:
    steps = (
        Step(1, "a1", 0, 1, True, 1, 1),
        Step(2, "c1", 1, 1, True, -1, 1, "blunder", ("d1",)),
        Step(3, "c3", 0, None),
        Step(4, "c4", 1, 0.2, False, -0.2, 0.9, "inaccuracy", ("d4",)),
    )
    course = review_of(quire.start("obstruction", "6x6"), 1, True, steps)
    (series,) = graph(course).series
    assert [(point.x, point.y, point.mark) for point in series.points] == [
        (0, 1, ""),
        (1, 1, ""),
        (2, 1, "c1??"),
        (4, 0.2, "c4?!"),
    ]
    assert "better was d1" in series.points[2].words


def test_each_of_three_players_has_a_separate_line() -> None:
    steps = tuple(Step(n + 1, "Sa1", n % 3, 0.1 * n) for n in range(6))
    course = review_of(quire.start("sos", "3x3:3"), None, False, steps)
    drawn = graph(course)
    assert [series.owner for series in drawn.series] == [0, 1, 2]
    assert [[point.x for point in series.points] for series in drawn.series] == [
        [1, 4],
        [2, 5],
        [3, 6],
    ]
