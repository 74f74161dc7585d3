"""The desk: the words through which a module and those who ask it speak, a page or a `home`.

A page asks by an entry's number and the address of a desk, an array of 64-bit words: it writes
arguments there and reads answers. Everything larger lies elsewhere in the memory; the desk says at
which address. The caller of an entry makes the room that it needs.

    word    meaning
    0..     addresses of arrays, by the names in ADDRESSES
    10      1 if a player is to say what it thinks of every move, see `search.answers`
    11      1 if a search is to deepen and to prune, because it may be ended soon
    12..14  the entries that Python asks, and the status: see `home`
    15      1 if the page only asks how much room the entry needs, see `measured`
    16..    arguments, as each entry says
    96..    answers, as each entry says
    120..   how to search, by the names from SEARCH_DEPTH on: see `searching.search`
"""

from __future__ import annotations

import numpy as np

from plyground.kernel import Rules, array_at, compiled
from plyground.position.aliases import Ints, State

ADDRESSES = (
    "state", "moves", "words", "counters", "chance", "room", "table", "results", "solver", "book",
)  # fmt: skip
"""What the first words of a desk are the addresses of.

state       the words of the position, in and out
moves       codes: of legal moves, sites, or what an entry says; max_moves or more
words       the words of a key
counters    those of a Control
chance      the state of a generator
room        what a search writes on
table       what it remembers, empty at first
results     what it found
solver      what the exact solver remembers from question to question
book        the values of the first plies
"""

STATE, MOVES, WORDS, COUNTERS, CHANCE, ROOM, TABLE, RESULTS, SOLVER, BOOK = range(len(ADDRESSES))
COUNTERS_ROOM = 64
"""Words from the counters on: the exact solver has something of its own behind them."""

WHOLE, HURRY, MEASURE, ARGUMENT, ANSWER = 10, 11, 15, 16, 96
PLY, DEFAULT_DEPTH, DEFAULT_HEURISTIC, OPTION = range(ARGUMENT, ARGUMENT + 4)
"""The arguments of entries for players: their options follow."""

SEARCH_DEPTH, SEARCH_HEURISTIC, SEARCH_ORDER, SEARCH_SWITCHES, SEARCH_SCOPE = range(120, 125)
SEARCH_DEEPENS, SEARCH_MISSES, SEARCH_DRAW = range(125, 128)
DESK_WORDS = 128

LAYOUT = (ADDRESSES, WHOLE, MEASURE, ARGUMENT, ANSWER, DESK_WORDS)
"""What a page has to know of a desk: a module for another layout is another module."""


@compiled
def state_at(rules: Rules, address: int) -> State:
    """The state whose words lie at an address."""
    words = array_at(address, np.uint64)
    state: State = rules.start()
    for i in range(len(state)):
        state = state[1:] + (np.uint64(words[i]),)
    return state


@compiled
def put_state(state: State, address: int) -> None:
    """Write the words of a state to an address."""
    words = array_at(address, np.uint64)
    for i in range(len(state)):
        words[i] = state[i]


@compiled
def measured(desk: Ints, room: int, table: int, results: int) -> int:
    """Answers: the words of `room`, `table` and `results` that an entry needs. Its status: fine."""
    desk[ANSWER] = room
    desk[ANSWER + 1] = table
    desk[ANSWER + 2] = results
    return 0
