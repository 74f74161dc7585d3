"""`Plan`: what a run is, as a value: its games, who takes part, how they meet, and where.

It is made by a script, or read from a TOML file: see `plan_file`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.arena.kinds import KINDS
from plyground.arena.match import RunError, computers
from plyground.arena.statistics import SequentialTest
from plyground.kernel import GENERATOR
from plyground.players import External, Learned, Player, PlayerError
from plyground.position import Game, full_title, require_game
from plyground.position.own_heuristic import SUFFIX
from plyground.search import SOLVABLE
from plyground.search.tables.files import stamp
from plyground.visible import visible

if TYPE_CHECKING:
    from plyground.arena.lessons import Way

ROUND_ROBIN = next(iter(KINDS))
"""The kind in which everyone meets everyone."""

SERIES = "series"
"""The kind in which each of some teams meets again and again, from the start of the game."""

LADDER = "ladder"
"""The kind in which neighbours meet until it is known well enough how far they are apart."""

SEARCH, HEURISTIC, LEARNING = QUESTIONS = "search", "heuristic", "learning"
"""The kinds in which nobody meets: all players search the same positions; heuristics are compared
with the exact values of positions; learners teach themselves the game.
"""

FIRST = ("fixed", "alternate", "once", "random")
"""Who takes the first seat in a series: always the first player; each player in turn; the first
player in round 1 and the next one in all later rounds; or a random player. The others follow in
order.
"""

MOST_MATCHES = 1_000_000
"""The matches of a tournament: a hundred of them take about 40 kB of memory."""


@dataclass(frozen=True)
class Entrant:
    """A player under the name that tables show."""

    name: str
    player: Player


@dataclass(frozen=True)
class Openings:
    """Where matches begin: after `plies` random moves (None: enough to make openings different).

    `balanced` ones are drawn with best play, by the exact solver. With `file` they are the
    beginnings of the games in a file of records. Whenever players meet they play `each` so many.
    """

    plies: int | None = None
    balanced: bool = False
    file: Path | None = None
    each: int = 1


@dataclass(frozen=True)
class Figures:
    """Figures that an author measured: seconds for 100 games, and the range of wins."""

    seconds: float | None = None
    wins: tuple[float, float] | None = None


@dataclass(frozen=True)
class Row:
    """What a team of a series stands for in an answer: its label, and its place in the chart."""

    label: str
    depth: int | None = None
    line: str = ""
    author: Figures = Figures()


@dataclass(frozen=True)
class Plan:
    """Everything that the results of a run depend on. Raises RunError if there can be none.

    `challengers` are numbers of entrants, of a gauntlet. `rounds` says how often everybody meets,
    or how many Swiss rounds there are; a series without it has no end. `teams` and `first` belong
    to a series. On a ladder so many entrants `begin`, and others join them, until ratings are known
    with that `error`. With a `test` a run ends once it knows which of two entrants is stronger.

    Where nobody meets, positions are reached by at least and at most so many random `plies`:
    `rounds` of them, for `heuristics` of each ply; or the `learners` play so many games.

    Each row of a series is played as so many `runs`, of so many rounds each.

    `asks` names the question that a run answers, and `rows` say what its teams stand for; empty for
    a run that is watched or a tournament. `author` is a note about an author's figures. `source` is
    what messages call the plan, and files that it names are in `folder`.
    """

    games: tuple[Game, ...]
    entrants: tuple[Entrant, ...]
    kind: str = ROUND_ROBIN
    rounds: int | None = 1
    openings: Openings = field(default_factory=Openings)
    challengers: tuple[int, ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()
    first: str = "alternate"
    begin: int = 0
    error: float = 0.0
    test: SequentialTest | None = None
    adjudicate: bool = False
    seed: int = 1
    title: str = "Tournament"
    stamp: str = ""
    """What else the results belong to, such as the content of programs."""
    plies: tuple[int, int] = (0, 0)
    heuristics: tuple[str, ...] = ()
    learners: tuple[Way, ...] = ()
    runs: int = 1
    asks: str = ""
    question: str = ""
    rows: tuple[Row, ...] = ()
    author: str = ""
    source: str = field(default="", compare=False)
    folder: Path = Path()

    def __post_init__(self) -> None:
        _check(self)

    @staticmethod
    def of_series(
        game: Game,
        teams: Sequence[Sequence[Player]],
        rounds: int | None,
        seed: int,
        first: str,
        **more: Any,
    ) -> Plan:
        """The plan of a series of each team, whose players take the seats; `more` fields of it."""
        entrants = [Entrant(player.text, player) for team in teams for player in team]
        places = iter(range(len(entrants)))
        return Plan(
            games=(game,),
            entrants=tuple(entrants),
            kind=SERIES,
            rounds=rounds,
            teams=tuple(tuple(next(places) for _ in team) for team in teams),
            first=first,
            seed=seed,
            **{"title": "", **more},
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants, or of the learners."""
        return tuple(each.name for each in self.entrants) or tuple(
            each.label for each in self.learners
        )

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of all players, each once."""
        return tuple(dict.fromkeys(each.player.text for each in self.entrants))

    @property
    def seats(self) -> int:
        """How many play a match; the most where games differ."""
        return max(game.players for game in self.games)

    @property
    def waits(self) -> bool:
        """Whether a round depends on the results of the round before it."""
        return self.kind == LADDER or (self.is_tournament and KINDS[self.kind].waits)

    @property
    def is_tournament(self) -> bool:
        """Whether its kind is one of KINDS."""
        return self.kind in KINDS

    @property
    def ends_itself(self) -> bool:
        """Whether the results decide how many rounds there are, as in a knockout."""
        return self.is_tournament and not KINDS[self.kind].asked

    @property
    def not_repeatable(self) -> tuple[str, ...]:
        """The names of those whose moves depend on time or on an outside program."""
        return tuple(
            each.name
            for each in self.entrants
            if any(
                isinstance(one, External) or one.limits.seconds is not None
                for one in within(each.player)
            )
        )

    def groups(self, game: Game) -> int:
        """How many groups meet in a game in each round; in a knockout, in all of it."""
        if self.kind == SERIES:
            return len(self.teams)
        if self.kind in QUESTIONS:
            return self._of_each_round
        return KINDS[self.kind].groups(len(self.entrants), len(self.challengers), game.players)

    @property
    def _of_each_round(self) -> int:
        """How much there is to do for each of the `rounds` where nobody meets."""
        least, most = self.plies
        return most - least + 1 if self.kind == HEURISTIC else len(self.entrants)

    @property
    def most_matches(self) -> int:
        """The matches, if there are openings for all of them, and without a knockout's replays; 0
        without an end. Where nobody meets, the searches, positions or learners.
        """
        if self.kind == LEARNING:
            return len(self.learners)
        rounds = 1 if self.ends_itself else self.runs * (self.rounds or 0)
        turns = [1 if self.kind in (SERIES, *QUESTIONS) else game.players for game in self.games]
        return sum(
            rounds * self.groups(game) * self.openings.each * each
            for game, each in zip(self.games, turns, strict=True)
        )

    def identity(self) -> dict[str, Any]:
        """What results belong to: all that decides them, apart from the number of rounds."""
        return {
            "kind": self.kind,
            "games": [
                {"name": game.name, "parameters": dict(game.values), "rules": _rules(game)}
                for game in self.games
            ],
            "players": [
                {"name": each.name, "player": each.player.text, **self._learned(each.player)}
                for each in self.entrants
            ],
            "challengers": list(self.challengers),
            "openings": {
                "plies": self.openings.plies,
                "balanced": self.openings.balanced,
                "file": _digest(self.openings.file),
                "each": self.openings.each,
            },
            "adjudicate": self.adjudicate,
            "seed": self.seed,
            "generator": GENERATOR,
            **({"rounds": self.rounds} if self.kind == "swiss" else {}),
            **({"stamp": self.stamp} if self.stamp else {}),
            **({"teams": self.teams, "first": self.first} if self.kind == SERIES else {}),
            **({"begin": self.begin} if self.kind == LADDER else {}),
            **(self._questioned() if self.kind in QUESTIONS else {}),
        }

    def _questioned(self) -> dict[str, Any]:
        """What the answers belong to where nobody meets."""
        return {
            "plies": list(self.plies),
            "heuristics": [
                _digest(self.folder / name) if name.endswith(SUFFIX) else name
                for name in self.heuristics
            ],
            "learners": [vars(each) for each in self.learners],
            **({} if self.kind == SEARCH else {"rounds": self.rounds}),
        }

    def _learned(self, player: Player) -> dict[str, list[str]]:
        """The marks of the weights that a player plays by: a file may be trained further."""
        learners = [each for each in within(player) if isinstance(each, Learned)]
        marks = [each.mark(game) for each in learners for game in self.games]
        return {"learned": marks} if marks else {}


def numbered(texts: Sequence[str]) -> tuple[str, ...]:
    """Texts, with a number after each that occurs more than once."""
    return tuple(
        text if texts.count(text) == 1 else f"{text} #{texts[: at + 1].count(text)}"
        for at, text in enumerate(texts)
    )


def _rules(game: Game) -> str:
    return str(stamp(game)["rules"][:12])


def _digest(file: Path | None) -> str | None:
    return None if file is None else hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def within(player: Player) -> Iterator[Player]:
    """A player, and those whose moves it plays, as `mixed` does those of its inner player."""
    yield player
    if is_dataclass(player):
        for each in fields(player):
            inner = getattr(player, each.name)
            if isinstance(inner, Player):
                yield from within(inner)


def _check(plan: Plan) -> None:
    for game in plan.games:
        require_game(game)
    if not plan.games:
        raise RunError("a tournament needs a game")
    seats = {game.players for game in plan.games}
    if plan.test is not None and (plan.kind, len(plan.entrants), seats) != (ROUND_ROBIN, 2, {2}):
        raise RunError(f"a test compares 2 players, in a {ROUND_ROBIN} of games for 2")
    if plan.kind == SERIES:
        _check_series(plan)
        return
    if plan.kind == LADDER:
        _check_players(plan)
        return
    if plan.kind in QUESTIONS:
        for entrant in plan.entrants:
            entrant.player.check(plan.games[0])
        return
    if not plan.is_tournament:
        raise RunError(f"a tournament is one of {', '.join(KINDS)}, and not {plan.kind!r}")
    if plan.rounds is None or plan.rounds < 1:
        raise RunError(f"a tournament has 1 round or more, and not {plan.rounds}")
    if plan.openings.each < 1:
        raise RunError(f"players meet in 1 opening or more, and not {plan.openings.each}")
    for game in plan.games:
        _check_openings(plan, game)
        if plan.adjudicate and game.players != SOLVABLE:
            raise RunError(
                f"only games for {SOLVABLE} players are adjudicated: {game.title} is for "
                f"{game.players} here"
            )
    _check_players(plan)
    if plan.test is None and plan.most_matches > MOST_MATCHES:
        raise RunError(
            f"a tournament has at most {MOST_MATCHES:,} matches, and these players would have "
            f"{plan.most_matches:,}: give fewer rounds"
        )
    if plan.waits and len({game.players for game in plan.games}) > 1:
        raise RunError(f"a {plan.kind} tournament takes games for the same number of players")
    KINDS[plan.kind].check(len(plan.entrants), plan.seats)


def _check_series(plan: Plan) -> None:
    if plan.rounds is not None and plan.rounds < 1:
        raise RunError(f"a series has 1 round or more, and not {plan.rounds}")
    if plan.first not in FIRST:
        raise RunError(
            f"first is one of {', '.join(FIRST)}, and not {plan.first!r}: "
            "it says who begins each round"
        )
    (game,) = plan.games
    for team in plan.teams:
        for player in computers(game, [plan.entrants[one].player for one in team]):
            player.check(game)


def _check_openings(plan: Plan, game: Game) -> None:
    plies = plan.openings.plies
    if plies is not None and not 0 <= plies < game.max_plies:
        raise RunError(
            f"openings of {game.title} have 0 to {game.max_plies - 1} plies, and not {plies}"
        )
    if plan.openings.balanced and game.players != SOLVABLE:
        raise RunError(
            f"only openings for {SOLVABLE} players are balanced: {game.title} is for "
            f"{game.players} here"
        )
    if plan.openings.file is not None and plan.openings.balanced:
        raise RunError("openings come from a file or are balanced: give one of them")


def _check_players(plan: Plan) -> None:
    for name in (plan.title, *plan.names):
        if not name.strip() or visible(name) != name:
            raise RunError(f"a title and a name are a line of text, and not {name!r}")
    names = [name.casefold() for name in plan.names]
    for entrant in plan.entrants:
        if names.count(entrant.name.casefold()) > 1:
            raise RunError(
                f"two players are called {entrant.name!r}: give each a name of its own, under "
                "[[players]]"
            )
        for game in plan.games:
            try:
                entrant.player.check(game)
            except PlayerError as error:
                raise RunError(f"{entrant.name}: {error}") from None
    count = len(plan.entrants)
    if count < plan.seats:
        raise RunError(
            f"a tournament needs {plan.seats} players or more, one for each seat, and not {count}"
        )
    if plan.kind == LADDER or not KINDS[plan.kind].challenged:
        if plan.challengers:
            raise RunError(f"challengers play a gauntlet, and not a {plan.kind}")
        return
    if not plan.challengers or count - len(plan.challengers) < plan.seats - 1:
        raise RunError(
            f"a {plan.kind} needs challengers, and enough others for them to meet: give the names "
            "of some players as challengers"
        )


def titles(plan: Plan) -> str:
    """The games in words."""
    return ", ".join(map(full_title, plan.games))
