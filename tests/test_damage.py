"""What happens to each kind of file when a disk changes a byte of it, or loses its end.

Nothing that is read then may be wrong. What is lost is named in words, or the file is refused in
words. `KINDS` has all kinds that the program keeps, and `OTHERS` the modules that write files of
other people, or that can be made again: what is new belongs into one of them.

With `python -m tests.test_damage` there are 200 of each, and a table of what happened.
"""

from __future__ import annotations

import logging
import random
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground.analysis.chances import PlayedGame
from plyground.analysis.puzzles import ProgressFile, Try
from plyground.arena.journal import Journal
from plyground.arena.plan_file import as_text
from plyground.arena.plan_file import read as plan_of
from plyground.arena.training import state_path
from plyground.players.strengths import Strength, Strengths, read_strengths, write_strengths
from plyground.position import PlygroundError
from plyground.search import checkpoint
from plyground.search.book import read_whole, write_values
from plyground.search.frontier import Limits
from plyground.search.learning import Learner, Weights, kept
from plyground.search.learning.kept import keep_in
from plyground.search.tables import files
from plyground.sums import sealed, write_whole
from plyground.web import visitors
from plyground.web.app import create_app
from plyground.web.engine.clock import Clock
from plyground.web.parts import parts_of
from plyground.web.services import game_files, runs
from plyground.web.services.doing import Doing
from plyground.web.services.learning import Learning, Lesson
from plyground.web.services.teaching import TaughtGame, Teaching, Trainee
from plyground.web.settings import Settings
from plyground.web.store import RunRecord, SavedGameRecord

GAME = pg.TicTacToe()
PACKAGE = Path(pg.__file__).parent

Found = tuple[dict[str, object], str]
"""What was read, by names, and what is said to be lost."""


@dataclass(frozen=True)
class Kind:
    """A kind of file: what makes one in a folder and says where, and what reads it. Of one that
    `grows` a beginning is what it was before.
    """

    make: Callable[[Path], Path]
    read: Callable[[Path], Found]
    written_by: tuple[str, ...]
    grows: bool = False


# The database


ROOMS = ("5", "1", "9"), ("2", "3")
TEXTS = [f'[Game "tictactoe"]\n\n1. {move} *\n' for move in "1379"]


def make_database(folder: Path) -> Path:
    app = create_app(Settings(data=folder, warms=False))
    seats = [{"kind": "here"}, {"kind": "here"}]
    with TestClient(app, base_url="http://localhost") as client:
        ids = []
        for moves in ROOMS:
            room = client.post("/api/rooms", json={"game": {"name": "tictactoe"}, "seats": seats})
            ids.append(room.json()["id"])
            for ply, move in enumerate(moves):
                said = {"ply": ply, "move": move}
                client.post(f"/api/rooms/{ids[-1]}/moves", json=said).raise_for_status()
        (folder / "ids").write_text("\n".join(ids))
        parts = parts_of(app)
        parts.library.add(
            [
                SavedGameRecord(f"g{at}", "ann", 1.0, "tictactoe", "", "*", 1, "", text)
                for at, text in enumerate(TEXTS)
            ]
        )
        for number in range(5):
            parts.tries.add("ann", Try(f"sim-6-2-{number}", "solved", "2026-11-21"))
            parts.styles._studies.put("ann", str(number), PlayedGame("sim", 1, f"{number}", ()))
            parts.runs._store.add(RunRecord(f"r{number}", "ann", 4e9, "Cup", 3, 1))
    return folder / "plyground.db"


def read_database(file: Path) -> Found:
    app = create_app(Settings(data=file.parent, warms=False))
    found: dict[str, object] = {}
    said = ""
    with TestClient(app, base_url="http://localhost") as client:
        parts = parts_of(app)
        for room in (file.parent / "ids").read_text().splitlines():
            answer = client.get(f"/api/rooms/{room}")
            assert answer.status_code in (200, 404, 422), answer.text
            if answer.status_code == 200:
                found[room] = answer.json()
            elif answer.status_code == 422:
                said += answer.json()["error"]
        found |= {f"saved {text}": True for text in parts.library.texts("ann")}
        found |= {f"try {each}": True for each in parts.tries.of("ann")}
        found |= {
            f"study {name} {it}": True for name, it in parts.styles._studies.of("ann").items()
        }
        found |= {f"run {each}": True for each in parts.runs._store.of("ann")}
    return found, said


# Runs


IDENTITY = {"game": "tictactoe", "seed": 7}
CUP = 'title = "Cup"\ngame = "tictactoe"\nplayers = ["minimax:depth=1", "random"]\nrounds = 3\n'


def make_journal(folder: Path) -> Path:
    with Journal(folder / "cup.results.jsonl", IDENTITY) as journal:
        for number in range(12):
            journal.append({"match": number, "moves": "5 1 9 3", "result": [1, 0]})
    return journal.path


def read_journal(file: Path) -> Found:
    with Journal(file, IDENTITY) as journal:
        said = f"lines {journal.bad}" if journal.bad or journal.torn else ""
        return {str(line["match"]): line for line in journal.lines}, said


