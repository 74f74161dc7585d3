"""How another start of Plyground knows the server that runs, and has it show its window.

Both know a token that only the owner of the data folder can read. The server proves that it knows
it without telling it: a program that has taken over the port cannot pose as Plyground.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable

LONGEST = 100
"""Characters that a challenge may have."""


class Calling:
    """What this server can be called by, and what it does then."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(24)
        self.show_window: Callable[[], None] | None = None
        """Opens a window, if that is for this process to do."""


def proof(token: str, challenge: str) -> str:
    """What only who knows the token can say to a challenge."""
    return hmac.new(token.encode(), challenge.encode(), hashlib.sha256).hexdigest()
