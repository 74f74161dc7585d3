"""The exit codes of all commands, and `UserError`, which ends a command with one line."""

from __future__ import annotations

SUCCESS = 0  # also where a limit came first, and the answer says so
FAILURE = 1  # the command was understood and could not be carried out
USAGE = 2  # an option, an argument or a move that is not accepted, or a file that cannot be read
INTERRUPTED = 130  # Ctrl-C

TABLE = (
    "Exit codes: 0 success, 1 the command could not be carried out, "
    "2 an argument that is not accepted, 130 ended by Ctrl-C."
)


class UserError(Exception):
    """What went wrong, in one line for the user, and the exit code to end with."""

    def __init__(self, message: str, code: int = USAGE) -> None:
        super().__init__(message)
        self.code = code
