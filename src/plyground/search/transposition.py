"""The table of the exact solver, which remembers what is proved of positions.

It knows positions by their class key, which only positions of equal value share. Entries come in
pairs of neighbours, and a position may be in either. If the key has one word, or two words of a
stated number of bits, an entry of a large enough table is one word, so threads can share it without
a lock. The place of the pair in the table and the tag together are the key, because the hash that
spreads keys over the table can be undone. Values and W are those of `exact`:

    lowest bits     how many positions the search visited for it: 3 bits, a power of 8
    1 bit           1: the value is at least this, 0: at most
    value_bits      this plus W + 1, which is never 0
    the others      tag

No entry has a best move: where the table remembered one and it was searched first, searches became
longer.

In smaller tables the tag is a word of its own, so such a pair holds one entry. With other keys an
entry is the whole key and one word more, and has one possible place.
"""

from __future__ import annotations

import numpy as np

from plyground.kernel import (
    Rules,
    as_int,
    as_tuple,
    compiled,
    load_word,
    mix64,
    nanoseconds,
    scramble,
    store_word,
)
from plyground.position import Key, State, Uints

MOST_PAIR_BITS = 60
"""No table has more than 2^60 pairs of entries."""

SMALL_PAIR_BITS = 12
"""The table that a search begins with has 2^12 pairs."""

WORK_BITS = 3
"""How many bits of an entry say what it cost to find."""

WORK_MOST = (1 << WORK_BITS) - 1
"""The highest cost."""

_LEAST_PAIR_BITS = 8  # no table of entries of one word has fewer than 2^8 pairs
_WORK_STEP = 3  # a step of the cost is a factor of 2^3


@compiled
def _payload_bits(rules: Rules) -> int:
    """The bits of an entry that are no tag."""
    bits: int = rules.value_bits + WORK_BITS + 1
    return bits


@compiled
def least_bits(rules: Rules, key_words: int) -> int:
    """How many pairs, as a power of two, a table needs so that tags fit into packed entries."""
    key_bits = rules.class_low_bits + (rules.class_high_bits if key_words == 2 else 0)
    bits: int = max(_LEAST_PAIR_BITS, key_bits + _payload_bits(rules) - 64)
    return bits


@compiled
def words_of_entry(rules: Rules, key: Key, bits: int) -> int:
    """The words of an entry, in a table of 2^bits pairs for keys like this one.

    1: an entry is one word, and pairs are of two entries. 2: a pair is a tag and the rest of the
    entry. More: a pair is a whole key and the rest of the entry.
    """
    fits = len(key) == 1 or (
        len(key) == 2 and 0 < rules.class_high_bits <= 64 - _payload_bits(rules)
    )
    if not fits:
        return len(key) + 1
    if bits >= least_bits(rules, len(key)):
        return 1
    key_bits = rules.class_low_bits + (rules.class_high_bits if len(key) == 2 else 0)
    return 2 if key_bits - bits <= 64 else len(key) + 1


@compiled
def place_of(rules: Rules, state: State, bits: int, words: int) -> tuple[int, np.uint64]:
    """The number of a state's pair, of 2^bits pairs, and its tag, in entries of so many words."""
    return spread(rules, as_tuple(rules.class_key(state)), bits, words)


@compiled
def spread(rules: Rules, key: Key, bits: int, words: int) -> tuple[int, np.uint64]:
    """The number of a key's pair and its tag, which are the key in entries of 1 or 2 words.

    In longer ones, which have the key, there is no tag.
    """
    if words > 2:
        digest = np.uint64(0)
        for word in key:
            digest = mix64(digest ^ word)
        return as_int(digest & np.uint64((1 << bits) - 1)), np.uint64(0)
    high = key[0] if len(key) == 2 else np.uint64(0)
    width = rules.class_low_bits
    low = scramble(high, key[len(key) - 1], width)
    tag = high << np.uint64(max(width - bits, 0)) | low >> np.uint64(bits)
    return as_int(low & np.uint64((1 << bits) - 1)), tag


