"""Answers to puzzles, and the ratings that players had after each game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Upgrade from the first release. Earlier games have no ratings: they were not stored."""
    op.add_column("seats", sa.Column("rating", sa.Float(53)))
    op.create_index(
        "ix_seats_rated",
        "seats",
        ["player", "ended", "game_id"],
        sqlite_where=sa.text("rating IS NOT NULL"),
        postgresql_where=sa.text("rating IS NOT NULL"),
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("player", sa.String(16), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("first_try", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_puzzle_answers_player")),
        sa.PrimaryKeyConstraint("player", "puzzle", "day", name=op.f("pk_puzzle_answers")),
        sqlite_with_rowid=False,
    )
