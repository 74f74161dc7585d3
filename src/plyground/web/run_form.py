"""The form of runs: its fields become a plan, and a plan its fields.

`kind` says what is made of them: WATCHED for players at one table, a kind of tournaments, or one of
questions. In a tournament `with-NAME` is a box for each of the game's opponents, and `count` says
how many algorithms there are besides, at `kind-1` and so on, as `players_form` has them. In a
question `count` are all players.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from plyground.arena import FIRST, Entrant, Openings, Plan, RunError, computers, new_seed
from plyground.arena.bounds import BoundError, Bounds
from plyground.arena.kinds import KINDS
from plyground.arena.plan import HEURISTIC, LEARNING, SEARCH, SERIES, Row
from plyground.arena.plan_file import GRID, question, shipped
from plyground.players import AtLevel, Player, PlayerError, parse_player
from plyground.position import NO_HEURISTIC, Game, ladder
from plyground.search import SOLVABLE
from plyground.web.errors import RefusedError
from plyground.web.games import field, game_from
from plyground.web.names import TITLE_MOST, one_line
from plyground.web.numbers import cut, decimal, whole, whole_in
from plyground.web.players_form import controls, options_called, people, player_from_form
from plyground.web.services.doing import PAUSE_MOST, USUAL_PAUSE

BOUNDS = Bounds(players=16)
"""How much a run may do here."""

WATCHED = "watch"
"""The kind of a form whose players sit down at one table, to be watched."""

TOURNAMENTS = {name: (kind.label, kind.asked) for name, kind in KINDS.items()}
QUESTIONS = {
    SERIES: ("Each player against one opponent", "games of each player"),
    GRID: ("Everyone against everyone", "games of each pair"),
    SEARCH: ("All search the same positions", "random positions"),
    HEURISTIC: ("Heuristics against the truth", "random positions of each ply"),
    LEARNING: ("Learners that teach themselves the game", "games of each learner"),
}
"""The kinds of tournaments and of questions, and what a round of each is."""

ASKS = {
    SERIES: "What does one setting change?",
    GRID: "Who is the strongest?",
    SEARCH: "How much work is it, and do all find the same score?",
    HEURISTIC: "Which heuristic orders moves as their exact values do, and when?",
}
"""The question of each kind that a form states."""

BEGINS = {
    "alternate": "each player in turn",
    "fixed": "player 1, always",
    "once": "player 1 once, then player 2",
    "random": "chosen at random",
}
"""Who begins a round, in words."""
assert set(BEGINS) == set(FIRST)

BOARDS = (1, 2, 4, 6, 9)
"""How many boards can be watched side by side."""

ALGORITHMS_MOST = 6
"""Players besides the game's opponents for people."""

COMPARED_MOST = 8
"""Players of a question."""

ROUNDS_MOST = 1000
USUAL = {"game": "connect4"}
USUAL_ROUNDS = {WATCHED: 10, "swiss": 0, SERIES: 40, GRID: 10, SEARCH: 50, HEURISTIC: 20}
ROUNDS_OF_TOURNAMENTS = 2
_EACH_MOST = 20  # openings of a meeting
_SEED_MOST = 999_999_999
PLAYS, CHALLENGES = "with-", "challenger-"  # boxes of the form, before the name of a player
_BALANCED = 0.38  # of the longest game: moves before a balanced game
PROPOSED = ("alphabeta:depth=6", "minimax:depth=4", "mcts", "minimax:depth=2", "random", "mcts")
COMPARED = (*(f"minimax:depth={depth}" for depth in range(1, 7)), "mcts", "random")
"""The algorithms of a new form: of a tournament, and of a question."""

RANDOM = "random"


def plan_from(sent: Mapping[str, str]) -> Plan:
    """The plan of a form. Raises PlygroundError."""
    if sent.get("experiment"):
        return _ready(sent)
    kind, game = sent.get("kind", WATCHED), game_from(sent)
    try:
        if kind == WATCHED:
            return _series(sent, game)
        if kind in TOURNAMENTS:
            return _tournament(sent, game, kind)
        if kind in ASKS:
            plan = _question(sent, game, kind)
            BOUNDS.check(plan)
            return plan
    except BoundError as error:
        raise RefusedError(str(error), "rounds" if error.about == "rounds" else "") from None
    except RunError as error:
        raise RefusedError(str(error), "players") from None
    raise RefusedError("choose who meets whom, or what is compared", "kind")


