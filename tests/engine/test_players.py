"""Every kind of player chooses the same moves in native code and in a module, with its draws."""

import itertools
from collections.abc import Iterator

import pytest

import plyground as pg
from plyground.browser.data import page_kinds
from plyground.browser.engine import entries_of
from plyground.browser.modules import engine_module
from plyground.kernel import by_kind, natively
from plyground.players import AtLevel, ByRules, Rated, parse_player
from plyground.players.levels import STEP, depth_of
from plyground.players.perfect import Strongest
from plyground.players.recipes import recipe_of
from plyground.players.strengths import strength_at, strengths_of
from plyground.position import PERFECT, home
from plyground.position.home import Module, Shipped
from tests.engine.games import every_game, marked
from tests.variants import label

pytestmark = [pytest.mark.compiled, pytest.mark.ready]

GAMES = 4
SIM, NUMERICAL = pg.Sim(), pg.NumericalTicTacToe()

# What is asked of each kind: its example, and what takes other ways through it.
TEXTS = {
    "minimax": ["minimax:depth=2", "minimax:depth=2,ties=first", "minimax:depth=1,heuristic=none"],
    "alphabeta": [
        "alphabeta:depth=3",
        "alphabeta:depth=3,order=shuffled,table=off",
        "alphabeta:depth=4,order=reversed,deepening=on,ties=first",
        "alphabeta:nodes=700",
        "alphabeta:nodes=300,order=generated,heuristic=none",
    ],
    "maxn": ["maxn:depth=2", "maxn:depth=2,ties=spite", "maxn:depth=2,ties=kind,heuristic=none"],
    "mcts": ["mcts:playouts=60", "mcts:playouts=40,exploration=1.25"],
    "mixed": ["mixed:50(minimax:depth=1)", "mixed:70(mcts:playouts=20)", "mixed:80"],
    "level": ["level:1", "level:3"],
    "humanlike": ["humanlike:20", "humanlike:90"],
    "old-sim": ["old-sim:depth=2", "old-sim:depth=2,version=coded"],
    "old-sim-red": [
        "old-sim-red:depth=3",
        "old-sim-red:depth=2,pruning=off,variant=on",
        "old-sim-red:depth=3,version=coded",
    ],
    "old-connect4": ["old-connect4:depth=3"],
}


def players(game: pg.Game) -> Iterator[pg.Player]:
    """One player at least of each kind that a page of the game has."""
    for kind in page_kinds(game):
        if kind is AtLevel:
            yield AtLevel(len(game.levels))
        if kind is Strongest:
            yield Strongest()
            continue
        if kind is Rated:
            known = strengths_of(game)
            assert known is not None
            yield from (Rated(elo) for elo in (known.least, known.most))
            yield from (Rated(known.least + known.most * part // 8) for part in (2, 5, 7))
            continue
        for text in TEXTS.get(kind.name, [kind.name]):
            yield parse_player(text)


def costly(game: pg.Game, player: pg.Player, position: pg.Position) -> bool:
    """Whether a move takes too long natively for a test."""
    perfect = player.name == "perfect"
    if isinstance(player, AtLevel):
        perfect = game.levels[player.number - 1].depth == PERFECT
    if isinstance(player, Rated):
        known = strengths_of(game)
        assert known is not None
        highest = -(-strength_at(known, player.elo) // STEP)
        perfect = depth_of(known.settings[highest]) == PERFECT
    return perfect and game.max_plies - position.ply > 16


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=marked(game)) for game in (SIM, NUMERICAL)], ids=label
)
def test_the_rule_that_decided_is_the_same(game: pg.Game) -> None:
    recipe = recipe_of(game)
    assert recipe is not None
    decided = set()
    for match in range(5 * GAMES):
        position, chance = game.position(), pg.Chance(2, match)
        while not position.over:
            followed = recipe.follow(position)
            choice = ByRules().choose(position, chance=chance)
            assert choice.move in followed.moves, position
            rule = "" if followed.decided is None else recipe.spoken(followed.decided)
            assert choice.rule == rule, position
            decided.add(rule)
            position = position.play(pg.Random().choose(position, chance=chance).move)
    assert len(decided) > 4


def shown(choice: pg.Choice) -> tuple[object, ...]:
    """What is the same wherever it is asked: not what a solver's table makes of it."""
    return choice.move, choice.value, choice.depth, choice.leaves, choice.cutoffs, choice.rule


@pytest.fixture
def with_module(game: pg.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a module answer for the game, which is made where none comes with it."""
    module = Module(Shipped(engine_module(game), entries_of(game)))
    monkeypatch.setitem(home._modules, game.rules, module)


@pytest.mark.slow
@pytest.mark.usefixtures("with_module")
@every_game
def test_players_choose_the_same_moves(game: pg.Game) -> None:
    for player, match in itertools.product(players(game), range(GAMES)):
        opponent = parse_player("random")
        here = [pg.Chance(1, match, seat) for seat in range(game.players)]
        there = [pg.Chance(1, match, seat) for seat in range(game.players)]
        position = game.position()
        while not position.over:
            seat = position.turn
            if seat != match % game.players or costly(game, player, position):
                position = position.play(opponent.choose(position, chance=here[seat]).move)
                there[seat].state[:] = here[seat].state
                continue
            with natively():
                choice = player.choose(position, chance=here[seat])
            with by_kind():
                same = player.choose(position, chance=there[seat])
            assert shown(same) == shown(choice), (player, position)
            assert there[seat].state == here[seat].state, (player, position)
            position = position.play(choice.move)
            if game.max_plies > 30 and position.ply > 12 and player.name != "random":
                break  # the middle of long games is like their beginning
