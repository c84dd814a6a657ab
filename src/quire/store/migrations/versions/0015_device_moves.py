"""Games whose computer players think on the player's device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """In games so far, the server computed all of the computer's moves."""
    op.add_column("games", sa.Column("seed", sa.BigInteger()))
    op.add_column("games", sa.Column("device_check", sa.String(8)))
    due = sa.text("device_check = 'due'")
    op.create_index(
        "ix_games_device_check", "games", ["id"], sqlite_where=due, postgresql_where=due
    )
