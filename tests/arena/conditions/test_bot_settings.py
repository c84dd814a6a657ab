"""Settings of a bot: its own, those of every bot, and what is wrong with them."""

from __future__ import annotations

import pytest

from quire.arena.bots.sandbox import Level, Sandbox
from quire.arena.conditions.bot_settings import BotSettings, read_settings
from quire.arena.tournament.plan import Entrant, Plan
from quire.arena.tournament.runner import Job
from quire.errors import NotationError


def test_own_settings_go_before_those_of_every_bot() -> None:
    each = read_settings(["tc=10+0.1", "nodes=500", "option.a=1", "option.b=2", "restart=on"])
    own = read_settings(["movetime=1s", "option.b=3", "restart=off"])
    found = own.over(each)
    assert found == BotSettings(
        movetime="1s", nodes=500, restart=False, option={"a": "1", "b": "3"}
    )


def test_plan_has_three_levels_of_settings() -> None:
    bots = Entrant("random"), Entrant("greedy", movetime="2s"), Entrant("mcts", nodes=7)
    plan = Plan(bots=bots, game="sos", movetime="1s", each=BotSettings(nodes=9, tc="5s"))
    assert [str(under.control) for under in plan.conditions()] == [
        "5s per game, 9 nodes per move",
        "2 s per move, 9 nodes per move",
        "5s per game, 7 nodes per move",
    ]


def test_default_is_the_time_per_move_of_the_course() -> None:
    plan = Plan(bots=(Entrant("random"), Entrant("greedy", depth=3)), game="sos")
    assert [str(under.control) for under in plan.conditions()] == ["24 s per move", "depth 3"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tc"], "unknown setting 'tc': choose from movetime, tc, nodes, depth, restart, option"),
        (["st=5"], "unknown setting 'st=5'"),
        (["tc=1", "tc=2"], "tc is given twice"),
        (["nodes=many"], "nodes must be a whole number, not 'many'"),
        (["nodes=0"], "nodes"),
        (["restart=yes"], "restart must be on or off, not 'yes'"),
    ],
)
def test_invalid_words(words: list[str], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_settings(words)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (BotSettings(tc="5s", movetime="1s"), "can't be combined"),
        (BotSettings(tc="soon"), "is not a time control"),
        (BotSettings(option={"Size": "5x5"}), "'Size' is not a bot's option"),
        (BotSettings(option={"two words": "1"}), "is not a bot's option"),
        (BotSettings(option={"a": "1\nquit"}), "must be text on one line"),
    ],
)
def test_invalid_settings(settings: BotSettings, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        settings.conditions("24s")


def test_depth_of_a_built_in_agent_is_an_error_before_the_first_game() -> None:
    plan = Plan(bots=(Entrant("random"), Entrant("mcts", depth=3)), game="sos", size="3x3")
    with pytest.raises(NotationError, match="mcts: built-in agents have no depth limit"):
        Job.of(plan, Sandbox(Level.OFF))
