"""What can go wrong, as one tree.

What players and files can get wrong is a `QuireError` with a stable `code`; its message names the
thing that was wrong and what to do about it. What only a program can get wrong is a plain
ValueError or TypeError.

    QuireError
     ├─ NotationError   (ValueError)   a move, size, position or option that cannot be read
     │   └─ RecordError                a record that is damaged; knows its line and move
     ├─ IllegalMove     (ValueError)   readable, but not allowed here
     ├─ NotYourTurn     (ValueError)   another player is to move
     ├─ MatchOver       (ValueError)   the match has ended
     ├─ UnknownGame     (LookupError)  no game of that name
     ├─ UnknownAgent    (LookupError)  no agent of that name
     ├─ AgentFailed     (RuntimeError) an agent did not answer as it must
     ├─ NotFound        (LookupError)  no such game, player or page
     ├─ NotSignedIn     (ValueError)   a token that is missing or no longer valid
     ├─ NotAllowed      (ValueError)   not for this player, or not in this game
     ├─ Taken           (ValueError)   a name or a seat that somebody has already
     ├─ Stale           (ValueError)   the game went on meanwhile
     ├─ TooMany         (RuntimeError) more than the limits allow; later it may do
     └─ Unavailable     (RuntimeError) nothing was changed; the server cannot do it now
"""

from __future__ import annotations

from typing import ClassVar


class QuireError(Exception):
    """Any error that a player or a file can cause."""

    code: ClassVar[str] = "error"


class NotationError(QuireError, ValueError):
    """A text that cannot be read: a move, a size, a position, an option."""

    code: ClassVar[str] = "notation"


class RecordError(NotationError):
    """A record that is damaged or holds an illegal move.

    `line` is the line in the file, `move` the move in the record; both count from 1 and are None
    where they do not apply.
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
    """A move that can be read but is not allowed in this position."""

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
    """An agent did not answer as it must."""

    code: ClassVar[str] = "agent_failed"


class NotFound(QuireError, LookupError):
    """There is no such game, player or page."""

    code: ClassVar[str] = "not_found"


class NotSignedIn(QuireError, ValueError):
    """A token is missing or no longer valid."""

    code: ClassVar[str] = "not_signed_in"


class NotAllowed(QuireError, ValueError):
    """This player may not do that, or nobody may in this game."""

    code: ClassVar[str] = "not_allowed"


class Taken(QuireError, ValueError):
    """Somebody has that name or that seat already."""

    code: ClassVar[str] = "taken"


class Stale(QuireError, ValueError):
    """The game went on meanwhile: look at it again."""

    code: ClassVar[str] = "stale"


class TooMany(QuireError, RuntimeError):
    """More than the limits allow.

    `after` is how many seconds to wait, where waiting helps.
    """

    code: ClassVar[str] = "too_many"

    def __init__(self, problem: str, after: float | None = None) -> None:
        super().__init__(problem)
        self.after = after


class Unavailable(QuireError, RuntimeError):
    """The server cannot do it now; nothing was changed."""

    code: ClassVar[str] = "unavailable"
