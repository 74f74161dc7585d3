"""`Journal`: what a run has done, in a file that no stop can harm.

A JSON object on each line: first what the results belong to, then a match each, in the order in
which they ended. Each line ends with a check of the first line and itself. One that fails is named
and dropped, and its match is played again; a first line that fails is made again from the plan, if
other lines belong to it. A line is written by one call and belongs to the operating system from
then on: it is there even if this process is killed. Within a second it is on the disk. A last line
that was torn by a crash of the machine is cut off. Line ends of another system, as an editor or a
mail leaves them, are no damage. In older files each line has a check of all
lines before it: they go on too.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import os
import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from plyground.arena.match import RunError
from plyground.folders import lock_file

_SYNC = 0.5  # seconds between two writes to the disk
_FORM = 1
_HEAD = b'{"results": '
_CHECK = b', "check": "'
_SIZE = 8  # bytes of a check
_GUESSES = 4  # at what a damaged line should say


class Journal:
    """One file of results, which one process at a time writes. Use it in `with`.

    `lines` are the matches that it held when it was opened; `bad` are the numbers of lines that
    were damaged, from 1; `torn` says that a last one was cut off. Raises RunError for a file that
    belongs to another plan, or is in use.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any]) -> None:
        self.path = path
        self._identity = json.loads(json.dumps(identity))
        self.lines: list[dict[str, Any]] = []
        self.bad: list[int] = []
        self.torn = False
        self._mark = b""  # the check of the first line
        self._size = 0
        self._dirty, self._ended = threading.Event(), threading.Event()

    def __enter__(self) -> Self:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(self.path, "a+b", buffering=0)
        except OSError as error:
            raise RunError(f"{self.path} cannot be written: {error.strerror}") from None
        try:
            if not lock_file(self._file):
                raise RunError(f"{self.path} is in use: another process plays these matches")
            self._read()
        except BaseException:
            self._file.close()
            raise
        self._syncing = threading.Thread(target=self._sync, daemon=True)
        self._syncing.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._syncing.join()
        with suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()

    def append(self, data: Mapping[str, Any]) -> None:
        """Add a match. Raises RunError if it cannot be written; then nothing was added."""
        self._write(_line(data, self._mark))

    def _write(self, line: bytes) -> None:
        try:
            written = self._file.write(line)
            if written != len(line):
                raise OSError(0, "the disk is full")
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._size)
            raise RunError(
                f"{self.path} cannot be written: {error.strerror}; what it holds is safe, and the "
                "run goes on from there"
            ) from None
        self._size += len(line)
        self._dirty.set()

    def _read(self) -> None:
        self._file.seek(0)
        read = self._file.readall()
        data = _plain(read)
        head = _line({"results": _FORM, "of": self._identity}, b"")
        whole, _, rest = data.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        self.torn = bool(rest)
        self._size = len(data) - len(rest)
        if b"\n" not in data and head.startswith(data):  # nothing yet, or torn as it was begun
            self._file.truncate(0)
            self._size, self._mark = 0, _said(head)
            self._write(head)
            return
        self._mark = self._begun(lines, head)
        found = list(_checked(lines, self._mark))
        self.lines = [each for each in found if each is not None]
        self.bad += [number for number, each in enumerate(found, 2) if each is None]
        if self.bad and self.bad[-1] == len(lines) > 1:  # the last one was being written
            self.torn = True
            self.bad.pop()
            self._size -= len(lines[-1]) + 1
        if self.bad or data != read:
            self._mend(head)
        elif self.torn:
            self._file.truncate(self._size)

    def _begun(self, lines: Sequence[bytes], head: bytes) -> bytes:
        """The check of the first line, which says what the file belongs to."""
        first = lines[0] if lines else b""
        own = _said(head)
        try:
            said = json.loads(first)
            kept = isinstance(said, dict) and _checks(first, b"") and said["results"] is not None
        except (ValueError, KeyError):
            kept = False
        if kept:
            self._compare(said)
            return _said(first)
        if any(_checks(line, own) for line in lines[1:]):
            self.bad.append(1)
            return own
        if not first.startswith(_HEAD):
            raise RunError(f"{self.path} holds no results of a tournament: take another file")
        raise RunError(
            f"{self.path}, line 1: this line was changed, and no other one says what the results "
            "belong to: take another file"
        )

    def _compare(self, head: Mapping[str, Any]) -> None:
        if head["results"] != _FORM:
            raise RunError(f"{self.path} was written by another version of this program")
        of = head["of"]
        different = [name for name in self._identity if self._identity[name] != of.get(name)]
        if different or of.keys() != self._identity.keys():
            what = ", ".join(different) or "its form"
            raise RunError(
                f"{self.path} holds the results of another plan ({what} changed): take another "
                "file, or state what it was"
            )

    def _mend(self, head: bytes) -> None:
        """Write the good lines to another file, which takes the place of this one."""
        self._mark = _said(head)
        data = b"".join([head, *(_line(each, self._mark) for each in self.lines)])
        path = self.path.resolve()
        beside = path.with_name(f"{path.name}.new")
        try:
            with open(beside, "wb") as written:
                written.write(data)
                written.flush()
                os.fsync(written.fileno())
            mended = open(beside, "a+b", buffering=0)  # noqa: SIM115
            lock_file(mended)
            shutil.copymode(path, beside)
            beside.replace(path)
        except OSError as error:
            raise RunError(f"{self.path} cannot be mended: {error.strerror}") from None
        self._file.close()
        self._file, self._size = mended, len(data)

    def _sync(self) -> None:
        while not self._ended.wait(_SYNC):
            if self._dirty.is_set():
                self._dirty.clear()
                with suppress(OSError):
                    os.fsync(self._file.fileno())


