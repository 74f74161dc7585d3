"""The pages, one file each, and what they share: `Visit`, the request that a page answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Annotated, Any, Self, TypeVar
from urllib.parse import urlsplit

from fastapi import Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from plyground.position import Game, PlygroundError, Position
from plyground.search import Control
from plyground.web.engine.warm import Part
from plyground.web.engine.work import client
from plyground.web.errors import refused_text, status_of
from plyground.web.parts import Parts, parts_of
from plyground.web.services.rooms import Room
from plyground.web.services.withheld import check_values
from plyground.web.sharing import Invitation, invitation
from plyground.web.templating import template
from plyground.web.visitors import digest

T = TypeVar("T")
Answer = TypeVar("Answer", bound=Response)

_ONCE_MORE = "once_more"  # in the query of a request that came without a cookie before
_NO_COOKIES = (
    "Your browser keeps no cookies for this site: allow them in its settings, and try again"
)

_HERE = ("127.0.0.1", "::1")
_OF_PROXIES = ("forwarded", "x-forwarded-for", "x-real-ip", "via")

_DELETED = {
    "game": "The game is deleted.",
    "games": "The games are deleted.",
    "learner": "The learner is deleted.",
    "run": "The run is deleted.",
}
"""What a page says by what was deleted before it, which its address names."""


@dataclass(frozen=True)
class Visit:
    """A visitor's request. A token identifies the visitor, and `response` has the headers that
    every answer needs: the cookie of a new visitor.
    """

    request: Request
    response: Response
    visitor: str

    @property
    def parts(self) -> Parts:
        """The parts of the app."""
        return parts_of(self.request)

    @property
    def holder(self) -> str:
        """The visitor as the database knows them: the digest of the token."""
        return digest(self.visitor)

    @property
    def known(self) -> bool:
        """Whether the visitor was here before."""
        return client.get().known

    @property
    def keeps_cookies(self) -> bool:
        """Whether the browser keeps cookies, as far as is known: it comes without any from a page
        that gave it one.
        """
        before = urlsplit(self.request.headers.get("referer", ""))
        from_here = before.netloc == self.request.url.netloc
        given = from_here and before.path.startswith(self.on_site("/"))
        return not given or self.parts.visitors.keeps(self.request)

    @property
    def at_server(self) -> bool:
        """Whether the visitor sits at the computer that serves the app, and not behind a proxy,
        which passes the name of the site on.
        """
        where = self.request.client
        direct = not any(name in self.request.headers for name in _OF_PROXIES)
        here = where is not None and where.host in _HERE
        return direct and here and self.request.url.hostname in (*_HERE, "localhost")

    @property
    def is_host(self) -> bool:
        """Whether the visitor is the person at the computer that serves, who has no limits."""
        return self.at_server or self.parts.settings.own

    @property
    def of_script(self) -> bool:
        """Whether a page's script asks for a part of the page."""
        return "hx-request" in self.request.headers

    def invitation(self, path: str) -> Invitation:
        """The link to a page for others."""
        return invitation(self.request.url, self.on_site(path), self.parts.settings.hosts)

    def on_site(self, path: str) -> str:
        """A path of the app as people type it, who see the whole site."""
        return f"{self.request.scope.get('root_path', '')}{path}"

    async def ready(self, game: Game, part: Part = "board") -> None:
        """Wait until a part of a game can be used; see `Compiling.ready`."""
        await self.parts.compiling.ready(self.visitor, game, part)

    async def check_values(self, *asked: Position) -> None:
        """Raise WithheldError if the values of a position would be a hint in a game by link that
        the visitor plays or watches.
        """
        for each in asked:
            check_values(each, await self.parts.rooms.withheld(self.visitor, each.game))

    async def run(self, work: Callable[[Control], T], **how: Any) -> T:
        """What `work` returns, done in the visitor's turn; see `Workers.run`."""
        return await self.parts.workers.run(self.visitor, work, **how)

    def page(self, name: str, status: int = 200, /, **values: Any) -> HTMLResponse:
        """A page from a template."""
        values["keeps_cookies"] = self.keeps_cookies
        values["deleted"] = _DELETED.get(self.request.query_params.get("deleted", ""))
        return self._with_cookies(HTMLResponse(template(name).render(**values), status))

    def go_to(self, path: str) -> Response:
        """Send the browser to another page."""
        if self.of_script:
            return self._with_cookies(Response(headers={"HX-Redirect": path}))
        return self._with_cookies(RedirectResponse(path, 303))

    def _with_cookies(self, answer: Answer) -> Answer:
        answer.raw_headers += [
            each for each in self.response.raw_headers if each[0] == b"set-cookie"
        ]
        return answer


async def _visit(request: Request, response: Response) -> Visit:
    """Asynchronous although nothing waits here: FastAPI would give it a thread otherwise."""
    visitors = parts_of(request).visitors
    token = visitors.known(request)
    if token is None:
        token = visitors.welcome(response, request.url.scheme == "https")
    else:
        client.set(replace(client.get(), known=True))
    visit = Visit(request, response, token)
    if "origin" in request.headers and request.method == "POST":
        return await _lasting(visit)  # browsers send forms from pages, which have set a cookie
    return visit


Asked = Annotated[Visit, Depends(_visit)]
"""A parameter of a page: the visitor and the request. A new visitor gets a token with the answer.
"""


async def _lasting(visit: Asked) -> Visit:
    """A visit whose effect must not be lost with the cookie.

    Sends new visitors to the same address again, with the cookie. If that answer is lost, they can
    ask again.
    """
    request = visit.request
    if visit.known:
        return visit
    if _ONCE_MORE in request.query_params:
        if wants_html(request) or "origin" in request.headers:
            raise HTTPException(422, _NO_COOKIES)
        raise HTTPException(422, "this needs a cookie: keep the cookie of the answer and send it")
    again = request.url.include_query_params(**{_ONCE_MORE: "yes"})
    headers = {"location": f"?{again.query}", **visit.response.headers}
    raise HTTPException(307, "ask again with the cookie of this answer", headers)


AskedForGood = Annotated[Visit, Depends(_lasting)]
"""The same, for a page that keeps something for this visitor alone."""


async def _room(visit: Asked, room_id: str) -> Room:
    return await visit.parts.rooms.get(room_id)


AskedRoom = Annotated[Room, Depends(_room)]
"""The room of an address."""


async def _sent(request: Request) -> dict[str, str]:
    form = await request.form()
    return {name: value.strip() for name, value in form.items() if isinstance(value, str)}


Sent = Annotated[dict[str, str], Depends(_sent)]
"""The text fields of a form."""


@dataclass
class Refusal:
    """Catches a refusal: its words, the field of the form that it is about, if any, and the status
    of the page that shows them.
    """

    words: str = ""
    status: int = 200
    field: str = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: object, error: BaseException | None, _trace: TracebackType | None
    ) -> bool:
        if isinstance(error, PlygroundError):
            self.words, self.status = refused_text(error), status_of(error)
            self.field = getattr(error, "field", "")
        return isinstance(error, PlygroundError)

    def said_to(self, request: Request) -> None:
        """Answer a program, which reads no form. Raises HTTPException."""
        if not wants_html(request):
            raise HTTPException(self.status, self.words)


def wants_html(request: Request) -> bool:
    """Whether a person, not a program, reads the answer."""
    return "text/html" in request.headers.get("accept", "") or "hx-request" in request.headers
