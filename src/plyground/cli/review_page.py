"""A page of reviewed games that needs nothing else: no server, no other file, no other host.

Without its script every board is shown, one below the other; the script shows one at a time and
lets the reader step with the arrow keys, a click on the graph or in the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from plyground.analysis import Review, ReviewedMove
from plyground.analysis.review_graph import graph
from plyground.analysis.reviewed import (
    GRADE_SIGNS,
    accuracy_text,
    in_words,
    line_heading,
    player_name,
    standing_text,
    worth_text,
)
from plyground.position import Position
from plyground.render.svg import svg

_STYLE = """
:root {
  color-scheme: light dark;
  --ground: #f4f6f9; --card: #fff; --line: #d5dce6; --ink: #1f2733; --quiet: #566273;
  --accent: #1f5fbf; --soft: #e3edfb; --good: #1b7f4b; --fair: #8a6d00; --poor: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14181f; --card: #1d232d; --line: #364152; --ink: #e8edf4; --quiet: #a3afc0;
    --accent: #7fb0ff; --soft: #22344f; --good: #6fd6a1; --fair: #e5c55a; --poor: #ff9c94;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main { max-width: 68rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; margin: .5rem 0; }
h2 { font-size: 1.1rem; margin: 1rem 0 .5rem; }
.game { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: 1rem; margin-bottom: 1.5rem; }
.summary { font-size: 1.15rem; font-weight: 600; margin: .5rem 0; }
.quiet, figcaption { color: var(--quiet); }
svg { max-width: 100%; height: auto; display: block; margin: 0 auto; }
figure { margin: 0; }
.graph svg { width: 100%; }
.parts { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) 15rem; }
.step { margin-bottom: 1.5rem; }
.boards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); }
.boards figcaption { text-align: center; font-weight: 600; margin-top: .3rem; }
.words { min-height: 3em; }
.lines { font-size: .95rem; overflow-wrap: anywhere; }
.keys { display: none; gap: .5rem; align-items: center; margin: .5rem 0; flex-wrap: wrap; }
button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; min-height: 2.75rem; min-width: 2.75rem; padding: .2rem .7rem;
  cursor: pointer; }
