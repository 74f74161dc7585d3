"""How strong players are: what `plyground calibrate` has measured, in one small file for a game.

The files of the standard sizes come with the package, in the folder `strengths`; those that a user
has measured lie in the folder of the user's data, and belong to the rules that they were measured
with. A file is a JSON object:

    strengths   1, the form of the file
    game        its name, its parameters, and the identity of its rules
    measured    the date, the computer, the seed and generator of chance, the number of matches, the
                share of them that differ in their moves, and the mark of what had been learned
    settings    depth, misses and whether it judges: of strength 0, 1000 and so on, which are those
                of the levels that are stronger than the one before
    levels      the same of each level, by its number: those that were measured
    players     from weak to strong: the text of the player, and its strength if it has one; Elo,
                `random` is 0; the 95 % error of it and of the difference from the next one; `bound`
                1 where it is "more than" that, -1 "less than"; the share of its moves that keep the
                exact value; seconds of the processor for a move; matches
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from plyground.folders import data_folder
from plyground.games.registry import folder_of
from plyground.kernel import compiled
from plyground.players.learned import Learned
from plyground.players.levels import STEP, AtLevel, setting_of
from plyground.position import SELF_TAUGHT, CannotError, Game, Ints, Level, file_stem
from plyground.search.learning import shipped_mark
from plyground.search.tables.files import stamp
from plyground.sums import check_sum, unsealed, write_whole

_NAMES = "strengths", "game", "parameters", "measured", "settings", "levels", "players"
_FORM = 1
_FOLDER = "strengths"
_HUNDRED = 100
_RULES = 12  # characters of the identity of the rules
_LEARNED = "learned"


class StrengthsError(CannotError):
    """A file that says nothing of how strong players are."""


@dataclass(frozen=True)
class Strength:
    """What was measured of one player; see the head of this file. `apart` is the error of the
    difference from the next stronger one.
    """

    player: str
    strength: int | None
    elo: float
    error: float | None
    bound: int
    apart: float | None
    exact: float | None
    seconds: float
    matches: int


@dataclass(frozen=True)
class Strengths:
    """What was measured of the players of one game. `settings` are those of strength 0, 1000 ...,
    `levels` those of the levels by their numbers.
    """

    game: Game
    settings: tuple[int, ...]
    levels: Mapping[int, int]
    players: tuple[Strength, ...]
    measured: Mapping[str, Any]

    @cached_property
    def curve(self) -> tuple[tuple[int, int], ...]:
        """Elo and strength of those that have a strength; both rise at every step.

        Neighbours that were measured in the wrong order are taken together.
        """
        known = sorted(
            (each.strength, each.elo)
            for each in self.players
            if each.strength is not None and not each.bound
        )
        blocks: list[list[tuple[int, float]]] = []
        for each in known:
            blocks.append([each])
            while len(blocks) > 1 and _mean(blocks[-1]) < _mean(blocks[-2]) + 1:
                last = blocks.pop()
                blocks[-1] += last
        rising = [
            (round(_mean(block)), sum(strength for strength, _ in block) // len(block))
            for block in blocks
        ]
        return tuple(
            each for at, each in enumerate(rising) if not at or each[0] > rising[at - 1][0]
        )

    @property
    def least(self) -> int:
        """The lowest rating that `elo:` can play at."""
        return max(0, self.curve[0][0])

    @property
    def most(self) -> int:
        """The highest one."""
        return self.curve[-1][0]

    def of(self, level: Level) -> Strength | None:
        """What was measured of an opponent, if it still plays as it did then."""
        if level == SELF_TAUGHT:
            text = Learned(plies=level.depth).text
            same = self.measured.get(_LEARNED) == shipped_mark(self.game)
        else:
            number = self.game.levels.index(level) + 1
            text, same = AtLevel(number).text, self.levels.get(number) == setting_of(level)
        return next((each for each in self.players if same and each.player == text), None)


def _mean(block: Sequence[tuple[int, float]]) -> float:
    return sum(elo for _, elo in block) / len(block)


@compiled
def strength_for(elo: int, knots: Ints, first: int, count: int) -> int:
    """The strength for a rating by the line between its neighbours, and at the ends no further.

    `knots` has, from `first` on, `count` pairs of a rating and its strength.
    """
    low = first
    if elo <= knots[low]:
        strength: int = knots[low + 1]
        return strength
    for _ in range(count - 1):
        high = low + 2
        if elo < knots[high]:
            rise = (elo - knots[low]) * (knots[high + 1] - knots[low + 1])
            strength = knots[low + 1] + rise // (knots[high] - knots[low])
            return strength
        low = high
    strength = knots[low + 1]
    return strength


def strength_at(found: Strengths, elo: int) -> int:
    """The strength for a rating by what was measured."""
    knots = np.array(found.curve, np.int64).ravel()
    return int(strength_for(elo, knots, 0, len(found.curve)))


@lru_cache(maxsize=64)
def strengths_of(game: Game) -> Strengths | None:
    """What was measured of a game's players: what came with the game, or else by this user."""
    for path in (_shipped(game), own_file(game)):
        if path is not None and path.is_file():
            found = read_strengths(path, game)
            if path == own_file(game) and found.measured["rules"] != rules_of(game):
                continue
            return found
    return None


