"""The columns of seeks and of the time to reconnect under the names that the code uses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Rename the columns, and build the index of open seeks again with its new condition."""
    op.drop_index("ix_seeks_waiting", "seeks")
    op.execute("ALTER TABLE seeks RENAME COLUMN wish TO seek_id")
    op.execute("ALTER TABLE seeks RENAME COLUMN led_to TO game_id")
    op.execute("ALTER TABLE games RENAME COLUMN grace TO reconnect_seconds")
    op.create_index(
        "ix_seeks_waiting",
        "seeks",
        ["created", "player"],
        sqlite_where=sa.text("game_id IS NULL"),
        postgresql_where=sa.text("game_id IS NULL"),
    )
