"""Help without the internet: short pages of the app's own, and the documentation if it is here."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

from plyground import __version__
from plyground.desktop import put_icon
from plyground.players.strengths import strengths_of
from plyground.position import Game
from plyground.web.errors import NotFoundError
from plyground.web.games import installed_games
from plyground.web.pages import Asked, Visit
from plyground.web.players_form import rivals

router = APIRouter(include_in_schema=False)

DOCUMENTATION = "/documentation"
"""The address below which the documentation is, if the app has it."""

_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'"
)


class Documentation(StaticFiles):
    """The pages of a folder. They have scripts and styles in them, which other pages may not."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, with the policy of these pages."""
        response = await super().get_response(path, scope)
        response.headers["Content-Security-Policy"] = _POLICY
        return response


@router.get("/help")
async def page(visit: Asked) -> HTMLResponse:
    """How to play, and what the app's buttons and keys do."""
    return _page(visit)


@router.post("/help/icon")
async def icon(visit: Asked) -> HTMLResponse:
    """Put a way to start the app on the desktop of the person at this computer."""
    if not visit.parts.settings.own:
        raise NotFoundError("this server is not for one person at its computer alone")
    try:
        said = f"{await asyncio.to_thread(put_icon)} starts Plyground by a double click."
    except OSError as error:
        said = (
            f"It cannot be put there: {error.strerror}. Type plyground icon FOLDER in a terminal."
        )
    return _page(visit, said)


def _page(visit: Visit, placed: str = "") -> HTMLResponse:
    return visit.page(
        "help.html",
        may_have_icon=visit.parts.settings.own,
        placed=placed,
        games=(games := [kind() for kind in installed_games()]),
        strengths=[(game.title, said) for game in games if (said := _strengths(game))],
        documentation=f"{DOCUMENTATION}/index.html" if visit.parts.settings.site else "",
        version=__version__,
    )


def _strengths(game: Game) -> str:
    """The opponents of a game with their ratings, as far as they were measured: "Pip 190"."""
    found = strengths_of(game)
    if found is None:
        return ""
    known = [(each.name, found.of(each)) for _, each in rivals(game)]
    return ", ".join(
        f"{name} {round(each.elo, -1):,.0f}" for name, each in known if each and not each.bound
    )


@router.get("/api")
async def api(visit: Asked) -> HTMLResponse:
    """What programs can request of the app, from its own description."""
    described: dict[str, Any] = visit.request.app.openapi()
    requests = [
        {
            "method": method.upper(),
            "path": visit.on_site(path),
            "does": each.get("description") or each["summary"],
            "fields": _fields(described, each),
        }
        for path, methods in described["paths"].items()
        for method, each in methods.items()
    ]
    return visit.page("api.html", requests=requests)


def _fields(described: dict[str, Any], request: dict[str, Any]) -> list[tuple[str, str]]:
    """The names of what a request takes, each with "needed" or its default."""
    body = request.get("requestBody", {}).get("content", {}).get("application/json", {})
    model = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
    schema = described.get("components", {}).get("schemas", {}).get(model, {})
    needed = schema.get("required", ())
    return [
        (name, "needed" if name in needed else f"else {json.dumps(about.get('default'))}")
        for name, about in schema.get("properties", {}).items()
    ]
