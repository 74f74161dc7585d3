"""Saved games: what is written is read back equal, and whatever is read, what can be kept is."""

import io
import random
import tracemalloc
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import plyground as pg
from plyground import errors, rules
from plyground.arena import as_records
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

GAMES = (pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(6, 2), pg.Sim(6, 3), pg.ConnectFour())
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


def faults(text: str | bytes) -> list[str]:
    return [str(fault) for reading in read(text) for fault in reading.faults]


def texts(record: Record) -> list[str]:
    return [move.text for move in record.moves]


# Round trips


@pytest.mark.parametrize("game", GAMES, ids=repr)
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
    record = Record(
        pg.TicTacToe(), (move,), names=(name, tag), comment=comment, tags=(("Tag", tag),)
    )
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
    record = Record(pg.TicTacToe())
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
    record = Record(pg.TicTacToe(), (RecordedMove("1", "für später"),))
    append_record(record, path)
    first, second = pg.read_records(path)
    assert (first.faults, second.faults) == ((), ())
    assert second.record == record


def test_the_text() -> None:
    position = pg.ConnectFour().position("4453")
    record = Record.of(position, players=("human", "minimax:depth=5"), date="2026-11-21", seed="3")
    moves = list(record.moves)
    line = (RecordedMove("3", variations=((RecordedMove("2"),),)), RecordedMove("4"))
    moves[1] = RecordedMove("4", "safe", "loss 12", 0.31, (line,))
    record = replace(record, moves=tuple(moves), comment="first")
    assert record_text(record) == (
        '[Game "connect4"]\n[Parameters "columns=7, rows=6"]\n[Player1 "human"]\n'
        '[Player2 "minimax:depth=5"]\n[Date "2026-11-21"]\n[Seed "3"]\n[Result "*"]\n\n'
        "{first} 1. 4 2. 4 {[%value loss 12] [%time 0.31] safe} (2. 3 (2. 2) 3. 4) 3. 5\n"
        "4. 3 *\n"
    )


@given(words=st.lists(st.text("abc[]{}", min_size=1, max_size=9), min_size=30, max_size=90))
def test_lines_are_wrapped(words: list[str]) -> None:
    record = Record(pg.TicTacToe(), (RecordedMove("5", " ".join(words)),))
    lines = record_text(record).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) < 5 + 2 * len(" ".join(words)) / 60 + 3


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
    record = Record(pg.TicTacToe(), date="2026-11-21", seed="3", tags=(("Round", "1"),))
    assert record.facts == [("Date", "2026-11-21"), ("Seed", "3"), ("Round", "1")]


def test_record_of_a_position() -> None:
    position = pg.TicTacToe().position("51234")
    record = Record.of(position, start=2)
    assert record.start == ("5", "1")
    assert texts(record) == ["2", "3", "4"]
    assert (record.result, record.reason, record.plies) == ("*", "", 5)
    assert record.position() == position
    assert record.players == record.names == ("", "")
    won = Record.of(pg.TicTacToe().position("14253"))
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
    for record, played in zip(records, series.rounds, strict=True):
        assert tuple(texts(record)) == played.match.moves
        assert record.outcome() == played.match.outcome
        assert record.players == tuple(series.schedule.players[p].text for p in played.seating)
        spent = [0.0] * 3
        position = record.game.position()
        for move in record.moves:
            assert move.seconds is not None
            spent[position.turn] += move.seconds
            position = position.play(move.text)
        efforts = [sum(effort.seconds) for effort in played.match.efforts]
        assert spent == pytest.approx(efforts, abs=1e-4)
        assert (record.seed, record.tags) == ("2", (("Round", str(played.number + 1)),))
        assert one(record_text(record)) == (record, [])


def test_to_json() -> None:
    record, _ = one('[Game "tictactoe"]\n[Name1 "Ada"]\n[Event "x"]\n{a} 5 {b} (1) 2 *')
    data = record.to_json()
    assert data["game"] == "tictactoe"
    assert data["names"] == ["Ada", ""]
    assert data["points"] is None
    assert data["tags"] == {"Event": "x"}
    assert data["moves"][0] == {
        "move": "5",
        "comment": "b",
        "value": "",
        "seconds": None,
        "variations": [
            [{"move": "1", "comment": "", "value": "", "seconds": None, "variations": []}]
        ],
    }


