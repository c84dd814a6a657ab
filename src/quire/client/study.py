"""The HTTP requests for study: replays, analysis, reviews, hints and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import aclosing

from quire.client.error import error_of
from quire.client.http import Http
from quire.errors import Unavailable
from quire.wire import study_types as study
from quire.wire.puzzle_types import PuzzleAnswer, PuzzleInfo, PuzzleMove, PuzzleQuery
from quire.wire.statistics_types import PuzzleProgress


class Study:
    """The requests for study. Each raises the QuireError that the server reports."""

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
        """Replay a line of moves, from the start or from a position in notation."""
        line = study.Line(game=game, size=size, position=position, moves=list(moves))
        found: study.Replay = await self.http.request(
            "POST", "/api/replay", study.Replay, line, computed=True
        )
        return found

    async def game_replay(self, id: str) -> study.GameReplay:
        """Get a game to step through."""
        found: study.GameReplay = await self.http.request(
            "GET", f"/api/games/{id}/replay", study.GameReplay, computed=True
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
        """Analyse the position after these moves: the value of every legal move."""
        line = study.Line(game=game, size=size, position=position, moves=list(moves))
        found: study.AnalysisResponse = await self.http.request(
            "POST", "/api/analysis", study.AnalysisResponse, line, computed=True
        )
        return found

    async def solve(
        self,
        game: str,
        moves: Iterable[str] = (),
        *,
        size: str | None = None,
        position: str | None = None,
    ) -> study.AnalysisResponse:
        """Analyse the position after these moves, with more time and memory for the solver."""
        line = study.Line(game=game, size=size, position=position, moves=list(moves))
        found: study.AnalysisResponse = await self.http.request(
            "POST", "/api/solve", study.AnalysisResponse, line, computed=True
        )
        return found

    async def check_analysis(
        self,
        game: str,
        moves: Iterable[str] = (),
        *,
        size: str | None = None,
        position: str | None = None,
    ) -> study.PositionNotes:
        """Return notes on the last of these positions.

        Raises NotAllowed if one of them is on the board in a rated game now.
        """
        line = study.Line(game=game, size=size, position=position, moves=list(moves))
        found: study.PositionNotes = await self.http.request(
            "POST", "/api/analysis/check", study.PositionNotes, line, computed=True
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
        """Review a whole game; `progress` is called with the fraction done, from 0 to 1."""
        line = study.Line(game=game, size=size, position=position, moves=list(moves))
        response = self.http.stream("POST", "/api/review", study.ReviewProgress, line)
        async with aclosing(response) as lines:
            async for update in lines:
                if update.error is not None:
                    raise error_of(update.error.code, update.error.message)
                if update.review is not None:
                    review: study.GameReview = update.review
                    return review
                if progress is not None and update.done is not None:
                    progress(update.done)
        raise Unavailable(f"{self.http.server} stopped before the review was finished")

    async def hint(self, id: str) -> study.Hint:
        """Get a good move on your turn, only against computer players. Raises NotAllowed."""
        found: study.Hint = await self.http.request(
            "GET", f"/api/games/{id}/hint", study.Hint, computed=True
        )
        return found

    # --- puzzles ---

    async def daily_puzzle(self) -> PuzzleInfo:
        """Get the puzzle of the day."""
        puzzle: PuzzleInfo = await self.http.request("GET", "/api/puzzles/today", PuzzleInfo)
        return puzzle

    async def next_puzzle(self, game: str | None = None, grade: int | None = None) -> PuzzleInfo:
        """Get a random puzzle I haven't solved or given up. Raises NotFound if none is left."""
        query = PuzzleQuery(game=game, grade=grade)
        puzzle: PuzzleInfo = await self.http.request("GET", "/api/puzzles", PuzzleInfo, query=query)
        return puzzle

    async def puzzle(self, id: str) -> PuzzleInfo:
        """Get a puzzle. Raises NotFound."""
        puzzle: PuzzleInfo = await self.http.request("GET", f"/api/puzzles/{id}", PuzzleInfo)
        return puzzle

    async def answer_puzzle(
        self, id: str, move: str | None, made: Sequence[str] = ()
    ) -> PuzzleAnswer:
        """Answer a puzzle; None gives it up. Raises NotationError, IllegalMove.

        After a correct move that isn't the last one, the next goes with the moves made: that one
        and the `replies`.
        """
        answer: PuzzleAnswer = await self.http.request(
            "POST", f"/api/puzzles/{id}/answers", PuzzleAnswer, PuzzleMove(move, list(made))
        )
        return answer

    async def my_puzzles(self) -> PuzzleProgress:
        """Get my progress with puzzles."""
        progress: PuzzleProgress = await self.http.request("GET", "/api/me/puzzles", PuzzleProgress)
        return progress
