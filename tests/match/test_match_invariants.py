"""Any sequence of calls leaves a match valid, and a refused call changes nothing."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from quire.core import Reason
from quire.errors import QuireError
from quire.match.match import Match
from quire.match.record import Record
from tests.strategies import examples

BOARDS = [("sos", "3x3"), ("sos", "3x3:3"), ("sos", "3x4:5:simple"), ("line", "5")]
BOARDS += [("extreme", "2x9x9"), ("obstruction", "3x4")]
FORFEITS = [Reason.TIME, Reason.DISCONNECTION, Reason.CRASH]
Call = Callable[[Match], object]


@st.composite
def calls(draw: st.DrawFn, now: float) -> Call:
    """Draw a method of a match, called by any player."""
    seat = draw(st.integers(0, 7))
    name = draw(
        st.sampled_from(
            ["play"] * 6
            + ["resign", "forfeit", "expire", "offer_draw"]
            + ["offer_draw", "decline_draw", "take_back", "abort", "abandon"]
        )
    )
    choice = draw(st.integers(0, 400))
    reason = draw(st.sampled_from(FORFEITS))

    def call(match: Match) -> object:
        player = seat % len(match.players)
        moves = match.game.moves(match.size)
        legal = match.position.legal_moves()
        if legal and choice > 40:
            player, moves = match.to_move, tuple(legal)
        arguments: dict[str, tuple[object, ...]] = {
            "play": (player, moves[choice % len(moves)], now),
            "forfeit": (player, reason, now),
            "decline_draw": (player,),
            **dict.fromkeys(("expire", "abort", "abandon"), (now,)),
        }
        return getattr(match, name)(*arguments.get(name, (player, now)))

    return call


def state(match: Match) -> tuple[object, ...]:
    return match.record, match.position, match.deadline, match.draw_offers, match.to_move


def check(match: Match) -> None:
    record = match.record
    assert Record.from_json(record.to_json()) == record
    assert list(record.replay())[-1] == match.position
    assert (match.outcome is None) == (record.outcome.reason is Reason.UNFINISHED)
    assert match.points == record.outcome.points
    assert not match.draw_offers & set(match.position.out)
    assert match.to_move not in match.position.out
    assert (match.to_move, match.out) == (match.position.to_move, match.position.out)
    assert vars(match.copy()) == vars(match)
    if match.outcome is not None:
        assert (match.deadline, match.draw_offers) == (None, frozenset())


@examples(150)
@given(board=st.sampled_from(BOARDS), clock=st.sampled_from([None, 5.0]), data=st.data())
def test_match_stays_valid(
    board: tuple[str, str], clock: float | None, data: st.DataObject
) -> None:
    match = Match(*board, clock=clock)
    now = 0.0
    for _ in range(data.draw(st.integers(1, 25))):
        now += data.draw(st.sampled_from([0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 6.0]))
        late = match.deadline is not None and now > match.deadline
        before = state(match)
        was_over = match.outcome is not None
        try:
            data.draw(calls(now))(match)
        except QuireError:
            assert late or state(match) == before
        else:
            assert not was_over or state(match) == before
        check(match)
