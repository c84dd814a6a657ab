"""Computing the moves of computer players again, to check those that a device has sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quire.core import Move, player_who_left, replay
from quire.errors import NotAllowed
from quire.games import find_game
from quire.server.workers.fair_queue import Owner
from quire.server.workers.worker_pool import WorkerPool
from quire.server.workers.worker_task import MoveTask

MAX_MOVE_SECONDS = 20.0
"""Time to compute a move again; all agents that a device plays stop at their nodes before."""

MAX_GAME_SECONDS = 120.0
"""Time to check a whole game."""


async def check_moves(
    game: str,
    size: str,
    moves: Sequence[Move],
    agents: Sequence[str | None],
    pool: WorkerPool,
    owner: Owner,
    now: Callable[[], float],
) -> None:
    """Compute all moves of computer players again, given their agents with seeds by seat.

    Raises NotAllowed if one is another, or if it takes too long; and as the pool does.
    """
    *positions, _ = replay(find_game(game).start(size), moves)
    until = now() + MAX_GAME_SECONDS
    has_begun = False
    for number, (position, move) in enumerate(zip(positions, moves, strict=True)):
        agent = agents[position.to_move]
        if agent is None or player_who_left(move) is not None:
            continue
        if now() > until:
            raise NotAllowed("the game is too long to be checked")
        task = MoveTask(game, size, tuple(moves[:number]), agent, MAX_MOVE_SECONDS)
        made = await pool.run(task, owner, continuing=has_begun)
        has_begun = True
        if made != move:
            raise NotAllowed(f"move {number + 1} can't be {move}: the computer plays {made}")
