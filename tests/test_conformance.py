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
from tests.words import assert_answered, questions

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))
REGISTERED = [pg.game(name) for name in pg.game_names()]
OTHERS = [variant.game for variant in VARIANTS if variant.game not in REGISTERED]
OTHERS += [rules.game_class(str(path))() for path in EXAMPLES]


@pytest.mark.slow
def test_a_game() -> None:
    check_game(pg.TicTacToe(), playouts=5)


@uncompiled
@pytest.mark.parametrize("game", REGISTERED, ids=repr)
def test_games_in_python(game: rules.Game) -> None:
    check_game(game, playouts=5)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=pytest.mark.slow if game.name == "numerical" else pytest.mark.long)
        for game in REGISTERED[1:]
    ],
    ids=repr,
)
def test_types(game: rules.Game) -> None:
    check_statements(game)


@pytest.mark.slow
@uncompiled
@pytest.mark.parametrize("game", OTHERS, ids=repr)
def test_other_sizes_and_examples(game: rules.Game) -> None:
    check_game(game, playouts=3)


# Tic-tac-toe with one wrong statement


@pytest.mark.parametrize("question", questions("statements.txt"))
def test_wrong_statements(question: str, pytestconfig: pytest.Config) -> None:
    wrong = type("Wrong", (pg.TicTacToe,), {"__module__": __name__, **eval(question)})
    with pytest.raises(AssertionError) as error:
        check_game(wrong())
    assert_answered("statements.txt", question, [str(error.value)], pytestconfig)


class Unnamed(rules.Game):
    """As a beginner writes it."""

    def kernels(self) -> rules.Kernels:
        raise NotImplementedError

    def marks(self, state: tuple[int, ...]) -> tuple[rules.Mark | None, ...]:
        raise NotImplementedError


class NoKernels(pg.TicTacToe):
    def kernels(self) -> Any:
        super().kernels()  # and no return


class TooFewPlies(pg.TicTacToe):
    max_plies = 4


class FewClassBits(pg.TicTacToe):
    class_bits = (0, 17)


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


class Exaggerating(pg.TicTacToe):
    """With a heuristic beyond what is allowed."""

    def heuristics(self) -> rules.Kernels:
        return {"much": lambda _state, player: 600_000 * (1 - 2 * player)}


class Misnamed(pg.TicTacToe):
    """With a heuristic that no text could name."""

    def heuristics(self) -> rules.Kernels:
        return {"none": lambda _state, _player: 0}


# Tic-tac-toe with one wrong kernel

CASES: list[object] = [
    pytest.param(game, said, marks=uncompiled)
    for game, said in (
        (Unnamed, "class Unnamed does not say name"),
        (NoKernels, "kernels returned nothing"),
        (TooFewPlies, "the game goes on after"),
        (FewClassBits, "more bits than class_bits, (0, 17)"),
        (TooFewMarks, "and the board has 9 places"),
        (NoMarks, "the board looks as before"),
        (Exaggerating, "heuristic much gives 600000"),
        (Misnamed, "give kernels by names such as my-rating"),
    )
]


def broken(
    kernel: str, said: str, marks: pytest.MarkDecorator = uncompiled
) -> Callable[[Callable[..., Any]], type[rules.Game]]:
    """A case: the game with a function as this kernel, and what is said of it."""

    def game(function: Callable[..., Any]) -> type[rules.Game]:
        def kernels(self: rules.Game) -> rules.Kernels:
            return {**pg.TicTacToe.kernels(self), **rules.kernels(function)}  # type: ignore[arg-type]

        name = function.__name__
        function.__name__ = kernel
        kind = type(name, (pg.TicTacToe,), {"kernels": kernels, "__module__": __name__})
        CASES.append(pytest.param(kind, said, id=name, marks=marks))
        return kind

    return game


ONE = np.uint64(1)
CENTRE = np.uint64(16)
TURNED = np.array([6, 3, 0, 7, 4, 1, 8, 5, 2], np.uint64)


@broken("deciding", "the places 0 to 8")
def lines_beside_the_board(state: Any, out: Any) -> int:
    out[0] = 8
    out[1] = 9
    return 2


@broken("deciding", "deciding wrote a place more than once")
def repeated_lines(state: Any, out: Any) -> int:
    out[0] = 8
    out[1] = 8
    return 2


@broken("cells", "cells wrote 3")
def strange_cells(state: Any, out: Any) -> None:
    for s in range(9):
        out[s] = 3


@broken("cells", "cells leaves out place")
def only_full_cells(state: Any, out: Any) -> None:
    """Relies on zeros where nothing lies."""
    for s in range(9):
        if state[1] & np.uint64(1 << s):
            out[s] = 1


@broken("cells", "more than the 9 places")
def cells_beside_the_board(state: Any, out: Any) -> None:
    for s in range(10):
        out[s] = 1


@broken("player", "player computes with fractions", pytest.mark.compiled)
def floating_point(state: Any) -> int:
    return int(rules.popcount(state[1]) % 2.0)


