"""Controls for players: a kind and its strength for each seat become the text of a player.

For seat 1 a form has the field kind-1 and, for each option of strength, a field such as depth-1;
the other seats have theirs. Only the options of the selected kind are read, and an empty one has
the player's default. `templates/players.html` draws the controls. The classes of the players state
their kinds and options: see `players.form`.

A game's opponents for people come first: the field opponent-1 is the text of one, and is empty for
an algorithm, whose kind then counts. The first page draws these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from plyground.players import (
    AlphaBeta,
    AtLevel,
    Learned,
    Minimax,
    Option,
    Player,
    PlayerError,
    kinds,
    options_of,
    parse_player,
)
from plyground.players.form import read_options, sample, strength_of
from plyground.position import HUMAN, SELF_TAUGHT, Game, Level, Wording, own_heuristic
from plyground.web.errors import RefusedError


@dataclass(frozen=True)
class Entry:
    """An entry of the list of players: a kind, perhaps with some options set."""

    value: str
    label: str
    kind: type[Player]
    fixed: Mapping[str, Any]
    game: str = ""
    """The name of its only game, or empty."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of its strength that are open."""
        return tuple(
            each for each in options_of(self.kind) if each.strength and each.field not in self.fixed
        )

    def player(self, texts: Mapping[str, str]) -> Player:
        """The player of the options that are filled in. Raises PlayerError."""
        given = {each.name: texts.get(each.name, "").strip() for each in self.options}
        stated = {each.name for each in self.options if given[each.name] or each.bare}
        values = read_options(self.kind, {name: given[name] for name in stated})
        return self.kind(**self.fixed, **values)


@dataclass(frozen=True)
class Controls:
    """What the controls of one seat show: an entry by its value, and the options by their names.

    `opponent` is the text of one of the game's opponents, empty for the algorithm of that entry.
    """

    kind: str
    values: Mapping[str, str]
    opponent: str = ""


def _all() -> list[Entry]:
    usual = [
        entry
        for kind in kinds()
        if kind is not AtLevel  # whose levels are people: see `people`
        for entry in (
            Entry(kind.name, kind.label, kind, {}),
            *(Entry(each.name, each.label, kind, each.options, each.game) for each in kind.presets),
        )
    ]
    own = [
        Entry(
            f"{AlphaBeta.name}-{each.name}",
            f"{AlphaBeta.label}, heuristic {each.name}",
            AlphaBeta,
            {"heuristic": each.name},
            each.game,
        )
        for each in own_heuristic.offered()
    ]
    return usual + own


def _called(value: str) -> Entry | None:
    return next((each for each in _all() if each.value == value), None)


def options_called(value: str) -> tuple[Option, ...]:
    """The options of strength of the entry with this value; none if there is no such entry."""
    entry = _called(value)
    return () if entry is None else entry.options


def entries(game: Game) -> list[Entry]:
    """The computer players that suit a game, other than its opponents for people."""
    return [each for each in _all() if _suits(each, game)]


def people(game: Game) -> list[Entry]:
    """The opponents for people that a game proposes, the weakest first."""
    players = (AtLevel(number) for number in range(1, len(game.levels) + 1))
    return [
        Entry(each.text, each.called(game).short, AtLevel, {"number": each.number})
        for each in players
    ]


def rivals(game: Game) -> list[tuple[Entry, Level]]:
    """All opponents with a face: those people, and the one who has taught herself the game."""
    found = list(zip(people(game), game.levels, strict=True))
    taught = Learned(plies=SELF_TAUGHT.depth)
    if taught.suits(game):
        entry = Entry(taught.text, SELF_TAUGHT.name, Learned, {"plies": taught.plies})
        found.append((entry, SELF_TAUGHT))
    return found


def _suits(entry: Entry, game: Game) -> bool:
    if entry.game:
        return entry.game == game.name
    player: Player = replace(sample(entry.kind), **entry.fixed)
    return player.suits(game)


def options_shown(listed: Iterable[Entry] | None = None) -> list[Option]:
    """The options of these entries, each once; without entries, those of all players."""
    found = _all() if listed is None else listed
    return list({each.name: each for entry in found for each in entry.options}.values())


