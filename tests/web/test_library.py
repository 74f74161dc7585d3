"""Saved games and tries of puzzles, as they are kept."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plyground.analysis.puzzles import Try
from plyground.web.errors import ConflictError
from plyground.web.store import Database, Library, SavedGameRecord, Store, Tries
from plyground.web.store import library as library_module


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path / 'kept.db'}")
    yield database
    database.close()


@pytest.fixture
def library(database: Database) -> Library:
    return Library(database)


def a_game(number: int = 1, **changed: Any) -> SavedGameRecord:
    game = SavedGameRecord(
        id=f"g{number}",
        owner="ann",
        saved=100.0 + number,
        game="sim",
        players="Ann, minimax:depth=4",
        result="1-0",
        plies=11,
        date="2026-11-21",
        text=f'[Game "sim"]\n\n1. 0-{number}\n',
    )
    return replace(game, **changed)


def ids(found: tuple[int, list[SavedGameRecord]]) -> list[str]:
    return [game.id for game in found[1]]


def test_games_are_found_again(library: Library) -> None:
    library.add([a_game(1), a_game(2, game="connect4", players="Bob 100%, Eve"), a_game(3)])
    library.add([a_game(4, owner="bob")])
    assert library.game("g2") == a_game(2, game="connect4", players="Bob 100%, Eve")
    assert library.game("g9") is None
    assert library.find("ann")[0] == 3
    assert ids(library.find("ann")) == ["g3", "g2", "g1"]
    assert ids(library.find("ann", limit=1, offset=1)) == ["g2"]
    assert ids(library.find("ann", game="sim")) == ["g3", "g1"]
    assert ids(library.find("ann", words="eVE 100%")) == ["g2"]
    assert ids(library.find("ann", words="minimax 1-0")) == ["g3", "g1"]
    assert ids(library.find("ann", words="eve minimax")) == []
    assert ids(library.find("ann", words="%")) == ["g2"], "what has a meaning in SQL has none here"
    assert ids(library.find("ann", words="_n")) == []
    assert [*library.texts("ann", game="sim")] == [a_game(1).text, a_game(3).text]
    assert library.find("eve") == (0, [])


def test_texts_are_read_as_they_are_taken(library: Library) -> None:
    library.add([a_game(number) for number in range(30)])
    texts = library.texts("ann")
    assert next(texts) == a_game(0).text
    library.remove("ann", [f"g{number}" for number in range(30)])
    assert len([*texts]) < 15, "what was not taken yet was not read either"


def test_a_full_library_takes_nothing(library: Library, monkeypatch: Any) -> None:
    monkeypatch.setattr(library_module, "IMPORTED_MOST", 2)
    library.add([a_game(1)])
    with pytest.raises(ConflictError, match="up to 2 games or 5 MB of a library; yours has 1, "):
        library.add([a_game(2), a_game(3)])
    library.add([])
    library.add([a_game(2)])
    library.add([a_game(4, owner="bob")])
    assert library.find("ann")[0] == 2


def test_a_game_is_put_in_place_of_its_earlier_self(library: Library, monkeypatch: Any) -> None:
    library.put(a_game(1))
    library.put(a_game(1, result="0-1", players="Eve"))
    assert library.find("ann")[1] == [a_game(1, result="0-1", players="Eve")]
    assert library.find("ann", words="minimax")[0] == 0
    monkeypatch.setattr(library_module, "GAMES_MOST", 1)
    library.put(a_game(1))  # it makes none more
    with pytest.raises(ConflictError):
        library.put(a_game(2))
    assert ids(library.find("ann")) == ["g1"]


def test_tries_stay_in_order(database: Database) -> None:
    tries = Tries(database)
    results = ("solved", "wrong", "hint", "skipped")
    made = [Try(f"sim-6-2-{9 - n}", result, "2026-11-21") for n, result in enumerate(results)]
    for each in made:
        tries.add("ann", each)
    tries.add("bob", made[0])
    assert tries.of("ann") == made
    assert tries.of("bob") == made[:1]
    assert tries.of("eve") == []


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    """Its rooms stay, and games can be saved."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine

    from plyground.web.store.migrations import MIGRATIONS

    url = f"sqlite:///{tmp_path / 'old.db'}"
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql(
            "INSERT INTO rooms VALUES "
            "('r1', 'sim', '{}', '[]', 1, 1, 'running', '', NULL, NULL, 'ann')"
        )
    engine.dispose()
    database = Database(url)
    room = Store(database).room("r1")
    assert room is not None
    assert room.owner == "ann"
    Library(database).add([a_game()])
    assert Library(database).find("ann")[0] == 1
    database.close()


@pytest.mark.slow
def test_new_databases_and_those_of_the_newest_version_open_without_alembic(tmp_path: Path) -> None:
    opened = f"Database('sqlite:///{tmp_path / 'new.db'}')"
    code = f"""
import sys
from plyground.web.store.database import Database
for made_and_found in range(2):
    {opened}.close()
sys.exit('alembic' in sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
