"""Positions, pictures, records and analyses display themselves in a notebook."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import quire
from quire.engine.analysis.position import Analyser
from quire.engine.solver.solve import solve


@pytest.mark.parametrize("game", [game.key for game in quire.GAMES])
def test_position_and_its_picture_show_the_same_board(game: str) -> None:
    position = quire.start(game)
    svg = position._repr_svg_()  # type: ignore[attr-defined]
    assert svg == quire.draw(position)._repr_svg_()
    assert ET.fromstring(svg).tag.endswith("svg")


def test_record_shows_its_players_and_the_last_position() -> None:
    match = quire.Match("line", "5", players=("Ann & co", "Bob"))
    for move in ("S1", "O2", "S3"):
        match.play(match.position.to_move, move, now=0.0)
    html = match.record._repr_html_()
    assert "Ann &amp; co - Bob" in html
    assert "player 1 wins" in html
    assert "<svg" in html


def test_analysis_shows_values_and_review_its_graph() -> None:
    position = quire.parse("line", "S.S.... 1")
    assert "+1" in Analyser().position(position)._repr_svg_()
    review = Analyser().game(quire.start("line", "5"), ["S1", "O2", "S3"])
    assert "value after each move" in review._repr_svg_()


def test_solution_shows_its_value_and_best_moves() -> None:
    html = solve(quire.parse("obstruction", "X#./##./... 2"), book=False)._repr_html_()
    assert "<td>win</td>" in html
    assert "<td>c3</td>" in html
