"""The forms in which other programs and people keep games, each read and written here.

    csv        a table with a heading: game, moves, and if wanted names, result, date, others
    lines      one line of moves for each game, for example 4453
    kaggle     replays of ConnectX and tic-tac-toe as JSON: one, a list, or one in each line
    openspiel  the lines `game: connect_four` and `action: 3`, as in its playthroughs

A reader takes a file apart into tags and moves. What they mean is found as for records, with the
same faults; the places of faults are those in the file.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from plyground.position import Game, PlygroundError
from plyground.records.foreign import plain_result
from plyground.records.lines import Lines
from plyground.records.notation import (
    GAME,
    PARAMETERS,
    PLAIN_MOVE,
    RESULT,
    TERMINATION,
    RecordError,
    escaped,
    unescaped,
)
from plyground.records.record import Record
from plyground.records.text import Fault
from plyground.records.writer import written_tags
from plyground.render.board import Cell

LONGEST_REPLAYS = 5_000_000
"""The most characters of a file in JSON: it is read as a whole."""


class Word(NamedTuple):
    """A move as a file has it, as a whole, and its place."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Written:
    """A game as a file has it: tags of records, its moves, and the line where it begins.

    The result is a tag, and is never among the moves. `faults` say what was left out.
    """

    tags: Mapping[str, str]
    moves: Sequence[Word]
    line: int
    faults: tuple[Fault, ...] = ()


def _refused(line: int, column: int, reason: str) -> Written:
    """What is not a game, and why."""
    return Written({}, (), line, (Fault(line, column, reason),))


GameNamed = Callable[[str, Mapping[str, int]], Game]
"""Makes a game by its name and parameters. Raises PlygroundError."""


@dataclass(frozen=True)
class Form:
    """A form of games. `suits` looks at the beginning of a file.

    `read` takes the file's lines and what makes games; of lines of moves, which are read as those
    of records, there is none. `write` gives the text of games piece by piece; it raises RecordError
    for a game that the form cannot keep.
    """

    name: str
    suits: Callable[[str], bool]
    read: Callable[[Lines, GameNamed], Iterator[Written]] | None
    write: Callable[[Iterable[Record]], Iterator[str]]


def form_of(head: str, usual: str) -> Form | None:
    """The form of a file that begins so; None for records.

    Lines of moves alone are a form only of a file whose game is named elsewhere.
    """
    found = next((form for form in FORMS.values() if form.suits(head)), None)
    if found is None and usual and _LINE.match(head):
        return FORMS["lines"]
    return found


def numbered(lines: Lines) -> Iterator[tuple[int, str]]:
    """The lines, each with its number."""
    while lines.next():
        yield lines.number, lines.text.removeprefix("\ufeff")


def _word(text: str) -> str:
    return text if PLAIN_MOVE.fullmatch(text) else f'"{escaped(text, chr(34))}"'


# Lines of moves

_LINE = re.compile(r"\s*[^\s\[{;%($]")
_GOES_ON = re.compile(r"\s*(?:[{;($%]|(?!0*1\.)[0-9]+\.)")


def line_games(lines: Lines) -> Iterator[tuple[int, str]]:
    """The texts of games of which each has a line, and where they begin.

    A line that begins with a number above 1 or a comment belongs to the one before.
    """
    begun, texts = 0, list[str]()
    for number, text in numbered(lines):
        if texts and text.strip() and _GOES_ON.match(text) is not None:
            texts += [""] * (number - begun - len(texts)) + [text]
            continue
        if texts:
            yield begun, "\n".join(texts)
        begun, texts = number, [text] if text.strip() else []
    if texts:
        yield begun, "\n".join(texts)


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

_SEPARATOR = re.compile(r"sep=(.)")
_MOVE = re.compile(r'"((?:[^"\\]|\\.)*)"|\{[^}]*\}?|[^\s,;{"]+')  # and comments


def is_table(head: str) -> bool:
    """Whether a file that begins so is a table with a column of moves."""
    _, line = _divided(head)
    return "moves" in (each.strip(' "\r').lower() for each in line.split(_delimiter(head)))


def _divided(head: str) -> tuple[str, str]:
    """What a first line such as sep=; states, as Excel writes it, and the line of the heading."""
    first, _, rest = head.lstrip("\ufeff").partition("\n")
    stated = _SEPARATOR.fullmatch(first.strip())
    return (stated[1], rest.partition("\n")[0]) if stated else ("", first)


def _delimiter(head: str) -> str:
    stated, line = _divided(head)
    return stated or max(",;\t", key=line.count)


