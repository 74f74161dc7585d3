"""Merits: the reasons for a move that a person can use, each checked before it is said.

What a move does at once is checked by playing it, every reply, and what follows; what a game says
of its own moves (see `position.reasons`) is said if the game has proven it, or if the exact value
agrees. So a reason is never a guess.

    two threats     two moves would win, and only one of them can be stopped
    sure threat     a move wins next, whatever is replied
    stops           a reply that wins after most other moves no longer does
    only safe       after every other move a reply wins at once
    all let         after this one too
    no safe         every reply loses at once
    forces          there is one threat to stop, and after that one of the first two follows
    squeezes        every safe reply has an answer after which no safe move is left
    holds           every other move gives the result away, as the exact values say
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from plyground.analysis.reviewed import player_name
from plyground.analysis.sentences import (
    ACCOUNT_WORDS,
    NAMES,
    NOT,
    OWN,
    Sentence,
    Voice,
    called,
    say,
    sentences_in,
)
from plyground.kernel import Rules, compiled, local_array
from plyground.players.compiled import usual_arguments
from plyground.position import ONGOING, Ints, Position, State, standing
from plyground.position.desk import ANSWER, MEASURE, OPTION, PLY, STATE, measured, state_at
from plyground.position.home import Entry, home_of, lent_home
from plyground.position.reasons import (
    DRAWN,
    FACT,
    REASON,
    REASON_CLAIM,
    REASON_NAME,
    REASON_NUMBER,
    REASON_OTHER,
    REASON_PLAYER,
    REASON_PROVEN,
    REASON_SITE,
    REASONS_ROOM,
    WINS,
    Kernel,
)
from plyground.search import SOLVABLE, Control, Value
from plyground.search.answers import DRAW, LOSS, NONE, VERDICTS, WON

(
    _WINS, _DRAWS, _LOSES, _ALL_LOSE, _ONLY, _TWO_THREATS, _SURE_THREAT, _STOPS, _ONLY_SAFE,
    _ALL_LET, _FORCES, _NO_SAFE, _SQUEEZES, _HOLDS, _THREATENS, _FORCED,
) = map(NAMES.index, (
    "wins", "draws", "loses", "all lose", "only", "two threats", "sure threat", "stops",
    "only safe", "all let", "forces", "no safe", "squeezes", "holds", "threatens", "forced",
))  # fmt: skip
_MOVE, _VERDICT, _PLIES, _KEEPING = range(OPTION, OPTION + 4)
WIDE = 100  # moves: of games with more, only the next replies are looked at


@compiled
def end_of(rules: Rules, state: State, move: int, me: int) -> int:
    """1 if a move ends the game well for a player, -1 if badly, 0 if neither."""
    result = rules.result(rules.play(state, move))
    return 0 if result == ONGOING else int(standing(result, me))


@compiled
def ending(rules: Rules, state: State, me: int, how: int, but: int) -> int:
    """The first move that ends the game so for a player, other than one of them."""
    moves = local_array(rules.max_moves, np.int64)
    for i in range(rules.moves(state, moves)):
        if moves[i] != but and end_of(rules, state, moves[i], me) == how:
            return int(moves[i])
    return NOT


@compiled
def loses_at_once(rules: Rules, state: State, move: int, me: int) -> bool:
    """Whether a move ends the game badly for a player, or lets a reply do so."""
    child = rules.play(state, move)
    result = rules.result(child)
    if result != ONGOING:
        return standing(result, me) < 0
    return ending(rules, child, me, -1, NOT) != NOT


@compiled
def _ends(rules: Rules, state: State, move: int, me: int, how: int) -> bool:
    """Whether a move is legal and ends the game so for a player: 1 for well, -1 for badly."""
    moves = local_array(rules.max_moves, np.int64)
    for i in range(rules.moves(state, moves)):
        if moves[i] == move:
            found = end_of(rules, state, move, me)
            return found == how
    return False


@compiled
def _stopped(rules: Rules, state: State, made: int, me: int) -> int:
    """A reply that ends the game badly for a player after all other moves but those that stop every
    such reply, and not after the move made; there are two such moves or more, or it would be one
    move that allows it.
    """
    moves = local_array(rules.max_moves, np.int64)
    replies = local_array(rules.max_moves, np.int64)
    after = local_array(rules.max_moves, np.int64)  # how many moves each reply would punish
    for i in range(rules.max_moves):
        after[i] = 0
    letting = 0
    for i in range(rules.moves(state, moves)):
        child = rules.play(state, moves[i])
        if moves[i] == made or rules.result(child) != ONGOING:
            continue
        lets = False
        for j in range(rules.moves(child, replies)):
            if end_of(rules, child, replies[j], me) < 0:
                after[replies[j]] += 1
                lets = True
        letting += 1 if lets else 0
    child = rules.play(state, made)
    for reply in range(rules.max_moves):
        if letting > 1 and after[reply] == letting and not _ends(rules, child, reply, me, -1):
            return reply
    return NOT


@compiled
def _only_safe(rules: Rules, state: State, made: int, me: int) -> bool:
    """Whether every other move, or a reply to it, ends the game badly for a player."""
    moves = local_array(rules.max_moves, np.int64)
    count = rules.moves(state, moves)
    for i in range(count):
        if moves[i] == made:
            continue
        if not loses_at_once(rules, state, moves[i], me):
            return False
    return bool(count > 1)


@compiled
def _threats(rules: Rules, child: State, me: int, threats: Ints) -> int:
    """Write the move with which a player who has just moved threatens to win, and a second one; how
    many of them it takes to win whatever is replied, 0 if both do not suffice.
    """
    replies = local_array(rules.max_moves, np.int64)
    moves = local_array(rules.max_moves, np.int64)
    after = local_array(rules.max_moves, np.int64)  # how many replies each move wins after
    both = local_array(rules.max_moves, np.int64)  # the same, where the first threat is stopped
    threats[0], threats[1] = NOT, NOT
    for i in range(rules.max_moves):
        after[i], both[i] = 0, 0
    count = rules.moves(child, replies)
    for second in range(2):
        open_ = 0  # replies after which no threat named so far wins
        for i in range(count):
            replied = rules.play(child, replies[i])
            if rules.result(replied) != ONGOING or rules.player(replied) != me:
                continue
            if second and threats[0] != NOT and _wins(rules, replied, threats[0], me):
                continue
            open_ += 1
            for j in range(rules.moves(replied, moves)):
                if end_of(rules, replied, moves[j], me) > 0:
                    if second:
                        both[moves[j]] += 1
                    else:
                        after[moves[j]] += 1
        best = 0
        for move in range(rules.max_moves):
            more = both[move] > both[best] if second else after[move] > after[best]
            if more:
                best = move
        if second and open_ == 0:
            return 1 if threats[0] != NOT else 0
        if second:
            threats[1] = best if both[best] > 0 else NOT
            return 2 if both[best] == open_ else 0
        if 2 * after[best] <= count or count < 2:
            return 0
        threats[0] = best
    return 0


@compiled
def _wins(rules: Rules, state: State, move: int, me: int) -> bool:
    """Whether a move is legal and ends the game well for a player."""
    return bool(_ends(rules, state, move, me, 1))


@compiled
def winner_by_threats(rules: Rules, state: State, me: int) -> int:
    """The first move with which the player to move wins by threats."""
    threats = local_array(2, np.int64)
    moves = local_array(rules.max_moves, np.int64)
    for i in range(rules.moves(state, moves)):
        if loses_at_once(rules, state, moves[i], me):
            continue
        then = rules.play(state, moves[i])
        if rules.result(then) == ONGOING and _threats(rules, then, me, threats) > 0:
            return int(moves[i])
    return NOT


@compiled
def _forced(rules: Rules, child: State, threat: int, me: int) -> int:
    """The move with which a player wins by threats after the only reply that stops `threat`."""
    replies = local_array(rules.max_moves, np.int64)
    only, count = NOT, rules.moves(child, replies)
    for i in range(count):
        replied = rules.play(child, replies[i])
        if rules.result(replied) != ONGOING or rules.player(replied) != me:
            return NOT
        if not _wins(rules, replied, threat, me):
            if only != NOT:
                return NOT
            only = replies[i]
    if only == NOT:
        return NOT
    found = winner_by_threats(rules, rules.play(child, only), me)
    return int(found)


@compiled
def _safe_moves(rules: Rules, state: State) -> int:
    """How many moves of the player to move do not end the game badly for them."""
    moves = local_array(rules.max_moves, np.int64)
    safe, me = 0, rules.player(state)
    for i in range(rules.moves(state, moves)):
        safe += 1 if end_of(rules, state, moves[i], me) >= 0 else 0
    return safe


@compiled
def _squeezes(rules: Rules, child: State) -> bool:
    """Whether a player can answer every safe reply, safely, so that no safe move is left."""
    replies = local_array(rules.max_moves, np.int64)
    moves = local_array(rules.max_moves, np.int64)
    they = rules.player(child)
    for i in range(rules.moves(child, replies)):
        replied = rules.play(child, replies[i])
        result = rules.result(replied)
        if result != ONGOING:
            if standing(result, they) >= 0:
                return False
            continue
        answered = False
        for j in range(rules.moves(replied, moves)):
            then = rules.play(replied, moves[j])
            if rules.result(then) == ONGOING and _safe_moves(rules, then) == 0:
                answered = True
                break
        if not answered:
            return False
    return True


@compiled
def _agrees(claim: int, mine: bool, verdict: int) -> bool:
    """Whether a claim on the player who has moved, or on the other one, fits an exact verdict for
    the one who has moved.
    """
    if claim == DRAWN:
        return verdict == DRAW
    if claim == WINS:
        return verdict == (WON if mine else LOSS)
    return verdict == DRAW or verdict == (WON if mine else LOSS)


@cache
def merits_by(kernel: Kernel) -> Callable[..., int]:
    """Compiled: say the reasons for a move of a game whose own reasons this kernel finds; 1 if
    there was one, 2 if one proves a win, else 0. The move does not end the game. `verdict` is the
    exact one after the move, if that is known, else NONE; `keeping` says how many moves have it, 0
    if that is not known or others are better.
    """

    @compiled
    def own(rules: Rules, desk: Ints, state: State, made: int, verdict: int, facts: bool) -> bool:
        """The first claim of the game that is known to hold, and if need be a fact; whether that is
        that the move wins.
        """
        found = local_array(REASONS_ROOM, np.int64)
        me = rules.player(state)
        count = kernel(state, made, found)
        for kind in range(2 if facts else 1):
            for i in range(count):
                at = i * REASON
                claim, mine = found[at + REASON_CLAIM], found[at + REASON_PLAYER] == me
                if (claim == FACT) != (kind == 1):
                    continue
                known = found[at + REASON_PROVEN] or (
                    verdict != NONE and _agrees(claim, mine, verdict)
                )
                if not known:
                    continue
                name = OWN + 2 * found[at + REASON_NAME] + (0 if mine else 1)
                site, number = found[at + REASON_SITE], found[at + REASON_NUMBER]
                say(desk, name, number, found[at + REASON_OTHER], site)
                return bool(mine and claim == WINS)
        return False

    @compiled
    def say_merits(
        rules: Rules, desk: Ints, state: State, made: int, verdict: int, keeping: int
    ) -> int:
        me, before = rules.player(state), desk[ANSWER]
        child = rules.play(state, made)
        moves = local_array(rules.max_moves, np.int64)
        threats = local_array(2, np.int64)
        threats[0], threats[1], kind, stopped = NOT, NOT, 0, NOT
        count = rules.moves(state, moves)
        safe = not loses_at_once(rules, state, made, me)
        wins = False  # whether something said proves that
        stopped = _stopped(rules, state, made, me)
        others_lose = _only_safe(rules, state, made, me)
        if safe:
            kind = _threats(rules, child, me, threats)
        if count == 1:
            say(desk, _ONLY, NOT, NOT, NOT)
        elif kind == 1:
            say(desk, _SURE_THREAT, threats[0], NOT, NOT)
            wins = True
        elif kind == 2:
            say(desk, _TWO_THREATS, threats[0], threats[1], NOT)
            wins = True
        elif safe and _safe_moves(rules, child) == 0:
            say(desk, _NO_SAFE, NOT, NOT, NOT)
            wins = True
        elif stopped != NOT:
            say(desk, _STOPS, stopped, NOT, NOT)
        elif safe and others_lose:
            say(desk, _ONLY_SAFE, NOT, NOT, NOT)
        if not safe and others_lose:
            say(desk, _ALL_LET, NOT, NOT, NOT)
        if safe and not wins and threats[0] != NOT and rules.max_moves <= WIDE:
            then = _forced(rules, child, threats[0], me)
            if then != NOT:
                say(desk, _FORCES, threats[0], then, NOT)
                wins = True
        if safe and not wins and rules.max_moves <= WIDE and _squeezes(rules, child):
            say(desk, _SQUEEZES, NOT, NOT, NOT)
            wins = True
        if not wins:
            if desk[ANSWER] == before and threats[0] != NOT:
                say(desk, _THREATENS, threats[0], NOT, NOT)
            facts = desk[ANSWER] == before
            if keeping == 1 and count > 1 and facts and verdict != LOSS:
                say(desk, _HOLDS, NOT, NOT, NOT)
            if safe:
                wins = own(rules, desk, state, made, verdict, facts and verdict != LOSS)
        return 2 if wins else 1 if desk[ANSWER] > before else 0

    return say_merits


@cache
def merits_entry(kernel: Kernel) -> Entry:
    """The entry for games with the reasons of a kernel, for two players. Arguments after the usual
    ones: the move; if they are known exactly, the verdict after it (a place in VERDICTS), its
    plies, and how many moves have this verdict, else NONE, NONE and 0. Answers: see `sentences`.
    """
    say_merits = merits_by(kernel)

    @compiled
    def merits(rules: Rules, desk: Ints) -> int:
        state = state_at(rules, desk[STATE])
        if desk[MEASURE]:
            return int(measured(desk, 0, 0, 0))
        me, made, verdict, plies = rules.player(state), desk[_MOVE], desk[_VERDICT], desk[_PLIES]
        desk[ANSWER] = 0
        result = rules.result(rules.play(state, made))
        if result == ONGOING:
            say_merits(rules, desk, state, made, verdict, desk[_KEEPING])
            if desk[ANSWER] == 0 and verdict == WON and plies != NONE:
                say(desk, _FORCED, NOT, desk[PLY] + plies, NOT)
        elif standing(result, me) > 0:
            say(desk, _WINS, NOT, NOT, NOT)
        elif standing(result, me) == 0:
            say(desk, _DRAWS, NOT, NOT, NOT)
        else:
            say(desk, _LOSES, NOT, NOT, NOT)
        return 0

    return merits


def merits_of(
    position: Position, move: str, value: Value | None = None, keeping: int = 0
) -> tuple[Sentence, ...]:
    """The reasons for a move. `value` is the exact one for the player who makes it, if it is known,
    and `keeping` says how many moves have its verdict.
    """
    game = position.game
    entry = merits_entry(game.reasons.kernel)
    known = value is not None and value.exact
    given = [
        *usual_arguments(position),
        game.move_code(move),
        VERDICTS.index(value.verdict) if known and value else NONE,
        value.plies if known and value and value.plies is not None else NONE,
        keeping,
    ]
    with lent_home(game.rules, entry.__name__, entry) as home:
        home.work(entry.__name__, given, position.state, Control().counters)
        return sentences_in(game, home.answers(ACCOUNT_WORDS))


def merits_text(
    position: Position,
    move: str,
    value: Value | None = None,
    keeping: int = 0,
    voice: Voice | None = None,
) -> str:
    """The same in words, with the names of both players, or the voice given for the one who moves;
    empty if there is no reason, and for games without a module, in which finding them would have to
    be compiled first.
    """
    game, me = position.game, position.turn
    if game.players != SOLVABLE or home_of(game.rules, "merits") is None:
        return ""
    one, other = (called(player_name(game, player)) for player in (me, 1 - me))
    found = merits_of(position, move, value, keeping)
    return " ".join(each.text(game, voice or one, other) for each in found)
