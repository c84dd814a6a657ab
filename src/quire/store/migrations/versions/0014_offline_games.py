"""Games that were played without a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Mark them; all games so far were played on a server."""
    op.add_column("games", sa.Column("offline", sa.Boolean()))