def _cells(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader([text], delimiter=delimiter, skipinitialspace=True, strict=True)


def rows(lines: Lines) -> Iterator[tuple[int, list[str]] | Fault]:
    """The rows of a table, each in a line of its own, with their cells; and what is wrong."""
    delimiter = _delimiter(lines.head)
    for number, text in numbered(lines):
        if not text.strip() or (number == 1 and _SEPARATOR.fullmatch(text.strip())):
            continue
        try:
            yield number, next(_cells(text, delimiter))
        except csv.Error:
            yield Fault(number, text.find('"') + 1, "a quotation mark in this row is not closed")


def _read_table(lines: Lines, _game: GameNamed) -> Iterator[Written]:
    names: list[str] = []
    for row in rows(lines):
        if isinstance(row, Fault):
            yield Written({}, (), row.line, (row,))
            continue
        line, cells = row
        if names:
            yield _of_row(names, cells, line)
            continue
        names = [_tag_name(each) for each in cells]
        for name in sorted({each for each in names if each and names.count(each) > 1}):
            yield _refused(line, 1, f"two columns are called {name}: the first one counts")


def _tag_name(head: str) -> str:
    plain = head.strip()
    return _HEADS.get(plain.lower(), re.sub(r"\W", "", plain))


def _of_row(names: Sequence[str], row: Sequence[str], line: int) -> Written:
    if any(each.strip() for each in row[len(names) :]):
        words = f"this row has {len(row)} parts, and the heading has {len(names)}"
        return _refused(line, 1, words)
    said: dict[str, str] = {}
    for name, each in zip(names, row, strict=False):
        if each.strip():
            said.setdefault(name, each.strip())
    moves = said.pop("", "")
    if RESULT in said:
        said[RESULT] = plain_result(said[RESULT])
    at = names.index("")
    column = 1 + sum(len(each) + 1 for each in row[:at])
    found = [
        Word(each[0] if each[1] is None else unescaped(each[1]), line, column + each.start())
        for each in _MOVE.finditer(moves)
        if not each[0].startswith("{")
    ]
    return Written(said, found, line)


def _write_table(records: Iterable[Record]) -> Iterator[str]:
    rows = [_row(record) for record in records]
    heads = dict.fromkeys(name for row in rows for name in row if name)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*heads, "Moves"])
    for row in rows:
        cells = [*(row.get(name, "") for name in heads), row[""]]
        table.writerow([" ".join(each.splitlines()) for each in cells])  # a row is a line
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()


def _row(record: Record) -> dict[str, str]:
    """What a table says of a game by the names of tags; the moves have none."""
    moves = " ".join(_word(move.text) for move in record.moves)
    return {**dict(written_tags(record)), "": moves}


# Replays of Kaggle

_REPLAY_BEGINS = re.compile(r"[^\s,\[\]]")
_NEXT_REPLAY = re.compile(r"\n[\s,\[]*\{")
_REPLAY = re.compile(r'\s*(?:\[\s*)?\{\s*"')
_REPLAYS = {"connectx": "connect4", "tictactoe": "tictactoe"}
_RESULTS = {(1, -1): "1-0", (-1, 1): "0-1", (0, 0): "1/2-1/2"}
_FAILED = {"TIMEOUT": "time", "INVALID": "forfeited", "ERROR": "forfeited"}


def _read_replays(lines: Lines, game_named: GameNamed) -> Iterator[Written]:
    """One replay after the other, whatever is between them; one that cannot be read loses no
    other.
    """
    lines.longest = LONGEST_REPLAYS
    kept: list[str] = []
    while lines.next() and lines.read <= LONGEST_REPLAYS:
        kept.append(lines.text)
    if lines.read > LONGEST_REPLAYS + 1:
        words = f"a file of replays in JSON may have {LONGEST_REPLAYS:,} characters"
        yield _refused(1, 1, f"{words}: give it in parts")
        return
    text = "\n".join(kept)
    decoder, at, line, counted = json.JSONDecoder(), 0, 1, 0
    while (found := _REPLAY_BEGINS.search(text, at)) is not None:
        at = found.start()
        line, counted = line + text.count("\n", counted, at), at
        column = at - text.rfind("\n", 0, at)
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            why = error.msg if isinstance(error, json.JSONDecodeError) else "it is too deep"
            yield _refused(line, column, f"this is not JSON that can be read: {why}")
            following = _NEXT_REPLAY.search(text, at + 1)
            at = len(text) if following is None else following.end() - 1
            continue
        try:
            yield _replay(value, game_named, line, column)
        except (KeyError, TypeError, IndexError, ValueError, AttributeError):
            words = "this is not a replay with a name, a configuration and steps"
            yield _refused(line, column, words)


