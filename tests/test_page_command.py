"""`plyground page` and `pages`: the files, what is said of them, and what is refused."""

from __future__ import annotations

import gzip
import html
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.browser import modules, pages
from plyground.browser.arcade import INDEX, PLAY, USUAL, beside
from plyground.browser.learned import learned_module
from plyground.browser.modules import standard_games
from plyground.browser.pages import is_page
from plyground.cli import exits, page
from plyground.games import registry
from plyground.games.tictactoe import TicTacToe
from plyground.kernel import in_plain_python
from plyground.kernel.webassembly import Source
from plyground.position import CannotError, Game, file_stem
from plyground.search.learning import shipped
from tests.documents import part
from tests.engine.test_translation import fraction, serving
from tests.terminals import Output
from tests.test_own_faults import examples
from tests.until import until

ROOT = Path(__file__).parent.parent
NIM = ROOT / "examples" / "nim.py"
LEARNED = ROOT / "src" / "plyground" / "learned"

WAVY = """
    def heuristics(self):
        def wavy(state, player):
            x = 0.1 * rules.as_int(state[0] & HEAP)
            return int(100 * FORMULA)

        return {"wavy": wavy}
"""

BARE = NIM.read_text().replace("play, result, cells)", "play, result)").replace('"nim"', '"bare"')
BARE += "\n    def marks(self, state):\n        return (None,) * self.heaps\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder. Modules need not be compiled, nor anything else."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        pages, "engine_module", lambda _game, _on_compile=None: gzip.compress(b"a module", mtime=0)
    )
    with in_plain_python():
        yield tmp_path


# One page


def test_a_frame_and_a_page_for_a_pipe(folder: Path, output: Output) -> None:
    code, printed, errors = output("page tictactoe --embed --output -")
    assert (code, errors) == (exits.SUCCESS, "")
    assert printed.startswith("<!doctype html>")
    assert printed.endswith("</html>\n")
    assert '<body class="embed">' in printed
    assert not list(folder.iterdir())


