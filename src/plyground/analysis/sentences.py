"""Sentences on moves, by number: what compiled code finds out, and people read.

Compiled code writes a sentence as SENTENCE words behind the number of sentences: its number, {move}
and {other} as codes of moves (or numbers: {n} is the second one), and the site that it names. The
numbers are places in SAID; those from there on are the game's own, see `position.reasons`, two for
each: as they are, and with the players in each other's place.

In the words, {I}, {me}, {my} are the player whose move it is about, and {they}, {them}, {their} the
other one. A computer speaks of itself; others name both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plyground.kernel import compiled
from plyground.position import Game, Ints, Position
from plyground.position.desk import ANSWER
from plyground.position.face import capital

SAID = {
    # What the move does
    "wins": "This wins the game.",
    "draws": "This ends the game in a draw.",
    "loses": "This loses the game.",
    "all lose": "This loses the game, and so does every other move.",
    "only": "There is no other move.",
    "two threats": "{I} can win next with {move} or with {other}: {they} can stop only one.",
    "sure threat": "{I} can win next with {move}, and {they} cannot stop it.",
    "stops": "This stops {them} from winning with {move}.",
    "only safe": "Every other move loses at once.",
    "all let": "Every move loses at once.",
    "forces": "{they} must stop {move}; then {other} makes more threats than {they} can stop.",
    "no safe": "Every move that {they} can make now loses at once.",
    "squeezes": "{I} can answer each safe move so that {they} must lose at the next.",
    "holds": "Every other move gives the result away.",
    "threatens": "{they} must stop {move}, with which {I} can win next.",
    "forced": "{I} can force a win, by move {n} at the latest.",
    # What it was chosen by
    "rule": "I followed {rule}",
    "chance": "I left this move to chance.",
    "slip": "I saw a better move, and slipped.",
    "win": "I win, whatever you play.",
    "win?": "As far as I saw, I would win, whatever you play.",
    "draw": "Neither of us can win if both play well, and this keeps it so.",
    "draw?": "As far as I saw, neither of us could win.",
    "loss": "I lose if you play well, so I hold out as long as I can.",
    "loss?": "As far as I saw, I would lose if you play well, so I held out.",
    "more": "That is more than I saw.",
    "looked 1": "I looked 1 move ahead and liked this best.",
    "looked": "I looked {n} moves ahead and liked this best.",
    "liked": "I liked this move best.",
    # What it overlooked, or lets happen
    "overlooked end": "I overlooked that this loses at once.",
    "overlooked win": "I overlooked {move}, with which I would have won at once.",
    "win left": "I could have won at once with {move}.",
    "overlooked reply": "I overlooked that you win at once with {move}.",
    "overlooked replies": "I overlooked that you win at once with {move} or with {other}.",
    "reply": "You can win at once with {move}.",
    "replies": "You can win at once with {move} or with {other}.",
    "overlooked loss": "I overlooked that after {move} I lose, whatever I play.",
    "punished": "After {move} I lose, whatever I play.",
    "overlooked chance": "I overlooked {move}, with which I could have won, whatever you play.",
    # What lay beyond its sight, where the exact values are known
    "unseen loss": "I did not see that {other} would have won. Now you can answer with {move}, and "
    "then I lose.",
    "unseen mistake": "I did not see that you can answer with {move}, and then I lose. With "
    "{other} I would not have lost.",
    "unseen chance": "I did not see that {other} would have won. If you answer with {move}, I can "
    "no longer win.",
    # What lay beyond its sight, as threats show
    "unseen threats": "I did not see that with {move} you make more threats than I can stop.",
    # What it expects
    "expected": "I expect {move} next.",
}
"""The sentences by name, in the order of their numbers."""

NAMES = tuple(SAID)
OWN = len(SAID)
"""The number of a game's first own sentence."""

UNSEEN = (
    "overlooked win", "overlooked reply", "overlooked replies", "overlooked loss",
    "overlooked chance", "unseen loss", "unseen mistake", "unseen chance", "unseen threats",
)  # fmt: skip
"""Those that name a move that was overlooked."""

FOREIGN = ("stops", "overlooked win", "win left", "overlooked chance")
"""Those that name a move in place of the one made; the others name moves that may follow it."""

DONE = ("wins", "draws", "loses", "only", "stops")
"""Those that say what was done, and give no hint of what to do."""

_UNMARKED = ("expected", "looked")
"""Those whose numbers a board does not show."""

SENTENCE = 4  # words
SENTENCES_MOST = 5
ACCOUNT_WORDS = 1 + SENTENCES_MOST * SENTENCE
NOT = -1  # no such move, number or site


class Voice(NamedTuple):
    """How a sentence speaks of a player: subject, object, possessive."""

    subject: str
    object: str
    possessive: str


