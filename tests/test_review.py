"""Grades, accuracy, turning points and reasons, against naive twins and by hand."""

from __future__ import annotations

import itertools
import json
import re
import statistics
import sys
from pathlib import Path

import pytest

import plyground as pg
from plyground import rules, search
from plyground.analysis import GRADES
from plyground.analysis.grades import grade, merit, share
from plyground.analysis.reasons import NAMES, Reason
from plyground.analysis.reviewed import (
    graded,
    in_short,
    in_words,
    player_name,
    state_of_play,
    what_comes,
    what_it_led_to,
    what_was_better,
)
from plyground.kernel.compiler import COMPILES
from plyground.search import Limits, SolverError, TooLargeError, Value, reach_text, value_text
from tests.computers import stopped
from tests.games import NUMERICAL, SIM, SIM_3, SMALL_CONNECT4, TICTACTOE
from tests.own_game import Few
from tests.reference.common import State
from tests.reference.review import Found, Grader
from tests.variants import (
    Variant,
    connect4,
    numerical,
    random_playout,
    sim,
    tictactoe,
    uncompiled,
)

GAMES = 4 if COMPILES else 2
# How many plies before the end naive solving is affordable.
LAST = {"tictactoe": 9, "numerical": 5, "sim-6-2": 7, "sim-6-3": 6, "connect4-4-4": 9}
TWINS = [tictactoe(), numerical(), sim(6, 2), connect4(4, 4)]


