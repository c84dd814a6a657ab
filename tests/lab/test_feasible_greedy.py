from __future__ import annotations

import pytest

from quire.errors import NotationError
from quire.lab.feasible_greedy import (
    OPPONENTS,
    PAPER,
    SIZES,
    Cell,
    NoOption,
    Score,
    empty_board,
    play_against,
    play_table,
)
from quire.lab.interval import same_source

QUIET = NoOption(0, 0, (0, 0), (0, 0), 0)


def test_papers_table_is_complete() -> None:
    assert set(PAPER) == {(size, other) for size in SIZES for other in OPPONENTS[:2]}
    assert all(score.games == 200 for score in PAPER.values())


def test_table_depends_only_on_its_seed() -> None:
    games_reported: list[int] = []
    table = play_table(["3x3", "4x5"], 150, 1, "2nn", games_reported.append)
    assert table == play_table(["3x3", "4x5"], 150, 1, "2nn")
    assert table[3:] == play_table(["4x5"], 150, 1, "2nn")
    assert table != play_table(["3x3", "4x5"], 150, 2, "2nn")
    assert sum(games_reported) == 2 * 3 * 150
    assert [(cell.size, cell.opponent) for cell in table] == [
        (size, other) for size in ("3x3", "4x5") for other in OPPONENTS
    ]
    assert all(cell.score.games == 150 for cell in table)


def test_no_option_condition_never_occurs_on_3x3() -> None:
    small, large = (play_table([size], 200, 1, "2nn")[2] for size in ("3x3", "6x6"))
    assert small.no_option.turns == 200 * 9
    assert small.no_option.turns_without_option == 0
    met, lost = sum(large.no_option.met_first), sum(large.no_option.then_lost)
    assert 0 < lost <= met <= 200
    assert large.no_option.turned <= met
    assert large.no_option.turns == 200 * 36


@pytest.mark.parametrize("opponent", ["greedy", "feasible:retry=2nn"])
def test_agents_give_the_results_of_the_native_duel(opponent: str) -> None:
    """The same policies through Python: equal up to chance."""
    slow = play_against(opponent, "4x4", 120, 1, "2nn")
    (fast,) = (
        cell
        for cell in play_table(["4x4"], 1500, 1, "2nn")
        if cell.opponent == opponent.partition(":")[0]
    )
    assert slow.score.games == 120
    assert same_source(slow.score.counts(), fast.score.counts()) > 0.001
    met = [(sum(cell.no_option.met_first), cell.score.games) for cell in (slow, fast)]
    assert same_source(*((some, games - some) for some, games in met)) > 0.001
    turned = [(cell.no_option.turned, cell.score.games) for cell in (slow, fast)]
    assert same_source(*((some, games - some) for some, games in turned)) > 0.001


def test_cell_agrees_or_disagrees() -> None:
    assert Cell("3x3", "greedy", Score(1010, 0, 990), QUIET).agrees is True
    assert Cell("3x3", "greedy", Score(1500, 0, 500), QUIET).agrees is False
    unknown = Cell("3x3", "champion", Score(1, 2, 3), QUIET)
    assert (unknown.paper, unknown.chance, unknown.agrees) == (None, None, None)
    facts = unknown.facts()
    assert (facts["games"], facts["wins"], facts["losses"], facts["draws"]) == (6, 1, 2, 3)


def test_table_needs_two_players() -> None:
    assert empty_board("7x5").size == "7x5"
    with pytest.raises(NotationError, match="not a two-player board"):
        empty_board("5x5:3")
