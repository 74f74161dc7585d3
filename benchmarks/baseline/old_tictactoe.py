"""The computer of the old tic-tac-toe program (T1): alpha-beta as a walk down and up over states.

There is no recursion: one state is current, and each step either goes down to a new child or gives
the current state its cost and goes up to the parent.

Readings of what the description leaves open:

* The computer (o) is to move in the position searched, which has depth 0; whoever began the game
  does not matter. Depth counts from that position, also in the costs.
* A state's own bound is the one that its children better: alpha at even depths, beta at odd ones.
  What a child inherits is its parent's own bound; the child's own starts at infinity. So a state is
  compared with its parent only, never with one further up.
* A state is cut off, its remaining moves left, as soon as alpha reaches beta. Its cost is its own
  bound, also then.
* Moves are popped in the order of the cells, row by row.
* If several children of the root have its cost, the first is taken. (That one was not cut off: a
  cut at this cost needs an earlier child that has it.)
"""

import copy
import math
from dataclasses import dataclass, field
from typing import Literal, Optional, TypeAlias

from . import Visited

Board: TypeAlias = list[list[str]]
"""Three rows of three cells: COMPUTER, HUMAN or EMPTY."""

Cell: TypeAlias = tuple[int, int]
"""Row and column, from 0."""

COMPUTER = "o"
HUMAN = "x"
EMPTY = " "


@dataclass(eq=False)
class State:
    """One state of the walk; `move` led to it, `cost` is None until it is left for good."""

    board: Board
    depth: int = 0
    alpha: float = -math.inf
    beta: float = math.inf
    parent: Optional["State"] = field(default=None, repr=False)
    move: Cell | None = None
    remaining: list[Cell] = field(default_factory=list)
    children: list["State"] = field(default_factory=list, repr=False)
    cost: float | None = None

    def maximises(self) -> bool:
        """Tell whether the computer is to move."""
        return self.depth % 2 == 0


@dataclass(frozen=True)
class Step:
    """One step of the walk, with the bounds that the state had just after it.

    `down`: the state was made and is current now. `end`: the game is over there, so it got its
    cost. `cut`: it got its cost with moves remaining. `done`: it got its cost with none remaining.
    """

    kind: Literal["down", "end", "cut", "done"]
    state: State
    alpha: float
    beta: float


def new_board() -> Board:
    """Return an empty board."""
    return [[EMPTY] * 3 for _ in range(3)]


def free_cells(board: Board) -> list[Cell]:
    """Return the empty cells, row by row."""
    return [(row, column) for row in range(3) for column in range(3) if board[row][column] == EMPTY]


def has_won(board: Board, mark: str) -> bool:
    """Tell whether a mark fills a row, a column or a diagonal."""
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] == mark:
            return True
        if board[0][i] == board[1][i] == board[2][i] == mark:
            return True
    if board[0][0] == board[1][1] == board[2][2] == mark:
        return True
    return board[0][2] == board[1][1] == board[2][0] == mark


def final_cost(state: State) -> int | None:
    """Return the cost of a state where the game is over, None of any other."""
    if has_won(state.board, COMPUTER):
        return 10 - state.depth
    if has_won(state.board, HUMAN):
        return state.depth - 10
    if not free_cells(state.board):
        return 0
    return None


def go_down(state: State) -> State:
    """Return the child that the first remaining move leads to, with its inherited bound."""
    move = state.remaining.pop(0)
    board = copy.deepcopy(state.board)
    row, column = move
    child = State(board, state.depth + 1, parent=state, move=move)
    if state.maximises():
        board[row][column] = COMPUTER
        child.alpha = state.alpha
    else:
        board[row][column] = HUMAN
        child.beta = state.beta
    child.remaining = free_cells(board)
    state.children.append(child)
    return child


def go_up(state: State, cost: float) -> State | None:
    """Give a state its cost and return its parent with its own bound bettered, None from the root.

    The root has no parent.
    """
    state.cost = cost
    parent = state.parent
    if parent is None:
        return None
    if parent.maximises():
        parent.alpha = max(parent.alpha, cost)
    else:
        parent.beta = min(parent.beta, cost)
    return parent


def search(board: Board, trace: list[Step] | None = None, visited: Visited | None = None) -> State:
    """Walk the whole tree and return its root; every step is added to `trace`.

    The game must not be over and the computer is to move.
    """
    if trace is None:
        trace = []
    if visited is None:
        visited = Visited()
    root = State(copy.deepcopy(board), remaining=free_cells(board))
    trace.append(Step("down", root, root.alpha, root.beta))
    current: State | None = root
    while current is not None:
        cost: float | None = final_cost(current)
        if cost is None and current.remaining and current.alpha < current.beta:
            current = go_down(current)
            visited.positions += 1
            trace.append(Step("down", current, current.alpha, current.beta))
            continue
        kind: Literal["end", "cut", "done"] = "end"
        if cost is None:
            kind = "cut" if current.remaining else "done"
            cost = current.alpha if current.maximises() else current.beta
        trace.append(Step(kind, current, current.alpha, current.beta))
        current = go_up(current, cost)
    return root


def choose(board: Board, visited: Visited | None = None) -> Cell:
    """Return the cell that the computer takes: the move to the child whose cost is the root's."""
    root = search(board, visited=visited)
    for child in root.children:
        if child.cost == root.cost:
            assert child.move is not None
            return child.move
    raise AssertionError("the root's cost is that of one of its children")