# Games that people ended


def only(text: str) -> Record:
    """The record of a text without faults."""
    (found,) = read(text)
    assert not found.faults
    assert found.record is not None
    return found.record


@pytest.mark.parametrize("how", [how for how in TERMINATIONS if how != "adjudicated"])
def test_how_people_ended_a_game_is_data(how: pg.position.How) -> None:
    ending = pg.Outcome(how=how) if how == "aborted" else pg.Outcome.given_up(1, 2, how)
    record = Record.of(pg.TicTacToe().position("5"), ending=ending, names=["Bob", "left; 0-1"])
    text = record_text(record)
    assert f'[Termination "{how}"]' in text
    assert "[Reason" not in text
    found = only(text)
    assert found == record
    assert found.outcome() == ending
    assert found.result == ("*" if how == "aborted" else "1-0")


@pytest.mark.parametrize(("winner", "result"), [(0, "1-0"), (1, "0-1"), (None, "1/2-1/2")])
def test_a_proof_that_ended_a_game_is_data(winner: int | None, result: str) -> None:
    ending = pg.Outcome.adjudicated(winner)
    record = Record.of(pg.TicTacToe().position("5"), ending=ending)
    text = record_text(record)
    assert '[Termination "adjudicated"]' in text
    found = only(text)
    assert found == record
    assert (found.result, found.outcome()) == (result, ending)


def test_of_three_players_one_resigns() -> None:
    ending = pg.Outcome.given_up(1, 3, "resigned")
    record = Record.of(pg.Sim(4, 3).position("0-1"), ending=ending)
    assert record.result == "1-0-1"
    assert record.outcome() == ending
    assert record.ending == "1-0-1, Player 2 resigned"


def test_old_records_have_a_reason_and_no_termination() -> None:
    record = only('[Game "tictactoe"]\n[Reason "Bob resigned; Player 1 wins!"]\n\n1. 5 1-0\n')
    assert record.outcome() == pg.Outcome(0, (1,), "Bob resigned; Player 1 wins!", how="unknown")
    assert record.ending == "1-0, Bob resigned; Player 1 wins!"


def test_words_of_other_programs_about_the_end_are_kept() -> None:
    text = '[Game "tictactoe"]\n[Result "*"]\n[Termination "unterminated"]\n\n1. 5 *\n'
    record = only(text)
    assert (record.termination, record.tags) == ("", (("Termination", "unterminated"),))
    assert record_text(record) == text


def test_the_rules_decide_against_a_termination() -> None:
    found = read('[Game "tictactoe"]\n[Termination "time"]\n\n14253')
    (fault,) = found[0].faults
    assert "by [Termination] people ended the game, but by the moves its rules did" in fault.reason
    assert found[0].record is not None
    assert not found[0].record.termination


# Strict writing