button:hover, button[aria-current] { background: var(--soft); border-color: var(--accent); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.moves { list-style: none; margin: 0; padding: 0; display: grid; gap: .25rem; align-content: start;
  grid-template-columns: repeat(auto-fill, minmax(6.6rem, 1fr)); }
.moves button { width: 100%; text-align: left; white-space: nowrap; }
.sign { font-weight: 700; float: right; }
.good .sign { color: var(--good); }
.inaccuracy .sign { color: var(--fair); }
.mistake .sign, .blunder .sign { color: var(--poor); }
.js .keys { display: flex; }
.js .step:not(.now) { display: none; }
.js .ply-point { cursor: pointer; }
.ply-point:hover circle, .ply-point.now circle { stroke: #1f5fbf; stroke-width: 5; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .15rem 1rem .15rem 0; }
@media (max-width: 46rem) {
  .parts { grid-template-columns: minmax(0, 1fr); }
  .graph { overflow-x: auto; }
  .graph svg { min-width: 34rem; max-width: none; }
}
@media print { .keys { display: none !important; } .js .step { display: block !important; } }
"""

_SCRIPT = """
"use strict";
document.documentElement.classList.add("js");
const games = [...document.querySelectorAll(".game")].map((game) => {
  const steps = [...game.querySelectorAll(".step")];
  const told = game.querySelector("output");
  const first = Number(game.dataset.first);
  const last = first + steps.length - 1;
  let at = first;
  const show = (ply) => {
    at = Math.max(first, Math.min(last, ply));
    steps.forEach((step, each) => step.classList.toggle("now", first + each === at));
    for (const each of game.querySelectorAll(".ply-point")) {
      each.classList.toggle("now", Number(each.dataset.ply) === at);
    }
    for (const each of game.querySelectorAll(".moves button")) {
      if (Number(each.dataset.ply) === at) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
    }
    told.textContent = `Move ${at} of ${last}`;
  };
  const by = { first: () => first, back: () => at - 1, on: () => at + 1, last: () => last };
  game.addEventListener("click", (event) => {
    const key = event.target.closest("[data-go]");
    const place = event.target.closest(".ply-point, .moves button");
    if (key) show(by[key.dataset.go]());
    else if (place) show(Number(place.dataset.ply));
  });
  show(Number(game.dataset.at));
  return { game, press: (name) => show(by[name]()) };
});
const seen = ({ game }) => {
  const box = game.getBoundingClientRect();
  return box.bottom > window.innerHeight / 3;
};
document.addEventListener("keydown", (event) => {
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  const name = keys[event.key];
  if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
  const inside = games.find(({ game }) => game.contains(document.activeElement));
  const game = inside || games.find(seen);
  if (game) { game.press(name); event.preventDefault(); }
});
"""


def review_page(
    reviews: Sequence[Review], heads: Sequence[str] = (), ends: Sequence[str] = ()
) -> str:
    """The page. `heads` are titles for the games, if there is more to say than the game's name.

    `ends` tell of ends that no rule made, as when somebody gave up.
    """
    titles = [review.position.game.title for review in reviews]
    titles = list(heads) if heads else titles
    games = "\n".join(
        _game(review, title, ended, number)
        for number, (review, title, ended) in enumerate(
            zip(reviews, titles, ends or [""] * len(titles), strict=True), 1
        )
    )
    name = titles[0] if len(titles) == 1 else f"{len(titles)} games"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Review: {escape(name)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{games}\n</main>\n<script>{_SCRIPT}</script>\n</body>\n</html>\n"
    )


def _game(review: Review, title: str, ended: str, number: int) -> str:
    last = review.position
    turned = review.turning_point
    first = last.ply - len(review.moves)
    at = turned.ply if turned is not None else last.ply
    steps = "\n".join([_start(review), *map(_step, review.moves)])
    moves = "\n".join(map(_entry, review.moves))
    places = f'data-first="{first}" data-at="{at}"'
    return f"""<section class="game" {places} aria-labelledby="game-{number}">
<h1 id="game-{number}">Review: {escape(title)}</h1>
<p>{escape(standing_text(last, ended))}</p>
<p class="summary">{escape(review.summary)}</p>
{_accuracy(review)}
<figure class="graph">{graph(review)}</figure>
<nav class="keys" aria-label="Steps">
<button type="button" data-go="first" aria-label="First position">&#x21E4;</button>
<button type="button" data-go="back" aria-label="One move back">&#x2190;</button>
<button type="button" data-go="on" aria-label="One move on">&#x2192;</button>
<button type="button" data-go="last" aria-label="Last position">&#x21E5;</button>
<output aria-live="polite"></output>
<span class="quiet">The arrow keys step too.</span>
</nav>
<div class="parts">
<div aria-live="polite">
{steps}
</div>
<div>
<h2>Moves</h2>
<ol class="moves">
{moves}
</ol>
</div>
</div>
<p class="quiet">{escape(_how(review))}</p>
</section>"""


def _accuracy(review: Review) -> str:
    game = review.position.game
    rows = "".join(
        f'<tr><th scope="row">Accuracy of {escape(player_name(game, each.player))}</th>'
        f"<td>{escape(accuracy_text(each))}</td></tr>"
        for each in review.accuracy
    )
    return f"<table>{rows}</table>"


def _start(review: Review) -> str:
    start = review.position.line[-1 - len(review.moves)]
    return (
        '<div class="step"><p class="words">The start.</p><div class="boards">'
        f"<figure>{svg(start.picture(), size=340)}</figure></div></div>"
    )


def _step(move: ReviewedMove) -> str:
    """What is shown of a move: the board after it, and the one after a better move."""
    child = move.child
    boards = _board(child, f"Move {move.ply}: {move.move}")
    lines = ""
    if move.grade != "best":
        better = move.best[0]
        boards += _board(move.position.play(better), f"Better: {' or '.join(move.best[:4])}")
        lines = "".join(
            f'<p class="lines">{words}: <b>{escape(" ".join(line))}</b></p>'
            for words, line in (
                (line_heading(move), move.line),
                ("What the move allows", move.refutation),
            )
            if len(line) > 1
        )
    return (
        f'<div class="step {move.grade}"><p class="words">{escape(in_words(move))}</p>'
        f'<div class="boards">{boards}</div>{lines}</div>'
    )


def _board(position: Position, caption: str) -> str:
    return (
        f"<figure>{svg(position.picture(), size=340)}"
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def _entry(move: ReviewedMove) -> str:
    """A move of the list."""
    sign = GRADE_SIGNS[move.grade] or ("\N{CHECK MARK}" if move.grade == "good" else "")
    name = player_name(move.position.game, move.player)
    hint = f"Move {move.ply}, {name}: {move.move}, {move.grade}, {worth_text(move.after)}"
    return (
        f'<li class="{move.grade}"><button type="button" data-ply="{move.ply}" '
        f'aria-label="{escape(hint)}" title="{escape(hint)}">{move.ply}. {escape(move.move)} '
        f'<span class="sign">{escape(sign)}</span></button></li>'
    )


def _how(review: Review) -> str:
    """What the grades rest on."""
    searched = [move.ply for move in review.moves if not move.exact]
    told = (
        "Grades: ?? a blunder (from a win to a loss), ? a mistake (from a win to a draw, or from a "
        "draw to a loss), ?! an inaccuracy (the same result, much slower), \N{CHECK MARK} good "
        "(the same result, slower); the others are best moves."
    )
    if searched:
        return f"{told} {len(searched)} moves were searched ahead; the others are exact."
    return f"{told} All are exact: the game was solved from each position."
