"""The entries of the engine that ask the rules: the position, its moves, what lies on the board.

Each is a compiled function (rules, desk) -> status, see `desk`; 0 says that all went well.
"""

from __future__ import annotations

import numpy as np

from plyground.kernel import Rules, array_at, as_tuple, compiled, local_array, mix64
from plyground.kernel.chance import seed_state
from plyground.position import DRAW, ONGOING, Ints, standing
from plyground.position.desk import (
    ANSWER,
    ARGUMENT,
    CHANCE,
    COUNTERS,
    MEASURE,
    MOVES,
    STATE,
    WORDS,
    measured,
    put_state,
    state_at,
)
from plyground.search.perft import count_until_stopped


@compiled
def start(rules: Rules, desk: Ints) -> int:
    """Make the state the start of the game."""
    put_state(rules.start(), desk[STATE])
    return 0


@compiled
def look(rules: Rules, desk: Ints) -> int:
    """Answers: the player to move, the result, how many legal moves there are: see `moves`; then,
    after the end, what the result means for each player.
    """
    state = state_at(rules, desk[STATE])
    result = rules.result(state)
    desk[ANSWER] = rules.player(state)
    desk[ANSWER + 1] = result
    desk[ANSWER + 2] = (
        rules.moves(state, array_at(desk[MOVES], np.int64)) if result == ONGOING else 0
    )
    for p in range(rules.players):
        desk[ANSWER + 3 + p] = 0 if result == ONGOING else standing(result, p)
    return 0


@compiled
def play(rules: Rules, desk: Ints) -> int:
    """Argument: a legal move. Make the state the one after it."""
    state = state_at(rules, desk[STATE])
    put_state(rules.play(state, desk[ARGUMENT]), desk[STATE])
    return 0


@compiled
def follow(rules: Rules, desk: Ints) -> int:
    """Arguments: the words of `moves` to fill, a number of moves, their codes.

    Play the moves as far as they are legal and there is room, and make the state the last one.
    Write for each to `moves`: the words of the state after it, the player to move, the result, how
    many legal moves there are, and these. Answers: how many were played; how many words that took.
    """
    state = state_at(rules, desk[STATE])
    codes = local_array(rules.max_moves, np.int64)
    out = array_at(desk[MOVES], np.int64)
    result = rules.result(state)
    count = rules.moves(state, codes) if result == ONGOING else 0
    most = desk[ARGUMENT] - len(state) - 3 - rules.max_moves
    played, at = 0, 0
    while played < desk[ARGUMENT + 1] and at <= most:
        move = desk[ARGUMENT + 2 + played]
        legal = False
        for i in range(count):
            legal |= codes[i] == move
        if not legal:
            break
        state = rules.play(state, move)
        result = rules.result(state)
        count = rules.moves(state, codes) if result == ONGOING else 0
        put_state(state, desk[MOVES] + 8 * at)
        at += len(state)
        out[at] = rules.player(state)
        out[at + 1] = result
        out[at + 2] = count
        at += 3
        for i in range(count):
            out[at + i] = codes[i]
        at += count
        played += 1
    put_state(state, desk[STATE])
    desk[ANSWER] = played
    desk[ANSWER + 1] = at
    return 0


@compiled
def key(rules: Rules, desk: Ints) -> int:
    """Write the key of the state to `words`; answer: how many words it has."""
    found = as_tuple(rules.key(state_at(rules, desk[STATE])))
    words = array_at(desk[WORDS], np.uint64)
    for i in range(len(found)):
        words[i] = found[i]
    desk[ANSWER] = len(found)
    return 0


@compiled
def canonical(rules: Rules, desk: Ints) -> int:
    """Make the state the representative of those that are equal to it up to symmetry."""
    put_state(rules.canonical(state_at(rules, desk[STATE])), desk[STATE])
    return 0


@compiled
def cells(rules: Rules, desk: Ints) -> int:
    """Write what each site of the board holds to `moves`."""
    rules.cells(state_at(rules, desk[STATE]), array_at(desk[MOVES], np.int64))
    return 0


@compiled
def deciding(rules: Rules, desk: Ints) -> int:
    """Write the sites that decided the game to `moves`; answer: how many."""
    desk[ANSWER] = rules.deciding(state_at(rules, desk[STATE]), array_at(desk[MOVES], np.int64))
    return 0


@compiled
def estimate(rules: Rules, desk: Ints) -> int:
    """Arguments: a player and the number of a heuristic. Answer: its estimate of the state."""
    state = state_at(rules, desk[STATE])
    desk[ANSWER] = rules.heuristic(state, desk[ARGUMENT], desk[ARGUMENT + 1])
    return 0


@compiled
def seed(_rules: Rules, desk: Ints) -> int:
    """Arguments: a seed, a match and a seat. Make `chance` the generator of that seat."""
    number = np.uint64(desk[ARGUMENT])
    seed_state(array_at(desk[CHANCE], np.uint64), number, desk[ARGUMENT + 1], desk[ARGUMENT + 2])
    return 0


@compiled
def perft(rules: Rules, desk: Ints) -> int:
    """Arguments: the ply, and a depth. Answer: the move sequences of that length."""
    if desk[MEASURE]:
        return measured(desk, 0, 0, 0)
    state = state_at(rules, desk[STATE])
    counters = array_at(desk[COUNTERS], np.int64)
    desk[ANSWER] = count_until_stopped(rules, state, desk[ARGUMENT + 1], counters)
    return 0


@compiled
def _noted(digest: np.uint64, number: int) -> np.uint64:
    return mix64(digest ^ np.uint64(number)) + np.uint64(1)


@compiled
def walk(rules: Rules, desk: Ints) -> int:
    """Arguments: a number of games, a seed, how many sites the board has.

    Play so many games of random moves. Answers: a digest of all positions: their players, results,
    moves, keys, canonical states, cells and deciding sites; and how many there were. Both homes
    must give the same digest.
    """
    out = local_array(rules.max_moves, np.int64)
    sites = array_at(desk[MOVES], np.int64)
    random = mix64(np.uint64(desk[ARGUMENT + 1]) + np.uint64(1))
    digest = np.uint64(0)
    count = 0
    for _ in range(desk[ARGUMENT]):
        state = rules.start()
        while True:
            count += 1
            result = rules.result(state)
            digest = _noted(_noted(digest, rules.player(state)), result)
            for word in as_tuple(rules.key(state)):
                digest = mix64(digest ^ word)
            for word in rules.canonical(state):
                digest = mix64(digest ^ word)
            for site in range(desk[ARGUMENT + 2]):
                sites[site] = 0
            rules.cells(state, sites)
            for site in range(desk[ARGUMENT + 2]):
                digest = _noted(digest, sites[site])
            if result != ONGOING:
                if result != DRAW:
                    for i in range(rules.deciding(state, sites)):
                        digest = _noted(digest, sites[i])
                break
            moves = rules.moves(state, out)
            for i in range(moves):
                digest = _noted(digest, out[i])
            random = mix64(random + np.uint64(1))
            chosen = (random >> np.uint64(33)) % np.uint64(moves)
            state = rules.play(state, out[np.int64(chosen)])
    desk[ANSWER] = np.int64(digest)
    desk[ANSWER + 1] = count
    return 0
