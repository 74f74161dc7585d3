"""Whatever is code or a command in the documentation is run here, and gives what the page shows.

How a page says what is to be run is written down in docs/documentation.md. A page is one test: its
blocks share variables, and a folder of their own.
"""

import ast
import importlib
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, Example, OutputChecker
from io import StringIO
from itertools import groupby
from pathlib import Path
from unittest import SkipTest

import jupytext
import pytest
import typer.main
from nbclient import NotebookClient
from sybil import Document, Region
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser
from sybil.parsers.markdown.lexers import RawFencedCodeBlockLexer

from plyground.analysis.puzzles import all_puzzles
from plyground.cli.app import app, run
from plyground.kernel import by_kind, in_plain_python

ROOT = Path(__file__).parent.parent
SLOW = pytest.mark.slow
IMAGES = ROOT / "docs" / "images"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SLOW_PAGES = {  # of many commands, or of long ones
    "answers.md", "bridges.md", "commands.md", "depth.md", "examples.md", "lesson-6.md",
    "own-game.md", "players.md", "proofs.md", "puzzles.md", "tournaments.md",
}  # fmt: skip

LONG_PAGES = {"montecarlo.md", "perfect.md"}  # whose Python takes so long
LONG_COMMANDS = {  # each takes more than 2 seconds: make long runs the pages that have them again
    "plyground analyse examples/nim.py",
    "plyground analyse examples/nim.py --heaps 3",
    "plyground analyse gomoku.py",
    "plyground analyse hex.py --size 3",
    "plyground analyse misere.py",
    "plyground analyse nim.py",
    "plyground calibrate tictactoe --error 100",
    "plyground check examples/nim.py",
    "plyground check nim.py",
    "plyground experiment exploring --seed 1",
    "plyground experiment heuristics.toml --seed 1",
    "plyground experiment learning --seed 1",
    "plyground experiment playouts.toml --seed 1",
    "plyground experiment truth.toml --seed 1",
    "plyground mine tictactoe puzzles.txt",
    "plyground page nim.py",
    "plyground review gomoku.py a1 b1 b2 c2 c3 a3 d4",
    "plyground review nim.py 4:4 3:3 2:1 1:1 2:1",
    "plyground score sums.py 7@5",
    "plyground simulate connect4 minimax:depth=5 random --rounds 100 --jobs 2",
    "plyground simulate nim.py mcts:playouts=200 random --rounds 20 --seed 1",
    "plyground simulate tictactoe minimax:depth=1,heuristic=middle.py random --rounds 10",
    "plyground sprt connect4 minimax:depth=4 minimax:depth=3 --jobs 2",
    "plyground tournament --folder class --game numerical --rounds 1",
    "plyground tournament --folder class --rounds 3 --html class.html",
    "plyground tournament cup.toml",
    "plyground tournament cup.toml --html cup.html",
    "plyground train tictactoe --games 2000",
    "plyground train tictactoe --games 2000 --seed 1",
    # With what that one writes.
    "plyground learned tictactoe --file tictactoe.weights --mistakes",
    "plyground simulate tictactoe learned:tictactoe.weights perfect --rounds 20 --seed 1",
    "plyground simulate tictactoe learned:tictactoe.weights random --rounds 10",
}

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.py"))

PROMPT = "$ "
READABLE = {"json": json.loads, "toml": tomllib.loads}  # not run, but read
OTHER = {"text"}  # neither

