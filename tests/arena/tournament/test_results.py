"""Results files: complete, damaged, resumed, merged, described by the schema, and summed up."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import jsonschema
import msgspec
import pytest

from quire.arena.bots.sandbox import Level, Sandbox
from quire.arena.tournament.plan import Kind, Plan
from quire.arena.tournament.results import GameLine, Results, ResultsFile, results_schema
from quire.arena.tournament.runner import Job, LocalExecutor, play_tournament
from quire.arena.tournament.standings import (
    LiveStandings,
    encounter_points,
    is_finished,
    scores,
    standings,
)
from quire.errors import NotationError, RecordError
from tests.arena.random_results import make_plan, random_results

DOCS = Path(__file__).parents[3] / "docs" / "reference"
NAMES = ("Ann", "Bob", "Cleo")


@pytest.fixture
def results() -> Results:
    return random_results(make_plan(*NAMES, games=5), forfeits=0.3)


@pytest.fixture
def path(results: Results, tmp_path: Path) -> Path:
    written = tmp_path / "r.jsonl"
    results.write(written)
    return written


def test_round_trip(results: Results, path: Path) -> None:
    found = Results.read(path)
    assert (found.plan, found.games) == (results.plan, results.games)
    assert len(found.games) == 15


def test_incomplete_last_line_is_ignored_and_removed_by_resume(
    results: Results, path: Path
) -> None:
    whole = path.read_bytes()
    game, *_ = results.games.values()
    for half in (b"{", whole.splitlines()[-1][:-1], b"\xff"):
        path.write_bytes(whole + half)
        assert Results.read(path).games == results.games
        ResultsFile(path, results.plan, resume=True).close()
        assert path.read_bytes() == whole
    file = ResultsFile(path, results.plan, resume=True)
    file.add(msgspec.structs.replace(game, id="0-1.3#0"))
    file.close()
    assert path.read_bytes().startswith(whole)
    assert len(Results.read(path).games) == 16


def test_game_is_written_at_once(results: Results, tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "new.jsonl", results.plan, resume=False)
    for count, game in enumerate(results.games.values(), 1):
        file.add(game)
        assert len(Results.read(tmp_path / "new.jsonl").games) == count
    file.close()


@pytest.mark.parametrize("left", [b"", b'{"format":1,"pl'])
def test_file_without_a_complete_plan_is_restarted(
    left: bytes, results: Results, path: Path
) -> None:
    path.write_bytes(left)
    ResultsFile(path, results.plan, resume=True).close()
    assert Results.read(path).plan == results.plan


def edited(change: Callable[[dict[str, object]], object], line: bytes) -> bytes:
    data = json.loads(line)
    change(data)
    return json.dumps(data).encode()


DAMAGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut": (lambda line: line[:50], "invalid JSON"),
    "bytes": (lambda line: b"\xff" + line, "UTF-8"),
    "field": (lambda line: edited(lambda game: game.update(more=1), line), "unknown field `more`"),
    "missing": (lambda line: edited(lambda game: game.pop("record"), line), "`record`"),
    "id": (lambda line: edited(lambda game: game.update(id="0-1"), line), r"\$\.id"),
    "bot": (
        lambda line: edited(lambda game: game.update(id="0-9.0#0"), line),
        "game 0-9.0#0 is not part of",
    ),
    "seat": (
        lambda line: edited(lambda game: game.update(id="0-1.0#2"), line),
        "game 0-1.0#2 is not part of",
    ),
    "kind": (
        lambda line: edited(lambda game: game.update(id="k1/0-1.0#0"), line),
        "game k1/0-1.0#0 is not part of a round-robin",
    ),
    "players": (
        lambda line: edited(lambda game: game.update(id="0-2.0#0"), line),
        "Ann against Cleo",
    ),
    "move": (lambda line: re.sub(rb'"moves":\["[^"]*"', b'"moves":["Za1"', line), "move 1: "),
    "outcome": (lambda line: line.replace(b'"points":[', b'"points":[7'), "outcome: "),
    "type": (lambda line: edited(lambda game: game.update(opening="2"), line), "Expected `int`"),
    "forfeit": (
        lambda line: edited(
            lambda game: game.update(forfeits=[{"player": 2, "reason": "time", "detail": ""}]), line
        ),
        "who isn't in the game",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_line_is_reported_by_number(damage: str, path: Path) -> None:
    lines = path.read_bytes().splitlines()
    change, message = DAMAGES[damage]
    lines[5] = change(lines[5])
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(RecordError, match=f"line 6: .*{message}") as caught:
        Results.read(path)
    assert caught.value.line == 6


@pytest.mark.parametrize(
    ("kind", "id"),
    [
        (Kind.KNOCKOUT, "0-1.0#0"),
        (Kind.KNOCKOUT, "r1/0-1.0#0"),
        (Kind.KNOCKOUT, "k1/0-1-2.0#0"),
        (Kind.SWISS, "k1/0-1.0#0"),
        (Kind.GAUNTLET, "r1/0-1.0#0"),
    ],
)
def test_game_of_another_kind_of_tournament_is_reported(kind: Kind, id: str) -> None:
    game, *_ = _games(random_results(make_plan(*NAMES)))
    plan = make_plan(*NAMES, kind=kind)
    with pytest.raises(RecordError, match=f"game {id} is not part of a {kind}"):
        msgspec.structs.replace(game, id=id).check(plan)


def test_damaged_line_is_not_overwritten_by_resume(results: Results, path: Path) -> None:
    damaged = path.read_bytes().replace(b'"moves"', b'"mooves"', 1)
    path.write_bytes(damaged)
    with pytest.raises(RecordError, match="line 2: "):
        ResultsFile(path, results.plan, resume=True)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "contains no results"),
        (b'{"format":1}', "contains no results"),
        (b'{"format":2,"plan":{}}\n', "line 1: "),
        (b"[]\n", "line 1: "),
        (b'{"format":1,"plan":{"bots":[{"bot":"random"}],"game":"sos"}}\n', "line 1: .*bots"),
    ],
)
def test_invalid_results_files(content: bytes, message: str, path: Path) -> None:
    path.write_bytes(content)
    with pytest.raises(RecordError, match=message):
        Results.read(path)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        Results.read(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    "change", [{"games": 6}, {"seed": 2}, {"nodes": 11}, {"size": "4x4"}, {"kind": Kind.SWISS}]
)
def test_resume_with_another_plan_is_refused(
    change: dict[str, object], results: Results, path: Path
) -> None:
    before = path.read_bytes()
    with pytest.raises(RecordError, match="different plan"):
        ResultsFile(path, msgspec.structs.replace(results.plan, **change), resume=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize("resume", [False, True])
def test_locked_file_is_left_alone(resume: bool, tmp_path: Path) -> None:
    path, plan = tmp_path / "r.jsonl", make_plan(*NAMES)
    playing = ResultsFile(path, plan, resume=resume)
    before = path.read_bytes()
    with pytest.raises(RecordError, match="is in use by another quire command"):
        ResultsFile(path, plan, resume=True)
    assert path.read_bytes() == before
    playing.close()
    ResultsFile(path, plan, resume=True).close()
    assert path.read_bytes() == before


def test_unplayable_plan_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="opening"):
        ResultsFile(tmp_path / "r.jsonl", make_plan(*NAMES, opening=9), resume=False)
    assert not (tmp_path / "r.jsonl").exists()


# --- merging ---


def part(results: Results, place: int, parts: int) -> Results:
    return Results(results.plan, list(results.games.values())[place::parts])


def test_parts_merge_in_any_order(results: Results, tmp_path: Path) -> None:
    for order in ((0, 1, 2), (2, 0, 1)):
        whole = Results.merged(part(results, place, 3) for place in order)
        assert (whole.plan, whole.games) == (results.plan, results.games)
        path = tmp_path / f"{order[0]}.jsonl"
        whole.write(path)
        assert Results.read(path).games == results.games


def test_game_in_two_parts_counts_once(results: Results) -> None:
    assert Results.merged([part(results, 0, 2), results]).games == results.games


def test_conflicting_games_are_not_merged(results: Results) -> None:
    other = random_results(results.plan, seed=2)
    with pytest.raises(RecordError, match=r"two different results for game 0-1\.0#0"):
        Results.merged([results, other])


def test_duplicate_game_is_refused(results: Results, path: Path) -> None:
    other = random_results(results.plan, seed=2).games["0-1.0#0"]
    with path.open("ab") as file:
        file.write(msgspec.json.encode(other) + b"\n")
    with pytest.raises(RecordError, match=r"line 17: .*two different results"):
        Results.read(path)


def test_different_plans_and_no_files_are_not_merged(results: Results) -> None:
    with pytest.raises(RecordError, match="different plans"):
        Results.merged([results, random_results(make_plan(*NAMES, seed=2))])
    with pytest.raises(RecordError, match="nothing to merge"):
        Results.merged([])


# --- the schema ---


def test_published_schema_is_current() -> None:
    published = (DOCS / "results.schema.json").read_text("utf-8")
    assert published == json.dumps(results_schema(), indent=2) + "\n", "run make docs"


def test_results_conform_to_the_schema(tmp_path: Path) -> None:
    bots = Path(__file__).parents[1] / "sample_bots" / "attacks.py"
    plan = msgspec.structs.replace(make_plan("Ann", "Bob"), games=2)
    entrants = (
        msgspec.structs.replace(plan.bots[0], bot="random:seed=1"),
        msgspec.structs.replace(plan.bots[1], bot=f"{bots}:Exits"),
    )
    plan = msgspec.structs.replace(plan, bots=entrants)
    path = tmp_path / "r.jsonl"
    file, executor = (
        ResultsFile(path, plan, resume=False),
        LocalExecutor(Job.of(plan, Sandbox(Level.PROCESS)), 1),
    )
    play_tournament(plan, file, executor)
    executor.close()
    file.close()
    validator = jsonschema.Draft202012Validator(results_schema())
    validator.check_schema(results_schema())
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert len(lines) == 3
    assert all(line["forfeits"] for line in lines[1:])
    for line in lines:
        validator.validate(line)
    wrongs: list[object] = [{**lines[1], "id": "0"}, {**lines[1], "more": 1}, {"plan": {}}, {}]
    for wrong in wrongs:
        assert not validator.is_valid(wrong)


# --- standings ---


def naive_standings(results: Results) -> dict[str, list[float]]:
    """Return games, points and forfeits of everyone, game by game."""
    table: defaultdict[str, list[float]] = defaultdict(lambda: [0, 0, 0])
    for game in results.games.values():
        outcome = game.record.outcome
        winners = [
            p for p, rank in zip(game.record.players, outcome.ranks, strict=True) if rank == 1
        ]
        for player in game.record.players:
            table[player][0] += 1
            table[player][1] += (player in winners) / len(winners)
        for forfeit in game.forfeits:
            table[game.record.players[forfeit.player]][2] += 1
    return table


PLANS = [
    make_plan(*NAMES, games=5),
    make_plan(*NAMES, "Dan", games=6, kind=Kind.GAUNTLET),
    make_plan(*NAMES, "Dan", games=7, size="3x3:3"),
    make_plan("Ann", "Bob", game="obstruction", size="5x5", games=9),
]


@pytest.mark.parametrize("plan", PLANS)
def test_standings_are_sums_over_the_games(plan: Plan) -> None:
    two = plan.size != "3x3:3"
    results = random_results(plan, forfeits=0.2 if two else 0)
    table = standings(results)
    assert {
        standing.name: [standing.games, standing.points, standing.forfeits] for standing in table
    } == {name: pytest.approx(row) for name, row in naive_standings(results).items()}
    assert sum(standing.points for standing in table) == pytest.approx(len(results.games))
    ratings = [standing.rating.elo for standing in table if standing.rating]
    assert ratings == sorted(ratings, reverse=True)
    by_points = standings(results, rated=False)
    assert [standing.share for standing in by_points] == sorted(
        (standing.share for standing in table), reverse=True
    )
    assert all(standing.rating is None for standing in by_points)
    running = LiveStandings(results)
    assert running.games == Counter({standing.name: standing.games for standing in table})
    assert dict(running.points) == pytest.approx(
        {standing.name: standing.points for standing in table if standing.games}
    )


@pytest.mark.parametrize("plan", PLANS)
def test_win_counts_for_the_winner_and_draw_for_all(plan: Plan) -> None:
    results = random_results(plan)
    for standing in standings(results, rated=False):
        first = [
            (
                game.record.outcome.ranks[game.record.players.index(standing.name)],
                game.record.outcome,
            )
            for game in _games(results)
            if standing.name in game.record.players
        ]
        alone = [outcome for rank, outcome in first if rank == 1 and outcome.winner is not None]
        shared = [outcome for rank, outcome in first if rank == 1 and outcome.winner is None]
        behind = [outcome for rank, outcome in first if rank > 1]
        assert (standing.wins, standing.draws, standing.losses) == (
            len(alone),
            len(shared),
            len(behind),
        )


@pytest.mark.parametrize("plan", PLANS)
def test_tournament_is_finished_with_its_last_game(plan: Plan) -> None:
    results = random_results(plan)
    assert is_finished(results)
    assert not is_finished(Results(plan, _games(results)[:-1]))


@pytest.mark.parametrize("plan", [plan for plan in PLANS if plan.size != "3x3:3"])
def test_encounter_is_counted_by_seat_and_in_pairs(plan: Plan) -> None:
    results = random_results(plan, forfeits=0.2)
    names = plan.names()
    assert len(scores(results)) == len({game.record.players for game in _games(results)}) // 2
    for (one, other), score in scores(results).items():
        seats: tuple[list[float], list[float]] = [], []
        pairs: defaultdict[str, list[float]] = defaultdict(list)
        for game in _games(results):
            players = game.record.players
            if set(players) == {names[one], names[other]}:
                seat = players.index(names[one])
                ranks = game.record.outcome.ranks
                share = 0.5 if ranks[0] == ranks[1] else float(ranks[seat] == 1)
                seats[seat].append(share)
                pairs[game.encounter].append(share)
        for tally, shares in zip((score.first, score.second), seats, strict=True):
            counts = tuple(shares.count(share) for share in (1, 0.5, 0))
            assert (tally.wins, tally.draws, tally.losses) == counts
        whole = Counter(sum(pair) for pair in pairs.values() if len(pair) == 2)
        assert score.pairs == tuple(whole[halves / 2] for halves in range(5))
        assert score.singles.games == plan.games % 2
    if len(names) == 2:
        assert LiveStandings(results).pairs() == scores(results)[0, 1].pairs


def _games(results: Results) -> list[GameLine]:
    return list(results.games.values())


def test_points_of_an_encounter_follow_the_order_of_its_bots() -> None:
    results = random_results(make_plan(*NAMES, games=3, size="3x3:3"))
    (points,) = encounter_points(results).values()
    table = naive_standings(results)
    assert points == pytest.approx([table[name][1] for name in NAMES])


def test_knockout_winner_ranks_first_regardless_of_points() -> None:
    """Bob beat Cleo twice; the final is tied, so Ann, the first in the plan, wins."""
    plan = make_plan(*NAMES, games=2, kind=Kind.KNOCKOUT)
    some = [
        game for seed in range(9) for game in _games(random_results(make_plan("x", "y"), seed=seed))
    ]

    def game(id: str, winner: int, *players: str) -> GameLine:
        found = next(game for game in some if game.record.outcome.winner == winner)
        record = msgspec.structs.replace(found.record, players=players)
        return msgspec.structs.replace(found, id=id, record=record)

    knockout = Results(
        plan,
        [
            game("k1/1-2.0#0", 0, "Bob", "Cleo"),
            game("k1/1-2.0#1", 1, "Cleo", "Bob"),
            game("k2/0-1.0#0", 0, "Ann", "Bob"),
            game("k2/0-1.0#1", 0, "Bob", "Ann"),
        ],
    )
    table = standings(knockout, rated=False)
    assert {standing.name: standing.share for standing in table} == {
        "Ann": 0.5,
        "Bob": 0.75,
        "Cleo": 0,
    }
    assert [standing.name for standing in table] == ["Ann", "Bob", "Cleo"]
    assert [standing.name for standing in standings(knockout)] == ["Ann", "Bob", "Cleo"]


def test_standings_do_not_need_the_bots_files(path: Path) -> None:
    """The bots of these results never existed."""
    assert {standing.name for standing in standings(Results.read(path))} == set(NAMES)
