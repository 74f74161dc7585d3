"""Makes the moving picture of the README and the start page: `python docs/moving_picture.py`.

It is docs/images/thinking.svg: alpha-beta on a game of tic-tac-toe, drawn from the steps that
`look_inside` records. An SVG with style sheets stays sharp, weighs little, follows the reader's
colour scheme, and shows its last frame to those who want no motion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import plyground as pg

PICTURE = Path(__file__).parent / "images" / "thinking.svg"

MOVES = "617398"  # X has to block, and two of the three moves fail to
SIZE = 720, 690
ROWS = (78, 222, 360, 488)  # the middles of the boards, by ply
BOARDS = (116, 92, 84, 76)  # their sizes
SPEECH = 594
SHARE = 0.3  # of a second, in which things appear
FADED = 0.3  # what is left of a branch that is cut off

STYLE = """\
& { --paper: #fffdf9; --edge: #cdc4b1; --ink: #1d2430; --soft: #5d6675; --card: #fff;
  --accent: #1f5fbf; --x: #1a6fc0; --o: #b96a00; --cut: #b3261e; --mark: #e6effb;
  --draw: #fbf0c8; --draw-ink: #5f4b00; --loss: #fbdcd9; --loss-ink: #8c1d18;
  font-family: "Atkinson Hyperlegible Next", system-ui, "Segoe UI", Roboto, sans-serif; }
