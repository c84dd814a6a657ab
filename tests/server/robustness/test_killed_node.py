"""Two server processes with one player each, and one of them is killed in mid-game."""

from __future__ import annotations

from pathlib import Path

from tests.server.deployment import async_test
from tests.server.harness import server_process, settings
from tests.server.player_client import PlayerClient
from tests.services import Postgres, Redis

SQUARES = 16


@async_test
async def test_killed_node_loses_and_repeats_no_move(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> None:
    with postgres.database() as url:
        each = settings(tmp_path, db=url, bus=redis.url)
        with server_process(each) as first, server_process(each) as second:
            ann = await (await PlayerClient(first.url, "Ann").guest()).connect()
            bob = await (await PlayerClient(second.url, "Bob").guest()).connect()
            game = await ann.create_game("line", size=str(SQUARES), random_order=False)
            await bob.join(game)
            await ann.watch(game)
            await bob.watch(game)
            acknowledged: list[str] = []
            for number in range(1, SQUARES + 1):
                mover, other = (ann, bob) if number % 2 else (bob, ann)
                move = f"O{number}"
                if number == SQUARES // 2 + 1:
                    known = ann.seqs[game]
                    await ann.send_act(game, "move", move, id="unanswered", seq=known)
                    first.kill()
                    await ann.close_code()
                    ann.url = second.url
                    await ann.connect()
                    await ann.watch(game, since=known)
                    await ann.send_act(game, "move", move, id="unanswered", seq=ann.seqs[game])
                    answer = await ann.receive(
                        where=lambda message: (
                            message["type"] in ("event", "ack") and message["id"] == "unanswered"
                        )
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
                await player.aclose()