def _ready(sent: Mapping[str, str]) -> Plan:
    """A question that comes with Plyground."""
    if sent["experiment"] not in shipped():
        raise RefusedError("there is no experiment of this name")
    plan = question(sent["experiment"])
    rounds = plan.rounds
    if "rounds" in sent:
        rounds = whole_in(sent, "rounds", 1, BOUNDS.rounds_for(plan), "the rounds are")
    plan = replace(plan, rounds=rounds, seed=_seed(sent))
    try:
        BOUNDS.check(plan)
    except BoundError as error:
        raise RefusedError(str(error), "rounds") from None
    return plan


def _seed(sent: Mapping[str, str]) -> int:
    if sent.get("seed"):
        return whole_in(sent, "seed", 0, _SEED_MOST, "a seed is")
    return new_seed(None) % (_SEED_MOST + 1)


def _series(sent: Mapping[str, str], game: Game) -> Plan:
    """Players at one table, round after round."""
    first = sent.get("first", "alternate")
    if first not in FIRST:
        raise RefusedError(f"first is one of {', '.join(FIRST)}", "first")
    seats = range(1, game.players + 1)
    usual = {f"kind-{seat}": usual_at(game, WATCHED, seat, game.players) for seat in seats}
    seated = [_computer(usual | dict(sent), seat) for seat in seats]
    try:
        team = computers(game, seated)
        for player in team:
            player.check(game)
    except PlayerError as error:
        raise RefusedError(str(error), "kind-1") from None
    endless = "endless" in sent
    wording = game.face.manner("as-before" in sent).wording
    wished = sent.get("rounds", str(USUAL_ROUNDS[WATCHED]))
    read = wording.rounds if wording.rounds_taken else rounds_wished
    rounds = None if endless else read(wished)
    *others, last = (player.called(game).short for player in team)
    title = field(sent, "title") or f"{', '.join(others)} and {last}"
    return Plan.of_series(
        game, [team], rounds, _seed(sent), first,
        title=one_line(title, TITLE_MOST, "a title", "title"),
    )  # fmt: skip


def rounds_wished(text: str) -> int:
    """How many rounds a text asks for: 1 to 1,000. Raises RefusedError for anything else."""
    wished = whole(text.replace(",", "")) or 0
    if not 1 <= wished <= ROUNDS_MOST:
        raise RefusedError(
            f"a run has 1 to {ROUNDS_MOST:,} rounds, and not “{cut(text)}”; or choose Endless",
            "rounds",
        )
    return wished


def _tournament(sent: Mapping[str, str], game: Game, kind: str) -> Plan:
    asked = _asked(sent, game, kind)
    entrants = _entrants(asked, game)
    challengers = [at for at, key in enumerate(asked) if f"{CHALLENGES}{key}" in sent]
    meeting = KINDS[kind]
    if meeting.challenged and not challengers:
        raise RefusedError("choose who challenges the others", "challengers")
    balanced = sent.get("openings") == "balanced"
    if balanced and game.players != SOLVABLE:
        raise RefusedError(f"openings of games for {SOLVABLE} can be balanced", "openings")
    usual = meeting.usual(len(entrants)) or ROUNDS_OF_TOURNAMENTS
    rounds, each = usual, 1
    if meeting.asked and (sent.get("rounds") or not meeting.usual(len(entrants))):
        rounds = whole_in(sent, "rounds", 1, ROUNDS_MOST, "the rounds are", usual)
    if meeting.waits:
        each = whole_in(sent, "each", 1, _EACH_MOST, "the openings of a meeting are", 1)
    plies = int(_BALANCED * game.max_plies) if balanced else None
    if sent.get("plies"):
        plies = whole_in(sent, "plies", 0, game.max_plies - 1, "a number of moves is")
    usual_title = f"{game.title}: {meeting.label.lower()}"
    return Plan(
        games=(game,),
        entrants=entrants,
        kind=kind,
        rounds=rounds,
        openings=Openings(plies=plies, balanced=balanced, each=each),
        challengers=tuple(challengers) if meeting.challenged else (),
        adjudicate="adjudicate" in sent and game.players == SOLVABLE,
        seed=_seed(sent),
        title=_line(sent, "title", usual_title),
    )


