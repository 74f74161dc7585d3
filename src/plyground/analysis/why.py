"""`why`: what a computer says of its move: what the move does, and what the computer overlooked.

Every sentence is checked by the rules: what a move or a reply does at once, by playing it; what was
overlooked, by a search as deep as the computer's that overlooks nothing. The two differ only in
what was overlooked, so a loss that only the second one finds is one that the computer did not see.

A page fills in the same sentences, by number; {move} and {other} stand for moves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.analysis.analyse import analyse
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
from plyground.position.home import lent_home
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

SAID = {
    # What the move does, or what it was chosen by
    "wins": "This wins the game.",
    "draws": "This ends the game in a draw.",
    "loses": "This loses the game.",
    "all lose": "This loses the game, and so does every other move.",
    "rule": "I followed {rule}",
    "chance": "I left this move to chance.",
    "slip": "I saw a better move, and slipped.",
    "only": "It was my only move.",
    "two threats": "I threaten {move} and {other}: you can stop only one of them.",
    "sure threat": "I threaten {move}, and you cannot stop it.",
    "stops": "I stop {move}, which would win for you.",
    "only safe": "Every other move loses at once.",
    "win": "I win, whatever you play.",
    "win?": "As far as I see, I win, whatever you play.",
    "draw": "Neither of us can win if both play well, and this keeps it so.",
    "draw?": "As far as I see, neither of us can win if both play well.",
    "loss": "I lose if you play well, so I hold out as long as I can.",
    "loss?": "As far as I see, I lose if you play well, so I hold out as long as I can.",
    "threatens": "I threaten {move}.",
    "looked 1": "I looked 1 move ahead and liked this best.",
    "looked": "I looked {n} moves ahead and liked this best.",
    "liked": "I liked this move best.",
    # What it overlooked, or lets happen
    "overlooked end": "I overlooked that this loses at once.",
    "overlooked win": "I overlooked {move}: it wins at once.",
    "win left": "I could have won at once with {move}.",
    "overlooked reply": "I overlooked {move}: it wins for you at once.",
    "reply": "You can win at once with {move}.",
    "overlooked loss": "I overlooked {move}: after it I lose, whatever I play.",
    "punished": "After {move} I lose, whatever I play.",
    "overlooked chance": "I overlooked {move}: after it I win, whatever you play.",
    # What lay beyond its sight, where the exact values are known
    "unseen loss": "I did not see that after {move} I lose, whatever I play.",
    "unseen mistake": "I did not see that after {move} I lose; with {other} instead I would not.",
    "unseen chance": "I did not see that {other} wins; after {move} I no longer can.",
    # What it expects
    "expected": "I expect {move} next.",
}
"""The sentences by name, in the order of their numbers."""

UNSEEN = (
    "overlooked win", "overlooked reply", "overlooked loss", "overlooked chance", "unseen loss",
    "unseen mistake", "unseen chance",
)  # fmt: skip
"""Those that name a move that was overlooked."""

FOREIGN = ("stops", "overlooked win", "win left", "overlooked chance")
"""Those that name a move in place of the one made; the others name moves that may follow it."""

_UNMARKED = ("expected", "looked")
"""Those whose numbers a board does not show."""


def mark_of(name: str) -> str:
    """How a board shows the moves that a sentence names: "unseen", "seen", or not at all; with
    "before" if they are those of the position before the move.
    """
    if "{move}" not in SAID[name] or name in _UNMARKED:
        return ""
    kind = "unseen" if name in UNSEEN else "seen"
    return f"{kind} before" if name in FOREIGN else kind


(
    _WINS, _DRAWS, _LOSES, _ALL_LOSE, _RULE, _CHANCE, _SLIP, _ONLY, _TWO_THREATS, _SURE_THREAT,
    _STOPS, _ONLY_SAFE, _WIN, _WIN_SEEN, _DRAW, _DRAW_SEEN, _LOSS, _LOSS_SEEN, _THREATENS,
    _LOOKED_1, _LOOKED, _LIKED, _OVERLOOKED_END, _OVERLOOKED_WIN, _WIN_LEFT, _OVERLOOKED_REPLY,
    _REPLY, _OVERLOOKED_LOSS, _PUNISHED, _OVERLOOKED_CHANCE, _UNSEEN_LOSS, _UNSEEN_MISTAKE,
    _UNSEEN_CHANCE, _EXPECTED,
) = range(len(SAID))  # fmt: skip

_NAMES = tuple(SAID)
_SECONDS = 5  # to think a choice over again
_SENTENCE = 3  # words: the number of a sentence, {move}, and {other} or {n}
_MOST = 5  # sentences
_NOT = -1  # no such move

ACCOUNT_WORDS = 1 + _MOST * _SENTENCE
_MOVE, _NEXT, _DEPTH, _VERDICT, _BY_RULE, _MANNER, _BEST, _WORTH, _ANSWERED, _BETTER = range(
    OPTION, OPTION + 10
)


@compiled
def _say(desk: Ints, sentence: int, move: int, other: int) -> None:
    place = ANSWER + 1 + desk[ANSWER] * _SENTENCE
    desk[ANSWER] += 1
    desk[place] = sentence
    desk[place + 1] = move
    desk[place + 2] = other


@compiled
def _end(rules: Rules, state: State, move: int, me: int) -> int:
    """1 if a move ends the game well for a player, -1 if badly, 0 if neither."""
    result = rules.result(rules.play(state, move))
    return 0 if result == ONGOING else int(standing(result, me))


@compiled
def _ending(rules: Rules, state: State, me: int, how: int, but: int) -> int:
    """The first move that ends the game so for a player, other than one of them."""
    moves = local_array(rules.max_moves, np.int64)
    for i in range(rules.moves(state, moves)):
        if moves[i] != but and _end(rules, state, moves[i], me) == how:
            return int(moves[i])
    return _NOT


@compiled
def _loses_at_once(rules: Rules, state: State, move: int, me: int) -> bool:
    """Whether a move ends the game badly for a player, or lets a reply do so."""
    child = rules.play(state, move)
    result = rules.result(child)
    if result != ONGOING:
        return standing(result, me) < 0
    return _ending(rules, child, me, -1, _NOT) != _NOT


@compiled
def _stopped(rules: Rules, state: State, made: int, me: int) -> int:
    """A reply that would end the game badly for a player after all other moves but those that stop
    every such reply; there are two such moves or more, or it would be one move that allows it.
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
            if _end(rules, child, replies[j], me) < 0:
                after[replies[j]] += 1
                lets = True
        letting += 1 if lets else 0
    for reply in range(rules.max_moves):
        if letting > 1 and after[reply] == letting:
            return reply
    return _NOT


