"""Players as users give them: functions, texts, and classes of their own that state little."""

from dataclasses import dataclass, field

import pytest

import plyground as pg
from plyground import errors
from plyground.players import option, player

GAME = pg.TicTacToe()


def last(position: pg.Position) -> str:
    return position.moves[-1]


class Counting(pg.Player):
    """Its first legal move; it keeps the ply of each position that it saw."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def _choose(self, position: pg.Position, chance: pg.Chance, control: pg.Control) -> pg.Choice:
        self.seen.append(position.ply)
        return pg.Choice(position.moves[0])


@dataclass(frozen=True)
class Tiring(Counting):
    """Fails at its tenth move."""

    name = "tiring"
    seen: list[int] = field(default_factory=list, compare=False)

    def _choose(self, position: pg.Position, chance: pg.Chance, control: pg.Control) -> pg.Choice:
        if len(self.seen) == 9:
            raise ValueError("tired")
        return super()._choose(position, chance, control)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_function_and_a_text_are_players(jobs: int) -> None:
    series = pg.simulate(GAME, [last, "minimax:depth=2"], rounds=4, seed=1, jobs=jobs)
    assert series.texts == ("last", "minimax:depth=2")
    assert not series.forfeits
    choice = player(last, name="The last one").choose(GAME)
    assert choice.move == GAME.position().moves[-1]
    with_reasons = player(lambda position: pg.Choice(position.moves[0], pg.Value("draw")))
    assert with_reasons.choose(GAME).value == pg.Value("draw")


def test_a_tournament_takes_them_too() -> None:
    run = pg.Tournament(GAME, {"mine": last, "by chance": "random"})
    assert [each.name for each in run.play().lines] == ["mine", "by chance"]
    assert run.plan.entrants[0].player.text == "mine"


def test_a_class_of_ones_own_needs_no_name_and_is_asked_for_its_moves_only() -> None:
    counting = Counting()
    assert (counting.text, counting.label) == ("counting", "Counting")
    series = pg.simulate(GAME, [counting, last], rounds=1, first="fixed")
    (played,) = series.played
    assert counting.seen == list(range(0, len(played.match.moves), 2))
    inner = Counting()
    pg.simulate(GAME, [pg.Mixed(50, inner), last], rounds=1, first="fixed")
    assert len(inner.seen) <= 5


def test_a_move_that_cannot_be_read_forfeits() -> None:
    series = pg.simulate(GAME, [lambda _: "z9", "random"], rounds=2, seed=1)
    ((name, why, times),) = series.forfeits
    assert (name, times) == ("<lambda>", 2)
    assert "'z9' is not a move" in why


def test_a_fault_in_a_players_code_names_it_and_keeps_what_was_played() -> None:
    words = r"player \d, tiring, at move \d: ValueError: tired"
    with pytest.raises(errors.BrokenSeriesError, match=words) as raised:
        pg.simulate(GAME, [Tiring(), "random"], rounds=50, seed=1)
    assert 1 <= len(raised.value.series.played) < 9
    assert isinstance(raised.value.__cause__, errors.RunError)


def test_in_a_tournament_it_loses_that_match() -> None:
    table = pg.Tournament(GAME, [Tiring(), "random"], rounds=8, seed=1).play()
    assert {who for who, _, _ in table.forfeits} == {"tiring"}


def test_an_option_is_not_called_like_what_every_player_has() -> None:
    with pytest.raises(errors.PlayerError, match="every player has 'before'"):

        class Last(pg.Player):
            before: int = option(0, "whole", "Moves before it", "how many before")