def test_a_page_that_was_there_is_replaced(folder: Path, output: Output) -> None:
    file = folder / "tictactoe.html"
    file.write_text("an older one")
    assert output("page tictactoe")[0] == exits.SUCCESS
    assert "older" not in file.read_text(encoding="utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="stands for a full disk")
def test_a_full_disk(folder: Path, output: Output) -> None:
    code, _, errors = output("page tictactoe -o /dev/full")
    assert code == exits.FAILURE
    assert "\n" not in errors
    assert "cannot be written" in errors


def test_a_game_that_cannot_be_translated(
    folder: Path, output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_game: Game, _on_compile: object = None) -> bytes:
        raise CannotError("Nim cannot be played in a page: it is made so")

    monkeypatch.setattr(pages, "engine_module", refuse)
    assert output("page tictactoe") == (
        exits.FAILURE, "", "plyground: Nim cannot be played in a page: it is made so",
    )  # fmt: skip
    assert not list(folder.iterdir())


def wavy(formula: str) -> tuple[str, str]:
    """Nim with a heuristic that computes with fractions, as it may, and the line of that."""
    source = NIM.read_text().replace("import numpy", "import math\n\nimport numpy", 1)
    source += WAVY.replace("FORMULA", formula)
    line = 1 + source.splitlines().index("        def wavy(state, player):")
    return source, f"(wavy, line {line} of wavy.py)"


@pytest.mark.long
@pytest.mark.compiled
def test_check_says_that_a_page_cannot_have_a_game(folder: Path, output: Output) -> None:
    source, place = wavy("math.sin(x)")
    Path("wavy.py").write_text(source)
    code, printed, errors = output("check wavy.py")
    assert (code, errors) == (exits.SUCCESS, "")
    kept, *refused = printed.splitlines()
    assert kept == "Nim keeps what a game promises. 20 games were played at random."
    assert " ".join(refused) == f"A page cannot have it: a page does not have sin {place}"


def of_a_fraction(_game: Game) -> Source:
    return serving(fraction)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_page_is_refused_before_its_module_is_made(
    folder: Path, output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One small function stands for all of the game's, which take several times as long."""
    monkeypatch.setattr(modules, "rules_source", of_a_fraction)
    monkeypatch.setattr(page, "check_statements", lambda _game: None)
    Path("nim.py").write_text(NIM.read_text())
    code, _, errors = output("page nim.py")
    assert code == exits.FAILURE
    reason = "it raises a number to a power that can be a fraction; a page has whole"
    assert errors.startswith(f"plyground: Nim cannot be played in a page: {reason}")
    line = fraction.py_func.__code__.co_firstlineno
    assert errors.endswith(f"(fraction, line {line} of test_translation.py)")
    assert [each.name for each in folder.iterdir()] == ["nim.py"]


@pytest.mark.slow
@pytest.mark.uncompiled
def test_rules_with_a_fault_get_no_page(folder: Path, output: Output) -> None:
    """Not by one command either, nor in words other than those of check."""
    (fault,) = (each for each in examples() if each.name == "own-equality")
    Path("nim.py").write_text(fault.broken)
    message = f"{fault.message} (help: plyground explain own-equality)"
    assert output("page nim.py") == (exits.FAILURE, "", f"plyground: {message}")
    code, _, errors = output("pages arcade nim.py")
    assert code == exits.FAILURE
    assert message in errors
    assert not (folder / "arcade" / "nim-4.html").exists()


# With what was learned


@pytest.mark.compiled
@pytest.mark.parametrize("option", ["--learned", f"--weights {LEARNED / 'tictactoe.weights'}"])
def test_what_was_learned_comes_with_the_page(folder: Path, output: Output, option: str) -> None:
    assert output("page tictactoe -o without.html")[0] == exits.SUCCESS
    assert output(f"page tictactoe {option}")[0] == exits.SUCCESS
    without, found = (
        (folder / name).read_text(encoding="utf-8") for name in ("without.html", "tictactoe.html")
    )
    assert 'id="learned"' in found
    assert 'id="learned"' not in without
    assert 8_000 < len(found) - len(without) < 16_000
    data = json.loads(part(found, "scripts"))["data"]
    people = [each["label"] for each in data["levels"]]
    assert people[-2:] == ["Ada", TicTacToe().levels[-1].name]
    assert data["kinds"][-1]["name"] == "learned"
    assert [each["name"] for each in data["kinds"][-1]["options"]] == ["plies"]


@pytest.mark.slow
@pytest.mark.compiled
def test_it_adds_at_most_400_kilobytes() -> None:
    for file in sorted(LEARNED.iterdir()):
        (game,) = (each for each in standard_games() if shipped(each) == file)
        packed = learned_module(game, file).packed
        assert 4 * len(packed) / 3 < 397_000, file.name  # and its script, of 2 kB


# A folder of pages


@pytest.mark.slow
@pytest.mark.uncompiled
def test_the_standard_games_and_your_own(folder: Path, output: Output) -> None:
    """Those that are refused stop no others."""
    (folder / "bare.py").write_text(BARE)
    (folder / "wrong.py").write_text("oops(")
    code, printed, errors = output(f"pages arcade bare.py {NIM} wrong.py no.py")
    assert code == exits.FAILURE
    for reason in "kernel cells", "wrong.py", "no.py", "3 of your games could not be written":
        assert reason in errors
    games = (*standard_games(), registry.game(str(NIM)))
    names = {f"{file_stem(game)}.html" for game in games}
    written = {file.name: file.read_bytes() for file in (folder / "arcade").iterdir()}
    assert set(written) == names | {PLAY, INDEX, *beside(())}
    leading = written[INDEX].decode()
    usual = {file_stem(game) for game in USUAL}
    links = re.findall(r'href="([^"#]*)"', leading)
    assert links[-1] == "nim-4.html"
    assert set(links) == names - {f"{stem}.html" for stem in usual}
    assert all(b'href="index.html" aria-label="All games"' in written[name] for name in names)
    for game in games:
        assert leading.count(html.escape(game.summary)) >= 1
    assert not re.findall(
        r"\{\w+\}", re.sub("<style>.*?</style>|<script>.*?</script>", "", leading, flags=re.DOTALL)
    )
    assert all(is_page(written[name]) for name in names | {PLAY, INDEX})
    assert errors.count("Written: arcade") == len(written)
    assert printed.startswith(f"{Path('arcade/index.html')} leads to {len(names)} games. ")
    assert printed.endswith("plyground serve --page arcade\n")


# Ctrl-C


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes there")
def test_ctrl_c_ends_the_making_of_a_module(tmp_path: Path) -> None:
    """In a terminal all processes that it started hear it."""
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", "page", "sim", "--vertices", "4"],
        cwd=tmp_path,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as command:
        (made,) = until(lambda: making(command.pid))
        until(lambda: b"llvmlite" in Path(f"/proc/{made}/maps").read_bytes())  # it compiles
        os.killpg(command.pid, signal.SIGINT)
        printed, errors = command.communicate()
    assert (command.returncode, printed) == (exits.INTERRUPTED, "")
    assert errors.endswith("plyground: ended by Ctrl-C\n")
    assert "Traceback" not in errors
    assert not runs(made)
    assert not list(tmp_path.glob("*.html"))


def making(process: int) -> list[int]:
    """The processes in which a command makes modules."""
    children = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for file in children for child in file.read_text().split()]


def runs(process: int) -> bool:
    """Whether a process has not ended."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())  # which one that ended lacks
    except OSError:
        return False
