"""What a page says, as tables of phrases with gaps such as {name}.

Each phrase is made by the function that says the same in the terminal and in the app, from values
that stand for the gaps. A page only chooses a phrase and fills it in.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from plyground.analysis.grades import GRADES
from plyground.analysis.review_words import SAID
from plyground.analysis.reviewed import GRADE_SIGNS, GRADE_WORDS, ending
from plyground.analysis.sentences import OWN, done_by, marks_of, texts_of
from plyground.players.form import Option
from plyground.players.player import Player
from plyground.players.recipes import recipe_of
from plyground.position import DRAW, Called, Cast, Game, Outcome, Wording, lost, won
from plyground.search import SOLVABLE, Value, Verdict, plies_text, value_text
from plyground.search.value import hint_text

Table = dict[str, Any]

# Numbers that no game has; the texts of those before and after them are gaps too.
_A, _B = 70_001, 80_001
_GAPS = {
    plies_text(_A): "{a plies}",
    plies_text(_A - 1): "{a-1 plies}",
    plies_text(_B): "{b plies}",
    plies_text(_B - 1): "{b-1 plies}",
    str(_A): "{a}",
    str(_A - 1): "{a-1}",
    str(_B): "{b}",
    str(_B - 1): "{b-1}",
    f"{_A:,}": "{a}",
}
_KNOWN: tuple[Verdict, ...] = ("win", "draw", "loss")


def phrases(game: Game, as_before: bool = False) -> Table:
    """All phrases of a game's page; `as_before` those of its old program.

    "names" are what a sentence calls the players, "you" the reader. "turn", "thinking", "played"
    and "over" are sentences of the game's wording: {nameP} is a player's name there, and the keys
    of "over", "headline" and "reason" are the result and then the reader's seat, -1 for nobody.
    "value", "brief" and "hint" are texts of values by `value_key`. "review" are the sentences of a
    review, and "ended" those of it on how a game ended, by the result. "rules" are those of the
    game's recipe, and "why" the sentences on moves: what is "said", and the "mark" that a board
    shows; from the number "own" on they are the game's, and "done" say what
    was done alone. "sites" are what a board's are called.
    """
    return {
        **_of_the_wording(game, game.face.manner(as_before).wording),
        "value": _of_values(value_text),
        "brief": _of_values(lambda value: value_text(value, brief=True)),
        "hint": _of_values(hint_text),
        "plies": [_gaps(plies_text(1)), "{n} plies"],
        "grades": [{"words": GRADE_WORDS[each], "sign": GRADE_SIGNS[each]} for each in GRADES],
        "rules": _of_the_recipe(game),
        "why": [
            {"said": text, "mark": mark}
            for text, mark in zip(texts_of(game), marks_of(game), strict=True)
        ],
        "own": OWN,
        "done": done_by(game),
        "sites": [game.site_text(site) for site in range(len(game.board.sites))],
        **(_of_a_review(game) if game.players == SOLVABLE else {}),
    }


def _of_the_recipe(game: Game) -> list[str]:
    recipe = recipe_of(game)
    if recipe is None:
        return []
    return [recipe.spoken(number) for number in range(1, len(recipe.rules) + 1)]


def value_key(value: Value) -> str:
    """Which phrase suits a value: its verdict, and which of its numbers are known."""
    if value.expectation is not None:
        return "expectation"
    if value.score is not None:
        return "score+" if value.score > 0 else "score-" if value.score else "score"
    if value.exact:
        return f"{value.verdict}{_plies_key(value)}"
    return f"{value.verdict} {_limit_key(value.at_least)} {_limit_key(value.at_most)}"


def _limit_key(limit: Value | None) -> str:
    return "none" if limit is None else f"{limit.verdict}{_plies_key(limit)}"


def _plies_key(value: Value) -> str:
    return "" if value.plies is None else " in"


def _of_values(text: Callable[[Value], str]) -> dict[str, str]:
    found = {}
    for value in _sample_values():
        phrase = _gaps(text(value))
        found[value_key(value)] = phrase.replace("77 %", "{n} %")
    return found


def _sample_values() -> Iterator[Value]:
    """One value for each key."""
    yield Value("unknown", expectation=0.77)
    yield from (Value("unknown", score=score) for score in (_A, -_A, 0))
    yield Value("unknown")
    for verdict in _KNOWN:
        yield Value(verdict)
        yield Value(verdict, _A)
    yield from _limited("unknown", (Value("loss", _A), Value("draw", _A), Value("draw")),
                        (Value("win", _B), Value("draw", _B), Value("draw")))  # fmt: skip
    yield from _limited("win", (Value("win", _A),), (Value("win", _B),))
    yield from _limited("loss", (Value("loss", _A),), (Value("loss", _B),))


def _limited(verdict: Verdict, low: tuple[Value, ...], high: tuple[Value, ...]) -> Iterator[Value]:
    for least, most in itertools.product((None, *low), (None, *high)):
        if least is not None or most is not None:
            yield Value(verdict, at_least=least, at_most=most)


def _gaps(text: str) -> str:
    """A text with gaps in place of the numbers that stand for them."""
    for number, gap in _GAPS.items():
        text = text.replace(number, gap)
    return text


# The game's own wording


class _Named(Cast):
    """A cast whose names are gaps, except the reader's."""

    def name(self, player: int) -> str:
        return super().name(player) if player == self.you else f"{{name{player}}}"


