"""The page of a run that has matches: its parts, which the app shows too, and all of it as one
file, for `plyground tournament --html`.

A file has the table, the cross table, the figures with the ratings as a chart, what must be said
beside them, and every match with its moves, to step through. For a class it has a part for each
pupil. It asks for nothing from elsewhere, and its policy allows its own style and script alone.
Without scripts the moves of a match are a line of text.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from plyground.analysis.review_view import hints_of
from plyground.analysis.reviewed import player_name
from plyground.arena.answers import Answer, amount
from plyground.arena.exactness import NOTHING, Exactness, Slip
from plyground.arena.headline import games_text, half_text, headline, how_text, names_of
from plyground.arena.meeting import Played
from plyground.arena.plan import SERIES, Plan
from plyground.arena.report import FIGURES
from plyground.arena.statistics import wilson
from plyground.arena.table import Line, Table
from plyground.arena.tournament_report import (
    exact_text,
    notes,
    openings_text,
    points_text,
    rated_lines,
    rating_text,
    result_text,
    score_text,
)
from plyground.browser.geometry import geometry
from plyground.browser.pages import hash_source
from plyground.browser.scripts import joined, look, page_text, with_automatic
from plyground.players import AtLevel, External, Learned, Player
from plyground.position import SELF_TAUGHT, CannotError, Game, Position
from plyground.position.face import capital
from plyground.render.elements import tag
from plyground.render.experiment_charts import Heading, usual_palette
from plyground.render.faces import face, plain_face
from plyground.render.palette import Palette
from plyground.render.rating_chart import rating_chart
from plyground.render.svg import svg

_LISTED = 5_000  # matches with their moves; a browser takes no more
_STEPPED = 1_000  # of them with their boards
_SLIPS = 6  # that a pupil's part shows
_VERSUS = " \N{EN DASH} "
_WORTHS = {1: "a win", 0: "a draw", -1: "a loss"}

_DOCUMENT = """<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}
</main>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""


Link = Callable[[int, int], str | None]
"""Gives the address of the matches of two entrants, by number; None if there is none."""


