"""The computer players of the four old programs, with exactly the same moves.

Where their descriptions leave something open, replaying their known games decided it: see the same
programs in plain Python in `benchmarks/baseline`, where each file explains its reading at its top.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from plyground.games.connect4 import ConnectFour
from plyground.games.sim import Sim
from plyground.games.tictactoe import TicTacToe
from plyground.kernel import Rules, array_at, borrowed, compiled, local_array
from plyground.kernel.chance import below
from plyground.players import form
from plyground.players.compiled import CompiledPlayer
from plyground.players.old_choices import any_that_loses, first_that_lasts, lone_pairs
from plyground.position import Game, Ints
from plyground.position.desk import (
    CHANCE,
    COUNTERS,
    DEFAULT_DEPTH,
    HURRY,
    MEASURE,
    OPTION,
    PLY,
    RESULTS,
    ROOM,
    STATE,
    TABLE,
    measured,
    state_at,
)
from plyground.render.colours import DEFAULT, RED_YELLOW
from plyground.search import results as found
from plyground.search.alphabeta import (
    CARRY,
    GENERATED,
    PRUNE,
    QUICK_WINS,
    SLOW_LOSSES,
    STOP_AT_WIN,
    deepen,
    fill_room,
    search,
    search_for,
    sizes,
)
from plyground.search.answers import NONE, put_choice
from plyground.search.control import CUTOFFS, LEAVES, NODES
from plyground.search.searching import answer_one_of_the_best, given_or

VERSIONS = ("described", "coded")
"""A Sim program as described, and as coded."""

DEEPEST_CONNECT4 = 7
"""The greatest depth of "Connect 4 with Minimax"."""

_BEST_AT = 8 * found.CODES  # bytes from the results to the codes of the best moves


class _OldPlayer(CompiledPlayer):
    """A computer player for one game, for two players only."""

    search = "alpha-beta"
    game: ClassVar[type[Game]]

    def check(self, game: Game) -> None:
        if not isinstance(game, self.game) or game.players != 2:
            raise form.PlayerError(f"{self.name} plays {self.game.title} for 2 players only")


@compiled
def old_sim(rules: Rules, desk: Ints) -> int:
    """Options: depth, version; heuristics: as described, as coded."""
    described = desk[OPTION + 1] == 0
    heuristic = desk[OPTION + 2] if described else desk[OPTION + 3]
    depth = given_or(desk[OPTION], desk[DEFAULT_DEPTH])
    scope = found.EQUAL if described else found.FIRST
    if not desk[MEASURE]:
        state = state_at(rules, desk[STATE])
        moves = local_array(rules.max_moves, np.int64)
        count = lone_pairs(rules, state, borrowed(moves))
        if count > 0:
            put_choice(desk, moves[below(array_at(desk[CHANCE], np.uint64), count)], NONE)
            return 0
        if rules.moves(state, moves) == 1:
            put_choice(desk, moves[0], NONE)
            return 0
    search_for(desk, depth, heuristic, GENERATED, 0, scope, 0)
    if not search(rules, desk):
        return 0
    results = array_at(desk[RESULTS], np.int64)
    results[found.EQUAL_BEST] = first_that_lasts(
        rules, state_at(rules, desk[STATE]), results[found.BEST], results[found.EQUAL_BEST],
        desk[RESULTS] + _BEST_AT,
    )  # fmt: skip
    return answer_one_of_the_best(desk)


@dataclass(frozen=True)
class OldSim(_OldPlayer):
    """The first Sim program: minimax with "mixed triangles", and its own opening.

    While two or more dots have no edge it joins two of them at random. Of equal moves it takes a
    random one (as coded: the first); if all lose, the first that does not lose at once. Without a
    depth it looks 4 plies ahead on up to 7 dots, and 3 plies on more.
    """

    name = "old-sim"
    entry = staticmethod(old_sim)
    label = "First Sim program (old)"
    help = "what the computer of the first Sim program played, move for move"
    example = "old-sim:depth=4"
    presets = (
        form.Preset("old-sim-coded", "First Sim program, as coded (old)", {"version": "coded"}),
    )
    heuristics = ("mixed-triangles", "own-triangles")
    game = Sim

    depth: int | None = form.depth()
    version: Literal["described", "coded"] = form.option(
        "described",
        "choice",
        "Version",
        "the rules as its description has them, or as its code does",
        choices=VERSIONS,
        said="as {}",
    )


@compiled
def old_sim_red(rules: Rules, desk: Ints) -> int:
    """Options: depth, pruning, variant, version; heuristics: usual, variant; the moves played."""
    switches = SLOW_LOSSES | STOP_AT_WIN
    if desk[OPTION + 1]:
        switches |= PRUNE
    heuristic = desk[OPTION + 5] if desk[OPTION + 2] else desk[OPTION + 4]
    if desk[OPTION + 1] == 0 or desk[OPTION + 3] == 0 or desk[HURRY]:
        search_for(desk, desk[OPTION], heuristic, GENERATED, switches, found.FIRST, 0)
        if not search(rules, desk):
            return 0
        return answer_one_of_the_best(desk)

    # As coded: the searches of the game so far again, each of which leaves the list in its order.
    depth, first = desk[OPTION], desk[PLY] % 2
    switches |= CARRY
    most = min(depth, rules.max_plies - first)
    if desk[MEASURE]:
        of_room, of_table, of_results = sizes(rules, most, switches)
        return measured(desk, of_room, of_table, of_results)
    counters = array_at(desk[COUNTERS], np.int64)
    nodes, leaves, cutoffs = counters[NODES], counters[LEAVES], counters[CUTOFFS]
    state = state_at(rules, desk[STATE])
    fill_room(rules, state, most, heuristic, GENERATED, switches, desk[ROOM])
    state = rules.start()
    for ply in range(desk[PLY] + 1):
        if ply % 2 == first:
            counters[NODES], counters[LEAVES], counters[CUTOFFS] = nodes, leaves, cutoffs
            left = rules.max_plies - ply
            deepen(
                rules, state, left, min(depth, left), found.FIRST, 0,
                desk[COUNTERS], desk[ROOM], desk[TABLE], desk[RESULTS],
            )  # fmt: skip
        if ply < desk[PLY]:
            state = rules.play(state, desk[OPTION + 6 + ply])
    return answer_one_of_the_best(desk)


@dataclass(frozen=True)
class OldSimRed(_OldPlayer):
    """The second Sim program: alpha-beta with "safe edges", which plays a found win at once.

    It prefers the longer loss, then the first move found. With `variant` an edge that completes the
    opponent's triangle counts as good. As coded, each cut-off leaves its list of free edges in
    another order, so that which of equal moves is the first depends on the game so far: it is what
    it would be had this player made all moves of its seat.
    """

    name = "old-sim-red"
    entry = staticmethod(old_sim_red)
    label = "Second Sim program, red (old)"
    help = "what red of the second Sim program played, move for move"
    example = "old-sim-red:depth=5"
    colours = (RED_YELLOW[0], DEFAULT[0])
    presets = (
        form.Preset(
            "old-sim-red-plain", "Second Sim program, no pruning (old)", {"pruning": False}
        ),
        form.Preset(
            "old-sim-red-coded", "Second Sim program, as coded (old)", {"version": "coded"}
        ),
    )
    heuristics = ("safe-edges", "unsafe-for-others")
    game = Sim

    depth: int = form.depth(5)
    pruning: bool = form.option(True, "switch", "Pruning", "whether it prunes")
    variant: bool = form.option(False, "switch", "Variant", "the second form of its heuristic")
    version: Literal["described", "coded"] = form.option(
        "described",
        "choice",
        "Version",
        "the rules as its description has them, or as its code does",
        choices=VERSIONS,
        said="as {}",
    )

    uses_chance = False
    remembers = True


@compiled
def old_connect4(rules: Rules, desk: Ints) -> int:
    """Option: depth; its heuristic."""
    depth, heuristic = desk[OPTION], desk[OPTION + 1]
    switches = PRUNE if depth > DEEPEST_CONNECT4 else 0
    search_for(desk, depth, heuristic, GENERATED, switches, found.FIRST, 0)
    if not search(rules, desk):
        return 0
    results = array_at(desk[RESULTS], np.int64)
    results[found.EQUAL_BEST] = any_that_loses(
        rules, state_at(rules, desk[STATE]), results[found.BEST], results[found.EQUAL_BEST],
        desk[RESULTS] + _BEST_AT,
    )  # fmt: skip
    return answer_one_of_the_best(desk)


@dataclass(frozen=True)
class OldConnect4(_OldPlayer):
    """Connect 4 with Minimax: "line table", the leftmost of equal columns.

    When all columns lose it takes a random one. It visits each position, as that program did; only
    beyond that program's depths does it prune, which changes no move.
    """

    name = "old-connect4"
    entry = staticmethod(old_connect4)
    label = "Connect 4 with Minimax (old)"
    help = "what the computer of “Connect 4 with Minimax” played, move for move"
    example = "old-connect4:depth=5"
    before = "Minimax"
    heuristics = ("line-table",)
    game = ConnectFour

    depth: int = form.depth(5)


@compiled
def old_tictactoe(rules: Rules, desk: Ints) -> int:
    """No options."""
    switches = PRUNE | QUICK_WINS | SLOW_LOSSES | STOP_AT_WIN
    depth = rules.max_plies
    search_for(desk, depth, 0, GENERATED, switches, found.FIRST, 0)
    if not search(rules, desk):
        return 0
    return answer_one_of_the_best(desk)


@dataclass(frozen=True)
class OldTicTacToe(_OldPlayer):
    """The old tic-tac-toe computer: the whole tree, quick wins first, the first of equal cells."""

    name = "old-tictactoe"
    entry = staticmethod(old_tictactoe)
    label = "Tic-tac-toe computer (old)"
    help = "what the computer of the old tic-tac-toe program played, move for move"
    game = TicTacToe

    uses_chance = False
