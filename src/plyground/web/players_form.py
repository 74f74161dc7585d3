"""Players chosen by friendly controls: a kind and its strength for each seat, made a player text.

A form has for seat 1 the field kind-1 and, for each option that says how strong some kind of player
is, a field such as depth-1; and so on for each seat. Of these only the ones that the kind has are
read; one that is empty is left to the player's own default. `templates/players.html` draws the
controls. The players' classes state what kinds and options there are: see `players.form`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from plyground.players import Option, Player, PlayerError, kinds, options_of, parse_player
from plyground.players.form import read_options, sample, strength_of
from plyground.position import HUMAN, Game
from plyground.web.errors import RefusedError


@dataclass(frozen=True)
class Entry:
    """One entry of the list of players: a kind, or one with some options set."""

    value: str
    label: str
    kind: type[Player]
    fixed: Mapping[str, Any]

    @property
    def options(self) -> tuple[Option, ...]:
        """Those that say how strong it is."""
        return tuple(each for each in options_of(self.kind) if each.strength)

    def player(self, texts: Mapping[str, str]) -> Player:
        """The player of the options that are filled in. Raises PlayerError."""
        given = {each.name: texts.get(each.name, "").strip() for each in self.options}
        stated = {each.name for each in self.options if given[each.name] or each.bare}
        values = read_options(self.kind, {name: given[name] for name in stated})
        return self.kind(**self.fixed, **values)


@dataclass(frozen=True)
class Controls:
    """What the controls of one seat show: an entry by its value, and the options by their names."""

    kind: str
    values: Mapping[str, str]


def _all() -> list[Entry]:
    return [
        entry
        for kind in kinds()
        for entry in (
            Entry(kind.name, kind.label, kind, {}),
            *(Entry(each.name, each.label, kind, each.options) for each in kind.presets),
        )
    ]


def _called(value: str) -> Entry | None:
    return next((each for each in _all() if each.value == value), None)


def options_called(value: str) -> tuple[Option, ...]:
    """The options that say how strong the entry of a value is; none if there is no such entry."""
    entry = _called(value)
    return () if entry is None else entry.options


def entries(game: Game) -> list[Entry]:
    """The computer players that suit a game."""
    return [each for each in _all() if replace(sample(each.kind), **each.fixed).suits(game)]


def options_shown(listed: Iterable[Entry] | None = None) -> list[Option]:
    """The options that entries have, each once; without any, those of all players."""
    found = _all() if listed is None else listed
    return list({each.name: each for entry in found for each in entry.options}.values())


def controls(game: Game, form: Mapping[str, str], seat: int, usual: str) -> Controls:
    """What the controls of a seat, counted from 1, show: what was sent, else the `usual` player.

    A kind that does not suit the game, as after another game was chosen, is not kept.
    """
    player = parse_player(usual)
    assert player is not None
    values = {each.name: each.usual_in(game) for each in options_shown()}
    values |= {
        each.name: getattr(player, each.field)
        for each in options_of(type(player))
        if each.name in values and getattr(player, each.field) is not None
    }
    shown = {name: "" if value is None else str(value) for name, value in values.items()}
    kind = form.get(f"kind-{seat}", "")
    if kind not in (HUMAN, *(each.value for each in entries(game))):
        return Controls(player.name, shown)
    return Controls(kind, {name: form.get(f"{name}-{seat}", shown[name]) for name in shown})


def player_text_from_form(form: Mapping[str, str], seat: int) -> str:
    """The text of the player that a form has at a seat, counted from 1; "human" for a human.

    Raises PlayerError, in the library's words, if that is no player. It never is a program.
    """
    value = form.get(f"kind-{seat}", "").strip()
    entry = _called(value)
    if entry is not None:
        return entry.player(
            {each.name: form.get(f"{each.name}-{seat}", "") for each in entry.options}
        ).text
    player = parse_player(value)
    return HUMAN if player is None else player.text


@contextmanager
def percent_in_words(game: Game, options: Iterable[Option]) -> Iterator[None]:
    """Have a percentage that an option does not take refused in the words of the game."""
    try:
        yield
    except PlayerError:
        faults = game.face.wording.faults
        if "percent" in faults and any(each.kind == "percent" for each in options):
            raise RefusedError(faults["percent"]) from None
        raise


def called(text: str) -> str:
    """What a player, given by its text, is called at play; empty where it has no such name."""
    player = _kept(text)
    return "" if player is None else player.called


def _kept(text: str) -> Player | None:
    """The player of a text that is kept; None for a human, or of a package that is gone."""
    with suppress(PlayerError):
        return parse_player(text, kept=True)
    return None


@dataclass(frozen=True)
class Strength:
    """What can be set of a computer's strength during a game."""

    option: Option
    value: object


def strength(text: str, game: Game) -> Strength | None:
    """What can be set of the strength of a player, given by its text; None for nothing."""
    player = _kept(text)
    option = None if player is None else strength_of(player)
    if option is None:
        return None
    value = getattr(player, option.field)
    return Strength(option, option.usual_in(game) if value is None else value)


def with_strength(text: str, value: str) -> str:
    """The text of a player that has a strength, with another one.

    Raises PlayerError, saying what is accepted.
    """
    player: Any = parse_player(text, kept=True)
    option = strength_of(player)
    assert option is not None
    return str(replace(player, **read_options(type(player), {option.name: value})))
