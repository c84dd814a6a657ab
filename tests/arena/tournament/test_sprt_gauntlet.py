"""SPRT with more than two bots: each against the first, and each stops by itself."""

from __future__ import annotations

from pathlib import Path

from quire.arena.bots.sandbox import Level, Sandbox
from quire.arena.statistics.sprt import Sprt
from quire.arena.tournament.plan import Entrant, Kind, Plan
from quire.arena.tournament.results import Results, ResultsFile
from quire.arena.tournament.runner import Job, LocalExecutor, play_tournament
from quire.arena.tournament.standings import (
    LiveStandings,
    is_decided,
    is_finished,
    scores,
    undecided,
    verdicts,
)
from tests.arena.random_results import make_plan, random_results

TEST = "elo0=0 elo1=100"


def test_every_opponent_has_its_own_verdict() -> None:
    plan = make_plan("one", "two", "three", kind=Kind.GAUNTLET, games=60, sprt=TEST)
    results = random_results(plan)
    live = LiveStandings(results)
    expected = {
        other: Sprt.parse(TEST).verdict(scores(results)[0, other].pairs) for other in (1, 2)
    }
    assert verdicts(plan, live) == expected
    assert undecided(plan, live) == ("continue" in expected.values())
    assert is_decided(plan, live, (0, 2)) == (expected[2] != "continue")


def test_without_a_test_nothing_is_decided() -> None:
    plan = make_plan("one", "two")
    live = LiveStandings(Results(plan))
    assert verdicts(plan, live) == {}
    assert undecided(plan, live)
    assert not is_decided(plan, live, (0, 1))


def test_pairings_that_are_decided_are_not_played_on(tmp_path: Path) -> None:
    """The first bot beats one opponent at once, and is equal to the other, which is itself."""
    bots = (Entrant("perfect", "a"), Entrant("random", "b"), Entrant("perfect", "c"))
    plan = Plan(
        bots=bots,
        game="obstruction",
        size="3x3",
        kind=Kind.GAUNTLET,
        games=400,
        nodes=1000,
        sprt="elo0=0 elo1=400",
        opening=1,
    )
    file = ResultsFile(tmp_path / "r.jsonl", plan, resume=False)
    live = LiveStandings(file.results)
    executor = LocalExecutor(Job.of(plan, Sandbox(Level.PROCESS)), 1)
    try:
        play_tournament(
            plan,
            file,
            executor,
            on_game=live.add,
            is_decided=lambda encounter: is_decided(plan, live, encounter.bots),
            should_stop=lambda: not undecided(plan, live),
        )
    finally:
        executor.close()
        file.close()
    assert verdicts(plan, live) == {1: "accept H1", 2: "accept H0"}
    assert len(file.results.games) < 400
    assert is_finished(file.results)
