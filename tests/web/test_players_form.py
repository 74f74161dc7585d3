"""Players by friendly controls: every kind becomes the text of a player that can play."""

import pytest

import plyground as pg
from plyground.web.players_form import FIELDS, controls, kinds, player_text_from_form

GAMES = [pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.Sim(6, 3), pg.ConnectFour()]

FILLED = {"depth": "3", "percent": "70", "playouts": "100", "seconds": "0.5"}


def form(kind: str, **fields: str) -> dict[str, str]:
    return {"kind-1": kind, **{f"{name}-1": value for name, value in (FILLED | fields).items()}}


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_kind_that_is_offered_can_play(game: pg.Game) -> None:
    texts = []
    for kind in kinds(game):
        text = player_text_from_form(form(kind.value), 1)
        player = pg.parse_player(text)
        assert player is not None
        player.check(game)
        texts.append(text)
        bare = player_text_from_form({"kind-1": kind.value, "percent-1": "5"}, 1)
        assert pg.parse_player(bare) is not None
        assert set(kind.fields) <= set(FIELDS)
    assert len(texts) == len(set(texts)) >= 8


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
    with pytest.raises(pg.PlayerError, match="give mixed:PERCENT"):
        player_text_from_form(form("mixed", percent=""), 1)


@pytest.mark.parametrize(
    "sent",
    [
        form("external"),
        form("external(true)"),
        form("external:mine"),
        form("mixed:50(external(true))"),
        form("mixed", percent="50(external:mine)"),
    ],
)
def test_a_program_is_never_started(sent: dict[str, str]) -> None:
    with pytest.raises(pg.PlayerError, match="would start a program"):
        player_text_from_form(sent, 1)


def test_a_seat_without_a_player() -> None:
    with pytest.raises(pg.PlayerError, match="'' is no player: give human, random"):
        player_text_from_form(form("random"), 2)


def test_old_computers_are_offered_for_their_games_only() -> None:
    old = {
        repr(game): [kind.value for kind in kinds(game) if kind.value.startswith("old")]
        for game in GAMES
    }
    assert list(old.values()) == [
        ["old-tictactoe"],
        [],
        ["old-sim", "old-sim-coded", "old-sim-red", "old-sim-red-plain"],
        [],
        ["old-connect4"],
    ]
    assert "maxn" not in [kind.value for kind in kinds(pg.Sim())]


def test_controls_keep_what_was_sent_if_it_can_play() -> None:
    usual = "minimax"
    game = pg.ConnectFour()
    assert controls(game, {}, 1, usual).depth == str(game.default_depth)
    kept = controls(game, form("mixed"), 1, usual)
    assert (kept.kind, kept.percent) == ("mixed", "70")
    assert controls(game, form("old-sim"), 1, usual).kind == "minimax"
    assert controls(game, form("human"), 1, usual).kind == "human"
