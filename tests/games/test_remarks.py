"""Remarks about positions, against the plainest definition of each term."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import quire
from docs.generators import examples
from quire import _native
from quire.core import Game, Position, Remark
from tests.oracles import ORACLES
from tests.oracles.extreme import WHERE, ExtremeOracle
from tests.random_games import BOARDS, sample


def remarks_by_topic(position: Position) -> dict[str, Remark]:
    """Return the remarks by topic; of several on one topic, the last."""
    return {remark.topic: remark for remark in quire.find_game(position.game).remarks(position)}


def items(position: Position, topic: str) -> set[str]:
    """Return all items of a topic, over all its remarks."""
    remarks = quire.find_game(position.game).remarks(position)
    return {item for remark in remarks if remark.topic == topic for item in remark.items}


def sampled(game: str, *, count: int = 8, seeds: int = 3) -> Iterator[Position]:
    """Return positions of random games on every small board of a game."""
    for key, size in BOARDS:
        if key == game and size not in ("26x26", "2000"):
            for seed in range(seeds):
                for position, _entries in sample(game, size, seed, count):
                    if position.outcome() is None:
                        yield position


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_remarks_are_sentences_and_end_with_the_game(game: str, size: str) -> None:
    for position, _entries in sample(game, size, seed=3, count=6):
        remarks = quire.find_game(game).remarks(position)
        assert bool(remarks) == (position.outcome() is None)
        for remark in remarks:
            assert remark.text.endswith(".")
            assert remark.text.isascii()


@pytest.mark.parametrize("game", quire.GAMES, ids=lambda game: game.key)
def test_every_kind_of_remark_is_known_to_translators(game: Game) -> None:
    """The page's tests check that these are translated; no others may occur."""
    known = set(examples.remarks(game))
    for position in sampled(game.key, count=10):
        assert {examples.kind(remark) for remark in game.remarks(position)} <= known


def test_remarks_can_be_compared_and_be_in_sets() -> None:
    one, same = (Remark("safe", "Safe.", ("Sa1",), {"moves": 2}) for _ in range(2))
    assert {one, same} == {one}
    assert one != Remark("safe", "Safe.", ("Sa1",), {"moves": 3})


# --- sos ---


def gives_nothing(position: Position, move: str) -> bool:
    """Return whether a move completes nothing and leaves nothing to complete."""
    after = position.play(move)
    if position.completes(move):
        return False
    return not any(after.completes(follower) for follower in after.legal_moves())


def test_sos_offers_and_safe_moves_match_their_definitions() -> None:
    seen = set()
    for position in sampled("sos"):
        moves = position.legal_moves()
        offers = {move for move in moves if position.completes(move)}
        safe = {move for move in moves if gives_nothing(position, move)}
        remarks = remarks_by_topic(position)
        seen |= set(remarks)
        assert items(position, "on_offer") == offers
        assert items(position, "safe") == safe
        assert ("no_option" in remarks) == (not offers and not safe)
    assert seen == {"on_offer", "safe"}


@pytest.mark.parametrize("size", ["4x4", "5x5", "6x5:3", "5x5:simple"])
def test_players_who_only_play_safe_moves_run_out_of_options(size: str) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        position = quire.start("sos", size)
        while safe := [move for move in position.legal_moves() if gives_nothing(position, move)]:
            assert set(remarks_by_topic(position)) == {"safe"}
            position = position.play(rng.choice(safe))
        if position.outcome() is None:
            assert set(remarks_by_topic(position)) == {"no_option"}


def test_sos_remarks_have_the_points_of_an_offer() -> None:
    remarks = remarks_by_topic(quire.parse("sos", "S.S/.../S.S 1 0-0"))
    assert "Ob2 (2)" in remarks["on_offer"].text
    assert remarks["on_offer"].items[0] == "Ob2"
    assert remarks["on_offer"].facts == {"points": (2, 1, 1, 1, 1)}
    assert remarks["safe"].facts == {"moves": 10}


# --- line ---


def test_line_pairs_and_wins_match_their_definitions() -> None:
    for position in sampled("line", count=20):
        squares = str(position).split()[0]
        wins = {move for move in position.legal_moves() if position.completes(move)}
        assert items(position, "wins") == wins
        pairs = {
            f"{number + 1}-{number + 2}"
            for number in range(1, len(squares) - 2)
            if [squares[number - 1 + step] for step in range(4)] == ["S", ".", ".", "S"]
        }
        assert items(position, "losing_pairs") == pairs
        assert items(position, "parity") == {["even", "odd"][squares.count(".") % 2]}


def test_first_move_in_a_losing_pair_loses_at_once() -> None:
    position = quire.parse("line", "S..S.... 1")
    assert items(position, "losing_pairs") == {"2-3"}
    for move in ("S2", "O2", "S3", "O3"):
        after = position.play(move)
        assert any(after.completes(reply) for reply in after.legal_moves())


def test_parity_remarks_are_correct() -> None:
    """Every quiet position with a pair on up to nine squares, by the plainest solver."""
    rng = random.Random(5)
    claimed = 0
    for _ in range(4000):
        squares = "".join(rng.choice("SO...") for _ in range(rng.randint(4, 9)))
        letters = len(squares) - squares.count(".")
        position = quire.parse("line", f"{squares} {letters % 2 + 1}")
        if position.outcome() is not None:
            continue
        remark = remarks_by_topic(position)["parity"]
        facts = {"empty": squares.count(".")}
        if "player" in remark.text:
            claimed += 1
            value = _native.exhaustive(position, 2**24).solve(position)[0]
            player = position.to_move + 1
            assert remark.text.endswith(f"player {player} {'wins' if value == 1 else 'loses'}.")
            facts["winner"] = position.to_move if value == 1 else 1 - position.to_move
        assert remark.facts == facts
    assert claimed > 50


