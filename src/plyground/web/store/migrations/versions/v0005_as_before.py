"""Whether the game of a room speaks as its old program did.

Until version 4 every game did so, and in the same words everywhere. Rooms that were made then go on
in the words of today. This file must not change: what it reads does not.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_rooms = sa.table("rooms", sa.column("as_before", sa.Boolean))


def upgrade() -> None:
    """Add the column `as_before`."""
    with op.batch_alter_table("rooms") as rooms:
        rooms.add_column(sa.Column("as_before", sa.Boolean))
    op.get_bind().execute(sa.update(_rooms).values(as_before=False))
    with op.batch_alter_table("rooms") as rooms:
        rooms.alter_column("as_before", existing_type=sa.Boolean, nullable=False)