@compiled
def _only_safe(rules: Rules, state: State, made: int, me: int) -> bool:
    """Whether every other move, or a reply to it, ends the game badly for a player."""
    moves = local_array(rules.max_moves, np.int64)
    count = rules.moves(state, moves)
    for i in range(count):
        if moves[i] == made:
            continue
        if not _loses_at_once(rules, state, moves[i], me):
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
    threats[0], threats[1] = _NOT, _NOT
    for i in range(rules.max_moves):
        after[i], both[i] = 0, 0
    count = rules.moves(child, replies)
    for second in range(2):
        open_ = 0  # replies after which no threat named so far wins
        for i in range(count):
            replied = rules.play(child, replies[i])
            if rules.result(replied) != ONGOING or rules.player(replied) != me:
                continue
            if second and threats[0] != _NOT and _wins(rules, replied, threats[0], me):
                continue
            open_ += 1
            for j in range(rules.moves(replied, moves)):
                if _end(rules, replied, moves[j], me) > 0:
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
            return 1 if threats[0] != _NOT else 0
        if second:
            threats[1] = best if both[best] > 0 else _NOT
            return 2 if both[best] == open_ else 0
        if 2 * after[best] <= count or count < 2:
            return 0
        threats[0] = best
    return 0


@compiled
def _wins(rules: Rules, state: State, move: int, me: int) -> bool:
    """Whether a move is legal and ends the game well for a player."""
    moves = local_array(rules.max_moves, np.int64)
    for i in range(rules.moves(state, moves)):
        if moves[i] == move:
            found = _end(rules, state, move, me)
            return found > 0
    return False


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


@compiled
def _say_what_it_did(rules: Rules, desk: Ints, state: State, me: int) -> None:
    """What the move does, or what it was chosen by."""
    made, verdict, sure = desk[_MOVE], desk[_VERDICT], desk[_MANNER] != OVERLOOKS
    child = rules.play(state, made)
    moves = local_array(rules.max_moves, np.int64)
    threats = local_array(2, np.int64)
    threats[0], threats[1], kind, stopped = _NOT, _NOT, 0, _NOT
    safe = rules.players == SOLVABLE and not _loses_at_once(rules, state, made, me)
    if safe:
        kind = _threats(rules, child, me, threats)
        stopped = _stopped(rules, state, made, me)
    if desk[_BY_RULE]:
        _say(desk, _RULE, _NOT, _NOT)
    elif rules.moves(state, moves) == 1:
        _say(desk, _ONLY, _NOT, _NOT)
    elif desk[_MANNER] == BY_CHANCE:
        _say(desk, _CHANCE, _NOT, _NOT)
    elif desk[_MANNER] == SLIPS:
        _say(desk, _SLIP, _NOT, _NOT)
    elif kind == 1:
        _say(desk, _SURE_THREAT, threats[0], _NOT)
    elif kind == 2:
        _say(desk, _TWO_THREATS, threats[0], threats[1])
    elif stopped != _NOT:
        _say(desk, _STOPS, stopped, _NOT)
    elif safe and _only_safe(rules, state, made, me):
        _say(desk, _ONLY_SAFE, _NOT, _NOT)
    elif verdict == WON:
        _say(desk, _WIN if sure else _WIN_SEEN, _NOT, _NOT)
    elif verdict == DRAW:
        _say(desk, _DRAW if sure else _DRAW_SEEN, _NOT, _NOT)
    elif verdict == LOSS:
        _say(desk, _LOSS if sure else _LOSS_SEEN, _NOT, _NOT)
    elif threats[0] != _NOT:
        _say(desk, _THREATENS, threats[0], _NOT)
    elif desk[_DEPTH] == 1:
        _say(desk, _LOOKED_1, _NOT, _NOT)
    elif desk[_DEPTH] != NONE and desk[_DEPTH] > 0:
        _say(desk, _LOOKED, _NOT, desk[_DEPTH])
    else:
        _say(desk, _LIKED, _NOT, _NOT)


