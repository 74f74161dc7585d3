"""Games that other programs and people wrote: read whole or not at all, and written for others."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

import plyground as pg
from plyground.records import fitting_games
from plyground.records.forms import FORMS
from tests.foreign import KINDS, Kind

FEW, MANY = 8, 60  # changes of each kind of file


def read(content: str | bytes, game: str = "") -> list[pg.Reading]:
    """What is read of a file."""
    file = io.StringIO(content) if isinstance(content, str) else io.BytesIO(content)
    return list(pg.read_records(file, game=game))


def moves_of(record: pg.Record | None) -> list[str]:
    return [] if record is None else [each.text for each in record.moves]


@pytest.mark.parametrize("name", KINDS)
def test_a_file_of_others_is_read(name: str) -> None:
    kind = KINDS[name]
    (reading,) = read(kind.text, kind.game)
    record = reading.record
    assert record is not None
    assert (moves_of(record), record.result) == (kind.moves.split(), kind.result)
    assert record.termination == kind.termination


# Changes that leave what a file says as it is, or cut it off


def _signs(text: str, chance: random.Random) -> str:
    """Annotators' signs behind moves with a number."""
    signs = ("!", "?", "!?", " $3", " ±", " +-", "+", "#", " {a comment}", " ; aside\n")
    return re.sub(
        r"(?<=\. )[0-9@a-d-]+(?= )",
        lambda found: found[0] + (chance.choice(signs) if chance.random() < 0.5 else ""),
        text,
    )


def _spaces(text: str, chance: random.Random) -> str:
    """More spaces where there is one between moves."""
    return re.sub(r"(?<=[0-9.*]) (?=[0-9*])", lambda _: " " * chance.randint(1, 4), text)


def _quotes(text: str, chance: random.Random) -> str:
    """A tag with quotes and backslashes, at the beginning."""
    value = chance.choice(('the "Ace"', "a\\b", 'x" y', "“Ann”", "C:\\new"))
    return f'[Note "{value}"]\n{text}' if text.startswith("[") else text


def _line_ends(text: str, chance: random.Random) -> str:
    end = chance.choice(("\r\n", "\r", "\n\n" if text.startswith("game:") else "\n"))
    return text.replace("\n", end)


def _encoded(text: str, chance: random.Random) -> bytes:
    name = chance.choice(("utf-8", "utf-8-sig", "utf-16", "cp1252"))
    return text.replace("\N{EN DASH}", "-").encode(name)


CHANGES: dict[str, Callable[[str, random.Random], str | bytes]] = {
    "signs": _signs, "spaces": _spaces, "quotes": _quotes, "line ends": _line_ends,
    "encoding": _encoded,
}  # fmt: skip


def changed(kind: Kind, chance: random.Random) -> str | bytes:
    """The file with some changes that leave the game as it is."""
    text: str | bytes = kind.text
    for name in chance.sample(list(CHANGES), 2):
        if isinstance(text, str) and (name != "signs" or not kind.game):
            text = CHANGES[name](text, chance)
    return text


def check_whole(kind: Kind, chance: random.Random) -> None:
    """A changed file says the same as before."""
    content = changed(kind, chance)
    readings = read(content, kind.game)
    assert len(readings) == 1, content
    record = readings[0].record
    assert record is not None, content
    assert moves_of(record) == kind.moves.split(), content
    assert record.result == kind.result, content
    assert record.termination == kind.termination, content


def check_cut(kind: Kind, chance: random.Random) -> None:
    """Of a file that ends somewhere every move but the last is one of the game's, in its place."""
    text = kind.text[: chance.randrange(len(kind.text))]
    for reading in read(text, kind.game):
        found = moves_of(reading.record)
        assert found[:-1] == kind.moves.split()[: len(found[:-1])], text
        stated = re.search(r'^\[Result "([^"]*)"\]', text, re.MULTILINE)
        if reading.record is not None and stated is not None and "Termination" in text:
            assert reading.record.result == kind.result, text


