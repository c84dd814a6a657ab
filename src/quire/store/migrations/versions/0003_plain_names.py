"""Event kinds and random choices under the names of protocol version 2."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"

KINDS = {
    "grant": "accept_takeback",
    "no_takeback": "decline_takeback",
    "no_draw": "decline_draw",
    "no_rematch": "decline_rematch",
    "say": "chat",
    "away": "disconnected",
    "back": "reconnected",
    "time": "timeout",
    "disconnection": "absence_timeout",
    "follows": "next_game",
}
"""The kinds that were renamed, with their new names."""


def upgrade() -> None:
    """Rename the kinds of stored events, and what was chosen at random in a game."""
    cases = " ".join(f"WHEN '{old}' THEN '{new}'" for old, new in KINDS.items())
    renamed = ", ".join(f"'{old}'" for old in KINDS)
    op.execute(f"UPDATE events SET kind = CASE kind {cases} END WHERE kind IN ({renamed})")
    op.execute("ALTER TABLE games RENAME COLUMN lot TO random_choices")
    op.execute(
        "UPDATE games SET random_choices ="
        " replace(random_choices, '\"wishes\"', '\"size_choices\"')"
        " WHERE random_choices IS NOT NULL"
    )
