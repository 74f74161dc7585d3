"""How another start of Plyground knows the server that runs, and has it show its window.

Both know a token that only the owner of the data folder can read. The server proves that it knows
it without telling it: a program that has taken over the port cannot pose as Plyground.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request, Response

from plyground import __version__

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


router = APIRouter(prefix="/api", include_in_schema=False)


@router.get("/alive")
async def alive(
    request: Request, challenge: Annotated[str, Query(max_length=LONGEST)] = ""
) -> dict[str, str]:
    """Say that this is Plyground, and which one."""
    calling: Calling = request.app.state.calling
    said = proof(calling.token, f"alive {challenge}")
    return {"name": "Plyground", "version": __version__, "proof": said}


@router.post("/window")
async def window(
    request: Request, said: Annotated[str, Query(alias="proof", max_length=LONGEST)]
) -> Response:
    """Open another window on the screen of this server, for who can read its token."""
    calling: Calling = request.app.state.calling
    if not hmac.compare_digest(said.encode(), proof(calling.token, "window").encode()):
        raise HTTPException(403, "Only who has started Plyground can open its window.")
    if calling.show_window is None:
        raise HTTPException(409, "This Plyground has no window of its own.")
    calling.show_window()
    return Response(status_code=204)
