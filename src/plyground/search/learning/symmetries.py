"""The symmetries of a game, as permutations of its moves and of its sites.

A game's kernel `canonical` says which states are equal, and never by what permutation. This module
finds permutations of moves: one is a symmetry if any game and the game with all moves permuted have
equal canonical states at every ply. It searches among the permutations that agree on all openings
of one and two moves, and tries each in random games; the sites follow by comparing the `cells` of
both games. In a game without `canonical` it tries the turns and mirror images of the grid on which
the board is drawn, where each cell is filled by one move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from plyground.kernel import Chance, Rules, compiled, local_array
from plyground.kernel.chance import below
from plyground.position import ONGOING, Game, Ints, Uints
from plyground.position.kernels import state_itself
from plyground.render.board import Cell

SYMMETRIES_MOST = 32
"""No more symmetries are used: those beyond are left out, drawn by the seed."""

_TRIALS = 10_000  # random games that a symmetry has to pass, in all
_TRIALS_LEAST = 400  # and each one of many
_WATCHED = 50  # of them, whose boards are compared at every ply
_MOVES_MOST = (
    300  # of a game whose symmetries are looked for: openings of two moves are their square
)
_MISSES_MOST = 60  # searches that find nothing new, before there are no more
_STEPS = 2_000  # of each search

_NO_MOVE, _ENDED = -1, -2


@dataclass(frozen=True)
class Symmetry:
    """Where each move goes, and each site of the board."""

    moves: tuple[int, ...]
    sites: tuple[int, ...]


@compiled
def _openings(rules: Rules, classes: Ints, words: Uints, width: int) -> int:
    """Write the class of each opening of two moves to `classes` [max_moves, max_moves], flat.

    `words` [max_moves x max_moves x width] is room for one canonical state of each class. Openings
    have a class in common if their canonical states are equal; other numbers are _NO_MOVE for what
    is illegal, _ENDED for a second move after the end.
    """
    size = rules.max_moves
    firsts = local_array(rules.max_moves, np.int64)
    seconds = local_array(rules.max_moves, np.int64)
    found = 0
    start = rules.start()
    for i in range(size * size):
        classes[i] = _NO_MOVE
    for i in range(rules.moves(start, firsts)):
        state = rules.play(start, firsts[i])
        if rules.result(state) != ONGOING:
            for j in range(size):
                classes[firsts[i] * size + j] = _ENDED
            continue
        for j in range(rules.moves(state, seconds)):
            one = rules.canonical(rules.play(state, seconds[j]))
            known = 0
            while known < found:
                same = True
                for w in range(width):
                    same &= words[known * width + w] == one[w]
                if same:
                    break
                known += 1
            if known == found:
                for w in range(width):
                    words[found * width + w] = one[w]
                found += 1
            classes[firsts[i] * size + seconds[j]] = known
    return found


@compiled
def _agrees(
    rules: Rules,
    image: Ints,
    games: int,
    chance: Uints,
    cells: Ints,
    cells_there: Ints,
    sites: int,
    maybe: npt.NDArray[np.bool_],
    canonical: bool,
) -> bool:
    """Whether permuted moves make equal games, in so many random ones: of equal results and legal
    moves, and of equal canonical states where the rules say which these are.

    maybe[s * sites + t] stays True if site t of the permuted game always held what site s of the
    other held: at every ply of the first games, and at the end of all.
    """
    moves = local_array(rules.max_moves, np.int64)
    there = local_array(rules.max_moves, np.int64)
    legal_at = local_array(rules.max_moves, np.int64)  # the last ply, of all, at which it was legal
    for move in range(rules.max_moves):
        legal_at[move] = 0
    ply = 0
    for game in range(games):
        state, state_there = rules.start(), rules.start()
        plies = 0
        while True:
            rules.check_ply(plies)
            plies += 1
            result = rules.result(state)
            if result != rules.result(state_there):
                return False
            if result != ONGOING or game < _WATCHED:
                rules.cells(state, cells)
                rules.cells(state_there, cells_there)
                for s in range(sites):
                    for t in range(sites):
                        if cells[s] != cells_there[t]:
                            maybe[s * sites + t] = False
            if result != ONGOING:
                break
            count = rules.moves(state, moves)
            if rules.moves(state_there, there) != count:
                return False
            ply += 1
            for i in range(count):
                legal_at[there[i]] = ply
            for i in range(count):
                if legal_at[image[moves[i]]] != ply:
                    return False
            move = moves[below(chance, count)]
            state, state_there = rules.play(state, move), rules.play(state_there, image[move])
            if canonical and rules.canonical(state) != rules.canonical(state_there):
                return False
    return True


@compiled
def _fillers(rules: Rules, cells: Ints, cells_then: Ints, sites: int, filler: Ints) -> bool:
    """Write the first move that fills each site to `filler`; whether each fills one, and all are.

    `filler` has to be -1 at each site.
    """
    moves = local_array(rules.max_moves, np.int64)
    start = rules.start()
    rules.cells(start, cells)
    count = rules.moves(start, moves)
    for i in range(count):
        rules.cells(rules.play(start, moves[i]), cells_then)
        changed = 0
        for site in range(sites):
            if cells_then[site] != cells[site]:
                changed += 1
                if filler[site] >= 0:
                    return False
                filler[site] = moves[i]
        if changed != 1:
            return False
    return bool(count == sites == rules.max_moves)


def symmetries(game: Game, chance: Chance, trials: int = _TRIALS) -> tuple[Symmetry, ...]:
    """The symmetries of a game, the identity first; at most SYMMETRIES_MOST of them.

    Those that are found have to pass so many random games, `trials`, in all.
    """
    size, sites = game.max_moves, len(game.board.sites)
    found = [Symmetry(tuple(range(size)), tuple(range(sites)))]
    if size > _MOVES_MOST:
        return tuple(found)
    if game.rules.kernels["canonical"] is state_itself:
        permutations = _of_the_grid(game)
    else:
        permutations = _of_the_openings(game, chance, found)
    for moves in permutations:
        each_passes = max(min(_TRIALS_LEAST, trials), trials // len(found))
        fit = _fitting_sites(game, moves, each_passes, chance)
        if fit is not None:
            found.append(Symmetry(moves, fit))
    return tuple(found)


def _of_the_grid(game: Game) -> Iterator[tuple[int, ...]]:
    """The permutations of moves that turn or mirror the grid, if each move fills its own cell."""
    size = len(game.board.sites)
    place = {
        (each.x, each.y): site
        for site, each in enumerate(game.board.sites)
        if isinstance(each, Cell)
    }
    room, filler = np.zeros((2, size), np.int64), np.full(size, -1, np.int64)
    if len(place) < size or not _fillers(game.rules, room[0], room[1], size, filler):
        return
    right, bottom = max(x for x, _ in place), max(y for _, y in place)
    for swapped, flipped, upended in [*product((False, True), repeat=3)][1:]:
        moves = np.full(size, -1, np.int64)
        for (x, y), site in place.items():
            there = (y, x) if swapped else (x, y)
            there = (right - there[0] if flipped else there[0],
                     bottom - there[1] if upended else there[1])  # fmt: skip
            if there not in place:
                break
            moves[filler[site]] = filler[place[there]]
        else:
            yield tuple(moves.tolist())


def _of_the_openings(
    game: Game, chance: Chance, found: list[Symmetry]
) -> Iterator[tuple[int, ...]]:
    """Permutations of moves that keep the classes of all openings and are not yet in `found`."""
    classes = _classes(game)
    kinds = _kinds(classes)
    misses = 0
    while len(found) < SYMMETRIES_MOST and misses < _MISSES_MOST:
        known = len(found)
        moves = _permutation(classes, kinds, chance)
        if moves is not None and all(each.moves != moves for each in found):
            yield moves
        misses += len(found) == known


def _classes(game: Game) -> Ints:
    size, width = game.max_moves, len(game.position().state)
    classes = np.empty(size * size, np.int64)
    words = np.empty(size * size * width, np.uint64)
    _openings(game.rules, classes, words, width)
    return classes.reshape(size, size)


def _permutation(classes: Ints, kinds: list[int], chance: Chance) -> tuple[int, ...] | None:
    """A random permutation of the moves that keeps the classes of all openings; None if none is
    found soon.
    """
    size = len(classes)
    image = np.full(size, -1, np.int64)
    choices = [_images(classes, kinds, image, 0, chance)]
    for _ in range(_STEPS):
        move = len(choices) - 1
        if not choices[-1]:
            choices.pop()
            if not choices:
                return None
            image[len(choices) - 1 :] = -1
            continue
        image[move] = choices[-1].pop()
        if move + 1 == size:
            return tuple(image.tolist())
        choices.append(_images(classes, kinds, image, move + 1, chance))
    return None


def _kinds(classes: Ints) -> list[int]:
    """A number for each move, equal for moves whose openings are of the same classes."""
    known: dict[object, int] = {}
    return [
        known.setdefault(
            (*sorted(classes[move].tolist()), *sorted(classes[:, move].tolist())), len(known)
        )
        for move in range(len(classes))
    ]


def _images(classes: Ints, kinds: list[int], image: Ints, move: int, chance: Chance) -> list[int]:
    """Where a move can go, in random order, when those before it go where `image` says."""
    there = image[:move]
    taken = set(there.tolist())
    fitting = [
        each
        for each in range(len(classes))
        if each not in taken
        and kinds[each] == kinds[move]
        and classes[each, each] == classes[move, move]
        and np.array_equal(classes[move, :move], classes[each, there])
        and np.array_equal(classes[:move, move], classes[there, each])
    ]
    for last in range(len(fitting) - 1, 0, -1):
        other = chance.below(last + 1)
        fitting[last], fitting[other] = fitting[other], fitting[last]
    return fitting


def _fitting_sites(
    game: Game, moves: tuple[int, ...], trials: int, chance: Chance
) -> tuple[int, ...] | None:
    """Where the sites go when the moves do; None if the permutation is not a symmetry."""
    sites = len(game.board.sites)
    maybe = np.ones(sites * sites, np.bool_)
    room = np.zeros((2, sites), np.int64)
    image = np.array(moves, np.int64)
    canonical = game.rules.kernels["canonical"] is not state_itself
    if not _agrees(
        game.rules, image, trials, chance.state, room[0], room[1], sites, maybe, canonical
    ):
        return None
    fitting = maybe.reshape(sites, sites)
    to = [
        site if fitting[site, site] and row.sum() != 1 else int(row.argmax())
        for site, row in enumerate(fitting)
    ]
    ok = sorted(to) == list(range(sites)) and all(fitting[s, t] for s, t in enumerate(to))
    return tuple(to) if ok else None
