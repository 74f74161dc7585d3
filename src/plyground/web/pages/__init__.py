"""The pages, one file each, and what they share: how they answer a browser."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from plyground.web.templating import template


def rendered(
    name: str, given: Response | None = None, status: int = 200, /, **values: Any
) -> HTMLResponse:
    """A page from a template, with the cookies of the injected response `given`."""
    page = HTMLResponse(template(name).render(**values), status)
    _take_cookies(page, given)
    return page


def go_to(request: Request, path: str, given: Response | None = None) -> Response:
    """Send the browser to another page, with the cookies of the injected response `given`."""
    answer: Response
    if "hx-request" in request.headers:
        answer = Response(headers={"HX-Redirect": path})
    else:
        answer = RedirectResponse(path, 303)
    _take_cookies(answer, given)
    return answer


def _take_cookies(answer: Response, given: Response | None) -> None:
    for header in given.raw_headers if given is not None else ():
        if header[0] == b"set-cookie":
            answer.raw_headers.append(header)


def wants_html(request: Request) -> bool:
    """Whether a person reads the answer, and not a program."""
    return "text/html" in request.headers.get("accept", "") or "hx-request" in request.headers
