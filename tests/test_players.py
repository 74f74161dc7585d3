"""Computer players: what they choose, what they say about it, chance, and their text form."""

import random
import threading
from collections import Counter
from dataclasses import replace

import pytest

import plyground as pg
from plyground import errors, players
from plyground.players import kinds
from plyground.search import affordable
from tests.computers import stopped
from tests.games import CONNECT4, NUMERICAL, SIM, SIM_3, SMALL_CONNECT4, TICTACTOE
from tests.until import until
from tests.variants import (
    Variant,
    affordable_depth,
    connect4,
    numerical,
    random_playout,
    sim,
    tictactoe,
)

EMPTY = pg.TicTacToe().position()
# x x .
# o o .    3 wins at once for x; anything but 3 and 6 loses
# . . .
WINNABLE = pg.TicTacToe().position("1425")
PLAYERS = [
    pg.Random(),
    pg.Minimax(),
    pg.Minimax(2),
    pg.AlphaBeta(2),
    pg.AlphaBeta(nodes=100),
    pg.MaxN(2),
    pg.FullSearch(),
    pg.HumanLike(50),
    players.AtLevel(2),
    pg.MCTS(50),
    pg.Mixed(50, pg.Minimax(2)),
    players.OldTicTacToe(),
    players.Rated(300),
]
GAMES = [tictactoe(), numerical(), sim(6, 2), sim(6, 3), connect4(7, 6)]

each_game = pytest.mark.parametrize("variant", GAMES, ids=str)


def chosen(player: pg.Player, position: pg.Position, times: int = 60) -> Counter[str]:
    """The moves chosen, once for each of so many seeds."""
    return Counter(player.choose(position, chance=pg.Chance(seed)).move for seed in range(times))


# Every player


@pytest.mark.parametrize("player", PLAYERS, ids=str)
def test_the_same_seed_gives_the_same_move(player: pg.Player) -> None:
    position = TICTACTOE.position("15")
    moves = [player.choose(position, chance=pg.Chance(7)).move for _ in range(5)]
    assert len(set(moves)) == 1
    assert moves[0] in position.moves


@pytest.mark.slow
@pytest.mark.parametrize("kind", kinds())
def test_all_but_those_named_take_a_win_at_hand(kind: type[pg.Player]) -> None:
    chance = {"random", "mixed", "humanlike", "level", "elo", "external"}  # or another program
    if kind.name in chance or not kind().suits(WINNABLE.game):
        pytest.skip("need not find it, or plays another game")
    assert kind().choose(WINNABLE, chance=pg.Chance(1)).move == "3"


@pytest.mark.parametrize("player", PLAYERS, ids=str)
def test_a_finished_game_takes_no_more_moves(player: pg.Player) -> None:
    with pytest.raises(
        errors.GameOverError, match=r"the game is over \(Player 1 wins: three in a row\)"
    ):
        player.choose(TICTACTOE.position("12457"))


@pytest.mark.parametrize("player", PLAYERS, ids=str)
def test_a_choice_leaves_the_position_and_the_counts_alone(player: pg.Player) -> None:
    """Nodes are those of this choice, whatever the control has counted before."""
    control = pg.Control()
    choices = [player.choose(WINNABLE, chance=pg.Chance(0), control=control) for _ in range(2)]
    assert choices[0].nodes == choices[1].nodes
    assert control.nodes == 2 * choices[0].nodes
    assert WINNABLE.history == ("1", "4", "2", "5")
    assert choices[0].seconds >= 0


@pytest.mark.parametrize(
    "player",
    [
        pg.Minimax(99), pg.AlphaBeta(seconds=1000), pg.AlphaBeta(nodes=10**12), pg.FullSearch(),
        pg.Mixed(100), pg.HumanLike(50), players.AtLevel(2),
    ],
    ids=str,
)  # fmt: skip
def test_thinking_is_not_begun_when_it_is_to_stop(player: pg.Player) -> None:
    """Numerical tic-tac-toe from the start takes more than a moment."""
    with pytest.raises(pg.Cancelled):
        player.choose(NUMERICAL, control=stopped())


@pytest.mark.slow
@pytest.mark.compiled
def test_long_thinking_is_stopped() -> None:
    control = pg.Control()

    def stop() -> None:
        until(lambda: control.nodes)
        control.stop()

    threading.Thread(target=stop).start()
    with pytest.raises(pg.Cancelled):
        pg.Minimax(37).choose(CONNECT4, control=control)


# Random


def test_random_plays_every_move_and_knows_nothing() -> None:
    assert set(chosen(pg.Random(), WINNABLE)) == set(WINNABLE.moves)
    choice = pg.Random().choose(WINNABLE)
    assert (choice.value, choice.nodes) == (None, 0)