SELF = Voice("I", "me", "my")
YOU = Voice("you", "you", "your")

_LISTED = ("I", "me", "my", "they", "them", "their")
_MIRRORED = ("they", "them", "their", "I", "me", "my")


def called(name: str) -> Voice:
    """How a sentence speaks of a player by name."""
    return Voice(name, name, f"{name}'s")


def voiced(text: str, one: Voice, two: Voice, **fields: object) -> str:
    """A sentence on a move of `one`, with what else fills it."""
    players = dict(zip(_LISTED, (*one, *two), strict=True))
    return capital(text.format(**players, **fields))


def texts_of(game: Game) -> list[str]:
    """All sentences on moves of a game, by their numbers."""
    found = list(SAID.values())
    for text in game.reasons.words.values():
        found += [text, _mirrored(text)]
    return found


def _mirrored(text: str) -> str:
    """A sentence with the players in each other's place."""
    fields = {key: f"{{{key}}}" for key in ("site", "n", "other")}
    return text.format(**fields, **dict(zip(_LISTED, map("{{{}}}".format, _MIRRORED), strict=True)))


def done_by(game: Game) -> list[int]:
    """The numbers of the sentences that say what was done, and give no hint of what to do."""
    own = [game.reasons.words[name] for name in game.reasons.done]
    return [*map(NAMES.index, DONE), *map(texts_of(game).index, own)]


def marks_of(game: Game) -> list[str]:
    """How a board shows what each sentence names, by their numbers: "overlooked", "unseen" or
    "seen" its moves, with "before" if they are those of the position before the move; "site"; or
    nothing.
    """
    own = ["site" if "{site}" in text else "" for text in game.reasons.words.values()]
    return [*map(_mark_of, SAID), *(mark for mark in own for _ in range(2))]


def _mark_of(name: str) -> str:
    if "{move}" not in SAID[name] or name in _UNMARKED:
        return ""
    kind = "seen"
    if name in UNSEEN:
        kind = "overlooked" if name.startswith("overlooked") else "unseen"
    return f"{kind} before" if name in FOREIGN else kind


@compiled
def say(desk: Ints, sentence: int, move: int, other: int, site: int) -> None:
    """Write one more sentence; there is room for SENTENCES_MOST."""
    if desk[ANSWER] == SENTENCES_MOST:
        return
    place = ANSWER + 1 + desk[ANSWER] * SENTENCE
    desk[ANSWER] += 1
    desk[place] = sentence
    desk[place + 1] = move
    desk[place + 2] = other
    desk[place + 3] = site


@dataclass(frozen=True)
class Sentence:
    """A sentence on a move: its words as compiled code wrote them, its name, and what fills it."""

    words: tuple[int, ...]
    name: str
    move: str = ""
    other: str = ""
    site: int = NOT
    n: int = NOT

    @property
    def number(self) -> int:
        """Its place among the sentences."""
        return self.words[0]

    @property
    def mirrored(self) -> bool:
        """Whether the players are in each other's place, in a game's own sentence."""
        return self.number >= OWN and (self.number - OWN) % 2 == 1

    def text(self, game: Game, one: Voice, two: Voice, rule: str = "") -> str:
        """The sentence on a move of `one`."""
        spoken = game.face.wording.spoken
        own = self.number >= OWN
        return voiced(
            texts_of(game)[self.number], one, two,
            move=self.move and spoken(self.move),
            other=self.other if own else self.other and spoken(self.other),
            n=self.n, rule=rule, site="" if self.site == NOT else game.site_text(self.site),
        )  # fmt: skip

    def to_json(self, position: Position, made: str) -> list[object]:
        """Its words, and the sites by which the move that it names would decide the game, where a
        choice was `made` in a position.
        """
        at = position if self.name in FOREIGN else position.play(made)
        follows = marks_of(position.game)[self.number] and self.move in at.moves
        sites = at.play(self.move).picture().deciding if follows else ()
        return [*self.words, sorted(sites)]


def sentences_in(game: Game, words: Sequence[int]) -> tuple[Sentence, ...]:
    """The sentences that compiled code has written."""
    count, *rest = words
    starts = range(0, count * SENTENCE, SENTENCE)
    return tuple(_sentence(game, tuple(rest[at : at + SENTENCE])) for at in starts)


def _sentence(game: Game, words: tuple[int, ...]) -> Sentence:
    number, move, other, site = words
    if number >= OWN:
        name = tuple(game.reasons.words)[(number - OWN) // 2]
        return Sentence(words, name, other="" if other == NOT else str(other), site=site, n=move)
    name, texts = NAMES[number], game.move_texts
    counts = "{n}" in SAID[name]
    return Sentence(
        words,
        name,
        move="" if move == NOT else texts[move],
        other="" if other == NOT or counts else texts[other],
        n=other if counts else NOT,
    )
