"""Puzzles: each has one single solution, is rated as stated, and no two are equal."""

import datetime
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import plyground as pg
from plyground.analysis.puzzles import (
    LEVELS,
    Progress,
    Puzzle,
    PuzzleError,
    Try,
    all_puzzles,
    check_answer,
    daily,
    hints,
    mine,
    mined_text,
    points,
    prove,
    puzzles,
    rating_of,
    read_puzzles,
)
from plyground.analysis.puzzles.mining import LEAST_RATING, MOST_RATING, Mined, spread
from plyground.position.calls import canonical
from plyground.search import Limits, Settings, alphabeta
from tests.computers import stopped
from tests.games import CONNECT4, NUMERICAL, SIM, SIM_3, TICTACTOE
from tests.reference.common import ReferenceGame, State, layers
from tests.reference.search import standing
from tests.reference.solve import KINDS, Solver
from tests.variants import Variant, connect4, numerical, sim, tictactoe

SHIPPED = {
    TICTACTOE: 25,
    NUMERICAL: 120,
    SIM: 100,
    pg.Sim(7): 40,
    CONNECT4: 120,
}

# The tests do not compile Sim on 7 dots.
each_game = pytest.mark.parametrize(
    "game",
    [pytest.param(g, marks=pytest.mark.uncompiled) if g == pg.Sim(7) else g for g in SHIPPED],
    ids=lambda game: "-".join([game.name, *map(str, game.values.values())]),
)

Found = tuple[str, str, int, int]  # solution, what it keeps, plies, rating


def naive_puzzle(solver: Solver, board: State) -> Found | None:
    """The one move that keeps the value of a naive board, from the definitions; else None."""
    game = solver.game
    worth: dict[str, tuple[str, int]] = {}
    for move in game.moves(board):
        child = game.play(board, move)
        result = game.result(child)
        if result.kind == "ongoing":
            kind, plies = solver.value(child)
            worth[move] = ({"win": "loss", "draw": "draw", "loss": "win"}[kind], plies + 1)
        else:
            worth[move] = (KINDS[standing(result, game.player(board))], 1)
    kept = solver.value(board)[0]
    keeping = [move for move, (kind, _) in worth.items() if kind == kept]
    if kept == "loss" or len(keeping) != 1 or len(worth) < 2:
        return None
    solution = keeping[0]

    def seen(depth: int) -> bool:
        """Whether a search of so many plies must take the solution."""
        kind, plies = worth.pop(solution)
        others = list(worth.values())
        worth[solution] = (kind, plies)
        wins = kind == "win" and plies <= depth
        return wins or all(other == "loss" and after <= depth for other, after in others)

    rating = next(depth for depth in range(1, 100) if seen(depth))
    return solution, kept, worth[solution][1], rating


def naive_puzzles(game: ReferenceGame) -> dict[State, Found]:
    """All puzzles of a naive game that two plies do not show, one of each class of symmetry."""
    solver = Solver(game)
    found: dict[State, Found] = {}
    for layer in layers(game):
        for form in {min(game.symmetric(board)) for board in layer if game.moves(board)}:
            puzzle = naive_puzzle(solver, form)
            if puzzle is not None and puzzle[3] >= LEAST_RATING:
                found[form] = puzzle
    return found


@cache
def in_tictactoe() -> dict[State, Found]:
    return naive_puzzles(tictactoe().twin)


def board_of(game: ReferenceGame, puzzle: Puzzle) -> State:
    board = game.start()
    for move in puzzle.moves:
        board = game.play(board, move)
    return board


def stated(puzzle: Puzzle) -> Found:
    assert puzzle.plies is not None
    return puzzle.solution, puzzle.keeps, puzzle.plies, puzzle.rating


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("variant", "first"),
    [
        (tictactoe(), 2),
        (numerical(), 5),
        pytest.param(sim(6, 2), 8, marks=pytest.mark.long),
        pytest.param(connect4(4, 4), 8, marks=pytest.mark.long),
    ],
    ids=str,
)
@pytest.mark.slow
def test_exactly_one_move_keeps_the_value(variant: Variant, first: int) -> None:
    solver, rng = Solver(variant.twin), random.Random(4)
    puzzles_found, others = 0, 0
    for _ in range(40):
        position, board = variant.game.position(), variant.twin.start()
        while not position.over:
            if position.ply >= first:
                puzzle = prove(position)
                expected = naive_puzzle(solver, board)
                assert (puzzle and stated(puzzle)) == expected, position
                puzzles_found += puzzle is not None
                others += puzzle is None
            move = rng.choice(position.moves)
            position, board = position.play(move), variant.twin.play(board, move)
    assert min(puzzles_found, others) > 10


