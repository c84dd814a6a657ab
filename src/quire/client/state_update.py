"""Update the state of a followed game with a message from the server."""

from __future__ import annotations

from msgspec.structs import replace

from quire.online.event import EventKind
from quire.wire.protocol import EventMessage, LiveState, State
from quire.wire.shared_types import ChatMessage


def state_after(state: State, event: EventMessage) -> State | None:
    """Return the state after an event, or None if something is missing in between."""
    entry = (event.entry,) if event.entry else ()
    moves = (*state.moves[: event.moves - len(entry)], *entry)
    if event.seq != state.seq + 1 or len(moves) != event.moves or state.status == "open":
        return None
    chat = state.chat_messages
    if event.kind is EventKind.CHAT and event.seat is not None and event.text:
        chat = (*chat, ChatMessage(seat=event.seat, text=event.text))
    return replace(
        state,
        seq=event.seq,
        position=event.position or state.position,
        moves=moves,
        chat_messages=chat,
        missed_events=(),
        picture=None,
        **{name: getattr(event, name) for name in LiveState.__struct_fields__},
    )