FIVE = (RecordedMove("5"),)
WON = tuple(map(RecordedMove, "14253"))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Record(pg.TicTacToe(), FIVE * 2), "ply 2: Cell 5 is taken"),
        (Record(pg.TicTacToe(), (RecordedMove("x"),)), "ply 1: 'x' is not a move"),
        (Record(pg.Sim(), (RecordedMove("1-0"),)), "ply 1: '1-0' must be written 0-1"),
        (Record(pg.TicTacToe(), start=("5", "5")), "ply 2: Cell 5 is taken"),
        (Record(pg.TicTacToe(), players=("human",)), "has 2 players, and not 1"),
        (Record(pg.TicTacToe(), tags=(("a b", ""),)), "'a b' cannot be the name of a tag"),
        (Record(pg.TicTacToe(), tags=(("game", ""),)), "there can be only one tag game"),
        (Record(pg.TicTacToe(), tags=(("A", ""), ("a", ""))), "there can be only one tag a"),
        (Record(pg.TicTacToe(), FIVE, result="1-0"), "the result '1-0' needs a reason"),
        (
            Record(pg.TicTacToe(), FIVE, result="1-0", reason="three in a row"),
            "the result '1-0' needs a reason",
        ),
        (Record(pg.TicTacToe(), WON, result="1-0", termination="time"), "if its moves did not"),
        (Record(pg.TicTacToe(), FIVE, termination="rules"), "resigned, time, forfeited, left"),
        (Record(pg.TicTacToe(), tags=(("termination", "Left"),)), "there can be only one tag"),
        (Record(pg.TicTacToe(), FIVE, result="1-0-1", reason="x"), "is not a result of this game"),
        (Record(pg.TicTacToe(), WON, result="0-1"), "by the moves it is 1-0"),
        (Record(pg.TicTacToe(), WON), "by the moves it is 1-0"),
        (Record(pg.TicTacToe(), (RecordedMove("5", seconds=-1),)), "a move cannot take"),
        (Record(pg.TicTacToe(), (RecordedMove("5", seconds=float("nan")),)), "a move cannot take"),
        (Record(pg.TicTacToe(), (RecordedMove("5", seconds=float("inf")),)), "a move cannot take"),
        (Record(pg.TicTacToe(), (RecordedMove("5", value="x" * 101),)), "up to 100 characters"),
        (Record(pg.TicTacToe(), (RecordedMove("5", variations=((),)),)), "has no moves"),
        (Record(pg.TicTacToe(), comment="x" * LONGEST), "may have 300,000 characters"),
        (Record(pg.TicTacToe(), comment="\ud800"), "half a character"),
    ],
)
def test_what_is_not_written(record: Record, message: str) -> None:
    with pytest.raises(errors.RecordError, match=message.replace("(", r"\(")):
        record_text(record)


def nested(depth: int) -> RecordedMove:
    move = RecordedMove("5")
    for _ in range(depth):
        move = RecordedMove("5", variations=((move,),))
    return move


def test_the_deepest_variations() -> None:
    record = Record(pg.TicTacToe(), (nested(DEEPEST),))
    assert one(record_text(record)) == (record, [])
    assert len({record, one(record_text(record))[0]}) == 1
    assert repr(record).count("RecordedMove") == DEEPEST + 1
    with pytest.raises(errors.RecordError, match="variations may be nested 50 deep, and not 51"):
        record_text(Record(pg.TicTacToe(), (nested(DEEPEST + 1),)))


# Tolerant reading


@pytest.mark.parametrize(
    "moves",
    [
        "1. 4 2. 4 3. 5 4. 3 *",
        "4453",
        "4453 *",
        "44 53",
        "1.4 2.4 3.5 4.3",
        "1. 4 4 2. 5 3",
        "1. 4! 1... 4!? $1 2. 5?? $146 3 $ *",
        "4,4,5,3",
        "4 ; a comment (\n4 ; another {\n5 3",
        "4\n% 5 5 5 [ {\n4 53",
        "1.4453 !",
        "\t4 \f 4\u00a05\ufeff3",
    ],
)
def test_moves_as_people_write_them(moves: str) -> None:
    record, faults = one(f'[Game "connect4"]\n\n{moves}\n')
    assert texts(record) == list("4453")
    assert not faults


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("numerical", "1 7@2 2 4@5 3 1@1"),
        ("numerical", "7@2,4@5 1@1"),
        ("sim", "1 1-0 2 0-2"),
        ("sim", "0-1 2-0 *"),
        ("SIM", "01-00 0-2"),
    ],
)
def test_moves_of_other_games(game: str, moves: str) -> None:
    (reading,) = read(f'[GAME "{game}"]\n{moves}')
    if game == "SIM":
        assert reading.record is None
        return
    assert reading.record is not None
    assert not reading.faults
    assert texts(reading.record) in (["7@2", "4@5", "1@1"], ["0-1", "0-2"])