@compiled
def _say_what_it_missed(rules: Rules, desk: Ints, state: State, me: int) -> None:
    """What it overlooked, or lets happen; else what it expects."""
    made, verdict, depth = desk[_MOVE], desk[_VERDICT], desk[_DEPTH]
    overlooks = desk[_MANNER] == OVERLOOKS
    child = rules.play(state, made)
    before = desk[ANSWER]
    missed = _ending(rules, state, me, 1, made)
    reply = _ending(rules, child, me, -1, _NOT)
    if missed != _NOT:
        _say(desk, _OVERLOOKED_WIN if overlooks else _WIN_LEFT, missed, _NOT)
    if reply != _NOT:
        seen = not overlooks or verdict == LOSS or depth < 2
        _say(desk, _REPLY if seen else _OVERLOOKED_REPLY, reply, _NOT)
    elif desk[_MANNER] == SLIPS and verdict == LOSS and desk[_NEXT] != _NOT:
        _say(desk, _PUNISHED, desk[_NEXT], _NOT)
    elif missed == _NOT and overlooks and rules.players == SOLVABLE and depth > 1:
        ply, codes = desk[PLY], array_at(desk[RESULTS], np.int64)[found.CODES :]
        score = _foreseen(rules, desk, child, ply + 1, depth - 1)
        if score > PROVEN:
            if verdict != LOSS:
                _say(desk, _OVERLOOKED_LOSS, codes[0], _NOT)
        elif score >= -PROVEN and verdict != WON:
            score = _foreseen(rules, desk, state, ply, depth)
            if score > PROVEN:
                _say(desk, _OVERLOOKED_CHANCE, codes[0], _NOT)
        put_state(state, desk[STATE])
    best, worth = desk[_BEST], desk[_WORTH]
    if desk[ANSWER] == before and worth < best and best != NONE and verdict != LOSS:
        if desk[_MANNER] in (SLIPS, BY_CHANCE) and worth == LOSS:
            _say(desk, _PUNISHED, desk[_ANSWERED], _NOT)
        elif worth == LOSS and best == WON:
            _say(desk, _UNSEEN_LOSS, desk[_ANSWERED], _NOT)
        elif desk[_MANNER] in (SEES, OVERLOOKS):
            mistake = _UNSEEN_MISTAKE if worth == LOSS else _UNSEEN_CHANCE
            _say(desk, mistake, desk[_ANSWERED], desk[_BETTER])
    if desk[ANSWER] == before and desk[_NEXT] != _NOT:
        _say(desk, _EXPECTED, desk[_NEXT], _NOT)
    elif overlooks and depth > 1 and desk[ANSWER] > before and desk[ANSWER + 1] == _LOOKED:
        desk[ANSWER] -= 1  # what was overlooked says more
        for word in range(ANSWER + 1, ANSWER + 1 + desk[ANSWER] * _SENTENCE):
            desk[word] = desk[word + _SENTENCE]


@compiled
def _say_how_it_lost(rules: Rules, desk: Ints, state: State, me: int) -> None:
    """Of a move that loses at once."""
    moves = local_array(rules.max_moves, np.int64)
    others = 0
    for i in range(rules.moves(state, moves)):
        others += 1 if _end(rules, state, moves[i], me) >= 0 else 0
    if desk[_MANNER] == BY_CHANCE:
        _say(desk, _CHANCE, _NOT, _NOT)
    elif desk[_MANNER] == SLIPS:
        _say(desk, _SLIP, _NOT, _NOT)
    if others == 0:
        _say(desk, _ALL_LOSE, _NOT, _NOT)
    elif desk[_MANNER] == OVERLOOKS and desk[_VERDICT] != LOSS:
        _say(desk, _OVERLOOKED_END, _NOT, _NOT)
    else:
        _say(desk, _LOSES, _NOT, _NOT)


