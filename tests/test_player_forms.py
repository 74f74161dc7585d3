"""The form that each kind of player states: texts, pages, helps and limits are made from it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground import errors, players
from plyground.cli.players import kind_rows, markdown_tables
from plyground.players import accepted_players, display_name, kinds, option, options_of, registry
from plyground.players.form import sample, strength_of
from plyground.position import HUMAN
from plyground.search import Limits
from plyground.web.engine.warm import part_of
from tests.computers import computer
from tests.games import CONNECT4, NUMERICAL, SIM, SIM_3, TICTACTOE

FROZEN: list[list[Any]] = json.loads(
    (Path(__file__).parent / "data" / "player_texts.json").read_text()
)
KINDS = {kind.name: kind for kind in kinds()}
GAMES = [TICTACTOE, NUMERICAL, SIM, SIM_3, CONNECT4]


# What earlier versions wrote


def as_data(player: pg.Player | None) -> Any:
    if player is None or player.text == "strongest":
        return None
    values: dict[str, Any] = {"class": type(player).__name__}
    for field in fields(player):  # type: ignore[arg-type]
        if not field.compare:
            continue
        value = getattr(player, field.name)
        value = as_data(value) if isinstance(value, pg.Player) else value
        name = "name" if field.name == "alias" else field.name
        values[name] = list(value) if isinstance(value, tuple) else value
    return values


@pytest.mark.parametrize(("text", "canonical", "data"), FROZEN, ids=[each[0] for each in FROZEN])
def test_texts_of_version_0_1_name_the_same_players(text: str, canonical: str, data: Any) -> None:
    player = pg.parse_player(text, programs=True)
    assert as_data(player) == data
    assert (HUMAN if player is None else player.text) == canonical


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("minimax:depth=9999999999", "minimax:depth=999"),
        ("mixed:50(minimax:depth=9999999999)", "mixed:50(minimax:depth=999)"),
        ("alphabeta:nodes=99999999999999999999", "alphabeta:nodes=1000000000000"),
        ("alphabeta:seconds=9999999", "alphabeta:seconds=86400"),
        ("minimax:depth=5", "minimax:depth=5"),
    ],
)
def test_a_kept_text_beyond_a_range_means_the_greatest(text: str, now: str) -> None:
    """Version 0.1 had no ranges for depths and positions: a saved game may hold any."""
    player = pg.parse_player(text, kept=True)
    assert player is not None
    assert player.text == now


@pytest.mark.parametrize("text", ["minimax:depth=0", "mcts:playouts=0", "mixed:101", "alphabeta:x"])
def test_a_kept_text_that_never_was_a_player_is_none(text: str) -> None:
    with pytest.raises(errors.PlayerError):
        pg.parse_player(text, kept=True)


# What people call players


@pytest.mark.parametrize(
    ("text", "game", "name"),
    [
        ("minimax:depth=5", None, "Minimax, depth 5"),
        ("minimax", CONNECT4, "Minimax, depth 5"),
        ("minimax", SIM, "Minimax, depth 4"),
        ("minimax", None, "Minimax"),
        ("perfect", SIM, "Perfect"),
        ("elo:1200", TICTACTOE, "Opponent, 1,200 Elo"),
        ("mixed:60", None, "Mixed, 60 %"),
        ("mixed:60(minimax:depth=5)", None, "Mixed, 60 % (Minimax, depth 5)"),
        ("humanlike:70", None, "Humanlike, level 70"),
        ("mcts", None, "Monte Carlo tree search, 2,000 playouts"),
        ("mcts:seconds=0.5", None, "Monte Carlo tree search, 0.5 s for a move"),
        ("alphabeta:nodes=10000", SIM, "Alpha-beta, 10,000 positions for a move"),
        ("alphabeta:depth=3,table=off", None, "Alpha-beta, depth 3, no table"),
        ("old-sim:version=coded", SIM, "First Sim program (old), depth 4, as coded"),
        ("external:seconds=2(./bot --fast)", None, "bot --fast"),
        ("external(./bot --folder /)", None, "bot --folder /"),
        ("of-a-package-that-is-gone:3", None, "of-a-package-that-is-gone:3"),
        (HUMAN, None, ""),
    ],
)
def test_a_player_has_one_name(text: str, game: pg.Game | None, name: str) -> None:
    assert display_name(text, game) == name


# What a class states


@pytest.mark.parametrize("kind", kinds(), ids=KINDS)
def test_every_kind_states_its_form(kind: type[pg.Player]) -> None:
    assert kind.label
    assert kind.help
    player = pg.parse_player(kind.example or kind.name)
    assert type(player) is kind
    assert type(sample(kind)) is kind
    for each in options_of(kind):
        assert each.label
        assert each.help
        assert each.accepted
    for preset in kind.presets:
        assert preset.label
        assert replace(sample(kind), **preset.options) != sample(kind)


def test_names_and_labels_are_not_given_twice() -> None:
    entries = [(kind.name, kind.label) for kind in kinds()]
    entries += [(each.name, each.label) for kind in kinds() for each in kind.presets]
    for column in zip(*entries, strict=True):
        assert len(column) == len(set(column))


WINNABLE = pg.TicTacToe().position("1")


@pytest.mark.parametrize(
    "text",
    [
        *(each.example or each.name for each in kinds()),
        "minimax:ties=first",
        "alphabeta:ties=first",
    ],
)
def test_a_player_that_uses_no_chance_always_chooses_the_same(text: str) -> None:
    player = computer(text)
    if player.uses_chance:
        return
    game = next(game for game in GAMES if player.suits(game))
    position = game.position(game.position().moves[:1])
    moves = {player.choose(position, chance=pg.Chance(seed)).move for seed in range(8)}
    assert len(moves) == 1


def test_which_use_chance() -> None:
    without = [kind.name for kind in kinds() if not sample(kind).uses_chance]
    assert without == ["learned", "old-sim-red", "old-tictactoe"]
    assert pg.Minimax().uses_chance
    assert not pg.Minimax(ties="first").uses_chance


def test_max_n_is_not_offered_for_two() -> None:
    assert not pg.MaxN().suits(SIM)
    assert pg.MaxN().suits(SIM_3)
    assert not players.OldConnect4().suits(SIM)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("minimax", "depth"),
        ("alphabeta:seconds=2", "seconds"),
        ("alphabeta:depth=3,seconds=2", "depth"),
        ("alphabeta:nodes=500", "nodes"),
        ("learned", "plies"),
        ("learned:playouts=50", "playouts"),
        ("mcts", "playouts"),
        ("mcts:seconds=0.5", "seconds"),
        ("mixed:60(minimax:depth=5)", "percent"),
        ("humanlike:70", "level"),
        ("old-connect4", "depth"),
        ("random", None),
        ("perfect", None),
    ],
)
def test_what_says_how_strong_a_player_is(text: str, name: str | None) -> None:
    found = strength_of(pg.parse_player(text))
    assert (None if found is None else found.name) == name


def test_the_page_of_players_has_what_the_classes_state() -> None:
    """Else take its tables from `plyground players --markdown`."""
    page = (Path(__file__).parents[1] / "docs" / "players.md").read_text("utf-8")
    for table in markdown_tables():
        assert table in page


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("random", "search"),
        ("old-sim", "search"),
        ("mcts", "players"),
        ("maxn", "players"),
        ("perfect", "analysis"),
        ("mixed:60", "search"),
        ("mixed:60(mixed:50(mcts))", "players"),
    ],
)
def test_what_has_to_be_compiled_for_a_player(text: str, part: str) -> None:
    player = computer(text)
    assert part_of(player) == part


# Limits


@pytest.mark.parametrize(
    ("text", "limits", "limited"),
    [
        ("minimax:depth=5", Limits(depth=2), "minimax:depth=2"),
        ("minimax:depth=5", Limits(seconds=2, playouts=7), "minimax:depth=5"),
        ("alphabeta:depth=5", Limits(seconds=2), "alphabeta:depth=5,seconds=2"),
        ("alphabeta", Limits(4, 0.5, 100), "alphabeta:depth=4,seconds=0.5,nodes=100"),
        ("mcts:playouts=9", Limits(playouts=3, depth=2), "mcts:playouts=3"),
        ("mixed:60(mcts)", Limits(playouts=3), "mixed:60(mcts:playouts=3)"),
        ("minimax", Limits(depth=12345), "minimax:depth=999"),
        ("perfect", Limits(depth=1), "perfect"),
    ],
)
def test_limits_replace_a_players_own(text: str, limits: Limits, limited: str) -> None:
    player = computer(text)
    assert player.limited(limits).text == limited
    assert player.limited(Limits()) == player


def test_the_limits_of_a_player() -> None:
    assert pg.AlphaBeta(3, 2.0, 100).limits == Limits(3, 2.0, 100)
    assert pg.Mixed(50, pg.MCTS(7)).limits == Limits(playouts=7)
    assert pg.Perfect().limits == Limits()


def test_choose_keeps_to_limits() -> None:
    position = TICTACTOE.position("5")
    for player in (pg.Minimax(6), pg.AlphaBeta(6), pg.Mixed(100, pg.Minimax(6))):
        chosen = player.choose(position, limits=Limits(depth=2), chance=pg.Chance(1))
        assert chosen.depth == 2
    assert pg.MCTS(500).choose(position, limits=Limits(playouts=10)).leaves == 10


def test_a_number_of_playouts_is_a_limit() -> None:
    assert Limits(playouts=5).playouts == 5
    with pytest.raises(pg.PlygroundError, match="playouts is 1 or more, and not 0"):
        Limits(playouts=0)


# Kinds that packages bring


@dataclass(frozen=True)
class Last(pg.Player):
    """The last of the legal moves, or so many before it."""

    name = "last"
    label = "The last move"
    help = "the last of the legal moves"

    earlier: int = option(
        0, "whole", "Before the last", "how many before it", most=9, strength=True
    )

    def _choose(self, position: pg.Position, chance: Any, control: Any) -> pg.Choice:
        return pg.Choice(position.moves[-1 - self.earlier])


class Hasty(Last):
    def _choose(self, position: pg.Position, chance: Any, control: Any) -> Any:
        return position.moves[0]


def test_a_player_that_returns_a_text_is_refused() -> None:
    said = r"Hasty\._choose returned '1': return a Choice, such as Choice\('1'\)"
    with pytest.raises(errors.PlayerError, match=said):
        Hasty().choose(TICTACTOE)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that brings a player, and others whose entry points are no good."""
    points = [
        EntryPoint(name, value, "plyground.players")
        for name, value in (("last", f"{__name__}:Last"), ("gone", "no_such_module:Player"),
                            ("nothing", f"{__name__}:FROZEN"))
    ]  # fmt: skip
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    kinds.cache_clear()
    yield
    kinds.cache_clear()


def test_a_kind_of_a_package_is_everywhere(installed: None) -> None:
    from plyground.interop.uci_options import declared
    from plyground.web.players_form import entries, player_text_from_form, strength

    with pytest.warns(UserWarning, match="does not load") as warned:
        assert Last in kinds()
    assert len(warned) == 2
    assert pg.parse_player("last:earlier=2") == Last(2)
    with pytest.raises(
        errors.PlayerError, match="last: earlier takes a whole number from 0 to 9, and"
    ):
        pg.parse_player("last:earlier=10")
    assert accepted_players().endswith(", last")
    assert ("last", "The last move", "the last of the legal moves", "yes") in kind_rows()
    assert "last" in [each.value for each in entries(SIM)]
    assert player_text_from_form({"kind-1": "last", "earlier-1": "3"}, 1) == "last:earlier=3"
    found = strength("last:earlier=3", SIM)
    assert found is not None
    assert (found.option.name, found.value) == ("earlier", 3)
    assert "option name last earlier type spin default 0 min 0 max 9" in declared()
