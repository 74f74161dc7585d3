"""Saved games, and what visitors have tried of the puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("saved", sa.Double, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("date", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_owner", "games", ["owner"])
    op.create_table(
        "puzzle_tries",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(64), nullable=False),
        sa.Column("result", sa.String(16), nullable=False),
        sa.Column("day", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_puzzle_tries"),
    )
    op.create_index("ix_puzzle_tries_holder", "puzzle_tries", ["holder"])
