"""What can be asked of a server about moves: replays, analysis, courses, hints and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import aclosing

from quire.client.error import error_of
from quire.client.http import Http
from quire.errors import Unavailable
from quire.wire import study_types as study
from quire.wire.puzzle_types import PuzzleAnswer, PuzzleInfo, PuzzleMove, PuzzleQuery
from quire.wire.statistics_types import PuzzleProgress


class Study:
    """The requests of who studies. Each raises the QuireError that the server tells of."""

    def __init__(self, http: Http) -> None:
        self.http = http

    # --- lines of moves ---

    async def replay(
        self,
        game: str,
        moves: Iterable[str] = (),
        *,
        size: str | None = None,
        position: str | None = None,
    ) -> study.Replay:
        """A line of moves to step through, from the start or a position that is written out."""
        line = study.Line(game=game, size=size, position=position, moves=list(moves))
        found: study.Replay = await self.http.ask(
            "POST", "/api/replay", study.Replay, line, worked_out=True
        )
        return found

    async def game_replay(self, id: str) -> study.GameReplay:
        """A game to step through."""
        found: study.GameReplay = await self.http.ask(
            "GET", f"/api/games/{id}/replay", study.GameReplay, worked_out=True
        )
        return found

    async def analyse(
        self,
        game: str,
        moves: Iterable[str] = (),
        *,
        size: str | None = None,
        position: str | None = None,
    ) -> study.AnalysisResponse:
        """What the position after these moves is worth, move by move."""
        line = study.Line(game=game, size=size, position=position, moves=list(moves))
        found: study.AnalysisResponse = await self.http.ask(
            "POST", "/api/analysis", study.AnalysisResponse, line, worked_out=True
        )
        return found

    async def review(
        self,
        game: str,
        moves: Iterable[str],
        *,
        size: str | None = None,
        position: str | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> study.GameReview:
        """Where a game was won and lost; `progress` is told how much is done, from 0 to 1."""
        line = study.Line(game=game, size=size, position=position, moves=list(moves))
        asked = self.http.lines("POST", "/api/review", study.ReviewProgress, line)
        async with aclosing(asked) as lines:
            async for news in lines:
                if news.error is not None:
                    raise error_of(news.error.code, news.error.message)
                if news.review is not None:
                    review: study.GameReview = news.review
                    return review
                if progress is not None and news.done is not None:
                    progress(news.done)
        raise Unavailable(f"{self.http.server} stopped before the review was finished")

    async def hint(self, id: str) -> study.Hint:
        """A good move where one is to move; only against computer players. Raises NotAllowed."""
        found: study.Hint = await self.http.ask(
            "GET", f"/api/games/{id}/hint", study.Hint, worked_out=True
        )
        return found

    # --- puzzles ---

    async def daily_puzzle(self) -> PuzzleInfo:
        """The puzzle of the day."""
        card: PuzzleInfo = await self.http.ask("GET", "/api/puzzles/today", PuzzleInfo)
        return card

    async def next_puzzle(self, game: str | None = None, grade: int | None = None) -> PuzzleInfo:
        """A puzzle by lot that one has not solved or given up. Raises NotFound if none is left."""
        wanted = PuzzleQuery(game=game, grade=grade)
        card: PuzzleInfo = await self.http.ask("GET", "/api/puzzles", PuzzleInfo, query=wanted)
        return card

    async def puzzle(self, id: str) -> PuzzleInfo:
        """One puzzle. Raises NotFound."""
        card: PuzzleInfo = await self.http.ask("GET", f"/api/puzzles/{id}", PuzzleInfo)
        return card

    async def answer_puzzle(self, id: str, move: str | None) -> PuzzleAnswer:
        """What comes of that move; None gives the puzzle up. Raises NotationError, IllegalMove."""
        told: PuzzleAnswer = await self.http.ask(
            "POST", f"/api/puzzles/{id}/answers", PuzzleAnswer, PuzzleMove(move)
        )
        return told

    async def my_puzzles(self) -> PuzzleProgress:
        """One's own progress with puzzles."""
        progress: PuzzleProgress = await self.http.ask("GET", "/api/me/puzzles", PuzzleProgress)
        return progress
