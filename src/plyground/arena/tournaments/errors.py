"""The error of tournaments."""

from plyground.position import PlygroundError


class TournamentError(PlygroundError):
    """A tournament that cannot be played as it is stated, or results that are not its own."""
