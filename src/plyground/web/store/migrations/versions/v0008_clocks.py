"""The time that the people of a room have for the whole game."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column `clock`."""
    with op.batch_alter_table("rooms") as rooms:
        rooms.add_column(sa.Column("clock", sa.JSON))
