"""Tuning a bot: its file, resuming, forfeits and the plot; games are made up, not played."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from quire.arena.tournament.plan import Entrant, Plan
from quire.arena.tournament.referee import Forfeit
from quire.arena.tournament.results import GameLine
from quire.arena.tournament.runner import ScheduledGame
from quire.arena.tuning.plot import to_svg
from quire.arena.tuning.spsa import Parameter
from quire.arena.tuning.tuning import NAMES, Tuning, TuningFile, read_tuning, tune
from quire.core import Outcome, Reason
from quire.errors import AgentFailed, NotationError, RecordError
from quire.match.record import Record

PARAMETER = Parameter.parse("x,float,5,0,10,1,0.1")


def tuning_of(**options: object) -> Tuning:
    given = {"game": "sos", "size": "3x3", "games": 40, "nodes": 1, "seed": 4, **options}
    bots = tuple(Entrant("random", name) for name in NAMES)
    plan = Plan(bots=bots, **given).named()  # type: ignore[arg-type]
    return Tuning(plan=plan, parameters=(PARAMETER,), pairs_per_step=4)


class HigherWins:
    """An executor where the setting with the higher x wins, in both seats."""

    batch, max_tasks = 1, 3

    def __init__(self, forfeits: Sequence[Forfeit] = ()) -> None:
        self.games: list[ScheduledGame] = []
        self.forfeits = tuple(forfeits)

    def submit(self, games: Sequence[ScheduledGame]) -> Future[list[GameLine]]:
        self.games += games
        done: Future[list[GameLine]] = Future()
        done.set_result([self._played(game) for game in games])
        return done

    def _played(self, game: ScheduledGame) -> GameLine:
        first, second = (float(dict(options)["x"]) for options in game.options)
        winner = 0 if first > second else 1
        ranks = (1, 2) if winner == 0 else (2, 1)
        record = Record(
            game="sos",
            size="3x3",
            players=tuple(NAMES[bot] for bot in game.seats),
            moves=(),
            outcome=Outcome(winner, Reason.RESIGNATION, (0, 0), ranks),
        )
        return GameLine(
            id=game.id,
            record=record,
            opening=0,
            cpu_seconds=(),
            sandbox="off",
            forfeits=self.forfeits,
        )

    def restart(self) -> None:
        raise AssertionError

    def close(self) -> None:
        pass


def run(path: Path, tuning: Tuning, *, resume: bool = False, steps: int = 1000) -> HigherWins:
    executor, taken = HigherWins(), 0

    def on_step(step: object) -> None:
        nonlocal taken
        taken += 1

    file = TuningFile(path, tuning, resume=resume)
    try:
        tune(file, executor, on_step=on_step, should_stop=lambda: taken >= steps)
    finally:
        file.close()
    return executor


def test_value_goes_up_if_higher_wins(tmp_path: Path) -> None:
    path = tmp_path / "tune.jsonl"
    executor = run(path, tuning_of())
    tuning, steps = read_tuning(path)
    assert tuning == tuning_of()
    assert [step.pairs for step in steps] == [4, 8, 12, 16, 20]
    assert all(step.wins + step.draws + step.losses == 8 for step in steps)
    values = [step.values["x"] for step in steps]
    assert values == sorted(values)
    assert 5 < values[0] < values[1]
    assert len({game.id for game in executor.games}) == len(executor.games) == 40


def test_interrupted_tuning_continues_as_if_it_had_not_been(tmp_path: Path) -> None:
    run(tmp_path / "whole.jsonl", tuning_of())
    path = tmp_path / "parts.jsonl"
    run(path, tuning_of(), steps=2)
    with path.open("ab") as file:
        file.write(b'{"pairs":12,"plus":')  # as if it had been killed while it wrote
    executor = run(path, tuning_of(), resume=True)
    assert len(executor.games) == 40 - 16
    assert path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_file_of_another_tuning_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tune.jsonl"
    run(path, tuning_of())
    with pytest.raises(RecordError, match="already exists"):
        run(path, tuning_of())
    with pytest.raises(RecordError, match="different tuning"):
        run(path, tuning_of(seed=5), resume=True)


def test_last_step_is_shorter_if_the_games_do_not_fill_it(tmp_path: Path) -> None:
    path = tmp_path / "tune.jsonl"
    run(path, tuning_of(games=10))
    assert [step.pairs for step in read_tuning(path)[1]] == [4, 5]


def test_bot_that_forfeits_is_an_error(tmp_path: Path) -> None:
    file = TuningFile(tmp_path / "tune.jsonl", tuning_of(), resume=False)
    broken = HigherWins([Forfeit(0, Reason.CRASH, "it broke")])
    with pytest.raises(AgentFailed, match="forfeits most of its games: it broke"):
        tune(file, broken)
    file.close()
    assert file.steps == []


def test_checks() -> None:
    with pytest.raises(NotationError, match="two-player board"):
        tuning_of(size="3x3:3").check()
    plan = tuning_of().plan
    with pytest.raises(NotationError, match="'x' is given twice"):
        Tuning(plan=plan, parameters=(PARAMETER, PARAMETER), pairs_per_step=1).check()


def test_plot_shows_every_parameter(tmp_path: Path) -> None:
    path = tmp_path / "tune.jsonl"
    run(path, tuning_of())
    tuning, steps = read_tuning(path)
    for shown in (steps, []):
        page = ET.fromstring(to_svg(tuning, shown))
        texts = [text.text for text in page.iter("{http://www.w3.org/2000/svg}text")]
        last = shown[-1].values["x"] if shown else 5
        assert f"x: 5 to {last:.4g}" in texts
        assert {"0", "40", "games"} <= set(texts)