@pytest.fixture(autouse=True)
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of more players are kept with the test."""
    for where in ("tables.solve", "inquiry"):
        monkeypatch.setattr(f"plyground.search.{where}.tables_folder", lambda: tmp_path)
    monkeypatch.setattr("plyground.search.inquiry._tables", {})


def check(review: pg.Review, grader: Grader) -> None:
    """Every grade, best move and share, and the accuracy, are those of a twin."""
    board, twin = grader.game.start(), grader.game
    for text in review.position.history[: review.position.ply - len(review.moves)]:
        board = twin.play(board, text)
    shares: dict[int, list[float]] = {}
    for move in review.moves:
        right = grader.graded(board, move.move)
        said = (review.position, move.ply)
        assert (move.grade, frozenset(move.best)) == (right.grade, right.best), said
        assert move.exact, said
        assert move.share == pytest.approx(right.share), said
        if right.share is not None:
            shares.setdefault(move.player, []).append(right.share)
        board = twin.play(board, move.move)
    for each in review.accuracy:
        own = shares.get(each.player, [])
        assert each.counted == len(own)
        assert each.percent == (pytest.approx(100 * statistics.mean(own)) if own else None)


# Grades


@pytest.mark.parametrize(
    "variant",
    [*TWINS, pytest.param(sim(6, 3), marks=[pytest.mark.compiled, pytest.mark.slow])],
    ids=str,
)
def test_grades_are_those_of_a_naive_twin(variant: Variant) -> None:
    grader = Grader(variant.twin)
    for seed in range(GAMES):
        position = random_playout(variant.game, seed, long=seed % 3 > 0)[-1]
        last = LAST[str(variant)] - (0 if COMPILES else 2)
        start = max(0, variant.game.max_plies - last)
        if start < position.ply:
            check(pg.review(position, start=start), grader)


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("variant", [numerical(), sim(6, 2)], ids=str)
def test_grades_of_whole_games_are_those_of_a_solved_table(
    variant: Variant, tmp_path: Path
) -> None:
    table = search.solve_tables(variant.game, folder=tmp_path)

    def worth(board: State, move: str) -> Found:
        found = {each.move: each.value for each in table.moves(reached[board])}[move]
        return found.verdict, found.plies or 0, (0, 0)

    grader = Grader(variant.twin, worth)
    for seed in range(GAMES):
        position = random_playout(variant.game, seed, long=seed % 3 > 0)[-1]
        reached = {}
        board = variant.twin.start()
        for each in position.line[1:]:
            reached[board] = each.parent
            board = variant.twin.play(board, each.last_move)
        check(pg.review(position), grader)


WORTHS = [
    *(Value("win", plies) for plies in (1, 2, 3, 4, 9, 19)),
    Value("draw"),
    *(Value("loss", plies) for plies in (20, 10, 4, 3, 2, 1)),
]  # the best first
ENDS = {
    standing: pg.Outcome.from_result(int(result), 3, "", frozenset())
    for standing, result in ((1, rules.won(0)), (0, rules.DRAW), (-1, rules.lost(0)))
}
MANY = [
    Value(kind, player=0, ends=(ENDS[worse], ENDS[better]))
    for kind in ("win", "draw", "loss")
    for worse in (1, 0, -1)
    for better in (1, 0, -1)
    if worse <= better
]


@pytest.mark.parametrize("worths", [WORTHS, MANY], ids=["two", "more"])
def test_a_worse_move_never_gets_a_better_grade_or_a_greater_share(worths: list[Value]) -> None:
    assert sorted(worths, key=merit, reverse=True) == worths
    for at, best in enumerate(worths):
        shares = [share(best, played) for played in worths[at:]]
        grades = [GRADES.index(grade(best, played)) for played in worths[at:]]
        assert shares[0] == 1
        assert grades[0] == 0
        assert all(each is not None and 0 <= each <= 1 for each in shares)
        assert all(grades[n] > 0 for n in range(1, len(grades)))
        assert shares == sorted(shares, reverse=True)
        assert grades == sorted(grades)
        for one, other in itertools.pairwise(zip(grades, shares, strict=True)):
            assert one[0] == other[0] or one[1] > other[1]  # a worse grade, a smaller share


def test_what_much_slower_is() -> None:
    """More than twice as long for a win, less than half as long for a loss."""
    assert grade(Value("win", 5), Value("win", 9)) == "good"
    assert grade(Value("win", 5), Value("win", 11)) == "inaccuracy"
    assert grade(Value("win", 1), Value("win", 3)) == "inaccuracy"
    assert grade(Value("loss", 8), Value("loss", 4)) == "good"
    assert grade(Value("loss", 8), Value("loss", 2)) == "inaccuracy"
    assert share(Value("win", 5), Value("win", 10)) == 0.75
    assert share(Value("win", 5), Value("draw")) == 0.25
    assert share(Value("win", 5), Value("loss", 2)) == 0


def test_estimates_prove_no_result() -> None:
    much, little = Value("unknown", score=90), Value("unknown", score=10)
    assert grade(much, much, 100) == "best"
    assert grade(much, little, 160) == "good"
    assert grade(much, little, 159) == "inaccuracy"
    assert grade(Value("win", 3), little, 100) == "mistake"
    assert grade(little, Value("loss", 2), 100) == "mistake"
    assert grade(Value("win", 3), Value("loss", 2), 100) == "blunder"
    assert share(much, little) is None
    assert share(Value("win", 3), little) is None


def test_moves_that_could_not_be_wrong_do_not_count() -> None:
    """Of the first move of tic-tac-toe none loses, and the last one is forced."""
    review = pg.review(TICTACTOE.position("152374689"))
    assert review.position.outcome is not None
    assert review.moves[0].share is None
    assert review.moves[-1].share is None
    assert review.accuracy[0].moves == 5
    assert review.accuracy[0].counted < 5


# Turning points


def test_the_turning_point_of_a_lost_game() -> None:
    """
    x o .    o should have taken the middle
    x . .
    . . .
    """
    review = pg.review(TICTACTOE.position("1 2 4 7 5 6 9"))
    assert review.summary == (
        "Move 2 by o was the turning point: if o plays cell 2, x can force a win by move 7; "
        "if o plays cell 5, it is a draw."
    )
    turned = review.turning_point
    assert turned is not None
    assert (turned.ply, turned.player, turned.grade) == (2, 1, "mistake")
    assert turned.line[0] == "5"
    drawn = TICTACTOE.position(["1", *turned.line]).outcome
    assert drawn is not None
    assert drawn.draw
    assert turned.refutation[0] == "2"
    end = TICTACTOE.position(["1", *turned.refutation])
    assert end.outcome is not None
    assert end.outcome.winner == 0
    assert set(turned.keeping) == {"5"}
    assert state_of_play(review.position) == "X wins: three in a row."


def test_connect_four_names_colours() -> None:
    """On 4 x 4, where yellow lets a column through."""
    review = pg.review(SMALL_CONNECT4.position("3232343"))
    move = review.moves[5]
    assert review.turning_point == move
    assert review.summary == (
        "Move 6 by yellow was the turning point: "
        "if yellow plays column 4, red can force a win by move 7; "
        "if yellow plays column 3, it is a draw."
    )
    assert in_words(move) == (
        "Move 6: yellow played column 4, a mistake; "
        "yellow let a four through: column 3 completes it. "
        "If yellow plays column 4, red can force a win by move 7; "
        "if yellow plays column 3, it is a draw."
    )
    assert state_of_play(review.position) == "Red wins: four in a row."


def test_a_game_of_no_moves() -> None:
    review = pg.review(TICTACTOE.position())
    assert review.moves == ()
    assert review.summary == "No move was made: there is nothing to review."
    assert [each.percent for each in review.accuracy] == [None, None]
    assert review.curves == ((0.0,), (0.0,))
    assert str(review.accuracy[0]) == "none, because no move counts"
    assert state_of_play(review.position) == "The game is not over: x to move."


def test_whoever_lost_by_a_triangle_reads_of_their_own() -> None:
    lost = SIM.position("0-1 2-3 0-2 4-5 1-2")
    assert state_of_play(lost) == "Player 1 loses: a triangle in their own colour."
    assert state_of_play(lost, you=0) == "You lose: a triangle in your own colour."
    assert state_of_play(lost, you=1) == "Player 1 loses: a triangle in their own colour."


def test_a_game_that_is_not_over() -> None:
    still = pg.review(TICTACTOE.position("15"))
    assert still.summary == (
        "Nobody made a mistake: it was a draw from the first move on, "
        "and with best play it stays one."
    )
    lost = pg.review(TICTACTOE.position("12"))
    assert lost.turning_point == lost.moves[1]
    ahead = pg.review(TICTACTOE.position("124"), start=2)
    assert ahead.summary == (
        "Nobody made a mistake: x could force a win from the first move on, "
        "and still can by move 7."
    )
    assert ahead.curves[0][:2] == (None, None)
    assert len(ahead.moves) == 1
    assert ahead.curves[0][2] == -(ahead.curves[1][2] or 0)


# Reasons


@pytest.mark.parametrize(
    ("game", "moves", "grade", "name", "text"),
    [
        (TICTACTOE, "12", "mistake", None, ""),
        (TICTACTOE, "2984", "blunder", "lets through", "let a line through: cell 5"),
        (TICTACTOE, "32519", "inaccuracy", "missed", "missed three in a row: cell 7"),
        (TICTACTOE, "4179", "blunder", "fork", "let cell 5 make two threats at once"),
        # Two cells are left, and x threatens one of them.
        (TICTACTOE, "43589127", "mistake", "lets through", "let a line through: cell 6"),
        (SMALL_CONNECT4, "323234", "mistake", "lets through", "let a four through: column 3"),
        (SMALL_CONNECT4, "41433312", "blunder", "opens", "moved under a threat: column 2"),
        (SMALL_CONNECT4, "4414242", "blunder", "missed", "missed four in a row: column 3"),
        (
            SMALL_CONNECT4,
            "3244112431",
            "blunder",
            "fork",
            "let column 3 come: after it a four",
        ),
        (NUMERICAL, "7@2 2@3 1@5", "blunder", "lets through", "let a line through: "),
        (
            NUMERICAL,
            "1@4 2@3 9@5",
            "blunder",
            "opens",
            "left a line that 4 in cell 7",
        ),
        (SIM, "2-5 1-4 3-5 4-5 2-3", "blunder", "loses at once", "gave a triangle, and anot"),
        (
            SIM,
            "1-4 2-4 1-3 2-3 0-1 4-5 3-5 1-5 2-5 0-4 0-2",
            "blunder",
            "last safe",
            "took the last safe edge",
        ),
        (
            SIM,
            "0-4 0-1 2-4 4-5 0-3 1-2 1-3 0-5 1-4 2-5 3-5",
            "blunder",
            "squeezed",
            "left edge 2-3 to the opponent",
        ),
    ],
)
def test_reasons(game: pg.Game, moves: str, grade: str, name: str | None, text: str) -> None:
    review = pg.review(game.position(moves), start=len(game.split_moves(moves)) - 1)
    (move,) = review.moves
    assert move.grade == grade
    if name is None:
        assert move.reason is None
        return
    assert move.reason is not None
    assert move.reason.name == name
    assert move.reason.text.startswith(text)
    assert move.reason.text in in_words(move)


@pytest.mark.slow
def test_the_last_safe_edge() -> None:
    """Reasons that hold whatever the others do, in random games of Sim."""
    names = set()
    for seed in range(15):
        position = random_playout(SIM, seed, long=True)[-1]
        for move in pg.review(position, start=8).moves:
            if move.reason is None:
                continue
            names.add(move.reason.name)
            child = move.child
            if move.reason.name != "last safe":
                continue
            for reply in child.moves:
                after = child.play(reply)
                assert after.over or all(after.play(each).over for each in after.moves)
    assert {"loses at once", "last safe", "squeezed"} & names
    assert names <= {"loses at once", "last safe", "squeezed"}


def test_a_game_has_words_of_its_own_for_known_reasons_only() -> None:
    for game in (TICTACTOE, NUMERICAL, SIM, SMALL_CONNECT4):
        assert set(game.remarks) <= set(NAMES)
        for words in game.remarks.values():
            assert words.format(reply="R", better="B")
        assert len(game.player_names) in (0, game.players)


# Searched instead of solved


@pytest.mark.slow
def test_what_is_not_solved_is_searched_and_says_so() -> None:
    game = SMALL_CONNECT4
    position = random_playout(game, 4, long=True)[-1]
    review = pg.review(position, limits=Limits(depth=3, nodes=1), solver=pg.Solver(game, 64))
    searched = [move for move in review.moves if not move.exact]
    assert searched
    assert {move.depth for move in searched} == {3}
    assert all(move.share is None for move in searched)
    assert all(each.counted < each.moves for each in review.accuracy)
    assert "depth" not in in_words(review.moves[-1])
    assert "as far as 3 plies show" in in_words(searched[0])
    assert "as far as 3 moves show" in in_words(searched[0], reach_text)
    for move in searched:
        assert move.best
        assert set(move.best) <= set(move.keeping) <= set(move.position.moves)
        if move.grade != "best":
            assert move.line[0] == move.best[0]
            assert move.refutation[0] == move.move
    assert all(abs(each) <= 1 for curve in review.curves for each in curve if each is not None)


@pytest.mark.slow
def test_without_a_turning_point_a_search_promises_nothing() -> None:
    game = SMALL_CONNECT4
    review = pg.review(game.position("33"), limits=Limits(depth=2, nodes=1))
    assert review.summary == (
        "No mistake was found. 2 of 2 moves were searched ahead and not solved, "
        "so a mistake may hide among them."
    )
    score = review.moves[0].after.score
    assert score is not None
    assert value_text(review.moves[0].after) == (f"{score:+}" if score else "0")


@pytest.mark.slow
def test_more_players_without_a_table_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["plyground.analysis.review"]  # the package's name is the function's
    monkeypatch.setattr(module, "kept_table", lambda _game: None)

    def refused(*_: object) -> None:
        raise TooLargeError("there is no room")

    monkeypatch.setattr(module, "shared_table", refused)
    position = random_playout(SIM_3, 5, long=True)[-1]
    review = pg.review(position, limits=Limits(depth=2))
    assert not review.moves[0].exact
    assert review.moves[-1].exact  # a single move is left, which the search sees to the end
    assert review.curves[0][0] is not None
    assert review.curves[1][0] is None
    assert review.to_json()["summary"]


# Users' own games, and callers


@uncompiled
def test_a_game_of_ones_own() -> None:
    game = Few(3)
    for seed in range(6):
        review = pg.review(random_playout(game, seed)[-1])
        assert all(move.exact for move in review.moves)
        for move in review.moves:
            assert in_words(move).startswith(f"Move {move.ply}: player {move.player + 1} played")
    review = pg.review(game.position("1:1 2:1 3:1 2:1 3:2"))  # 3:2 takes the last matches
    assert review.moves[-1].grade == "best"
    slip = pg.review(game.position("1:1 2:2 3:1")).moves[-1]
    assert slip.reason == Reason("missed", "missed 3:3, which wins at once")
    assert what_was_better(slip) == "3:3 wins at once"
    assert player_name(game, 1) == "player 2"


def test_progress_control_and_callers() -> None:
    position = TICTACTOE.position("1247569")
    reports: list[pg.Review] = []
    whole = pg.review(position, on_progress=reports.append, start=2)
    assert [each.whole for each in reports] == [False] * 4 + [True]
    for n, so_far in enumerate(reports, 1):
        assert so_far.moves == whole.moves[-n:]
        for curve, final in zip(so_far.curves, whole.curves, strict=True):
            assert curve == (None,) * (7 - n) + final[-n - 1 :]
    with pytest.raises(pg.Cancelled):
        pg.review(position, control=stopped())
    with pytest.raises(SolverError, match="another game"):
        pg.review(position, solver=pg.Solver(SMALL_CONNECT4, 64))
    with pytest.raises(TypeError, match="a position is needed"):
        pg.review("tictactoe")  # type: ignore[arg-type]
    assert pg.review(position, threads=2).summary == pg.review(position).summary


@pytest.mark.parametrize(
    ("moves", "verdict"),
    [
        ("12549", "You won. Moss let the draw go with move 2."),
        ("4132795", "You won. 3 moves changed the result. The last was move 6 by Moss."),
        ("519328467", "Draw. Nobody made a mistake."),
        ("126", "Moss let the draw go with move 2, and you let the win go with move 3."),
    ],
)
def test_a_verdict_says_in_short_who_won_and_which_moves_decided(moves: str, verdict: str) -> None:
    review = pg.review(TICTACTOE.position(moves))
    assert review.verdict(0, ("", "Moss")) == verdict
    others = verdict.replace("Moss", "o").replace("You", "X").replace("you", "x")
    assert review.verdict().casefold() == others.casefold()
    assert "x" * 13 not in review.verdict(None, ("x" * 13, "o" * 13)), "no name that is long"


@pytest.mark.slow
@pytest.mark.compiled
def test_a_win_that_went_to_and_fro_was_given_back() -> None:
    said = pg.review(pg.ConnectFour().position("443535314254")).verdict(0, ("", "Moss"))
    assert said == "You let the win go with move 3, and Moss gave it back with move 6."


def test_each_move_has_a_few_words() -> None:
    """
    x o .    Player 2 begins to lose.
    o x .
    . . x
    """
    review = pg.review(TICTACTOE.position("12549"))
    assert [in_short(move) for move in review.moves][:2] == [
        "Keeps the draw, as every move does.",
        "Lets the draw go: cell 5 was better.",
    ]
    for position in (review.position, random_playout(SIM_3, 1, long=True)[-1]):
        for move in pg.review(position).moves:
            said = in_short(move)
            assert len(said) <= 55
            assert said[0].isupper()
            assert said.endswith(".")
            assert ("was better" in said) <= (move.grade != "best")


@pytest.mark.slow
@pytest.mark.compiled
def test_the_player_who_reads_it_is_you() -> None:
    review = pg.review(SMALL_CONNECT4.position("3232343"))
    for move in review.moves:
        name = ("red", "yellow")[move.player]
        for said in (what_it_led_to(move, move.player), what_comes(move, move.player)):
            assert name not in said
            assert "you plays" not in said
        assert f": you ({name}) played column {move.move}, " in graded(move, move.player)
    # With three players, what they do at the end is a verb too.
    for move in pg.review(random_playout(SIM_3, 1, long=True)[-1]).moves:
        said = what_it_led_to(move, move.player)
        assert not re.search("you (plays|comes|gets|loses)", said), said


@pytest.mark.slow
@pytest.mark.compiled
def test_a_review_as_data() -> None:
    for position in (
        TICTACTOE.position("1247569"),
        random_playout(SIM_3, 1, long=True)[-1],
    ):
        review = pg.review(position)
        data = json.loads(json.dumps(review.to_json()))
        assert data["position"] == list(position.history)
        assert [each["ply"] for each in data["moves"]] == list(range(1, position.ply + 1))
        players = [each["player"] for each in data["accuracy"]]
        assert players == list(range(1, position.game.players + 1))
        assert data["summary"] == review.summary
        assert all(len(curve) == position.ply + 1 for curve in data["curves"])
        for each in data["moves"]:
            assert each["grade"] in GRADES
            assert each["exact"] == (each["depth"] is None)
            assert each["before"]["value"] in ("win", "draw", "loss")