@compiled
def account(rules: Rules, desk: Ints) -> int:
    """Arguments after the usual ones: the move, the one expected next or -1, the depth searched or
    NONE, the place of the verdict in VERDICTS or NONE, whether a rule decided, and the place of the
    manner in MANNERS; then, where it is known that the move gives the result away, the verdicts of
    the best move and of the move made, the best reply to it, and the best move, else NONE. Answers:
    how many sentences; then of each its number, {move}, and {other} or {n}.
    """
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
        _say_what_it_did(rules, desk, state, me)
        _say_what_it_missed(rules, desk, state, me)
    elif standing(result, me) > 0:
        _say(desk, _WINS, _NOT, _NOT)
    else:
        missed = _ending(rules, state, me, 1, made)
        if standing(result, me) == 0:
            _say(desk, _DRAWS, _NOT, _NOT)
        else:
            _say_how_it_lost(rules, desk, state, me)
        if missed != _NOT:
            _say(desk, _OVERLOOKED_WIN if overlooks else _WIN_LEFT, missed, _NOT)
    return 0


class Sentence(NamedTuple):
    """A sentence by its name in SAID, and what fills it: `other` is a number in some of them."""

    name: str
    move: str = ""
    other: str = ""

    def to_json(self, position: Position, made: str) -> tuple[int, str, str | int, list[int]]:
        """Its number among the sentences, what fills it, and the sites by which the move that it
        names would decide the game, where a choice was `made` in a position.
        """
        other = int(self.other) if self.name == _NAMES[_LOOKED] else self.other
        at = position if self.name in FOREIGN else position.play(made)
        follows = mark_of(self.name) and self.move in at.moves
        sites = at.play(self.move).picture().deciding if follows else ()
        return _NAMES.index(self.name), self.move, other, sorted(sites)


class Truth(NamedTuple):
    """What a move gave away: the verdicts of the `best` move and of the move made, the best `reply`
    to it, and the best move.
    """

    best: Verdict
    worth: Verdict
    reply: str
    better: str


def truth_of(position: Position, choice: Choice, control: Control | None = None) -> Truth | None:
    """What a choice gave away; None if nothing, or if that takes too long to find out."""
    child, limits = position.play(choice.move), Limits(seconds=_SECONDS)
    if position.game.players != SOLVABLE or child.over:
        return None
    found = analyse(position, limits=limits, control=control)
    made = next(each.value for each in found.moves if each.move == choice.move)
    best = found.moves[0]
    known = "unknown" not in (best.value.verdict, made.verdict)
    if not known or _level(made) >= _level(best.value):
        return None
    reply = analyse(child, limits=limits, control=control).moves[0].move
    return Truth(best.value.verdict, made.verdict, reply, best.move)


def _level(value: Value) -> int:
    return VERDICTS.index(value.verdict)


def account_of(
    position: Position, choice: Choice, truth: Truth | None = None
) -> tuple[Sentence, ...]:
    """What a computer says of its choice in a position, and of what that gave away, if known."""
    game, value = position.game, choice.value
    gave = [NONE] * 4
    if truth is not None:
        gave = [VERDICTS.index(truth.best), VERDICTS.index(truth.worth)]
        gave += [game.move_code(truth.reply), game.move_code(truth.better)]
    given = [
        *usual_arguments(position),
        game.move_code(choice.move),
        game.move_code(choice.pv[1]) if len(choice.pv) > 1 else _NOT,
        NONE if choice.depth is None else choice.depth,
        NONE if value is None else VERDICTS.index(value.verdict),
        bool(choice.rule),
        MANNERS.index(choice.manner),
        *gave,
    ]
    with lent_home(game.rules, account.__name__, account) as home:
        home.work(account.__name__, given, position.state, Control().counters)
        count, *words = home.answers(ACCOUNT_WORDS)
    texts = game.move_texts
    said = [words[at : at + _SENTENCE] for at in range(0, count * _SENTENCE, _SENTENCE)]

    def filled(number: int, sentence: int) -> str:
        if number == _NOT:
            return ""
        return str(number) if sentence == _LOOKED else texts[number]

    return tuple(
        Sentence(_NAMES[name], filled(move, _NOT), filled(other, name))
        for name, move, other in said
    )


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
    spoken = position.game.face.wording.spoken
    return " ".join(
        SAID[each.name].format(
            move=each.move and spoken(each.move),
            other=each.other if each.name == "looked" else each.other and spoken(each.other),
            n=each.other,
            rule=choice.rule,
        )
        for each in account_of(position, choice, truth)
    )
