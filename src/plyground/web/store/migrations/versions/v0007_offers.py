"""What a person in a game by link offers the others: to take back a move, or a draw."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column `offer`."""
    with op.batch_alter_table("rooms") as rooms:
        rooms.add_column(sa.Column("offer", sa.JSON))