def _of_the_wording(game: Game, given: Wording) -> Table:
    wording = copy.copy(given)
    wording.spoken = lambda _move: "{move}"  # type: ignore[assignment, method-assign]
    seats = range(game.players)
    nobody = Cast((None,) * game.players)
    return {
        "you": Cast(you=0).name(0),
        "names": [nobody.name(player) for player in seats],
        "busy": wording.busy,
        "modes": dict(wording.modes),
        "turn": [[wording.turn(player, cast) for cast in _casts(player)] for player in seats],
        "played": [
            [wording.played(player, "{text}", cast) for cast in _casts(player)] for player in seats
        ],
        "thinking": [_thinking(wording, game.players, player) for player in seats],
        "over": _ends(game, wording.over),
        "headline": _ends(game, wording.headline),
        "reason": _ends(game, wording.reason),
    }


def _ends(game: Game, say: Callable[[Outcome, Cast], str]) -> dict[str, dict[str, str]]:
    """What is said of each end of a game, by the result and then the reader's seat."""
    return {
        str(result): {
            str(you): say(outcome_of(game, result), _Named(you=None if you < 0 else you))
            for you in range(-1, game.players)
        }
        for result in results(game)
    }


def _casts(player: int) -> tuple[Cast, Cast]:
    """That of others, and that of the player."""
    return _Named(), _Named(you=player)


def _thinking(wording: Wording, players: int, player: int) -> list[str]:
    """Where others have the same name; where none has; and that for a player without settings."""
    plain = "{short}"
    said = []
    for called, others in ((Called(plain, "{full}"), True), (Called(plain, "{full}"), False),
                           (Called(plain, plain), False)):  # fmt: skip
        kind = _Named if others else Cast
        cast = kind(tuple(called if others or each == player else None for each in range(players)))
        said.append(wording.thinking(player, cast))
    return said


def results(game: Game) -> list[int]:
    """The results that a game may have."""
    seats = range(game.players)
    return [DRAW, *(int(won(player)) for player in seats), *(int(lost(player)) for player in seats)]


def outcome_of(game: Game, result: int) -> Outcome:
    """How a game ends with a result."""
    reason = game.drawn_by if result == DRAW else game.decided_by
    return Outcome.from_result(result, game.players, reason, frozenset())


# A review


def _of_a_review(game: Game) -> Table:
    return {
        "review": dict(SAID),
        "ended": {str(each): _ended(game, each) for each in results(game)},
    }


def _ended(game: Game, result: int) -> str:
    """How a game ended, in a short sentence."""
    return ending(outcome_of(game, result), "{{name{}}}".format)


# Players


def player_data(kind: type[Player], game: Game) -> Table:
    """A kind of player as a page offers it: "name", "label", "help", and "options".

    An option has its "name", "kind", "label", "help", "unit", "least", "most", "choices",
    "strength", "bare", "default" and "usual" value, and as "said" what a name says of it: a phrase
    with {n}, or a phrase for each of its values. A page reads no files.
    """
    return {
        "name": kind.name,
        "label": kind.label,
        "help": kind.help,
        "options": [
            _option_data(each, game) for each in kind.options_in(game) if each.kind != "file"
        ],
    }


def _option_data(option: Option, game: Game) -> Table:
    usual = option.usual_in(game)
    default = None if option.bare else option.default
    return {
        "name": option.name,
        "kind": option.kind,
        "label": option.label,
        "help": option.help,
        "unit": option.unit,
        "least": option.least,
        "most": option.most if option.most < float("inf") else None,
        "above": option.above,
        "choices": list(_choices(option, game)),
        "strength": option.strength,
        "bare": option.bare,
        "default": str(default) if isinstance(default, Player) else default,
        "usual": str(usual) if isinstance(usual, Player) else usual,
        "said": _said(option, game),
    }


def _choices(option: Option, game: Game) -> tuple[str, ...]:
    return game.heuristic_names if option.kind == "heuristic" else option.choices


def _said(option: Option, game: Game) -> str | dict[str, str]:
    if option.kind == "player":
        return ""
    if option.kind == "switch":
        return {option.write(value): option.in_words(value) for value in (True, False)}
    if option.kind in ("choice", "heuristic"):
        return {value: option.in_words(value) for value in _choices(option, game)}
    return _gaps(option.in_words(_A)).replace("{a}", "{n}")
