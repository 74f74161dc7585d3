"""Sim, the triangle game: join dots in your colour; the first triangle of one colour loses.

Vocabulary: a and b are dots (the parameter `vertices` counts them), e is an edge, p a player
counted from the player to move.

The edges are numbered in the order 0-1, 0-2, ..., 1-2, 1-3, ... With 6 dots:

          1   2   3   4   5
    0     0   1   2   3   4
    1         5   6   7   8         a move's code is its edge
    2             9  10  11
    3                12  13
    4                    14

The state is one word for each player, with a bit for each edge in that player's colour: state[0]
for the player to move, state[1] for the next one, and so on; state[-1] for the player who moved
last.

The key packs the colour of each edge, 0 for a free edge, else p + 1, into bit planes: as many
planes as a colour has bits, all in one word if they fit, else in a word each. For 2 players on 9 or
10 dots, planes would take 72 or 90 bits. There the colours are the digits of a number in base 3,
which takes 58 bits, or 64 bits and 8 more in a word before them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

import numpy as np

from plyground.games import levels
from plyground.games.sim_heuristics import LOOKED_UP, heuristics
from plyground.games.sim_reasons import reasons_of
from plyground.games.sim_solving import solving_kernels
from plyground.kernel import (
    compiled,
    local_array,
    lowest_bit,
    mix64,
    popcount,
    trailing_zeros,
    write_bits,
)
from plyground.position import (
    DRAW,
    HUMAN,
    ONGOING,
    Before,
    Cast,
    Face,
    Game,
    GlassBox,
    Ints,
    Kernels,
    Mode,
    Outcome,
    Parameter,
    ReadyMade,
    State,
    Talk,
    Uints,
    Wording,
    kernels,
    lost,
)
from plyground.position.reasons import NO_REASONS, Reasons
from plyground.render.board import Board
from plyground.render.colours import SIM

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_CHUNK = 12  # bits of a mask that one look-up brings to base 3
_BASE_3_DIGITS = 40  # of a word


def edges_of(vertices: int) -> tuple[tuple[int, int], ...]:
    """The pairs of dots that each edge joins, by the number of the edge."""
    return tuple(itertools.combinations(range(vertices), 2))


def triangles_of(vertices: int) -> tuple[tuple[int, int, int], ...]:
    """The edge numbers of each triangle."""
    number = {edge: e for e, edge in enumerate(edges_of(vertices))}
    return tuple(
        (number[a, b], number[a, c], number[b, c])
        for a, b, c in itertools.combinations(range(vertices), 3)
    )


def _kernels(vertices: int, players: int) -> Kernels:
    edges = len(edges_of(vertices))
    board = np.uint64((1 << edges) - 1)
    triangles = _triangle_masks(vertices)
    has_triangle = _has_triangle_kernel(vertices)
    nobody = (_ZERO,) * players

    @compiled
    def taken(state: State) -> np.uint64:
        union = _ZERO
        for word in state:
            union |= word
        return union

    @compiled
    def start() -> State:
        return nobody

    @compiled
    def player(state: State) -> int:
        return popcount(taken(state)) % players

    @compiled
    def moves(state: State, out: Ints) -> int:
        free = taken(state) ^ board
        count = 0
        while free:
            out[count] = trailing_zeros(free)
            free ^= lowest_bit(free)
            count += 1
        return count

    @compiled
    def play(state: State, move: int) -> State:
        return state[1:] + (state[0] | _ONE << np.uint64(move),)

    @compiled
    def result(state: State) -> int:
        if has_triangle(state[players - 1]):
            return lost((player(state) + players - 1) % players)
        return DRAW if taken(state) == board else ONGOING

    @compiled
    def cells(state: State, out: Ints) -> None:
        """For each edge 1 + the player who drew it."""
        mover = player(state)
        for e in range(edges):
            out[e] = 0
            for p in range(players):
                if state[p] >> np.uint64(e) & _ONE:
                    out[e] = 1 + (mover + p) % players

    @compiled
    def deciding(state: State, out: Ints) -> int:
        made = _ZERO
        for triangle in triangles:
            if state[players - 1] & triangle == triangle:
                made |= triangle
        return write_bits(made, out)

    named = {**_key_kernel(vertices, players), **_canonical_kernel(vertices, players)}
    two = players == 2
    return {
        **kernels(start, player, moves, play, result, cells, deciding),
        **named,
        **(solving_kernels(vertices, edges_of(vertices), **named) if two else {}),
    }


def _triangle_masks(vertices: int) -> Uints:
    """The edges of each triangle as the bits of a word."""
    return np.array(
        [sum(1 << e for e in triangle) for triangle in triangles_of(vertices)], np.uint64
    )


def _has_triangle_kernel(vertices: int) -> Callable[[np.uint64], bool]:
    """Whether a colour has a triangle: looked up on small boards, else tested one by one."""
    edges = len(edges_of(vertices))
    triangles = _triangle_masks(vertices)
    if edges <= LOOKED_UP:
        low, within = np.uint64(6), np.uint64(63)
        colours = np.arange(max(1 << edges, 64), dtype=np.uint64)
        found = ((colours[:, None] & triangles) == triangles).any(axis=1)
        bits = np.packbits(found, bitorder="little").view(np.uint64)

        @compiled
        def looked_up(colour: np.uint64) -> bool:
            return bool(bits[colour >> low] >> (colour & within) & _ONE)

        return looked_up

    @compiled
    def tried(colour: np.uint64) -> bool:
        found = False
        for triangle in triangles:  # all of them, so that the compiler can test several at a time
            found |= colour & triangle == triangle
        return found

    return tried


def _key_kernel(vertices: int, players: int) -> Kernels:
    edges = len(edges_of(vertices))
    planes = players.bit_length()
    shift = np.uint64(edges)

    @compiled
    def plane(state: State, number: int) -> np.uint64:
        """The edges whose colour has the bit `number` set."""
        union = _ZERO
        for p in range(players):
            if (p + 1) >> number & 1:
                union |= state[p]
        return union

    if planes * edges <= 64:

        @compiled
        def one_word(state: State) -> np.uint64:
            word = _ZERO
            for number in range(planes):
                word |= plane(state, number) << shift * np.uint64(number)
            return word

        return {"key": one_word}

    if players == 2:
        base_3 = np.array(
            [sum(3**i for i in range(_CHUNK) if chunk >> i & 1) for chunk in range(1 << _CHUNK)],
            np.uint64,
        )
        low = np.uint64((1 << _CHUNK) - 1)
        weight = np.uint64(3**_CHUNK)
        two = np.uint64(2)
        in_low = np.uint64(min(edges, _BASE_3_DIGITS))
        low_edges = (_ONE << in_low) - _ONE

        @compiled
        def to_base_3(word: np.uint64) -> np.uint64:
            digits = _ZERO
            for i in range(-(-_BASE_3_DIGITS // _CHUNK) - 1, -1, -1):
                digits = digits * weight + base_3[word >> np.uint64(_CHUNK * i) & low]
            return digits

        @compiled
        def base_3_word(state: State) -> np.uint64:
            return to_base_3(state[0] & low_edges) + two * to_base_3(state[1] & low_edges)

        @compiled
        def base_3_words(state: State) -> tuple[np.uint64, np.uint64]:
            high = to_base_3(state[0] >> in_low) + two * to_base_3(state[1] >> in_low)
            return high, base_3_word(state)

        return {"key": base_3_word if edges <= _BASE_3_DIGITS else base_3_words}

    if planes == 2:

        @compiled
        def two_words(state: State) -> tuple[np.uint64, np.uint64]:
            return plane(state, 0), plane(state, 1)

        return {"key": two_words}

    @compiled
    def three_words(state: State) -> tuple[np.uint64, np.uint64, np.uint64]:
        return plane(state, 0), plane(state, 1), plane(state, 2)

    return {"key": three_words}


def _canonical_kernel(vertices: int, players: int) -> Kernels:
    """A canonical labelling of the dots, exact for every state.

    The dots are put in order one by one. The rank of a dot is an invariant (which does not depend
    on labels), followed by its colours towards the dots already placed. The order with the greatest
    sequence of ranks is canonical. Equal ranks branch, but not into twins: dots that can be swapped
    without changing the state.
    """
    edges = len(edges_of(vertices))
    pairs = vertices * vertices
    nobody = (_ZERO,) * players
    ends_a = np.array([a for a, _ in edges_of(vertices)], np.int64)
    ends_b = np.array([b for _, b in edges_of(vertices)], np.int64)
    everyone = np.uint64((1 << vertices) - 1)
    colour_bits = np.uint64(3)  # five players and none need three
    colours_field = np.uint64(3 * (vertices - 1))  # bits for the colours towards the others
    headroom = np.uint64(8)  # so that sums over dots stay below 2^64
    refinements = 2

    @compiled
    def colour_table(state: State, colours: Uints) -> None:
        """Write the colour of each pair, 0 for a free edge, to `colours` [vertices x vertices]."""
        for e in range(edges):
            colour = _ZERO
            for p in range(players):
                colour += (state[p] >> np.uint64(e) & _ONE) * np.uint64(p + 1)
            colours[ends_a[e] * vertices + ends_b[e]] = colour
            colours[ends_b[e] * vertices + ends_a[e]] = colour
        for a in range(vertices):
            colours[a * vertices + a] = _ZERO

    @compiled
    def invariants(
        colours: Uints,
        ranks: Uints,
        fresh: Uints,
    ) -> None:
        """Write to `ranks` [vertices] numbers that are equal for vertices that look alike."""
        for a in range(vertices):
            ranks[a] = _ONE
        for _ in range(refinements):
            for a in range(vertices):
                seen = _ZERO
                for b in range(vertices):
                    if a != b:
                        seen += (
                            mix64(ranks[b] ^ mix64(colours[a * vertices + b] + _ONE)) >> headroom
                        )
                fresh[a] = mix64(ranks[a] ^ mix64(seen))
            for a in range(vertices):
                ranks[a] = fresh[a]
        for a in range(vertices):
            ranks[a] = ranks[a] >> colours_field + _ONE << colours_field

    @compiled
    def twins(colours: Uints, a: int, b: int) -> bool:
        for other in range(vertices):
            differs = colours[a * vertices + other] != colours[b * vertices + other]
            if differs and other != a and other != b:
                return False
        return True

    @compiled
    def best_order(
        colours: Uints,
        ranks: Uints,
        best: Ints,
    ) -> None:
        """Write the canonical order of the vertices to `best`."""
        order = local_array(vertices, np.int64)
        ties = local_array(vertices, np.uint64)  # vertices still to try at each place
        record = local_array(vertices, np.uint64)  # the greatest sequence so far
        for place in range(vertices):
            record[place] = _ZERO
        left = everyone
        place = 0
        descend = True
        while place >= 0:
            if descend:
                # Step 1. The greatest rank among the dots left, and the dots that have it.
                greatest, who = _ZERO, _ZERO
                rest = left
                while rest:
                    a = trailing_zeros(rest)
                    rest ^= lowest_bit(rest)
                    towards = _ZERO
                    for earlier in range(place):
                        towards = towards << colour_bits | colours[a * vertices + order[earlier]]
                    rank = (ranks[a] | towards) + _ONE
                    if rank > greatest:
                        greatest, who = rank, _ZERO
                    if rank == greatest:
                        who |= _ONE << np.uint64(a)
                # Step 2. Behind the record: nothing here. Ahead: a new record from here on.
                if greatest < record[place]:
                    who = _ZERO
                elif greatest > record[place]:
                    record[place] = greatest
                    for later in range(place + 1, vertices):
                        record[later] = _ZERO
                ties[place] = who
            # Step 3. Take the next of those in line, and drop its twins; or go back.
            if ties[place] == _ZERO:
                place -= 1
                if place >= 0:
                    left |= _ONE << np.uint64(order[place])
                descend = False
                continue
            a = trailing_zeros(ties[place])
            rest = ties[place]
            while rest:
                b = trailing_zeros(rest)
                rest ^= lowest_bit(rest)
                if a == b or twins(colours, a, b):
                    ties[place] ^= _ONE << np.uint64(b)
            order[place] = a
            # Step 4. Go on to the next place; a complete order here is a record, or equals it.
            if place == vertices - 1:
                for each in range(vertices):
                    best[each] = order[each]
                descend = False
            else:
                left ^= _ONE << np.uint64(a)
                place += 1
                descend = True

    @compiled
    def canonical(state: State) -> State:
        colours = local_array(pairs, np.uint64)
        ranks = local_array(vertices, np.uint64)
        fresh = local_array(vertices, np.uint64)
        order = local_array(vertices, np.int64)
        colour_table(state, colours)
        invariants(colours, ranks, fresh)
        best_order(colours, ranks, order)
        image = nobody
        for p in range(players):
            word = _ZERO
            for e in range(edges):
                pair = order[ends_a[e]] * vertices + order[ends_b[e]]
                if colours[pair] == np.uint64(p + 1):
                    word |= _ONE << np.uint64(e)
            image = image[1:] + (word,)
        return image

    return {"canonical": canonical}


_REMARKS = {
    "loses at once": "gave a triangle, and another edge was safe",
    "last safe": "took the last safe edge: each that is left would give a triangle",
    "squeezed": "left {reply} to the opponent: after it no edge is safe",
}


class SimWording(Wording):
    """Moves are edges."""

    def spoken(self, move: str) -> str:
        return f"edge {move}"


class OldSimWording(SimWording):
    """The words of the old programs."""

    busy = "Please wait for the computer to finish its move!"
    aborted = "Game aborted"
    labels: ClassVar = {
        "vertices": "Choose number of vertices:",
        "players": "Choose number of players:",
    }
    asks_mode = "Choose game mode:"
    modes: ClassVar = {
        "computer": "CPU vs Human",
        "human": "Human vs CPU",
        "humans": "Multiple Humans",
        "computers": "CPU vs CPU",
    }

    def people(self, mode: Mode, players: int) -> tuple[bool, ...]:
        """Whoever is named first begins, and the others have all other seats."""
        if mode == "computer":
            return (False, *(True,) * (players - 1))
        return super().people(mode, players)

    def greeting(self, title: str) -> str:
        return "Welcome to Sim!"

    def turn(self, player: int, cast: Cast) -> str:
        return f"It is now Player {player + 1}'s turn"

    def played(self, player: int, move: str, cast: Cast) -> str:
        if cast.computer(player) is None:
            return super().played(player, move, cast)
        return f"The computer, Player {player + 1}, connects {move}"

    def over(self, outcome: Outcome, cast: Cast) -> str:
        return "Draw!" if outcome.loser is None else f"Player {outcome.loser + 1} lost!"

    def headline(self, outcome: Outcome, cast: Cast) -> str:
        return self.over(outcome, cast)

    def reason(self, outcome: Outcome, cast: Cast) -> str:
        return ""

    def subject(self, outcome: Outcome) -> int | None:
        return outcome.loser

    def cannot_join(self, player: int) -> str:
        return f"Player {player + 1}, please choose a valid pair of vertices!"


class OldSimTerminalWording(OldSimWording):
    """The words of the version for the terminal, where they differ."""

    def turn(self, player: int, cast: Cast) -> str:
        return f"It is now player {player + 1}'s turn."

    def over(self, outcome: Outcome, cast: Cast) -> str:
        return super().over(outcome, cast).replace("Draw!", "Draw")


_TALK = Talk(asks_move=("Which two dots would you like to join, as in 0-2? ",))

_OLD_TALK = Talk(
    wording=OldSimTerminalWording(),
    asks_parameters="How many players and how many vertices?",
    parameters=("players", "vertices"),
    takes_parameters="Give two numbers",
    asks_move=("Which two vertices would you like to connect? ",),
    free="Free edges",
    illegal="Error: vertices already connected",
    tells_of_quitting=True,
)

_EXAMPLE = ((0, 1), (2, 3), (1, 2), (3, 4), (0, 4))

_RED_AGAINST_BLUE = ReadyMade(
    "Red against random blue, of the second Sim program",
    ("old-sim-red:depth=3,version=coded", "random"),
    "random",
    1.0,
)

_GLASS_BOXES = (
    GlassBox(
        "Sim by plain minimax",
        "Nothing is cut off: compare it with alpha-beta.",
        "0-1 0-2 0-3",
        "minimax",
        2,
    ),
)


class Sim(Game):
    """Sim for 2 to 5 players on 3 to 10 dots."""

    name = "sim"
    title = "Sim"
    summary = "Take turns to join two dots in your colour; a triangle all in your own colour loses."
    goal = "Avoid a triangle"
    parameters = (
        Parameter("vertices", 6, 3, 10, "dots on the board"),
        Parameter("players", 2, 2, 5, "players"),
    )
    colours = SIM
    symbols = ("1", "2", "3", "4", "5")
    remarks = _REMARKS
    decided_by = "a triangle in their own colour"
    draws_are_longest = True
    drawn_by = "all dots are joined and there is no triangle"
    default_heuristic = "margin"
    vertices: int
    players: int

    def __init__(self, vertices: int = 6, players: int = 2) -> None:
        super().__init__(vertices=vertices, players=players)
        self.edges = edges_of(vertices)
        self.max_plies = len(self.edges)
        self.default_depth = 4 if vertices <= 7 else 3
        if players == 2 and self.max_plies > _BASE_3_DIGITS:
            self.class_bits = (8, 64)
        self.move_texts = tuple(f"{a}-{b}" for a, b in self.edges)
        self.move_hint = f"two different dots, 0 to {vertices - 1}, such as {self.move_texts[1]}"
        self.board = Board.polygon(vertices, self.edges)

    def kernels(self) -> Kernels:
        return _kernels(self.vertices, self.players)

    def heuristics(self) -> Kernels:
        return heuristics(len(self.edges), self.players, triangles_of(self.vertices))

    @cached_property
    def reasons(self) -> Reasons:
        if self.players != 2:
            return NO_REASONS
        return reasons_of(len(self.edges), triangles_of(self.vertices))

    def normalise(self, text: str) -> str:
        pair = re.fullmatch(r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s*", text)
        if pair is None:
            return text
        a, b = sorted(map(int, pair.groups()))
        return f"{a}-{b}"

    def refusal(self, state: tuple[int, ...], code: int) -> str:
        a, b = self.edges[code]
        return f"Dots {a} and {b} are already joined"

    def read_move(self, text: str) -> str:
        """Two dots, with or without a dash between them."""
        pair = re.fullmatch(r"(\d+)[\s,;-]+(\d+)|(\d)(\d)", text.strip())
        return "-".join(filter(None, pair.groups())) if pair else text

    @cached_property
    def face(self) -> Face:
        two = self.players == 2
        drawn = [edge for edge in _EXAMPLE if max(edge) < self.vertices]
        return Face(
            wording=SimWording(),
            talk=_TALK,
            before=Before(OldSimWording(), _OLD_TALK, ("old-sim", HUMAN) if two else ()),
            hint=f"{self.move_hint}, or 0 2",
            example=" ".join(f"{a}-{b}" for a, b in drawn),
            levels=levels.sim(self.vertices, self.players),
            ready_made=(_RED_AGAINST_BLUE,) if two else (),
            glass_boxes=_GLASS_BOXES if self.vertices > 3 and two else (),
        )
