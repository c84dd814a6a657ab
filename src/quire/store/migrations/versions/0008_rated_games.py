"""What keeps rated games fair: positions that nobody may analyse, and the networks of players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the columns; a game in progress gets the key of its position with its next move."""
    op.add_column("games", sa.Column("position", sa.BigInteger))
    op.add_column("seats", sa.Column("network", sa.String(64)))
    op.add_column("seeks", sa.Column("network", sa.String(64)))
    op.create_index(
        "ix_games_position",
        "games",
        ["position"],
        sqlite_where=sa.text("position IS NOT NULL"),
        postgresql_where=sa.text("position IS NOT NULL"),
    )
