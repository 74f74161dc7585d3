"""The hall of fame: all players of many tournaments, rated together, for each game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.arena.journal import results_in
from plyground.arena.kinds import KINDS
from plyground.arena.match import RunError
from plyground.arena.rating import Decision, Rating, RatingError, Ratings
from plyground.games.registry import installed_game
from plyground.position import Game, Outcome, PlygroundError

MATCHES_MOST = 20_000
"""Matches of a game that are rated together: the first ones of the files given."""


@dataclass(frozen=True)
class Fame:
    """The ratings of one game by the texts of the players, the strongest first.

    `tournaments` says in how many each player took part.
    """

    game: Game
    ratings: tuple[Rating, ...]
    tournaments: dict[str, int]
    matches: int


def hall_of_fame(files: Iterable[Path]) -> tuple[Fame, ...]:
    """The players of all tournaments in files of results, game by game, the most played first.

    Left out are files that were changed, and games that are not installed.
    """
    decisions: dict[Game, list[Decision]] = defaultdict(list)
    taken_part: dict[Game, Counter[str]] = defaultdict(Counter)
    for file in files:
        try:
            identity, lines = results_in(file)
        except RunError:
            continue
        if not lines or identity["kind"] not in KINDS:
            continue
        games = [_game(each) for each in identity["games"]]
        texts = {each["name"]: each["player"] for each in identity["players"]}
        seen: set[tuple[Game, str]] = set()
        # A line that is there again is the one that counts
        for line in {(line["meeting"], line["turn"]): line for line in lines}.values():
            game = games[line["game"]]
            if game is None or len(decisions[game]) >= MATCHES_MOST:
                continue
            players = [texts[name] for name in line["players"]]
            block = (file.name, line["meeting"])
            outcome = Outcome.from_json(line["ending"])
            decisions[game].append(Decision.of(game.name, players, outcome, block))
            seen.update((game, player) for player in players)
        for game, player in seen:
            taken_part[game][player] += 1
    ordered = sorted(decisions, key=lambda game: -len(decisions[game]))
    return tuple(
        Fame(game, ratings, dict(taken_part[game]), len(decisions[game]))
        for game in ordered
        if (ratings := _rated(decisions[game]))
    )


def _game(stated: dict[str, Any]) -> Game | None:
    try:
        return installed_game(stated["name"])(**stated["parameters"])
    except (PlygroundError, TypeError):
        return None


def _rated(decisions: list[Decision]) -> tuple[Rating, ...]:
    try:
        return Ratings(decisions).table
    except RatingError:
        return ()
