"""Chances in reviewed games: a naive twin for tic-tac-toe, and games checked by hand."""

from __future__ import annotations

import json
import random

import pytest

import plyground as pg
from plyground.analysis import review
from plyground.analysis.chances import KINDS, Chance, PlayedGame, Tally, chances, tally

pytestmark = pytest.mark.compiled

LINES = ("123", "456", "789", "147", "258", "369", "159", "357")


def won(cells: set[str]) -> bool:
    return any(set(line) <= cells for line in LINES)


def wins(own: set[str], other: set[str]) -> set[str]:
    """The cells that complete a line at once."""
    return {cell for cell in "123456789" if cell not in own | other and won(own | {cell})}


def naive(moves: list[str]) -> set[tuple[int, str, bool]]:
    """Wins, blocks and chances to fork, by the lines of tic-tac-toe alone. Whether a fork was
    missed depends on the grade of the move, so that is left out.
    """
    found = set()
    for ply, made in enumerate(moves, 1):
        first, second = set(moves[0 : ply - 1 : 2]), set(moves[1 : ply - 1 : 2])
        own, other = (first, second) if ply % 2 else (second, first)
        free = set("123456789") - own - other
        if winning := wins(own, other):
            found.add((ply, "win", made not in winning))
            continue
        threats = wins(other, own)
        if len(threats) == 1 and len(free) > 2:
            found.add((ply, "block", made not in threats))
        forks = {cell for cell in free if forked(own | {cell}, other)}
        if forks and not any(each == (ply, "block", True) for each in found):
            found.add((ply, "fork", False))
    return found


def forked(own: set[str], other: set[str]) -> bool:
    """Whether the player who has just moved wins at once after every reply."""
    free = set("123456789") - own - other
    return bool(free) and all(
        not won(other | {reply}) and wins(own, other | {reply}) for reply in free
    )


def played(rng: random.Random) -> pg.Position:
    position = pg.TicTacToe().position()
    while not position.over:
        position = position.play(rng.choice(position.moves))
    return position


@pytest.mark.slow
def test_the_naive_twin_finds_the_same_in_tic_tac_toe() -> None:
    rng = random.Random(1)
    for _ in range(12):
        position = played(rng)
        reviewed = review(position)
        found = {
            (each.ply, each.kind, each.missed and each.kind != "fork")
            for player in (0, 1)
            for each in chances(reviewed, player)
            if each.kind in ("win", "block", "fork")
        }
        allowed = {
            (move.ply, "fork", False)
            for move in reviewed.moves
            if move.reason is not None and move.reason.name == "fork"
        }
        assert found - allowed == naive(list(position.history)) - allowed, position.history
        # Every poor move is missed, and once.
        for player in (0, 1):
            missed = [each.ply for each in chances(reviewed, player) if each.missed]
            assert len(missed) == len(set(missed))
            assert {each.ply for each in reviewed.to_retry(player)} <= set(missed)


def test_a_game_checked_by_hand() -> None:
    # x 1, o 5, x 2 threatens 3. o plays 9 and lets it through; x overlooks it and plays 4, which
    # threatens 7. o completes no line and stops nothing with 6; x wins with 3.
    reviewed = review(pg.TicTacToe().position("1529463"))
    x, o = chances(reviewed, 0), chances(reviewed, 1)

    def of(found: tuple[Chance, ...]) -> list[tuple[int, str, bool]]:
        return [
            (each.ply, each.kind, each.missed) for each in found if each.kind not in ("late", "far")
        ]

    assert of(x) == [(5, "win", True), (7, "win", False)]
    assert of(o) == [(4, "block", True)]
    late = [each for each in (*x, *o) if each.kind == "late"]
    assert {each.ply for each in late} <= {6, 7}
    for each in late:
        share = reviewed.moves[each.ply - 1].share
        assert share is not None
        assert each.lost == pytest.approx(1 - share)


def test_a_fork_is_missed_or_given() -> None:
    # x 1, o 2, x 5, o 9: x can threaten two lines with 4 or 7. With 3, it threatens only 7.
    reviewed = review(pg.TicTacToe().position("12593"))
    assert ("fork", 5) in {(each.kind, each.ply) for each in chances(reviewed, 0)}
    # x 1, o 5, x 9: with 3 or 7, o lets x threaten two lines.
    given = review(pg.TicTacToe().position("1597"))
    assert [each.missed for each in chances(given, 1) if each.kind == "fork"] == [True]


def test_a_move_that_loses_at_once_is_not_safe() -> None:
    """Sim: player 1 completes a triangle with 0-2, and six other edges do not."""
    reviewed = review(pg.Sim().position(["0-1", "3-4", "1-2", "0-5", "2-3", "1-4", "0-2"]))
    found = [each for each in chances(reviewed, 0) if each.kind == "safe"]
    assert [(each.ply, each.missed) for each in found] == [(5, False), (7, True)]


def test_games_are_counted_by_seat_and_opponent_and_kept_as_data() -> None:
    first = PlayedGame("sim", 0, "Pip", (Chance("win", 3, True), Chance("win", 5, False)))
    second = PlayedGame("sim", 1, "Moss", (Chance("late", 8, True, 0.5), Chance("win", 8, True)))
    both = (first, second)
    assert tally(both, "win") == Tally(3, 2, 0.0)
    assert tally(both, "win", player=0) == Tally(2, 1, 0.0)
    assert tally(both, "win", opponent="Moss") == Tally(1, 1, 0.0)
    assert tally(both, "late") == Tally(1, 1, 0.5)
    assert tally(both, "safe") == Tally(0, 0, 0.0)
    assert {each.kind for game in both for each in game.chances} <= set(KINDS)
    for each in both:
        assert PlayedGame.from_json(json.loads(json.dumps(each.to_json()))) == each
    older = first.to_json() | {"chances": [{**vars(each), "retry": 1} for each in first.chances]}
    assert PlayedGame.from_json(older) == first
