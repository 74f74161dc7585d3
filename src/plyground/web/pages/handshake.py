"""What another start of Plyground asks of the server that runs, see `handshake`."""

from __future__ import annotations

import hmac
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request, Response

from plyground import __version__
from plyground.web.handshake import LONGEST, proof
from plyground.web.parts import parts_of

router = APIRouter(prefix="/api", include_in_schema=False)


@router.get("/alive")
async def alive(
    request: Request, challenge: Annotated[str, Query(max_length=LONGEST)] = ""
) -> dict[str, str]:
    """Say that this is Plyground, and which one."""
    calling = parts_of(request).calling
    said = proof(calling.token, f"alive {challenge}")
    return {"name": "Plyground", "version": __version__, "proof": said}


@router.post("/window")
async def window(
    request: Request, said: Annotated[str, Query(alias="proof", max_length=LONGEST)]
) -> Response:
    """Open another window on the screen of this server, for who can read its token."""
    calling = parts_of(request).calling
    if not hmac.compare_digest(said.encode(), proof(calling.token, "window").encode()):
        raise HTTPException(403, "Only who has started Plyground can open its window.")
    if calling.show_window is None:
        raise HTTPException(409, "This Plyground has no window of its own.")
    calling.show_window()
    return Response(status_code=204)
