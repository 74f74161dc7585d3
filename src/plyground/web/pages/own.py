"""Games from files: what each file offers, what is wrong in it, and its rules."""

from __future__ import annotations

import hashlib
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from plyground.web.boards import in_one_file
from plyground.web.engine.work import client
from plyground.web.pages import Asked, Visit
from plyground.web.pages.help_page import DOCUMENTATION
from plyground.web.services.game_files import GameFile

router = APIRouter(prefix="/own", include_in_schema=False)

_HERE = {"127.0.0.1", "::1"}


def faulty(visit: Visit) -> list[GameFile]:
    """The files with a fault, for a visitor at this computer: others can mend none."""
    if client.get().address not in _HERE:
        return []
    return [file for file in visit.parts.game_files.all if file.fault]


@router.get("")
async def page(visit: Asked) -> HTMLResponse:
    """All files with games, and how to add one."""
    settings = visit.parts.settings
    return visit.page(
        "own.html",
        # The names of folders are nobody's business elsewhere in the network.
        folder=str(visit.parts.game_files.folder) if client.get().address in _HERE else "",
        documentation=f"{DOCUMENTATION}/own-game.html" if settings.site else "",
        **_listed(visit),
    )


@router.get("/list")
async def files(visit: Asked, version: str = "") -> Response:
    """The list of the files; 204 if it is still of this version."""
    values = _listed(visit)
    if values["version"] == version:
        return Response(status_code=204)
    return visit.page("own_list.html", **values)


def _listed(visit: Visit) -> dict[str, Any]:
    files = [_shown(file) for file in visit.parts.game_files.all]
    return {"files": files, "version": hashlib.sha256(repr(files).encode()).hexdigest()[:16]}


def _shown(file: GameFile) -> dict[str, Any]:
    game = file.game() if file.game is not None else None
    return {
        "name": file.path.name,
        "trying": file.trying,
        "fault": file.fault,
        "source": file.source,
        "title": game.title if game else file.path.stem,
        "summary": game.summary if game else "",
        "game": game.name if game else "",
        "two": game is not None and game.players == 2,
        "file": in_one_file(game, download="yes")
        if game is not None and "cells" in game.rules.kernels
        else "",
    }