class Parts:
    """The parts of the page of a run that has matches."""

    def __init__(
        self, standings: Table, found: Exactness = NOTHING, link: Link | None = None
    ) -> None:
        """`link` leads from a cell of the cross table."""
        self.table, self.found = standings, found
        self.names = names_of(standings)
        self._link = link or (lambda _one, _other: None)
        played = len(standings.played)
        self._weight = standings.independent / played if played else 1.0

    def face(self, player: int) -> str:
        """The face of an entrant."""
        return face_of(self.table.plan.entrants[player].player, self.table.plan.games[0])

    def _named(self, player: int) -> str:
        return tag(
            "span", self.face(player), tag("b", html.escape(self.names[player])), class_="who"
        )

    def ranking(self) -> str:
        """The entrants with their points as bars, and how sure so many matches make them."""
        lines = self.table.ranking
        counts = {self.table.possible(line) for line in lines}
        heads = (tag("th", each, scope="col") for each in ("Place", "Player", "Share", "Points"))
        rows = [
            tag(
                "tr",
                tag("td", str(line.place), class_="place"),
                tag("th", self._named(line.player), scope="row"),
                tag("td", self._bar(line), class_="bars"),
                tag("td", tag("b", half_text(line.points)), class_="points"),
            )
            for line in lines
        ]
        most = counts.pop() if len(counts) == 1 else 0
        if lines:
            scale = (half_text(most * part / 2) if most else "\u00a0" for part in range(3))
            marks = tag("span", *(tag("span", each) for each in scale), class_="scale")
            rows.append(tag("tr", tag("td", ""), tag("td", ""), tag("td", marks), tag("td", "")))
        games = "game makes" if most == 1 else "games make"
        of = f"Points of {most:,}. " if most else "Points. "
        note = f"{of}The line through a bar: how sure {f'{most:,} ' if most else 'its '}{games} it."
        head = tag("thead", tag("tr", *heads), class_="visually-hidden")
        whole = tag("table", head, tag("tbody", *rows), class_="rank")
        return whole + tag("p", note, class_="muted small")

    def _bar(self, line: Line) -> str:
        """The share of the points that could be had, and its 95 % interval."""
        total = self.table.possible(line)
        share = line.points / total if total else 0.0
        axis = tag("rect", width=100, height=24, class_="axis")
        drawn = [axis, tag("rect", width=round(100 * share, 2), height=24, class_="share")]
        if total:
            low, high = wilson(line.points, total, total * self._weight)
            at = {"x1": round(100 * low, 2), "x2": round(100 * high, 2), "y1": 12, "y2": 12}
            drawn += [
                tag("line", **at, class_="error"),
                tag("rect", x=round(100 * share - 1, 2), width=2, height=24, class_="mark"),
            ]
        words = f"{100 * share:.0f} %"
        return tag("svg", *drawn, viewBox="0 0 100 24", preserveAspectRatio="none", role="img",
                   aria_label=words)  # fmt: skip

    def crosstable(self) -> str:
        """The points of each entrant against each other one, in the order of the table."""
        lines, fields = self.table.ranking, self.table.crosstable
        heads = [tag("td", "")]
        for line in lines:
            name = tag("span", html.escape(self.names[line.player]), class_="visually-hidden")
            heads.append(
                tag("th", self.face(line.player), name, scope="col", title=self.names[line.player])
            )
        rows = []
        for line in lines:
            cells = [
                self._field(line.player, other.player, *fields[line.player][other.player])
                for other in lines
            ]
            rows.append(tag("tr", tag("th", self._named(line.player), scope="row"), *cells))
        most = max((matches for row in fields for _, matches in row), default=0)
        note = tag("p", f"Points of {most:,}, read along the row.", class_="muted small")
        head, body = tag("thead", tag("tr", *heads)), tag("tbody", *rows)
        return note + tag("table", head, body, class_="crosstable")

    def _field(self, player: int, other: int, points: float, matches: int) -> str:
        if player == other:
            return tag("td", tag("span", ""), class_="self")
        if not matches:
            return tag("td", tag("span", ""))
        text = half_text(points)
        mine, theirs = self.names[player], self.names[other]
        words = f"{mine} against {theirs}: {points_text(points)} of {matches:,}"
        kind = "better" if points > matches / 2 else "worse" if points < matches / 2 else "even"
        link = self._link(player, other)
        if link is None:
            return tag("td", tag("span", text, title=words), class_=kind)
        at = f"cell-{player}-{other}"
        return tag("td", tag("a", text, href=link, id=at, aria_label=words), class_=kind)

    def figures(self) -> str:
        """What is behind the points: ratings, results, effort; and what must be said of them."""
        rated = self.table.rated
        columns: dict[str, Callable[[Line], str]] = {
            "Player": lambda line: self.names[line.player],
            "Elo": lambda line: rating_text(rated.get(line.name)),
            **{each.page: each.cell for each in FIGURES if each.page},
        }
        if self.found.shares:
            columns["Exact"] = lambda line: exact_text(self.found, line.player)
        heads = [tag("th", head, scope="col") for head in columns]
        rows = []
        for line in self.table.ranking:
            first, *rest = (html.escape(of(line)) for of in columns.values())
            cells = (tag("td", each) for each in rest)
            rows.append(tag("tr", tag("th", first, scope="row"), *cells))
        said = "".join(tag("li", html.escape(note)) for note in notes(self.table, self.found))
        whole = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows), class_="figures")
        return scrolled("Figures", whole) + tag("ul", said, class_="muted notes")


def answer_part(answer: Answer, plan: Plan) -> str:
    """What a question has been answered with: words, table, chart."""
    work = tag("p", html.escape(answer.work)) if answer.work else ""
    warning = tag("p", html.escape(answer.warning), class_="muted") if answer.warning else ""
    if not answer.chart:
        return work + warning
    made, notes = answer.table, [*answer.table.notes, *filter(None, [plan.author])]
    first, *others = made.heads
    others = others if plan.heuristics else [capital(head) for head in others]
    heads = [tag("th", html.escape(capital(first)), scope="col")]
    heads += [tag("th", html.escape(head), scope="col", class_="figure") for head in others]
    rows = []
    for label, *cells in made.rows:
        figures = (tag("td", _with_range(each), class_="figure") for each in cells)
        rows.append(tag("tr", tag("th", html.escape(label), scope="row"), *figures))
    whole = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows))
    said = [tag("p", html.escape(note), class_="muted small lines") for note in notes]
    lines = [note for note, text in zip(said, notes, strict=True) if text.count("\n") > 1]
    said = [note for note in said if note not in lines]
    if lines:
        before = tag("summary", "As the old program printed it")
        said.append(tag("details", before, tag("div", *lines, class_="before")))
    return work + warning + tag(
        "div",
        tag("div", scrolled("The answer as a table", whole), *said, class_="card"),
        tag("div", answer.chart, class_="drawn chart"),
        class_="answer",
    )  # fmt: skip


