"""The desk: the words through which a page and the engine speak.

A page asks by an entry's number and the address of a desk, an array of 64-bit words: it writes
arguments there and reads answers. Everything larger lies elsewhere in the memory; the desk says at
which address. Who calls an entry has made the room that it needs.

    word    meaning
    0..     addresses of arrays, by the names in ADDRESSES
    16..    arguments, as each entry says
    32..    answers, as each entry says
"""

from __future__ import annotations

import numpy as np

from plyground.kernel import Rules, array_at, compiled
from plyground.position import Ints, State

ADDRESSES = ("state", "moves", "words", "counters", "chance", "room", "table", "results", "book")
"""What the first words of a desk are the addresses of.

state       the words of the position, in and out
moves       codes: of legal moves, sites, or what an entry says; max_moves or more
words       the words of a key
counters    those of a Control
chance      the state of a generator
room        what a search writes on
table       what it remembers
results     what it found
book        the values of the first plies
"""

STATE, MOVES, WORDS, COUNTERS, CHANCE, ROOM, TABLE, RESULTS, BOOK = range(len(ADDRESSES))
ARGUMENT, ANSWER = 16, 32
DESK_WORDS = 64


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
def ints_at(desk: Ints, number: int) -> Ints:
    """One of the arrays of a desk, of signed words."""
    return array_at(desk[number], np.int64)
