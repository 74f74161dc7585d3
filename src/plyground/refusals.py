"""The base of all errors, apart from the others: what starts quickly must not load the games."""


class PlygroundError(ValueError):
    """Any error of this package that the user can correct."""


class CannotError(PlygroundError):
    """The request is understood but cannot be carried out: here, now, or at all."""
