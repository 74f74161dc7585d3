"""The server that uses the database."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the table `holder`."""
    op.create_table(
        "holder",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("beats", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_holder"),
    )
