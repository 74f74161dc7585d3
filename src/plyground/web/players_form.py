"""Players chosen by friendly controls: a kind and its strength for each seat, made a player text.

A form has for seat 1 the fields kind-1, depth-1, percent-1, playouts-1 and seconds-1, and so on for
each seat. Of these only the ones that the kind takes are read; one that is empty is left to the
player's own default. `templates/players.html` draws the controls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from plyground.players import PlayerError, parse_player
from plyground.players.text import HUMAN
from plyground.position import Game
from plyground.web.numbers import whole

FIELDS = ("depth", "percent", "playouts", "seconds")

_TWO = 2


@dataclass(frozen=True)
class Kind:
    """One kind of player: how it is called, the fields that say how strong it is, and its text.

    `options` are those that every player of this kind has; `bare` names the field whose value
    stands without its key.
    """

    value: str
    label: str
    fields: tuple[str, ...] = ()
    name: str = ""
    options: str = ""
    bare: str = ""

    def text(self, values: Mapping[str, str]) -> str:
        """The player text, of the fields that are filled in."""
        given = [(field, values.get(field, "").strip()) for field in self.fields]
        options = [self.options] if self.options else []
        options += [
            value if field == self.bare else f"{field}={value}" for field, value in given if value
        ]
        name = self.name or self.value
        return f"{name}:{','.join(options)}" if options else name


_KINDS = (
    Kind("minimax", "Minimax", ("depth",)),
    Kind("alphabeta", "Alpha-beta", ("depth", "seconds")),
    Kind("maxn", "max^n", ("depth",)),
    Kind("mcts", "Monte Carlo tree search", ("playouts", "seconds")),
    Kind("perfect", "Perfect"),
    Kind("full", "Full search"),
    Kind("mixed", "Mixed: best or random", ("percent",), bare="percent"),
    Kind("humanlike", "Humanlike", ("percent",), bare="percent"),
    Kind("random", "Random"),
    Kind("old-connect4", "Connect 4 with Minimax (old)", ("depth",)),
    Kind("old-sim", "First Sim program (old)", ("depth",)),
    Kind(
        "old-sim-coded",
        "First Sim program, as coded (old)",
        ("depth",),
        "old-sim",
        "version=coded",
    ),
    Kind("old-sim-red", "Second Sim program, red (old)", ("depth",)),
    Kind(
        "old-sim-red-plain",
        "Second Sim program, no pruning (old)",
        ("depth",),
        "old-sim-red",
        "pruning=off",
    ),
    Kind("old-tictactoe", "Tic-tac-toe computer (old)"),
)
_BY_VALUE = {kind.value: kind for kind in _KINDS}


@dataclass(frozen=True)
class Controls:
    """What the controls of one seat show."""

    kind: str
    depth: str = ""
    percent: str = "60"
    playouts: str = "2000"
    seconds: str = ""


def fields_of(kind: str) -> tuple[str, ...]:
    """The fields that a kind takes; none if there is no such kind."""
    return _BY_VALUE[kind].fields if kind in _BY_VALUE else ()


def is_percent(text: str) -> bool:
    """Whether a field holds a strength, a whole number from 0 to 100."""
    number = whole(text)
    return number is not None and number <= 100


def kinds(game: Game) -> list[Kind]:
    """The kinds of computer players that can play a game."""
    return [kind for kind in _KINDS if _plays(kind, game)]


def _plays(kind: Kind, game: Game) -> bool:
    if kind.value == "maxn" and game.players == _TWO:  # it is minimax then
        return False
    player = parse_player(kind.text({kind.bare: "50"} if kind.bare else {}))
    assert player is not None
    try:
        player.check(game)
    except PlayerError:
        return False
    return True


def controls(game: Game, form: Mapping[str, str], seat: int, usual: str) -> Controls:
    """What the controls of a seat, counted from 1, show: what was sent, else the `usual` player.

    A kind that cannot play the game, as after another game was chosen, is not kept.
    """
    player = parse_player(usual)
    stated = {name: getattr(player, name, None) for name in FIELDS}
    shown = replace(
        Controls(usual.partition(":")[0], depth=str(game.default_depth)),
        **{name: str(value) for name, value in stated.items() if value is not None},
    )
    sent = {name: form.get(f"{name}-{seat}") for name in ("kind", *FIELDS)}
    if sent["kind"] not in (HUMAN, *(kind.value for kind in kinds(game))):
        return shown
    return replace(shown, **{name: value for name, value in sent.items() if value is not None})


def player_text_from_form(form: Mapping[str, str], seat: int) -> str:
    """The text of the player that a form has at a seat, counted from 1; "human" for a human.

    Raises PlayerError, in the library's words, if that is no player. It never is a program.
    """
    value = form.get(f"kind-{seat}", "").strip()
    kind = _BY_VALUE.get(value)
    sent = {name: form.get(f"{name}-{seat}", "") for name in FIELDS}
    text = kind.text(sent) if kind else value
    player = parse_player(text)
    return HUMAN if player is None else player.text
