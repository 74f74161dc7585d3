"""Saved games: what is written is read back equal, and whatever is read, what can be kept is."""

import io
import json
import random
import tracemalloc
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import plyground as pg
from plyground import errors, rules
from plyground.arena.tournament_report import as_records
from plyground.kernel import in_plain_python
from plyground.records import (
    Reading,
    Record,
    RecordedMove,
    append_record,
    game_of,
    points,
    record_text,
    tag_forms,
)
from plyground.records.notation import DEEPEST, LONGEST
from plyground.records.record import TERMINATIONS, results
from tests.records import record as chance_record
from tests.words import assert_answered, questions

TICTACTOE = pg.TicTacToe()
GAMES = (TICTACTOE, pg.NumericalTicTacToe(), pg.Sim(6, 2), pg.Sim(6, 3), pg.ConnectFour())
NIM = str(Path(__file__).parent.parent / "examples" / "nim.py")

signs = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def read(text: str | bytes) -> list[Reading]:
    file = io.StringIO(text, newline="") if isinstance(text, str) else io.BytesIO(text)
    return list(pg.read_records(file))


def one(text: str | bytes) -> tuple[Record, list[str]]:
    """The record of the only game, and its faults."""
    (reading,) = read(text)
    assert reading.record is not None
    return reading.record, list(map(str, reading.faults))


def texts(record: Record) -> list[str]:
    return [move.text for move in record.moves]


# Round trips


@pytest.mark.parametrize("game", GAMES, ids=repr)
@settings(max_examples=30)
@given(seed=st.integers(0, 2**32))
def test_round_trip(game: rules.Game, seed: int) -> None:
    record = chance_record(game, random.Random(seed))
    text = record_text(record)
    assert one(text) == (record, [])
    assert one(text.encode()) == (record, [])
    assert one(text.replace("\n", "\r\n")) == (record, [])
    assert one(text.encode("utf-16")) == (record, [])


@given(comment=signs, value=signs, seconds=st.floats(0, 1e9), tag=signs, name=signs)
@example(" [%value 1] ", "]", 0.0, '"]\n[Game "x"]', "\\")
@example("x" * 80 + ' [ Tag0 ""] [Tag1 ""]', "[", 1.0, "", "")
@example("\\s\\", "\\]", 5e-324, "\\u0041", "  ")
def test_round_trip_of_every_character(
    comment: str, value: str, seconds: float, tag: str, name: str
) -> None:
    move = RecordedMove("5", comment, value, seconds, ((RecordedMove("1", comment),),))
    record = Record(TICTACTOE, (move,), names=(name, tag), comment=comment, tags=(("Tag", tag),))
    assert one(record_text(record)) == (record, [])


def test_many_games_in_one_file(tmp_path: Path) -> None:
    rng = random.Random(5)
    records = [chance_record(GAMES[number % 5], rng) for number in range(50)]
    path = tmp_path / "games.txt"
    pg.write_records(records[:49], path)
    append_record(records[49], path)
    assert [each.record for each in pg.read_records(path)] == records
    assert path.read_text(encoding="utf-8").count("\n\n[Game ") == 49
    file = io.StringIO()
    pg.write_records(records, file)
    assert file.getvalue().encode() == path.read_bytes()


def test_a_game_is_appended_behind_a_file_that_breaks_off(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b'[Game "tictactoe"]\n1. 5 {no end')
    record = Record(TICTACTOE)
    append_record(record, path)
    first, second = pg.read_records(path)
    assert [str(fault) for fault in first.faults] == [
        "line 2, column 6: this comment is not closed: a } is missing"
    ]
    assert second == Reading(record, (), 4)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("end", ["*", "*\n"])
def test_a_file_keeps_its_encoding(encoding: str, end: str, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    path.write_bytes(f'{mark}[Game "tictactoe"]\n\n1. 5 {end}'.encode(encoding))
    record = Record(TICTACTOE, (RecordedMove("1", "für später"),))
    append_record(record, path)
    first, second = pg.read_records(path)
    assert (first.faults, second.faults) == ((), ())
    assert second.record == record


@settings(max_examples=30)
@given(words=st.lists(st.text("abc[]{}", min_size=1, max_size=9), min_size=30, max_size=90))
def test_lines_are_wrapped(words: list[str]) -> None:
    record = Record(TICTACTOE, (RecordedMove("5", " ".join(words)),))
    lines = record_text(record).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) < 5 + 2 * len(" ".join(words)) / 60 + 3