def about_elo(game: Game, level: Level) -> str:
    """How strong an opponent with a face is, for people: "about 340 Elo"; empty where that was not
    measured.
    """
    found = strengths_of(game)
    measured = None if found is None else found.of(level)
    if measured is None or measured.bound:
        return ""
    return f"about {round(measured.elo, -1):,.0f} Elo"


def _shipped(game: Game) -> Path | None:
    folder = folder_of(type(game), _FOLDER)
    return None if folder is None else folder / f"{file_stem(game)}.json"


def own_file(game: Game) -> Path:
    """Where `elo:` looks for what a user has measured."""
    return data_folder() / _FOLDER / f"{file_stem(game)}.json"


def rules_of(game: Game) -> str:
    """What the rules of a game are known by."""
    return str(stamp(game)["rules"][:_RULES])


def write_strengths(path: Path, found: Strengths) -> None:
    """Write what was measured. Raises StrengthsError if that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, as_text(found).encode())
    except OSError as error:
        raise StrengthsError(f"{path} cannot be written: {error.strerror}") from None
    strengths_of.cache_clear()


def as_text(found: Strengths) -> str:
    """What a file says, a player a line, so that a change of it can be read."""
    head = {
        "strengths": _FORM,
        "game": found.game.name,
        "parameters": dict(found.game.values),
        "measured": dict(found.measured),
        "settings": [list(_unpacked(setting)) for setting in found.settings],
        "levels": {at: list(_unpacked(setting)) for at, setting in found.levels.items()},
    }
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
    rows = ",\n".join(f"  {json.dumps(asdict(each))}" for each in found.players)
    text = "{\n" + ",\n".join(lines) + f',\n"players": [\n{rows}\n]'
    total = check_sum(json.dumps(json.loads(text + "}")))
    return f'{text},\n"sum": {total}\n}}\n'


def read_strengths(path: Path, game: Game) -> Strengths:
    """What a file says of a game. Raises StrengthsError if it says nothing of it."""
    try:
        data = unsealed(path.read_bytes(), _NAMES)
        of = data["strengths"], data["game"], data["parameters"]
        found = Strengths(
            game,
            tuple(_packed(*each) for each in data["settings"]),
            {int(number): _packed(*each) for number, each in data["levels"].items()},
            tuple(Strength(**each) for each in data["players"]),
            data["measured"],
        )
    except OSError as error:
        raise StrengthsError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise StrengthsError(
            f"{path} holds no strengths, or is damaged: make it again by calibrate"
        ) from None
    if of != (_FORM, game.name, dict(game.values)):
        raise StrengthsError(f"{path} holds no strengths of {game!r}")
    return found


def _packed(depth: int, misses: int, judges: bool) -> int:
    return (2 * depth + judges) * _HUNDRED + misses


def _unpacked(setting: int) -> tuple[int, int, bool]:
    deep, misses = divmod(setting, _HUNDRED)
    return deep // 2, misses, bool(deep % 2)


def today() -> str:
    """The date, as files have it."""
    return date.today().isoformat()  # noqa: DTZ011


__all__ = [
    "STEP",
    "Strength",
    "Strengths",
    "StrengthsError",
    "about_elo",
    "own_file",
    "read_strengths",
    "rules_of",
    "strength_at",
    "strength_for",
    "strengths_of",
    "today",
    "write_strengths",
]
