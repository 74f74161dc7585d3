"""Stating an experiment: the TOML file of a choice, and the bounds that a server sets to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from plyground.arena.experiment import Experiment, ExperimentError
from plyground.arena.toml_table import quoted
from plyground.players import Player, parse_player
from plyground.players.registry import BUILT_IN
from plyground.position import Game

QUESTIONS = {
    "series": "What does one setting change?",
    "grid": "Who is the strongest?",
    "search": "How much work is it, and do all find the same score?",
    "heuristic": "Which heuristic orders moves as their exact values do, and when?",
}
"""The question that each kind of experiment answers which a form states."""


@dataclass(frozen=True)
class Stated:
    """What a file states. In a series each of the players meets the opponent, in a row that has the
    player's name as its label.
    """

    title: str
    question: str
    kind: str
    game: Game
    rounds: int
    first: str = "alternate"
    players: tuple[Player, ...] = ()
    opponent: Player | None = None
    plies: tuple[int, int] = (0, 0)
    heuristics: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The TOML file."""
        usual = type(self.game)().values
        values = {name: value for name, value in self.game.values.items() if value != usual[name]}
        lines = [
            f"title = {quoted(self.title)}",
            f"question = {quoted(self.question)}",
            f"kind = {quoted(self.kind)}",
            f"game = {quoted(self.game.name)}",
            *([f"parameters = {_table(values)}"] if values else []),
            f"rounds = {self.rounds}",
        ]
        if self.kind in ("series", "grid"):
            lines.append(f"first = {quoted(self.first)}")
        else:
            lines.append(f"plies = [{self.plies[0]}, {self.plies[1]}]")
        if self.kind == "heuristic":
            lines.append(f"heuristics = {_list(self.heuristics)}")
        elif self.kind == "series":
            lines += self._rows()
        else:
            lines.append(f"players = {_list(each.text for each in self.players)}")
        return "\n".join(lines) + "\n"

    def _rows(self) -> list[str]:
        """A row for each player. They have a place in the chart if they differ in depth alone."""
        assert self.opponent is not None
        depths = [each.limits.depth for each in self.players]
        alike = {type(each) for each in self.players}
        by_depth = len(alike) == 1 and None not in depths and len(set(depths)) == len(depths)
        lines = []
        for player, depth in zip(self.players, depths, strict=True):
            lines += [
                "",
                "[[rows]]",
                f"label = {quoted(player.called(self.game).full)}",
                f"players = {_list((player.text, self.opponent.text))}",
            ]
            if by_depth:
                lines.append(f"depth = {depth}")
        return lines


def _list(texts: Iterable[str]) -> str:
    listed = list(map(quoted, texts))
    if sum(map(len, listed)) < 80:
        return f"[{', '.join(listed)}]"
    return "[\n" + "".join(f"    {each},\n" for each in listed) + "]"


def _table(values: Mapping[str, int]) -> str:
    return "{ " + ", ".join(f"{name} = {value}" for name, value in values.items()) + " }"


class BoundError(ExperimentError):
    """An experiment beyond the bounds; `about` is "rounds", "players" or an option of a player."""

    def __init__(self, said: str, about: str) -> None:
        super().__init__(said)
        self.about = about


@dataclass(frozen=True)
class Bounds:
    """How much an experiment may do where it is not the user's own computer; `what` it is."""

    what: str = "an experiment"
    rounds: int = 1000
    games: int = 20_000  # of a learner
    steps: int = 10_000
    players: int = 8
    depth: int = 12
    seconds: float = 2.0  # for a move
    playouts: int = 100_000

    def rounds_of(self, kind: str) -> int:
        """How many rounds an experiment of a kind may have."""
        return self.games if kind == "learning" else self.rounds

    def check(self, experiment: Experiment, rounds: int) -> None:
        """Raise BoundError, saying what is accepted, for an experiment beyond the bounds."""
        most = self.rounds_of(experiment.kind)
        if not 1 <= rounds <= most:
            raise BoundError(
                f"an experiment here has 1 to {most:,} rounds, and not {rounds:,}", "rounds"
            )
        compared = _compared(experiment)
        if len(compared) > self.players:
            raise BoundError(
                f"an experiment here compares at most {self.players}, and not {len(compared)}",
                "players",
            )
        steps = rounds * _series(experiment)
        if steps > self.steps and experiment.kind != "learning":
            raise BoundError(
                f"an experiment here has at most {self.steps:,} matches, searches or positions, "
                f"and this one would have {steps:,}: choose fewer rounds",
                "rounds",
            )
        texts = {*experiment.players, *(text for row in experiment.rows for text in row.players)}
        for text in sorted(texts):
            self.check_player(parse_player(text))

    def check_player(self, player: Player | None) -> None:
        """Raise BoundError for a player that may not take part, or not with these options."""
        if player is None or type(player) not in BUILT_IN:
            raise BoundError(
                f"{self.what} here takes the players that come with Plyground", "players"
            )
        limits = player.limits
        for about, what, asked, most in (
            ("depth", "a depth", limits.depth, self.depth),
            ("seconds", "the time of a move in seconds", limits.seconds, self.seconds),
            ("playouts", "the number of playouts", limits.playouts, self.playouts),
        ):
            if asked is not None and asked > most:
                raise BoundError(
                    f"{what} is at most {most:,} in {self.what} here, and not {asked:,}", about
                )


def _compared(experiment: Experiment) -> Sequence[object]:
    return experiment.rows or experiment.players or experiment.heuristics or experiment.learners


def _series(experiment: Experiment) -> int:
    """How many steps there are for each round, or at most."""
    count = len(experiment.players)
    least, most = experiment.plies
    return {
        "series": len(experiment.rows),
        "grid": count * (count - 1) // 2,
        "search": count,
        "heuristic": most - least + 1,
        "learning": len(experiment.learners),
    }[experiment.kind]
