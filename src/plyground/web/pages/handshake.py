"""How a second start of Plyground recognises the running server, and has it show its window.

Both know a token that only the owner of the data folder can read. The server proves that it knows
the token without sending it, so a program that has taken over the port cannot pose as Plyground.
"""

from __future__ import annotations

import hmac
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request, Response

from plyground import __version__
from plyground.web.parts import parts_of
from plyground.web.proof import proof

router = APIRouter(prefix="/api", include_in_schema=False)

_LONGEST = 100  # characters that a challenge may have


@router.get("/alive")
async def alive(
    request: Request, challenge: Annotated[str, Query(max_length=_LONGEST)] = ""
) -> dict[str, str]:
    """Prove that this is Plyground, and which one."""
    said = proof(parts_of(request).token, f"alive {challenge}")
    return {"name": "Plyground", "version": __version__, "proof": said}


@router.post("/window")
async def window(
    request: Request, said: Annotated[str, Query(alias="proof", max_length=_LONGEST)]
) -> Response:
    """Open another window on the screen of this server. The request needs the token."""
    parts = parts_of(request)
    if not hmac.compare_digest(said.encode(), proof(parts.token, "window").encode()):
        raise HTTPException(403, "Only the person who started Plyground can open its window.")
    if parts.show_window is None:
        raise HTTPException(409, "This Plyground has no window of its own.")
    parts.show_window()
    return Response(status_code=204)
