"""What a server says to show that it knows a secret without sending it; see `pages.handshake`."""

from __future__ import annotations

import hashlib
import hmac


def proof(token: str, challenge: str) -> str:
    """The answer to a challenge, which takes the token."""
    return hmac.new(token.encode(), challenge.encode(), hashlib.sha256).hexdigest()
