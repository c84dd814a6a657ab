"""Results of tournaments with random games instead of bots, some of them forfeited."""

from __future__ import annotations

import random

from quire.arena.tournament.pairing import draw_opening, rounds
from quire.arena.tournament.plan import Entrant, Plan
from quire.arena.tournament.referee import Forfeit
from quire.arena.tournament.results import GameLine, Results
from quire.core import Outcome, Reason
from quire.games import find_game
from quire.match.record import Record

FORFEIT_REASONS = (Reason.TIME, Reason.ILLEGAL, Reason.CRASH, Reason.TAMPERING)


def make_plan(*names: str, **options: object) -> Plan:
    bots = tuple(Entrant(f"/away/{number}.py:Bot", name) for number, name in enumerate(names))
    settings = {"game": "sos", "size": "3x3", "games": 4, "nodes": 10, **options}
    return Plan(bots=bots, **settings)  # type: ignore[arg-type]


def random_results(
    plan: Plan, *, forfeits: float = 0.0, seed: int = 1, detail: str = "why"
) -> Results:
    """Return all games of a plan with one round; that share of them is forfeited."""
    (encounters,) = rounds(plan, dict)
    rng = random.Random(seed)
    names = plan.names()
    games = []
    for encounter in encounters:
        opening = draw_opening(plan, encounter)
        for number, seats in enumerate(encounter.seatings()):
            players = tuple(names[bot] for bot in seats)
            lost = rng.random() < forfeits
            moves, outcome, gone = _random_game(plan, list(opening), rng, lost, detail)
            record = Record(
                game=plan.game,
                size=plan.start_size(),
                players=players,
                moves=tuple(moves),
                outcome=outcome,
                seconds=tuple(0.25 for _ in moves),
                agents=tuple(plan.bots[bot].bot for bot in seats),
            )
            games.append(
                GameLine(
                    id=f"{encounter.id}#{number}",
                    record=record,
                    forfeits=gone,
                    opening=len(opening),
                    cpu_seconds=tuple(0.125 for _ in moves),
                    sandbox="kernel (level 2 of 3)",
                )
            )
    return Results(plan, games)


def _random_game(
    plan: Plan, moves: list[str], rng: random.Random, lost: bool, detail: str
) -> tuple[list[str], Outcome, tuple[Forfeit, ...]]:
    position = find_game(plan.game).start(plan.start_size())
    for move in moves:
        position = position.play(move)
    ends_after = len(moves) + rng.randrange(4)
    while (outcome := position.outcome()) is None:
        if lost and len(moves) == ends_after:
            loser, why = position.to_move, rng.choice(FORFEIT_REASONS)
            points = (86, 0) if plan.game == "extreme" else position.points
            points = points[::-1] if plan.game == "extreme" and loser == 0 else points
            ranks = (2, 1) if loser == 0 else (1, 2)
            return moves, Outcome(1 - loser, why, points, ranks), (Forfeit(loser, why, detail),)
        moves.append(rng.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return moves, outcome, ()
