"""Rooms, their seats and their moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("parameters", sa.JSON, nullable=False),
        sa.Column("start", sa.JSON, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("seconds_per_move", sa.Double),
        sa.Column("successor", sa.String(64)),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
    )
    op.create_index("ix_rooms_touched", "rooms", ["touched"])
    op.create_index("ix_rooms_owner", "rooms", ["owner"])
    op.create_table(
        "seats",
        sa.Column("room", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("player", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("colour", sa.Text),
        sa.Column("holder", sa.String(64)),
        sa.Column("has_left", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("room", "number", name="pk_seats"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_seats_room", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_holder", "seats", ["holder"])
    op.create_table(
        "moves",
        sa.Column("room", sa.String(64), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("details", sa.JSON),
        sa.PrimaryKeyConstraint("room", "ply", name="pk_moves"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_moves_room", ondelete="CASCADE"),
    )
