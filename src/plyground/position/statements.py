"""Checks of a game's data: everything must be there and of the right kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from plyground.position.faults import fault_at, fault_in
from plyground.position.kernels import CELL_KINDS_MOST
from plyground.position.trial_words import shown
from plyground.render.board import Board, Edge, Mark


@dataclass(frozen=True)
class _Kind:
    """The required kind of a statement, also in words."""

    accepted: str
    fits: Callable[[Any], bool]


def _texts(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(each, str) for each in value)


def _marks(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(each, Mark | None) for each in value)


def _parameters(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(
        isinstance(getattr(each, name, None), int)
        for each in value
        for name in ("default", "least", "most")
    )


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _word(value: Any) -> bool:
    return isinstance(value, str) and value.split() == [value]


_TEXT = _Kind("a text", lambda value: isinstance(value, str) and value != "")
_WHOLE = _Kind("a whole number, 1 or more", _whole)
_TEXTS = _Kind("a tuple of texts, at least one", lambda value: _texts(value) and len(value) > 0)
_KINDS = {
    "name": _Kind("a text without spaces, such as 'my-game'", _word),
    "title": _TEXT,
    "summary": _TEXT,
    "decided_by": _TEXT,
    "drawn_by": _TEXT,
    "move_hint": _TEXT,
    "players": _WHOLE,
    "max_plies": _WHOLE,
    "move_texts": _TEXTS,
    "colours": _TEXTS,
    "symbols": _TEXTS,
    "board": _Kind(
        "rules.Board.grid(...) or another rules.Board", lambda value: isinstance(value, Board)
    ),
    "cell_marks": _Kind("a tuple of rules.Mark and None", _marks),
    "parameters": _Kind(
        "a tuple, such as (rules.Parameter(...),) with a comma; its numbers are whole", _parameters
    ),
}
_OF_THE_CLASS = {
    "name": "what is typed for the game",
    "title": "what people call it",
    "summary": "its rules in a sentence",
}
_OF_THE_GAME = {
    "max_plies": "how many plies the longest game has",
    "move_texts": "a text for each move",
    "move_hint": "what a move looks like, for messages",
    "board": "where things lie",
}


def require_class(kind: type) -> None:
    """Raise GameFileError for missing or wrong data in a game's class."""
    lacking = sorted(getattr(kind, "__abstractmethods__", ()))
    if lacking:
        raise fault_at(kind, "", "missing-method", kind=kind.__name__, name=lacking[0])
    _require_stated(kind, kind, _OF_THE_CLASS)
    for name in (*_OF_THE_CLASS, "parameters"):
        _require_kind(kind, name, getattr(kind, name))
    names = {each.name for each in getattr(kind, "parameters", ())}
    for name, method in vars(kind).items():
        if isinstance(method, FunctionType):
            first = method.__code__.co_varnames[: method.__code__.co_argcount][:1]
            if not first or first[0] in names:
                raise fault_in(method, "missing-self", method=name)
    for each in getattr(kind, "parameters", ()):
        if not each.least <= each.default <= each.most:
            raise fault_at(
                kind, "parameters", "parameter-range",
                name=each.name, value=each.default, least=each.least, most=each.most,
            )  # fmt: skip


def require_statements(game: Any) -> None:
    """Raise GameFileError for missing or wrong data in a game."""
    kind = type(game)
    _require_stated(kind, game, {**_OF_THE_CLASS, **_OF_THE_GAME})
    for name in _KINDS:
        _require_kind(kind, name, getattr(game, name))
    for name in ("colours", "symbols"):
        found = len(getattr(game, name))
        if found < game.players:
            raise fault_at(kind, name, "too-few", name=name, found=found, players=game.players)
    _require_texts(game)
    _require_board(game)


def _require_stated(kind: type, found: Any, names: dict[str, str]) -> None:
    for name, meaning in names.items():
        if not hasattr(found, name):
            raise fault_at(
                kind, "", "missing-statement", kind=kind.__name__, name=name, meaning=meaning
            )


def _require_kind(kind: type, name: str, value: Any) -> None:
    if not _KINDS[name].fits(value):
        accepted = _KINDS[name].accepted
        raise fault_at(kind, name, "wrong-kind", name=name, value=shown(value), accepted=accepted)


def _require_texts(game: Any) -> None:
    """Each text must name only one move, and must work when typed between others."""
    kind = type(game)
    texts = list(game.move_texts)
    again = next((move for move in texts if texts.count(move) > 1), None)
    if again is not None:
        raise fault_at(kind, "move_texts", "same-text", text=repr(again))
    for code, move in enumerate(texts):
        if game.split_moves(move) != [move]:
            raise fault_at(kind, "move_texts", "split-text", text=repr(move))
        read = game._codes.get(game.normalise(move))
        if read != code:
            meant = "no move" if read is None else repr(game.move_texts[read])
            raise fault_at(kind, "move_texts", "unreadable-text", text=repr(move), read=meant)


def _require_board(game: Any) -> None:
    kind, board, looks = type(game), game.board, game.cell_marks
    if looks and looks[0] is not None:
        raise fault_at(kind, "cell_marks", "first-mark", value=repr(looks[0]))
    if len(looks) > CELL_KINDS_MOST:
        raise fault_at(kind, "cell_marks", "many-marks", found=len(looks), most=CELL_KINDS_MOST)
    for name, statement, parts in (
        ("the text of a label", "labels", board.labels),
        ("the text of a mark", "cell_marks", filter(None, looks)),
    ):
        for part in parts:
            if not isinstance(part.text, str):
                raise fault_at(
                    kind, statement, "wrong-kind",
                    name=name, value=shown(part.text), accepted="a text, as in str(1)",
                )  # fmt: skip
    for mark in looks:
        if mark is not None and mark.player not in (None, *range(game.players)):
            last = game.players - 1
            raise fault_at(kind, "cell_marks", "strange-mark", value=mark.player, last=last)
    for site in board.sites:
        if isinstance(site, Edge) and max(site.a, site.b) >= len(board.dots):
            dot, last = max(site.a, site.b), len(board.dots) - 1
            raise fault_at(kind, "board", "no-such-dot", dot=dot, last=last)