def _whole(value: Any) -> int:
    """A whole number of JSON. Raises TypeError for anything else."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    return value


def _replay(data: Any, game_named: GameNamed, line: int, column: int) -> Written:
    """The game of a replay. Raises what access to data of another kind raises."""
    name, steps = str(data["name"]), data["steps"]
    given = data.get("configuration") or {}
    size = {key: _whole(given[key]) for key in ("columns", "rows") if key in given}
    if given.get("inarow", 4) != 4:
        return _refused(line, column, f"this replay is of {given['inarow']} in a row; here it is 4")
    try:
        game = game_named(_REPLAYS.get(name, name), size)
    except PlygroundError as error:
        return _refused(line, column, str(error))
    tags = _tags_of(game)
    for seat, known in enumerate((data.get("info") or {}).get("TeamNames") or (), 1):
        tags[f"Name{seat}"] = str(known)
    words, faults = list[Word](), list[Fault]()
    for before, step in pairwise(steps):
        failed = next((n for n, each in enumerate(step) if each["status"] in _FAILED), None)
        if failed is not None:
            tags[TERMINATION] = _FAILED[step[failed]["status"]]
            tags[RESULT] = "0-1" if failed == 0 else "1-0"
            break
        mover = next((n for n, each in enumerate(before) if each["status"] == "ACTIVE"), None)
        if mover is None or len(words) > game.max_plies:
            break
        action = step[mover]["action"]
        if type(action) is not int or not 0 <= action < game.max_moves:
            reason = f"ply {len(words) + 1}: {action!r:.80} is not an action of {game.title}"
            faults.append(Fault(line, column, f"{reason}; the rest of this game is left out"))
            break
        words.append(Word(game.move_texts[action], line, column))
    else:
        if all(each["status"] == "DONE" for each in steps[-1]):
            tags[RESULT] = _RESULTS.get(tuple(each["reward"] for each in steps[-1]), "")
    return Written(tags, words, line, tuple(faults))


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
    rewards = next((both for both, result in _RESULTS.items() if result == record.result), None)
    # The player who resigns fails in a step of its own; a draw ends with the last move.
    failing = rewards is not None and rewards != (0, 0) and not line[-1].over
    steps = []
    for at, position in enumerate([*line, line[-1]] if failing else line):
        done = rewards is not None and at == len(line) - (not failing)
        marks = (position.marks[site] for site in places)
        board = [1 + (mark.player or 0) if mark else 0 for mark in marks]
        agents = []
        for seat in (0, 1):
            status = "DONE" if done else "ACTIVE" if position.turn == seat else "INACTIVE"
            if rewards and done and failing and rewards[seat] < 0:
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
_NUMBER = re.compile(r"\s*[0-9]{1,6}\s*")
_SPIELS = {"connect_four": "connect4", "tic_tac_toe": "tictactoe"}
_OWN = "plyground_"  # before the name of a game that only Plyground has there


def _read_actions(lines: Lines, game_named: GameNamed) -> Iterator[Written]:
    open_game: _Actions | None = None
    for number, text in numbered(lines):
        if (found := _SPIEL.match(text)) is not None:
            if open_game is not None:
                yield open_game.done()
            open_game = _Actions(found[1], found[2] or "", number, game_named)
        elif text.startswith("action:") and open_game is not None:
            open_game.add(text.removeprefix("action:").strip(), number)
    if open_game is not None:
        yield open_game.done()


class _Actions:
    """A game as far as its actions are read; each of them has a line of its own."""

    def __init__(self, name: str, given: str, line: int, game_named: GameNamed) -> None:
        self._line = line
        self._words: list[Word] = []
        self._faults: list[Fault] = []
        self._game: Game | None = None
        values = dict(each.split("=", 1) for each in given.split(",") if "=" in each)
        size = {key.strip(): int(each) for key, each in values.items() if _NUMBER.fullmatch(each)}
        if size.pop("x_in_row", 4) != 4:
            words = "this game has another number in a row; here it is 4"
            self._faults.append(Fault(line, 1, words))
            return
        try:
            self._game = game_named(_SPIELS.get(name, name.removeprefix(_OWN)), size)
        except PlygroundError as error:
            self._faults.append(Fault(line, 1, str(error)))

    def add(self, action: str, line: int) -> None:
        """Add an action; nothing follows one that cannot be read."""
        game = self._game
        if game is None or self._faults:
            return
        if not _NUMBER.fullmatch(action) or int(action) >= game.max_moves:
            reason = f"ply {len(self._words) + 1}: {game.title} has no action {action:.80}"
            self._faults.append(Fault(line, 9, f"{reason}; the rest of this game is left out"))
            return
        self._words.append(Word(game.move_texts[int(action)], line, 9))

    def done(self) -> Written:
        """The game."""
        tags = {} if self._game is None else _tags_of(self._game)
        return Written(tags, self._words, self._line, tuple(self._faults))


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
        Form("csv", is_table, _read_table, _write_table),
        Form("lines", lambda _head: False, None, _write_lines),
        Form("kaggle", lambda head: _REPLAY.match(head) is not None, _read_replays, _write_replays),
        Form("openspiel", lambda head: head.startswith("game:"), _read_actions, _write_actions),
    )
}
"""All forms besides records, by name."""