# --- extreme ---


def oracle(position: Position) -> ExtremeOracle:
    found = ORACLES["extreme"].parse(str(position))
    assert isinstance(found, ExtremeOracle)
    return found


def small_name(cell: str) -> str:
    big, place, _inside = WHERE[cell]
    return f"{big + 1}:{'abc'[place % 3]}{place // 3 + 1}"


PLACE_NAMES = (
    *("top left", "top", "top right"),
    *("left", "centre", "right"),
    *("bottom left", "bottom", "bottom right"),
)


def destination(position: Position) -> str:
    """Return where the next move must go: one place for all legal moves, or anywhere."""
    places = {WHERE[move][1] for move in position.legal_moves()}
    named = position_named(position)
    return PLACE_NAMES[named] if named is not None and places == {named} else "anywhere"


def position_named(position: Position) -> int | None:
    last = oracle(position).last
    return None if last is None else WHERE[last][2]


def test_extreme_remarks_say_where_to_move() -> None:
    for position in sampled("extreme", count=12, seeds=2):
        assert items(position, "bound") == {destination(position)}
        sends = set()
        for move in position.legal_moves():
            after = position.play(move)
            if after.outcome() is None:
                sends.add(f"{move} {destination(after)}")
        assert items(position, "sends") == sends


def test_extreme_remarks_list_small_boards_that_can_be_won() -> None:
    for position in sampled("extreme", count=12, seeds=2):
        player = position.to_move
        wins, takes = set(), set()
        for move in position.legal_moves():
            after = oracle(position).play(move)
            if (end := after.outcome()) is not None and end.winner == player:
                wins.add(move)
            if len(after.lines()) > len(oracle(position).lines()):
                takes.add(move)
        assert items(position, "wins") == wins
        assert items(position, "takes") == takes


def with_mark(position: Position, cell: str, mark: str) -> list[tuple[str, ...]]:
    """Return the lines on the board if one more cell held that mark."""
    rows = [list(rows) for rows in oracle(position).boards]
    big = int(cell[0]) - 1
    x, y = "abcdefghi".index(cell[1]), int(cell[2]) - 1
    row = rows[big][y]
    rows[big][y] = row[:x] + mark + row[x + 1 :]
    first, second = (tuple(board) for board in rows)
    return ExtremeOracle((first, second), 0, None, False).lines()


def test_extreme_threats_need_one_more_mark() -> None:
    seen = set()
    for position in sampled("extreme", count=10, seeds=2):
        before = oracle(position).lines()
        closed = {small_name(line[0]) for line in before}
        threatens = {
            f"{mark} {small_name(cell)}"
            for cell, found in position.cells().items()
            if found == "." and small_name(cell) not in closed
            for mark in "XO"
            if len(with_mark(position, cell, mark)) > len(before)
        }
        assert items(position, "threatens") == threatens
        seen |= set(remarks_by_topic(position))
    assert {"bound", "takes", "sends", "threatens", "needs"} <= seen


def test_extreme_remarks_name_the_missing_small_board() -> None:
    first = "/".join(["XXXXXX...", *["........."] * 8])
    second = "/".join(["........."] * 9)
    position = quire.parse("extreme", f"{first}|{second} 2 - -")
    assert items(position, "needs") == {"X 1:c1"}


def test_extreme_remarks_name_threats_and_bonus_moves() -> None:
    bonus = set()
    for position in sampled("extreme", count=12, seeds=2):
        remarks = quire.find_game("extreme").remarks(position)
        threats = [remark for remark in remarks if remark.topic in ("threatens", "needs")]
        assert all(remark.facts == {"player": "XO".index(remark.items[0][0])} for remark in threats)
        bound = remarks_by_topic(position)["bound"]
        bonus.add(bool(bound.facts))
        if bound.items != ("anywhere",):
            assert bound.facts == ({"bonus": 1} if str(position).endswith("+") else {})
    assert bonus == {True, False}


# --- obstruction ---


def touching(position: Position) -> set[frozenset[str]]:
    """Return the free cells in groups that touch, by merging sets until nothing changes."""
    groups = [{cell} for cell in position.legal_moves()]

    def near(one: str, other: str) -> bool:
        return abs(ord(one[0]) - ord(other[0])) <= 1 and abs(int(one[1:]) - int(other[1:])) <= 1

    changed = True
    while changed:
        changed = False
        for group in groups:
            joined = [
                other
                for other in groups
                if other is not group and any(near(a, b) for a in group for b in other)
            ]
            if joined:
                group.update(*joined)
                groups = [other for other in groups if other not in joined]
                changed = True
                break
    return {frozenset(group) for group in groups}


@pytest.mark.slow
def test_obstruction_regions_are_connected_groups() -> None:
    several = 0
    for position in sampled("obstruction", count=12, seeds=6):
        remarks = quire.find_game("obstruction").remarks(position)
        regions = [remark for remark in remarks if remark.topic == "region"]
        assert {frozenset(remark.items) for remark in regions} == touching(position)
        several += len(regions) > 1
    assert several > 5


def test_obstruction_remarks_have_values_and_the_winner() -> None:
    winners = set()
    for position in sampled("obstruction", count=12, seeds=3):
        remarks = quire.find_game("obstruction").remarks(position)
        values = tuple(remark.facts["value"] for remark in remarks if "value" in remark.facts)
        for remark in remarks:
            if remark.topic == "value":
                mover = quire.solve(position).outcome == "win"
                winners.add(mover)
                assert remark.facts == {
                    "values": values,
                    "total": int(remark.items[0]),
                    "winner": position.to_move if mover else 1 - position.to_move,
                }
    assert winners == {True, False}