def results_in(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What the results in a file belong to, and its matches without damaged ones; it may be in use.

    Raises RunError for a file that cannot be read, or does not say what it belongs to.
    """
    try:
        first, *lines = _plain(path.read_bytes()).rpartition(b"\n")[0].split(b"\n")
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror}") from None
    if not _checks(first, b""):
        raise RunError(f"{path}, line 1: this line was changed")
    found = _checked([first, *lines], _said(first))
    return json.loads(first)["of"], [each for each in found if each is not None]


def _plain(data: bytes) -> bytes:
    """The same with our line ends, and without the mark that some editors put before a text."""
    data = data.removeprefix(codecs.BOM_UTF8)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _checked(lines: Sequence[bytes], mark: bytes) -> Iterator[dict[str, Any] | None]:
    """The data of each line after the first one; None for a line that was damaged."""
    before = {mark}  # what the line before says, and what it should say
    for line in lines[1:]:
        body = line.rpartition(_CHECK)[0]
        good = _checks(line, mark) or any(_checks(line, each) for each in before)
        should = set() if good else {_checksum(body, each) for each in before}
        before = {_said(line), *list(should)[:_GUESSES]}
        try:
            data = json.loads(line) if good else None
        except ValueError:
            data = None
        if isinstance(data, dict):
            data.pop("check", None)
        yield data if isinstance(data, dict) else None


def _line(data: Mapping[str, Any], mark: bytes) -> bytes:
    body = json.dumps(data).encode("ascii")[:-1]
    return body + _CHECK + _checksum(body, mark) + b'"}\n'


def _said(line: bytes) -> bytes:
    """The check that a line says."""
    return line.rpartition(_CHECK)[2].rstrip(b'"}\n')


def _checks(line: bytes, before: bytes) -> bool:
    """Whether a line is as it was written after that check."""
    body, _, said = line.rpartition(_CHECK)
    return said.rstrip(b"\n") == _checksum(body, before) + b'"}'


def _checksum(body: bytes, before: bytes) -> bytes:
    return hashlib.blake2b(before + body, digest_size=_SIZE).hexdigest().encode("ascii")