def _line(sent: Mapping[str, str], name: str, usual: str) -> str:
    """A text of one line."""
    return one_line(field(sent, name), TITLE_MOST, f"a {name}", name) or usual


def _asked(sent: Mapping[str, str], game: Game, kind: str) -> dict[str, Player]:
    """The players of a tournament, by what fields call them. Raises RefusedError."""
    found: dict[str, Player] = {}
    for value in [*(each.value for each in people(game)), RANDOM]:
        if PLAYS + value in sent or (KINDS[kind].challenged and CHALLENGES + value in sent):
            player = parse_player(value)
            assert player is not None
            found[value] = player
    for seat in range(1, count_of(sent, kind) + 1):
        found[str(seat)] = _bounded(sent, seat, game)
    return found


def _entrants(asked: Mapping[str, Player], game: Game) -> tuple[Entrant, ...]:
    """The players under their names. Raises RefusedError."""
    _require_different(asked, game)
    if not game.players <= len(asked) <= BOUNDS.players:
        raise RefusedError(
            f"choose {game.players} to {BOUNDS.players} players, and not {len(asked)}", "players"
        )
    return tuple(Entrant(each.called(game).full, each) for each in asked.values())


def _require_different(asked: Mapping[str, Player], game: Game) -> None:
    names: set[str] = set()
    for key, player in asked.items():
        name = player.called(game).full
        if name in names:
            raise RefusedError(
                f"{name} is there more than once: choose players that differ",
                f"kind-{key}" if key.isdecimal() else "players",
            )
        names.add(name)


def _question(sent: Mapping[str, str], game: Game, kind: str) -> Plan:
    if game.players != SOLVABLE:
        raise RefusedError(
            f"a question here takes a game for {SOLVABLE} players",
            "players" if "players" in game.values else "game",
        )
    usual = USUAL_ROUNDS[kind]
    rounds = whole_in(sent, "rounds", 1, BOUNDS.rounds_of(kind), "the rounds are", usual)
    more: dict[str, Any] = {
        "title": _line(sent, "title", f"{game.title}: my question"),
        "question": _line(sent, "question", ASKS[kind]),
        "asks": kind,
        "source": "the file of the run",
    }
    heuristics = [name for name in heuristics_of(game) if f"heuristic-{name}" in sent]
    if kind == HEURISTIC and not heuristics:
        none = f"{game.title} has no heuristics: choose another game"
        some = heuristics_of(game)
        raise RefusedError(
            *(("choose a heuristic or more", "heuristics") if some else (none, "game"))
        )
    seats = range(1, count_of(sent, kind) + 1) if kind != HEURISTIC else ()
    players = {str(seat): _bounded(sent, seat, game) for seat in seats}
    opponent = players.pop(str(len(seats))) if kind == SERIES else None
    _require_different(players, game)
    compared = list(players.values())
    if kind in (SEARCH, HEURISTIC):
        return Plan(
            games=(game,),
            entrants=tuple(Entrant(each.text, each) for each in compared),
            kind=kind,
            rounds=rounds,
            seed=_seed(sent),
            plies=_plies(sent, game, kind),
            heuristics=tuple(heuristics) if kind == HEURISTIC else (),
            **more,
        )
    first = sent.get("first", "alternate")
    if first not in FIRST:
        raise RefusedError(f"first is one of {', '.join(FIRST)}", "first")
    if opponent is None:
        teams = list(combinations(compared, 2))
    else:
        teams = [(each, opponent) for each in compared]
        more["rows"] = _rows(compared, game)
    return Plan.of_series(game, teams, rounds, _seed(sent), first, **more)


def _rows(players: list[Player], game: Game) -> tuple[Row, ...]:
    """A row for each player. They have a place in the chart if they differ in depth alone."""
    depths = [each.limits.depth for each in players]
    alike = len({type(each) for each in players}) == 1
    by_depth = alike and None not in depths and len(set(depths)) == len(depths)
    return tuple(
        Row(player.called(game).full, depth if by_depth else None)
        for player, depth in zip(players, depths, strict=True)
    )


def heuristics_of(game: Game) -> list[str]:
    """The names of a game's heuristics, without the one that tells nothing apart."""
    return [name for name in game.heuristic_names if name != NO_HEURISTIC]