def _with_range(text: str) -> str:
    """A figure, and what is behind it in brackets below it where there is no room."""
    figure, bracket, rest = text.partition(" (")
    return html.escape(figure) + (" " + tag("small", html.escape(f"({rest}")) if bracket else "")


def face_of(player: Player, game: Game) -> str:
    """The face of an entrant: its own, a depth, or that of any computer."""
    if isinstance(player, AtLevel):
        return face(player.called(game).short)
    if isinstance(player, Learned) and player.plies == SELF_TAUGHT.depth:
        return face(SELF_TAUGHT.name)
    depth = player.limits.depth
    return plain_face("computer" if depth is None else str(depth))


def run_page(
    standings: Table,
    expected: int,
    found: Exactness,
    left_out: Sequence[str] = (),
    of_a_class: bool = False,
    answer: Answer | None = None,
) -> str:
    """The page as one file of HTML. `left_out` are the faults of programs that could not play; of a
    question it has the `answer` in the place of standings.
    """
    report = _Report(standings, expected, found, left_out, of_a_class, answer)
    style = "".join([look(), page_text("run_file.css"), page_text("run.css"), *report.colours()])
    script = joined("browser/report.js")
    policy = (
        f"default-src 'none'; style-src {hash_source(style)}; script-src {hash_source(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    return _DOCUMENT.format(
        policy=policy,
        title=html.escape(standings.plan.title),
        style=style,
        body="\n".join(report.parts()),
        data=json.dumps(report.data(), separators=(",", ":")).replace("<", "\\u003c"),
        script=script,
    )


