"""One server at a time for each database, whatever happens to the one before."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from plyground.web.errors import StoreError
from plyground.web.store import Database, holding
from plyground.web.store.models import HOLDER
from tests.until import until

SERVER = """
import sys
from pathlib import Path
from plyground.refusals import PlygroundError
from plyground.web.launch.start import serve
from plyground.web.settings import Settings
settings = Settings(data=Path(sys.argv[1]), database=sys.argv[2], warms=False)
try:
    serve(settings, "127.0.0.1", 0, (), lambda line: print(line, flush=True))
except PlygroundError as error:
    print(error)
"""


@contextmanager
def server(
    data: Path, database: str, before: str = ""
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and the first line that it says."""
    command = [sys.executable, "-c", before + SERVER, str(data), database]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline()
    finally:
        process.kill()
        process.communicate()


def hold_in_turn(folder: Path, first: str, second: str) -> None:
    """A second server is refused, by another name too, until the first one is killed."""
    database = Database(second)
    with server(folder, first) as (process, said):
        assert said.startswith("Plyground is at http://127.0.0.1:")
        with pytest.raises(StoreError, match="another Plyground is using the database ") as refused:
            holding.hold(database)
        assert "end that one first, or choose another database with --database" in (
            str(refused.value)
        )
        process.kill()
        process.wait()
        holding.hold(database).close()
    database.close()


@pytest.mark.slow
def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "games")
    hold_in_turn(
        tmp_path, f"sqlite:///{tmp_path}/games/a.db", f"sqlite:///{tmp_path}/link/../games/a.db"
    )


@pytest.fixture
def postgresql(tmp_path: Path) -> Iterator[str]:
    """The URL of a database of PostgreSQL, which runs as another user than root."""
    psycopg = pytest.importorskip("psycopg")
    if shutil.which("initdb") is None or shutil.which("postgres") is None:
        pytest.skip("PostgreSQL is not installed")
    user = "nobody" if os.geteuid() == 0 else None
    folder = tmp_path / "cluster"
    folder.mkdir()
    if user is not None:
        for each in (folder, *[each for each in folder.parents if each.owner() != user][:3]):
            each.chmod(0o755)
        shutil.chown(folder, user)
    made = ["initdb", "--pgdata", str(folder), "--auth", "trust", "--username", "plyground"]
    subprocess.run(made, user=user, cwd=folder, check=True, capture_output=True)
    run = ["postgres", "-D", str(folder), "-k", str(folder), "-c", "listen_addresses="]
    process = subprocess.Popen(run, user=user, cwd=folder, stderr=subprocess.DEVNULL)

    def answers() -> bool:
        try:
            psycopg.connect(host=str(folder), user="plyground", dbname="postgres").close()
        except psycopg.OperationalError:
            return False
        return True

    try:
        until(answers)
        yield f"postgresql+psycopg://plyground@/postgres?host={folder}"
    finally:
        process.terminate()
        process.wait()


@pytest.mark.long
def test_a_second_server_on_postgresql_is_refused(tmp_path: Path, postgresql: str) -> None:
    hold_in_turn(tmp_path, postgresql, postgresql)


# Databases of other kinds: by a row, here of SQLite

BY_ROW = """
from plyground.web.store import holding
holding.BEAT, holding._ByFile = 0.1, lambda database, file: holding._ByRow(database)
"""


@pytest.mark.slow
def test_a_server_ends_when_another_one_has_taken_over(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    with server(tmp_path, url, BY_ROW) as (process, said):
        assert said.startswith("Plyground is at http://127.0.0.1:")
        other = Database(url)
        another = update(HOLDER).values(name="another")
        other.write(lambda connection: connection.execute(another))
        rest, _ = process.communicate(timeout=600)
        assert "another Plyground has taken over the database" in rest
        assert holder(other) == "another"
        other.close()


class Seconds:
    """A time that passes only while someone sleeps, and what happens meanwhile."""

    def __init__(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        self.now, self._meanwhile = 0.0, meanwhile

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self._meanwhile()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """A database that another server holds."""
    database = Database(f"sqlite:///{tmp_path / 'a.db'}")
    row = {"number": 0, "name": "another", "beats": 7}
    database.write(lambda connection: connection.execute(insert(HOLDER), row))
    yield database
    database.close()


def holder(database: Database) -> str:
    with database.reading() as connection:
        return str(connection.scalar(select(HOLDER.c.name)))


def test_a_server_that_counts_keeps_the_database(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count() -> None:
        if seconds.now > holding.SILENCE / 2:
            beat = update(HOLDER).values(beats=8)
            database.write(lambda connection: connection.execute(beat))

    seconds = Seconds(count)
    monkeypatch.setattr(holding, "time", seconds)
    with pytest.raises(StoreError, match=r"another Plyground is using the database .*a\.db"):
        holding._ByRow(database)
    assert seconds.now < holding.SILENCE
    assert holder(database) == "another"


def test_one_that_was_killed_is_followed_after_some_seconds(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = Seconds()
    monkeypatch.setattr(holding, "time", seconds)
    held = holding._ByRow(database)
    assert holding.SILENCE <= seconds.now < holding.SILENCE + 1
    assert holder(database) == held._name
    held.close()
    assert holder(database) == "None"
    after = holding._ByRow(database)  # at once: the one before has gone in peace
    assert seconds.now < holding.SILENCE + 1
    after.close()


def test_of_two_who_follow_one_gets_it(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def follow() -> None:
        if seconds.now >= holding.SILENCE:
            row = {"name": "quicker", "beats": 0}
            database.write(lambda connection: connection.execute(update(HOLDER).values(row)))

    seconds = Seconds(follow)
    monkeypatch.setattr(holding, "time", seconds)
    with pytest.raises(StoreError, match="another Plyground is using the database"):
        holding._ByRow(database)
    assert holder(database) == "quicker"


def test_one_that_stood_still_for_too_long_finds_it_out(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "time", Seconds())
    monkeypatch.setattr(holding, "BEAT", 0.01)
    held = holding._ByRow(database)
    assert not held.lost
    row = {"name": "another", "beats": 0}
    database.write(lambda connection: connection.execute(update(HOLDER).values(row)))
    held._thread.join(600)
    assert held.lost
    held.close()
    assert holder(database) == "another"
