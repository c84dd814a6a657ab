"""Draw offers, takebacks, and matches that end without a result."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core import Outcome, Reason
from quire.errors import IllegalMove, RecordError
from quire.match.match import Match
from quire.match.record import Record
from tests.strategies import examples

# The example game of the rules: player 2 scores with Sb1 and Sc1, player 1 with the last three.
EXAMPLE = ["Sa3", "Sb3", "Ob2", "Sb1", "Sc1", "Sa1", "Oa2", "Sc3", "Oc2"]
MOVERS = (0, 1, 0, 1, 1, 1, 0, 0, 0)
POINTS = ((0, 0),) * 4 + ((0, 1), (0, 2), (0, 2), (1, 2), (2, 2))


def outcome(match: Match) -> Outcome | None:
    """Return the outcome: a type checker would assume that the attribute has not changed."""
    return match.outcome


def moves(match: Match) -> tuple[str, ...]:
    """Return the moves, for the same reason."""
    return match.moves


def example(played: int) -> Match:
    """Return the example game after that many moves, one per second."""
    match = Match("sos", "3x3", clock=10)
    for number in range(played):
        match.play(MOVERS[number], EXAMPLE[number], now=number + 1)
    return match


@pytest.mark.parametrize("game", ["sos", "line", "extreme"])
@pytest.mark.parametrize("first", [0, 1])
def test_draw_is_agreed_when_both_offer(game: str, first: int) -> None:
    match = Match(game)
    match.offer_draw(first, now=1)
    match.offer_draw(first, now=1)
    assert match.draw_offers == {first}
    assert outcome(match) is None
    match.offer_draw(1 - first, now=2)
    assert match.outcome == Outcome(None, Reason.AGREEMENT, (0, 0), (1, 1))
    assert match.draw_offers == frozenset()
    assert Record.from_json(match.record.to_json()) == match.record


def test_points_are_kept_in_an_agreed_draw() -> None:
    match = example(5)
    match.offer_draw(0, now=6)
    match.offer_draw(1, now=6)
    assert match.outcome == Outcome(None, Reason.AGREEMENT, (0, 2), (1, 1))


def test_no_draw_offers_in_games_without_draws() -> None:
    match = Match("obstruction")
    with pytest.raises(IllegalMove, match="Obstruction has no draws"):
        match.offer_draw(0, now=1)
    assert match.draw_offers == frozenset()


def test_offer_survives_its_makers_move_and_lapses_with_the_reply() -> None:
    match = Match("line", "9")
    match.offer_draw(0, now=1)
    match.play(0, "S1", now=2)
    assert match.draw_offers == {0}
    match.play(1, "S5", now=3)
    assert match.draw_offers == frozenset()
    match.offer_draw(1, now=4)
    assert outcome(match) is None


@pytest.mark.parametrize("player", [0, 1])
def test_offer_is_declined_or_withdrawn(player: int) -> None:
    match = Match("line", "9")
    match.decline_draw(player)
    match.offer_draw(0, now=1)
    match.decline_draw(player)
    assert match.draw_offers == frozenset()
    match.offer_draw(1, now=2)
    assert outcome(match) is None


def test_all_of_three_must_offer() -> None:
    match = Match("sos", "3x3:3")
    match.offer_draw(2, now=1)
    match.play(0, "Sa1", now=2)  # a player who has not offered declines for all
    assert match.draw_offers == frozenset()
    for player in (2, 1):
        match.offer_draw(player, now=3)
    match.play(1, "Sa2", now=4)
    assert match.draw_offers == {1, 2}
    match.offer_draw(0, now=5)
    assert match.outcome == Outcome(None, Reason.AGREEMENT, (0, 0, 0), (1, 1, 1))


def test_players_who_are_out_need_not_agree_and_rank_last() -> None:
    match = Match("sos", "3x3:4")
    match.offer_draw(0, now=1)
    match.offer_draw(2, now=1)
    match.resign(1, now=2)
    assert match.draw_offers == frozenset()  # the game has changed
    for player in (0, 2):
        match.offer_draw(player, now=3)
    assert outcome(match) is None
    match.offer_draw(3, now=3)
    assert match.outcome == Outcome(None, Reason.AGREEMENT, (0, 0, 0, 0), (1, 4, 1, 1))
    assert Record.from_json(match.record.to_json()) == match.record


@pytest.mark.parametrize("played", range(1, 9))
@pytest.mark.parametrize("player", [0, 1])
def test_takeback_in_sos_goes_back_before_the_players_last_move(played: int, player: int) -> None:
    match = example(played)
    own = [number for number in range(played) if MOVERS[number] == player]
    if not own:
        with pytest.raises(IllegalMove, match=f"player {player + 1} has no move to take back"):
            match.take_back(player, now=played)
        assert len(match.moves) == played
        return
    left = own[-1]
    position = match.take_back(player, now=played + 0.5)
    assert position is match.position
    assert match.moves == tuple(EXAMPLE[:left])
    assert match.record.seconds == (1.0,) * left
    assert (match.to_move, match.points) == (player, POINTS[left])
    assert match.deadline == played + 10.5
    assert Record.from_json(match.record.to_json()) == match.record
    match.play(player, EXAMPLE[left], now=played + 1)
    assert match.position == example(left + 1).position


def test_consecutive_scoring_moves_are_taken_back_one_by_one() -> None:
    match = example(6)
    for left in (5, 4, 3, 1):
        match.take_back(1, now=7)
        assert match.moves == tuple(EXAMPLE[:left])
    with pytest.raises(IllegalMove, match="has no move to take back"):
        match.take_back(1, now=7)
    match.take_back(0, now=7)
    assert moves(match) == ()


def test_takeback_withdraws_offers() -> None:
    match = example(2)
    match.offer_draw(0, now=3)
    match.take_back(1, now=3)
    assert match.draw_offers == frozenset()


def test_no_takeback_past_a_player_who_left() -> None:
    match = Match("sos", "4x4:4")
    match.play(0, "Sa1", now=1)
    match.play(1, "Sb1", now=2)
    match.resign(2, now=3)
    match.play(3, "Sd4", now=4)
    for player in (0, 1):
        with pytest.raises(IllegalMove, match="a player has left since"):
            match.take_back(player, now=5)
    assert moves(match) == ("Sa1", "Sb1", "x3", "Sd4")
    match.take_back(3, now=5)
    assert moves(match) == ("Sa1", "Sb1", "x3")
    with pytest.raises(IllegalMove, match="player 4 has no move to take back"):
        match.take_back(3, now=5)


def test_player_without_a_move_has_nothing_to_take_back() -> None:
    match = Match("sos", "4x4:4")
    match.resign(2, now=1)
    with pytest.raises(IllegalMove, match="player 1 has no move to take back"):
        match.take_back(0, now=2)


@examples(40)
@given(
    board=st.sampled_from(
        [
            *(("sos", size) for size in ("4x3:3", "3x3:simple")),
            ("line", "9"),
            ("extreme", None),
            ("obstruction", "5x5"),
        ]
    ),
    data=st.data(),
)
def test_takeback_leaves_a_valid_match_in_every_game(
    board: tuple[str, str | None], data: st.DataObject
) -> None:
    match = Match(*board)
    for _ in range(12):
        if match.outcome is not None:
            break
        match.play(match.to_move, data.draw(st.sampled_from(match.position.legal_moves())), now=1)
    if match.outcome is None:
        player = data.draw(st.integers(0, match.position.players - 1))
        entries = match.moves
        try:
            match.take_back(player, now=2)
        except IllegalMove:
            assert match.moves == entries
        else:
            assert match.to_move == player
            assert entries[: len(match.moves)] == match.moves
            assert len(match.moves) < len(entries)
    assert Record.from_json(match.record.to_json()) == match.record


def test_abort_until_everyone_has_moved() -> None:
    for played in (0, 1):
        match = example(played)
        match.abort(now=3)
        assert match.outcome == Outcome(None, Reason.ABORTED, (0, 0), (1, 1))
        assert Record.from_json(match.record.to_json()) == match.record
    match = example(2)
    with pytest.raises(IllegalMove, match="until everyone has moved"):
        match.abort(now=3)
    with pytest.raises(IllegalMove, match="before the second move"):
        match.check_abort()
    assert outcome(match) is None
    match = Match("sos", "3x3:3")
    for move in ("Sa1", "Sa2"):
        match.play(match.to_move, move, now=1)
    with pytest.raises(IllegalMove, match="before the second move"):
        match.check_abort()  # a player can't, but the referee can
    assert not match.has_everyone_moved
    match.abort(now=3)
    assert match.outcome == Outcome(None, Reason.ABORTED, (0,) * 3, (1,) * 3)


def test_leaving_does_not_count_as_a_move_for_aborting() -> None:
    match = Match("sos", "3x3:4")
    match.play(0, "Sa1", now=1)
    match.resign(1, now=2)
    match.abort(now=3)
    assert match.outcome == Outcome(None, Reason.ABORTED, (0,) * 4, (1,) * 4)
    assert Record.from_json(match.record.to_json()) == match.record


@pytest.mark.parametrize("played", [0, 1, 5])
def test_abandoned_at_any_time(played: int) -> None:
    match = example(played)
    match.abandon(now=30)
    assert match.outcome == Outcome(None, Reason.ABANDONED, POINTS[played], (1, 1))
    assert Record.from_json(match.record.to_json()) == match.record


def test_missing_times_are_not_invented() -> None:
    whole = example(3).record
    bare = Record(
        game="sos", size="3x3", players=whole.players, moves=whole.moves, outcome=whole.outcome
    )
    match = Match.resume(bare, now=50)
    assert (match.deadline, match.moves) == (None, whole.moves)
    match.play(1, EXAMPLE[3], now=51)
    match.take_back(1, now=52)
    match.play(1, EXAMPLE[3], now=53)
    assert match.record.seconds == ()
    assert Record.from_json(match.record.to_json()) == match.record


@pytest.mark.parametrize(
    ("moves", "points", "words"),
    [(("Sa1", "Sa1"), (0, 0), "move 2"), (("Sa1", "Sa2"), (1, 0), "points")],
)
def test_invalid_record_cannot_be_resumed(
    moves: tuple[str, ...], points: tuple[int, int], words: str
) -> None:
    unsound = Record(
        game="sos",
        size="3x3",
        players=("Ann", "Bob"),
        moves=moves,
        outcome=Outcome(None, Reason.UNFINISHED, points, (1, 1)),
    )
    with pytest.raises(RecordError, match=words):
        Match.resume(unsound)
