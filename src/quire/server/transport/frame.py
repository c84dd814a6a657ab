"""Frames of the WebSocket protocol (RFC 6455, section 5.2)."""

from __future__ import annotations

import struct

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C, if possible

FINAL_TEXT = 0x81
"""The first byte of a text message in one frame."""

MASKED = 0x80
"""Set in the second byte of every frame that a client sends."""

SHORT_HEADER_BYTES = 6
"""Bytes before a client's message of less than 126 bytes: two, and the mask."""


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


def is_short_text(data: bytes) -> bool:
    """Return whether this is one whole text message of a client, with less than 126 bytes.

    >>> [is_short_text(bytes((0x81, 0x82, 1, 2, 3, 4, *rest))) for rest in (b"ab", b"a", b"abc")]
    [True, False, False]
    """
    length = len(data) - SHORT_HEADER_BYTES
    return 0 <= length < 126 and data[0] == FINAL_TEXT and data[1] == MASKED | length


def frame_length(data: bytes, start: int) -> int:
    """Return the length of the frame that begins there; 0 if too little of it is known.

    >>> [frame_length(data, 0) for data in (b"\\x81\\x02{}", b"\\x81", b"\\x81\\x7e\\x01\\x00{")]
    [4, 0, 260]
    """
    known = len(data) - start
    if known < 2:
        return 0
    length, header = data[start + 1] & ~MASKED, 2
    if length > 125:
        header = 4 if length == 126 else 10
        if known < header:
            return 0
        length = int.from_bytes(data[start + 2 : start + header], "big")
    return header + length + (4 if data[start + 1] & MASKED else 0)


def header_length(data: bytes, start: int) -> int:
    """Return the length of the header of a frame whose length is known, mask included.

    >>> [header_length(data, 0) for data in (b"\\x81\\x02{}", b"\\x81\\xff" + bytes(12))]
    [2, 14]
    """
    length, is_masked = data[start + 1] & ~MASKED, data[start + 1] & MASKED
    return (2 if length < 126 else 4 if length == 126 else 10) + (4 if is_masked else 0)


def text_message(frame: bytes) -> bytes | None:
    """Return the message in a client's frame, if it is a whole text message.

    >>> text_message(b"\\x81\\x82\\x01\\x02\\x03\\x04" + bytes((ord("{") ^ 1, ord("}") ^ 2)))
    b'{}'
    """
    if frame[0] != FINAL_TEXT or not frame[1] & MASKED:
        return None
    is_short = frame[1] < MASKED | 126  # nearly always
    header = SHORT_HEADER_BYTES if is_short else header_length(frame, 0)
    message: bytes = apply_mask(frame[header:], frame[header - 4 : header])
    return message