@pytest.mark.parametrize(
    ("text", "moves", "result"),
    [
        ("0-1 0-1", ["0-1"], "*"),  # a move, and here an illegal one
        ("0-1 1-0", ["0-1"], "1-0"),  # as the tag says
        ("1. 0-1 2. 2-3 1-0", ["0-1", "2-3"], "1-0"),
        ("0-1", [], "0-1"),  # as the tag says
        ("1. 0-1", ["0-1"], "*"),
        ("1. 0-2 (1. 0-3 0-1) 2. 0-1 0-1", ["0-2", "0-1"], "0-1"),
    ],
)
def test_results_that_look_like_moves(text: str, moves: list[str], result: str) -> None:
    stated = "1-0" if result == "*" else result
    record, _ = one(f'[Game "sim"]\n[Result "{stated}"]\n[Reason "gave up"]\n{text}')
    assert (texts(record), record.result) == (moves, result)


def test_tags() -> None:
    record, faults = one(
        '[event "a \\"b\\" \\\\ [c]"] [GAME "tictactoe"]\n ; before\n\n[player2 "x"]\n'
        '  [Name1 "Ada]\n[Start "51"]\n[Odd_1 ""]\n\n3. 2'
    )
    assert record.tags == (("event", 'a "b" \\ [c]'), ("Odd_1", ""))
    assert (record.players, record.names) == (("", "x"), ("Ada", ""))
    assert (record.start, texts(record), record.comment) == (("5", "1"), ["2"], "before")
    assert faults == ['line 5, column 10: this text is not closed: a " is missing']


def test_comments() -> None:
    record, faults = one(
        '[Game "tictactoe"]\n{a} {  b\n   c } 5 {x} $1 {[%value win 3] y [%clk 0:01] [%time 2]}'
        " ;z\n"
        "({v} 1 {[%time abc]} 2) {after} 2 * {end}"
    )
    assert record.comment == "a b c"
    five, two = record.moves
    assert (five.comment, five.value, five.seconds) == ("x y [%clk 0:01] z after", "win 3", 2.0)
    assert five.variations == ((RecordedMove("1", "v [%time abc]"), RecordedMove("2")),)
    assert two.comment == "end"
    assert not faults


def test_a_foreign_file() -> None:
    first, second, third = read(
        '[Event "Casual"]\n[White "A"]\n\n1. e4 e5 {[%clk 0:01]} (1... c5) 2. Nf3 1-0\n\n'
        '[Game "connect4"]\n4453\n\n[Game "chess"]\n[Round "1"]\n1. e4 {\n} *\n'
    )
    known = "tictactoe, numerical, sim, connect4"
    (fault,) = first.faults
    assert first.record is None
    assert str(fault).startswith("line 1, column 1: no tag [Game] says which game this is; these")
    assert known in fault.reason
    assert second.record is not None
    assert texts(second.record) == list("4453")
    assert second.line == 6
    (fault,) = third.faults
    assert str(fault).startswith(f"line 9, column 1: there is no game 'chess': give {known}")