@pytest.mark.slow
@pytest.mark.compiled
def test_a_quick_look_leaves_out_no_puzzle() -> None:
    """With a solver of its own, most positions are put aside before their values are known."""
    game, rng = NUMERICAL, random.Random(2)
    solver = pg.Solver(game)
    for _ in range(8):
        position = game.position()
        while not position.over:
            assert prove(position, solver) == prove(position)
            position = position.play_code(rng.choice(position.codes))


def test_tictactoe_has_25_and_all_are_shipped() -> None:
    twin = tictactoe().twin
    assert len(in_tictactoe()) == 25
    forms = {min(twin.symmetric(board_of(twin, each))) for each in puzzles(TICTACTOE)}
    assert forms == set(in_tictactoe())


@pytest.mark.slow
@each_game
def test_shipped_puzzles_are_legal_distinct_and_sorted(game: pg.Game) -> None:
    shipped = puzzles(game)
    assert len(shipped) == SHIPPED[game]
    assert [each.number for each in shipped] == list(range(1, len(shipped) + 1))
    assert [each.rating for each in shipped] == sorted(each.rating for each in shipped)
    for each in shipped:
        assert not each.position.over
        assert each.solution in each.position.moves
        assert len(each.position.moves) > 1
        assert LEAST_RATING <= each.rating <= MOST_RATING
        assert each.plies is not None
        assert each.plies >= each.rating or each.keeps == "draw"
        assert each.keeps != "win" or each.plies % 2 == 1 or game.name == "sim"
    forms = {canonical(game.rules, each.position.state) for each in shipped}
    assert len(forms) == len(shipped)


def test_all_shipped_puzzles() -> None:
    assert Counter(each.game for each in all_puzzles()) == SHIPPED
    assert len({each.id for each in all_puzzles()}) == len(all_puzzles())
    for game in SHIPPED:
        levels = Counter(each.level for each in puzzles(game))
        assert len(levels) == (2 if game == TICTACTOE else 3)
        assert len({len(each.moves) for each in puzzles(game)}) >= 5
    assert puzzles(SIM_3) == ()
    assert puzzles(pg.ConnectFour(5, 4)) == ()
    with pytest.raises(TypeError, match="a game is needed"):
        puzzles("sim")  # type: ignore[arg-type]


