"""Total time with an increment."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the increment; all games so far have time per move, or no clock."""
    op.add_column("games", sa.Column("increment", sa.Float(53)))
