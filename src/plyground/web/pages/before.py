"""Old addresses of what computers do: they lead to where it is now, with all that was sent."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import RedirectResponse

from plyground.arena.plan_file import shipped
from plyground.web.below import path_in_app

router = APIRouter(include_in_schema=False)

_FORMS = {
    "simulate": ("/watch", {}),
    "arena": ("/watch", {}),
    "arena/new": ("/watch", {"kind": "round robin"}),
    "arena/estimate": ("/watch/estimate", {"kind": "round robin"}),
    "arena/fame": ("/watch/fame", {}),
    "experiments": ("/watch", {}),
    "experiments/new": ("/watch", {"kind": "series"}),
    "experiments/new.toml": ("/watch/plan.toml", {"kind": "series"}),
}
_SENT = {"arena": {"kind": "round robin"}, "experiments": {"kind": "series"}}
"""What a form had where it did not say so."""

_METHODS = ["GET", "HEAD", "POST"]
_FILES = {"tournament.toml": "plan.toml", "experiment.toml": "plan.toml"}
_RUN = re.compile(r"(?:simulate|arena|experiments/runs)/([\w-]+)((?:/.*)?)")
_BETWEEN = re.compile(r"/between/(\d+)/(\d+)")


def new_place(path: str, query: str, is_form: bool) -> str | None:
    """Where an old address leads to, of which only the path without its first slash is given; None
    if there was no such address. `is_form` says that something was sent there.
    """
    usual: dict[str, str] = {}
    if is_form and path in _SENT:
        to, usual = "/watch", _SENT[path]
    elif path in _FORMS:
        to, usual = _FORMS[path]
    elif path.startswith("experiments/") and (name := path[12:].removesuffix(".toml")) in shipped():
        to = "/watch/plan.toml" if path.endswith(".toml") else "/watch"
        usual = {"experiment": name}
    elif found := _RUN.fullmatch(path):
        run, below = found.groups()
        if between := _BETWEEN.fullmatch(below):
            below, query = "/games", f"of={between[1]}&of={between[2]}" + (query and f"&{query}")
        elif below[1:] in _FILES:
            below = f"/{_FILES[below[1:]]}"
        to = f"/runs/{run}{below}"
    else:
        return None
    whole = "&".join(filter(None, (urlencode(usual), query)))
    return f"{to}?{whole}" if whole else to


@router.api_route("/simulate", methods=_METHODS)
@router.api_route("/simulate/{rest:path}", methods=_METHODS)
@router.api_route("/arena", methods=_METHODS)
@router.api_route("/arena/{rest:path}", methods=_METHODS)
@router.api_route("/experiments", methods=_METHODS)
@router.api_route("/experiments/{rest:path}", methods=_METHODS)
async def led_on(request: Request) -> Response:
    """Lead a browser or a program on, with the body of what it sends."""
    path = path_in_app(request.scope).strip("/")
    to = new_place(path, request.url.query, request.method == "POST")
    if to is None:
        raise HTTPException(404)
    return RedirectResponse(to, 307 if request.method == "POST" else 308)