def controls(game: Game, form: Mapping[str, str], seat: int, usual: str) -> Controls:
    """What the controls of a seat, counted from 1, show: the fields sent, else the `usual` player.

    A kind or an opponent that does not suit the game is dropped, such as after a change of game.
    """
    known = {each.value for each, _ in rivals(game)}
    kind = form.get(f"kind-{seat}", "")
    suits = kind in (HUMAN, *(each.value for each in entries(game)))
    opponent = form.get(f"opponent-{seat}", "" if suits else kind or usual)
    if opponent and opponent not in known:
        opponent = usual if usual in known else ""
    player = parse_player(Minimax.name if usual in known else usual)
    assert player is not None
    values = {each.name: each.usual_in(game) for each in options_shown()}
    for each in options_of(type(player)):  # whose usual values differ from those of others
        if each.name in values:
            given = getattr(player, each.field)
            values[each.name] = each.usual_in(game) if given is None else given
    shown = {name: "" if value is None else str(value) for name, value in values.items()}
    if not suits:
        return Controls(_entry_of(player, game), shown, opponent)
    sent = {name: form.get(f"{name}-{seat}", shown[name]) for name in shown}
    return Controls(kind, sent, opponent)


def _entry_of(player: Player, game: Game) -> str:
    """The value of the entry for a player: of those for its class, the one that sets most."""
    found = [
        each
        for each in entries(game)
        if each.kind is type(player)
        and all(getattr(player, name) == value for name, value in each.fixed.items())
    ]
    return max(found, key=lambda each: len(each.fixed)).value if found else player.name


def player_text_from_form(form: Mapping[str, str], seat: int) -> str:
    """The text of the player at a seat of a form, counted from 1; "human" for a human.

    Raises PlayerError if it is not a player. It is never a program.
    """
    value = (form.get(f"opponent-{seat}") or form.get(f"kind-{seat}", "")).strip()
    entry = _called(value)
    if entry is not None:
        return entry.player(
            {each.name: form.get(f"{each.name}-{seat}", "") for each in entry.options}
        ).text
    player = parse_player(value)
    return HUMAN if player is None else player.text


def player_from_form(form: Mapping[str, str], seat: int) -> Player | None:
    """The player at a seat of a form, counted from 1; None for a human.

    Raises RefusedError, naming the field, if it is not a player.
    """
    try:
        return parse_player(player_text_from_form(form, seat))
    except PlayerError as error:
        raise RefusedError(str(error), field=_refused_field(form, seat)) from None


def _refused_field(form: Mapping[str, str], seat: int) -> str:
    """The field of a seat that keeps its fields from being a player."""
    kind = f"kind-{seat}"
    entry = _called(form.get(kind, "").strip())
    for option in () if entry is None else entry.options:
        name = f"{option.name}-{seat}"
        text = form.get(name, "").strip()
        if (text or option.bare) and not _takes(option, text):
            return name
    return kind


def _takes(option: Option, text: str) -> bool:
    try:
        option.read(text)
    except ValueError:
        return False
    return True


@contextmanager
def percent_in_words(wording: Wording, options: Iterable[Option]) -> Iterator[None]:
    """Refuse a percentage that an option does not accept in the words of a game."""
    try:
        yield
    except PlayerError:
        faults = wording.faults
        if "percent" in faults and any(each.kind == "percent" for each in options):
            raise RefusedError(faults["percent"]) from None
        raise


def _kept(text: str) -> Player | None:
    """The player of a stored text; None for a human, or if its package is gone."""
    with suppress(PlayerError):
        return parse_player(text, kept=True)
    return None


@dataclass(frozen=True)
class Strength:
    """The setting of a computer's strength during a game."""

    option: Option
    value: object


def strength(text: str, game: Game) -> Strength | None:
    """The setting of strength for a player, given by its text; None if it has none."""
    player = _kept(text)
    option = None if player is None else strength_of(player)
    if option is None:
        return None
    value = getattr(player, option.field)
    return Strength(option, option.usual_in(game) if value is None else value)


def with_strength(text: str, value: str) -> str:
    """The text of a player, with another strength.

    Raises PlayerError, saying what is accepted.
    """
    player: Any = parse_player(text, kept=True)
    option = strength_of(player)
    assert option is not None
    return str(replace(player, **read_options(type(player), {option.name: value})))
