"""After any games, the statistics equal a naive recount of the records."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from quire.core import Reason
from quire.match.record import Record
from quire.online.setup import Seat
from quire.store import schema
from quire.store.people.players import Player
from tests.services import prepare_sqlite
from tests.store.sync_store import TODAY, SyncStore, random_record, seat, store_game


class Pool:
    """Players of every kind, and a naive count of what they played."""

    def __init__(self, store: SyncStore) -> None:
        self.store = store
        self.kinds: dict[str, str] = {}
        self.players: list[Player | str] = ["random", "greedy"]
        made = [store.member("Ann"), store.guest("Bob"), store.guest("Bob")]
        for player in (*made, store.member("Robot", bot=True)):
            self.players.append(player)
            self.kinds[player.id] = player.kind
        self.kept: list[tuple[list[Seat], Record, bool]] = []

    def play(self, who: list[int], seed: int, end: Reason | None, rated: bool) -> None:
        sitting = [seat(self.players[number]) for number in who]
        game, size = (
            (("line", "5"), ("sos", "3x3"))[seed % 2] if len(who) == 2 else ("sos", "3x3:3")
        )
        record = random_record(game, size, sitting, seed, end)
        self.store.write(store_game, sitting, record, rated, today=TODAY + len(self.kept))
        self.kept.append((sitting, record, rated))

    def recount(self) -> Counter[tuple[str, str, str, int, str]]:
        """Return every player's games and results, from the records alone."""
        found: Counter[tuple[str, str, str, int, str]] = Counter()
        for sitting, record, _ in self.kept:
            outcome = record.outcome
            if outcome.reason in (Reason.ABORTED, Reason.ABANDONED):
                continue
            for number, sitter in enumerate(sitting):
                others = [other for place, other in enumerate(sitting) if place != number]
                computer = [o for o in others if o.agent or self.kinds[o.player or ""] == "bot"]
                if sitter.player is None:
                    continue
                if outcome.winner is None and outcome.ranks[number] == 1:
                    how = "draws"
                else:
                    how = "wins" if outcome.winner == number else "losses"
                against = "computer" if computer else "people"
                for what in ("games", how):
                    found[sitter.player, record.game, against, number, what] += 1
        return found

    def stored(self) -> Counter[tuple[str, str, str, int, str]]:
        rows = self.store.read(lambda connection: connection.execute(select(schema.tallies)).all())
        return Counter(
            {
                (row.player, row.game, row.against, row.seat, what): getattr(row, what)
                for row in rows
                for what in ("games", "wins", "losses", "draws")
                if getattr(row, what)
            }
        )

    def streaks(self) -> dict[tuple[str, str], tuple[int, int, int]]:
        """Return current streak, best streak and rated games, from the records alone."""
        found: dict[tuple[str, str], tuple[int, int, int]] = {}
        for sitting, record, rated in self.kept:
            ids = [
                sitter.player
                for sitter in sitting
                if sitter.player and self.kinds[sitter.player] != "bot"
            ]
            aborted = record.outcome.reason in (Reason.ABORTED, Reason.ABANDONED)
            if aborted or len(set(ids)) < len(sitting):
                continue
            for number, id in enumerate(ids):
                run, best, games_rated = found.get((id, record.game), (0, 0, 0))
                run = run + 1 if record.outcome.winner == number else 0
                found[id, record.game] = (run, max(best, run), games_rated + rated)
        return found


ENDS = [None, None, Reason.RESIGNATION, Reason.TIME, Reason.ABORTED, Reason.ABANDONED]
GAMES = st.lists(
    st.tuples(
        st.lists(st.integers(0, 5), min_size=2, max_size=3),
        st.integers(0, 999),
        st.sampled_from(ENDS),
        st.booleans(),
    ),
    max_size=12,
)


@settings(max_examples=20, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(several=GAMES)
def test_statistics_equal_a_naive_recount(
    tmp_path_factory: pytest.TempPathFactory, several: list[tuple[list[int], int, Any, bool]]
) -> None:
    url = f"sqlite:///{tmp_path_factory.mktemp('store')}/quire.db"
    prepare_sqlite(url)
    with SyncStore(url) as store:
        pool = Pool(store)
        for game in several:
            pool.play(*game)
        assert pool.stored() == pool.recount()
        rows = store.read(lambda connection: connection.execute(select(schema.standings)).all())
        standings = {(row.player, row.game): (row.streak, row.best, row.rated) for row in rows}
        assert standings == pool.streaks()
