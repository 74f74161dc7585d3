"""A class's tournament: programs in a folder, checked, played, and reported pupil by pupil."""

import shutil
import sys
from pathlib import Path

import pytest

import plyground as pg
from plyground.arena.match import RunError
from plyground.arena.pupils import checked, pupils
from plyground.cli import exits
from plyground.players import external
from tests.computers import FIRST_LEGAL, FIRST_LEGAL_SH
from tests.terminals import Output

EXAMPLE = Path(__file__).parent.parent / "examples" / "class"

posix = pytest.mark.skipif(sys.platform == "win32", reason="files that are programs on POSIX")

FIRST = "def choose(game):\n    return game['legal'][0]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the three programs of the example."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(external, "_START_SECONDS", 100)
    monkeypatch.setattr(external, "_GRACE", 0.3)
    return Path(shutil.copytree(EXAMPLE, "class"))


@pytest.mark.slow
def test_the_example_plays_and_blocking_pays(
    folder: Path, output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "_GRACE", 100)  # nobody loses because the machine is busy
    code, out, errors = output("tournament --folder class --jobs 1 --rounds 2 --html class.html")
    assert code == exits.SUCCESS
    note, written = errors.splitlines()
    assert note.startswith("note: the programs run as copies, each in a folder of its own, ")
    assert written == "Written: class.html"
    lines = out.splitlines()
    assert lines[0] == "Tic-tac-toe in class: Tic-tac-toe; round robin, 2 rounds, seed 1"
    places = [line.split()[1] for line in lines[4:8]]
    assert places.index("yuki") < places.index("lena")  # chance plays a part
    assert sorted(places) == ["Random", "lena", "omar", "yuki"]
    assert "Not repeatable: lena, omar, yuki." in out
    page = Path("class.html").read_text()
    assert page.count('class="card pupil"') == 3
    for said in (
        f"<h2>{places.index('yuki') + 1}. yuki</h2>",
        "of 4 against omar",
        "would have kept it: marked on the board",
    ):
        assert said in page


@pytest.mark.slow
def test_the_same_programs_go_on_and_changed_ones_begin_again(folder: Path, output: Output) -> None:
    (folder / "omar.py").unlink()
    command = "tournament cup.toml --folder class --jobs 1 --exact 0"
    cup = 'game = "tictactoe"\nrandom = false\nrounds = '
    Path("cup.toml").write_text(f"{cup}1")
    output(command)
    (kept,) = Path().glob("*.results.jsonl")
    assert kept.name.startswith("cup-")
    Path("cup.toml").write_text(f"{cup}2")
    assert output(command)[2].splitlines()[-1] == "note: going on after 2 of 4 matches"
    lena = folder / "lena.py"
    lena.write_text(lena.read_text() + "\n# better\n")
    Path("cup.toml").write_text(f"{cup}1")
    output(command)
    assert len(list(Path().glob("*.results.jsonl"))) == 2


@pytest.mark.slow
@posix
def test_no_program_is_overlooked_or_written_over(folder: Path, output: Output) -> None:
    before = (folder / "omar.py").read_bytes()
    code, _, errors = output("tournament --folder class --rounds 1 --html class/omar.py")
    assert code == exits.USAGE
    assert "--html would write over class/omar.py" in errors
    assert (folder / "omar.py").read_bytes() == before
    (folder / "lena.py").rename(folder / "lena.py.txt")
    code, _, errors = output("tournament --folder class --rounds 1 --jobs 1 --exact 0")
    assert code == exits.SUCCESS
    assert (
        errors.splitlines()[0]
        == "plyground: note: lena.py.txt is not a program, so it does not play"
    )
    assert list(folder.glob("tictactoe-*.results.jsonl"))


def test_what_plays_and_what_does_not(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "last.py").write_text(FIRST_LEGAL)
    (tmp_path / "random.py").write_text(FIRST)
    (tmp_path / "shell.sh").write_text(FIRST_LEGAL_SH)
    (tmp_path / "shell.sh").chmod(0o755)
    (tmp_path / "twice").write_text(FIRST_LEGAL_SH)
    (tmp_path / "twice").chmod(0o755)
    (tmp_path / "Twice.py").write_text(FIRST)
    for name in ("_helper.py", ".hidden.py", "notes.txt", "not-executable.sh"):
        (tmp_path / name).write_text(FIRST)
    (tmp_path / "games").mkdir()
    found, originals = pupils(tmp_path, 5, 200, taken=("random",))
    assert [each.entrant.name for each in found] == [
        "first", "last", "random.py", "shell", "twice", "Twice.py"
    ]  # fmt: skip
    assert [each.fault for each in checked(found, originals, [pg.TicTacToe()])] == [""] * 6


