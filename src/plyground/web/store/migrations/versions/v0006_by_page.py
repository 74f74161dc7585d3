"""Whether a page found a computer's move, or the server.

Until version 5 the server found them all. This file must not change: what it reads does not.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_moves = sa.table("moves", sa.column("by_page", sa.Boolean))


def upgrade() -> None:
    """Add the column `by_page`."""
    with op.batch_alter_table("moves") as moves:
        moves.add_column(sa.Column("by_page", sa.Boolean))
    op.get_bind().execute(sa.update(_moves).values(by_page=False))
    with op.batch_alter_table("moves") as moves:
        moves.alter_column("by_page", existing_type=sa.Boolean, nullable=False)
