"""A search that is told to finish gives the best that it has found so far."""

import threading

import pytest

import plyground as pg
from plyground.position import Position
from plyground.search import Cancelled, Control
from tests.computers import computer, stopped
from tests.until import until

pytestmark = pytest.mark.compiled

MUST_BLOCK = pg.ConnectFour().position("41414")
"""Player 1 has three in column 4: every move but "4" loses at once."""

THREE = pg.Sim(vertices=6, players=3).position()

ENDLESS = [
    (MUST_BLOCK, "minimax:depth=37"),
    (MUST_BLOCK, "alphabeta:depth=37,table=off"),
    (MUST_BLOCK, "alphabeta:depth=37,deepening=on"),
    (MUST_BLOCK, "old-connect4:depth=37"),
    (MUST_BLOCK, "mcts:playouts=1000000000"),
    (MUST_BLOCK, "learned:playouts=1000000000"),
    (THREE, "maxn:depth=15"),
]


def finished(position: Position, text: str, after: int) -> pg.Choice:
    """What a player chooses that is told to finish when it has visited so many positions."""
    player, control = computer(text), Control()
    found = []
    searching = threading.Thread(
        target=lambda: found.append(player.choose(position, chance=pg.Chance(1), control=control))
    )
    searching.start()
    until(lambda: control.nodes >= after)
    control.finish()
    searching.join()
    return found[0]


@pytest.mark.slow
@pytest.mark.parametrize(("position", "text"), ENDLESS, ids=[text for _, text in ENDLESS])
def test_a_player_that_is_told_to_finish_makes_a_good_move(position: Position, text: str) -> None:
    choice = finished(position, text, after=100_000)
    assert choice.move in position.moves
    assert choice.nodes >= 100_000
    if position is MUST_BLOCK:
        assert choice.move == "4"
        assert choice.value is None or not choice.value.exact


@pytest.mark.parametrize("text", ["full", "humanlike:100", "perfect", "minimax"])
@pytest.mark.parametrize("position", [MUST_BLOCK, THREE], ids=["two", "three"])
def test_a_player_that_is_told_to_finish_beforehand(position: Position, text: str) -> None:
    player, control = computer(text), Control()
    control.finish()
    if text == "perfect" and position is THREE:
        control.stop()  # a table has nothing to give before it is done
    choice = player.choose(position, chance=pg.Chance(1), control=control)
    assert choice.move == "4" if position is MUST_BLOCK else choice.move in position.moves


def test_a_search_that_is_stopped_gives_nothing() -> None:
    control = stopped()
    control.finish()
    with pytest.raises(Cancelled):
        computer("minimax:depth=37").choose(MUST_BLOCK, control=control)
