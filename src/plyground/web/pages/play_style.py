"""What the visitor misses in their games, kind by kind, and where to practise it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from plyground.analysis.chances import KINDS, Kind, PlayedGame, Tally, tally
from plyground.web.games import title_of
from plyground.web.pages import Asked, AskedForGood, Visit
from plyground.web.services.styles import Style

router = APIRouter(prefix="/play-style", include_in_schema=False)

_PLACES = 3  # positions to try again that a card names


@dataclass(frozen=True)
class _Words:
    """What a card says of a kind of chance, and which puzzles are like it."""

    title: str
    about: str
    puzzles: dict[str, str]


_WORDS: dict[Kind, _Words] = {
    "win": _Words("A win in one", "You could win at once.", {"level": "easy"}),
    "block": _Words(
        "A threat to answer",
        "Your opponent was about to win, and you could stop it.",
        {"motif": "only defence"},
    ),
    "safe": _Words(
        "A safe move", "Some moves lost at once, and others did not.", {"motif": "fewer safe moves"}
    ),
    "fork": _Words(
        "A double threat",
        "You could make two threats at once, or you let your opponent make them.",
        {"motif": "two threats"},
    ),
    "late": _Words(
        "The endgame",
        "In the last third of a game, the result could still change.",
        {"motif": "quiet move"},
    ),
    "far": _Words(
        "Before the endgame",
        "Earlier in a game, some moves were better than others.",
        {"level": "hard"},
    ),
}


@dataclass(frozen=True)
class _Card:
    """A kind of chance as the page shows it."""

    words: _Words
    all: Tally
    parts: tuple[tuple[str, Tally], ...]
    """By seat and by opponent."""
    places: tuple[tuple[str, str], ...]
    """Positions to try again: a name and an address."""
    puzzles: str
    lost: str
    """The mean share of the value that a move lost, in percent; "" for kinds that have none."""


@router.get("")
async def page(visit: Asked) -> HTMLResponse:
    """What the visitor misses, as far as their games have been looked through."""
    return await _page(visit, "play_style.html")


@router.get("/part")
async def part(visit: Asked) -> HTMLResponse:
    """The part of the page that changes. It has an address of its own: browsers keep pages."""
    return await _page(visit, "play_style_part.html")


@router.post("/begin")
async def begin(visit: AskedForGood) -> Response:
    """Look through the visitor's games."""
    visit.parts.styles.begin(visit.visitor)
    return visit.go_to("/play-style")


async def _page(visit: Visit, template: str) -> HTMLResponse:
    style = await visit.parts.styles.of(visit.visitor)
    cards = [card for kind in KINDS if (card := _card(kind, style)).all.chances]
    return visit.page(
        template,
        style=style,
        games=sum(bool(each.chances) for each in style.games.values()),
        cards=sorted(cards, key=lambda card: (not card.all.tells, -card.all.share)),
    )


def _card(kind: Kind, style: Style) -> _Card:
    words, games = _WORDS[kind], list(style.games.values())
    total = tally(games, kind)
    return _Card(
        words,
        total,
        tuple((name, part) for name, part in _parts(kind, games) if part.chances),
        tuple(_places(kind, style)),
        f"/puzzles/next?{urlencode(words.puzzles)}",
        f"{total.lost:.0%}".replace("%", " %") if kind == "late" else "",
    )


def _parts(kind: Kind, games: Sequence[PlayedGame]) -> Iterator[tuple[str, Tally]]:
    for player in sorted({each.player for each in games}):
        yield f"As player {player + 1}", tally(games, kind, player=player)
    for opponent in sorted({each.opponent for each in games if each.opponent}):
        yield f"Against {opponent}", tally(games, kind, opponent=opponent)


def _places(kind: Kind, style: Style) -> list[tuple[str, str]]:
    """The last positions with such a missed chance, in games that are still there."""
    return [
        (f"{title_of(game.game)}, move {chance.ply}", f"/{source}/retry?ply={chance.ply}")
        for source, game in style.games.items()
        if source in style.there
        for chance in game.chances
        if chance.kind == kind and chance.missed
    ][:_PLACES]
