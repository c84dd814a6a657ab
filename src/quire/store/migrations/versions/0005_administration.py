"""Muted players, banned networks, and what administrators did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "mutes",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_mutes_player")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_mutes")),
    )
    op.create_table(
        "network_bans",
        sa.Column("network", sa.String(43), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("network", name=op.f("pk_network_bans")),
    )
    op.create_table(
        "admin_actions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("admin", sa.String(64), nullable=False),
        sa.Column("command", sa.String(32), nullable=False),
        sa.Column("player", sa.String(16)),
        sa.Column("game_id", sa.String(16)),
        sa.Column("network", sa.String(43)),
        sa.Column("detail", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_actions")),
    )
