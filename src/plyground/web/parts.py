"""`Parts`: what the running app is made of, one typed object that every page can ask for.

`parts_of(request)` gives it; `app.create_app` makes it.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Request, Response

from plyground.web.engine.allowance import Allowance
from plyground.web.engine.compiling import Compiling
from plyground.web.engine.events import Hub
from plyground.web.engine.work import Workers, client
from plyground.web.handshake import Calling
from plyground.web.services.courses import Courses
from plyground.web.services.recordings import Recordings
from plyground.web.services.reviews import Reviews
from plyground.web.services.rooms import Rooms
from plyground.web.services.saved import SavedGames
from plyground.web.services.simulations import Simulations
from plyground.web.settings import Settings
from plyground.web.store import Database, Library, Store, Tries
from plyground.web.visitors import Visitors

_ONCE_MORE = "once_more"  # in the query of what was asked for without a cookie before


@dataclass
class Parts:
    """All services of one app, from the database up."""

    settings: Settings
    database: Database
    store: Store
    library: Library
    tries: Tries
    visitors: Visitors
    hub: Hub
    workers: Workers
    compiling: Compiling
    rooms: Rooms
    simulations: Simulations
    courses: Courses
    recordings: Recordings
    reviews: Reviews
    saved_games: SavedGames
    calling: Calling
    new_rooms: Allowance

    def start(self) -> None:
        """Begin what goes on in the background."""
        self.hub.start()
        self.rooms.start()
        self.simulations.start()
        if self.settings.warms:
            self.compiling.start()

    async def close(self) -> None:
        """End everything; the database has what counts."""
        await self.simulations.close()
        await self.rooms.close()
        self.hub.close()
        self.compiling.close()
        self.workers.close()
        self.database.close()


def parts_of(asked: Request | FastAPI) -> Parts:
    """The parts of an app, or of the app that a request came to."""
    app = asked.app if isinstance(asked, Request) else asked
    parts: Parts = app.state.parts
    return parts


async def visitor_of(request: Request, response: Response) -> str:
    """The visitor's token; a new visitor gets one with the answer.

    Asynchronous, although it waits for nothing: it would have a thread to itself otherwise.
    """
    visitors = parts_of(request).visitors
    token = visitors.known(request)
    if token is None:
        token = secrets.token_urlsafe(24)
        visitors.remember(response, token, request.url.scheme == "https")
    else:
        client.set(replace(client.get(), known=True))
    return token


async def lasting_visitor_of(request: Request, response: Response) -> str:
    """The same for what must not be done for somebody who never hears of the cookie.

    Sends new visitors to the same address once more, with the cookie: if the answer is lost then,
    they can ask again.
    """
    token = await visitor_of(request, response)
    if client.get().known:
        return token
    if _ONCE_MORE in request.query_params:
        raise HTTPException(422, "this takes a cookie: keep the one of the answer and send it")
    again = request.url.include_query_params(**{_ONCE_MORE: "yes"})
    headers = {"location": f"{again.path}?{again.query}", **response.headers}
    raise HTTPException(307, "once more, with the cookie of this answer", headers)


Visitor = Annotated[str, Depends(visitor_of)]
"""A parameter of a page: the token of who asks. The cookie is set on the injected response; a page
that makes its own has to be given its headers: see `pages.rendered`."""

LastingVisitor = Annotated[str, Depends(lasting_visitor_of)]
"""The same, for what is kept for the visitor and for nobody else."""
