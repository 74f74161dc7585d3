"""Games from files: what each file offers, what is wrong in it, and its rules."""

from __future__ import annotations

import hashlib
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from plyground.folders import chapters_folder
from plyground.web.boards import in_one_file
from plyground.web.engine.work import client
from plyground.web.pages import Asked, Visit
from plyground.web.pages.help_page import DOCUMENTATION
from plyground.web.services.chapters import fault_help, starter
from plyground.web.services.game_files import GameFile

router = APIRouter(prefix="/own", include_in_schema=False)

_HERE = {"127.0.0.1", "::1"}


def faulty(visit: Visit) -> list[GameFile]:
    """The files with a fault, for a visitor at this computer: others can mend none."""
    if client.get().address not in _HERE:
        return []
    return [file for file in visit.parts.game_files.all if file.fault and not file.unsure]


def watched_faults(visit: Visit) -> str:
    """The version of the faults for such a visitor; empty if there is no file to watch."""
    if client.get().address not in _HERE or not visit.parts.game_files.all:
        return ""
    return _version([(file.path, file.fault, file.trying) for file in faulty(visit)])


def _version(values: object) -> str:
    return hashlib.sha256(repr(values).encode()).hexdigest()[:16]


@router.get("")
async def page(visit: Asked) -> HTMLResponse:
    """All files with games, and how to add one."""
    return visit.page(
        "own.html",
        # The names of folders are nobody's business elsewhere in the network.
        folder=str(visit.parts.game_files.folder) if client.get().address in _HERE else "",
        guide=chapters_folder() is not None,
        **_listed(visit),
    )


@router.get("/nim.py")
async def example() -> Response:
    """A small game as a file to begin with."""
    return Response(
        starter(),
        media_type="text/x-python",
        headers={"Content-Disposition": 'attachment; filename="nim.py"'},
    )


@router.get("/list")
async def files(visit: Asked, version: str = "") -> Response:
    """The list of the files; 204 if it is still of this version."""
    values = _listed(visit)
    if values["version"] == version:
        return Response(status_code=204)
    return visit.page("own_list.html", **values)


def _listed(visit: Visit) -> dict[str, Any]:
    site = DOCUMENTATION if visit.parts.settings.site else ""
    files = [_shown(file, site) for file in visit.parts.game_files.all]
    return {"files": files, "version": _version(files)}


def _shown(file: GameFile, documentation: str) -> dict[str, Any]:
    game = file.game() if file.game is not None else None
    return {
        "name": file.path.name,
        "trying": file.trying,
        "fault": file.fault,
        "unsure": file.unsure,
        "help": fault_help(file.help, documentation),
        "source": file.source,
        "title": game.title if game else file.path.stem,
        "summary": game.summary if game else "",
        "game": game.name if game else "",
        "two": game is not None and game.players == 2,
        "file": in_one_file(game, download="yes")
        if game is not None and "cells" in game.rules.kernels
        else "",
    }