@pytest.mark.slow
@posix
def test_faulty_programs_are_named_and_left_out(folder: Path, output: Output) -> None:
    (folder / "yuki.py").unlink()
    (folder / "broken.py").write_text("def choose(game):\n    return game['legal']][0]\n")
    (folder / "cheat.py").write_text("def choose(game):\n    return 5\n")
    (folder / "late.py").write_text(
        "import time\ndef choose(game):\n    if len(game['moves']) > 1: time.sleep(600)\n"
        "    return game['legal'][0]\n"
    )
    (folder / "empty.py").write_text("")
    (folder / "hungry.py").write_text(
        "kept = []\ndef choose(game):\n    while len(kept) < 1000:\n"
        "        kept.append(bytearray(9_000_000))\n"
    )
    code, out, errors = output(
        "tournament --folder class --rounds 1 --jobs 2 --seconds 3 --memory 100 --html a.html"
    )
    assert code == exits.SUCCESS
    said = [line for line in errors.splitlines() if line.startswith("plyground: left out: ")]
    assert [line.split()[5] for line in said] == [
        "broken.py", "cheat.py", "empty.py", "hungry.py", "late.py"
    ]  # fmt: skip
    faults = dict(zip((line.split()[5] for line in said), said, strict=True))
    assert "(line 2: SyntaxError: " in faults["broken.py"]
    assert "gave no legal move: 5: " in faults["cheat.py"]
    assert "(it has no function choose(game))" in faults["empty.py"]
    assert "it did not answer within 3 seconds" in faults["late.py"]
    if sys.platform == "linux":
        assert "(line 4: MemoryError)" in faults["hungry.py"]
    page = Path("a.html").read_text()
    assert "Left out, because they cannot play" in page
    assert page.count('class="card pupil"') == 2
    assert "late" not in out


@pytest.mark.slow
def test_a_fault_in_a_match_is_in_the_report(folder: Path, output: Output) -> None:
    """The program plays its first moves well, and is not left out."""
    (folder / "later.py").write_text(
        "def choose(game):\n    if len(game['legal']) < 4:\n        raise ValueError('too few')\n"
        "    return game['legal'][0]\n"
    )
    for name in ("lena", "yuki"):
        (folder / f"{name}.py").unlink()
    (folder / "cup.toml").write_text('game = "tictactoe"\nopenings = { plies = 0 }\nrounds = 2\n')
    code, out, errors = output("tournament class/cup.toml --folder class --jobs 1 --html a.html")
    assert (code, errors.splitlines()[-1]) == (exits.SUCCESS, "Written: a.html")
    assert "later forfeited" in out
    assert "line 3: ValueError: too few" in out
    assert "Its own faults" in Path("a.html").read_text()


@pytest.mark.slow
def test_a_file_says_how_a_class_plays(folder: Path, output: Output) -> None:
    Path("cup.toml").write_text(
        'title = "Class cup"\ngame = "tictactoe"\nkind = "swiss"\nrounds = 2\n'
        'players = ["minimax:depth=2"]\nrandom = false\n'
    )
    for name in ("lena", "omar"):
        (folder / f"{name}.py").unlink()
    code, out, _ = output("tournament cup.toml --folder class --jobs 1 --exact 0")
    assert code == exits.SUCCESS
    assert out.startswith("Class cup: Tic-tac-toe; swiss, 2 rounds, seed 1")
    assert "Minimax, depth 2" in out
    assert "Random" not in out


def test_a_folder_is_no_consent_to_what_a_file_names(folder: Path, output: Output) -> None:
    Path("cup.toml").write_text('game = "tictactoe"\nplayers = ["external(touch started)"]\n')
    for file in folder.glob("*.py"):
        file.write_text("open('started', 'w')\n" + file.read_text())
    code, out, errors = output("tournament cup.toml --folder class --jobs 1")
    assert (code, out) == (exits.USAGE, "")
    assert errors.startswith("plyground: cup.toml would start touch started on this computer;")
    assert not Path("started").exists()


def test_folders_that_are_refused(folder: Path, output: Output) -> None:
    Path("empty").mkdir()
    for command, said in (
        ("--folder empty", "empty holds no programs: give a folder with Python files that have"),
        ("--folder nowhere", "nowhere cannot be read: No such file or directory"),
        ("--folder class --game chess", "'chess'"),
        ("--folder class --seconds 0", "seconds takes a number more than 0"),
        ("--folder class --memory 1", "memory takes a whole number from 8"),
        ("--folder class --cluster x", "a folder's programs are on this computer"),
        ("cup.toml --folder class --game sim", "--game is for a folder without a file"),
    ):
        code, out, errors = output(f"tournament {command}")
        assert (code in (exits.USAGE, exits.FAILURE), out) == (True, ""), command
        assert said in errors, command
    for file in folder.glob("*.py"):
        file.write_text("")
    code, _, errors = output("tournament --folder class")
    assert code == exits.FAILURE
    assert "a tournament needs 2 programs or more that can play, and class has 0" in errors
    with pytest.raises(RunError, match="holds no programs"):
        pupils(Path("empty"))
