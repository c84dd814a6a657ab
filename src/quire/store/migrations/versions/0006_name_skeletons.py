"""Names of members and bots are unique by how they look."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from quire.online.confusables import skeleton

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table. Of names that look alike already, the oldest one is protected."""
    table = op.create_table(
        "name_skeletons",
        sa.Column("skeleton", sa.Text, nullable=False),
        sa.Column("player", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_name_skeletons_player")),
        sa.PrimaryKeyConstraint("skeleton", name=op.f("pk_name_skeletons")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_name_skeletons_player", "name_skeletons", ["player"])
    found = op.get_bind().execute(
        sa.text("SELECT id, name FROM players WHERE login IS NOT NULL ORDER BY created, id")
    )
    oldest: dict[str, str] = {}
    for id, name in found:
        oldest.setdefault(skeleton(name), id)
    rows = [{"skeleton": it, "player": player} for it, player in oldest.items()]
    op.bulk_insert(table, rows)
