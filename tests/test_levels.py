"""Levels: what they overlook, and the opponents of each game."""

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground as pg
from plyground.arena.ladder import opening_of
from plyground.arena.match import Playing, played_out
from plyground.players import AtLevel, PlayerError
from plyground.players.levels import depth_of, judges, misses_of
from plyground.position import LEVELS_MOST, PERFECT, Level, ladder
from plyground.position.desk import ANSWER, OPTION
from plyground.search import DRAWS, Limits, Settings, alphabeta
from plyground.search.sight import unseen
from tests.games import CONNECT4, NUMERICAL, SIM, TICTACTOE
from tests.own_game import Few
from tests.reference import sight
from tests.test_face import Shy
from tests.variants import Variant, connect4, random_playout, sim, tictactoe

GAMES = [
    *(
        TICTACTOE,
        NUMERICAL,
        CONNECT4,
        pg.ConnectFour(8, 7),
        pg.ConnectFour(12, 9),
        Shy(),
    ),
    *(pg.Sim(vertices, players) for vertices in (4, 6, 10) for players in (2, 3, 5)),
]
WAYS = [
    Settings(),
    Settings(pruning=False, order="generated", table=False),
    Settings(order="shuffled", deepening=True),
]

SHORT = 64  # characters: two lines of the card of an opponent

words = st.integers(0, 2**64 - 1).map(np.uint64)
percents = st.integers(0, 99)


# What is overlooked