@media (prefers-color-scheme: dark) { & { --paper: #1d222b; --edge: #4a5568; --ink: #ece8df;
  --soft: #a7b0bd; --card: #14171d; --accent: #7fb0ff; --x: #6fb4ff; --o: #f0b04f;
  --cut: #ff9c94; --mark: #22344f; --draw: #3e3617; --draw-ink: #f0d67c; --loss: #43211f;
  --loss-ink: #ffb4ad; } }
& .paper { fill: var(--paper); stroke: var(--edge); stroke-width: 2; }
& .ghost { fill: none; stroke: var(--edge); stroke-width: 2.5; stroke-dasharray: 5 6; }
& .edge { fill: none; stroke: var(--soft); stroke-width: 3; }
& .best { fill: none; stroke: var(--accent); stroke-width: 7; stroke-linecap: round; }
& .board { fill: var(--card); stroke: var(--soft); stroke-width: 2.5; }
& .ring { fill: none; stroke: var(--accent); stroke-width: 5; }
& .grid { stroke: var(--edge); stroke-width: 2; }
& .new { fill: var(--mark); }
& .x, & .o { fill: none; stroke: var(--x); stroke-width: 4.5; stroke-linecap: round; }
& .o { stroke: var(--o); }
& .scissors { fill: none; stroke: var(--cut); stroke-width: 6; stroke-linecap: round; }
& .cut { fill: var(--cut); font-weight: 700; }
& .faded { opacity: .3; }
& .off { stroke: var(--cut); }
& text { fill: var(--ink); font-size: 23px; text-anchor: middle; }
& .words { font-size: 30px; }
& .draw rect { fill: var(--draw); } & .draw text { fill: var(--draw-ink); }
& .loss rect { fill: var(--loss); } & .loss text { fill: var(--loss-ink); }
& .value text { font-weight: 700; }
& .only { opacity: 0; } & .only.last { opacity: 1; }
"""


@dataclass(eq=False)
class Place:
    """A board of the tree: a position, where it lies, and when the search enters it."""

    position: pg.Position
    ply: int
    parent: Place | None
    number: int | None  # of its node; None if the search leaves it out
    x: float = 0
    below: list[Place] = field(default_factory=list)
    entered: int = 0  # the beat at which it is seen, or cut off
    valued: int = 0
    best: bool = False

    @property
    def y(self) -> float:
        return ROWS[self.ply]

    @property
    def size(self) -> float:
        return BOARDS[self.ply]


@dataclass(frozen=True)
class Beat:
    """A moment of the film: what is said, for how long, and at which board."""

    said: tuple[str, ...]
    seconds: float
    at: Place


def tree(trace: pg.Trace) -> list[Place]:
    """All boards: those of the search, and those that it leaves out."""
    places: list[Place] = []

    def add(position: pg.Position, number: int | None, parent: Place | None) -> Place:
        place = Place(position, parent.ply + 1 if parent else 0, parent, number)
        places.append(place)
        children = (
            {} if number is None else {trace.nodes[c].move: c for c in trace.nodes[number].children}
        )
        for move in position.moves:
            place.below.append(add(position.play(move), children.get(move), place))
        return place

    add(trace.position, 0, None)
    ends = [place for place in places if not place.below]
    for index, place in enumerate(ends):
        place.x = SIZE[0] * (index + 0.5) / len(ends)
    for place in reversed(places):
        if place.below:
            place.x = sum(each.x for each in place.below) / len(place.below)
    return places


def film(trace: pg.Trace, places: list[Place]) -> list[Beat]:
    """The steps of the search as moments; each board gets the moments that change it."""
    at = {place.number: place for place in places if place.number is not None}
    beats = [Beat(("X to move. Three cells are free.", "Which one is best?"), 1.8, places[0])]
    for step in trace.steps:
        place, move, now = at[step.node], trace.nodes[step.node].move, len(beats)
        if step.action == "enter":
            place.entered = now
            if place.ply == 1:
                beats.append(Beat((f"What if X takes cell {move}?",), 1.1, place))
        elif step.action == "evaluate":
            place.valued = now
            beats.append(Beat((_answer(trace, place),), 1.7, place))
        elif step.action == "cut":
            place.valued = now
            for each in place.below:
                each.entered = each.entered or now
            why = "X already has a draw, and here O wins."
            beats.append(Beat((why, "The other answer is cut off."), 2.6, place))
        elif step.action == "return" and place.ply < 2 and not place.valued:
            place.valued = now
            if place.parent:
                beats.append(Beat((f"So cell {move} is worth a draw.",), 1.5, place))
    for number in trace.principal:
        at[number].best = True
    (best, *_), cut = trace.principal_variation, sum(len(node.pruned) for node in trace.nodes)
    assert cut == 2
    last = (f"Cell {best} is best: it draws.", "Two branches were never looked at.")
    return [*beats, Beat(last, 3.4, places[0])]


def _answer(trace: pg.Trace, leaf: Place) -> str:
    """What O did, and how the game ended."""
    reply = leaf if leaf.ply == 2 else leaf.parent
    assert reply
    assert reply.number is not None
    end = "and wins" if verdict(trace, leaf) == "loss" else "and it is a draw"
    return f"O answers in cell {trace.nodes[reply.number].move}, {end}."


def verdict(trace: pg.Trace, place: Place) -> str:
    """What a position of the search is worth to X."""
    assert place.number is not None
    value = trace.nodes[place.number].value
    assert value is not None
    return "draw" if value == 0 else "win" if value > 0 else "loss"


class Film:
    """The style sheets that show things when their time has come."""

    def __init__(self, beats: list[Beat]) -> None:
        self.begin = [sum(each.seconds for each in beats[:n]) for n in range(len(beats) + 1)]
        self.used: dict[str, str] = {}

    def _percent(self, seconds: float) -> str:
        return f"{100 * min(seconds, self.begin[-1]) / self.begin[-1]:.2f}%"

    def since(self, beat: int) -> str:
        """The class of what appears at a beat, and stays to the end."""
        return self._change(f"s{beat}", beat, SHARE, 0, 1)

    def fading(self, beat: int) -> str:
        """The class of what fades at a beat."""
        return self._change(f"f{beat}", beat, 6 * SHARE, 1, FADED)

    def _change(self, name: str, beat: int, seconds: float, before: float, after: float) -> str:
        start, done = self._percent(self.begin[beat]), self._percent(self.begin[beat] + seconds)
        self.used[name] = f"0%,{start}{{opacity:{before}}}{done},100%{{opacity:{after}}}"
        return name

    def during(self, beat: int) -> str:
        """The class of what is seen at that beat alone."""
        name = f"d{beat}"
        start, end = self.begin[beat], self.begin[beat + 1]
        shown = f"{self._percent(start + SHARE / 2)},{self._percent(end - 0.01)}{{opacity:1}}"
        self.used[name] = (
            f"0%,{self._percent(start)}{{opacity:0}}{shown}{self._percent(end)},100%{{opacity:0}}"
        )
        return name

    def sheet(self) -> str:
        """All of them, for those who do not mind motion."""
        length = f"{self.begin[-1]:.1f}s"
        rules = "".join(
            f"@keyframes {name}{{{frames}}}\n"
            f"#thinking .{name}{{animation:{name} {length} infinite}}\n"
            for name, frames in sorted(self.used.items())
        )
        return f"@media (prefers-reduced-motion: no-preference) {{\n{rules}}}\n"


def svg(trace: pg.Trace) -> str:
    """The whole picture."""
    places = tree(trace)
    beats = film(trace, places)
    show = Film(beats)
    parts = [*edges(places, show, len(beats) - 1)]
    for place in places:
        parts.extend(board(place, show))
    for place in places:
        parts.extend(badges(trace, place, show))
    for number, beat in enumerate(beats):
        parts.append(spoken(beat, show.during(number), number == len(beats) - 1))
    width, height = SIZE
    ending = " ".join(beats[-1].said)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="thinking" viewBox="0 0 {width} {height}" '
        'role="img">\n'
        f"<title>A computer looks ahead in tic-tac-toe. {ending}</title>\n"
        f"<style>\n{STYLE.replace('&', '#thinking')}{show.sheet()}</style>\n"
        f'<rect class="paper" x="1" y="1" width="{width - 2}" height="{height - 2}" rx="18"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def edges(places: list[Place], show: Film, last: int) -> Iterator[str]:
    """The lines of the tree: dashed before the search gets there, solid afterwards."""
    for place in places:
        if above := place.parent:
            line = (
                f'd="M{above.x:g} {above.y + above.size / 2:g}'
                f'L{place.x:g} {place.y - place.size / 2:g}"'
            )
            yield from outline(place, show, f"<path {line}/>")
            if place.number is not None:
                yield f'<path class="edge {show.since(place.entered)}" {line}/>'
            if place.best:
                yield f'<path class="best {show.since(last)}" {line}/>'


def outline(place: Place, show: Film, shape: str) -> Iterator[str]:
    """A dashed line; where the search never comes it turns red when it is cut off, and fades."""
    if place.number is not None:
        yield shape.replace("/>", ' class="ghost"/>')
        return
    cut = place
    while cut.parent and cut.parent.number is None:
        cut = cut.parent
    yield shape.replace("/>", f' class="ghost faded {show.fading(cut.entered)}"/>')
    yield shape.replace("/>", f' class="ghost off only {show.during(cut.entered)}"/>')


def board(place: Place, show: Film) -> Iterator[str]:
    """A board: its outline, and what is on it once the search is there."""
    x, y, size = place.x - place.size / 2, place.y - place.size / 2, place.size
    frame = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" rx="10"'
    yield from outline(place, show, f"<rect {frame}/>")
    if place.number is not None:
        appears = show.since(place.entered) if place.parent else "first"
        yield f'<g class="{appears}"><rect class="board" {frame}/>'
        yield from cells(place, x, y, size / 3)
        yield "</g>"


def cells(place: Place, x: float, y: float, cell: float) -> Iterator[str]:
    """What is on the board; the move just made and a line that wins have a ground of their own."""
    outcome, history = place.position.outcome, place.position.history
    marked = set(outcome.sites) if outcome else set()
    if place.parent:
        marked.add(int(history[-1]) - 1)
    inset = 3
    for site in sorted(marked):
        across, down = x + site % 3 * cell + inset, y + site // 3 * cell + inset
        width = cell - 2 * inset
        corner = f'x="{across:g}" y="{down:g}"'
        yield f'<rect class="new" {corner} width="{width:g}" height="{width:g}"/>'
    for line in (1, 2):
        yield f'<path class="grid" d="M{x + line * cell:g} {y + 5:g}v{3 * cell - 10:g}"/>'
        yield f'<path class="grid" d="M{x + 5:g} {y + line * cell:g}h{3 * cell - 10:g}"/>'
    for site, mark in enumerate(place.position.marks):
        if mark:
            across, down = x + (site % 3 + 0.5) * cell, y + (site // 3 + 0.5) * cell
            yield (
                cross(across, down, cell / 4.4)
                if mark.text == "x"
                else (f'<circle class="o" cx="{across:g}" cy="{down:g}" r="{cell / 3.8:g}"/>')
            )


def cross(x: float, y: float, arm: float, name: str = "x") -> str:
    """Two strokes."""
    across = 2 * arm
    return (
        f'<path class="{name}" d="M{x - arm:g} {y - arm:g}l{across:g} {across:g}'
        f'm0 {-across:g}l{-across:g} {across:g}"/>'
    )


def badges(trace: pg.Trace, place: Place, show: Film) -> Iterator[str]:
    """What a board is worth, or that it is cut off."""
    if place.number is None:
        above = place.parent
        assert above
        if above.number is not None:
            top, bottom = above.y + above.size / 2, place.y - place.size / 2
            x, y = above.x + 0.7 * (place.x - above.x), top + 0.7 * (bottom - top)
            yield f'<g class="{show.since(place.entered)}">{cross(x, y, 11, "scissors")}'
            yield f'<text class="cut" x="{place.x:g}" y="{place.y + 7:g}">cut off</text></g>'
    elif place.valued:
        worth = verdict(trace, place)
        x, y = place.x, place.y + place.size / 2 + 15
        yield f'<g class="value {worth} {show.since(place.valued)}">'
        yield f'<rect x="{x - 34:g}" y="{y - 14:g}" width="68" height="30" rx="15"/>'
        yield f'<text x="{x:g}" y="{y + 9:g}">{worth}</text></g>'


def spoken(beat: Beat, name: str, last: bool) -> str:
    """What is said at a moment, and a ring around the board that it is about."""
    place, kept = beat.at, " last" if last else ""
    half = place.size / 2 + 5
    top = SPEECH + (30 if len(beat.said) == 1 else 12)
    lines = "".join(
        f'<text class="words" x="{SIZE[0] / 2:g}" y="{top + 38 * number:g}">{line}</text>'
        for number, line in enumerate(beat.said)
    )
    return (
        f'<g class="only {name}{kept}"><rect class="ring" x="{place.x - half:g}" '
        f'y="{place.y - half:g}" width="{2 * half:g}" height="{2 * half:g}" rx="14"/>{lines}</g>'
    )


def picture() -> str:
    """The picture of the game that was chosen for it."""
    return svg(pg.look_inside(pg.TicTacToe().position(MOVES)))


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    print(f"{PICTURE}: {PICTURE.stat().st_size:,} bytes")