def usual_plies(game: Game, kind: str) -> tuple[int, int]:
    """Positions that can be searched in a moment; exact values take the solver longer."""
    if kind == HEURISTIC:
        return int(0.29 * game.max_plies), int(0.67 * game.max_plies)
    return 0, game.max_plies // 2


def _plies(sent: Mapping[str, str], game: Game, kind: str) -> tuple[int, int]:
    least, most = (
        whole_in(sent, name, 0, game.max_plies - 1, "a number of plies is", number)
        for name, number in zip(("from", "to"), usual_plies(game, kind), strict=True)
    )
    if least > most:
        raise RefusedError(f"the plies go up: from {most} to {least}, and not from {least}", "from")
    return least, most


def _computer(sent: Mapping[str, str], seat: int) -> Player:
    """The computer at a seat of a form, counted from 1. Raises RefusedError."""
    player = player_from_form(sent, seat)
    if player is None:
        raise RefusedError("a human cannot play here: choose computers", field=f"kind-{seat}")
    return player


def _bounded(sent: Mapping[str, str], seat: int, game: Game) -> Player:
    """The same, within the bounds of this server."""
    player = _computer(sent, seat)
    try:
        BOUNDS.check_player(player)
        player.check(game)
    except BoundError as error:
        about = "kind" if error.about == "players" else error.about
        raise RefusedError(str(error), f"{about}-{seat}") from None
    except PlayerError as error:
        raise RefusedError(str(error), f"kind-{seat}") from None
    return player


def usual_at(game: Game, kind: str, seat: int, count: int) -> str:
    """The usual player of a seat: two neighbours of the ladder, the weaker first."""
    if kind in TOURNAMENTS:
        return PROPOSED[seat - 1]
    if kind in ASKS:
        return RANDOM if kind == SERIES and seat == count else COMPARED[seat - 1]
    rungs = [AtLevel(each.number).text for each in ladder(game.levels)]
    if not rungs:
        return game.face.usual_simulation(game.players).players[seat - 1]
    return rungs[(seat - (0 if len(rungs) > game.players else 1)) % len(rungs)]


def count_of(sent: Mapping[str, str], kind: str) -> int:
    """How many algorithms a tournament has, or players a question with the opponent of all."""
    number = whole(sent.get("count", ""))
    if kind in TOURNAMENTS:
        return number if number is not None and number <= ALGORITHMS_MOST else 0
    return number if number is not None and 2 <= number <= COMPARED_MOST else 4


def boards_of(plan: Plan, sent: Mapping[str, str]) -> int:
    """How many boards a form asks for: no more than there are games. Raises RefusedError."""
    text = sent.get("boards", "1" if plan.kind == SERIES else "4")
    if whole(text) not in BOARDS:
        raise RefusedError(
            f"choose {', '.join(map(str, BOARDS[:-1]))} or {BOARDS[-1]} boards", "boards"
        )
    if plan.asks:
        return 1
    return min(int(text), plan.most_matches or int(text))


def pause_of(plan: Plan, sent: Mapping[str, str]) -> float | None:
    """The seconds between moves that a form asks for: by default where players are watched."""
    if plan.asks or (plan.is_tournament and "pause" not in sent):
        return None
    return pause_wished(sent)


def pause_wished(sent: Mapping[str, str]) -> float | None:
    """The seconds between moves that a form asks for; None for as fast as it goes. Raises
    RefusedError.
    """
    text = sent.get("pause", str(USUAL_PAUSE)).strip()
    seconds = decimal(text)
    if seconds is None or seconds > PAUSE_MOST:
        raise RefusedError(
            f"a pause between moves is 0 to {PAUSE_MOST:g} seconds, such as {USUAL_PAUSE}, "
            f"and not {text!r}",
            "pause",
        )
    return seconds or None


def kinds_of(game: Game, texts: list[str]) -> dict[str, str]:
    """The fields of players, by their texts, at seats counted from 1."""
    fields = {}
    for seat, text in enumerate(texts, 1):
        shown = controls(game, {}, seat, text)
        fields[f"kind-{seat}"] = shown.opponent or shown.kind
        for option in options_called(fields[f"kind-{seat}"]):
            fields[f"{option.name}-{seat}"] = shown.values[option.name]
    return fields