# Minimax


def test_minimax_wins_at_once() -> None:
    assert set(chosen(pg.Minimax(1), WINNABLE)) == {"3"}
    choice = pg.Minimax(1).choose(WINNABLE)
    assert (choice.move, choice.value) == ("3", pg.Value("win", 1))


def test_minimax_prefers_the_slow_loss() -> None:
    """
    x o .    o has lost in any case, but only 4 puts it off.
    . . .
    x . .
    """
    position = TICTACTOE.position("127")
    assert set(chosen(pg.Minimax(), position)) == {"4"}
    assert pg.Minimax().choose(position).value == pg.Value("loss", 4)


def test_equal_moves_are_each_chosen() -> None:
    assert set(chosen(pg.Minimax(1), EMPTY, 200)) == set(EMPTY.moves)


@pytest.mark.slow
def test_minimax_without_a_depth_takes_the_game_s_own() -> None:
    position = CONNECT4.position("44")
    depth = CONNECT4.default_depth
    assert pg.Minimax().choose(position).nodes == pg.Minimax(depth).choose(position).nodes


def test_minimax_is_exact_where_it_sees_the_end() -> None:
    """After two moves there are at most seven more."""
    position = TICTACTOE.position("15")
    assert pg.Minimax(6).choose(position).value == pg.Value("unknown", score=0)
    assert pg.Minimax(7).choose(position).value == pg.Value("draw")


# Alpha-beta


def positions(game: pg.Game, seeds: int = 3) -> list[pg.Position]:
    """Some positions of random games, in which the game goes on."""
    return [
        position
        for seed in range(seeds)
        for position in random_playout(game, seed, long=True)[seed % 3 : -1 : 3]
    ]


@pytest.mark.slow
@pytest.mark.compiled
@each_game
def test_alphabeta_chooses_what_minimax_chooses(variant: Variant) -> None:
    """The very move, and says the same of it, with whatever it is to save."""
    rng = random.Random(6)
    for seed, position in enumerate(positions(variant.game)):
        depth = affordable_depth(position, 600, rng)
        for heuristic in {variant.game.default_heuristic, "none"}:
            minimax = pg.Minimax(depth, heuristic)
            expected = minimax.choose(position, chance=pg.Chance(seed))
            for player in (
                pg.AlphaBeta(depth, heuristic=heuristic),
                pg.AlphaBeta(depth, heuristic=heuristic, order="shuffled", deepening=True),
                pg.AlphaBeta(depth, heuristic=heuristic, order="reversed", table=False),
                pg.AlphaBeta(depth, 1000, 10**9, heuristic),
            ):
                choice = player.choose(position, chance=pg.Chance(seed))
                assert (choice.move, choice.value) == (expected.move, expected.value)
                assert (choice.value and choice.value.exact) or choice.depth == depth
                assert choice.pv[0] == choice.move


@pytest.mark.compiled
@each_game
def test_with_ties_first_no_chance_is_left(variant: Variant) -> None:
    rng = random.Random(7)
    for position in positions(variant.game):
        depth = affordable_depth(position, 600, rng)
        best = {
            pg.Minimax(depth).choose(position, chance=pg.Chance(seed)).move for seed in range(12)
        }
        players = pg.Minimax(depth, ties="first"), pg.AlphaBeta(depth, ties="first", table=False)
        generated = pg.AlphaBeta(depth, ties="first", order="generated")
        firsts = [
            {player.choose(position, chance=pg.Chance(seed)).move for seed in range(3)}
            for player in (*players, generated)
        ]
        assert all(len(first) == 1 for first in firsts)
        (first,) = firsts[0]
        assert firsts[2] == {first}
        assert position.moves.index(first) <= min(map(position.moves.index, best))


@pytest.mark.compiled
@each_game
def test_a_number_of_positions_leaves_nothing_to_the_clock(variant: Variant) -> None:
    """The same choice at every time, and what it was allowed is about what it took."""
    for position in positions(variant.game):
        for nodes in (1, 40, 700):
            player = pg.AlphaBeta(nodes=nodes)
            choices = [player.choose(position, chance=pg.Chance(5)) for _ in range(2)]
            again = player.choose(position, chance=pg.Chance(5), control=pg.Control())
            for each in (*choices, again):
                assert replace(each, seconds=0) == replace(choices[0], seconds=0)
            assert 0 < again.nodes < nodes + variant.game.max_moves
            assert again.move in position.moves
            assert again.depth >= 1