@in_plain_python()
def test_moves_of_odd_texts() -> None:
    class Odd(pg.TicTacToe):
        name = "odd"
        move_texts = ("3.", "1-0", "a b", '"', "{", "*", "$1", "5!", "\\")

    def odd(name: str, values: Mapping[str, int]) -> rules.Game:
        assert name == "odd"
        return game_of(Odd, values)

    moves = tuple(RecordedMove(Odd.move_texts[int(cell) - 1]) for cell in "512873469")
    record = Record(Odd(), moves, result="1/2-1/2", reason="the board is full")
    (reading,) = pg.read_records(io.StringIO(record_text(record)), odd)
    assert reading == Reading(record, (), 1)


# Records


def test_every_tag_is_documented_and_shown() -> None:
    rows = (Path(__file__).parent.parent / "docs" / "records.md").read_text("utf-8")
    for form in tag_forms().values():
        names = f"`{form.name}1`, `{form.name}2`, ..." if form.by_seat else f"`{form.name}`"
        assert f"\n| {names} | {form.says} |\n" in rows
    record = Record(TICTACTOE, date="2026-11-21", seed="3", tags=(("Round", "1"),))
    assert record.facts == [("Date", "2026-11-21"), ("Seed", "3"), ("Round", "1")]


def test_record_of_a_position() -> None:
    position = TICTACTOE.position("51234")
    record = Record.of(position, start=2)
    assert record.start == ("5", "1")
    assert texts(record) == ["2", "3", "4"]
    assert (record.result, record.reason, record.plies) == ("*", "", 5)
    assert record.position() == position
    assert record.players == record.names == ("", "")
    won = Record.of(TICTACTOE.position("14253"))
    assert (won.result, won.reason) == ("1-0", "three in a row")


def test_all_results() -> None:
    assert results(2) == ("*", "1/2-1/2", "1-0", "0-1")
    assert results(3) == (
        "*", "1/2-1/2-1/2", "1-0-0", "0-1-0", "0-0-1", "0-1-1", "1-0-1", "1-1-0",
    )  # fmt: skip
    assert results(1) == ("*", "1/2", "1", "0")
    assert points("1-1/2-0") == (1.0, 0.5, 0.0)
    assert points("*") is points("2-0") is points("") is None


def test_who_loses_with_three_players() -> None:
    position = pg.Sim(6, 3).position("0-1 2-3 4-5 0-2 2-4 3-5 1-2")
    assert Record.of(position).result == "0-1-1"
    assert Record.of(position).reason == "a triangle in their own colour"
    assert one(record_text(Record.of(position)))[0].position() == position


@pytest.mark.slow
def test_records_of_a_series() -> None:
    series = pg.simulate(
        pg.Sim(6, 3), [pg.Random(), pg.Random(), pg.MaxN(depth=1)], rounds=4, seed=2
    )
    records = list(as_records(series, "2026-11-21"))
    for record, played in zip(records, series.played, strict=True):
        assert tuple(texts(record)) == played.match.moves
        assert record.outcome() == played.match.outcome
        assert record.players == tuple(series.plan.entrants[p].player.text for p in played.seating)
        spent = [0.0] * 3
        position = record.game.position()
        for move in record.moves:
            assert move.seconds is not None
            spent[position.turn] += move.seconds
            position = position.play(move.text)
        efforts = [sum(effort.seconds) for effort in played.match.efforts]
        assert spent == pytest.approx(efforts, abs=1e-4)
        assert (record.seed, record.tags) == ("2", (("Round", str(played.meeting.number + 1)),))
        assert one(record_text(record)) == (record, [])


# Games that people ended


@pytest.mark.parametrize(
    ("ending", "result"),
    [
        *(
            (pg.Outcome.given_up(1, 2, how), "1-0")
            for how in TERMINATIONS
            if how not in ("aborted", "adjudicated")
        ),
        (pg.Outcome(how="aborted"), "*"),
        (pg.Outcome.adjudicated(0), "1-0"),
        (pg.Outcome.adjudicated(1), "0-1"),
        (pg.Outcome.adjudicated(None), "1/2-1/2"),
    ],
    ids=str,
)
def test_how_a_game_was_ended_is_data(ending: pg.Outcome, result: str) -> None:
    """By people, or by a proof."""
    record = Record.of(TICTACTOE.position("5"), ending=ending, names=["Bob", "left; 0-1"])
    text = record_text(record)
    assert f'[Termination "{ending.how}"]' in text
    assert ("[Reason" in text) == (ending.how == "adjudicated")
    assert one(text) == (record, [])
    assert (record.result, record.outcome()) == (result, ending)


