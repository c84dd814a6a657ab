"""The analysis of a position, as plain data, as JSON and in a notebook."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from quire.core import Move, Position, Remark
from quire.engine.solver.solve import OutcomeName, outcome_of
from quire.games import find_game


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move: its value for the player who makes it, proven or estimated.

    `value` is None if nothing is known; `best` means that no move is known to be better.
    """

    move: Move
    value: float | None
    exact: bool
    best: bool


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a position: its value for the player to move, and all moves, best first.

    `exact` is about `value`; each move has its own. `line` is best play for both sides, as far as
    it is known. `remarks` are what players of this game would notice.
    """

    position: Position
    value: float | None
    exact: bool
    moves: tuple[MoveValue, ...]
    line: tuple[Move, ...]
    remarks: tuple[Remark, ...]
    nodes: int
    seconds: float

    @property
    def outcome(self) -> OutcomeName | None:
        """The proven outcome for the player to move; None while it is not proven."""
        return outcome_of(self.value) if self.exact else None

    def facts(self) -> dict[str, Any]:
        """Return the analysis as plain data; the keys are in docs/reference/analysis.md."""
        at = self.position
        return dict(  # noqa: C408 - "line" in quotes is the name of a game
            game=at.game,
            size=at.size,
            position=str(at),
            to_move=at.to_move,
            value=self.value,
            outcome=self.outcome,
            exact=self.exact,
            moves=self.moves,
            line=self.line,
            remarks=self.remarks,
            nodes=self.nodes,
            seconds=round(self.seconds, 3),
        )

    def to_json(self) -> str:
        """Return the facts as one line of JSON."""
        return json.dumps(self.facts(), default=asdict)

    def _repr_svg_(self) -> str:
        """Show the board with the value of every move in a notebook."""
        from quire.engine.analysis.diagram import with_values

        return with_values(find_game(self.position.game).draw(self.position), self)._repr_svg_()
