"""The errors that a server tells of, as the errors they are."""

from __future__ import annotations

from quire.errors import QuireError, TooMany


def _by_code(above: type[QuireError]) -> dict[str, type[QuireError]]:
    found = {above.code: above}
    for below in above.__subclasses__():
        found |= _by_code(below)
    return found


def error_of(code: str, message: str, after: float | None = None) -> QuireError:
    """The error of that code; a plain QuireError for one that this version does not know.

    >>> error_of("taken", "somebody is called that")
    Taken('somebody is called that')
    """
    kind = _by_code(QuireError).get(code, QuireError)
    return TooMany(message, after) if kind is TooMany else kind(message)