def test_of_three_players_one_resigns() -> None:
    ending = pg.Outcome.given_up(1, 3, "resigned")
    record = Record.of(pg.Sim(4, 3).position("0-1"), ending=ending)
    assert record.result == "1-0-1"
    assert record.outcome() == ending
    assert record.ending == "1-0-1, Player 2 resigned"


def test_old_records_have_a_reason_and_no_termination() -> None:
    record, _ = one('[Game "tictactoe"]\n[Reason "Bob resigned; Player 1 wins!"]\n\n1. 5 1-0\n')
    assert record.outcome() == pg.Outcome(0, (1,), "Bob resigned; Player 1 wins!", how="unknown")
    assert record.ending == "1-0, Bob resigned; Player 1 wins!"


# Strict writing

FIVE = (RecordedMove("5"),)
WON = tuple(map(RecordedMove, "14253"))


@pytest.mark.parametrize("question", questions("unwritten.txt"))
def test_what_is_not_written(question: str, pytestconfig: pytest.Config) -> None:
    with pytest.raises(errors.RecordError) as error:
        record_text(eval(question, {**globals(), "LONGEST": LONGEST}))
    assert_answered("unwritten.txt", question, [str(error.value)], pytestconfig)


def nested(depth: int) -> RecordedMove:
    move = RecordedMove("5")
    for _ in range(depth):
        move = RecordedMove("5", variations=((move,),))
    return move


def test_the_deepest_variations() -> None:
    record = Record(TICTACTOE, (nested(DEEPEST),))
    assert one(record_text(record)) == (record, [])
    assert len({record, one(record_text(record))[0]}) == 1
    assert repr(record).count("RecordedMove") == DEEPEST + 1


# Tolerant reading


@pytest.mark.parametrize("question", questions("readings.txt"))
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
def test_whatever_is_read(question: str, end: str, pytestconfig: pytest.Config) -> None:
    """Line by line the same, also by Windows; and all that is kept is written and read again."""
    text = question.encode("latin-1").decode("unicode_escape").replace("\n", end)
    answer = []
    for reading in read(text.encode("utf-8", "surrogateescape")):
        kept = ""
        if reading.record is not None:
            kept = record_text(reading.record)
            assert one(kept) == (reading.record, [])
        answer += [f"{reading.line}: {kept!r}", *map(str, reading.faults)]
    assert_answered("readings.txt", question, answer, pytestconfig)


# Any bytes at all

parts = st.sampled_from(
    (
        '[Game "tictactoe"]\n', '[Game "sim"]', '[Parameters "vertices=5, players=3"]', '\n[', '"',
        "]", "{", "}", "(", ")", "1. ", "5", "0-1", "1-0", "*", "\n\n", "\r", "%", ";", "$", "\\",
        "[%value ", "[%time 1]", "\\u00", "7@2", "\0", "\ufeff", "é", "1/2-1/2", '[Start "51"]',
        '[Result "1-0"]', '[Reason "x"]', " ",
    )
)  # fmt: skip


def check(data: bytes) -> None:
    """All that is promised of any bytes."""
    lines = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
    widths = [len(line) for line in lines.removeprefix("\ufeff").split("\n")]
    for reading in read(data):
        for fault in reading.faults:
            assert fault.reason.isprintable()
            if data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
                assert 1 <= fault.line <= len(widths)
                assert 1 <= fault.column <= widths[fault.line - 1] + 1
        if reading.record is not None:
            assert one(record_text(reading.record)) == (reading.record, [])


@given(st.lists(parts | st.binary(max_size=8).map(lambda b: b.decode("latin-1")), max_size=40))
def test_any_characters(pieces: list[str]) -> None:
    check("".join(pieces).encode())


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    check(data)


@settings(max_examples=50)
@given(seed=st.integers(0, 2**32), cut=st.integers(0), put=st.binary(max_size=3))
def test_a_record_with_a_wrong_byte(seed: int, cut: int, put: bytes) -> None:
    rng = random.Random(seed)
    data = record_text(chance_record(GAMES[seed % 5], rng)).encode()
    at = cut % (len(data) + 1)
    check(data[:at] + put + data[at + len(put) :])
    check(data[:at])


# Whatever the size


