"""Players by friendly controls: every kind becomes the text of a player that can play."""

from pathlib import Path

import pytest

import plyground as pg
from plyground import errors
from plyground.position import own_heuristic
from plyground.web.players_form import (
    controls,
    entries,
    options_shown,
    people,
    player_text_from_form,
    strength,
    with_strength,
)

GAMES = [pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.Sim(6, 3), pg.ConnectFour()]

MIDDLE = Path(__file__).parents[2] / "examples" / "heuristics" / "middle.py"
FILLED = {
    "depth": "3", "percent": "70", "level": "70", "number": "3", "playouts": "100",
    "seconds": "0.5", "elo": "200",
}  # fmt: skip


def form(kind: str, **fields: str) -> dict[str, str]:
    return {"kind-1": kind, **{f"{name}-1": value for name, value in (FILLED | fields).items()}}


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_kind_that_is_offered_can_play(game: pg.Game) -> None:
    texts = []
    for entry in entries(game):
        text = player_text_from_form(form(entry.value), 1)
        player = pg.parse_player(text)
        assert player is not None
        player.check(game)
        texts.append(text)
        sent = {"kind-1": entry.value, "percent-1": "5", "level-1": "5", "number-1": "2"}
        sent["elo-1"] = "200"
        assert pg.parse_player(player_text_from_form(sent, 1)) is not None
        assert {each.name for each in entry.options} <= {each.name for each in options_shown()}
    assert len(texts) == len(set(texts)) >= 8


@pytest.mark.uncompiled
def test_an_own_heuristic_is_offered_in_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_heuristic, "_offered", {})
    own_heuristic.offer(MIDDLE)
    tictactoe = pg.TicTacToe()
    (entry,) = (each for each in entries(tictactoe) if "middle" in each.label)
    assert not any("middle" in each.label for each in entries(pg.Sim()))
    text = player_text_from_form({"kind-1": entry.value, "depth-1": "1"}, 1)
    assert text == "alphabeta:depth=1,heuristic=middle"
    player = pg.parse_player(text)
    assert player is not None
    assert player.choose(tictactoe.position("1")).move == "5"


def test_a_form_names_no_file() -> None:
    with pytest.raises(errors.PlayerError, match="would run a file"):
        player_text_from_form({"kind-1": f"alphabeta:heuristic={MIDDLE}"}, 1)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("human", "human"),
        ("random", "random"),
        ("minimax", "minimax:depth=3"),
        ("alphabeta", "alphabeta:depth=3,seconds=0.5"),
        ("mcts", "mcts:playouts=100,seconds=0.5"),
        ("mixed", "mixed:70"),
        ("humanlike", "humanlike:70"),
        ("level:3", "level:3"),
        ("maxn", "maxn:depth=3"),
        ("perfect", "perfect"),
        ("old-sim-coded", "old-sim:depth=3,version=coded"),
        ("old-sim-red-plain", "old-sim-red:depth=3,pruning=off"),
    ],
)
def test_the_text_of_a_kind(kind: str, text: str) -> None:
    assert player_text_from_form(form(kind), 1) == text


def test_what_is_empty_is_left_to_the_player() -> None:
    sent = form("alphabeta", depth=" ", seconds="")
    assert player_text_from_form(sent, 1) == "alphabeta"
    with pytest.raises(errors.PlayerError, match=r"percent takes a whole number .* and not .."):
        player_text_from_form(form("mixed", percent=""), 1)


@pytest.mark.parametrize(
    "kind", ["external", "external(true)", "external:mine", "mixed:50(external(true))"]
)
def test_a_program_is_never_started(kind: str) -> None:
    with pytest.raises(errors.PlayerError, match="would start a program"):
        player_text_from_form(form(kind), 1)


@pytest.mark.parametrize("more", ["50(external:mine)", "50(random)", "3,ties=first"])
@pytest.mark.parametrize(("kind", "field"), [("mixed", "percent"), ("minimax", "depth")])
def test_a_field_holds_its_value_and_no_more_of_a_text(more: str, kind: str, field: str) -> None:
    with pytest.raises(errors.PlayerError, match=f"{kind}: {field} takes a whole number"):
        player_text_from_form(form(kind, **{field: more}), 1)


