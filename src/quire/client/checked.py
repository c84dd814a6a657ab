"""Validate messages before sending, because the server can't say which message was malformed."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from quire.errors import NotationError
from quire.wire.protocol import Act, Seek, decode_client, encode

Message = TypeVar("Message", Act, Seek)


def checked(message: Message) -> Message:
    """Return the message. Raises NotationError if a server would reject it as malformed."""
    try:
        decode_client(encode(message))
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise NotationError(f"the server would reject this message: {error}") from None
    return message
