"""Why a move wins soon, where the rules alone show it, without knowledge of any game.

two threats      two moves would win, and the opponent cannot stop both
on top           a move would win, and wins again after the opponent has played it too
no choice        the opponent has only one move, and a winning one follows
a forced reply   the opponent has to stop a threat, and one of the above follows
no safe move     one reply after another, the opponent runs out of moves that do not lose
"""

from __future__ import annotations

from plyground.analysis.reviewed import player_name
from plyground.position import Position, standing


def why_it_wins(position: Position, move: str) -> str | None:
    """Why a move wins, in words that follow "wins:"; None if it is none of the reasons above.

    Each claim is checked against every reply, so the words prove the win.
    """
    child = position.play(move)
    me, they = (player_name(position.game, each) for each in (position.turn, child.turn))
    return _by_threats(child, f"{me} now", me, they) or _by_safety(child, they)


def _by_threats(child: Position, lead: str, me: str, they: str) -> str | None:
    """Why the player who has just moved wins with their next moves."""
    spoken = child.game.face.wording.spoken
    wins = {reply: _winning(child.play(reply)) for reply in child.moves}
    if len(wins) == 1:
        [(reply, found)] = wins.items()
        if reply not in found:
            return None
        return f"{they} can now only play {spoken(reply)}, and {me} wins on top of it."
    threats = [
        move
        for move in wins
        if all(move in found for reply, found in wins.items() if reply != move)
    ]
    if not threats:
        return None
    if len(threats) > 1:
        all_of_them = "both" if len(threats) == 2 else "them all"
        named = _listed(child, threats, "or")
        return f"{lead} threatens to win with {named}, and {they} cannot stop {all_of_them}."
    [threat] = threats
    again = " again" if threat == child.last_move else ""
    said = f"{lead} threatens to win with {spoken(threat)}{again}"
    if threat in wins[threat]:
        return f"{said}. If {they} plays there, {me} wins on top of it."
    sentence = _after_reply(child.play(threat), me, they)
    return sentence and f"{said}, so {they} has to play there. {sentence}"


def _after_reply(position: Position, me: str, they: str) -> str | None:
    """How the player to move wins, after the opponent has stopped a threat."""
    spoken = position.game.face.wording.spoken
    for move in position.moves:
        lead = f"Then {me} plays {spoken(move)} and"
        sentence = _by_threats(position.play(move), lead, me, they)
        if sentence:
            return sentence
    return None


def _by_safety(child: Position, they: str) -> str | None:
    """Why the player to move has no move that does not lose, now or at their next turn."""
    spoken, code_of = child.game.face.wording.spoken, child.game.move_code
    answers = {reply: _squeezing(child.play(reply)) for reply in _safe(child)}
    if not answers or not all(answers.values()):
        return None
    are = "are" if len(answers) > 1 else "is"
    said = [f"only {_listed(child, list(answers), 'and')} {are} now safe for {they}."]
    while answers:
        usable = sorted({each for found in answers.values() for each in found}, key=code_of)
        answer = max(usable, key=lambda move: sum(move in each for each in answers.values()))
        after = [reply for reply, found in answers.items() if answer in found]
        alone = len(said) == 1 and len(after) == len(answers)
        when = "Then" if alone else f"After {_listed(child, after, 'or')},"
        said.append(f"{when} {spoken(answer)} leaves {they} no safe move.")
        answers = {reply: found for reply, found in answers.items() if reply not in after}
    return " ".join(said)


def _winning(position: Position) -> list[str]:
    """The moves that win at once."""
    return [move for move in position.moves if _result_of(position, move) > 0]


def _safe(position: Position) -> list[str]:
    """The moves that do not lose at once."""
    return [move for move in position.moves if _result_of(position, move) >= 0]


def _squeezing(position: Position) -> list[str]:
    """The safe moves after which the opponent has none."""
    return [move for move in _safe(position) if not _safe(position.play(move))]


def _result_of(position: Position, move: str) -> int:
    """1 if a move wins at once, -1 if it loses at once, 0 otherwise."""
    child = position.play(move)
    return standing(child.result, position.turn) if child.over else 0


def _listed(position: Position, moves: list[str], word: str) -> str:
    """Moves within a sentence: "cell 1, cell 2 and cell 3"."""
    spoken = [position.game.face.wording.spoken(move) for move in moves]
    return f" {word} ".join([", ".join(spoken[:-1]), spoken[-1]] if len(spoken) > 1 else spoken)
