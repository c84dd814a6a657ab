"""Wishes to meet anybody, as they are kept."""

from __future__ import annotations

import pytest

from quire.store import pairing, presence
from tests.store.sync_store import TODAY, StoreAtHand


@pytest.mark.parametrize("how", ["stops", "is lost"])
def test_a_server_that_goes_takes_wishes_along_but_not_what_they_led_to(
    store: StoreAtHand, how: str
) -> None:
    wishes = {store.member(name).id: f"wish of {name}" for name in ("Ann", "Bob", "Cid")}
    for player, wish in wishes.items():
        store.write(pairing.seek, player, "line", "14", "node", TODAY, wish)
    ((game, both),) = store.write(pairing.pair, 60.0, 30.0, 0.0, TODAY)
    if how == "stops":
        store.write(presence.deregister_server, "node", TODAY)
    else:
        store.write(presence.remove_servers, ["node"])
    assert store.read(pairing.paired_games, wishes) == dict.fromkeys(both, game.setup.id)