@pytest.mark.parametrize(
    ("moves", "kept", "fault_start"),
    [
        ("1. 5 2. 5 3. 1", "5", "line 2, column 9: ply 2: Cell 5 is taken"),
        ("5 1\n  x 2", "51", "line 3, column 3: ply 3: 'x' is not a move of Tic-tac-toe"),
        ("14253 6", "14253", "line 2, column 7: ply 6: the game is over"),
        ("1425366", "14253", "line 2, column 6: ply 6: the game is over"),
        ('5 "1 2', "5", 'line 2, column 3: this text is not closed: a " is missing'),
        ("5 (1 (2) 3 {a}\n", "5", "line 2, column 3: this variation is not closed"),
        ("5 (5 1) 2", "52", ""),
        ("5 (1 1 (2) 3) 2", "52", "line 2, column 6: ply 2: Cell 1 is taken"),
        ("(5) 1 2", "12", "line 2, column 1: this variation replaces no move: it is left out"),
        ("5 ) 1", "51", "line 2, column 3: this ) ends no variation"),
        ("5 } 1 ] 2", "512", "line 2, column 3: a } is out of place here"),
        ("5 [ 1", "51", "line 2, column 3: a [ is out of place here"),
        ("5 {a\nb", "5", "line 2, column 3: this comment is not closed: a } is missing"),
        ("5 1 1-0", "51", "line 2, column 5: the result is '1-0', but the moves do not end the"),
        ("14253 0-1", "14253", "line 2, column 7: the result is '0-1' here, but by the moves"),
        ("5 1-0-1", "5", "line 2, column 3: '1-0-1' is not a result of this game: give *, 1/2-1/2"),
    ],
)
def test_faults_and_what_is_kept(moves: str, kept: str, fault_start: str) -> None:
    for text in (f'[Game "tictactoe"]\n{moves}', f'[Game "tictactoe"]\r\n{moves}\r\n'):
        record, found = one(text)
        assert texts(record) == list(kept)
        assert any(fault.startswith(fault_start) for fault in found) if fault_start else not found
        assert record.result == ("1-0" if kept == "14253" else "*")
        assert one(record_text(record)) == (record, [])


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ('[Game "connect4"]\n[Parameters "columns=3"]', "line 2, column 1: Connect Four takes 4"),
        ('[Game "connect4"]\n[Parameters "size=3"]', "line 2, column 1: Connect Four has no para"),
        ('[Game "connect4"]\n[Parameters "7x6"]', "line 2, column 1: '7x6' is not a parameter"),
        ('[Game "sim"]\n[Start "0-1 0-1"]', "line 2, column 1: in [Start], ply 2: Dots 0"),
        (f'[Game "{NIM}"]', "line 1, column 1: there is no game"),
        ("[Game connect4]", 'line 1, column 1: this is not a tag: write [Name "value"]'),
        ("4453 1-0", "line 1, column 1: no tag [Game]"),
    ],
)
def test_games_that_cannot_be_kept(tags: str, message: str) -> None:
    first, second = read(f'{tags}\n\n1. 4 {{x}} *\n\n[Game "tictactoe"]\n5')
    assert first.record is None
    assert str(first.faults[0]).startswith(message)
    assert second.record is not None
    assert not second.faults


def test_faults_in_tags() -> None:
    record, faults = one('[Game "tictactoe"]\n[Seed "1"]\n[seed "2"]\n[Date "x" \n 5')
    assert (record.seed, record.date) == ("1", "x")
    assert faults == [
        "line 3, column 1: the tag seed is already in line 2: the first one counts",
        "line 4, column 11: the tag Date has no ] at its end",
    ]


def test_a_game_of_tags_alone() -> None:
    first, second, third = read(
        '[Game "tictactoe"]\n[Seed "1"]\n\n[Game "sim"]\n[Game "tictactoe"]\n\n5 *'
    )
    assert [each.line for each in (first, second, third)] == [1, 4, 5]
    assert [each.record and each.record.plies for each in (first, second, third)] == [0, 0, 1]


@pytest.mark.parametrize(
    ("rest", "result", "reason", "faults"),
    [
        ("5 1-0", "1-0", "gave up", []),
        (
            "5 *",
            "*",
            "gave up",
            ["line 4, column 3: the result is '*' here, but '1-0' in [Result]"],
        ),
        ("5", "*", "", ["line 4, column 2: the game is cut off: its result, '1-0', is missing"]),
        ("5 5", "*", "", ["line 4, column 3: ply 2: Cell 5 is taken"]),
        ("14253", "1-0", "gave up", []),
        ("142539 0-1", "1-0", "gave up", ["line 4, column 6: ply 6: the game is over"]),
    ],
)
def test_results(rest: str, result: str, reason: str, faults: list[str]) -> None:
    tags = '[Game "tictactoe"]\n[Result "1-0"]\n[Reason "gave up"]'
    record, found = one(f"{tags}\n{rest}")
    assert (record.result, record.reason) == (result, reason)
    assert len(found) == len(faults)
    assert all(map(str.startswith, found, faults))


def test_a_lost_brace_costs_one_game() -> None:
    games = [f'[Game "tictactoe"]\n[Seed "{number}"]\n\n1. 5 *\n' for number in range(3)]
    games[1] = games[1].replace("1. 5", "1. 5 {[Foo bar] ( 2. 1")
    first, second, third = read("\n".join(games))
    assert not first.faults
    assert not third.faults
    assert third.record is not None
    assert third.record.seed == "2"
    assert second.record is not None
    assert texts(second.record) == ["5"]
    assert "line 9, column 6: this comment is not closed: a } is missing" in map(str, second.faults)


