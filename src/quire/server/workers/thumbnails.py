"""Small pictures of games: drawn in a thread, and cached once the games are finished."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

from quire.core import replay
from quire.games import find_game
from quire.store.play.archive import GameMoves
from quire.wire.statistics_types import Thumbnail, ThumbnailCell

MAX_CELLS = 180
"""Larger boards have no small picture: it would show nothing. Extreme Tic-Tac-Toe has 162 cells."""

MAX_CACHED = 500
"""Pictures that are kept; they have a few kilobytes each."""


class Thumbnails:
    """Pictures of games by their ids. A finished game doesn't change, so neither does its picture.

    Only one thread draws at a time, so that requests for many pictures can't slow down the games.
    """

    def __init__(self) -> None:
        self._cached: dict[str, Thumbnail | None] = {}
        """The oldest first; None for a board that is too large."""
        self._drawing = asyncio.Lock()

    async def of(
        self,
        ids: Sequence[str],
        read: Callable[[Sequence[str]], Awaitable[Mapping[str, GameMoves | None]]],
        read_live: Callable[[str], Awaitable[GameMoves]],
    ) -> tuple[Thumbnail, ...]:
        """Return the pictures of these games, except those that have none.

        `read` returns the moves of finished games, and None for those in progress, whose moves
        `read_live` returns.
        """
        async with self._drawing:
            new = [id for id in ids if id not in self._cached]
            found = await read(new) if new else {}
            over = {id: moves for id, moves in found.items() if moves is not None}
            live = {id: await read_live(id) for id, moves in found.items() if moves is None}
            self._cached |= await asyncio.to_thread(_draw_all, over)
            drawn = self._cached | await asyncio.to_thread(_draw_all, live)
            pictures = [drawn.get(id) for id in ids]
            for oldest in list(self._cached)[:-MAX_CACHED]:
                del self._cached[oldest]
        return tuple(picture for picture in pictures if picture is not None)


def _draw_all(found: Mapping[str, GameMoves]) -> dict[str, Thumbnail | None]:
    return {id: draw(id, game) for id, game in found.items()}


def draw(id: str, played: GameMoves) -> Thumbnail | None:
    """Return the picture of a game after its moves; None if its board is too large."""
    game = find_game(played.game)
    start = game.start(played.size)
    if len(start.cells()) > MAX_CELLS:
        return None
    *_, end = replay(start, played.moves)
    picture = game.draw(end, played.moves, start)
    return Thumbnail(
        game_id=id,
        width=picture.width,
        height=picture.height,
        cells=tuple(
            ThumbnailCell(
                x=cell.x,
                y=cell.y,
                mark=cell.mark,
                owner=cell.owner,
                tint="" if cell.tint == "open" else cell.tint,
                span=cell.span,
                polygon=cell.polygon,
            )
            for cell in picture.cells
        ),
        strokes=picture.strokes,
    )