@pytest.mark.parametrize(
    ("text", "value", "stronger"),
    [
        ("minimax", 5, "minimax:depth=7"),
        ("minimax:depth=3,ties=first", 3, "minimax:depth=7,ties=first"),
        ("mcts", 2000, "mcts:playouts=7"),
        ("mcts:seconds=2", 2.0, "mcts:seconds=7"),
        ("mixed:60(minimax:depth=3)", 60, "mixed:7(minimax:depth=3)"),
        ("humanlike:20", 20, "humanlike:7"),
        ("old-connect4", 5, "old-connect4:depth=7"),
        ("alphabeta", 5, "alphabeta:depth=7"),
    ],
)
def test_the_strength_of_a_player_can_be_set(text: str, value: object, stronger: str) -> None:
    game = pg.ConnectFour()
    found = strength(text, game)
    assert found is not None
    expected = game.default_depth if text in ("minimax", "alphabeta") else value
    assert found.value == expected
    assert with_strength(text, "7") == stronger
    with pytest.raises(errors.PlayerError, match=f"{found.option.name} takes"):
        with_strength(text, "lots")


@pytest.mark.parametrize("text", ["random", "perfect", "full", "old-tictactoe", "no-such-player"])
def test_some_have_no_strength(text: str) -> None:
    assert strength(text, pg.TicTacToe()) is None


def test_a_seat_without_a_player() -> None:
    with pytest.raises(errors.PlayerError, match="'' is not a player: give human, minimax"):
        player_text_from_form(form("random"), 2)


SIMS = ["old-sim", "old-sim-coded", "old-sim-red", "old-sim-red-plain", "old-sim-red-coded"]


@pytest.mark.parametrize(
    ("game", "old"),
    [*zip(GAMES, [["old-tictactoe"], ["old-numerical"], SIMS, [], ["old-connect4"]], strict=True)],
    ids=repr,
)
def test_old_computers_are_offered_for_their_games_only(game: pg.Game, old: list[str]) -> None:
    offered = [each.value for each in entries(game)]
    assert [each for each in offered if each.startswith("old")] == old
    assert ("maxn" in offered) == (game.players > 2)


def test_controls_keep_what_was_sent_if_it_can_play() -> None:
    usual = "minimax"
    game = pg.ConnectFour()
    assert controls(game, {}, 1, usual).values["depth"] == str(game.default_depth)
    assert controls(game, {}, 1, "minimax:depth=9").values["depth"] == "9"
    assert controls(game, {}, 1, usual).values["playouts"] == "2000"
    kept = controls(game, form("mixed"), 1, usual)
    assert (kept.kind, kept.values["percent"]) == ("mixed", "70")
    assert controls(game, form("old-sim"), 1, usual).kind == "minimax"
    assert controls(game, form("human"), 1, usual).kind == "human"


# The opponents for people


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_people_come_first_and_an_algorithm_is_behind_them(game: pg.Game) -> None:
    listed = people(game)
    assert [each.label for each in listed] == [level.name for level in game.levels]
    assert not {each.value for each in listed} & {each.value for each in entries(game)}
    for each in listed:
        assert not each.options
        sent = {"opponent-2": each.value, **form("minimax"), "kind-2": "minimax"}
        assert player_text_from_form(sent, 2) == each.value
        assert controls(game, sent, 2, "level:2").opponent == each.value
    assert player_text_from_form({"opponent-2": "", "kind-2": "perfect"}, 2) == "perfect"


@pytest.mark.parametrize(
    ("sent", "opponent", "kind"),
    [
        ({}, "level:2", "minimax"),
        ({"opponent-2": "level:3"}, "level:3", "minimax"),
        ({"opponent-2": "level:9"}, "level:2", "minimax"),  # of another game
        ({"opponent-2": "nobody"}, "level:2", "minimax"),
        ({"opponent-2": "", "kind-2": "mcts"}, "", "mcts"),
        ({"opponent-2": "level:1", "kind-2": "mcts"}, "level:1", "mcts"),
        ({"kind-2": "mcts"}, "", "mcts"),
        ({"kind-2": "level:3"}, "level:3", "minimax"),
    ],
)
def test_who_is_shown_as_the_opponent(sent: dict[str, str], opponent: str, kind: str) -> None:
    shown = controls(pg.TicTacToe(), sent, 2, "level:2")
    assert (shown.opponent, shown.kind) == (opponent, kind)


def test_a_game_that_proposes_an_algorithm_shows_it() -> None:
    shown = controls(pg.NumericalTicTacToe(), {}, 2, "mixed:60")
    assert (shown.opponent, shown.kind, shown.values["percent"]) == ("", "mixed", "60")