def test_bytes_that_are_no_text() -> None:
    record, faults = one(b'\xef\xbb\xbf[Game "tictactoe"]\n[Name1 "J\xfcrg"]\n5 {a\nb \xff c} *')
    assert record.names[0] == "J\ufffdrg"
    assert record.moves[0].comment == "a b \ufffd c"
    assert faults == [
        "line 2, column 10: this byte is not text in UTF-8",
        "line 4, column 3: this byte is not text in UTF-8",
    ]


def test_a_half_character_by_its_number_is_none() -> None:
    record, _ = one('[Game "tictactoe"]\n[Name1 "\\ud800 \\u00e9"]\n*')
    assert record.names[0] == "\ufffd é"


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "middle", "last"),
    [
        (b'[Game "connect4"]\n', b"4", b""),
        (b'[Game "connect4"]\n', b"1. 4 ", b""),
        (b'[Game "connect4"]\n4 {', b"comment ", b"}"),
        (b'[Game "connect4"]\n4 {', b"a\\\n", b"}"),
        (b'[Game "connect4"]\n4 ', b"(", b""),
        (b'[Game "connect4"]\n4 ', b"(4 ", b""),
        (b'[Game "connect4"]\n4 ', b"(3) ", b""),
        (b'[Game "connect4"]\n4 ', b") ", b""),
        (b'[Game "connect4"]\n', b"[%value ", b""),
        (b'[Game "connect4"]\n4 {', b"[%value ", b"}"),
        (b'[Game "connect4"]\n4 {[%value', b" ", b"}"),
        (b'[Game "connect4"]\n4 {a', b" ", b"b}"),
        (b'[Game "connect4"]\n[Name1 "', b"name", b'"]'),
        (b'[Game "connect4"]\n[Name1 "', b"\\\\", b'"]'),
        (b'[Game "connect4"]\n', b'[Same ""]\n', b"5"),
        (b'[Game "connect4"]\n', b'[Same "]\n', b""),
        (b"", b"\n", b""),
        (b"", b" ", b""),
        (b"", b"%\n", b""),
        (b"", b"[", b""),
        (b"", b"[\n", b""),
        (b"", b"\0", b""),
        (b"", b"\xff", b""),
        (b'[Game "', b"x", b'"]'),
    ],
)
def test_a_game_without_end(
    first: bytes, middle: bytes, last: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Much of one thing takes bounded time and memory, and the next game is read."""
    monkeypatch.setattr("plyground.records.lexer.LONGEST", 20_000)
    size = 100_000
    block = middle * (1000 // len(middle))
    file = Endless(first, block, size, last + b'\n\n[Game "tictactoe"]\n5 *\n')
    tracemalloc.start()
    try:
        *_, final = pg.read_records(file)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert final.record is not None
    assert len(final.faults) <= 101
    assert most < 6_000_000


@pytest.mark.compiled
@pytest.mark.long
def test_many_games_take_no_more_memory_than_few() -> None:
    text = record_text(Record(pg.TicTacToe(), WON, result="1-0", comment="some words " * 200))
    game = text.encode() + b"\n"
    tracemalloc.start()
    try:
        count = sum(1 for _ in pg.read_records(Endless(b"", game, 4_000_000)))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 4_000_000 // len(game)
    assert most < 1_000_000


def test_the_readers_patience_with_faults_ends() -> None:
    (reading,) = read('[Game "tictactoe"]\n5 ' + ") " * 1000)
    assert len(reading.faults) == 101
    assert reading.faults[-1].reason == "900 more faults of this game are not listed"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no-file"):
        next(pg.read_records(tmp_path / "no-file"))


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
        [pg.Record(pg.TicTacToe()), pg.Record(pg.ConnectFour(), result="9-9")],
        pg.Record(pg.TicTacToe()),  # no list
    ],
    ids=["one", "second", "bare"],
)
def test_what_cannot_be_written_leaves_a_file_alone(tmp_path: Path, records: Any) -> None:
    file = tmp_path / "games.txt"
    file.write_text("mine\n", encoding="utf-8")
    with pytest.raises((errors.RecordError, TypeError)):
        pg.write_records(records, file)
    assert file.read_text(encoding="utf-8") == "mine\n"
