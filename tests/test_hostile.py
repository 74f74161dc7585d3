"""A class in which one program does harm: what is prevented, and what is not.

docs/tournaments.md has the same as a table, for each system.
"""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

import plyground as pg
from plyground.arena.match import RunError
from plyground.arena.pupils import checked, pupils
from plyground.cli import exits
from plyground.players import external
from tests.terminals import Output
from tests.until import until

HOSTILE = Path(__file__).parent / "data" / "hostile"
EXAMPLE = Path(__file__).parent.parent / "examples" / "class"

PLAYS = ""
CONFINED = {
    "append": PLAYS,  # it finds no other program
    "delete": PLAYS,
    "fill": "OSError: [Errno 27] File too large",
    "hunger": "MemoryError",
    "children": PLAYS,
    "deaf": PLAYS,
    "flood": "it did not answer within 0.5 seconds",
    "silent": "it did not answer within 0.5 seconds",
    "away": "line 6: PermissionError: [Errno 13] Permission denied: 'lena.py'",
    "spy": PLAYS,
    "edit": "line 7: PermissionError: [Errno 13] Permission denied: ",
    "daemon": PLAYS,
}
"""What is said of each program, where the system keeps it from writing elsewhere."""

ENDLESS = {"flood", "silent"}

UNCONFINED = {
    **CONFINED,
    "away": "the program away.py changed lena.py in the folder, twice; that is put back, ",
    "edit": "the program edit.py changed lena.py, omar.py, yuki.py in the folder, twice; ",
}

linux = pytest.mark.skipif(sys.platform != "linux", reason="limits and processes of Linux")


@pytest.fixture
def confined(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the system keeps programs from writing elsewhere; if it can, tried both ways."""
    if request.param == "unconfined":
        monkeypatch.setattr(external, "writes_are_confined", lambda: False)
    elif not external.writes_are_confined():
        pytest.skip("this system cannot confine what a program writes")
    return bool(request.param == "confined")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the example, and none of the programs is left running."""
    monkeypatch.setattr(external, "_GRACE", 0.5)
    mark = f"PLYGROUND_TEST_OF_HARM_{uuid4().hex}"
    monkeypatch.setattr(external, "_MARK", mark)
    yield Path(shutil.copytree(EXAMPLE, tmp_path / "class"))
    until(lambda: not running(mark))


def running(mark: str) -> list[Path]:
    """The processes that were started as programs of a class."""
    found = []
    for each in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{mark}=".encode() in each.read_bytes():
                found.append(each)
        except OSError:
            continue
    return found


def put(folder: Path, name: str) -> None:
    """One more program, which knows where the folder is."""
    source = (HOSTILE / f"{name}.py").read_text()
    (folder / f"{name}.py").write_text(source.replace("CLASS", str(folder)))


def tried(folder: Path, seconds: float = 60, only: str = "") -> dict[str, str]:
    """The fault of each program, or only of one, after they were tried."""
    made, originals = pupils(folder, seconds, 100)
    made = [each for each in made if only in ("", each.entrant.name)]
    found = checked(made, originals, [pg.TicTacToe()])
    return {each.entrant.name: each.fault for each in found}


@linux
@pytest.mark.slow
@pytest.mark.parametrize(
    ("confined", "name"),
    [
        *(("confined", name) for name in CONFINED),
        *(
            pytest.param("unconfined", name, marks=[pytest.mark.long] * (UNCONFINED[name] == said))
            for name, said in CONFINED.items()
        ),
    ],
    indirect=["confined"],
)
def test_a_hostile_program_harms_no_other(
    folder: Path, confined: bool, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name != "edit":
        (folder / "omar.py").unlink()
    put(folder, name)
    before = {each.name: each.read_bytes() for each in folder.glob("*.py")}
    if name in ENDLESS:  # the others may be as slow as this computer is
        monkeypatch.setattr(external, "_START_SECONDS", 0)
        faults = tried(folder, 0.5, name)
    else:
        faults = tried(folder)
    said = (CONFINED if confined else UNCONFINED)[name]
    fault = faults.pop(name)
    assert said in fault
    assert (fault == PLAYS) == (said == PLAYS)
    assert set(faults.values()) <= {PLAYS}
    kept = {each.name: each.read_bytes() for each in folder.glob("[a-z]*.py")}
    assert kept == before
    assert not list(folder.rglob("full"))


def test_programs_play_as_they_were_read(folder: Path) -> None:
    """What is saved while they are tried is neither lost nor played, and accuses nobody."""
    made, originals = pupils(folder, 60, 100)
    (folder / "omar.py").write_text("def choose(game):\n    return 'no move'\n")
    (folder / "yuki.py").unlink()
    said: list[str] = []
    found = checked(made, originals, [pg.TicTacToe()], on_changed=said.append)
    assert [each.fault for each in found] == [PLAYS] * 3
    assert said == [
        "omar.py, yuki.py changed while lena.py was tried, and not when it was tried again; "
        "that is put back, and what it became is kept as _changed-..."
    ]
    assert originals.changed() == []
    assert "no move" in (folder / "_changed-1-omar.py").read_text()


def test_a_program_finds_what_lies_beside_it(folder: Path) -> None:
    (folder / "_ours.py").write_text("def first(game):\n    return game['legal'][0]\n")
    (folder / "data").mkdir()
    (folder / "data" / "one.txt").write_text("1")
    (folder / "both.py").write_text(
        "from pathlib import Path\nfrom _ours import first\n\n"
        "def choose(game):\n    assert Path('data/one.txt').read_text() == '1'\n"
        "    assert not Path('lena.py').exists()\n    return first(game)\n"
    )
    assert tried(folder)["both"] == PLAYS


def test_a_folder_with_too_much_beside_its_programs(folder: Path) -> None:
    with (folder / "film.mp4").open("wb") as file:
        file.truncate(21_000_000)
    with pytest.raises(RunError, match="more than 20 MB in files that are not programs"):
        pupils(folder)


@linux
@pytest.mark.slow
def test_harm_that_is_done_in_a_match_is_said(folder: Path, output: Output) -> None:
    """Where the system does not prevent it: the matches are those of the copies."""
    for name in ("omar", "yuki"):
        (folder / f"{name}.py").unlink()
    (folder / "late.py").write_text(
        "def choose(game):\n    if len(game['legal']) < 4:\n"
        f"        open({str(folder / 'lena.py')!r}, 'w').write('')\n"
        "    return game['legal'][0]\n"
    )
    said = "plyground: note: since the programs were copied, lena.py in {} changed: if nobody"
    command = f"tournament --folder {folder} --rounds 1 --jobs 1 --exact 0 --seconds 60"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(external, "writes_are_confined", lambda: False)
        code, out, errors = output(command)
    assert code == exits.SUCCESS
    assert said.format(folder) in errors
    assert "forfeited" not in out
