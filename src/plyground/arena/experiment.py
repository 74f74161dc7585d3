"""Experiments: questions about players, each stated in one small TOML file, and their answers.

A file has these keys; those in brackets may be left out:

    title = "Sim: depth and pruning"
    question = "What do depth and pruning change?"
    kind = "series"                     series, grid, search, heuristic or learning
    game = "sim"                        a game's name, or a .py file beside this one
    [parameters = { vertices = 6 }]
    [rounds = 100]                      matches of a row or of a pair; positions of a search;
                                        positions of each ply of heuristics; games of
                                        each learner
    [first = "alternate"]               who begins: fixed, alternate, once or random
    [author = "..."]                    a note about an author's figures

`series`: each row is a series of its own, between the players that it names.

    [[rows]]
    label = "depth 3, pruning"
    players = ["minimax:depth=3", "random"]
    [depth = 3]                         where the chart puts it
    [line = "pruning"]                  which line of the chart it belongs to
    [author = { seconds = 1.37, wins = [95, 97] }]     of 100 games; the wins as a range

`grid`: each of the `players` against every other. `search`: the same random positions, reached by
`plies = [least, most]` random moves, are searched by each of the `players`. `heuristic`: each of
the `heuristics`, names or .py files beside this one, is compared with the exact values of random
positions of these `plies`, see `judging`. `learning`: each of the learners teaches itself the game,
and is examined on the way, see `lessons`.

    [[learners]]
    label = "often"
    [exploring = 10]                    random moves of 100
    [openings = 60]                     games of 100 that begin after random moves
    [step = 2.8]                        how much of an error it corrects at first
    [trace = 50]                        how much it learns from later positions, of 100
    [symmetry = true]                   whether mirror images are one pattern
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

from plyground.arena import judging, lessons, parallel
from plyground.arena.lessons import Way
from plyground.arena.match import computers
from plyground.arena.plan import FIRST, Plan
from plyground.arena.run import Run as Matches
from plyground.arena.table import Table
from plyground.arena.toml_table import Table as TomlTable
from plyground.arena.toml_table import stated_game, text_of
from plyground.arena.warming import new_seed, rehearse, warm
from plyground.kernel import Chance
from plyground.players import Choice, Player, PlayerError, parse_player
from plyground.position import Game, PlygroundError, Position
from plyground.position.faults import similar
from plyground.position.own_heuristic import SUFFIX
from plyground.search import SOLVABLE, Control

KINDS = ("series", "grid", "search", "heuristic", "learning")

_COMMON = ("title", "question", "kind", "game", "parameters", "rounds", "author")
_KEYS = {
    "series": (*_COMMON, "first", "rows"),
    "grid": (*_COMMON, "first", "players"),
    "search": (*_COMMON, "plies", "players"),
    "heuristic": (*_COMMON, "plies", "heuristics"),
    "learning": (*_COMMON, "learners"),
}
_ROW_KEYS = ("label", "players", "depth", "line", "author")
_AUTHOR_KEYS = ("seconds", "wins")
_LEARNER_KEYS = ("label", "exploring", "openings", "step", "trace", "symmetry")


class ExperimentError(PlygroundError):
    """An experiment that does not exist, or a file that states none."""


@dataclass(frozen=True)
class Figures:
    """Figures that an author measured: seconds for 100 games, and the range of wins."""

    seconds: float | None = None
    wins: tuple[float, float] | None = None


@dataclass(frozen=True)
class Row:
    """One series of an experiment: the texts of its players, and its place in the chart."""

    label: str
    players: tuple[str, ...]
    depth: int | None = None
    line: str = ""
    author: Figures = Figures()


@dataclass(frozen=True)
class Experiment:
    """What a file states. `players` belong to a grid or a search, `rows` to a series.

    Files that it names are looked for in `folder`.
    """

    source: str  # its name or file, for messages
    title: str
    question: str
    kind: str
    game: Game
    rounds: int
    first: str = "alternate"
    author: str = ""
    players: tuple[str, ...] = ()
    plies: tuple[int, int] = (0, 0)
    rows: tuple[Row, ...] = ()
    heuristics: tuple[str, ...] = ()
    learners: tuple[Way, ...] = ()
    folder: Path = Path()
    text: str = ""  # of the file


def shipped() -> list[str]:
    """The names of the experiments that come with this package."""
    folder = files("plyground.arena") / "experiments"
    return sorted(
        each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml")
    )


def load(name: str) -> Experiment:
    """The experiment of that name, or in the TOML file of that path.

    Raises ExperimentError, naming the file and the key, if there is none.
    """
    if name in shipped():
        file = files("plyground.arena") / "experiments" / f"{name}.toml"
        return read(file.read_text(encoding="utf-8"), name, Path())
    if not name.endswith(".toml"):
        guess = similar(name, shipped())
        accepted = f"{', '.join(shipped())} or the path of a .toml file"
        raise ExperimentError(f"there is no experiment {name!r}{guess or f': give {accepted}'}")
    return read(text_of(name, ExperimentError), name, Path(name).parent)


def read(text: str, source: str, folder: Path) -> Experiment:
    """The experiment that a TOML text states. Files of games are looked for in `folder`."""
    top = TomlTable.of(text, source, ExperimentError)
    top.only([key for keys in _KEYS.values() for key in keys])
    kind = top.choice("kind", KINDS)
    top.only(_KEYS[kind])
    game = stated_game(top, folder)
    return Experiment(
        source=source,
        title=top.text("title"),
        question=top.text("question"),
        kind=kind,
        game=game,
        rounds=top.whole("rounds", 10, least=1),
        first=top.choice("first", FIRST, "alternate"),
        author=top.text("author", ""),
        players=_players(top, game, kind) if kind in ("grid", "search") else (),
        plies=top.span("plies", (0, game.max_plies // 2), most=game.max_plies - 1),
        rows=tuple(_row(each, game) for each in top.tables("rows")) if kind == "series" else (),
        heuristics=_heuristics(top, game) if kind == "heuristic" else (),
        learners=_learners(top, game) if kind == "learning" else (),
        folder=folder,
        text=text,
    )


def _players(table: TomlTable, game: Game, kind: str) -> tuple[str, ...]:
    players = table.texts("players")
    if kind == "grid" and game.players != 2:
        raise table.refusal("game", f"a grid takes a game for 2 players, not {game.players}")
    if len(players) < 2:
        raise table.refusal("players", "takes 2 player texts or more")
    if len(set(players)) < len(players):
        raise table.refusal("players", "names a player twice")
    return players


def _heuristics(table: TomlTable, game: Game) -> tuple[str, ...]:
    if game.players != SOLVABLE:
        raise table.refusal(
            "game", f"heuristics are compared in games for {SOLVABLE} players, not {game.players}"
        )
    names = table.texts("heuristics", "names of heuristics")
    for name in names:
        if name not in game.heuristic_names and not name.endswith(SUFFIX):
            accepted = f" and no .py file: give {', '.join(game.heuristic_names)}"
            guess = similar(name, game.heuristic_names)
            raise table.refusal("heuristics", f"there is no {name!r}{guess or accepted}")
    if not names or len(set(names)) < len(names):
        raise table.refusal("heuristics", "takes 1 name or more, each once")
    return names


def _row(table: TomlTable, game: Game) -> Row:
    table.only(_ROW_KEYS)
    players = table.texts("players")
    if len(players) != game.players:
        raise table.refusal(
            "players", f"takes {game.players} player texts, one for each seat of {game.title}"
        )
    author = table.table("author")
    author.only(_AUTHOR_KEYS)
    return Row(
        label=table.text("label"),
        players=players,
        depth=table.whole("depth", None, least=0),
        line=table.text("line", ""),
        author=Figures(
            author.number("seconds") if "seconds" in author.data else None,
            author.span("wins") if "wins" in author.data else None,
        ),
    )


def _learners(table: TomlTable, game: Game) -> tuple[Way, ...]:
    if "cells" not in game.rules.kernels:
        raise table.refusal("game", f"{game.title} cannot be learned: it has no kernel cells")
    ways = tuple(map(_way, table.tables("learners")))
    if len({way.label for way in ways}) < len(ways):
        raise table.refusal("learners", "names a learner twice")
    return ways


def _way(table: TomlTable) -> Way:
    table.only(_LEARNER_KEYS)
    usual = Way("")
    return Way(
        label=table.text("label"),
        exploring=table.percent("exploring", usual.exploring),
        openings=table.percent("openings", usual.openings),
        step=table.number("step") if "step" in table.data else usual.step,
        trace=table.percent("trace", usual.trace),
        symmetry=table.flag("symmetry", default=usual.symmetry),
    )


# Running one


@dataclass(frozen=True)
class Searched:
    """What one player of a search found in every position, as far as it got."""

    player: str
    choices: Mapping[int, Choice]  # by the number of the position

    def agrees(self, other: Searched) -> tuple[int, int]:
        """In how many positions both have the same score, and in how many both have one.

        What samples promise is no score.
        """
        both = [
            (each.value, other.choices[number].value)
            for number, each in self.choices.items()
            if number in other.choices
        ]
        scored = [pair for pair in both if all(each and each.expectation is None for each in pair)]
        return sum(one == another for one, another in scored), len(scored)


class Run:
    """An experiment being done. `steps` does it; what there is of it can be read at any time."""

    def __init__(
        self, experiment: Experiment, rounds: int | None = None, seed: int | None = None
    ) -> None:
        """The experiment's own number of rounds is played unless another is given.

        Raises PlayerError, naming the file, if a player cannot be made or cannot play.
        """
        self.experiment = experiment
        self.rounds = rounds or experiment.rounds
        self.seed = new_seed(seed)
        searches = experiment.kind == "search"
        pairs = () if searches else combinations(experiment.players, 2)
        # The file may be a stranger's, and so must not start programs.
        parse = partial(parse_player, folder=experiment.folder)
        try:
            self._players = _made(map(parse, experiment.players if searches else ()))
            for player in self._players:
                player.check(experiment.game)
            teams = [
                computers(experiment.game, list(map(parse, team)))
                for team in [*(row.players for row in experiment.rows), *pairs]
            ]
            self._matches = teams and Matches(
                Plan.of_series(
                    experiment.game, teams, self.rounds, self.seed, experiment.first,
                    experiment.title,
                )
            )  # fmt: skip
        except PlayerError as error:
            raise PlayerError(f"{experiment.source}: {error}") from None
        self._found: dict[int, Any] = {}  # of items that are no matches
        # As rules take them: a name, or the path of a file.
        self._heuristics = tuple(
            str(experiment.folder / name) if name.endswith(SUFFIX) else name
            for name in experiment.heuristics
        )

    @property
    def total(self) -> int:
        """How many steps there are."""
        return self._matches.expected if self._matches else len(self._items)

    @property
    def done(self) -> int:
        """How many of them are done."""
        return self._matches.played if self._matches else len(self._found)

    @property
    def table(self) -> Table:
        """The table of all matches so far, of an experiment that has matches."""
        assert self._matches
        return self._matches.table

    @property
    def series(self) -> list[Table]:
        """The tables of the rows, or of the pairs of a grid, as far as they were played."""
        return self.table.rows() if self._matches else []

    @property
    def searched(self) -> list[Searched]:
        """What was found by each player of a search."""
        count, found = len(self._players), dict(self._found)  # another thread may add more
        # As the file spells them: what is compared may be a default
        return [
            Searched(text, {at // count: found[at] for at in found if at % count == which})
            for which, text in enumerate(self.experiment.players)
        ]

    @property
    def judged(self) -> list[judging.Found]:
        """What was found of the positions that heuristics were compared in, in order."""
        return [self._found[number] for number in sorted(self._found)]

    @property
    def taught(self) -> list[lessons.Curve | None]:
        """What each learner reached on the way; None for one that has not learned yet."""
        return [self._found.get(number) for number in range(len(self.experiment.learners))]

    @cached_property
    def _items(self) -> list[Any]:
        """What there is to do where no matches are played."""
        experiment = self.experiment
        if experiment.kind == "heuristic":
            sampled = judging.sample(experiment.game, experiment.plies, self.rounds, self.seed)
            return [(position, self._heuristics) for position in sampled]
        if experiment.kind == "learning":
            return [(experiment.game, way, self.rounds, self.seed) for way in experiment.learners]
        # All players search a position before the next one, so that what is done can be compared.
        return [
            (player, position, self.seed, number)
            for number, position in enumerate(_positions(experiment, self.rounds, self.seed))
            for player in self._players
        ]

    def prepare(self, control: Control | None = None) -> None:
        """Compile and load what will be used, so that no time of a step includes it.

        Raises GameFileError for a fault in a heuristic's file, Cancelled after a stop.
        """
        if self.experiment.kind == "heuristic":
            judging.prepare(self.experiment.game, self._heuristics)
        players = list(self._players)
        if self._matches:
            players += [each.player for each in self._matches.plan.entrants]
        warm(self.experiment.game, players)
        rehearse(self.experiment.game, players, control)

    def steps(self, jobs: int = 1, control: Control | None = None) -> Iterator[None]:
        """Do what has not been done, and yield after each match or search. Another thread may stop
        it; then a later call goes on.
        """
        if self._matches:
            for _ in self._matches.steps(jobs, control=control):
                yield
            return
        left = [number for number in range(len(self._items)) if number not in self._found]
        items = [self._items[number] for number in left]
        for at, found in parallel.spread(_WORK[self.experiment.kind], items, jobs, control=control):
            self._found[left[at]] = found
            yield


def _made(parsed: Iterable[Player | None]) -> tuple[Player, ...]:
    players = tuple(parsed)
    if None in players:
        raise PlayerError("a human cannot play here: give computer players")
    return tuple(player for player in players if player is not None)


def _positions(experiment: Experiment, count: int, seed: int) -> list[Position]:
    """Positions in which the game goes on, each reached by random moves of its own."""
    found = []
    for number in range(count):
        rng = random.Random(f"{seed} {number} position")
        plies = rng.randint(*experiment.plies)
        position = experiment.game.position()
        while position.ply < plies:
            after = position.play_code(rng.choice(position.codes))
            if after.over:  # as far as this one can go
                break
            position = after
        found.append(position)
    return found


def _judge(item: tuple[Position, tuple[str, ...]], control: Control) -> judging.Found:
    position, heuristics = item
    return judging.judge(position, heuristics, control)


def _teach(item: tuple[Game, Way, int, int], control: Control) -> lessons.Curve:
    return lessons.teach(*item, control)


def _search(item: tuple[Player, Position, int, int], control: Control) -> Choice:
    player, position, seed, number = item
    warm(position.game, [player])
    rehearse(position.game, [player], control)
    with player.seated() as seated:
        return seated.choose(position, chance=Chance(seed, number), control=control)


_WORK: dict[str, Callable[[Any, Control], Any]] = {
    "heuristic": _judge,
    "learning": _teach,
    "search": _search,
}