@broken("play", "play returned", pytest.mark.compiled)
def signed_state(state: Any, move: int) -> Any:
    mine, both = tictactoe.play(state, move)
    return mine, np.int64(both)


@broken("player", "rules.as_int(...) makes it a plain number", pytest.mark.compiled)
def unsigned_player(state: Any) -> Any:
    return state[1] & ONE


@broken("start", "a state is a tuple of np.uint64")
def bare_word() -> Any:
    """A state of one word that is no tuple."""
    return np.uint64(0)


@broken("result", "result returned nothing, which is not a whole number")
def no_result(state: Any) -> Any:
    """As where a path of the function has no return."""
    return None


@broken("result", "where players are 0 to 1")
def strangers_win(state: Any) -> int:
    """Players counted from 1."""
    return rules.won(2) if tictactoe.result(state) else rules.ONGOING


@broken("player", "and the players are 0 to 1")
def nobodys_turn(state: Any) -> int:
    return rules.popcount(state[1]) % 3


@broken("moves", "codes are from 0 to 8, each at most once")
def repeated_moves(state: Any, out: Any) -> int:
    count = tictactoe.moves(state, out)
    out[count - 1] = out[0]
    return count


@broken("moves", "codes are from 0 to 8")
def strange_moves(state: Any, out: Any) -> int:
    out[0] = 9
    return 1


@broken("moves", "moves returned 0, while result says")
def no_moves(state: Any, out: Any) -> int:
    return 0


@broken("moves", "moves writes more than the 9 moves")
def too_many_moves(state: Any, out: Any) -> int:
    for code in range(20):
        out[code] = code
    return 9


@broken("key", "the key of another one")
def shared_keys(state: Any) -> Any:
    """Cells taken, no matter whose."""
    return state[1]


@broken("canonical", "canonical changes its own answer")
def restless_canonical(state: Any) -> Any:
    """A quarter turn, and at the next call one more."""
    mine, both = np.uint64(0), np.uint64(0)
    for s in range(9):
        mine |= (state[0] >> TURNED[s] & ONE) << np.uint64(s)
        both |= (state[1] >> TURNED[s] & ONE) << np.uint64(s)
    return mine, both


@broken("canonical", "with another player, result or number of moves")
def canonical_of_another_kind(state: Any) -> Any:
    """Every position represents the empty board."""
    return np.uint64(0), np.uint64(0)


# What makes exact solving stronger


@broken("bounds", "the value is")
def too_hopeful(state: Any) -> tuple[int, int, int]:
    """The player who has the centre does not lose."""
    if tictactoe.result(state) != rules.ONGOING:
        value = 10 * (tictactoe.result(state) != rules.DRAW)
        return -value, -value, 0
    return (0 if state[0] & CENTRE else -10), 10, 0


@broken("bounds", "the game is over there")
def bounds_that_see_no_end(state: Any) -> tuple[int, int, int]:
    return -10, 10, 0


@broken("bounds", "are -11 and 11")
def bounds_beyond_all(state: Any) -> tuple[int, int, int]:
    return -11, 11, 0


@broken("candidates", "none of them is best")
def one_candidate(state: Any, out: Any) -> int:
    tictactoe.moves(state, out)
    return 1


@broken("candidates", "there are none")
def no_candidates(state: Any, out: Any) -> int:
    return 0


@broken("candidates", "one is not a legal move")
def illegal_candidates(state: Any, out: Any) -> int:
    for code in range(9):
        out[code] = code
    return 9


@broken("candidates", "more than the 9 moves are written")
def too_many_candidates(state: Any, out: Any) -> int:
    out[9] = 0
    return tictactoe.moves(state, out)


@broken("candidates", "a move is written more than once")
def repeated_candidates(state: Any, out: Any) -> int:
    count = tictactoe.moves(state, out)
    out[count] = out[0]
    return count + 1


@broken("class_key", "share one, and their values are")
def shared_classes(state: Any) -> Any:
    """Cells taken, no matter whose."""
    return state[1]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "said"), CASES)
def test_broken_games(game: type[rules.Game], said: str) -> None:
    with pytest.raises(AssertionError) as error:
        check_game(game(), playouts=5)
    assert said in str(error.value)


@pytest.mark.slow
@uncompiled
def test_a_game_without_cells_is_drawn_and_its_lack_reported() -> None:
    (lacking,) = check_game(OnlyDrawn(), playouts=1)
    assert "no kernel cells" in lacking
    position = OnlyDrawn().position("5 1")
    assert position.marks[4] == rules.Mark(0)
    assert sorted(position.picture().last) == [0]
    with pytest.raises(pg.PlygroundError, match="no kernel cells"):
        _ = position.cells
    assert check_game(pg.TicTacToe(), playouts=1) == []


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
    check_game(SmallWords(), playouts=5)


@pytest.mark.slow
@pytest.mark.compiled
def test_kernels_may_call_each_other() -> None:
    check_statements(SmallWords())
    assert pg.perft(SmallWords(), 5) == pg.perft(pg.TicTacToe(), 5)