def test_an_id_stays_what_it_is() -> None:
    """Progress is kept by these: if this fails, people lose theirs."""
    game = CONNECT4
    assert Puzzle(game, ("4", "4"), "4", "win", 9, 5).id == "connect4-7-6-3fc65524"
    assert Puzzle(game, ("4", "4"), "3", "draw", 7, 3, 12).id == "connect4-7-6-3fc65524"


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "step"),
    [(TICTACTOE, 1), (NUMERICAL, 3), (SIM, 3), (CONNECT4, 10)],
    ids=str,
)
def test_shipped_puzzles_are_proven_again(game: pg.Game, step: int) -> None:
    for each in puzzles(game)[::step]:
        proven = prove(each.position)
        assert proven is not None
        assert replace(proven, number=each.number) == each


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("game", [TICTACTOE, NUMERICAL, SIM, CONNECT4], ids=repr)
def test_a_search_finds_the_solution_from_the_rating_on(game: pg.Game) -> None:
    for each in puzzles(game)[:: max(1, len(puzzles(game)) // 8)]:
        code = game.move_code(each.solution)
        for depth in range(1, each.rating + 2):
            result = alphabeta(
                each.position, limits=Limits(depth), settings=Settings(), all_scores=True
            )
            assert (result.best == (code,)) == (depth >= each.rating), each


@pytest.mark.parametrize("game", [each for each in SHIPPED if each != pg.Sim(7)], ids=str)
def test_the_motif_is_that_of_the_position(game: pg.Game) -> None:
    for puzzle in puzzles(game)[:: len(puzzles(game)) // 20 or 1]:
        assert puzzle.motif == naive_motif(puzzle), puzzle


def naive_motif(puzzle: Puzzle) -> str:
    """The motif by all replies and all answers to them, from the definitions."""
    if puzzle.keeps == "draw":
        return "only defence"
    me, child = puzzle.position.turn, puzzle.position.play(puzzle.solution)
    outcomes = {reply: child.play(reply).outcome for reply in child.moves}
    lost = [reply for reply, outcome in outcomes.items() if outcome and outcome.winner == me]
    going_on = [child.play(reply) for reply, outcome in outcomes.items() if not outcome]
    met = sum(
        any(
            (outcome := after.play(move).outcome) is not None and outcome.winner == me
            for move in after.moves
        )
        for after in going_on
    )
    if met == len(going_on):
        return "two threats"
    if met and met == len(going_on) - 1:
        return "forced reply"
    return "fewer safe moves" if lost else "quiet move"


def test_levels_are_moves_of_ones_own() -> None:
    puzzle = Puzzle(TICTACTOE, (), "5", "win", 1, 3)
    levels = [replace(puzzle, rating=rating).level for rating in range(1, 14)]
    assert levels == ["easy"] * 4 + ["medium"] * 2 + ["hard"] * 7
    assert [replace(puzzle, rating=rating).own_moves for rating in (3, 4, 5, 6)] == [2, 2, 3, 3]


@pytest.mark.compiled
@pytest.mark.slow
def test_mining_is_repeatable_and_finds_puzzles_of_all_kinds() -> None:
    game = SIM
    reports: list[tuple[int, int]] = []
    found = mine(
        game, 12, 25, seed=3, on_game=lambda games, puzzles: reports.append((games, puzzles))
    )
    assert found == mine(game, 12, 25, seed=3)
    assert found != mine(game, 12, 25, seed=4)
    assert len(found) == 12
    assert [number for number, _ in reports] == list(range(1, 26))
    assert Counter(each.level for each in found) == dict.fromkeys(LEVELS, 4)
    assert len({canonical(game.rules, each.position.state) for each in found}) == 12
    assert mine(game, 12, 5, seed=3, first_ply=20) == []


@pytest.mark.compiled
@pytest.mark.long
def test_what_is_shipped_was_mined_so() -> None:
    path = Path(pg.__file__).parent / "puzzles" / "tictactoe.txt"
    game = TICTACTOE
    remark = path.read_text().splitlines()[1]
    assert remark == "# plyground mine --count 25 --games 3000 --first-ply 0 --seed 1"
    assert mined_text(game, mine(game, 25, 3000), remark[2:]) == path.read_text()


def test_mining_stops() -> None:
    with pytest.raises(pg.Cancelled):
        mine(TICTACTOE, 1, 1, control=stopped())


def test_spreading_prefers_other_levels_and_other_games() -> None:
    def made(rating: int, source: int, plies: int) -> Mined:
        moves = tuple("123456789"[:plies])
        return Mined(Puzzle(TICTACTOE, moves, "9", "win", rating, rating), source)

    found = [made(3, 1, 1), made(3, 1, 2), made(3, 2, 1), made(5, 3, 1)]
    assert spread(found, 3) == [found[0].puzzle, found[3].puzzle, found[2].puzzle]
    assert len(spread(found, 9)) == 4
    assert spread([], 9) == []


@pytest.mark.parametrize("number", [1, 25])
def test_the_right_answer(number: int) -> None:
    puzzle = puzzles(TICTACTOE)[number - 1]
    answer = check_answer(puzzle, f" {puzzle.solution} ")
    assert answer.right
    assert answer.words.startswith(f"Right: cell {puzzle.solution} ")
    assert answer.line[0] == puzzle.solution
    assert answer.value.verdict == puzzle.keeps
    assert len(answer.line) == puzzle.plies
    end = puzzle.game.position([*puzzle.moves, *answer.line])
    assert end.outcome is not None
    assert end.outcome.winner == (puzzle.position.turn if puzzle.keeps == "win" else None)
    assert answer.to_json()["right"] is True


def test_wrong_answers_are_refuted_by_a_line() -> None:
    said = set()
    for puzzle in puzzles(TICTACTOE)[15:23]:
        for move in puzzle.position.moves:
            answer, spoken = check_answer(puzzle, move), f"cell {move}"
            assert answer.right == (move == puzzle.solution)
            end = puzzle.game.position([*puzzle.moves, *answer.line])
            assert end.outcome is not None
            if answer.right:
                continue
            if end.outcome.draw:
                assert answer.words == f"No: after {spoken}, the game is a draw with best play."
            else:
                assert end.outcome.winner == 1 - puzzle.position.turn
                count = len(answer.line) // 2  # of the winner's moves
                assert answer.words == (
                    f"No: after {spoken}, Player {2 - puzzle.position.turn} wins in "
                    f"{count} move{'s' * (count > 1)}."
                )
            said.add(end.outcome.draw)
    assert said == {True, False}


@pytest.mark.slow
@pytest.mark.compiled
def test_a_move_that_loses_at_once() -> None:
    puzzle = next(
        each
        for each in puzzles(SIM)
        if any(each.position.play(move).over for move in each.position.moves)
    )
    losing = next(m for m in puzzle.position.moves if puzzle.position.play(m).over)
    answer = check_answer(puzzle, losing)
    assert answer.words == f"No: {puzzle.game.face.wording.spoken(losing)} loses at once."
    assert answer.line == (losing,)


def test_hints_help_and_do_not_tell() -> None:
    for puzzle in (*puzzles(TICTACTOE), *puzzles(CONNECT4)[:3]):
        first, second = hints(puzzle)
        assert hints(puzzle) == (first, second)
        one, other = second.removeprefix("It is ").removesuffix(".").split(" or ")
        assert puzzle.solution in (one, other)
        assert {one, other} <= set(puzzle.position.moves)
        assert one != other
        assert first.startswith("The win takes" if puzzle.keeps == "win" else "Every other move")


def test_the_puzzle_of_the_day() -> None:
    day = datetime.date(2026, 11, 24)
    assert daily(day) == daily(day, all_puzzles()[::-1])
    total = len(all_puzzles())
    later = [daily(day + datetime.timedelta(n)) for n in range(total)]
    assert set(later) == set(all_puzzles())
    assert daily(day + datetime.timedelta(total)) == daily(day)
    assert len({each.game for each in later[:14]}) >= 3
    with pytest.raises(PuzzleError, match="without puzzles"):
        daily(day, ())


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    game = TICTACTOE
    made = [
        Puzzle(game, ("1", "2"), "5", "win", 5, 3, 1),
        Puzzle(game, (), "5", "draw", 7, 13, 2),
        Puzzle(game, ("9",), "5", "draw", None, 4, 3, "only defence"),
    ]
    path = tmp_path / "mine.txt"
    path.write_text(mined_text(game, made, "a remark") + "\n# more\n\n")
    assert read_puzzles(path) == read_puzzles(path, game) == tuple(made)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_puzzles(path) == tuple(made)


FIRST = "plyground puzzles 1: tictactoe\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "not a file of puzzles"),
        ("hello", "not a file of puzzles"),
        ("plyground puzzles 1: ", "line 1: there is no game ''"),
        ("plyground puzzles 1: chess", "line 1: there is no game 'chess'"),
        ("plyground puzzles 1: sim vertices=x", "line 1: "),
        ("plyground puzzles 1: sim vertices=99", "line 1: Sim takes 3 to 10 vertices"),
        (FIRST + "1 2 | 5", "line 2: give moves"),
        (FIRST + "1 2 | 5 | win | 3", "line 2: the result is"),
        (FIRST + "1 2 | 5 | draw in | 3", "line 2: the result is"),
        (FIRST + "1 2 | 5 | draw 4 | 3", "line 2: the result is"),
        (FIRST + "1 2 | 5 | loss in 4 | 3", "line 2: the result is"),
        (FIRST + "\n1 2 | 5 | win in 3 | deep", "line 3: the rating is a number"),
        (FIRST + "1 2 | 5 | win in 3 | 3 | luck", "line 2: a motif is one of two threats, "),
        (FIRST + "1 x | 5 | win in 3 | 3", "line 2: 'x' is not a move"),
        (FIRST + "1 2 | 55 | win in 3 | 3", "line 2: '55' is not a move"),
    ],
)
def test_files_that_are_not_as_they_should_be(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(content)
    with pytest.raises(PuzzleError) as error:
        read_puzzles(path)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("moves", "solution", "message"),
    [
        ("1 1", "9", "puzzle 1 is not a puzzle: move 2, 1: Cell 1 is taken"),
        ("1 2", "1", "puzzle 1 is not a puzzle: 1 must be one of several legal moves"),
        ("1 4 2 5 3", "9", "9 must be one of several legal moves"),  # the game is over
        ("1 2 3 5 4 6 8 7", "9", "9 must be one of several legal moves"),  # there is no choice
    ],
)
def test_lines_that_pose_nothing(tmp_path: Path, moves: str, solution: str, message: str) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"plyground puzzles 1: tictactoe\n{moves} | {solution} | win in 1 | 1\n")
    (puzzle,) = read_puzzles(path)
    with pytest.raises(PuzzleError, match=message):
        hints(puzzle)


