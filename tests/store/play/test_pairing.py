"""Seeks for quick pairing in the database."""

from __future__ import annotations

import pytest

from quire.store.game_clock import GameClock
from quire.store.play import pairing, presence
from tests.store.sync_store import TODAY, SyncStore


@pytest.mark.parametrize("how", ["stops", "is lost"])
def test_removing_a_server_removes_seeks_but_not_pairings(store: SyncStore, how: str) -> None:
    seeks = {store.member(name).id: f"seek of {name}" for name in ("Ann", "Bob", "Cid")}
    for player, seek_id in seeks.items():
        store.write(pairing.seek, player, "line", "14", "node", TODAY, seek_id)
    ((game, both),) = store.write(pairing.pair, 60.0, 30.0, 0.0, TODAY)
    if how == "stops":
        store.write(presence.register_server, TODAY)
        store.write(presence.deregister_server, "node", GameClock(lambda: TODAY))
    else:
        store.write(presence.remove_servers, ["node"])
    assert store.read(pairing.paired_games, seeks) == dict.fromkeys(both, game.setup.id)
