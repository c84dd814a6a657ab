"""Folding one long row into several."""

from __future__ import annotations

from quire.games import draw, start
from quire.picture import Cell, Picture, Stroke, StrokeKind
from quire.render.folding import folded


def test_short_row_is_unchanged() -> None:
    for picture in (draw(start("line", "40")), draw(start("sos", "26x26"))):
        assert folded(picture, 40) is picture


def test_squares_and_their_numbers_move_together() -> None:
    picture = draw(start("line", "45"))
    result = folded(picture, 40)
    assert (result.width, result.height) == (25, 3)
    places = {cell.name: (cell.x, cell.y) for cell in result.cells}
    ends = [places[name] for name in ("1", "25", "26", "45")]
    assert ends == [(0, 0), (24, 0), (0, 2), (19, 2)]
    above = picture.labels[0].y
    for label in result.labels:
        x, y = places[label.text]
        assert (label.x, label.y) == (x + 0.5, y + above)


def test_stroke_across_a_fold_becomes_two() -> None:
    cells = tuple(Cell(str(n), n, 0) for n in range(20))
    strokes = (
        Stroke(StrokeKind.LINE, 8.5, 0.5, 10.5, 0.5, 1),
        Stroke(StrokeKind.LINE, 0.5, 0.5, 2.5, 0.5),
    )
    result = folded(Picture("line", "20", "", 20, 1, cells, strokes), 10)
    assert set(result.strokes) == {
        Stroke(StrokeKind.LINE, 8.5, 0.5, 10, 0.5, 1),
        Stroke(StrokeKind.LINE, 0, 2.5, 0.5, 2.5, 1),
        Stroke(StrokeKind.LINE, 0.5, 0.5, 2.5, 0.5),
    }


def test_rows_are_no_wider_than_requested() -> None:
    for squares in (41, 60, 81, 399, 2000):
        result = folded(draw(start("line", str(squares))), 40)
        assert result.width <= 40
        assert len({(cell.x, cell.y) for cell in result.cells}) == squares
        assert all(cell.x < result.width and cell.y < result.height for cell in result.cells)