def test_more_positions_see_more() -> None:
    position = CONNECT4.position("44")
    depths = [
        pg.AlphaBeta(nodes=nodes).choose(position, chance=pg.Chance(0)).depth or 0
        for nodes in (7, 100, 500, 3000)
    ]
    assert depths == sorted(depths)
    assert 1 <= depths[0] < depths[-1]


@pytest.mark.parametrize("seconds", [1e-9, 1e-4, 0.05])
def test_with_little_time_it_plays(seconds: float) -> None:
    for position in (SIM_3.position(), CONNECT4.position("44")):
        choice = pg.AlphaBeta(seconds=seconds).choose(position, chance=pg.Chance(0))
        assert choice.move in position.moves
        assert choice.value is None or not choice.value.exact
        assert (choice.value is None) == (choice.depth == 0)


def test_with_time_to_spare_it_goes_as_deep_as_it_may() -> None:
    position = CONNECT4.position("44")
    timed = pg.AlphaBeta(3, seconds=1000).choose(position, chance=pg.Chance(0))
    deepened = pg.AlphaBeta(3, deepening=True).choose(position, chance=pg.Chance(0))
    assert replace(timed, seconds=0) == replace(deepened, seconds=0)


def test_with_time_to_spare_it_ends_with_the_game() -> None:
    """It does not wait until the time is over."""
    choice = pg.AlphaBeta(seconds=86_400).choose(TICTACTOE.position("15"))
    assert choice.value == pg.Value("draw")


def test_without_any_limit_it_looks_to_the_game_s_own_depth() -> None:
    position = CONNECT4.position("44")
    choice = pg.AlphaBeta().choose(position)
    assert choice.depth == CONNECT4.default_depth
    assert choice.nodes < pg.Minimax().choose(position).nodes


# Full search


def test_full_search_is_exact() -> None:
    choice = pg.FullSearch().choose(EMPTY)
    assert choice.value == pg.Value("draw")


def test_full_search_does_not_care_how_long_a_win_takes() -> None:
    """
    x . .    After 1 2 x wins by 4, 5, 7 or 9, some sooner than others.
    . . .
    . . .
    """
    position = TICTACTOE.position("12")
    winning = set(chosen(pg.FullSearch(), position))
    assert winning == {"4", "5", "7"}
    assert pg.FullSearch().choose(position).value == pg.Value("win")


def test_full_search_looks_only_so_far_where_the_game_is_long() -> None:
    choice = pg.FullSearch().choose(CONNECT4)
    assert choice.value is not None
    assert choice.value.verdict == "unknown"
    assert choice.depth == CONNECT4.default_depth


@pytest.mark.parametrize(
    ("game", "moves", "expected"),
    [
        (TICTACTOE, "", True),
        (TICTACTOE, "12457", True),
        (NUMERICAL, "", True),
        (SIM, "", False),
        (SIM, "0-1 1-2 2-3", True),
        (CONNECT4, "", False),
        (SMALL_CONNECT4, "", True),
        (CONNECT4, "121212212121", False),  # five empty columns
        (CONNECT4, "121212212121343434", False),  # four, less six counters
    ],
    ids=str,
)
def test_affordable(game: pg.Game, moves: str, expected: bool) -> None:
    assert affordable(game.position(moves)) == expected


# Mixed


def test_mixed_0_plays_anything() -> None:
    assert set(chosen(pg.Mixed(0), WINNABLE)) == set(WINNABLE.moves)
    values = [pg.Mixed(0).choose(WINNABLE, chance=pg.Chance(seed)).value for seed in range(500)]
    assert set(values) == {None}


def test_mixed_100_always_plays_the_inner_players_move() -> None:
    assert set(chosen(pg.Mixed(100), WINNABLE)) == {"3"}
    choice = pg.Mixed(100, pg.Minimax(1)).choose(WINNABLE)
    assert choice.value == pg.Value("win", 1)


def test_mixed_50_does_both() -> None:
    """Half the time the best of five moves, and a fifth of the other half."""
    moves = chosen(pg.Mixed(50), WINNABLE, 400)
    assert set(moves) == set(WINNABLE.moves)
    assert 200 < moves["3"] < 280


# Texts


@pytest.mark.parametrize(
    ("moves", "expected"),
    [("1 4 2 8", {"3"}), ("1 2 5", {"9"})],
    ids=["win", "loss put off"],
)
def test_full_search_sees_the_next_move_also_by_a_table(moves: str, expected: set[str]) -> None:
    position = TICTACTOE.position(moves)
    for player in (pg.FullSearch(), pg.FullSearch(table=pg.solve_tables(TICTACTOE))):
        assert set(chosen(player, position)) == expected
