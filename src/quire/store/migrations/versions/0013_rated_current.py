"""An index of the rated games in progress, whose positions nobody may analyse."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create it: there may be many more games that wait for their player."""
    op.create_index(
        "ix_games_rated_current",
        "games",
        ["status"],
        sqlite_where=sa.text("status <> 'over' AND rated = 1"),
        postgresql_where=sa.text("status <> 'over' AND rated"),
    )
