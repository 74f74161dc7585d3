"""What the pages of simulations and experiments share: fields, refusals, downloads, and who may
change what a visitor has started.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from fastapi import HTTPException, Response
from fastapi.responses import RedirectResponse

from plyground.arena import FIRST
from plyground.players import Player
from plyground.web.errors import RefusedError
from plyground.web.games import field, game_from
from plyground.web.numbers import whole
from plyground.web.pages import Refusal, Visit
from plyground.web.players_form import player_from_form
from plyground.web.services.tended import Started, T, Tended

ROUNDS_MOST = 1000

BEGINS = {
    "alternate": "each player in turn",
    "fixed": "player 1, always",
    "once": "player 1 once, then player 2",
    "random": "chosen at random",
}
"""Who begins a round, in words."""
assert set(BEGINS) == set(FIRST)

_SHOWN = 20  # characters of a text that is refused


def filled(visit: Visit, usual: Mapping[str, str]) -> tuple[dict[str, str], Refusal]:
    """The fields of a form as the query says, and what of its game is refused."""
    sent = dict(usual) | dict(visit.request.query_params)
    with Refusal() as refused:
        game_from(sent)
    if visit.of_script:  # which swaps in only an answer with status 200
        refused.status = 200
    return sent, refused


def whole_in(sent: Mapping[str, str], name: str, least: int, most: int, what: str) -> int:
    """The whole number in a field, such as 1,000. `what` begins the refusal, such as "a seed is".

    Raises RefusedError.
    """
    text = field(sent, name)
    number = whole(text.replace(",", ""))
    if number is None or not least <= number <= most:
        said = f"{what} a whole number from {least:,} to {most:,}, and not “{shown(text)}”"
        raise RefusedError(said, field=name)
    return number


def shown(text: str) -> str:
    """A text that was sent, cut where it is too long to say."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def computer_in(sent: Mapping[str, str], seat: int) -> Player:
    """The computer at a seat of a form, counted from 1. Raises RefusedError."""
    player = player_from_form(sent, seat)
    if player is None:
        raise RefusedError("a human cannot play here: choose computers", field=f"kind-{seat}")
    return player


def found(kept: Tended[T], id_: str, what: str) -> T:
    """The one of that id. Raises HTTPException."""
    started = kept.get(id_)
    if started is None:
        raise HTTPException(
            404,
            f"This {what} has been removed. {what.capitalize()}s are kept for an hour after their "
            "end, and until the server restarts.",
        )
    return started


def require_owner(visit: Visit, started: Started, what: str) -> None:
    """Raise HTTPException for anyone but the visitor who started it."""
    if started.owner != visit.visitor:
        raise HTTPException(403, f"Only the person who started {what}.")


def done(visit: Visit, path: str) -> Response:
    """The answer to a button: empty for a script, which gets events; else the page."""
    if visit.of_script:
        return Response(status_code=204)
    return RedirectResponse(path, 303)


def download(text: str, name: str, ending: str, media_type: str) -> Response:
    """A file to keep. Its name is made safe."""
    safe = re.sub(r"[^\w-]", "-", name, flags=re.ASCII)
    headers = {
        "Content-Disposition": f'attachment; filename="{safe}.{ending}"',
        "Cache-Control": "no-store",
    }
    return Response(text, media_type=media_type, headers=headers)
