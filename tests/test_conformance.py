"""`check_game` passes every game there is, and tells what is wrong with a broken one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground import errors, rules, search
from plyground.games import tictactoe
from plyground.search import solve_tables
from plyground.testing import check_game, check_statements
from tests.variants import VARIANTS, uncompiled

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))
REGISTERED = [pg.game(name) for name in pg.game_names()]
VARIED = [variant.game for variant in VARIANTS if variant.game not in REGISTERED]
LARGE = 36  # plies: games from there on say little more, and take a quarter of a minute each


def marked(game: rules.Game) -> object:
    """A variant of a game, and how much time it takes."""
    return pytest.param(
        game, marks=pytest.mark.long if game.max_plies >= LARGE else pytest.mark.slow
    )


@pytest.mark.parametrize(
    "game",
    [*REGISTERED, *map(marked, VARIED)],
    ids=str,
)
def test_games(game: rules.Game) -> None:
    check_game(game)


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples(path: Path) -> None:
    check_game(rules.game_class(str(path))())


# Tic-tac-toe with one thing wrong: declarations


class TooFewColours(pg.TicTacToe):
    colours = ("red",)


class TooFewSymbols(pg.TicTacToe):
    symbols = ("x",)


class OneTextTwice(pg.TicTacToe):
    move_texts = tuple("123456788")


class SpacesInTexts(pg.TicTacToe):
    move_texts = tuple(f"cell {s}" for s in range(1, 10))


class TooFewPlies(pg.TicTacToe):
    max_plies = 4


class NoKernels(pg.TicTacToe):
    def kernels(self) -> Any:
        super().kernels()  # and no return


class Unnamed(rules.Game):
    """As a beginner writes it."""

    def kernels(self) -> rules.Kernels:
        raise NotImplementedError

    def marks(self, state: tuple[int, ...]) -> tuple[rules.Mark | None, ...]:
        raise NotImplementedError


# Pictures


class OnlyDrawn(pg.TicTacToe):
    """With the method `marks` in place of `cells`, as older games have it."""

    def kernels(self) -> rules.Kernels:
        return {name: each for name, each in super().kernels().items() if name != "cells"}

    def marks(self, state: tuple[int, ...]) -> tuple[rules.Mark | None, ...]:
        last = state[0] ^ state[1]
        mover = state[1].bit_count() % 2
        return tuple(
            None if not state[1] >> s & 1 else rules.Mark(1 - mover if last >> s & 1 else mover)
            for s in range(9)
        )


class TooFewMarks(OnlyDrawn):
    def marks(self, state: tuple[int, ...]) -> tuple[rules.Mark | None, ...]:
        return super().marks(state)[:8]


class NoMarks(OnlyDrawn):
    def marks(self, state: tuple[int, ...]) -> tuple[rules.Mark | None, ...]:
        return (None,) * 9


class StrangersMarks(pg.TicTacToe):
    cell_marks = (None, rules.Mark(1), rules.Mark(2))


class NothingIsAMark(pg.TicTacToe):
    cell_marks = (rules.Mark(0), rules.Mark(0), rules.Mark(1))


class TooManyKinds(pg.TicTacToe):
    cell_marks = (None, *(rules.Mark(0, str(number)) for number in range(64)))


class MethodDeciding(pg.TicTacToe):
    """As it was before it became a kernel."""

    def deciding(self, state: tuple[int, ...]) -> frozenset[int]:
        return frozenset({6, 7, 8})


# Kernels


class Broken(pg.TicTacToe):
    """With kernels of its own in place of the right ones."""

    def wrong_kernels(self) -> rules.Kernels:
        raise NotImplementedError

    def kernels(self) -> rules.Kernels:
        return {**super().kernels(), **self.wrong_kernels()}


class LinesBesideTheBoard(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def deciding(state: Any, out: Any) -> int:
            out[0] = 8
            out[1] = 9
            return 2

        return rules.kernels(deciding)


class RepeatedLines(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def deciding(state: Any, out: Any) -> int:
            out[0] = 8
            out[1] = 8
            return 2

        return rules.kernels(deciding)


class StrangeCells(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def cells(state: Any, out: Any) -> None:
            for s in range(9):
                out[s] = 3

        return rules.kernels(cells)


class OnlyFullCells(Broken):
    """Relies on zeros where nothing lies."""

    def wrong_kernels(self) -> rules.Kernels:
        def cells(state: Any, out: Any) -> None:
            for s in range(9):
                if state[1] & np.uint64(1 << s):
                    out[s] = 1

        return rules.kernels(cells)


class CellsBesideTheBoard(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def cells(state: Any, out: Any) -> None:
            for s in range(10):
                out[s] = 1

        return rules.kernels(cells)


class FloatingPoint(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def player(state: Any) -> int:
            return int(rules.popcount(state[1]) % 2.0)

        return rules.kernels(player)


class SignedState(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def play(state: Any, move: int) -> Any:
            mine, both = tictactoe.play(state, move)
            return mine, np.int64(both)

        return rules.kernels(play)


class BareWord(Broken):
    """A state of one word that is no tuple."""

    def wrong_kernels(self) -> rules.Kernels:
        def start() -> Any:
            return np.uint64(0)

        return rules.kernels(start)


class NoResult(Broken):
    """As where a path of the function has no return."""

    def wrong_kernels(self) -> rules.Kernels:
        def result(state: Any) -> Any:
            return None

        return rules.kernels(result)


class StrangersWin(Broken):
    """Players counted from 1."""

    def wrong_kernels(self) -> rules.Kernels:
        def result(state: Any) -> int:
            return rules.won(2) if tictactoe.result(state) else rules.ONGOING

        return rules.kernels(result)


class NobodysTurn(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def player(state: Any) -> int:
            return rules.popcount(state[1]) % 3

        return rules.kernels(player)


class RepeatedMoves(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def moves(state: Any, out: Any) -> int:
            count = tictactoe.moves(state, out)
            out[count - 1] = out[0]
            return count

        return rules.kernels(moves)


class StrangeMoves(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def moves(state: Any, out: Any) -> int:
            out[0] = 9
            return 1

        return rules.kernels(moves)


class NoMoves(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def moves(state: Any, out: Any) -> int:
            return 0

        return rules.kernels(moves)


class TooManyMoves(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def moves(state: Any, out: Any) -> int:
            for code in range(20):
                out[code] = code
            return 9

        return rules.kernels(moves)


class UnsignedPlayer(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        one = np.uint64(1)

        def player(state: Any) -> Any:
            return state[1] & one

        return rules.kernels(player)


class SharedKeys(Broken):
    """Cells taken, whoever has them."""

    def wrong_kernels(self) -> rules.Kernels:
        def key(state: Any) -> Any:
            return state[1]

        return rules.kernels(key)


class RestlessCanonical(Broken):
    """A quarter turn, and at the next call one more."""

    def wrong_kernels(self) -> rules.Kernels:
        turned = np.array([6, 3, 0, 7, 4, 1, 8, 5, 2], np.uint64)
        one = np.uint64(1)

        def canonical(state: Any) -> Any:
            mine, both = np.uint64(0), np.uint64(0)
            for s in range(9):
                mine |= (state[0] >> turned[s] & one) << np.uint64(s)
                both |= (state[1] >> turned[s] & one) << np.uint64(s)
            return mine, both

        return rules.kernels(canonical)


class CanonicalOfAnotherKind(Broken):
    """Every position stands for the empty board."""

    def wrong_kernels(self) -> rules.Kernels:
        def canonical(state: Any) -> Any:
            return np.uint64(0), np.uint64(0)

        return rules.kernels(canonical)


# What makes exact solving stronger


class TooHopeful(Broken):
    """Whoever has the centre does not lose."""

    def wrong_kernels(self) -> rules.Kernels:
        centre = np.uint64(16)

        def bounds(state: Any) -> tuple[int, int, int]:
            if tictactoe.result(state) != rules.ONGOING:
                value = 10 * (tictactoe.result(state) != rules.DRAW)
                return -value, -value, 0
            return (0 if state[0] & centre else -10), 10, 0

        return rules.kernels(bounds)


class BoundsThatSeeNoEnd(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def bounds(state: Any) -> tuple[int, int, int]:
            return -10, 10, 0

        return rules.kernels(bounds)


class BoundsBeyondAll(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def bounds(state: Any) -> tuple[int, int, int]:
            return -11, 11, 0

        return rules.kernels(bounds)


class OneCandidate(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def candidates(state: Any, out: Any) -> int:
            tictactoe.moves(state, out)
            return 1

        return rules.kernels(candidates)


class NoCandidates(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def candidates(state: Any, out: Any) -> int:
            return 0

        return rules.kernels(candidates)


class IllegalCandidates(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def candidates(state: Any, out: Any) -> int:
            for code in range(9):
                out[code] = code
            return 9

        return rules.kernels(candidates)


class TooManyCandidates(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def candidates(state: Any, out: Any) -> int:
            out[9] = 0
            return tictactoe.moves(state, out)

        return rules.kernels(candidates)


class RepeatedCandidates(Broken):
    def wrong_kernels(self) -> rules.Kernels:
        def candidates(state: Any, out: Any) -> int:
            count = tictactoe.moves(state, out)
            out[count] = out[0]
            return count + 1

        return rules.kernels(candidates)


class SharedClasses(Broken):
    """Cells taken, whoever has them."""

    def wrong_kernels(self) -> rules.Kernels:
        def class_key(state: Any) -> Any:
            return state[1]

        return rules.kernels(class_key)


class FewClassBits(pg.TicTacToe):
    class_bits = (0, 17)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "message"),
    [
        pytest.param(TooHopeful, "the value is", marks=uncompiled),
        pytest.param(BoundsThatSeeNoEnd, "the game is over there", marks=uncompiled),
        pytest.param(BoundsBeyondAll, "are -11 and 11", marks=uncompiled),
        (OneCandidate, "none of them is best"),
        pytest.param(NoCandidates, "there are none", marks=uncompiled),
        pytest.param(IllegalCandidates, "one is not a legal move", marks=uncompiled),
        pytest.param(TooManyCandidates, "more than the 9 moves are written", marks=uncompiled),
        pytest.param(RepeatedCandidates, "a move is written more than once", marks=uncompiled),
        pytest.param(SharedClasses, "share one, and their values are", marks=uncompiled),
        pytest.param(FewClassBits, "more bits than class_bits, (0, 17)", marks=uncompiled),
        (TooFewColours, "2 players need 2 colours"),
        (TooFewSymbols, "2 players need 2 symbols"),
        (OneTextTwice, "more than once: give each move its own text"),
        (SpacesInTexts, "has 'cell 1': leave out spaces and commas"),
        (TooFewPlies, "the game goes on after"),
        (TooFewMarks, "and the board has 9 places"),
        (NoMarks, "the board looks as before"),
        (StrangersMarks, "there is a mark of player"),
        (NothingIsAMark, "the first is None, for an empty place"),
        (TooManyKinds, "marks: 64 is the most"),
        (MethodDeciding, "deciding is a method of the class: make it a kernel"),
        pytest.param(LinesBesideTheBoard, "the places 0 to 8", marks=uncompiled),
        pytest.param(RepeatedLines, "deciding wrote a place more than once", marks=uncompiled),
        pytest.param(StrangeCells, "cells wrote 3", marks=uncompiled),
        pytest.param(OnlyFullCells, "cells leaves out place", marks=uncompiled),
        pytest.param(CellsBesideTheBoard, "more than the 9 places", marks=uncompiled),
        (TooManyMoves, "moves writes more than the 9 moves"),
        pytest.param(
            UnsignedPlayer, "rules.as_int(...) makes it a plain number", marks=pytest.mark.compiled
        ),
        pytest.param(FloatingPoint, "player computes with fractions", marks=pytest.mark.compiled),
        pytest.param(SignedState, "play returned", marks=pytest.mark.compiled),
        (NoKernels, "kernels returned nothing"),
        (Unnamed, "class Unnamed does not say name"),
        (BareWord, "a state is a tuple of np.uint64"),
        (NoResult, "result returned nothing, which is not a whole number"),
        (StrangersWin, "where players are 0 to 1"),
        (NobodysTurn, "and the players are 0 to 1"),
        (RepeatedMoves, "codes are from 0 to 8, each at most once"),
        (StrangeMoves, "codes are from 0 to 8"),
        (NoMoves, "moves returned 0, while result says"),
        (SharedKeys, "the key of another one"),
        (RestlessCanonical, "canonical changes its own answer"),
        (CanonicalOfAnotherKind, "with another player, result or number of moves"),
    ],
)
def test_broken_games(game: type[rules.Game], message: str) -> None:
    with pytest.raises(AssertionError) as error:
        check_game(game())
    assert message in str(error.value)


@pytest.mark.slow
@uncompiled
def test_a_game_without_cells_is_drawn_and_its_lack_reported() -> None:
    (lacking,) = check_game(OnlyDrawn())
    assert "no kernel cells" in lacking
    position = OnlyDrawn().position("5 1")
    assert position.marks[4] == rules.Mark(0)
    assert sorted(position.picture().last) == [0]
    with pytest.raises(pg.PlygroundError, match="no kernel cells"):
        _ = position.cells
    assert check_game(pg.TicTacToe()) == []


class FewTexts(pg.TicTacToe):
    """Whose kernel writes nine moves where there is room for four."""

    move_texts = ("1", "2", "3", "4")


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda game, _folder: game.position(), id="position"),
        pytest.param(lambda game, _folder: list(search.layers(game)), id="layers"),
        pytest.param(lambda game, folder: solve_tables(game, folder=folder), id="tables"),
    ],
)
def test_moves_beyond_the_texts_are_reported_before_anything_is_searched(
    use: Callable[[rules.Game, Path], Any], tmp_path: Path
) -> None:
    with pytest.raises(errors.RulesError) as error:
        use(FewTexts(), tmp_path)
    assert "moves wrote 4: codes are from 0 to 3, each at most once" in str(error.value)


class SmallWords(pg.TicTacToe):
    """With kernels that call each other, a helper and themselves, none of them compiled by hand."""

    def kernels(self) -> rules.Kernels:
        def half(word: Any) -> Any:
            return half(word - np.uint64(2)) + np.uint64(1) if word > np.uint64(1) else word * zero

        def count(word: Any) -> int:
            return rules.popcount(word) + rules.as_int(half(np.uint64(1)))

        def player(state: Any) -> int:
            return count(state[1]) & 1

        def result(state: Any) -> int:
            found = tictactoe.result(state)
            return found if found < 2 else rules.won(1 - player(state))

        zero = np.uint64(0)
        return {**super().kernels(), **rules.kernels(player, result)}


@pytest.mark.slow
@uncompiled
def test_kernels_that_call_each_other_keep_what_a_game_promises() -> None:
    check_game(SmallWords())


@pytest.mark.slow
@pytest.mark.compiled
def test_kernels_may_call_each_other() -> None:
    check_statements(SmallWords())
    assert pg.perft(SmallWords(), 5) == pg.perft(pg.TicTacToe(), 5)


class Exaggerating(pg.TicTacToe):
    """A game with a heuristic beyond what is allowed."""

    name = "exaggerating"

    def heuristics(self) -> rules.Kernels:
        def much(_state: tuple[np.uint64, ...], player: int) -> int:
            return 600_000 * (1 - 2 * player)

        return {"much": much}


class Misnamed(pg.TicTacToe):
    """A game with a heuristic that no text could name."""

    name = "misnamed"

    def heuristics(self) -> rules.Kernels:
        return {"none": lambda _state, _player: 0}


@pytest.mark.slow
def test_heuristics_keep_their_range_and_have_names() -> None:
    with pytest.raises(AssertionError, match="heuristic much gives 600000"):
        check_game(Exaggerating(), playouts=1)
    with pytest.raises(AssertionError, match="give kernels by names such as my-rating"):
        check_game(Misnamed(), playouts=1)
