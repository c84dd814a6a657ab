"""The levels for people: complete, limited by nodes, and rising in strength."""

from __future__ import annotations

import pytest

import quire
from quire import Limit
from quire._native import Stop
from quire.engine.agents.level import LEVELS, LevelAgent, level_limit
from quire.engine.agents.registry import AGENTS, LEVEL_SUMMARIES
from quire.profile import LevelSettings
from tests.random_games import BOARDS, sample

MIN_NODES = 20
"""With fewer a level would play at random."""

SETTINGS = {game.key: game.profile.levels for game in quire.GAMES}


def test_every_game_has_every_level() -> None:
    assert {len(levels) for levels in SETTINGS.values()} == {LEVELS} == {len(LEVEL_SUMMARIES)}
    assert [f"level{level}" for level in range(1, LEVELS + 1)] == [
        name for name in AGENTS if name.startswith("level")
    ]


@pytest.mark.parametrize("levels", SETTINGS.values(), ids=SETTINGS)
def test_level_is_limited_by_nodes_and_never_by_time(levels: tuple[LevelSettings, ...]) -> None:
    for settings in levels:
        assert settings.nodes > 0
        assert "seconds=" not in settings.agent
    # No level misses more than a lower one.
    missed = [level.miss_rate for level in levels if level.agent.startswith("mcts")]
    assert missed == sorted(missed, reverse=True)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_every_level_plays_every_board(game: str, size: str) -> None:
    for level in (1, 3, 6) if size not in ("26x26", "2000") else (2,):
        agent = quire.make_agent(f"level{level}", seed=4)
        assert agent.name == f"level{level}"
        for position, _ in sample(game, size, seed=9, count=3):
            if position.outcome() is None:
                assert agent.choose(position).move in position.legal_moves()


@pytest.mark.parametrize("game", SETTINGS)
def test_level_has_all_its_nodes_on_the_measured_size(game: str) -> None:
    start = quire.start(game, quire.find_game(game).profile.measured_size)
    for settings in SETTINGS[game]:
        assert level_limit(settings, start) == Limit(nodes=settings.nodes)
    small = {"sos": "3x3", "line": "7", "extreme": "2x9x9", "obstruction": "5x5"}[game]
    assert level_limit(settings, quire.start(game, small)) == Limit(nodes=settings.nodes)


def test_level_has_fewer_nodes_on_larger_boards() -> None:
    level6, level8 = SETTINGS["sos"][5], SETTINGS["sos"][7]
    assert (level6.nodes, level8.nodes) == (200, 20_000)
    assert level_limit(level8, quire.start("sos", "12x12")) == Limit(nodes=5000)
    assert level_limit(level6, quire.start("sos", "26x26")) == Limit(nodes=MIN_NODES)
    assert level_limit(SETTINGS["line"][0], quire.start("line", "2000")) == Limit(nodes=10)
    assert LevelAgent(6, seed=1).choose(quire.start("sos", "26x26")).nodes <= MIN_NODES


def test_level_can_be_stopped_and_reports_its_result() -> None:
    position, stop = quire.start("sos", "8x8"), Stop()
    whole = LevelAgent(5, seed=1).think(position)
    assert whole.choice() == LevelAgent(5, seed=1).choose(position)
    assert whole.line[0] == whole.candidates[0].move
    stop.set()
    stopped = LevelAgent(5, seed=1).think(position, stop=stop)
    assert stopped.nodes < whole.nodes
    careless = LevelAgent(1, seed=1).think(quire.parse("line", "S.S......... 1"))
    assert len(careless.candidates) < 20
    assert not any(candidate.exact for candidate in careless.candidates)


def test_same_seed_plays_the_same_move() -> None:
    position = quire.start("sos", "6x6")
    chosen = {LevelAgent(2, seed=seed).choose(position).move for seed in [7] * 4}
    assert len(chosen) == 1


def test_low_level_overlooks_wins_and_high_level_does_not() -> None:
    """A win in one: level 1 sometimes overlooks it, level 5 never does."""
    position = quire.parse("line", "S.S......... 1")

    def found(level: int) -> int:
        return sum(LevelAgent(level, seed).choose(position).move == "O2" for seed in range(40))

    assert 1 <= found(1) < 30
    assert found(5) == 40
