"""Why the server closes a socket: the codes of its close frames."""

from __future__ import annotations

from enum import IntEnum


class CloseCode(IntEnum):
    """A close code, as RFC 6455 has it; from 4000 on they are our own."""

    PROTOCOL_ERROR = 1002
    INVALID_TEXT = 1007
    POLICY = 1008
    TOO_BIG = 1009
    RESTARTING = 1012
    SIGNED_OUT = 4001
    NO_HEARTBEAT = 4002
    BANNED = 4003


DESCRIPTIONS = {
    CloseCode.PROTOCOL_ERROR: "a frame that is not WebSocket. Fix the client",
    CloseCode.INVALID_TEXT: "a text that is not UTF-8. Fix the client",
    CloseCode.POLICY: "no valid `hello` within ten seconds, too many rejected messages (100, then "
    "one per second), or too many frames. Slow down before you reconnect",
    CloseCode.TOO_BIG: "a message that is too large. Fix the client",
    CloseCode.RESTARTING: "the server is restarting; `shutdown` came before. Reconnect after the "
    "time it names",
    CloseCode.SIGNED_OUT: "the session has ended: signed out, banned or deleted. Sign in again",
    CloseCode.NO_HEARTBEAT: "two heartbeats were not answered. Reconnect",
    CloseCode.BANNED: "an administrator has banned your network. Don't reconnect",
}
"""What each means, and what a client should do."""