@compiled
def find(
    rules: Rules, state: State, pair: int, tag: np.uint64, table: Uints, words: int
) -> np.uint64:
    """The table's entry for a state, whose tag may be cut off, or 0."""
    if words == 1:
        tag_shift = np.uint64(_payload_bits(rules))
        for place in range(2 * pair, 2 * pair + 2):
            entry = load_word(table, place)
            if entry != 0 and entry >> tag_shift == tag:
                return entry
        return np.uint64(0)
    if words == 2:
        return table[2 * pair + 1] if table[2 * pair] == tag else np.uint64(0)
    key = as_tuple(rules.class_key(state))
    place = pair * (len(key) + 1)
    for i in range(len(key)):
        if table[place + i] != key[i]:
            return np.uint64(0)
    entry = np.uint64(table[place + len(key)])
    return entry


@compiled
def remember(
    rules: Rules,
    state: State,
    pair: int,
    tag: np.uint64,
    table: Uints,
    words: int,
    value: int,
    at_least: bool,
    visited: int,
) -> None:
    """Write an entry in place of the state's old one, or else of the one that cost less to find."""
    work = 0
    while visited >= 1 << _WORK_STEP and work < WORK_MOST:
        visited >>= _WORK_STEP
        work += 1
    entry = np.uint64(value + rules.max_plies + 2) << np.uint64(1)
    entry = (entry | np.uint64(at_least)) << np.uint64(WORK_BITS) | np.uint64(work)
    if words == 1:
        _write(rules, pair, tag, table, entry)
    elif words == 2:
        table[2 * pair], table[2 * pair + 1] = tag, entry
    else:
        key = as_tuple(rules.class_key(state))
        place = pair * (len(key) + 1)
        for i in range(len(key)):
            table[place + i] = key[i]
        table[place + len(key)] = entry


@compiled
def _write(rules: Rules, pair: int, tag: np.uint64, table: Uints, entry: np.uint64) -> None:
    """Write an entry of one word, which lacks only its tag."""
    tag_shift = np.uint64(_payload_bits(rules))
    cost = np.uint64(WORK_MOST)
    place = 2 * pair
    left, right = load_word(table, place), load_word(table, place + 1)
    in_right = right != 0 and right >> tag_shift == tag
    if in_right or (left >> tag_shift != tag and right & cost < left & cost):
        place += 1
    store_word(table, place, tag << tag_shift | entry)


@compiled
def move_over(rules: Rules, small: Uints, table: Uints, bits: int) -> int:
    """Write all entries of the small table into one of 2^bits pairs, whose entries are one word;
    returns the nanoseconds taken.
    """
    begun = nanoseconds()
    words = words_of_entry(rules, as_tuple(rules.class_key(rules.start())), SMALL_PAIR_BITS)
    tag_shift = np.uint64(_payload_bits(rules))
    payload = (np.uint64(1) << tag_shift) - np.uint64(1)
    # The number of a pair has so many bits more in the large table: the lowest ones of the tag.
    more = max(min(bits, rules.class_low_bits) - SMALL_PAIR_BITS, 0)
    for place in range(0, len(small), words):
        entry = small[place + words - 1]
        if entry != 0:
            tag = small[place] if words == 2 else entry >> tag_shift
            of_tag = as_int(tag & np.uint64((1 << more) - 1))
            pair = of_tag << SMALL_PAIR_BITS | place // 2
            _write(rules, pair, tag >> np.uint64(more), table, entry & payload)
    return nanoseconds() - begun


@compiled
def learn(rules: Rules, state: State, value: int, at_least: bool, table: Uints, bits: int) -> None:
    """Remember what is known of a state as if it had cost a long search."""
    words = words_of_entry(rules, as_tuple(rules.class_key(state)), bits)
    pair, tag = place_of(rules, state, bits, words)
    remember(rules, state, pair, tag, table, words, value, at_least, 1 << 62)


@compiled
def words_of(rules: Rules, state: State, bits: int) -> tuple[int, int]:
    """The number of words in a key, and in an entry of a table of 2^bits pairs."""
    key = as_tuple(rules.class_key(state))
    return len(key), words_of_entry(rules, key, bits)


@compiled
def table_size(rules: Rules, most: int) -> tuple[int, int]:
    """The greatest table of at most `most` words: its pairs, as a power of two, and its words."""
    bits = _LEAST_PAIR_BITS
    while 4 << bits <= most:
        bits += 1
    _, words = words_of(rules, rules.start(), bits)
    if words > 2:
        bits = _LEAST_PAIR_BITS
        while 2 * words << bits <= most:
            bits += 1
    return bits, max(2, words) << bits


def cost_of(entries: Uints) -> Uints:
    """How costly the entries of a table were, of one word each: 0, 1, 2 and so on."""
    return entries & np.uint64(WORK_MOST)
