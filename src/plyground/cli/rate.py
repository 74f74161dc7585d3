"""`plyground rate`: how strong the players of finished games are, in Elo."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from plyground.arena.rating import Decision, RatingError, Ratings, told_apart
from plyground.arena.tournament_report import rating_data, rating_notes, rating_text
from plyground.cli.exits import FAILURE, UserError
from plyground.cli.output import complain, say, unreadable
from plyground.cli.records import fault_text, game_for
from plyground.cli.terminal import Terminal, notices
from plyground.games.registry import game_class
from plyground.records import Fault, Finished, read_results
from plyground.visible import visible

_MOST = 1000  # players: the time grows with their cube
_HEADS = "Player", "Elo", "Games", "Points"


def rate(source: str, game: str | None, as_json: bool) -> None:
    """Rate the players of the finished games of a file."""
    faults = 0
    decisions: list[Decision] = []
    with notices("the games"):
        for number, each in enumerate(_results(source, game)):
            if isinstance(each, Fault):
                faults += 1
                complain(f"plyground: {fault_text(source, each)}")
            else:
                decisions.append(Decision.of(each.game, each.players, each.outcome, number))
    players = len({name for each in decisions for name in each.players})
    if players > _MOST:
        raise UserError(f"{_called(source)} has {players:,} players: at most {_MOST:,}", FAILURE)
    counted = told_apart(decisions)
    if not counted:
        raise UserError(
            f"{_called(source)}: no players have met in every seat: nothing tells the better "
            "player from the better seat",
            FAILURE,
        )
    try:
        ratings = Ratings(counted)
    except RatingError as error:
        raise UserError(f"{_called(source)}: {error}", FAILURE) from None
    _show(ratings, len(decisions) - len(counted), as_json)
    if faults:
        raise typer.Exit(FAILURE)


def _results(source: str, game: str | None) -> Iterator[Finished | Fault]:
    kind = None if game is None else game_class(game)
    usual = "" if kind is None else kind.name
    try:
        if source == "-":
            yield from read_results(getattr(sys.stdin, "buffer", sys.stdin), game_for(kind), usual)
        else:
            with Path(source).open("rb") as file:
                yield from read_results(file, game_for(kind), usual)
    except OSError as error:
        raise unreadable(source, error, "a file of games") from None


def _show(ratings: Ratings, left: int, as_json: bool) -> None:
    if as_json:
        for each in ratings.table:
            row = {"player": each.player, **rating_data(each), "games": each.matches}
            say(json.dumps({**row, "share": each.share}))
        return
    rows = (
        (visible(each.player, "?"), rating_text(each), str(each.matches), f"{points:g}")
        for each in ratings.table
        for points in [each.matches * each.share]
    )
    terminal = Terminal()
    terminal.listing(_HEADS, rows)
    for note in rating_notes(ratings, {each: each for each in ratings.players}, left):
        terminal.say(note)


def _called(source: str) -> str:
    return "standard input" if source == "-" else source