class _Report:
    def __init__(
        self,
        standings: Table,
        expected: int,
        found: Exactness,
        left_out: Sequence[str],
        of_a_class: bool,
        answer: Answer | None,
    ) -> None:
        self._answer = answer
        self._standings, self._expected, self._found = standings, expected, found
        self._left_out, self._of_a_class = left_out, of_a_class
        self._plan = standings.plan
        self._parts = Parts(standings, found, self._link)
        self._names = self._parts.names
        rows = zip(self._plan.teams, self._plan.rows, strict=False)
        self._labels = {tuple(sorted(team)): row.label for team, row in rows}
        self._groups: dict[tuple[int, ...], list[Played]] = {}
        for each in standings.played:
            self._groups.setdefault(tuple(sorted(each.meeting.group)), []).append(each)
        # Each group has its part of what a browser can take.
        self._listed, self._stepped = self._parts_of(_LISTED), self._parts_of(_STEPPED)
        self._positions = [(slip, self._before(slip)) for slip in found.slips]

    def _parts_of(self, most: int) -> dict[int, int]:
        """Of at most so many matches, those that the groups share evenly, numbered; by identity."""
        whole = len(self._standings.played) <= most
        each = most if whole else max(1, most // max(1, len(self._groups)))
        chosen = [one for matches in self._groups.values() for one in matches[:each]]
        return {id(one): number for number, one in enumerate(chosen)}

    def colours(self) -> Iterator[str]:
        """The colours of the chart and of each game's boards, where the page is dark."""
        palettes = {".chart": usual_palette(variables=True)}
        for number, game in enumerate(self._plan.games):
            palettes[f".game-{number}"] = Palette(game.colours)
        rules = []
        for within, palette in palettes.items():
            values = palette.dark() | palette.dark_graphs()
            written = " ".join(f"{name}: {value};" for name, value in values.items())
            rules.append(f':root[data-theme="dark"] {within} {{ {written} }}\n')
        yield with_automatic("".join(rules))

    def parts(self) -> Iterator[str]:
        """The sections of the page, from top to bottom."""
        if self._answer is not None:
            yield self._asked(self._answer)
            yield answer_part(self._answer, self._plan)
            yield self._matches()
            return
        yield self._head()
        yield _card("Table", self._parts.ranking())
        yield _card("Who beat whom", scrolled("Who beat whom", self._parts.crosstable()))
        yield _card("Figures", self._parts.figures(), self._chart())
        if self._left_out:
            items = (tag("li", html.escape(why)) for why in self._left_out)
            yield _card("Left out, because they cannot play", tag("ul", *items, class_="faults"))
        if self._of_a_class:
            yield from (
                self._pupil(line)
                for line in self._standings.ranking
                if isinstance(self._plan.entrants[line.player].player, External)
            )
        yield self._matches()

    def _head(self) -> str:
        plan, played = self._plan, len(self._standings.played)
        over = played >= self._expected
        found = headline(self._standings, over)
        crown = "".join(self._parts.face(player) for player in found.named)
        how = how_text(plan, played, self._expected, over)
        openings = "" if plan.kind == SERIES else f" {openings_text(plan)}"
        return tag(
            "header",
            tag("p", html.escape(plan.title), class_="muted") if plan.title else "",
            tag("h1", crown, html.escape(found.words)),
            tag("p", html.escape(f"{how}{openings} Seed {plan.seed}.")),
        )

    def _asked(self, answer: Answer) -> str:
        plan = self._plan
        how = f"{games_text(plan)}. {capital(amount(plan))}. Seed {plan.seed}."
        return tag(
            "header",
            tag("h1", html.escape(plan.question)),
            tag("p", tag("strong", html.escape(answer.sentence or "There is no answer yet."))),
            tag("p", html.escape(how)),
        )

    def _chart(self) -> str:
        lines = rated_lines(self._standings)
        if not lines:
            return ""
        heading = Heading("Ratings", "", "Ratings in Elo with their 95 % errors.", drawn=False)
        chart = rating_chart(heading, lines, usual_palette(variables=True))
        return tag("h3", "Ratings in Elo") + tag("div", chart, class_="chart")

    def _link(self, player: int, other: int) -> str | None:
        """To the matches of two, further down."""
        both = (group for group in self._groups if player in group and other in group)
        return next((f"#{_id(group)}" for group in both), None)

    # The matches

    def _matches(self) -> str:
        groups = [self._group(group, each) for group, each in self._groups.items()]
        return _card("Matches", *groups)

    def _group(self, group: tuple[int, ...], matches: Sequence[Played]) -> str:
        points = {player: sum(each.half_points(player) for each in matches) / 2
                  for player in group}  # fmt: skip
        names = html.escape(self._labels.get(group, "")) or _VERSUS.join(
            html.escape(self._names[player]) for player in group
        )
        score = " : ".join(points_text(points[player]) for player in group)
        listed = [self._match(each) for each in matches if id(each) in self._listed]
        if rest := len(matches) - len(listed):
            listed.append(tag("p", f"{rest:,} more are in the file of results.", class_="muted"))
        return tag(
            "details",
            tag("summary", names, " ", tag("b", score)),
            tag("div", *listed, class_="matches"),
            class_="pair",
            id=_id(group),
        )

    def _match(self, played: Played) -> str:
        names = _VERSUS.join(html.escape(self._names[player]) for player in played.seating)
        result = html.escape(result_text(played, self._names))
        number, opening = self._stepped.get(id(played)), len(played.meeting.opening)
        given, own = played.match.moves[:opening], played.match.moves[opening:]
        moves = [tag("span", html.escape(" ".join(given)), class_="given")] if given else []
        moves.append(html.escape(" " + " ".join(own)))
        return tag(
            "details",
            tag("summary", names, " ", tag("b", score_text(played)), " ", tag("span", result)),
            tag(
                "div",
                tag("p", *moves, class_="moves"),
                class_=f"game-{played.meeting.game}",
                data_match=None if number is None else str(number),
            ),
            class_="match",
        )

    def data(self) -> dict[str, Any]:
        """What the script needs to draw the matches' positions."""
        boards = [_board(game) for game in self._plan.games]
        return {
            "boards": boards,
            "starts": [
                list(game.position().cells) if board else []
                for game, board in zip(self._plan.games, boards, strict=True)
            ],
            "matches": [
                _steps(each, self._plan.games[each.meeting.game])
                for matches in (self._groups.values() if all(boards) else ())
                for each in matches
                if id(each) in self._stepped
            ],
        }

    # A class

    def _pupil(self, line: Line) -> str:
        parts = [tag("p", html.escape(self._result(line)))]
        faults = [(why, times) for name, why, times in self._standings.forfeits
                  if name == line.name]  # fmt: skip
        if faults:
            told = (
                f"Forfeited {times:,} match{'' if times == 1 else 'es'}: {why}"
                for why, times in faults
            )
            items = (tag("li", html.escape(each)) for each in told)
            parts += [tag("h3", "Its own faults"), tag("ul", *items, class_="faults")]
        parts += [tag("h3", "Games"), tag("ul", *self._games(line.player), class_="games")]
        slips = self._slips(line.player)
        if slips:
            parts += [tag("h3", "Where value was lost"), tag("ul", *slips, class_="slips")]
        return _card(f"{line.place}. {self._names[line.player]}", *parts, class_="card pupil")

    def _result(self, line: Line) -> str:
        rating = rating_text(self._standings.rated.get(line.name))
        said = [
            f"{points_text(line.points)} points: {line.wins:,} won, {line.draws:,} drawn, "
            f"{line.losses:,} lost."
        ]
        if rating:
            said.append(f"Elo {rating}.")
        share = self._found.shares.get(line.player)
        if share is not None:
            said.append(
                f"{exact_text(self._found, line.player)} of {share.moves:,} moves kept the value "
                "that best play gives."
            )
        return " ".join(said)

    def _games(self, player: int) -> Iterator[str]:
        for group, matches in self._groups.items():
            if player not in group:
                continue
            points = sum(each.half_points(player) for each in matches) / 2
            others = " and ".join(self._names[each] for each in group if each != player)
            words = f"{points_text(points)} of {len(matches):,} against {others}"
            yield tag("li", tag("a", html.escape(words), href=f"#{_id(group)}"))

    def _slips(self, player: int) -> list[str]:
        """The worst and earliest moves that lost value, each position once."""
        own = [
            (slip, position)
            for slip, position in self._positions
            if slip.played.seating[position.turn] == player
        ]
        own.sort(key=lambda each: (each[0].after - each[0].before, each[0].ply))
        once: dict[Any, tuple[Slip, Position]] = {}
        for slip, position in own:
            once.setdefault((position.game, position.state, slip.move), (slip, position))
        return [self._slip(*each) for each in list(once.values())[:_SLIPS]]

    def _before(self, slip: Slip) -> Position:
        game = self._plan.games[slip.played.meeting.game]
        return game.position(slip.played.match.moves[: slip.ply])

    def _slip(self, slip: Slip, position: Position) -> str:
        spoken = position.game.face.wording.spoken
        picture = replace(
            position.picture(), hints=hints_of(position, slip.better), last=frozenset()
        )
        seating, turn = slip.played.seating, position.turn
        other = self._names[seating[1 - turn]]
        words = (
            f"Move {slip.ply + 1} against {other}, as {player_name(position.game, turn)}: "
            f"{spoken(slip.move)} turned {_WORTHS[slip.before]} into {_WORTHS[slip.after]}."
        )
        if slip.better:
            *first, last = map(spoken, slip.better)
            better = f"{', '.join(first)} or {last}" if first else last
            words += f" {capital(better)} would have kept it: marked on the board."
        drawn = svg(picture, size=240, variables=True)
        kind = f"slip game-{slip.played.meeting.game}"
        return tag("li", drawn, tag("p", html.escape(words)), class_=kind)


def _id(group: Sequence[int]) -> str:
    return "players-" + "-".join(map(str, group))


def _card(title: str, *inside: str, class_: str = "card") -> str:
    return tag("section", tag("h2", html.escape(title)), *inside, class_=class_)


def scrolled(name: str, whole: str) -> str:
    """What may be wider than the page."""
    return tag("div", whole, class_="scroll", tabindex="0", role="region", aria_label=name)


def _board(game: Game) -> dict[str, Any] | None:
    try:
        return geometry(game)
    except CannotError:
        return None


def _steps(played: Played, game: Game) -> dict[str, Any]:
    """A match's positions, each as what changed: see report.js."""
    steps: list[list[Any]] = []
    before = game.position()
    for position in game.position(played.match.moves).line[1:]:
        old, new = before.cells, position.cells
        changed = [site for site in range(len(new)) if new[site] != old[site]]
        picture = position.picture()
        last, deciding = sorted(picture.last), sorted(picture.deciding)
        step: list[Any] = [[each for site in changed for each in (site, new[site])]]
        if last != changed or deciding:
            step.append(last)
        if deciding:
            step.append(deciding)
        steps.append(step)
        before = position
    return {
        "game": played.meeting.game,
        "moves": list(played.match.moves),
        "opening": len(played.meeting.opening),
        "steps": steps,
    }
