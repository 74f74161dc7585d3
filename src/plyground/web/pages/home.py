"""The first page: choose a game."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from plyground.web.pages import rendered
from plyground.web.visitors import Visitor

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(_visitor: Visitor, response: Response) -> HTMLResponse:
    """The first page."""
    return rendered("home.html", response)
