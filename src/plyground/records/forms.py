"""The forms in which other programs and people keep games, each read and written here.

    csv        a table with a heading: game, moves, and if wanted names, result, date, others
    lines      one line of moves for each game, for example 4453
    kaggle     replays of ConnectX and tic-tac-toe as JSON: one, a list, or one in each line
    openspiel  the lines `game: connect_four` and `action: 3`, as in its playthroughs

To read, a game becomes the text of a record, so that all forms read moves, results and endings as
records do, and know the same faults. The places of faults are those in the file.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

from plyground.position import Game, PlygroundError
from plyground.records.foreign import plain_result
from plyground.records.lines import Lines
from plyground.records.notation import (
    GAME,
    PARAMETERS,
    PLAIN_MOVE,
    RESULT,
    TAG_NAME,
    TERMINATION,
    RecordError,
    escaped,
)
from plyground.records.record import UNFINISHED, Record, points
from plyground.records.writer import written_tags
from plyground.render.board import Cell

LONGEST_REPLAYS = 5_000_000
"""The most characters of a file in JSON: it is read as a whole."""

_SPACE = re.compile(r"\s*")


@dataclass(frozen=True)
class Written:
    """A game as a file has it: tags of records, the text of its moves, and where that begins.

    `fault` says instead why there is no game there.
    """

    tags: Mapping[str, str]
    moves: str
    line: int
    column: int = 1
    fault: str = ""

    @property
    def _said(self) -> dict[str, str]:
        return {name: value for name, value in self.tags.items() if re.fullmatch(TAG_NAME, name)}

    def text(self) -> str:
        """The game as a record; its moves begin in the line after the tags and an empty one.

        Raises RecordError for half characters.
        """
        tags = [f'[{name} "{escaped(value, chr(34))}"]\n' for name, value in self._said.items()]
        result = self.tags.get(RESULT, "")
        result = result if result == UNFINISHED or points(result) else ""
        return f"{''.join(tags)}\n{self.moves}{f' {result}' if result else ''}\n"

    def place(self, line: int, column: int) -> tuple[int, int]:
        """Where in the file a place in the text is."""
        begun = 2 + len(self._said)
        if line < begun:
            return self.line, 1
        return self.line + line - begun, column + (self.column - 1 if line == begun else 0)


GameNamed = Callable[[str, Mapping[str, int]], Game]
"""Makes a game by its name and parameters. Raises PlygroundError."""


@dataclass(frozen=True)
class Form:
    """A form of games. `suits` looks at the beginning of a file.

    `read` takes the file's lines and what makes games. `write` gives the text of games piece by
    piece; it raises RecordError for a game that the form cannot keep.
    """

    name: str
    suits: Callable[[str], bool]
    read: Callable[[Lines, GameNamed], Iterator[Written]]
    write: Callable[[Iterable[Record]], Iterator[str]]


def form_of(head: str, usual: str) -> Form | None:
    """The form of a file that begins so; None for records.

    Lines of moves alone are a form only of a file whose game is named elsewhere.
    """
    found = next((form for form in FORMS.values() if form.suits(head)), None)
    if found is None and usual and _LINE.match(head):
        return FORMS["lines"]
    return found


def _numbered(lines: Lines) -> Iterator[tuple[int, str]]:
    while lines.next():
        yield lines.number, lines.text.removeprefix("\ufeff")


def _moves_text(game: Game, codes: Iterable[int]) -> str:
    """Moves with their numbers, as records have them."""
    texts = (game.move_texts[code] for code in codes)
    return " ".join(f"{number}. {_word(text)}" for number, text in enumerate(texts, 1))


def _word(text: str) -> str:
    return text if PLAIN_MOVE.fullmatch(text) else f'"{escaped(text, chr(34))}"'


# Lines of moves

_LINE = re.compile(r"\s*[^\s\[{;%($]")
_GOES_ON = re.compile(r"\s*(?:[{;($%]|(?!0*1\.)[0-9]+\.)")


def _read_lines(lines: Lines, _game: GameNamed) -> Iterator[Written]:
    begun, texts = 0, list[str]()
    for number, text in _numbered(lines):
        if texts and text.strip() and _GOES_ON.match(text) is not None:
            texts += [""] * (number - begun - len(texts)) + [text]
            continue
        if texts:
            yield Written({}, "\n".join(texts), begun)
        begun, texts = number, [text] if text.strip() else []
    if texts:
        yield Written({}, "\n".join(texts), begun)


def _write_lines(records: Iterable[Record]) -> Iterator[str]:
    first: Game | None = None
    for record in records:
        first = first or record.game
        if record.game != first:
            raise RecordError(f"lines of moves are of one game: here are {first} and {record.game}")
        moves = [*record.start, *(move.text for move in record.moves)]
        yield ("" if first.joins_moves else " ").join(map(_word, moves)) + "\n"


# Tables

_HEADS = {
    "game": GAME, "variant": GAME, "parameters": PARAMETERS, "result": RESULT,
    "termination": TERMINATION, "moves": "", "white": "Name1", "black": "Name2",
}  # fmt: skip
"""Headings of columns that mean a tag of another name; all others are tags of their own name."""


def delimiter_of(head: str) -> str:
    """What divides the cells of a table that begins so."""
    line = head.lstrip("\ufeff").split("\n", 1)[0]
    return max(",;\t", key=line.count)


def _is_table(head: str) -> bool:
    line = head.lstrip("\ufeff").split("\n", 1)[0]
    names = [each.strip(' "\r').lower() for each in line.split(delimiter_of(head))]
    return "moves" in names


def _read_table(lines: Lines, _game: GameNamed) -> Iterator[Written]:
    texts = (text + "\n" for _, text in _numbered(lines))
    head = next(texts, "")
    delimiter = delimiter_of(head)
    rows = csv.reader(chain([head], texts), delimiter=delimiter, skipinitialspace=True)
    names = [_tag_name(each) for each in next(rows)]
    begun = lines.number + 1
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            yield Written({}, "", begun, fault=f"this row cannot be read: {error}")
            begun = lines.number + 1
            continue
        if row is None:
            return
        if any(each.strip() for each in row):
            yield _of_row(names, row, begun)
        begun = lines.number + 1


def _tag_name(head: str) -> str:
    plain = head.strip()
    return _HEADS.get(plain.lower(), re.sub(r"\W", "", plain))


def _of_row(names: Sequence[str], row: Sequence[str], line: int) -> Written:
    if len(row) > len(names):
        words = f"this row has {len(row)} parts, and the heading has {len(names)}"
        return Written({}, "", line, fault=words)
    said = {name: each.strip() for name, each in zip(names, row, strict=False) if each.strip()}
    moves = said.pop("", "")
    if RESULT in said:
        said[RESULT] = plain_result(said[RESULT])
    column = 1 + sum(len(each) + 1 for each in row[: names.index("")])
    return Written(said, moves, line, column)


def _write_table(records: Iterable[Record]) -> Iterator[str]:
    rows = [_row(record) for record in records]
    heads = dict.fromkeys(name for row in rows for name in row if name)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*heads, "Moves"])
    for row in rows:
        table.writerow([*(row.get(name, "") for name in heads), row[""]])
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()


def _row(record: Record) -> dict[str, str]:
    """What a table says of a game by the names of tags; the moves have none."""
    moves = " ".join(_word(move.text) for move in record.moves)
    return {**dict(written_tags(record)), "": moves}


# Replays of Kaggle

_REPLAY = re.compile(r'\s*(?:\[\s*)?\{\s*"')
_REPLAYS = {"connectx": "connect4", "tictactoe": "tictactoe"}
_RESULTS = {(1, -1): "1-0", (-1, 1): "0-1", (0, 0): "1/2-1/2"}
_FAILED = {"TIMEOUT": "time", "INVALID": "forfeited", "ERROR": "forfeited"}


def _read_replays(lines: Lines, game_named: GameNamed) -> Iterator[Written]:
    """One JSON value after the other; a list has one game after the other."""
    kept: list[str] = []
    while lines.next() and lines.read <= LONGEST_REPLAYS:
        kept.append(lines.text)
    text = "\n".join(kept)
    if lines.read > LONGEST_REPLAYS:
        words = f"a file of replays in JSON may have {LONGEST_REPLAYS:,} characters"
        yield Written({}, "", 1, fault=f"{words}: give it in parts")
        return
    at = 0
    while (found := _SPACE.match(text, at)) is not None and found.end() < len(text):
        at = found.end()
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        try:
            value, at = json.JSONDecoder().raw_decode(text, at)
        except json.JSONDecodeError as error:
            yield Written({}, "", error.lineno, error.colno, f"this is not JSON: {error.msg}")
            return
        except (ValueError, RecursionError):
            yield Written({}, "", line, column, "this JSON is nested too deeply")
            return
        for each in value if isinstance(value, list) else [value]:
            try:
                yield _replay(each, game_named, line, column)
            except (KeyError, TypeError, IndexError, ValueError, AttributeError):
                words = "this is no replay with a name, a configuration and steps"
                yield Written({}, "", line, column, words)


def _replay(data: Any, game_named: GameNamed, line: int, column: int) -> Written:
    """The game of a replay. Raises what access to data of another kind raises."""
    name, steps = str(data["name"]), data["steps"]
    given = data.get("configuration") or {}
    size = {key: int(given[key]) for key in ("columns", "rows") if key in given}
    if int(given.get("inarow", 4)) != 4:
        words = f"this replay is of {given['inarow']} in a row; here it is 4"
        return Written({}, "", line, column, words)
    try:
        game = game_named(_REPLAYS.get(name, name), size)
    except PlygroundError as error:
        return Written({}, "", line, column, str(error))
    tags = _tags_of(game)
    for seat, known in enumerate((data.get("info") or {}).get("TeamNames") or (), 1):
        tags[f"Name{seat}"] = str(known)
    codes = list[int]()
    for before, step in pairwise(steps):
        failed = next((n for n, each in enumerate(step) if each["status"] in _FAILED), None)
        if failed is not None:
            tags[TERMINATION] = _FAILED[step[failed]["status"]]
            tags[RESULT] = "0-1" if failed == 0 else "1-0"
            break
        mover = next((n for n, each in enumerate(before) if each["status"] == "ACTIVE"), None)
        if mover is None or len(codes) > game.max_plies:
            break
        codes.append(int(step[mover]["action"]))
    else:
        if all(each["status"] == "DONE" for each in steps[-1]):
            tags[RESULT] = _RESULTS.get(tuple(each["reward"] for each in steps[-1]), "")
    if any(not 0 <= code < game.max_moves for code in codes):
        return Written({}, "", line, column, f"an action of {game.title} is below {game.max_moves}")
    return Written(tags, _moves_text(game, codes), line, column)


def _tags_of(game: Game) -> dict[str, str]:
    tags = {GAME: game.name}
    if game.values:
        tags[PARAMETERS] = ", ".join(f"{name}={value}" for name, value in game.values.items())
    return tags


def _write_replays(records: Iterable[Record]) -> Iterator[str]:
    for record in records:
        yield json.dumps(_replay_of(record)) + "\n"


def _replay_of(record: Record) -> dict[str, Any]:
    """A game as kaggle_environments takes it: a step for each move, after one for the start."""
    game = record.game
    name = next((name for name, own in _REPLAYS.items() if own == game.name), None)
    if name is None:
        raise RecordError(f"Kaggle has no {game.title}: it has Connect Four and tic-tac-toe")
    line = record.position().line
    cells = {each: n for n, each in enumerate(game.board.sites) if isinstance(each, Cell)}
    places = [cells[each] for each in sorted(cells, key=lambda cell: (cell.y, cell.x))]
    by_people = record.result != UNFINISHED and not line[-1].over
    rewards = next((both for both, result in _RESULTS.items() if result == record.result), None)
    steps = []
    for at, position in enumerate([*line, line[-1]] if by_people else line):
        done = rewards is not None and at == len(line) - (not by_people)
        marks = (position.marks[site] for site in places)
        board = [1 + (mark.player or 0) if mark else 0 for mark in marks]
        agents = []
        for seat in (0, 1):
            status = "DONE" if done else "ACTIVE" if position.turn == seat else "INACTIVE"
            if rewards and done and by_people and rewards[seat] < 0:
                status = "TIMEOUT" if record.termination == "time" else "ERROR"
            moved = 0 < at < len(line) and line[at - 1].turn == seat
            seen = {"board": board, "mark": seat + 1, "step": at, "remainingOverageTime": 60}
            agents.append(
                {
                    "action": position.last_code if moved else 0,
                    "reward": rewards[seat] if rewards and done else 0,
                    "info": {},
                    "observation": seen,
                    "status": status,
                }
            )
        steps.append(agents)
    configuration = {"actTimeout": 2, "agentTimeout": 60, "episodeSteps": 1000, "runTimeout": 1200}
    if game.values:
        configuration |= {**game.values, "inarow": 4}
    last = steps[-1]
    return {
        "name": name,
        "configuration": configuration,
        "steps": steps,
        "rewards": [each["reward"] for each in last],
        "statuses": [each["status"] for each in last],
        "info": {"TeamNames": list(record.names)} if any(record.names) else {},
    }


# Playthroughs of OpenSpiel

_SPIEL = re.compile(r"game:\s*([a-z0-9_]+)(?:\((.*)\))?\s*$")
_ACTION = re.compile(r"action:\s*([0-9]{1,6})\s*$")
_SPIELS = {"connect_four": "connect4", "tic_tac_toe": "tictactoe"}
_OWN = "plyground_"  # before the name of a game that only Plyground has there


def _read_actions(lines: Lines, game_named: GameNamed) -> Iterator[Written]:
    open_game: _Actions | None = None
    for number, text in _numbered(lines):
        if (found := _SPIEL.match(text)) is not None:
            if open_game is not None:
                yield open_game.done()
            open_game = _Actions(found[1], found[2] or "", number, game_named)
        elif (found := _ACTION.match(text)) is not None and open_game is not None:
            open_game.add(int(found[1]), number)
        elif text.startswith("action:") and open_game is not None:
            open_game.fault = open_game.fault or f"{text[:80]!r} is not an action such as action: 3"
    if open_game is not None:
        yield open_game.done()


class _Actions:
    """A game as far as its actions are read; each of them has a line of its own."""

    def __init__(self, name: str, given: str, line: int, game_named: GameNamed) -> None:
        self.line, self.fault = line, ""
        self.texts: list[str] = []
        self.last = line
        values = dict(each.split("=", 1) for each in given.split(",") if "=" in each)
        size = {key: int(each) for key, each in values.items() if each.strip().isdecimal()}
        if size.pop("x_in_row", 4) != 4:
            self.fault = "this game has another number in a row; here it is 4"
        self.game: Game | None = None
        try:
            self.game = game_named(_SPIELS.get(name, name.removeprefix(_OWN)), size)
        except PlygroundError as error:
            self.fault = str(error)

    def add(self, code: int, line: int) -> None:
        """Add an action."""
        if self.game is None:
            return
        if code >= self.game.max_moves:
            self.fault = self.fault or f"line {line}: {self.game.title} has no action {code}"
            return
        text = _word(self.game.move_texts[code])
        self.texts.append("\n" * (line - self.last) + text)
        self.last = line

    def done(self) -> Written:
        """The game."""
        if self.game is None or self.fault:
            return Written({}, "", self.line, fault=self.fault)
        return Written(_tags_of(self.game), " ".join(self.texts), self.line)


def _write_actions(records: Iterable[Record]) -> Iterator[str]:
    for number, record in enumerate(records):
        game = record.game
        name = next((name for name, own in _SPIELS.items() if own == game.name), _OWN + game.name)
        usual = all(each.default == game.values[each.name] for each in game.parameters)
        given = ",".join(f"{key}={value}" for key, value in game.values.items())
        yield ("\n" if number else "") + f"game: {name}{'' if usual else f'({given})'}\n"
        for position in record.position().line[1:]:
            yield f'\n# Apply action "{position.last_move}"\naction: {position.last_code}\n'


FORMS = {
    form.name: form
    for form in (
        Form("csv", _is_table, _read_table, _write_table),
        Form("lines", lambda _head: False, _read_lines, _write_lines),
        Form("kaggle", lambda head: _REPLAY.match(head) is not None, _read_replays, _write_replays),
        Form("openspiel", lambda head: head.startswith("game:"), _read_actions, _write_actions),
    )
}
"""All forms besides records, by name."""
