"""What visitors missed in games of theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table `studies`."""
    op.create_table(
        "studies",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("source", sa.String(64), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("holder", "source", name="pk_studies"),
    )
