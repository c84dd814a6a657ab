"""Two server processes, a player at each, and one of them killed in mid-game."""

from __future__ import annotations

from pathlib import Path

from tests.server.deployment import scenario
from tests.server.harness import server_process, settings
from tests.server.player_client import Player
from tests.services import Postgres, Redis

SQUARES = 16


@scenario
async def test_a_killed_node_loses_no_move_and_makes_none_twice(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> None:
    with postgres.database() as url:
        each = settings(tmp_path, db=url, bus=redis.url)
        with server_process(each) as first, server_process(each) as second:
            ann = await (await Player(first.url, "Ann").guest()).connect()
            bob = await (await Player(second.url, "Bob").guest()).connect()
            game = await ann.make("line", size=str(SQUARES), random_order=False)
            await bob.join(game)
            await ann.watch(game)
            await bob.watch(game)
            acknowledged: list[str] = []
            for number in range(1, SQUARES + 1):
                mover, other = (ann, bob) if number % 2 else (bob, ann)
                move = f"O{number}"
                if number == SQUARES // 2 + 1:
                    known = ann.seqs[game]
                    await ann.act(game, "move", move, id="doubtful", seq=known)
                    first.kill()
                    await ann.closed()
                    ann.url = second.url
                    await ann.connect()
                    await ann.watch(game, since=known)
                    await ann.act(game, "move", move, id="doubtful", seq=ann.seqs[game])
                    answer = await ann.receive(
                        that=lambda it: it["type"] in ("event", "ack") and it["id"] == "doubtful"
                    )
                    assert answer["seq"] > known
                else:
                    await mover.move(game, move)
                acknowledged.append(move)
                while other.seqs[game] < mover.seqs[game]:
                    await other.receive("event", game_id=game)
            state = await bob.watch(game)
            assert state["moves"] == acknowledged
            assert state["outcome"]["reason"] == "full"
            record = await bob.get(f"/api/games/{game}/record")
            assert record["moves"] == acknowledged
            for player in (ann, bob):
                await player.leave()