def check_joined(kind: Kind, chance: random.Random) -> None:
    """A spoilt game before it does not lose a game of records."""
    if kind.text.startswith("["):
        bad = chance.choice(
            ('[Game "chess"]\n\n1. e4 e5 *\n\n', '[Game "tictactoe"]\n\n1. 1 1 x\n\n')
        )
        last = read(bad + kind.text)[-1].record
        assert moves_of(last) == kind.moves.split(), bad + kind.text


def check_noise(kind: Kind, chance: random.Random) -> None:
    """Whatever the bytes are, there is an answer."""
    content = bytearray(kind.text.encode())
    for _ in range(chance.randint(1, 5)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    for reading in read(bytes(content), kind.game):
        assert reading.record is not None or reading.faults


CHECKS = (check_whole, check_cut, check_joined, check_noise)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("check", CHECKS)
def test_changed_files(check: Callable[[Kind, random.Random], None], name: str) -> None:
    chance = random.Random(name)
    for _ in range(FEW):
        check(KINDS[name], chance)


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("check", CHECKS)
def test_many_changed_files(check: Callable[[Kind, random.Random], None], name: str) -> None:
    chance = random.Random(f"many {name}")
    for _ in range(MANY):
        check(KINDS[name], chance)


# Written for others


ENDINGS = ("resigned", "time", "forfeited", "left", "agreed", "adjudicated")
GAMES = (pg.ConnectFour(), pg.TicTacToe(), pg.ConnectFour(5, 4), pg.Sim(), pg.NumericalTicTacToe())


def games(*some: pg.Game) -> list[pg.Record]:
    """Games of chance that the rules ended, that people ended, and that nobody did."""
    chance = random.Random(3)
    found = []
    for number, game in enumerate(some * 12):
        position = game.position()
        while not position.over and chance.random() < 0.9:
            position = position.play(chance.choice(position.moves))
        record = pg.Record.of(position, names=("Ada", 'Ben, "B"'), date="2026-11-28")
        if not position.over and number % 2:
            result = chance.choice(("1-0", "0-1", "1/2-1/2"))
            record = replace(record, result=result, termination=chance.choice(ENDINGS))
        found.append(record)
    return found


def check_again(records: list[pg.Record], readings: list[pg.Reading], *fields: str) -> None:
    assert [str(fault) for each in readings for fault in each.faults] == []
    for record, reading in zip(records, readings, strict=True):
        found = reading.record
        assert found is not None
        for name in ("game", "moves", *fields):
            assert getattr(found, name) == getattr(record, name), record


def test_a_table_is_read_again() -> None:
    records = games(*GAMES)
    readings = read("".join(FORMS["csv"].write(records)))
    check_again(records, readings, "result", "termination", "names", "date")


def test_replays_are_read_again() -> None:
    records = games(*GAMES[:3])
    check_again(records, read("".join(FORMS["kaggle"].write(records))), "result", "names")
    packed = json.dumps([json.loads(each) for each in FORMS["kaggle"].write(records)] * 5)
    assert len(packed) > 300_000
    check_again(records * 5, read(packed), "result", "names")


def test_playthroughs_are_read_again() -> None:
    records = games(*GAMES)
    check_again(records, read("".join(FORMS["openspiel"].write(records))))


def test_lines_of_moves_are_of_one_game() -> None:
    records = [each for each in games(pg.ConnectFour()) if each.moves]
    found = [each.record for each in read("".join(FORMS["lines"].write(records)), "connect4")]
    assert [moves_of(each) for each in found] == [moves_of(each) for each in records]
    with pytest.raises(pg.PlygroundError, match="lines of moves are of one game"):
        list(FORMS["lines"].write(games(*GAMES)))


def test_kaggle_has_two_of_the_games() -> None:
    record = pg.Record.of(pg.Sim().position("0-1"))
    with pytest.raises(pg.PlygroundError, match="Kaggle has no Sim"):
        list(FORMS["kaggle"].write([record]))


# Faults


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("game,moves\nconnect4,4 9 3\n", "line 2, column 12: ply 2: '9' is not a move"),
        ("game,moves\nchess,e4\n", "line 2, column 1: there is no game 'chess'"),
        ("game,moves\nconnect4,4,1-0\n", "line 2, column 1: this row has 3 parts"),
        ('{"name": "connectx"}\n', "line 1, column 1: this is not a replay"),
        ('{"name": "connectx",\n', "this is not JSON that can be read: Expecting property name"),
        (KINDS["replay"].text.replace('"inarow": 4', '"inarow": 5'), "5 in a row"),
        (KINDS["replay"].text.replace('"action": 2', '"action": 9'), "ply 3: 9 is not an action"),
        ("game: chess\naction: 3\n", "line 1, column 1: there is no game 'chess'"),
        (
            "game: connect_four\n\naction: 9\n",
            "line 3, column 9: ply 1: Connect Four has no action 9",
        ),
        ("game: connect_four\n\naction: x\n", "Connect Four has no action x"),
        ("[" * 100_000, ""),
        ('{"a":' * 100_000, "line 1, column 1"),
    ],
)
def test_a_fault_says_where_it_is(text: str, fault: str) -> None:
    faults = [str(fault) for each in read(text) for fault in each.faults]
    assert any(fault in each for each in faults), faults