_INFO = re.compile(r"[ \t]*(?!python[ \t]*\n)(?P<language>\w*)[ \t]*(?P<options>[^\n]*)\n")
_TITLE = re.compile(r'title="([^"]+)"')
_INCLUDE = re.compile(r'^--8<-- "([^":]+)"\n', re.MULTILINE)
_NUMBER_SAID = re.compile(r" # .*: (\d+)$")
_RULE = re.compile("─+")
_OF_A_FILE = re.compile(r"^plyground ((play|show|check|perft|analyse) \S+|tree .+)\.py\b")
_TYPED = re.compile(r"echo (\w+) \| (plyground .*)")
_OF_A_SHELL = re.compile(r"[|<>;&*`]|\$\(")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the name of the file that it is or continues, its text."""

    language: str
    title: str
    text: str


class Runner:
    """Runs the blocks of a page."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], whole: bool) -> None:
        self.folder = folder
        self.capsys = capsys
        self.left_out = set() if whole else LONG_COMMANDS

    def parse(self, document: Document) -> Iterable[Region]:
        """All blocks but those of Python that are no files: these are Sybil's own matter."""
        for region in RawFencedCodeBlockLexer(_INFO)(document):
            title = _TITLE.search(region.lexemes["options"])
            fenced = document.text[region.start : region.end]
            text = _INCLUDE.sub(_included, _inside(fenced))
            region.parsed = Block(region.lexemes["language"], title[1] if title else "", text)
            region.evaluator = self.evaluate
            yield region

    def evaluate(self, example) -> None:
        block = example.parsed
        if block.title:
            with (self.folder / block.title).open("a", encoding="utf-8") as file:
                file.write(block.text)
        elif block.language == "console":
            for command, expected in transcript(block.text):
                if command not in self.left_out:
                    output = self.command(command)
                    if expected:
                        compare(command, expected, output)
        elif block.language == "sh":
            for command in block.text.splitlines():
                if command.strip() and command.partition("  #")[0].strip() not in self.left_out:
                    output = self.command(command)
                    if said := _NUMBER_SAID.search(command):
                        assert said[1] in output.split(), f"{command}\n{output}"
        elif block.language in READABLE:
            READABLE[block.language](block.text)
        else:
            assert block.language in OTHER, f"a block of the unknown language {block.language!r}"

    def command(self, line: str) -> str:
        """What a command prints. One of ours runs in this process, which saves its start; small
        things with a game of a file run in Python, which saves compiling it.
        """
        typed = ""
        if into := _TYPED.fullmatch(line):
            typed, line = f"{into[1]}\n", into[2]
        if line.startswith("plyground ") and not _OF_A_SHELL.search(line):
            sys.stdin = StringIO(typed)
            self.capsys.readouterr()
            with in_plain_python() if _OF_A_FILE.search(line) else nullcontext():
                code = run(shlex.split(line, comments=True)[1:])
            captured = self.capsys.readouterr()
            output, errors = captured.out, captured.err
        else:
            here = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
            done = subprocess.run(
                ["bash", "-c", line],
                env={**os.environ, "PATH": here},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            code, output, errors = done.returncode, done.stdout, done.stderr
        assert code == 0, f"{line}\n{output}{errors}"
        return output


def _inside(fenced: str) -> str:
    """What is between two fences, without what the fences are indented by.

    Sybil would take away more, where all of a block is indented.
    """
    first, *lines = fenced.splitlines(keepends=True)
    indent = len(first) - len(first.lstrip())
    return "".join(line[indent:] or "\n" for line in lines[:-1])


def _included(found: re.Match[str]) -> str:
    return (ROOT / found[1]).read_text()


def transcript(text: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what is shown below it."""
    assert text.startswith(PROMPT), "a console block begins with a command"
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [(command, rest) for command, _, rest in (part.partition("\n") for part in parts)]


def compare(command: str, expected: str, output: str) -> None:
    """`...` stands for anything. How wide the columns of a table are depends on times in it."""
    shown, found = (
        "".join(f"{line.strip()}\n" for line in _RULE.sub("─", text).splitlines() if line.strip())
        for text in (expected, output)
    )
    checker = OutputChecker()
    flags = ELLIPSIS | NORMALIZE_WHITESPACE
    if not checker.check_output(shown, found, flags):
        difference = checker.output_difference(Example("", shown), found, flags)
        pytest.fail(f"$ {command}\n{difference}")


@pytest.fixture(autouse=True)
def _as_for_readers() -> Iterator[None]:
    """What is quickest answers, as for people: modules that come with the package, if they can."""
    with by_kind():
        yield


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("path", "whole"),
    [
        *(
            pytest.param(path, False, marks=[SLOW] * (path.name in SLOW_PAGES))
            for path in PAGES
            if path.name not in LONG_PAGES
        ),
        *(
            pytest.param(path, True, marks=pytest.mark.long)
            for path in PAGES
            if path.name in LONG_PAGES or any(map(path.read_text().__contains__, LONG_COMMANDS))
        ),
    ],
    ids=lambda given: str(given.relative_to(ROOT)) if isinstance(given, Path) else "long" * given,
)
def test_page(path: Path, whole: bool, tmp_path, monkeypatch, capsys) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", sys.stdin)  # and so put back afterwards
    monkeypatch.setenv("COLUMNS", "80")
    for kind in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    runner = Runner(tmp_path, capsys, whole)
    python = PythonCodeBlockParser(doctest_optionflags=ELLIPSIS)
    document = Document.parse(str(path), SkipParser(), python, runner.parse)
    for example in document.examples():
        with suppress(SkipTest):
            example.evaluate()
    for picture in tmp_path.glob("*.svg"):
        shown = IMAGES / picture.name
        if shown.exists():
            assert picture.read_text() == shown.read_text(), f"docs/images/{picture.name} is old"


@pytest.mark.slow
def test_boards_are_what_is_drawn_today(monkeypatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs")
    boards = importlib.import_module("drawing")
    shown = sorted(boards.shown())
    assert sorted(path.name for path in boards.FOLDER.iterdir()) == [name for name, _ in shown]
    for name, command in shown:
        kept = (boards.FOLDER / name).read_text(encoding="utf-8")
        assert kept == boards.drawn(command), f"{name} is old: run python docs/drawing.py"


def test_the_readme_says_how_to_play_and_how_to_check() -> None:
    text = (ROOT / "README.md").read_text()
    targets = set(re.findall(r"make ([\w-]+)", text))
    assert {"play", "test"} <= targets
    assert targets <= set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.mark.compiled
def test_what_the_readme_says_of_its_python(tmp_path, monkeypatch) -> None:
    """A comment that begins with a value says what its line gives."""
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    names: dict[str, object] = {}
    compared = 0
    for line in code.splitlines():
        statement, _, comment = map(str.strip, line.partition("  #"))
        if value := re.match(r"\(.*?\)$|'.*'$|\d+(?= )", comment):
            assert eval(statement, names) == ast.literal_eval(value[0]), line
            compared += 1
        else:
            exec(line, names)
    assert compared == 4


def test_the_moving_picture_is_what_its_script_draws() -> None:
    script = runpy.run_path(str(ROOT / "docs" / "moving_picture.py"))
    drawn = script["PICTURE"].read_text()
    assert drawn == script["picture"](), "docs/images/thinking.svg is old: run the script"
    assert len(drawn) < 100_000
    assert "cut off" in drawn
    assert not re.search(r"(?:href|src)=|url\(|@import", drawn)


def test_figures_of_the_readme_were_measured() -> None:
    """Each is a kept figure, to three digits, in millions or in seconds where these are said."""
    (table,) = re.findall(r"## Speed\n\n(.*?)\n\n", (ROOT / "README.md").read_text(), re.DOTALL)
    kept = [
        figure["value"]
        for path in (ROOT / "benchmarks" / "kept").glob("*.json")
        for figure in json.loads(path.read_text())
        if isinstance(figure["value"], int | float)
    ]
    measured = {float(f"{value / unit:.3g}") for value in kept for unit in (1, 1_000_000)}
    figures = re.findall(r"([\d,.]+)(?= million| s\b| s,)", table)
    assert len(figures) == 8
    assert [each for each in figures if float(each.replace(",", "")) not in measured] == []


def test_puzzles_are_as_many_as_the_pages_say() -> None:
    puzzles = all_puzzles()
    commands = (ROOT / "docs" / "commands.md").read_text()
    (said,) = re.findall(r"(\d+) \[puzzles\].* (\d+) to (\d+)\nplies deep", commands)
    ratings = [puzzle.rating for puzzle in puzzles]
    assert tuple(map(int, said)) == (len(puzzles), min(ratings), max(ratings))
    page = (ROOT / "docs" / "puzzles.md").read_text()
    (paragraph,) = re.findall(r"^Plyground includes .*?\n\n", page, re.DOTALL | re.MULTILINE)
    counts = [len([*each]) for _, each in groupby(puzzles, lambda puzzle: puzzle.position.game)]
    assert [
        *map(int, re.findall(r"(\d+) (?=puzzles|of|on)", paragraph.replace("\n", " ")))
    ] == counts


def test_every_command_is_in_the_list_of_commands() -> None:
    listed = (ROOT / "docs" / "commands.md").read_text()
    commands = typer.main.get_command(app).commands
    assert [name for name in commands if f"plyground {name}" not in listed] == []


def test_no_help_sends_readers_to_a_file_that_they_lack() -> None:
    """The documentation is not in the wheel."""
    commands = typer.main.get_command(app)
    helps = [commands, *commands.commands.values()]
    texts = [each.help or "" for each in helps]
    texts += [getattr(option, "help", None) or "" for each in helps for option in each.params]
    assert len(texts) > 100
    assert [text for text in texts if re.search(r"\bdocs/|\.md\b|README", text)] == []


def test_whatever_is_not_run_has_a_reason() -> None:
    for path in PAGES:
        for reason in re.findall(r"<!--+ *skip: *(.*?)--+>", path.read_text()):
            assert re.fullmatch(r'next "[^"]{10,}" *', reason), f"{path.name}: {reason}"


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebook(path: Path, monkeypatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    NotebookClient(jupytext.read(path), timeout=None, kernel_name="python3").execute()


def test_the_five_steps_make_the_example() -> None:
    page = (ROOT / "docs" / "own-game.md").read_text()
    parts = re.findall(r'```python title="nim.py"\n(.*?)```', page, re.DOTALL)
    assert "".join(parts) == (ROOT / "examples" / "nim.py").read_text()


def test_the_heuristic_of_the_page_is_the_example() -> None:
    page = (ROOT / "docs" / "players.md").read_text()
    (shown,) = re.findall(r'```python title="middle.py"\n(.*?)```', page, re.DOTALL)
    assert shown == (ROOT / "examples" / "heuristics" / "middle.py").read_text()


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_examples_are_short(path: Path) -> None:
    """Sums also says which of its boards are equal, and Gomoku has two words for a player."""
    text = path.read_text()
    assert len(text.splitlines()) < {"sums.py": 70, "gomoku.py": 80}.get(path.name, 60)
