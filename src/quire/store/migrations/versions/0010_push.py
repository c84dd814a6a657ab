"""Push subscriptions: the browsers in which players want to be notified."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "push_subscriptions",
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("session", sa.String(16), nullable=False),
        sa.Column("public_key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.ForeignKeyConstraint(
            ["session"],
            ["sessions.id"],
            name=op.f("fk_push_subscriptions_session"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("endpoint", name=op.f("pk_push_subscriptions")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_push_subscriptions_session", "push_subscriptions", ["session"])