def test_the_game_of_a_file_that_names_none() -> None:
    assert fitting_games(b"4453\n332\n") == ["connect4"]
    assert fitting_games(b"1. 5 2. 1 3. 9\n") == ["tictactoe"]
    assert fitting_games(b"1. 5 2. 1 3. 7\n") == ["tictactoe", "connect4"]
    assert fitting_games(b"1. e4 e5\n") == []


def found_in(text: str, game: str = "") -> list[str]:
    """The moves of each game that is read."""
    return [" ".join(moves_of(each.record)) for each in read(text, game) if each.record]


REPLAY = KINDS["replay"].text.strip()


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("game,moves,result\nsim,0-1 2-3 4-5,0-1\n", ["0-1 2-3 4-5"]),
        ("game,moves,result\nsim,2-3 4-5,0-1\n", ["2-3 4-5"]),
        ("game,moves,result\nconnect4,44,1\n", ["4 4"]),
        ('game;moves\nconnect4;"4;4"\n', ["4 4"]),
        ("sep=;\ngame;moves\nconnect4;44\n", ["4 4"]),
        ("game,moves,moves\nconnect4,44,3\n", ["4 4"]),
        ('game,white,moves\nconnect4,"open,44\nconnect4,c,45\n', ["4 5"]),
        ('[Game "sim"]\n[Result "0-1"]\n[Termination "resigned"]\n\n0-1 2-3\n', ["0-1 2-3"]),
        (f"{REPLAY[:60]}\n{REPLAY}\n", ["4 4 3"]),
        (f"[{REPLAY}, {REPLAY[:60]}", ["4 4 3"]),
        (f"{REPLAY} , {REPLAY}", ["4 4 3", "4 4 3"]),
        (REPLAY.replace('"action": 2', '"action": 2.5'), ["4 4"]),
        (REPLAY.replace('"action": 2', '"action": true'), ["4 4"]),
        (REPLAY.replace('"action": 2', '"action": 1e999'), ["4 4"]),
        (REPLAY.replace('"columns": 7', '"columns": 1e999'), []),
        ("game: connect_four\naction: 3\naction: x\naction: 2\n", ["4"]),
    ],
)
def test_nothing_is_lost_and_nothing_added(text: str, moves: list[str]) -> None:
    assert found_in(text) == moves


def test_the_score_of_a_test_set_is_not_a_move() -> None:
    records = [each.record for each in read("4453 -2\n445 1\n", "connect4")]
    assert [moves_of(each) for each in records] == [["4", "4", "5", "3"], ["4", "4", "5"]]
    assert [each.tags for each in records if each] == [(("Score", "-2"),), (("Score", "1"),)]
