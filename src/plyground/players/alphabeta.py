"""The players of alpha-beta search: minimax in its plainest form, alpha-beta, and full search."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from plyground.kernel import Chance, Rules, array_at, compiled, local_array
from plyground.players import form
from plyground.players.compiled import CompiledPlayer
from plyground.players.form import Ties
from plyground.players.player import Choice
from plyground.position import ONGOING, Heuristic, Ints, Position, State, standing
from plyground.position.desk import (
    DEFAULT_DEPTH,
    DEFAULT_HEURISTIC,
    OPTION,
    RESULTS,
    STATE,
    state_at,
)
from plyground.search import ORDERS, Control, SolvedTable
from plyground.search import results as found
from plyground.search.affordable import affordable_from
from plyground.search.alphabeta import (
    GENERATED,
    HISTORY,
    PRUNE,
    QUICK_WINS,
    REMEMBER,
    SLOW_LOSSES,
    STOP_AT_WIN,
    search,
    search_for,
)
from plyground.search.answers import NONE
from plyground.search.searching import answer_and_think, given_or
from plyground.search.value import WIN

_MOST_NODES = 10**12

QUICK = QUICK_WINS | SLOW_LOSSES
"""The switches of a player that prefers quick wins and slow losses."""

STRONG = PRUNE | REMEMBER | STOP_AT_WIN
"""The switches of a search that skips what it can."""


@compiled
def _scope(ties: int) -> int:
    """How to search for the option `ties`: 0 a random one, 1 the first."""
    return found.EQUAL if ties == 0 else found.FIRST


@compiled
def minimax(rules: Rules, desk: Ints) -> int:
    """Options: depth, heuristic, ties."""
    depth = given_or(desk[OPTION], desk[DEFAULT_DEPTH])
    heuristic = given_or(desk[OPTION + 1], desk[DEFAULT_HEURISTIC])
    scope = _scope(desk[OPTION + 2])
    search_for(desk, depth, heuristic, GENERATED, QUICK, scope, 0)
    if not search(rules, desk):
        return 0
    return answer_and_think(rules, desk)


@dataclass(frozen=True)
class Minimax(CompiledPlayer):
    """The best move that a search of `depth` plies finds; it examines every position.

    It prefers quick wins and slow losses. Depth and heuristic are the game's own by default. `ties`
    says how to choose among equal moves. With more than two players it assumes that all others play
    together against it.
    """

    name = "minimax"
    entry = staticmethod(minimax)
    search = "alpha-beta"
    label = "Minimax"
    help = "the best move it can see within its depth; it examines every position"
    example = "minimax:depth=5"

    depth: int | None = form.depth()
    heuristic: Heuristic | None = form.heuristic()
    ties: Ties = form.ties()

    @property
    def uses_chance(self) -> bool:
        return self.ties == "random"


@compiled
def alphabeta(rules: Rules, desk: Ints) -> int:
    """Options: depth, seconds, nodes, heuristic, order, table, deepening, ties."""
    depth = desk[OPTION]
    limited = desk[OPTION + 1] != NONE or desk[OPTION + 2] != NONE
    if depth == NONE:
        depth = rules.max_plies if limited else desk[DEFAULT_DEPTH]
    heuristic = given_or(desk[OPTION + 3], desk[DEFAULT_HEURISTIC])
    switches = QUICK | PRUNE | STOP_AT_WIN
    if desk[OPTION + 5]:
        switches |= REMEMBER
    deepens = 1 if limited or desk[OPTION + 6] else 0
    scope = _scope(desk[OPTION + 7])
    search_for(desk, depth, heuristic, desk[OPTION + 4], switches, scope, deepens)
    if not search(rules, desk):
        return 0
    return answer_and_think(rules, desk)


@dataclass(frozen=True)
class AlphaBeta(CompiledPlayer):
    """The moves that minimax would choose, found sooner.

    `search.alphabeta` explains `order`, `table` and `deepening`; they change the number of
    positions visited, never a score. With `seconds` or `nodes` it deepens until they are used up.
    Depth, if there is no other limit, and heuristic are the game's own by default.
    """

    name = "alphabeta"
    entry = staticmethod(alphabeta)
    search = "alpha-beta"
    label = "Alpha-beta"
    help = "the moves of minimax, found sooner: it skips what cannot change the choice"
    example = "alphabeta:depth=7"

    depth: int | None = form.depth()
    seconds: float | None = form.seconds(
        "time for a move; it searches deeper until the time is used up"
    )
    nodes: int | None = form.option(
        None,
        "whole",
        "Positions for a move",
        "positions visited for a move; it searches deeper until they are used up",
        least=1,
        most=_MOST_NODES,
        said="{} positions for a move",
    )
    heuristic: Heuristic | None = form.heuristic()
    order: str = form.option(
        "history", "choice", "Order", "which moves it examines first", choices=ORDERS
    )
    table: bool = form.option(True, "switch", "Table", "whether it remembers positions")
    deepening: bool = form.option(
        False, "switch", "Deepening", "whether it searches one ply deep, then two, and so on"
    )
    ties: Ties = form.ties()

    @property
    def uses_chance(self) -> bool:
        return self.ties == "random"


@compiled
def _loses_at_once(rules: Rules, child: State, me: int) -> bool:
    """Whether the game ends with `child`, or with a reply after which `me` has lost."""
    if rules.result(child) != ONGOING:
        return True
    moves = local_array(rules.max_moves, np.int64)
    lost = False
    for i in range(rules.moves(child, moves)):
        result = rules.result(rules.play(child, moves[i]))
        lost |= result != ONGOING and standing(result, me) < 0
    return lost


@compiled
def _look_near(rules: Rules, state: State, results: Ints) -> None:
    """Of the best moves of a search that does not count plies, keep those that win at once; if all
    moves lose, those that do not lose at once. Where there are none, all stay.
    """
    score, kept = results[found.BEST], 0
    if abs(score) != WIN:
        return
    for i in range(results[found.EQUAL_BEST]):
        move = results[found.CODES + i]
        child = rules.play(state, move)
        if score > 0:
            near = rules.result(child) != ONGOING
        else:
            near = not _loses_at_once(rules, child, rules.player(state))
        if near:
            results[found.CODES + i] = results[found.CODES + kept]
            results[found.CODES + kept] = move
            kept += 1
    if kept > 0:
        results[found.EQUAL_BEST] = kept


@compiled
def full(rules: Rules, desk: Ints) -> int:
    """Option: near."""
    exact = affordable_from(rules, state_at(rules, desk[STATE]))
    depth = rules.max_plies if exact else desk[DEFAULT_DEPTH]
    switches = STRONG if exact else STRONG | QUICK
    search_for(desk, depth, desk[DEFAULT_HEURISTIC], HISTORY, switches, found.EQUAL, 0)
    if not search(rules, desk):
        return 0
    if desk[OPTION]:
        _look_near(rules, state_at(rules, desk[STATE]), array_at(desk[RESULTS], np.int64))
    return answer_and_think(rules, desk)


@dataclass(frozen=True)
class FullSearch(CompiledPlayer):
    """The game searched to its end: any move that keeps the best result, quick or slow.

    If it looks `near`, it takes a win at once and, if all moves lose, avoids a loss at once. If a
    full search would take too long it looks ahead to the game's default depth, and `Choice.value`
    says so. With the game's `table` it looks the results up there.
    """

    name = "full"
    entry = staticmethod(full)
    search = "alpha-beta"
    label = "Full search"
    help = (
        "the best move of a search to the end of the game if that takes only seconds, otherwise to "
        "the usual depth; beyond the next move it does not prefer quick wins"
    )

    near: bool = form.option(
        True,
        "switch",
        "Look at the next move",
        "whether it takes a win at once and avoids a loss at once",
    )
    table: SolvedTable | None = field(default=None, compare=False, repr=False)

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        if self.table is None:
            return super()._choose(position, chance, control)
        best, *rest = self.table.moves(position)
        equal = [best, *(each for each in rest if each.value.verdict == best.value.verdict)]
        if self.near and best.value.verdict == "win":
            equal = [each for each in equal if each.value.plies == 1] or equal
        if self.near and best.value.verdict == "loss":
            equal = [each for each in equal if (each.value.plies or 0) > 2] or equal
        chosen = chance.choice(equal)
        return Choice(chosen.move, chosen.value)