class Endless(io.RawIOBase):
    """A file that is made while it is read."""

    def __init__(self, first: bytes, middle: bytes, size: int, last: bytes = b"") -> None:
        pieces = [first, *[middle] * (size // len(middle)), last]
        self._pieces = iter([piece for piece in pieces if piece])

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return next(self._pieces, b"")


def last_game(file: Any) -> tuple[Reading, int]:
    """The last game of a file, and the most memory that reading it took."""
    tracemalloc.start()
    try:
        (final,) = deque(pg.read_records(file), maxlen=1)
        return final, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        b'[Game "connect4"]\n|4|',
        b'[Game "connect4"]\n|1. 4 |',
        b'[Game "connect4"]\n4 {|comment |}',
        b'[Game "connect4"]\n4 {|a\\\n|}',
        b'[Game "connect4"]\n4 |(|',
        b'[Game "connect4"]\n4 |(4 |',
        b'[Game "connect4"]\n4 |(3) |',
        b'[Game "connect4"]\n4 |) |',
        b'[Game "connect4"]\n|[%value |',
        b'[Game "connect4"]\n4 {|[%value |}',
        b'[Game "connect4"]\n4 {[%value| |}',
        b'[Game "connect4"]\n4 {a| |b}',
        b'[Game "connect4"]\n[Name1 "|name|"]',
        b'[Game "connect4"]\n[Name1 "|\\\\|"]',
        b'[Game "connect4"]\n|[Same ""]\n|5',
        b'[Game "connect4"]\n|[Same "]\n|',
        b"|\n|",
        b"| |",
        b"|%\n|",
        b"|[|",
        b"|[\n|",
        b"|\0|",
        b"|\xff|",
        b'[Game "|x|"]',
    ],
)
def test_a_game_without_end(text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Much of one thing takes bounded time and memory, and the next game is read."""
    for reads in ("text", "lines"):
        monkeypatch.setattr(f"plyground.records.{reads}.LONGEST", 8_000)
    first, middle, last = text.split(b"|")
    block = middle * (1000 // len(middle))
    final, most = last_game(Endless(first, block, 40_000, last + b'\n\n[Game "tictactoe"]\n5 *\n'))
    assert final.record is not None
    assert len(final.faults) <= 101
    assert most < 600_000


@pytest.mark.long
def test_many_games_take_no_more_memory_than_few() -> None:
    text = record_text(Record(TICTACTOE, WON, result="1-0", comment="some words " * 200))
    game = text.encode() + b"\n"
    final, most = last_game(Endless(b"", game, 4_000_000))
    assert final.line == 1 + game.count(b"\n") * (4_000_000 // len(game) - 1)
    assert most < 1_000_000


def test_the_readers_patience_with_faults_ends() -> None:
    (reading,) = read('[Game "tictactoe"]\n5 ' + ") " * 1000)
    assert len(reading.faults) == 101
    assert reading.faults[-1].reason == "900 more faults of this game are not listed"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no-file"):
        next(pg.read_records(tmp_path / "no-file"))


@in_plain_python()
def test_a_game_of_ones_own_is_read_where_it_is_vouched_for() -> None:
    kind = rules.game_class(NIM)
    record = Record.of(kind(heaps=3).position(["1:1", "3:2"]))

    def own(name: str, values: Mapping[str, int]) -> rules.Game:
        return game_of(kind, values)

    (reading,) = pg.read_records(io.StringIO(record_text(record)), own)
    assert reading.record == record
    assert read(record_text(record))[0].record is None


@pytest.mark.parametrize(
    "records",
    [
        [pg.Record(pg.ConnectFour(), result="9-9")],
        [pg.Record(TICTACTOE), pg.Record(pg.ConnectFour(), result="9-9")],
        pg.Record(TICTACTOE),  # no list
    ],
    ids=["one", "second", "bare"],
)
def test_what_cannot_be_written_leaves_a_file_alone(tmp_path: Path, records: Any) -> None:
    file = tmp_path / "games.txt"
    file.write_text("mine\n", encoding="utf-8")
    with pytest.raises((errors.RecordError, TypeError)):
        pg.write_records(records, file)
    assert file.read_text(encoding="utf-8") == "mine\n"


def test_a_record_goes_through_json() -> None:
    move = RecordedMove("5", "good", "draw", 0.5, ((RecordedMove("1"),),), "!?")
    record = pg.Record(pg.TicTacToe(), (move,), names=("Ann", "Ben"), tags={"Event": "club"})  # type: ignore[arg-type]
    assert record.tags == (("Event", "club"),)
    data = json.loads(json.dumps(record.to_json()))
    assert pg.Record.from_json(data, pg.TicTacToe()) == record
    with pytest.raises(errors.ParameterError, match="and not of Sim"):
        pg.Record.from_json(data, pg.Sim())


def test_several_records_are_written() -> None:
    with pytest.raises(pg.PlygroundError, match="give \\[record\\] for one"):
        pg.write_records(pg.Record(pg.TicTacToe()), io.StringIO())  # type: ignore[arg-type]
