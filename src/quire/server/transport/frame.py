"""Frames of the WebSocket protocol, as a server sends them."""

from __future__ import annotations

import struct

FINAL_TEXT = 0x81
"""The first byte of a text message in one frame."""


def text_frame(message: bytes) -> bytes:
    """Return the frame of a message from the server.

    >>> text_frame(b"{}")
    b'\\x81\\x02{}'
    """
    length = len(message)
    if length < 126:
        return bytes((FINAL_TEXT, length)) + message
    if length < 65536:
        return struct.pack("!BBH", FINAL_TEXT, 126, length) + message
    return struct.pack("!BBQ", FINAL_TEXT, 127, length) + message
