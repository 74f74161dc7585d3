"""The registry: games by name, from Python files, and from installed packages."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import plyground as pg
from plyground import errors, games, rules
from plyground.analysis.puzzles import PuzzleWarning, all_puzzles
from plyground.games import registry
from plyground.kernel import in_plain_python
from plyground.search import BookWarning, find_book
from tests.words import assert_answered, questions

NIM = Path(__file__).parent.parent / "examples" / "nim.py"
BUILT_IN = list(games.BUILT_IN)

A_GAME = """
import plyground as pg

class Corners(pg.TicTacToe):
    name = "corners"
"""


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Packages that bring games: one good, one for each way to be broken."""
    (tmp_path / "brought_games.py").write_text(A_GAME + "number = 5\n")
    (tmp_path / "brought_broken.py").write_text("import no_such_module\n")
    (tmp_path / "brought_quitter.py").write_text("import sys\nsys.exit('enough')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "brought_games", raising=False)  # of the test before
    values = {
        "corners": "brought_games:Corners",
        "number": "brought_games:number",
        "nothing": "brought_games:Nothing",
        "broken": "brought_broken:Game",
        "quitter": "brought_quitter:Game",
        "sim": "brought_games:Corners",  # a name that is taken
    }
    points = [EntryPoint(name, value, registry.ENTRY_POINTS) for name, value in values.items()]
    yield from _with(points, monkeypatch)


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from _with([], monkeypatch)


def _with(points: list[EntryPoint], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    for each in (registry._installed, all_puzzles):
        each.cache_clear()
    yield
    for each in (registry._installed, all_puzzles):
        each.cache_clear()


# What comes with a game


@pytest.mark.usefixtures("installed")
def test_what_comes_with_a_game_and_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "corners.txt").write_text(
        "plyground puzzles 1: corners\n1 2 5 3 | 9 | win in 1 | 1\n"
    )
    (tmp_path / "puzzles" / "broken.txt").write_text("nothing\n")
    (tmp_path / "books").mkdir()
    (tmp_path / "books" / "corners.book").write_text("nothing\n")
    corners = pg.game("corners")
    with pytest.warns(PuzzleWarning, match=r"broken\.txt is not a file of puzzles"):
        (found,) = [each for each in all_puzzles() if each.game == corners]
    assert found.solution == "9"
    assert pg.puzzles(corners) == (found,)
    with pytest.warns(BookWarning, match=r"corners\.book"):
        assert find_book(corners) is None


@pytest.mark.usefixtures("installed")
def test_nothing_comes_with_a_game_that_is_not_installed(tmp_path: Path) -> None:
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "alone.py").write_text(A_GAME)
    alone = rules.game_class(str(tmp_path / "alone.py"))
    assert registry.folder_of(alone, "puzzles") is None
    assert registry.folder_of(rules.game_class("corners"), "puzzles") == tmp_path / "puzzles"


# Names


def test_names(nothing_installed: None) -> None:
    """Names that no game has are in tests/golden/words/refused.txt."""
    found = {name: rules.game_class(name) for name in pg.game_names()}
    assert [*found] == BUILT_IN
    assert found == {
        "tictactoe": pg.TicTacToe,
        "numerical": pg.NumericalTicTacToe,
        "sim": pg.Sim,
        "connect4": pg.ConnectFour,
    }
    assert all(game.name == name for name, game in found.items())


# Installed packages


@pytest.mark.usefixtures("installed")
def test_an_installed_game() -> None:
    assert pg.game_names() == [*BUILT_IN, "corners", "number", "nothing", "broken", "quitter"]
    assert rules.game_class("corners").name == "corners"


@pytest.mark.usefixtures("installed")
def test_a_built_in_game_keeps_its_name() -> None:
    assert rules.game_class("sim") is pg.Sim


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("number", "it is 5, and not a game"),
        ("nothing", "AttributeError: module 'brought_games' has no attribute 'Nothing'"),
        ("broken", "ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_installed_games_that_do_not_load(name: str, why: str) -> None:
    with pytest.raises(errors.UnknownGameError) as error:
        rules.game_class(name)
    assert str(error.value) == f"the game {name} does not load: {why}"


# Python files


@in_plain_python()
def test_a_game_in_a_file() -> None:
    game = rules.game_class(str(NIM))(heaps=2)
    assert game.position("2:2").moves == ("1:1",)


def test_a_file_is_loaded_once(tmp_path: Path) -> None:
    path = tmp_path / "corners.py"
    path.write_text(A_GAME)
    first = rules.game_class(str(path))
    again = rules.game_class(str(tmp_path / "." / "corners.py"))
    assert first is again


def test_files_of_one_name_are_two_games(tmp_path: Path) -> None:
    games = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        (folder / "corners.py").write_text(A_GAME)
        games.append(rules.game_class(str(folder / "corners.py")))
    assert games[0] is not games[1]


def test_a_file_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "lies_beside.py").write_text("TITLE = 'Beside'\n")
    path = tmp_path / "corners.py"
    path.write_text(A_GAME + "    from lies_beside import TITLE as title\n")
    before = list(sys.path)
    assert rules.game_class(str(path)).title == "Beside"
    assert sys.path == before


@pytest.mark.parametrize("question", questions("game_files.txt"))
def test_files_that_bring_no_game(
    question: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    path = tmp_path / "broken.py"
    path.write_text(question.encode().decode("unicode_escape"))
    with pytest.raises(errors.GameFileError) as error:
        rules.game_class(str(path))
    assert_answered("game_files.txt", question, [str(error.value)], pytestconfig)


@pytest.mark.parametrize("source", ["class :", "1 / 0"])
def test_a_file_that_is_mended_loads(tmp_path: Path, source: str) -> None:
    path = tmp_path / "mended.py"
    path.write_text(source)
    with pytest.raises(errors.GameFileError):
        rules.game_class(str(path))
    path.write_text(A_GAME)
    assert rules.game_class(str(path)).name == "corners"


def run(script: str, *arguments: str, given: bytes = b"") -> str:
    """What a new process prints."""
    process = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, *arguments],
        input=given,
        capture_output=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr.decode()
    return process.stdout.decode().strip()


@pytest.mark.slow
@in_plain_python()
def test_positions_of_a_file_s_game_reach_another_process(tmp_path: Path) -> None:
    """The other process has not loaded the file: it finds it by what the position carries."""
    path = tmp_path / "my_nim.py"
    path.write_text(NIM.read_text())
    position = rules.game_class(str(path))().position("4:2 1:1")
    script = (
        "import pickle, sys\nfrom plyground.kernel import in_plain_python\n"
        "with in_plain_python(): p = pickle.load(sys.stdin.buffer); print(repr(p), *p.moves)"
    )
    printed = run(script, given=pickle.dumps(position))
    assert printed == " ".join([repr(position), *position.moves])


@pytest.mark.compiled
@pytest.mark.long
def test_a_file_that_has_moved_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    script = "import sys, plyground as pg; print(pg.game(sys.argv[1], heaps=1).position('1:1'))"
    before, after = tmp_path / "nim.py", tmp_path / "moved.py"
    before.write_text(NIM.read_text())
    printed = run(script, str(before))
    before.rename(after)
    assert run(script, str(after)) == printed
