"""A migration of the future."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tests.store.later import BEFORE

revision = "later"
down_revision = BEFORE


def upgrade() -> None:
    """Upgrade from the last existing migration."""
    with op.batch_alter_table("players") as batch:
        batch.alter_column("name", existing_type=sa.String(64), type_=sa.String(80))
        batch.add_column(sa.Column("motto", sa.Text(), nullable=False, server_default="none"))
    with op.batch_alter_table("games") as batch:
        batch.alter_column("reason", existing_type=sa.String(16), type_=sa.String(32))
        batch.add_column(sa.Column("length", sa.Integer()))
    op.execute("UPDATE games SET length = (SELECT count(*) FROM events WHERE game_id = games.id)")
    with op.batch_alter_table("seats", table_kwargs={"sqlite_with_rowid": False}) as batch:
        batch.alter_column("agent", existing_type=sa.String(128), type_=sa.String(200))
    op.create_table(
        "friends",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("friend", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_friends_player")),
        sa.PrimaryKeyConstraint("player", "friend", name=op.f("pk_friends")),
    )
