"""A game at one screen goes on on another device: its link, and what opens there."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from plyground.web.pages import Asked, AskedForGood, AskedRoom

router = APIRouter(include_in_schema=False)


@router.get("/room/{room_id}/device")
async def link(visit: Asked, room: AskedRoom) -> HTMLResponse:
    """The link, and its code for a camera. Whoever opens it first can take the game over."""
    word = visit.parts.rooms.word_for_device(room, visit.visitor)
    return visit.page(
        "device.html", room=room, invitation=visit.invitation(f"/room/{room.id}/take/{word}")
    )


@router.get("/room/{room_id}/take/{word}")
async def question(visit: Asked, room: AskedRoom, word: str) -> HTMLResponse:
    """What the link opens: a question, because programs look at links too."""
    visit.parts.rooms.check_word(room, word)
    return visit.page("device.html", room=room, invitation=None)


@router.post("/room/{room_id}/take/{word}")
async def take(visit: AskedForGood, room: AskedRoom, word: str) -> Response:
    """Take the game over."""
    await visit.parts.rooms.take_over(room, visit.visitor, word)
    return visit.go_to(f"/room/{room.id}")