def make_plan(folder: Path) -> Path:
    runs._write(folder / "r1.toml", as_text(plan_of(CUP, "cup", folder)))
    return folder / "r1.toml"


def read_plan(file: Path) -> Found:
    doing = Doing(RunRecord("r1", "ann", 1.0, "Cup", 3, 1), file.parent, Clock())
    return {"plan": as_text(doing._stated())}, ""


# Puzzles, strengths, books, solving


def make_progress(folder: Path) -> Path:
    file = ProgressFile(folder / "puzzles.jsonl")
    for number in range(12):
        file.add(Try(f"sim-6-2-{number}", "solved", "2026-11-21"))
    return file.path


def read_progress(file: Path) -> Found:
    progress = ProgressFile(file).read()
    return {each.puzzle: each for each in progress.tries}, ProgressFile(file).said(progress)


def make_strengths(folder: Path) -> Path:
    each = Strength("random", None, 0.0, 0.0, 0, 20.0, 0.5, 0.0, 10)
    write_strengths(folder / "a.json", Strengths(GAME, (400,), {1: 400}, (each,), {"rules": ""}))
    return folder / "a.json"


def make_book(folder: Path) -> Path:
    write_values(folder / "a.book", GAME, 3, np.arange(90, dtype=np.int8), (1, 9, 30, 50))
    return folder / "a.book"


def read_book(file: Path) -> Found:
    plies, values, counts = read_whole(file, GAME)
    return {"book": (plies, values.tobytes(), counts)}, ""


def make_checkpoint(folder: Path) -> Path:
    answers = {(number, 0): Limits(-1, 1, number, False) for number in range(200)}
    checkpoint.save(GAME, folder, checkpoint.Checkpoint(-1, 1, 5, 0.5, answers))
    return folder / "answers"


def make_table(folder: Path) -> Path:
    files.write(folder / "a.table", {"kind": "x"}, [np.arange(500), np.arange(9, dtype=np.int8)])
    return folder / "a.table"


def read_table(file: Path) -> Found:
    header, arrays = files.read(file, {"kind": "x"})
    return {"table": (header, [each.tolist() for each in arrays])}, ""


# Learning


def learner() -> Learner:
    made = Learner(GAME, 1)
    made.train(20)
    return made


def make_weights(folder: Path) -> Path:
    learner().weights({}).save(folder / "ada.weights")
    return folder / "ada.weights"


def read_weights(file: Path) -> Found:
    return {"weights": Weights.load(file, GAME).values.tobytes()}, ""


def make_state(folder: Path) -> Path:
    path = state_path(folder / "ada.weights")
    learner().save(path, {"seconds": 1.0})
    return path


def read_state(file: Path) -> Found:
    made, told = Learner.resume(file, GAME)
    return {"state": (made.learned.weights.tobytes(), made.games, told)}, ""


def make_lesson(folder: Path) -> Path:
    Learning(folder)._write(Lesson("ada", GAME, "ann", 60.0, "stopped"))
    return folder / "ada.json"


def read_lesson(file: Path) -> Found:
    lesson = Learning(file.parent).get("ada")
    return {} if lesson is None else {"lesson": lesson.to_json()}, ""


def make_taught(folder: Path) -> Path:
    keep_in(folder)
    game = TaughtGame(("5", "1", "9"), (), 60.0)
    Teaching(folder)._write(Trainee("bo", GAME, "ann", 1, 50.0, 50.0, [game]), learner())
    return folder / "bo.taught"


def read_taught(file: Path) -> Found:
    trainee = Teaching(file.parent).get("bo")
    return {} if trainee is None else {"trainee": trainee}, ""


# The app's own


def make_secret(folder: Path) -> Path:
    visitors._secret(folder)
    return folder / "secret"


def read_secret(file: Path) -> Found:
    kept = file.read_bytes()
    secret = visitors._secret(file.parent)
    return {"secret": secret} if secret == kept[:32] else {}, ""


def make_in_use(folder: Path) -> Path:
    file = folder / "in-use.json"
    write_whole(file, sealed({game_files._USED: {"/a/nim.py": "nim-1.py"}}).encode())
    return file


KINDS = {
    "database": Kind(make_database, read_database, ()),
    "results of a run": Kind(make_journal, read_journal, ("arena/journal.py",), grows=True),
    "plan of a run": Kind(make_plan, read_plan, ("web/services/runs.py",)),
    "progress at puzzles": Kind(
        make_progress, read_progress, ("analysis/puzzles/progress.py",), grows=True
    ),
    "strengths": Kind(
        make_strengths,
        lambda file: ({"strengths": read_strengths(file, GAME)}, ""),
        ("players/strengths.py",),
    ),
    "book": Kind(make_book, read_book, ("search/book.py",)),
    "checkpoint of solving": Kind(
        make_checkpoint,
        lambda file: ({"answers": checkpoint.load(GAME, file.parent)}, ""),
        ("search/checkpoint.py",),
    ),
    "solved table": Kind(make_table, read_table, ("search/tables/files.py",)),
    "weights": Kind(
        make_weights, read_weights, ("search/learning/weights.py", "arena/training.py")
    ),
    "state of learning": Kind(make_state, read_state, ("search/learning/weights.py",)),
    "learner": Kind(make_lesson, read_lesson, ("web/services/learning.py",)),
    "taught learner": Kind(make_taught, read_taught, ("web/services/teaching.py",)),
    "secret": Kind(make_secret, read_secret, ("web/visitors.py",)),
    "rules in use": Kind(
        make_in_use,
        lambda file: (dict(game_files._in_use(file)), ""),
        ("web/services/game_files.py",),
    ),
}

