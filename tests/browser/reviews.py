"""What the scripts of a page say of games and of computers' moves, beside what Python says."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import plyground as pg
from plyground.analysis import retries
from plyground.analysis.grades import grade
from plyground.analysis.review_view import ReviewView
from plyground.analysis.reviewed import POOR, ReviewedMove, graded, in_short, what_went_wrong
from plyground.analysis.why import why
from plyground.players import parse_player
from tests.browser.documents import engine_document
from tests.games import NUMERICAL, SIM, SMALL_CONNECT4, TICTACTOE
from tests.variants import random_playout

GAMES = [  # with the plies that are reviewed, and how many games
    (TICTACTOE, 9, 12),
    (SMALL_CONNECT4, 16, 8),
    (pg.ConnectFour(), 16, 8),
    (NUMERICAL, 6, 8),
    (SIM, 9, 8),
]
PLAYERS = (  # as the command line names them, and their options
    ("level:1", {"number": 1}),
    ("level:2", {"number": 2}),
    ("minimax:depth=1", {"depth": 1}),
    ("minimax:depth=2", {"depth": 2}),
    ("mcts:playouts=20", {"playouts": 20}),
)
SEATS = ("", "Moss")
_SCRIPT = """
const reached = (codes) => {
  const line = [own.start()];
  for (const code of codes) line.push(own.play(line.at(-1), code));
  return line;
};
const review_of = async (codes, start, you) => {
  await opened;
  const line = reached(codes);
  let found = [];
  await course.judged(own, line.slice(start), {
    seconds: 60,
    ask: (position, how) => own.values(position, how),
    onProgress: (now) => { found = now; },
  });
  const players = [0, 1].map((seat) => (seat === you ? null : { short: "Moss", full: "Moss" }));
  const spoken = new words.Words(data.phrases, [], data.board, true);
  const said = new reviewed.Reviewed(spoken, { players, you });
  const moves = found.slice(0, -1).map(({ move }) => move);
  return {
    verdict: said.verdict(line.at(-1), moves),
    moves: moves.map((made) => ({
      graded: said.graded(made), comment: said.comment(made), short: said.short(made),
      wrong: said.wrong(made.position, made.move, made.grade, made.value),
      asked: said.graded(made, said.name(made.seat)), task: course.isPoor(made) && said.task(made),
      praise: said.praise(made, made.best[0]), solution: said.solution(made.best),
      right: course.isPoor(made) && made.position.moves
        .filter((code) => course.isGoodEnough(made, code))
        .map((code) => data.board.moves[code].text),
    })),
  };
};
const reason = async (codes, player, seed) => {
  await opened;
  const position = reached(codes).at(-1);
  const choice = await own.choose(position, player, own.chance(seed, 0, position.turn));
  const said = new words.Words(data.phrases, [], data.board, true);
  return said.why(own.account(position, choice), choice.rule);
};
"""

Evaluate = Callable[[str], Any]


def review_document(game: pg.Game) -> str:
    """A page with a game's engine and what reviews its games."""
    return engine_document(game, ("engine", "course", "words", "reviewed"), _SCRIPT)


def _right(wanted: ReviewedMove) -> list[str]:
    """The answers that the app takes in place of a move."""
    values = {each.move: each.value for each in pg.analyse(wanted.position).moves}
    return [
        text
        for text in wanted.position.moves
        if retries.is_right(wanted, text) or grade(wanted.before, values[text]) in ("best", "good")
    ]


def _of_python(review: pg.Review, move: ReviewedMove, you: int) -> dict[str, Any]:
    """What Python says of a move, by values alone."""
    bare = replace(move, reason=None, merits="")
    words = ReviewView(replace(review, moves=(bare,)), SEATS, own=you).step(move.ply).words
    return {
        "graded": graded(move, you),
        "comment": " ".join(words[1:]),
        "short": in_short(move),
        "wrong": retries.why_not(bare),
        "asked": what_went_wrong(move, you),
        "task": move.grade in POOR and retries.task(move),
        "praise": retries.praise(move, move.best[0]),
        "solution": retries.solution(move),
        "right": move.grade in POOR and _right(move),
    }


def reviews_are_those_of_python(evaluate: Evaluate, game: pg.Game, plies: int, games: int) -> None:
    """So many games on a page that `review_document` is, each over its last plies."""
    for seed in range(games):
        last = random_playout(game, seed, long=True)[-1]
        start, you = max(0, last.ply - plies), seed % 2
        review = pg.review(last, start=start)
        names = SEATS if you == 0 else SEATS[::-1]
        said = evaluate(f"review_of({_codes(last)}, {start}, {you})")
        assert said["verdict"] == review.verdict(you, names), last.history
        for move, seen in zip(review.moves, said["moves"], strict=True):
            assert seen == _of_python(review, move, you), (last.history, move.ply)


def reasons_are_those_of_python(evaluate: Evaluate, game: pg.Game, count: int) -> None:
    """Why each of the players makes its move, in so many positions."""
    for seed in range(count):
        line = [each for each in random_playout(game, seed, long=True) if not each.over]
        position, (text, options) = line[seed % len(line)], PLAYERS[seed % len(PLAYERS)]
        choice = parse_player(text).choose(position, chance=pg.Chance(seed, 0, position.turn))
        player = json.dumps({"name": text.partition(":")[0], "options": options})
        said = evaluate(f"reason({_codes(position)}, {player}, {seed})")
        assert said == why(position, choice), (position.history, text)


def _codes(position: pg.Position) -> str:
    return json.dumps([position.game.move_code(move) for move in position.history])
