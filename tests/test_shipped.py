"""What comes with the package for pages: used if it fits, and made again if it does not."""

from __future__ import annotations

import functools
import gzip
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.browser import data, modules, shipped, shipping
from plyground.position import Game, file_stem
from plyground.position import shipped as files

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "plyground"

GAME, OTHER = pg.TicTacToe(), pg.ConnectFour(4, 4)
GAMES = (GAME, OTHER)
MODULE = gzip.compress(b"\0asm\1\0\0\0", 9, mtime=0)
DATA = {"engine": {"entries": {"start": 0}}}


SEAL_OF = functools.cache(shipped.seal_of)
REMEMBERED = files.read_index, files._package_sources, files.trusted, shipped.fits
AGAIN = "run `make modules`"


def _forget() -> None:
    for each in REMEMBERED:
        each.cache_clear()


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder `modules` of two games, whose modules are made at once and whose seals fit."""
    for module in (shipped, shipping):
        monkeypatch.setattr(module, "seal_of", SEAL_OF)
    monkeypatch.setattr(files, "modules_folder", lambda kind: tmp_path)
    monkeypatch.setattr(shipping, "modules_folder", lambda kind: tmp_path)
    monkeypatch.setattr(shipping, "standard_games", lambda: GAMES)
    monkeypatch.setattr(shipping, "made_module", lambda make, game: MODULE)
    monkeypatch.setattr(shipping, "made_game", lambda game: {**DATA, "title": game.title})
    _forget()
    assert shipping.main([]) == 0
    yield tmp_path
    _forget()


def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the package be a copy with other text in one file, and so with another fingerprint."""
    copy = tmp_path / "copy" / "src" / "plyground"
    for name in "games", "kernel":
        shutil.copytree(PACKAGE / name, copy / name)
    (tmp_path / "copy" / "pyproject.toml").touch()
    monkeypatch.setattr(files, "_PACKAGE", copy)
    _forget()
    return copy


def test_what_was_written_is_used(folder: Path) -> None:
    assert shipped.shipped_module(GAME) == MODULE
    assert shipped.shipped_data(GAME) == {**DATA, "title": "Tic-tac-toe"}
    assert data.page_game(GAME) == shipped.shipped_data(GAME)
    assert shipped.shipped_module(pg.ConnectFour(5, 4)) is None
    assert {path.name for path in folder.iterdir()} == {
        "index.json", "tictactoe.json.gz", "tictactoe.wasm.gz", "connect4-4-4.json.gz",
        "connect4-4-4.wasm.gz",
    }  # fmt: skip
    text = (folder / "index.json").read_text()
    assert [line.split('"')[1] for line in text.splitlines()[1:-1]] == [
        "connect4-4-4", "tictactoe", "sources"
    ]  # fmt: skip
    row = json.loads(text)["tictactoe"]
    assert row["seal"] == shipped.seal_of(GAME)
    assert row["entries"]["start"] == 0


def test_a_fingerprint_that_fits_is_enough(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "seal_of", lambda game: pytest.fail("it looks closer"))
    assert shipped.shipped_module(GAME) == MODULE


