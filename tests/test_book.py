"""Books: right values for every position, work that goes on where it stopped, files that lie."""

import random
from pathlib import Path

import numpy as np
import pytest

import plyground as pg
from plyground.games.registry import game_class
from plyground.kernel.compiler import COMPILES
from plyground.position import as_words
from plyground.search import Book, BookBuilder, BookError, BookProgress, Cancelled, Solver
from plyground.search.book_arrays import NO_BOOK, UNKNOWN, known, listed, place_of, write_book
from tests.own_game import NIM
from tests.values import Known, each_known
from tests.variants import uncompiled

PLIES = 4 if COMPILES else 2
GAME = pg.ConnectFour(4, 4)


def builder(path: Path, game: pg.Game = GAME, plies: int = PLIES) -> BookBuilder:
    return BookBuilder(path, Solver(game, memory=8), plies)


def positions(game: pg.Game, plies: int) -> list[pg.Position]:
    """Every position of the first plies, by every order of moves."""
    found = [game.position()]
    for position in found:
        if position.ply < plies and not position.over:
            found += [position.play_code(code) for code in position.codes]
    return found


@pytest.mark.slow
def test_a_book_has_the_value_of_every_position(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    built = builder(file).build()
    opened = Book.open(file, GAME)
    solver = Solver(GAME, memory=8)
    seen = positions(GAME, PLIES)
    for position in random.Random(0).sample(seen, min(len(seen), 80)):
        solution = solver.solve(position)
        assert solution.exact
        assert opened.value(position) == built.value(position) == solution.low
    assert len(opened) == len(built) == len({(p.ply, canonical(p)) for p in seen})
    assert opened.value(GAME.position("12341234"[: PLIES + 1])) is None
    assert [each.name for each in tmp_path.iterdir()] == ["a.book"]


def canonical(position: pg.Position) -> tuple[int, ...]:
    """The lesser of a position's marks and their mirror image, column by column."""
    marks = [0 if mark is None else 1 + (mark.player or 0) for mark in position.picture().marks]
    columns = [tuple(marks[at : at + 4]) for at in range(0, 16, 4)]
    return min(sum(columns, ()), sum(columns[::-1], ()))


@each_known(pg.TicTacToe())
def test_known_values(known: Known, tmp_path: Path) -> None:
    book = builder(tmp_path / "t.book", known.game, 3).build()
    assert len(book) == 1 + 3 + 12 + 38
    assert book.value(known.position) == (known.exact if known.position.ply <= 3 else None)


def test_work_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    first, control = builder(file), pg.Control()
    reports: list[BookProgress] = []

    def stop_soon(progress: BookProgress) -> None:
        reports.append(progress)
        if progress.solved == 5:
            control.stop()

    with pytest.raises(Cancelled):
        first.build(control, stop_soon)
    assert not file.exists()
    assert [progress.solved for progress in reports] == [1, 2, 3, 4, 5]
    second = builder(file)
    assert second.left == reports[-1].total - 5
    assert len(second.build()) > 5
    assert [each.name for each in tmp_path.iterdir()] == ["a.book"]


def test_files_that_are_not_this_book_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    builder(file, plies=1).build()
    content = file.read_bytes()
    assert Book.open(file, GAME).plies == 1
    with pytest.raises(BookError, match="is a book for another game, not for Connect Four"):
        Book.open(file, pg.ConnectFour())
    with pytest.raises(BookError, match="cannot be read: No such file"):
        Book.open(tmp_path / "b.book", GAME)
    for at in range(len(content)):
        file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        with pytest.raises(BookError):
            Book.open(file, GAME)
        file.write_bytes(content[:at])
        with pytest.raises(BookError):
            Book.open(file, GAME)


def test_what_an_earlier_run_left_is_checked(tmp_path: Path) -> None:
    """Damaged files are reported and not used; the work begins again."""
    file, control = tmp_path / "a.book", pg.Control()
    part = tmp_path / f"a.book.{PLIES}-plies.part"
    with pytest.raises(Cancelled):
        builder(file).build(control, lambda _: control.stop())
    kept = part.read_bytes()
    again = builder(file)
    assert not again.discarded
    whole = again.left + 1
    other = builder(tmp_path / "b.book", plies=PLIES - 1)
    control = pg.Control()
    with pytest.raises(Cancelled):
        other.build(control, lambda _: control.stop())
    shallower = (tmp_path / f"b.book.{PLIES - 1}-plies.part").read_bytes()
    for damaged in (b"", b"nothing", kept[:-1], kept[:-5] + b"xxxxx", shallower):
        part.write_bytes(damaged)
        anew = builder(file)
        assert anew.discarded
        assert anew.left == whole
    assert len(anew.build()) > 0
    assert not part.exists()


def test_a_book_is_not_replaced_by_a_shallower_one(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    builder(file, plies=2).build()
    content = file.read_bytes()
    for plies in (1, 2):
        with pytest.raises(BookError, match=f"has a book of 2 plies, which .* of {plies} would"):
            builder(file, plies=plies)
    assert file.read_bytes() == content
    builder(file, plies=3).build()
    assert Book.open(file, GAME).plies == 3


@uncompiled
def test_games_that_have_no_such_book(tmp_path: Path) -> None:
    game = pg.TicTacToe()
    with pytest.raises(BookError, match=r"Tic-tac-toe has books of at most 8 plies, and not 20"):
        builder(tmp_path / "a.book", game, 20)
    with pytest.raises(BookError, match="after different numbers of plies"):
        builder(tmp_path / "a.book", game_class(str(NIM))(), 4)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["/dev/null", "", "."])
def test_what_is_not_a_file_is_left_alone(path: str) -> None:
    with pytest.raises(BookError, match="is not a file that a book could be written to"):
        builder(Path(path), plies=1)


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="a book has 1 ply or more, and not 0"):
        builder(tmp_path / "a.book", plies=0)
    (tmp_path / "file").write_text("")
    with pytest.raises(BookError, match="cannot be written"):
        builder(tmp_path / "file" / "a.book", plies=1).build()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "plies"), [(GAME, 2 * PLIES), (pg.TicTacToe(), 4), (pg.Sim(), 3)], ids=repr
)
def test_a_page_lists_the_same_positions(game: pg.Game, plies: int) -> None:
    """In room that is lent, without knowing how long an array is."""
    book, states = listed(game, plies)
    assert len(set(map(tuple, states.tolist()))) == len(states) == book.firsts[-1]
    lent = book._replace(keys=np.zeros_like(book.keys))
    most = int(np.diff(book.firsts).max()) * game.max_moves
    width = len(book.keys) // len(states) + states.shape[1]
    rows, next_rows = (np.zeros(most * width, np.uint64) for _ in range(2))
    write_book(game.rules, lent, rows, next_rows)
    assert (lent.keys == book.keys).all()


def test_a_book_that_is_not_there() -> None:
    state = as_words(GAME.position().state)
    assert known(GAME.rules, state, 0, NO_BOOK) == UNKNOWN
    book, _ = listed(GAME, 1)
    assert place_of(GAME.rules, state, 0, book) == 0
    assert place_of(GAME.rules, state, 1, book) == -1  # not after one ply
