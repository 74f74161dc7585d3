"""The ways from each version of the tables to the next, in `versions`; Alembic walks them.

A new one is a file v0002_WORDS.py beside the first, with `revision = "0002"` and
`down_revision = "0001"`. What was released is never changed again: databases out there have gone
that way. There is no way back; an older version of the app refuses a newer database.
"""

from pathlib import Path

MIGRATIONS = Path(__file__).parent
"""Their folder."""
