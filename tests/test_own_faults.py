"""What Plyground says of a beginner's faults in a game file.

Each section of the page about them is an example: the file is broken as it shows, the message below
has to come out, and the cure has to work.
"""

import ast
import pickle
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import plyground as pg
from plyground import rules
from plyground.cli import exits
from plyground.kernel import in_plain_python
from plyground.position import trial
from plyground.position.fault_table import FAULTS, sections
from plyground.position.faults import GameFileError
from plyground.position.trial import try_out
from tests import wrong_files
from tests.terminals import Output
from tests.wrong_files import NIM, blocks, changes

EXAMPLES = Path(__file__).parent.parent / "examples"
COMMANDS = ["check FILE", "show FILE", "perft FILE 2", "play FILE random random"]

LAST = "        return rules.kernels(start, player, moves, play, result, cells)\n"
PACKAGE = Path(pg.__file__).parent

COMPILED = {"mixed-numbers", "fraction", "not-compiled"}  # what only compiled code shows
OF_CHECK = {  # what only the command check finds
    "lost-parameter", "own-equality", "no-turn", "wrong-face", "unchanged-board", "cells-left-out",
    "cells-added", "deciding-method", "deciding-sites", "deciding-repeats", "shared-key",
    "restless-canonical", "wrong-canonical", "heuristic-range", "wrong-bounds",
    "wrong-candidates", "wrong-class-key", "fraction", "not-compiled",
}  # fmt: skip
WITHOUT_AN_EXAMPLE = {  # that lines of a game file can show
    "disagreement", "unexpected", "one-heuristic", "not-text", "fails-somewhere", "answers-wrongly",
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """An example of the page: its section, Nim's file broken and mended, and the message."""

    name: str
    broken: str
    mended: str
    message: str


def examples() -> list[Fault]:
    found = []
    for name, (_, section) in sections().items():
        messages = "".join(blocks(section, "text")).splitlines()
        for (right, wrong), message in zip(changes(section), messages, strict=True):
            old = right if right in NIM else LAST  # an example that adds a kernel comes last
            assert old not in (wrong, "")
            found.append(
                Fault(name, NIM.replace(old, wrong, 1), NIM.replace(old, right, 1), message)
            )
    return found


def test_every_fault_has_a_section_and_every_section_a_fault() -> None:
    assert sections().keys() == FAULTS.keys()
    assert {each.name for each in examples()} == FAULTS.keys() - WITHOUT_AN_EXAMPLE


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "commands"),
    [
        pytest.param(
            each,
            ["check FILE"]
            if each.name in OF_CHECK
            else COMMANDS
            if each.name == "missing-return"
            else [COMMANDS[place % len(COMMANDS)]],
            id=each.name,
            marks=[pytest.mark.compiled]
            if each.name in COMPILED
            else [pytest.mark.uncompiled]
            if each.name in OF_CHECK
            else [],
        )
        for place, each in enumerate(examples())
    ],
)
def test_a_fault_has_its_message(
    fault: Fault, commands: list[str], output: Output, tmp_path: Path
) -> None:
    """The same by every command: they take turns."""
    file = tmp_path / "nim.py"
    file.write_text(fault.broken)
    for each in commands:
        code, out, errors = output(each.replace("FILE", str(file)))
        assert code == exits.FAILURE
        assert out == "" or fault.name in COMPILED  # whose game has begun
        assert errors.splitlines()[-1] == (
            f"plyground: {fault.message} (help: plyground explain {fault.name})"
        )


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    "fault",
    [each for each in examples() if each.mended != NIM],  # which is a game without a fault
    ids=lambda fault: fault.name,
)
def test_the_cure_works(fault: Fault, output: Output, tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(fault.mended)
    assert output(f"check {file} --games 5")[0] == exits.SUCCESS


def test_messages_come_from_the_table_only() -> None:
    """Each sentence is used, and nothing else says what is wrong with a game's rules."""
    files = [*(PACKAGE / "position").glob("*.py"), PACKAGE / "games" / "registry.py"]
    used = set()
    for path in {*files, PACKAGE / "testing.py"} - {PACKAGE / "position" / "fault_table.py"}:
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Constant) and node.value in FAULTS:
                used.add(node.value)
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                assert getattr(node.exc.func, "id", "") != "RulesError", path
    assert used == FAULTS.keys()


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("# Zählen\n".encode("latin-1"), 1),
        (b"word = 1\nlimit = 3\nname = '\xfc'\n", 3),
        ("# Nim\n".encode("utf-16"), 1),
        (b"\x89PNG\r\n\x1a\n\0\0", 1),
        (b"word = 1\nlimit = \0\n", 2),
    ],
)
def test_a_file_that_is_not_text(content: bytes, line: int, output: Output, tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_bytes(content)
    message = f"nim.py, line {line}: {FAULTS['not-text']} (help: plyground explain not-text)"
    for each in [*COMMANDS, "tree tictactoe --heuristic FILE"]:
        assert output(each.replace("FILE", str(file))) == (
            exits.FAILURE, "", f"plyground: {message}",
        )  # fmt: skip


@in_plain_python()
def test_a_file_may_declare_another_encoding(output: Output, tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_bytes(f"# coding: latin-1\n# Zählen\n{NIM}".encode("latin-1"))
    assert output(f"show {file}")[0] == exits.SUCCESS
    other = tmp_path / "other.py"
    other.write_text("# coding: klingon\n")
    assert output(f"show {other}")[2] == (
        "plyground: other.py, line 1: Python cannot read this line: unknown encoding: klingon "
        "(help: plyground explain syntax)"
    )


def test_a_fault_can_be_sent_to_another_process() -> None:
    fault = GameFileError("missing-kernel", "nim.py", 3, {"name": "play"})
    copy = pickle.loads(pickle.dumps(fault))
    assert str(copy) == str(fault)
    assert (copy.name, copy.line, copy.values) == ("missing-kernel", 3, {"name": "play"})


def test_explain(output: Output) -> None:
    code, out, _ = output("explain missing-return")
    assert code == exits.SUCCESS
    assert "moves returned nothing: is a return missing" in out
    assert "```" not in out
    code, out, _ = output("explain")
    assert code == exits.SUCCESS
    assert set(re.findall(r"[\w-]+", out)) >= FAULTS.keys()


@pytest.mark.slow
@pytest.mark.parametrize(
    "section",
    [
        pytest.param(section, id=name, marks=[pytest.mark.compiled] * (name == "no return"))
        for name, section in wrong_files.sections("beginners.md").items()
    ],
)
def test_what_beginners_write(output: Output, tmp_path: Path, section: str) -> None:
    file = tmp_path / "nim.py"
    file.write_text(wrong_files.wrong(section))
    code, _, errors = output(f"check {file}")
    assert code == exits.FAILURE
    (said,) = blocks(section, "text")
    assert said.strip() in errors


@pytest.mark.uncompiled
def test_an_error_inside_plyground_names_the_file(
    output: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only a place inside this package, of which the author of a game knows nothing."""
    file = tmp_path / "nim.py"
    file.write_text(NIM)

    def broken(*_: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(rules.Game, "position", broken)
    code, _, said = output(f"show {file}")
    assert code == exits.FAILURE
    assert said.startswith("plyground: nim.py: Plyground could not go on with this game: KeyError")


@pytest.mark.uncompiled
@pytest.mark.parametrize("game", [EXAMPLES / "nim.py", "tictactoe"])
def test_a_game_without_a_fault(output: Output, game: str | Path) -> None:
    code, out, _ = output(f"check {game} --games 3")
    assert code == exits.SUCCESS
    assert out.splitlines()[0].endswith(
        " keeps what a game promises. 3 games were played at random."
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(5), pg.Sim(4, 3), pg.ConnectFour(5, 4),
        *(rules.game_class(str(file))() for file in sorted(EXAMPLES.glob("*.py"))),
    ],
    ids=repr,
)  # fmt: skip
def test_rules_without_a_fault_are_played_with(
    game: rules.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Python, to the end; and nothing is said of them."""
    monkeypatch.setattr(trial, "_SECONDS", 60)
    asked = []
    plain = trial._Trial._look

    def look(self: trial._Trial) -> list[int]:
        asked.append(plain(self))
        return asked[-1]

    monkeypatch.setattr(trial._Trial, "_look", look)
    try_out(game, dict(game.kernels()))
    assert asked.count([]) == 3  # games, each to its end
    assert not trial.mixed
