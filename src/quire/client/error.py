"""Turn error codes from the server into exceptions."""

from __future__ import annotations

from quire.errors import QuireError, TooMany


def _by_code(above: type[QuireError]) -> dict[str, type[QuireError]]:
    found = {above.code: above}
    for below in above.__subclasses__():
        found |= _by_code(below)
    return found


def error_of(code: str, message: str, after: float | None = None) -> QuireError:
    """Return the exception for an error code; a plain QuireError for an unknown code.

    >>> error_of("taken", "the name is taken")
    Taken('the name is taken')
    """
    kind = _by_code(QuireError).get(code, QuireError)
    return TooMany(message, after) if kind is TooMany else kind(message)
