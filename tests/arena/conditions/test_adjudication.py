"""Adjudication: games that end early, by a referee with scripted bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from quire.arena.bots.move_info import MoveInfo
from quire.arena.bots.pool import BotPool
from quire.arena.bots.process import Answer
from quire.arena.bots.sandbox import Level, Sandbox
from quire.arena.bots.spec import Bot, read_bot
from quire.arena.bots.transcript import Transcript
from quire.arena.conditions.adjudication import (
    Adjudication,
    DrawRule,
    ResignRule,
    SolverRule,
    read_rule,
)
from quire.arena.conditions.bot_settings import Conditions
from quire.arena.conditions.time_control import GameTime, TimeControl
from quire.arena.report.report import to_html
from quire.arena.tournament.plan import Entrant, Plan
from quire.arena.tournament.referee import PlayedGame, play_game
from quire.arena.tournament.results import GameLine, Results
from quire.arena.tournament.standings import adjudicated_games
from quire.core import Reason
from quire.engine.ugi.protocol import Options
from quire.errors import NotationError, RecordError
from quire.games import find_game
from quire.match.agent import Limit

BOTS = [read_bot("random", "one"), read_bot("random", "other")]


class Scripted:
    """Plays the first legal move, with these scores and times in turn."""

    def __init__(self, scores: Sequence[float | None] = (), seconds: float = 0.5) -> None:
        self.scores = list(scores)
        self.seconds = seconds
        self.limits: list[Limit] = []
        self.positions: list[str] = []
        self.transcript = Transcript()

    def ask(self, position: str, player: int, limit: Limit) -> Answer:
        self.limits.append(limit)
        self.positions.append(position)
        text, _, moves = position.partition(" moves ")
        game = find_game(GAME)
        board = game.start(SIZE) if text == "startpos" else game.parse(text)
        for move in moves.split():
            board = board.play(move)
        score = self.scores.pop(0) if self.scores else None
        info = None if score is None else MoveInfo(score=score)
        return Answer(board.legal_moves()[0], self.seconds, 0.0, info)


GAME, SIZE = "sos", "4x4"


class ScriptedPool(BotPool):
    """A pool of two scripted bots."""

    def __init__(self, *scripts: Scripted) -> None:
        super().__init__(Sandbox(Level.OFF))
        self.scripts = scripts
        self.options: list[Options] = []
        self.stopped: list[str] = []

    def ready(  # type: ignore[override]
        self, bot: Bot, game: str, size: str, copy: int = 0, options: Options = ()
    ) -> Scripted:
        self.options.append(options)
        return self.scripts[BOTS.index(bot)]

    def stop(self, bot: Bot, copy: int = 0) -> None:
        self.stopped.append(bot.name)


def played(one: Scripted, other: Scripted, rules: Adjudication) -> PlayedGame:
    found = play_game(
        GAME, SIZE, BOTS, ScriptedPool(one, other), Limit(seconds=5), adjudication=rules
    )
    found.record.check()
    return found


def test_bot_resigns_by_its_own_scores() -> None:
    rules = Adjudication(resign=ResignRule(score=3, movecount=2))
    found = played(Scripted([-3, -2, -3, -4]), Scripted([None, 9, 9]), rules)
    # Its third and fourth moves are the first two in a row: seven moves in all.
    assert (found.adjudicated, len(found.record.moves)) == ("resign", 7)
    assert (found.record.outcome.winner, found.record.outcome.reason) == (1, Reason.ADJUDICATION)


def test_other_bot_must_agree_if_twosided() -> None:
    rules = Adjudication(resign=ResignRule(score=3, movecount=2, twosided=True))
    found = played(Scripted([-3, -3, -3]), Scripted([0, 3, 3]), rules)
    assert (found.adjudicated, len(found.record.moves)) == ("resign", 6)
    assert found.record.outcome.winner == 1


def test_missing_score_begins_the_count_again() -> None:
    rules = Adjudication(resign=ResignRule(score=1, movecount=2))
    found = played(Scripted([-1, None, -1, None, -1]), Scripted(), rules)
    assert found.adjudicated is None


def test_even_scores_are_a_draw_after_movenumber() -> None:
    scores = [0.1, -0.1, 0, 0, 0]
    early = played(
        Scripted(scores), Scripted(scores), Adjudication(draw=DrawRule(score=0.1, movecount=2))
    )
    assert (early.adjudicated, len(early.record.moves)) == ("draw", 4)
    late = played(
        Scripted(scores),
        Scripted(scores),
        Adjudication(draw=DrawRule(score=0.1, movecount=2, movenumber=7)),
    )
    assert (late.adjudicated, len(late.record.moves)) == ("draw", 7)
    assert (late.record.outcome.winner, late.record.outcome.ranks) == (None, (1, 1))


def test_maximum_length_is_a_draw() -> None:
    found = played(Scripted(), Scripted(), Adjudication(max_moves=5))
    assert (found.adjudicated, len(found.record.moves)) == ("max_moves", 5)
    assert found.record.outcome.winner is None


def test_solver_ends_a_game_with_the_result_of_best_play() -> None:
    found = played(Scripted(), Scripted(), Adjudication(solver=SolverRule(nodes=100)))
    assert found.adjudicated == "solver"
    *_, last = found.record.replay()
    assert last.outcome() is None
    # Brute force: every game from here, with best play by both.
    assert found.record.outcome.winner == _winner(last)


def _winner(position) -> int | None:  # type: ignore[no-untyped-def]
    def margin(board) -> int:  # type: ignore[no-untyped-def]
        if board.outcome() is not None:
            one, other = board.points
            return int(one - other)
        key = (tuple(sorted(board.cells().items())), board.to_move)
        if key not in known:
            scored = board.points[0] - board.points[1]
            values = [margin(board.play(move)) - scored for move in board.legal_moves()]
            known[key] = (max if board.to_move == 0 else min)(values)
        return known[key] + int(board.points[0] - board.points[1])

    known: dict[object, int] = {}
    value = margin(position)
    return None if value == 0 else 0 if value > 0 else 1


def test_clocks_run_and_restart_and_options_reach_the_bot() -> None:
    one, other = Scripted(seconds=1.5), Scripted(seconds=0.25)
    pool = ScriptedPool(one, other)
    under = [
        Conditions(TimeControl(game=GameTime(30, 1)), (("hash", "64"),), restart=True),
        Conditions(TimeControl(game=GameTime(5))),
    ]
    play_game(GAME, SIZE, BOTS, pool, under)
    assert pool.options == [(("hash", "64"),), ()]
    assert pool.stopped == ["one"]
    lefts = [limit.clocks.left for limit in one.limits[:3] if limit.clocks]
    assert lefts == [(30, 5), (29.5, 4.75), (29, 4.5)]


def test_adjudicated_games_are_counted_and_shown() -> None:
    bots = (Entrant("random", "one"), Entrant("random", "other"))
    plan = Plan(bots=bots, game=GAME, size=SIZE, games=2, max_moves=5)
    game = played(Scripted([0.5, 1]), Scripted(), Adjudication(max_moves=5))
    line = GameLine(
        id="0-1.0#0",
        record=game.record,
        opening=0,
        cpu_seconds=game.cpu_seconds,
        sandbox="off",
        info=game.info,
        adjudicated=game.adjudicated,
    )
    line.check(plan)
    results = Results(plan, [line])
    assert adjudicated_games(results) == {"max_moves": 1}
    assert "1 of 1 games: 1 by max_moves" in to_html(results)


def test_game_line_that_contradicts_itself_is_rejected(tmp_path: Path) -> None:
    game = played(Scripted(), Scripted(), Adjudication(max_moves=5))
    plan = Plan(bots=(Entrant("random", "one"), Entrant("random", "other")), game=GAME, size=SIZE)
    common = {
        "id": "0-1.0#0",
        "record": game.record,
        "opening": 0,
        "cpu_seconds": game.cpu_seconds,
        "sandbox": "off",
    }
    with pytest.raises(RecordError, match="disagree"):
        GameLine(**common).check(plan)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="1 infos for 5 moves"):
        GameLine(**common, info=(None,), adjudicated=game.adjudicated).check(plan)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "resign needs score"),
        ("movecount=3", "resign needs score"),
        ("score=x", "'score=x' must be a number, 0 or more"),
        ("score=-1", "must be a number, 0 or more"),
        ("score=1 movecount=0", "must be a whole number above 0"),
        ("score=1 twosided=1", "must be true or false"),
        ("score=1 score=2", "given twice"),
        ("score=1 moves=2", "unknown setting 'moves=2' of resign: choose from score, movecount"),
    ],
)
def test_invalid_rules(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_rule(ResignRule, text)


def test_rules_must_fit_the_game() -> None:
    with pytest.raises(NotationError, match="has no draws"):
        Plan(bots=(Entrant("random"),) * 2, game="obstruction", draw="score=0").adjudication()
    with pytest.raises(NotationError, match="two-player game"):
        Plan(
            bots=(Entrant("random"),) * 2, game="sos", size="3x3:3", solver="nodes=5"
        ).adjudication()
