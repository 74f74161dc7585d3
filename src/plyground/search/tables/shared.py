"""`SharedTable`: the table of the exact solver in memory that processes of one computer share.

Linux has such memory as files in the folder /dev/shm. A file lasts until it is removed, also after
its users have died; so those that nobody uses any more are removed by whoever comes next.
"""

from __future__ import annotations

import mmap
import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np

from plyground.position import Uints

_FOLDER = Path("/dev/shm")
_PREFIX, _SPEAKER = "plyground-", ".speaker"


class SharedTable:
    """A table that all processes of this computer and user share who give it this name.

    `words` are zeros for the first of them.
    """

    def __init__(self, name: str, words: int) -> None:
        """Raises OSError where there is no such memory, or not so much."""
        self._path = _FOLDER / f"{_PREFIX}{name}"
        self._speaker: BinaryIO | None = None
        _remove_unused(self._path)
        with self._path.open("a+b") as file:
            _lock(file, exclusive=False)
            try:
                os.posix_fallocate(file.fileno(), 0, 8 * words)
            except OSError:
                self.remove()
                raise
            # It keeps the file open, and with that its lock.
            self.words: Uints = np.frombuffer(mmap.mmap(file.fileno(), 8 * words), np.uint64)
        _speaker_of(self._path).touch()

    @property
    def speaks(self) -> bool:
        """Whether this process is the one of all that does what one of them has to do.

        None is once the table was removed.
        """
        if self._speaker is None:
            with suppress(FileNotFoundError):
                file = _speaker_of(self._path).open("r+b")
                if _lock(file):
                    self._speaker = file
                else:
                    file.close()
        return self._speaker is not None

    def remove(self) -> None:
        """Let the memory be free as soon as nobody uses it any more."""
        if self._speaker is not None:
            self._speaker.close()
            self._speaker = None
        _remove(self._path)


def _speaker_of(path: Path) -> Path:
    """The file that is locked by the process which speaks."""
    return path.with_name(f"{path.name}{_SPEAKER}")


def _remove_unused(mine: Path) -> None:
    for path in _FOLDER.glob(f"{_PREFIX}*"):
        if path != mine and path.suffix != _SPEAKER:
            with suppress(OSError), path.open("r+b") as file:
                if _lock(file):
                    _remove(path)


def _remove(path: Path) -> None:
    for each in (path, _speaker_of(path)):
        each.unlink(missing_ok=True)


def _lock(file: BinaryIO, exclusive: bool = True) -> bool:
    """Lock a file for as long as it is open; False if another process has it."""
    import fcntl  # Windows has no such module

    try:
        fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