def test_files_of_other_games_and_none(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(FIRST)
    with pytest.raises(PuzzleError, match="puzzles for another game"):
        read_puzzles(path, SIM)
    with pytest.raises(PuzzleError, match="cannot be read"):
        read_puzzles(tmp_path)
    path.write_bytes(bytes(10_000_001))
    with pytest.raises(PuzzleError, match="too large"):
        read_puzzles(path)


def tried(puzzle: Puzzle, *results: str) -> list[Try]:
    return [Try(puzzle.id, each, "2026-11-24") for each in results]  # type: ignore[arg-type]


def test_the_next_puzzle_is_near_the_level_of_the_person() -> None:
    among = puzzles(SIM)
    progress = Progress()
    assert progress.skill(SIM) == LEAST_RATING
    tries: list[Try] = []
    ratings = []
    for _ in range(len(among)):
        puzzle = Progress(tries).next(among)
        assert puzzle is not None
        ratings.append(puzzle.rating)
        tries += tried(puzzle, "solved")
    assert Progress(tries).next(among) is None
    assert ratings[:4] == [3, 3, 4, 4]
    assert Progress(tries).solved.keys() == {each.id for each in among}
    assert Progress(tries).skill(pg.Sim(7)) == LEAST_RATING


def test_help_and_wrong_answers_lower_the_level() -> None:
    game = SIM
    among = puzzles(game)
    solved = [each for puzzle in among[:6] for each in tried(puzzle, "solved")]
    assert Progress(solved).skill(game) == LEAST_RATING + 3
    for results in (("wrong", "solved"), ("hint", "hint", "solved"), ("skipped",)):
        progress = Progress(solved + tried(among[6], *results))
        assert progress.skill(game) == LEAST_RATING + 2.5
    again = Progress(solved + tried(among[0], "wrong", "solved"))
    assert again.skill(game) == LEAST_RATING + 3
    assert again.wrong == {among[0].id}
    assert Progress(tried(among[6], "wrong")).skill(game) == LEAST_RATING


def test_the_rating_is_elo_against_the_points_of_puzzles() -> None:
    easy, hard = min(all_puzzles(), key=points), max(all_puzzles(), key=points)
    assert (points(easy), points(hard)) == (1000, 2000)
    day = "2026-11-24"
    assert rating_of([]).points == 1000
    assert rating_of([]).counted == 0
    # Half of 40 points for a puzzle as strong as the person; nearly all for one of 2000 points.
    assert rating_of([Try(easy.id, "solved", day)]).points == pytest.approx(1020)
    assert rating_of([Try(easy.id, "wrong", day)]).points == pytest.approx(980)
    assert rating_of([Try(hard.id, "solved", day)]).points == pytest.approx(
        1000 + 40 / 1.00316, 1e-4
    )
    # Only the first try at a puzzle counts, and puzzles that nobody knows do not.
    first = [Try(easy.id, "hint", day), Try(easy.id, "solved", day), Try("gone-1", "solved", day)]
    assert rating_of(first).points == pytest.approx(980)
    assert rating_of(first).counted == 1
    # After thirty puzzles, a step is half as large.
    many = [Try(each.id, "solved" if at % 2 else "wrong", day)
            for at, each in enumerate(all_puzzles()[:31])]  # fmt: skip
    before, after = rating_of(many[:30]), rating_of(many)
    expected = 1 / (1 + 10 ** ((points(all_puzzles()[30]) - before.points) / 400))
    assert after.points == pytest.approx(before.points - 20 * expected)
    assert after.counted == 31
