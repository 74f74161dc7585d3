"""`why`: what a computer says of its move: what the move does, and what the computer overlooked.

Every sentence is checked by the rules: what a move or a reply does at once, by playing it; what was
overlooked, by a search as deep as the computer's that overlooks nothing. The two differ only in
what was overlooked, so a loss that only the second one finds is one that the computer did not see.

The reasons for a move are those of `merits`; a page fills in the same sentences, by number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from plyground.analysis.analyse import analyse
from plyground.analysis.merits import WIDE, end_of, ending, merits_by, winner_by_threats
from plyground.analysis.sentences import (
    ACCOUNT_WORDS,
    NAMES,
    NOT,
    SELF,
    SENTENCE,
    YOU,
    Sentence,
    say,
    sentences_in,
)
from plyground.kernel import Chance, Rules, array_at, compiled, local_array
from plyground.players import Choice, Player
from plyground.players.alphabeta import QUICK, STRONG
from plyground.players.compiled import usual_arguments
from plyground.position import ONGOING, Ints, Position, State, standing
from plyground.position.desk import (
    ANSWER,
    MEASURE,
    OPTION,
    PLY,
    RESULTS,
    STATE,
    TABLE,
    measured,
    put_state,
    state_at,
)
from plyground.position.home import Entry, lent_home
from plyground.position.reasons import Kernel
from plyground.search import SOLVABLE, Control, Limits, MoveValue, Value, Verdict
from plyground.search import results as found
from plyground.search.alphabeta import HISTORY, search, search_for, sizes
from plyground.search.answers import (
    BY_CHANCE,
    DRAW,
    LOSS,
    MANNERS,
    NONE,
    OVERLOOKS,
    SEES,
    SLIPS,
    VERDICTS,
    WON,
)
from plyground.search.value import PROVEN

(
    _WINS, _DRAWS, _LOSES, _ALL_LOSE, _RULE, _CHANCE, _SLIP, _WIN, _WIN_SEEN, _DRAW, _DRAW_SEEN,
    _LOSS, _LOSS_SEEN, _LOOKED_1, _LOOKED, _LIKED, _OVERLOOKED_END, _OVERLOOKED_WIN, _WIN_LEFT,
    _OVERLOOKED_REPLY, _OVERLOOKED_REPLIES, _REPLY, _REPLIES, _OVERLOOKED_LOSS, _PUNISHED,
    _OVERLOOKED_CHANCE, _UNSEEN_LOSS, _UNSEEN_MISTAKE, _UNSEEN_CHANCE, _EXPECTED, _FORCES,
    _THREATENS, _MORE, _UNSEEN_THREATS,
) = map(NAMES.index, (
    "wins", "draws", "loses", "all lose", "rule", "chance", "slip", "win", "win?", "draw",
    "draw?", "loss", "loss?", "looked 1", "looked", "liked", "overlooked end", "overlooked win",
    "win left", "overlooked reply", "overlooked replies", "reply", "replies", "overlooked loss",
    "punished", "overlooked chance", "unseen loss", "unseen mistake", "unseen chance",
    "expected", "forces", "threatens", "more", "unseen threats",
))  # fmt: skip

_SECONDS = 5  # to think a choice over again
(
    _MOVE, _NEXT, _DEPTH, _VERDICT, _BY_RULE, _MANNER, _BEST, _WORTH, _ANSWERED, _BETTER, _KEEPING,
) = range(OPTION, OPTION + 11)  # fmt: skip


@compiled
def _foreseen(rules: Rules, desk: Ints, state: State, ply: int, depth: int) -> int:
    """The score of a search that overlooks nothing, for the player to move in `state`; in a desk
    that asks how much room that takes, no score.
    """
    kept, switches = desk[PLY], STRONG | QUICK
    search_for(desk, depth, 0, HISTORY, switches, found.FIRST, 0)
    desk[PLY] = ply
    if not desk[MEASURE]:
        put_state(state, desk[STATE])
        array_at(desk[TABLE], np.uint64)[: sizes(rules, depth, switches)[1]] = np.uint64(0)
    searched = search(rules, desk)
    desk[PLY] = kept
    return int(array_at(desk[RESULTS], np.int64)[found.BEST]) if searched else 0


@cache
def _says_what_it_did(kernel: Kernel) -> Callable[..., bool]:
    """Compiled: what the move does, or what it was chosen by, with the reasons of a kernel; whether
    that proves a win.
    """
    say_merits = merits_by(kernel)

    @compiled
    def say_what_it_did(rules: Rules, desk: Ints, state: State) -> bool:
        made, verdict, sure = desk[_MOVE], desk[_VERDICT], desk[_MANNER] != OVERLOOKS
        if desk[_BY_RULE]:
            say(desk, _RULE, NOT, NOT, NOT)
            return False
        if desk[_MANNER] == BY_CHANCE:
            say(desk, _CHANCE, NOT, NOT, NOT)
            return False
        if desk[_MANNER] == SLIPS:
            say(desk, _SLIP, NOT, NOT, NOT)
            return False
        if ending(rules, state, rules.player(state), 1, made) != NOT:
            return False  # it could have won at once: no more is to be said for the move
        if rules.players == SOLVABLE:
            exact = desk[_WORTH]
            keeping = desk[_KEEPING] if exact == verdict else 0  # what it knew
            if exact == NONE and sure and verdict in (WON, LOSS):
                exact = verdict
            reasons = say_merits(rules, desk, state, made, exact, keeping)
            if reasons == 2 and verdict != WON and desk[_DEPTH] != NONE:
                say(desk, _MORE, NOT, NOT, NOT)
            if reasons > 0:
                return bool(reasons == 2)
        if verdict == WON:
            say(desk, _WIN if sure else _WIN_SEEN, NOT, NOT, NOT)
        elif verdict == DRAW:
            say(desk, _DRAW if sure else _DRAW_SEEN, NOT, NOT, NOT)
        elif verdict == LOSS:
            say(desk, _LOSS if sure else _LOSS_SEEN, NOT, NOT, NOT)
        elif desk[_DEPTH] == 1:
            say(desk, _LOOKED_1, NOT, NOT, NOT)
        elif desk[_DEPTH] != NONE and desk[_DEPTH] > 0:
            say(desk, _LOOKED, NOT, desk[_DEPTH], NOT)
        else:
            say(desk, _LIKED, NOT, NOT, NOT)
        return False

    return say_what_it_did


@compiled
def _say_what_it_missed(rules: Rules, desk: Ints, state: State, me: int, won: bool) -> None:
    """What it overlooked, or lets happen; else what it expects. `won` says that its move wins."""
    made, verdict, depth = desk[_MOVE], desk[_VERDICT], desk[_DEPTH]
    overlooks = desk[_MANNER] == OVERLOOKS
    child = rules.play(state, made)
    before = desk[ANSWER]
    missed = ending(rules, state, me, 1, made)
    reply = ending(rules, child, me, -1, NOT)
    if missed != NOT:
        say(desk, _OVERLOOKED_WIN if overlooks else _WIN_LEFT, missed, NOT, NOT)
    if reply != NOT:
        seen = not overlooks or verdict == LOSS or depth < 2
        second = ending(rules, child, me, -1, reply)
        if second == NOT:
            say(desk, _REPLY if seen else _OVERLOOKED_REPLY, reply, NOT, NOT)
        else:
            say(desk, _REPLIES if seen else _OVERLOOKED_REPLIES, reply, second, NOT)
    elif desk[_MANNER] == SLIPS and verdict == LOSS and desk[_NEXT] != NOT:
        say(desk, _PUNISHED, desk[_NEXT], NOT, NOT)
    elif missed == NOT and overlooks and rules.players == SOLVABLE and depth > 1:
        ply, codes = desk[PLY], array_at(desk[RESULTS], np.int64)[found.CODES :]
        score = _foreseen(rules, desk, child, ply + 1, depth - 1)
        if score > PROVEN:
            if verdict != LOSS:
                say(desk, _OVERLOOKED_LOSS, codes[0], NOT, NOT)
        elif score >= -PROVEN and verdict != WON and not won:
            score = _foreseen(rules, desk, state, ply, depth)
            if score > PROVEN and desk[_WORTH] != WON:
                say(desk, _OVERLOOKED_CHANCE, codes[0], NOT, NOT)
        put_state(state, desk[STATE])
    best, worth = desk[_BEST], desk[_WORTH]
    if desk[ANSWER] == before and worth < best and best != NONE and verdict != LOSS:
        if desk[_MANNER] in (SLIPS, BY_CHANCE) and worth == LOSS:
            say(desk, _PUNISHED, desk[_ANSWERED], NOT, NOT)
        elif worth == LOSS and best == WON:
            say(desk, _UNSEEN_LOSS, desk[_ANSWERED], desk[_BETTER], NOT)
        elif desk[_MANNER] in (SEES, OVERLOOKS):
            mistake = _UNSEEN_MISTAKE if worth == LOSS else _UNSEEN_CHANCE
            say(desk, mistake, desk[_ANSWERED], desk[_BETTER], NOT)
    if desk[ANSWER] == before and worth == NONE:
        _say_threats(rules, desk, state, me)
    replies = local_array(rules.max_moves, np.int64)
    free = rules.moves(child, replies) > 1
    for i in range(desk[ANSWER]):
        free = free and desk[ANSWER + 1 + i * SENTENCE] not in (_FORCES, _THREATENS)
    if desk[ANSWER] == before and desk[_NEXT] != NOT and free:
        say(desk, _EXPECTED, desk[_NEXT], NOT, NOT)
    elif overlooks and depth > 1 and desk[ANSWER] > before and desk[ANSWER + 1] == _LOOKED:
        desk[ANSWER] -= 1  # what was overlooked says more
        for word in range(ANSWER + 1, ANSWER + 1 + desk[ANSWER] * SENTENCE):
            desk[word] = desk[word + SENTENCE]


@compiled
def _say_threats(rules: Rules, desk: Ints, state: State, me: int) -> None:
    """The threats of the other player that lay beyond the sight of a search."""
    made, verdict, searched = desk[_MOVE], desk[_VERDICT], desk[_DEPTH] != NONE
    sees = searched and desk[_MANNER] in (SEES, OVERLOOKS)
    if not sees or rules.players != SOLVABLE or rules.max_moves > WIDE:
        return
    if verdict != LOSS:
        move = winner_by_threats(rules, rules.play(state, made), 1 - me)
        if move != NOT:
            say(desk, _UNSEEN_THREATS, move, NOT, NOT)


@compiled
def _say_how_it_lost(rules: Rules, desk: Ints, state: State, me: int) -> None:
    """Of a move that loses at once."""
    moves = local_array(rules.max_moves, np.int64)
    others = 0
    for i in range(rules.moves(state, moves)):
        others += 1 if end_of(rules, state, moves[i], me) >= 0 else 0
    if desk[_MANNER] == BY_CHANCE:
        say(desk, _CHANCE, NOT, NOT, NOT)
    elif desk[_MANNER] == SLIPS:
        say(desk, _SLIP, NOT, NOT, NOT)
    if others == 0:
        say(desk, _ALL_LOSE, NOT, NOT, NOT)
    elif desk[_MANNER] == OVERLOOKS and desk[_VERDICT] != LOSS:
        say(desk, _OVERLOOKED_END, NOT, NOT, NOT)
    else:
        say(desk, _LOSES, NOT, NOT, NOT)


@cache
def account_entry(kernel: Kernel) -> Entry:
    """The entry for games with the reasons of a kernel. Arguments after the usual ones: the move,
    the one expected next or -1, the depth searched or NONE, the place of the verdict in VERDICTS or
    NONE, whether a rule decided, and the place of the manner in MANNERS; then, if they are known
    exactly, the verdicts of the best move and of the move made; if the move gives the result away,
    the best reply to it and the best move; and how many moves have the verdict of the move made;
    else NONE. Answers: see `sentences`.
    """
    say_what_it_did = _says_what_it_did(kernel)

    @compiled
    def account(rules: Rules, desk: Ints) -> int:
        state = state_at(rules, desk[STATE])
        if desk[MEASURE]:
            if desk[_MANNER] != OVERLOOKS or desk[_DEPTH] == NONE:
                return int(measured(desk, 0, 0, 0))
            _foreseen(rules, desk, state, desk[PLY], desk[_DEPTH])
            return 0
        me, made = rules.player(state), desk[_MOVE]
        overlooks = desk[_MANNER] == OVERLOOKS
        desk[ANSWER] = 0
        result = rules.result(rules.play(state, made))
        if result == ONGOING:
            won = say_what_it_did(rules, desk, state)
            _say_what_it_missed(rules, desk, state, me, won)
        elif standing(result, me) > 0:
            say(desk, _WINS, NOT, NOT, NOT)
        else:
            missed = ending(rules, state, me, 1, made)
            if standing(result, me) == 0:
                say(desk, _DRAWS, NOT, NOT, NOT)
            else:
                _say_how_it_lost(rules, desk, state, me)
            if missed != NOT:
                say(desk, _OVERLOOKED_WIN if overlooks else _WIN_LEFT, missed, NOT, NOT)
        return 0

    return account


class Truth(NamedTuple):
    """What a move was worth: the verdicts of the `best` move and of the move made, and what all
    moves were worth; if it gave the result away, the best `reply` to it, and the best move.
    """

    best: Verdict
    worth: Verdict
    worths: tuple[MoveValue, ...]
    reply: str = ""
    better: str = ""


def truth_of(position: Position, choice: Choice, control: Control | None = None) -> Truth | None:
    """What a choice was worth; None if that takes too long to find out."""
    child, limits = position.play(choice.move), Limits(seconds=_SECONDS)
    if position.game.players != SOLVABLE or child.over:
        return None
    found = analyse(position, limits=limits, control=control)
    best = found.moves[0]
    made = next(each.value for each in found.moves if each.move == choice.move)
    if "unknown" in (best.value.verdict, made.verdict):
        return None
    truth = Truth(best.value.verdict, made.verdict, found.moves)
    if _level(made) >= _level(best.value):
        return truth
    reply = analyse(child, limits=limits, control=control).moves[0].move
    return truth._replace(reply=reply, better=best.move)


def _level(value: Value) -> int:
    return VERDICTS.index(value.verdict)


def account_of(
    position: Position, choice: Choice, truth: Truth | None = None
) -> tuple[Sentence, ...]:
    """What a computer says of its choice in a position, and of what that gave away, if known."""
    game, value = position.game, choice.value
    gave = [NONE, NONE, NONE, NONE, 0]
    if truth is not None:
        gave = [VERDICTS.index(truth.best), VERDICTS.index(truth.worth)]
        gave += [game.move_code(each) if each else NONE for each in (truth.reply, truth.better)]
        kept = truth.worth == truth.best
        gave.append(kept and sum(each.value.verdict == truth.worth for each in truth.worths))
    given = [
        *usual_arguments(position),
        game.move_code(choice.move),
        game.move_code(choice.pv[1]) if len(choice.pv) > 1 else NOT,
        NONE if choice.depth is None else choice.depth,
        NONE if value is None else VERDICTS.index(value.verdict),
        bool(choice.rule),
        MANNERS.index(choice.manner),
        *gave,
    ]
    entry = account_entry(game.reasons.kernel)
    with lent_home(game.rules, entry.__name__, entry) as home:
        home.work(entry.__name__, given, position.state, Control().counters)
        return sentences_in(game, home.answers(ACCOUNT_WORDS))


def thoughts_of(
    position: Position, choice: Choice, player: Player, control: Control
) -> tuple[MoveValue, ...]:
    """What a player thought of the moves of a position when it made this choice, in its order: it
    makes the choice again. Exact values of a player that plays perfectly; nothing where another
    choice comes of it, as of a search by time, or where nothing was weighed.
    """
    game, control.whole = position.game, True
    if choice.drawn is None:
        return ()
    limits = Limits(seconds=_SECONDS) if player.limits.seconds else None
    chance = Chance.of(choice.drawn)
    again = player.choose(position, limits=limits, chance=chance, control=control)
    if again.move != choice.move:
        return ()
    if not again.thoughts and again.value is not None and again.value.exact:
        found = analyse(position, limits=Limits(seconds=_SECONDS), control=control)
        return found.moves
    return tuple(
        MoveValue(move, value, game.move_code(move))
        for move, value in again.thoughts
        if value is not None
    )


def why(position: Position, choice: Choice, truth: Truth | None = None) -> str:
    """Why a computer made its choice in a position, in its own words."""
    said = account_of(position, choice, truth)
    return " ".join(each.text(position.game, SELF, YOU, choice.rule) for each in said)
