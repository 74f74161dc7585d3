"""Plans in TOML files, read and written; and those that come with this package.

A file has these keys; those in brackets may be left out:

    [title = "Our cup"]
    game = "connect4"                   a game's name, or a .py file beside this one;
    [parameters = { columns = 7 }]      or several, each under [[games]] with these two keys
    [kind = "round robin"]              round robin, gauntlet, swiss or knockout: a tournament;
                                        series, grid, search, heuristic or learning: a question
    [rounds = 1]                        how often everybody meets; the rounds of a Swiss tournament;
                                        matches of a row or of a pair; positions of a search, or of
                                        each ply of heuristics; games of each learner
    [seed = 1]

A tournament:

    players = ["minimax:depth=3", "perfect"]
                                        or each under [[players]] with `player` and a `name`
    [challengers = ["minimax:depth=3"]] of a gauntlet: the names of those who meet all others
    [random = true]                     false: without `random`, the zero of the ratings
    [adjudicate = false]                whether a game ends once the exact solver has its result
    [openings = { plies = 4 }]          random moves before each match, or
                                        { plies = 8, balanced = true } where neither side wins, or
                                        { file = "games.txt", plies = 6 } as in these records;
                                        `each = 2`: so many of them whenever players meet

Everybody meets from the same openings, and from each in every seat.

A question:

    question = "What do depth and pruning change?"
    [experiment = "depth-pruning"]      which of those that come with this package it is
    [author = "..."]                    a note about an author's figures
    [first = "alternate"]               who begins: fixed, alternate, once or random
    [runs = 3]                          how often each row is played, with so many rounds each time

`series`: each row is a series of its own, between the players that it names; or there is one, of
`players`, which may be `endless`.

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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.arena.kinds import KINDS, usual_rounds
from plyground.arena.match import RunError, computers
from plyground.arena.plan import (
    FIRST,
    HEURISTIC,
    LEARNING,
    QUESTIONS,
    ROUND_ROBIN,
    SEARCH,
    SERIES,
    Entrant,
    Figures,
    Openings,
    Plan,
    Row,
)
from plyground.arena.rating import RANDOM
from plyground.arena.toml_table import Table, listed, quoted, stated_game, tabled, text_of
from plyground.arena.warming import new_seed
from plyground.players import Player, PlayerError, parse_player
from plyground.position import Game
from plyground.position.faults import similar
from plyground.position.own_heuristic import SUFFIX
from plyground.search import SOLVABLE

if TYPE_CHECKING:
    from plyground.arena.lessons import Way

GRID = "grid"
"""A series of each pair of players."""

ASKED = (SERIES, GRID, *QUESTIONS)
"""The kinds that answer a question."""

_GAME = ("title", "kind", "game", "parameters", "rounds", "seed")
_OF_TOURNAMENTS = (*_GAME, "games", "players", "challengers", "random", "adjudicate", "openings")
_OF_QUESTIONS = (*_GAME, "question", "experiment", "author")
_KEYS = {
    **dict.fromkeys(KINDS, _OF_TOURNAMENTS),
    SERIES: (*_OF_QUESTIONS, "first", "runs", "rows", "players", "endless"),
    GRID: (*_OF_QUESTIONS, "first", "players"),
    SEARCH: (*_OF_QUESTIONS, "plies", "players"),
    HEURISTIC: (*_OF_QUESTIONS, "plies", "heuristics"),
    LEARNING: (*_OF_QUESTIONS, "learners"),
}
_USUAL_ROUNDS = 10  # of a question


def shipped() -> list[str]:
    """The names of the questions that come with this package."""
    folder = files("plyground.arena") / "experiments"
    return sorted(
        each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml")
    )


def question(name: str) -> Plan:
    """The plan of a question: one that comes with this package, or the TOML file of that path.

    Raises RunError, naming the file and the key, if there is none.
    """
    if name in shipped():
        file = files("plyground.arena") / "experiments" / f"{name}.toml"
        return read(file.read_text(encoding="utf-8"), name, Path(), kinds=ASKED)
    if not name.endswith(".toml"):
        guess = similar(name, shipped())
        accepted = f"{', '.join(shipped())} or the path of a .toml file"
        raise RunError(f"there is no experiment {name!r}{guess or f': give {accepted}'}")
    plan = read(text_of(name, RunError), name, Path(name).parent, kinds=ASKED)
    if plan.asks:
        return plan
    if plan.rounds is None:
        raise RunError(f"{name}: endless: a run without an end is for the app: give rounds")
    row = Row(" against ".join(each.player.text for each in plan.entrants))
    return replace(plan, asks=SERIES, question=plan.title, rows=(row,))


def load(
    name: str, programs: bool = False, others: Sequence[Entrant] = (), stamp: str = ""
) -> Plan:
    """The plan of a tournament in the TOML file of that path. With `programs`, players may be
    outside programs.

    If there are `others`, who come first, the file need not name players; see Plan.stamp.

    Raises RunError, naming the file and the key, if there is none.
    """
    text = text_of(name, RunError)
    return read(text, name, Path(name).parent, programs, others, stamp, tuple(KINDS))


def read(
    text: str,
    source: str,
    folder: Path,
    programs: bool = False,
    others: Sequence[Entrant] = (),
    stamp: str = "",
    kinds: Sequence[str] = (*KINDS, *ASKED),
) -> Plan:
    """The plan that a TOML text states; see `load`. Files are looked for in `folder`."""
    top = Table.of(text, source, RunError)
    kind = _kind(top, kinds)
    top.only(_KEYS[kind])
    try:
        if kind in KINDS:
            return _tournament(top, kind, folder, programs, others, stamp)
        return _question(top, kind, folder)
    except (RunError, PlayerError) as error:
        if str(error).startswith(source):
            raise
        raise type(error)(f"{source}: {error}") from None


def _kind(top: Table, kinds: Sequence[str]) -> str:
    """Its kind, which is one of `kinds`: those that a command takes."""
    usual = ROUND_ROBIN if ROUND_ROBIN in kinds else None
    for key in top.data:
        if not any(key in keys for keys in _KEYS.values()):
            top.only(sorted({key for kind in kinds for key in _KEYS[kind]}))
    stated = top.data.get("kind")
    if stated in _KEYS and stated not in kinds:
        command = "tournament" if stated in KINDS else "experiment"
        raise top.refusal("kind", f"{stated} is played by plyground {command}")
    return top.choice("kind", kinds, usual)


def _tournament(
    top: Table,
    kind: str,
    folder: Path,
    programs: bool,
    others: Sequence[Entrant],
    stamp: str,
) -> Plan:
    games = _games(top, folder)
    entrants = tuple(others)
    if "players" in top.data or not others:
        entrants += _entrants(top, folder, programs)
    if top.flag("random", default=True) and RANDOM not in (each.player.text for each in entrants):
        (zero,) = _parsed([RANDOM], folder)
        entrants = (*entrants, Entrant(RANDOM, zero))
    return Plan(
        games=games,
        entrants=entrants,
        kind=kind,
        rounds=top.whole("rounds", usual_rounds(kind, len(entrants)), least=1),
        openings=_openings(top.table("openings"), folder),
        challengers=_challengers(top, entrants),
        adjudicate=top.flag("adjudicate", default=False),
        seed=top.whole("seed", 1, least=0),
        title=top.text("title", "") or "Tournament",
        stamp=stamp,
        source=top.source,
    )


def _question(top: Table, kind: str, folder: Path) -> Plan:
    more: dict[str, Any] = {"title": top.text("title", "" if "players" in top.data else None)}
    if kind != SERIES or "rows" in top.data or "players" not in top.data:
        more |= {"asks": kind, "title": top.text("title"), "question": top.text("question")}
    game = stated_game(top, folder)
    source = top.text("experiment", "") or top.source
    more |= {"author": top.text("author", ""), "source": source, "folder": folder}
    seed = new_seed(top.whole("seed", None, least=0))
    rounds = top.whole("rounds", _USUAL_ROUNDS, least=1)
    if kind in (SERIES, GRID):
        first = top.choice("first", FIRST, "alternate")
        teams: list[tuple[str, ...]]
        if kind == GRID:
            teams = list(combinations(_compared(top, game, kind), 2))
        elif "asks" in more:
            stated = [_row(each, game) for each in top.tables("rows")]
            more["rows"] = tuple(row for row, _ in stated)
            teams = [texts for _, texts in stated]
        else:
            teams = [top.texts("players")]
            rounds = None if top.flag("endless", default=False) else rounds
        # The file may be a stranger's, and so must not start programs.
        parse = partial(parse_player, folder=folder)
        seated = [computers(game, list(map(parse, team))) for team in teams]
        more["runs"] = top.whole("runs", 1, least=1)
        return Plan.of_series(game, seated, rounds, seed, first, **more)
    texts = _compared(top, game, kind) if kind == SEARCH else ()
    return Plan(
        games=(game,),
        # As the file spells them: what is compared may be a default
        entrants=tuple(map(Entrant, texts, _parsed(texts, folder))),
        kind=kind,
        rounds=rounds,
        seed=seed,
        plies=top.span("plies", (0, game.max_plies // 2), most=game.max_plies - 1),
        heuristics=_heuristics(top, game) if kind == HEURISTIC else (),
        learners=_learners(top, game) if kind == LEARNING else (),
        **more,
    )


def _parsed(texts: Iterable[str], folder: Path) -> list[Player]:
    found = []
    for text in texts:
        player = parse_player(text, folder=folder)
        if player is None:
            raise PlayerError("a human cannot play here: give computer players")
        found.append(player)
    return found


def _games(top: Table, folder: Path) -> tuple[Game, ...]:
    if "games" not in top.data:
        return (stated_game(top, folder),)
    if "game" in top.data:
        raise top.refusal("games", "give game, or several of [[games]]")
    tables = top.tables("games")
    for table in tables:
        table.only(("game", "parameters"))
    games = tuple(stated_game(table, folder) for table in tables)
    if len(set(games)) < len(games):
        raise top.refusal("games", "names a game twice")
    return games


def _entrants(top: Table, folder: Path, programs: bool) -> tuple[Entrant, ...]:
    given = top.data.get("players")
    stated: list[tuple[Table, str, str, str]] = []
    if isinstance(given, list) and any(isinstance(each, dict) for each in given):
        for table in top.tables("players"):
            table.only(("player", "name"))
            text = table.text("player")
            stated.append((table, "player", table.text("name", text), text))
    else:
        stated = [(top, "players", text, text) for text in top.texts("players")]
    parse = partial(parse_player, programs=programs, folder=folder)
    entrants = []
    for table, key, name, text in stated:
        try:
            player = parse(text)
        except PlayerError as error:
            raise table.refusal(key, str(error)) from None
        if player is None:
            raise table.refusal(key, "a human cannot play here: give computer players")
        entrants.append(Entrant(name, player))
    return tuple(entrants)


def _challengers(top: Table, entrants: Sequence[Entrant]) -> tuple[int, ...]:
    if "challengers" not in top.data:
        return ()
    names = [each.name for each in entrants]
    challengers = top.texts("challengers", "names of players")
    for name in challengers:
        if name not in names:
            known = ", ".join(names)
            raise top.refusal("challengers", f"there is no player {name!r}: give {known}")
    return tuple(dict.fromkeys(map(names.index, challengers)))


def _openings(table: Table, folder: Path) -> Openings:
    table.only(("plies", "balanced", "file", "each"))
    file = folder / table.text("file") if "file" in table.data else None
    if file is not None and not file.is_file():
        raise table.refusal("file", f"there is no file {file}")
    return Openings(
        plies=table.whole("plies", None, least=0),
        balanced=table.flag("balanced", default=False),
        file=file,
        each=table.whole("each", 1, least=1),
    )


def _compared(top: Table, game: Game, kind: str) -> tuple[str, ...]:
    players = top.texts("players")
    if kind == GRID and game.players != 2:
        raise top.refusal("game", f"a grid takes a game for 2 players, not {game.players}")
    if len(players) < 2:
        raise top.refusal("players", "takes 2 player texts or more")
    if len(set(players)) < len(players):
        raise top.refusal("players", "names a player twice")
    return players


def _heuristics(top: Table, game: Game) -> tuple[str, ...]:
    if game.players != SOLVABLE:
        raise top.refusal(
            "game", f"heuristics are compared in games for {SOLVABLE} players, not {game.players}"
        )
    names = top.texts("heuristics", "names of heuristics")
    for name in names:
        if name not in game.heuristic_names and not name.endswith(SUFFIX):
            accepted = f" and no .py file: give {', '.join(game.heuristic_names)}"
            guess = similar(name, game.heuristic_names)
            raise top.refusal("heuristics", f"there is no {name!r}{guess or accepted}")
    if not names or len(set(names)) < len(names):
        raise top.refusal("heuristics", "takes 1 name or more, each once")
    return names


def _row(table: Table, game: Game) -> tuple[Row, tuple[str, ...]]:
    table.only(("label", "players", "depth", "line", "author"))
    players = table.texts("players")
    if len(players) != game.players:
        raise table.refusal(
            "players", f"takes {game.players} player texts, one for each seat of {game.title}"
        )
    author = table.table("author")
    author.only(("seconds", "wins"))
    figures = Figures(
        author.number("seconds") if "seconds" in author.data else None,
        author.span("wins") if "wins" in author.data else None,
    )
    depth = table.whole("depth", None, least=0)
    return Row(table.text("label"), depth, table.text("line", ""), figures), players


def _learners(top: Table, game: Game) -> tuple[Way, ...]:
    if "cells" not in game.rules.kernels:
        raise top.refusal("game", f"{game.title} cannot be learned: it has no kernel cells")
    ways = tuple(map(_way, top.tables("learners")))
    if len({way.label for way in ways}) < len(ways):
        raise top.refusal("learners", "names a learner twice")
    return ways


def _way(table: Table) -> Way:
    from plyground.arena.lessons import Way  # which takes a while to import

    table.only(("label", "exploring", "openings", "step", "trace", "symmetry"))
    usual = Way("")
    return Way(
        label=table.text("label"),
        exploring=table.percent("exploring", usual.exploring),
        openings=table.percent("openings", usual.openings),
        step=table.number("step") if "step" in table.data else usual.step,
        trace=table.percent("trace", usual.trace),
        symmetry=table.flag("symmetry", default=usual.symmetry),
    )


# Writing


def as_text(plan: Plan) -> str:
    """The TOML text that states a plan, for files beside its results."""
    lines = [f"title = {quoted(plan.title)}"]
    lines += [f"question = {quoted(plan.question)}"] if plan.asks else []
    lines += [f"experiment = {quoted(plan.source)}"] if plan.source in shipped() else []
    lines.append(f"kind = {quoted(plan.asks or plan.kind)}")
    if plan.rounds is None:
        lines.append("endless = true")
    elif not plan.ends_itself:
        lines.append(f"rounds = {plan.rounds}")
    lines += [f"runs = {plan.runs}"] if plan.runs > 1 else []
    lines.append(f"seed = {plan.seed}")
    lines += [f"author = {quoted(plan.author)}"] if plan.author else []
    if plan.is_tournament:
        return "\n".join([*lines, *_tournament_lines(plan)]) + "\n"
    (game,) = plan.games
    usual = type(game)().values
    values = {name: value for name, value in game.values.items() if value != usual[name]}
    lines.append(f"game = {quoted(game.name)}")
    lines += [f"parameters = {tabled(values)}"] if values else []
    return "\n".join([*lines, *_question_lines(plan)]) + "\n"


def _tournament_lines(plan: Plan) -> list[str]:
    challengers = [plan.names[one] for one in plan.challengers]
    lines = [f"challengers = {listed(challengers)}"] if challengers else []
    openings: dict[str, Any] = {"each": plan.openings.each}
    if plan.openings.plies is not None:
        openings["plies"] = plan.openings.plies
    if plan.openings.balanced:
        openings["balanced"] = "true"
    if plan.openings.file is not None:
        openings["file"] = quoted(str(plan.openings.file.absolute()))
    lines += [
        "random = false",
        f"adjudicate = {str(plan.adjudicate).lower()}",
        f"openings = {tabled(openings)}",
    ]
    for game in plan.games:
        lines += ["", "[[games]]", f"game = {quoted(game.name)}"]
        lines.append(f"parameters = {tabled(game.values)}")
    for each in plan.entrants:
        lines += ["", "[[players]]", f"name = {quoted(each.name)}"]
        lines.append(f"player = {quoted(each.player.text)}")
    return lines


def _question_lines(plan: Plan) -> list[str]:
    lines = [f"first = {quoted(plan.first)}"] if plan.kind == SERIES else []
    teams = [[plan.entrants[one].player.text for one in team] for team in plan.teams]
    if plan.kind in (SEARCH, HEURISTIC):
        lines.append(f"plies = [{plan.plies[0]}, {plan.plies[1]}]")
    if plan.kind == SEARCH:
        lines.append(f"players = {listed(plan.names)}")
    elif plan.kind == HEURISTIC:
        lines.append(f"heuristics = {listed(plan.heuristics)}")
    elif plan.asks == GRID:
        lines.append(f"players = {listed(dict.fromkeys(text for team in teams for text in team))}")
    elif plan.kind == SERIES and not plan.rows:
        lines.append(f"players = {listed(teams[0])}")
    for row, team in zip(plan.rows, teams if plan.rows else (), strict=True):
        lines += ["", "[[rows]]", f"label = {quoted(row.label)}", f"players = {listed(team)}"]
        lines += [] if row.depth is None else [f"depth = {row.depth}"]
        lines += [f"line = {quoted(row.line)}"] if row.line else []
        lines += _author_lines(row.author)
    for way in plan.learners:
        lines += ["", "[[learners]]", f"label = {quoted(way.label)}"]
        percents = {"exploring": way.exploring, "openings": way.openings, "trace": way.trace}
        lines += [f"{name} = {100 * share:.12g}" for name, share in percents.items()]
        lines += [f"step = {way.step}", f"symmetry = {str(way.symmetry).lower()}"]
    return lines


def _author_lines(figures: Figures) -> list[str]:
    values: Mapping[str, Any] = {
        **({} if figures.seconds is None else {"seconds": figures.seconds}),
        **({} if figures.wins is None else {"wins": list(figures.wins)}),
    }
    return [f"author = {tabled(values)}"] if values else []