def test_an_installed_package_is_not_looked_at(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copy = elsewhere(monkeypatch, tmp_path)
    (copy.parents[1] / "pyproject.toml").unlink()
    monkeypatch.setattr(shipped, "seal_of", lambda game: pytest.fail("it looks closer"))
    monkeypatch.setattr(files, "sources_of", lambda kind: pytest.fail("it looks closer"))
    assert shipped.shipped_module(GAME) == MODULE
    assert shipped.shipped_data(GAME) is not None


def test_a_changed_checkout_uses_the_modules_whose_seals_fit(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    elsewhere(monkeypatch, tmp_path)
    index = folder / "index.json"
    text = index.read_text()
    index.write_text(text.replace(shipped.seal_of(OTHER), 64 * "0"))
    assert shipped.shipped_module(GAME) == MODULE
    assert shipped.shipped_module(OTHER) is None
    assert shipped.shipped_data(GAME) is None, "its words may be older"


def test_line_ends_leave_a_checkout_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copy = elsewhere(monkeypatch, tmp_path)
    before = files.sources_of(pg.TicTacToe)
    for path in copy.rglob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    _forget()
    assert files.sources_of(pg.TicTacToe) == before
    (copy / "games" / "sim.py").write_text("# another")
    _forget()
    assert files.sources_of(pg.TicTacToe) != before


@pytest.mark.parametrize("ending", ["wasm.gz", "json.gz"])
def test_a_damaged_file_is_not_used(folder: Path, ending: str) -> None:
    path = folder / f"tictactoe.{ending}"
    path.write_bytes(path.read_bytes()[:-1])
    found: Any = shipped.shipped_module(GAME) if ending == "wasm.gz" else shipped.shipped_data(GAME)
    assert found is None
    path.unlink()
    assert shipping.main(["--check"]) == 1


def test_a_folder_with_an_empty_index(folder: Path) -> None:
    (folder / "index.json").write_text("{}\n")
    _forget()
    assert (shipped.shipped_module(GAME), shipped.shipped_data(GAME)) == (None, None)
    assert shipping.main(["--check"]) == 1


def test_a_game_of_another_package_is_looked_at_even_if_installed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Elsewhere(pg.TicTacToe):
        name = "elsewhere"

    game = Elsewhere()
    row = shipped.write_shipped(folder, game, MODULE, DATA, "with these")
    shipped.write_index(folder, {"elsewhere": row}, files.sources_of(Elsewhere))
    _forget()
    assert shipped.shipped_module(game) == MODULE
    assert shipped.shipped_data(game) == DATA
    shipped.write_index(folder, {"elsewhere": row}, "of other files")
    (elsewhere(monkeypatch, tmp_path).parents[1] / "pyproject.toml").unlink()
    assert shipped.shipped_module(game) == MODULE, "its seal fits"
    assert shipped.shipped_data(game) is None
    assert files.sources_of(Elsewhere) != files.sources_of(pg.TicTacToe)


# Making them


def test_only_what_does_not_fit_is_made_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    made = []
    monkeypatch.setattr(
        shipping, "made_module", lambda make, game: made.append(file_stem(game)) or MODULE
    )
    assert shipping.main([]) == 0
    assert made == []
    index = folder / "index.json"
    index.write_text(index.read_text().replace(shipped.seal_of(OTHER), 64 * "0"))
    (folder / "old.wasm.gz").touch()
    _forget()
    assert shipping.main(["--check"]) == 1
    assert capsys.readouterr().err == f"connect4-4-4 was made of another text: {AGAIN}\n"
    assert shipping.main([]) == 0
    assert made == ["connect4-4-4"]
    assert shipping.main(["--check"]) == 0
    assert not (folder / "old.wasm.gz").exists()
    assert shipping.main(["--all"]) == 0
    assert sorted(made) == ["connect4-4-4", "connect4-4-4", "tictactoe"]


def test_work_that_was_stopped_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_make: object, game: Game) -> bytes:
        if game == OTHER:
            raise KeyboardInterrupt
        return MODULE

    (folder / "index.json").unlink()
    _forget()
    monkeypatch.setattr(shipping, "made_module", stopped)
    with pytest.raises(KeyboardInterrupt):
        shipping.main([])
    _forget()
    assert list(shipping.faults(GAMES, folder)) == [OTHER]
    assert shipping.check((GAME,), folder) == [
        "index.json was written for other files: run `make modules`"
    ]


def test_what_is_made_again_has_the_same_bytes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shipping.main(["--compare", "2", "--by", "a commit"]) == 0
    other = gzip.compress(b"\0asm\1\0\0\0 ", 9, mtime=0)
    monkeypatch.setattr(shipping, "made_module", lambda make, game: other)
    capsys.readouterr()
    assert shipping.main(["--compare", "1", "--all"]) == 1
    said = capsys.readouterr().err
    assert "the module of tictactoe differs from what is made here" in said
    assert "the module of connect4-4-4 differs" in said
    monkeypatch.setattr(shipping, "made_with", lambda: "Python 4.0")
    assert shipping.main(["--compare", "1"]) == 0
    assert "and here is Python 4.0: only its seal counts" in capsys.readouterr().err
    monkeypatch.setattr(shipping, "made_game", lambda game: {})
    assert shipping.main(["--compare", "1"]) == 1
    assert "the data of" in capsys.readouterr().err


def test_in_time_all_games_have_their_turn() -> None:
    games = modules.standard_games()
    chosen = [shipping.chosen(games, 2, f"commit {each}") for each in range(100)]
    assert all(len(set(each)) == 2 for each in chosen)
    assert {game for each in chosen for game in each} == set(games)
    assert shipping.chosen(games, 2, "this") == shipping.chosen(games, 2, "this")


def test_the_fingerprint_has_all_that_modules_and_data_are_made_of() -> None:
    """What making them imports, and what they read besides."""
    code = "import sys, plyground.browser.shipping\nprint(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    packages = {
        name.split(".")[1] for name in loaded.stdout.split() if name.startswith("plyground.")
    }
    named = {pattern.split("/")[0] for pattern in files._MADE_OF if "/" in pattern}
    alone = {path.stem for path in PACKAGE.glob("*.py")}
    assert packages - alone == named - {"strengths", "books"}


def test_what_comes_with_the_package_was_made_with_the_versions_of_the_project() -> None:
    found = json.loads((PACKAGE / "modules" / "index.json").read_text("utf-8"))
    pinned = (ROOT / "constraints.txt").read_text()
    pins = dict(re.findall(r"^(\w+)==(.+)$", pinned, re.MULTILINE))
    made = ", ".join(["Python 3.11", *(f"{n} {pins[n]}" for n in ("llvmlite", "numba", "numpy"))])
    assert {row["made"] for stem, row in found.items() if stem != "sources"} <= {made}
    sizes = sum(path.stat().st_size for path in (PACKAGE / "modules").iterdir())
    assert sizes <= 3_000_000