@given(words, st.booleans(), st.integers(1, 30), percents)
def test_what_is_seen_from_afar_is_seen_from_near(
    line: np.uint64, good: bool, plies: int, misses: int
) -> None:
    if not unseen(line, good, plies + 1, misses):
        assert not unseen(line, good, plies, misses)
    if not unseen(line, False, plies, misses):
        assert not unseen(line, True, plies, misses)
        assert not unseen(line, False, plies, misses // 2)
    assert not unseen(line, good, plies, 0)


def test_how_often_a_line_is_overlooked() -> None:
    draw = random.Random(1)
    lines = [np.uint64(draw.getrandbits(64)) for _ in range(4000)]
    for good, plies, misses, share in [
        (True, 1, 20, 0.2),
        (False, 2, 20, 1 - 0.8**3),
        (True, 5, 10, 1 - 0.9**5),
    ]:
        seen = sum(unseen(line, good, plies, misses) for line in lines)
        assert seen / len(lines) == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize("variant", [tictactoe(), sim(6, 2), sim(6, 3), connect4(4, 4)], ids=str)
def test_the_best_of_what_is_seen(variant: Variant) -> None:
    """The search and its plain twin agree, however the search goes about it."""
    game, draw = variant.game, random.Random(3)
    for seed in range(3):
        for position in random_playout(game, seed, long=True)[2:-1:3]:
            depth, misses = draw.randrange(1, 4), draw.choice([5, 20, 50, 90])
            word, heuristic = draw.randrange(DRAWS), draw.choice(game.heuristic_names)
            expected = sight.scores(position, depth, heuristic, misses, word)
            best = [move for move, score in expected.items() if score == max(expected.values())]
            for way in WAYS:
                settings = replace(way, heuristic=heuristic, misses=misses, draw=word)
                found = alphabeta(position, limits=Limits(depth), settings=settings)
                assert [game.move_texts[code] for code in found.best] == best
                assert found.score == max(expected.values())


@pytest.mark.uncompiled
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_what_is_overlooked_depends_on_the_distance_alone(way: Settings) -> None:
    """Also where a position is reached at several plies, and remembered from another one."""
    game, draw = Few(3), random.Random(4)
    for _ in range(10):
        position = game.position()
        for _ in range(draw.randrange(4)):
            position = position.play(draw.choice(position.moves))
        if position.over:
            continue
        depth, misses, word = draw.randrange(2, 5), draw.choice([10, 30]), draw.randrange(DRAWS)
        expected = sight.scores(position, depth, "odd", misses, word)
        settings = replace(way, heuristic="odd", misses=misses, draw=word)
        found = alphabeta(position, limits=Limits(depth), settings=settings)
        assert found.score == max(expected.values())


def test_an_overlooked_line_is_overlooked_wherever_it_appears() -> None:
    """The row at the top can be completed at once, and after other moves.

    x x .
    o . .
    . . o
    """
    position, seen = TICTACTOE.position("1 4 2 9"), set()
    for draw in range(200):
        near = sight.unseen(position.play("3"), 0, 1, 50, draw)
        far = sight.unseen(position.play("5").play("6").play("3"), 0, 3, 50, draw)
        assert far or not near
        settings = Settings(misses=50, draw=draw)
        found = alphabeta(position, limits=Limits(1), settings=settings)
        assert (found.best == (2,)) != near
        seen.add((near, far))
    assert seen == {(False, False), (False, True), (True, True)}


# The levels of a game


def test_how_many_levels_there_are() -> None:
    assert [len(game.levels) for game in GAMES[:3]] == [4, 5, 10]
    for game in GAMES:
        assert 3 <= len(game.levels) <= LEVELS_MOST
    assert len(SIM.levels) == 5


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_levels_are_people(game: pg.Game) -> None:
    names = [level.name for level in game.levels]
    assert len({*names}) == len(names)
    for level in game.levels:
        assert level.name.isalpha()
        for sentence in (level.sees, level.beaten):
            assert sentence[0].isupper()
            assert sentence.endswith(".")
        assert len(level.sees) < SHORT


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_higher_levels_look_further_or_overlook_less(game: pg.Game) -> None:
    for low, high in pairwise(game.levels):
        if high.depth != PERFECT:
            assert high.depth >= low.depth
            assert high.depth > low.depth or high.misses < low.misses or high.judges > low.judges
        else:
            assert high is game.levels[-1]
            assert game.players == 2


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_page_has_room_for_the_settings_of_all_levels(game: pg.Game) -> None:
    given = AtLevel.given(game)
    assert OPTION + 1 + len(given) <= ANSWER
    for setting, level in zip(given, game.levels, strict=True):
        read = Level("", depth_of(setting), misses_of(setting), "", "", judges(setting))
        assert read == replace(level, name="", sees="", beaten="")


def test_a_game_of_your_own_has_levels() -> None:
    assert [level.name for level in Shy().levels] == ["Pip", "Moss", "Juno", "Vera"]
    choice = AtLevel(4).choose(Shy().position("1425"), chance=pg.Chance(1))
    assert choice.move == "3"


# How they play


def test_a_level_that_a_game_lacks_is_refused() -> None:
    with pytest.raises(PlayerError, match="Tic-tac-toe has the levels 1 to 4, and not 5"):
        AtLevel(5).choose(TICTACTOE)


def test_the_highest_level_is_perfect() -> None:
    position = TICTACTOE.position("1 5")
    for seed in range(5):
        top = AtLevel(4).choose(position, chance=pg.Chance(seed))
        assert top.move == pg.Perfect().choose(position, chance=pg.Chance(seed)).move
        assert top.value == pg.Perfect().choose(position).value


def taken(text: str, level: int, right: str, times: int = 200) -> float:
    """How often a level of tic-tac-toe plays one move."""
    position, player = TICTACTOE.position(text), AtLevel(level)
    moves = [player.choose(position, chance=pg.Chance(seed)).move for seed in range(times)]
    return moves.count(right) / times


def test_the_weakest_takes_a_win_and_sees_every_second_threat() -> None:
    assert 0.75 < taken("1 4 2 9", 1, "3") < 0.9  # not overlooked, or by luck
    assert 0.4 < taken("1 5 2", 1, "3") < 0.65
    assert taken("1 4 2 9", 3, "3") > 0.93
    assert taken("1 5 2", 3, "3") > 0.85


@pytest.mark.compiled
@pytest.mark.parametrize(
    "game", [TICTACTOE, pytest.param(CONNECT4, marks=pytest.mark.slow)], ids=repr
)
def test_those_offered_first_are_apart(game: pg.Game) -> None:
    """Each has more than half of 40 games against the one below; perfect play takes long there."""
    rungs = [each for each in ladder(game.levels) if each.level.depth != PERFECT]
    assert len(rungs) >= 3
    for low, high in pairwise(rungs):
        pair, points = [AtLevel(low.number), AtLevel(high.number)], 0
        for match in range(40):
            seats = pair if match % 2 else pair[::-1]
            opening = opening_of(game, 1, match // 2 * 2)
            outcome = played_out(Playing(game, seats, 1, match, opening)).outcome
            points += outcome.standing(match % 2)
        assert points > 0, high.level.name