OTHERS = {
    "sums.py": "what the others write with",
    "analysis/perfecting.py": "files of the package, made again by a command",
    "browser/shipped.py": "files of the package, with sums in an index",
    "arena/pupils.py": "files of an author, put back as they were read",
    "cli/output.py": "files that people asked for: records, tables, pages",
    "cli/records.py": "the same",
    "records/writer.py": "the same: records are texts that people edit",
    "desktop.py": "the icon",
    "games/registry.py": "copies of rules, named by their sums",
    "kernel/cache.py": "made again: with SHA-256",
    "kernel/webassembly/keeping.py": "made again: with SHA-256",
    "position/home.py": "made again: with SHA-256",
    "players/confine.py": "no file: what a program may write",
    "players/external.py": "copies of programs, made for each start",
    "players/pupil.py": "pipes",
    "web/launch/instance.py": "how the running app is reached: written at each start",
}

_WRITES = re.compile(
    r"write_text\(|write_bytes\(|write_whole\(|os\.replace\(|os\.open\(|[ .]open\([^)]*\"[awx]b?\""
)


def test_all_that_writes_files_is_listed() -> None:
    writing = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if _WRITES.search(path.read_text("utf-8"))
    }
    listed = {each for kind in KINDS.values() for each in kind.written_by} | OTHERS.keys()
    assert writing - listed == set(), "say in KINDS or OTHERS what these write"
    assert {each for each in listed if not (PACKAGE / each).exists()} == set()


class _Said(logging.Handler):
    """What the log says."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.words: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        assert record.exc_info is None, record.getMessage()
        self.words.append(record.getMessage())


@contextmanager
def logged() -> Iterator[list[str]]:
    handler, logger = _Said(), logging.getLogger("plyground")
    logger.addHandler(handler)
    try:
        yield handler.words
    finally:
        logger.removeHandler(handler)


def outcome(kind: Kind, file: Path, good: dict[str, object]) -> str:
    """What comes of reading a damaged file, in a word."""
    with logged() as words:
        try:
            found, said = kind.read(file)
        except PlygroundError:
            return "refused"
    if any(good.get(name, found) != value for name, value in found.items()):
        return "wrong"
    if len(found) == len(good):
        return "the same"
    if said or words:
        return "named"
    beginning = list(good.items())[: len(found)] == list(found.items())
    return "earlier" if kind.grows and beginning else "lost without a word"


def damaged(data: bytes, chance: random.Random, cut: bool) -> bytes:
    """A file with another byte somewhere, or without its end."""
    if cut:
        return data[: chance.randrange(1, len(data))]
    at = chance.choice([at for at, byte in enumerate(data) if byte])  # not in what is empty
    return data[:at] + bytes([data[at] ^ chance.randrange(1, 256)]) + data[at + 1 :]


def outcomes(kind: Kind, times: int, folder: Path, seed: int = 0) -> Iterator[tuple[str, str]]:
    """What was done to a file, and what came of it."""
    file = kind.make(folder)
    before = {each: each.read_bytes() for each in folder.iterdir() if each.is_file()}
    good, _ = kind.read(file)
    chance = random.Random(seed)
    for number in range(2 * times):
        for each in folder.iterdir():
            if each.is_file() and each not in before:
                each.unlink()
        for path, data in before.items():
            path.write_bytes(data)
        cut = number % 2 == 1
        file.write_bytes(damaged(before[file], chance, cut))
        yield "cut" if cut else "flip", outcome(kind, file, good)


@pytest.fixture(autouse=True)
def no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept under a name yet."""
    monkeypatch.setattr(kept, "_folder", [])


@pytest.mark.compiled
@pytest.mark.parametrize("name", KINDS)
def test_damage_is_never_taken_for_what_was_kept(name: str, tmp_path: Path) -> None:
    found = Counter(what for _, what in outcomes(KINDS[name], 6, tmp_path))
    assert found.keys() <= {"refused", "named", "the same", "earlier"}


def main() -> None:
    """Say what 200 changed bytes and 200 cuts do to each kind."""
    columns = "wrong", "lost without a word", "named", "refused", "the same", "earlier"
    print("kind", "flips", "cuts", *columns, sep=" | ")
    for name, kind in KINDS.items():
        with tempfile.TemporaryDirectory() as folder:
            found = Counter(what for _, what in outcomes(kind, 200, Path(folder)))
        print(name, 200, 200, *(found[each] for each in columns), sep=" | ", flush=True)


if __name__ == "__main__":
    main()
