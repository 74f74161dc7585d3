"""The look and the board that the app shares with the pages that it writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query, Request, Response

from plyground.browser.scripts import joined, modules, seal
from plyground.render.colours import rgb
from plyground.web.boards import board_rules
from plyground.web.templating import Sheet, mark, sheet

router = APIRouter(include_in_schema=False)

_MOST = 8  # players

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""For an address that changes with what is there."""


@router.get("/scripts/{version}/joined/{place:path}")
async def joined_script(request: Request, version: str, place: str) -> Response:
    """A script joined with what it imports."""
    return _script(request, version, place, joined)


@router.get("/scripts/{version}/{place:path}")
async def script(request: Request, version: str, place: str) -> Response:
    """A script of the package, by its place there. A page of an older version gets the new one."""
    return _script(request, version, place, modules().get)


def _script(
    request: Request, version: str, place: str, made: Callable[[str], str | None]
) -> Response:
    text = made(place) if place in modules() else None
    if text is None:
        raise HTTPException(404, "there is no script of this name")
    if version != seal():
        return kept(request, text, "text/javascript")
    return Response(text, media_type="text/javascript", headers=FOR_EVER)


@router.get("/board.css")
async def board_css(
    request: Request,
    colour: Annotated[list[str], Query(max_length=_MOST)],
    holes: Literal["yes", ""] = "",
    within: Annotated[str, Query(pattern=r"^[\w-]*$", max_length=80)] = "",
) -> Response:
    """The colours of boards and graphs: those of the players, and what the settings make of them.

    `holes` is for boards with counters behind holes, `within` the class of what they are limited
    to.
    """
    if None in map(rgb, colour):
        raise HTTPException(422, "give colours such as #d8432f")
    return kept(
        request, board_rules(colour, holes == "yes", f" .{within}" if within else ""), "text/css"
    )


@router.get("/{name}.css")
async def sheet_css(request: Request, name: Sheet) -> Response:
    """A style sheet that the app shares with files; that of boards is above."""
    return kept(request, sheet(name), "text/css")


def kept(request: Request, text: str, kind: str) -> Response:
    """A text, for good if the address has its mark; 304 for a browser that has it."""
    if request.query_params.get("v") == mark(text):
        return Response(text, media_type=kind, headers=FOR_EVER)
    tag = f'"{mark(text)}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=kind, headers=headers)
