"""What is said is looked at here first: a server cannot say which message it could not read."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from quire.errors import NotationError
from quire.wire.protocol import Act, Seek, decode_client, encode

Said = TypeVar("Said", Act, Seek)


def checked(message: Said) -> Said:
    """The message. Raises NotationError for one that no server could read."""
    try:
        decode_client(encode(message))
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise NotationError(f"the server would reject this message: {error}") from None
    return message
