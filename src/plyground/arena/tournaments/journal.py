"""The results of a tournament in a file that no stop can harm.

A JSON object on each line: first what the results belong to, then a match each, in the order in
which they ended. Each line ends with a check of itself and of all before it, so that a file that
was changed is refused. A line is written by one call and belongs to the operating system from then
on: it is there even if this process is killed. Within a second it is on the disk. A last line that
was torn by a crash of the machine is cut off, and its match is played again.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from plyground.arena.tournaments.errors import TournamentError
from plyground.folders import lock_file

_SYNC = 0.5  # seconds between two writes to the disk
_FORM = 1
_HEAD = b'{"results": '
_CHECK = b', "check": "'
_SIZE = 8  # bytes of a check


class Journal:
    """One file of results, which one process at a time writes. Use it in `with`.

    `lines` are the matches that it held when it was opened, `torn` says that a last one was cut
    off. Raises TournamentError for a file that belongs to another plan, was changed, or is in use.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any]) -> None:
        self.path = path
        self._identity = json.loads(json.dumps(identity))
        self.lines: list[dict[str, Any]] = []
        self.torn = False
        self._check = b""
        self._size = 0
        self._dirty, self._ended = threading.Event(), threading.Event()

    def __enter__(self) -> Self:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(self.path, "a+b", buffering=0)
        except OSError as error:
            raise TournamentError(f"{self.path} cannot be written: {error.strerror}") from None
        try:
            if not lock_file(self._file):
                raise TournamentError(
                    f"{self.path} is in use: the same tournament is being played by another process"
                )
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
        """Add a match. Raises TournamentError if it cannot be written; then nothing was added."""
        line, check = _line(data, self._check)
        size = self._size
        try:
            written = self._file.write(line)
            if written != len(line):
                raise OSError(0, "the disk is full")
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(size)
            raise TournamentError(
                f"{self.path} cannot be written: {error.strerror}; what it holds is safe, and the "
                "tournament goes on from there"
            ) from None
        self._check, self._size = check, size + len(line)
        self._dirty.set()

    def _read(self) -> None:
        self._file.seek(0)
        data = self._file.readall()
        if data[: len(_HEAD)] != _HEAD[: len(data)]:
            raise TournamentError(
                f"{self.path} holds no results of a tournament: take another file"
            )
        whole, _, rest = data.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        self.torn = bool(rest)
        self._size = len(data) - len(rest)
        found = self._checked(lines)
        if self.torn:
            self._file.truncate(self._size)
        if found:
            self._compare(found[0])
            self.lines = found[1:]
        else:
            self._check = b""
            self.append({"results": _FORM, "of": self._identity})

    def _checked(self, lines: Sequence[bytes]) -> list[dict[str, Any]]:
        self._check = b""
        found: list[dict[str, Any]] = []
        for number, line in enumerate(lines, 1):
            body, _, said = line.rpartition(_CHECK)
            check = _checksum(body, self._check)
            try:
                data = json.loads(line)
            except ValueError:
                data = None
            if data is None and number == len(lines):
                self.torn = True
                self._size -= len(line) + 1
                break
            if not isinstance(data, dict) or said != check + b'"}':
                raise TournamentError(
                    f"{self.path}, line {number}: this line was changed, or a line before it is "
                    "missing; results are kept as they were played: take another file"
                )
            self._check = check
            found.append(data)
        return found

    def _compare(self, head: Mapping[str, Any]) -> None:
        if head["results"] != _FORM:
            raise TournamentError(f"{self.path} was written by another version of this program")
        of = head["of"]
        different = [name for name in self._identity if self._identity[name] != of.get(name)]
        if different or of.keys() != self._identity.keys():
            what = ", ".join(different) or "its form"
            raise TournamentError(
                f"{self.path} holds the results of another plan ({what} changed): take another "
                "file, or state what it was"
            )

    def _sync(self) -> None:
        while not self._ended.wait(_SYNC):
            if self._dirty.is_set():
                self._dirty.clear()
                with suppress(OSError):
                    os.fsync(self._file.fileno())


def results_in(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What the results in a file belong to, and its matches; it may be in use.

    Raises TournamentError for a file that was changed or cannot be read.
    """
    try:
        whole = path.read_bytes().rpartition(b"\n")[0]
    except OSError as error:
        raise TournamentError(f"{path} cannot be read: {error.strerror}") from None
    head, *lines = Journal(path, {})._checked(whole.split(b"\n")) or [{}]
    return head.get("of", {}), lines


def _line(data: Mapping[str, Any], before: bytes) -> tuple[bytes, bytes]:
    body = json.dumps(data).encode("ascii")[:-1]
    check = _checksum(body, before)
    return body + _CHECK + check + b'"}\n', check


def _checksum(body: bytes, before: bytes) -> bytes:
    return hashlib.blake2b(before + body, digest_size=_SIZE).hexdigest().encode("ascii")
