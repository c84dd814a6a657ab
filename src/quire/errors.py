"""The error tree.

Errors that players and files can cause are `QuireError`s with a stable `code`; the message names
what was wrong and what to do about it. Programming errors are plain ValueError or TypeError.

    QuireError
     ├─ NotationError   (ValueError)   a move, size, position or option that can't be parsed
     │   └─ RecordError                a damaged record; knows its line and move
     ├─ IllegalMove     (ValueError)   readable, but not allowed here
     ├─ NotYourTurn     (ValueError)   another player is to move
     ├─ MatchOver       (ValueError)   the match has ended
     ├─ UnknownGame     (LookupError)  no game of that name
     ├─ UnknownAgent    (LookupError)  no agent of that name
     ├─ AgentFailed     (RuntimeError) an agent failed to choose a move
     ├─ NotFound        (LookupError)  no such game, player or page
     ├─ NotSignedIn     (ValueError)   a token that is missing or no longer valid
     ├─ NotAllowed      (ValueError)   not for this player, or not in this game
     ├─ Taken           (ValueError)   a name or a seat that is already taken
     ├─ Stale           (ValueError)   the game has moved on
     ├─ TooMany         (RuntimeError) more than the limits allow; may succeed later
     └─ Unavailable     (RuntimeError) the server can't do it now; nothing was changed
"""

from __future__ import annotations

from typing import ClassVar


class QuireError(Exception):
    """Any error that a player or a file can cause."""

    code: ClassVar[str] = "error"


class NotationError(QuireError, ValueError):
    """A text that can't be parsed: a move, a size, a position, an option."""

    code: ClassVar[str] = "notation"


class RecordError(NotationError):
    """A record that is damaged or holds an illegal move.

    `line` is the line in the file, `move` the move in the record; both count from 1 and are None
    if they don't apply.
    """

    code: ClassVar[str] = "record"

    def __init__(self, problem: str, *, line: int | None = None, move: int | None = None) -> None:
        places = [
            *([] if line is None else [f"line {line}"]),
            *([] if move is None else [f"move {move}"]),
        ]
        where = ", ".join(places)
        super().__init__(f"{where}: {problem}" if where else problem)
        self.problem = problem
        self.line = line
        self.move = move


class IllegalMove(QuireError, ValueError):
    """A move that is valid notation but not allowed in this position."""

    code: ClassVar[str] = "illegal_move"


class NotYourTurn(QuireError, ValueError):
    """A player acted while another is to move."""

    code: ClassVar[str] = "not_your_turn"


class MatchOver(QuireError, ValueError):
    """An action in a match that has ended."""

    code: ClassVar[str] = "match_over"


class UnknownGame(QuireError, LookupError):
    """No game has that name."""

    code: ClassVar[str] = "unknown_game"


class UnknownAgent(QuireError, LookupError):
    """No agent has that name."""

    code: ClassVar[str] = "unknown_agent"


class AgentFailed(QuireError, RuntimeError):
    """An agent failed to choose a move."""

    code: ClassVar[str] = "agent_failed"


class NotFound(QuireError, LookupError):
    """There is no such game, player or page."""

    code: ClassVar[str] = "not_found"


class NotSignedIn(QuireError, ValueError):
    """A token is missing or no longer valid."""

    code: ClassVar[str] = "not_signed_in"


class NotAllowed(QuireError, ValueError):
    """This player may not do that, or it is not possible in this game."""

    code: ClassVar[str] = "not_allowed"


class Taken(QuireError, ValueError):
    """The name or seat is already taken."""

    code: ClassVar[str] = "taken"


class Stale(QuireError, ValueError):
    """The game has moved on: reload it and try again."""

    code: ClassVar[str] = "stale"


class TooMany(QuireError, RuntimeError):
    """More than the limits allow.

    `after` is how many seconds to wait, if waiting helps.
    """

    code: ClassVar[str] = "too_many"

    def __init__(self, problem: str, after: float | None = None) -> None:
        super().__init__(problem)
        self.after = after


class Unavailable(QuireError, RuntimeError):
    """The server can't do it now; nothing was changed."""

    code: ClassVar[str] = "unavailable"
