"""One Plyground at a time for each data folder: a second start finds the first.

The first holds a lock, which the system releases however it ends, and writes its address into a
small file. Nobody believes the file of one that was killed: its server does not answer, or cannot
prove that the file is its own.
"""

from __future__ import annotations

import http.client
import json
import os
import secrets
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO
from urllib.parse import urlencode, urlsplit

from plyground.folders import lock_file
from plyground.web.proof import proof

_LOCK = "running.lock"
_FILE = "running.json"
_PATIENCE = 2.0  # seconds for an answer


@dataclass(frozen=True)
class Running:
    """A running Plyground, as its file describes it."""

    address: str
    process: int
    token: str

    def answers(self) -> bool:
        """Whether it answers, and is the one in the file."""
        challenge = secrets.token_urlsafe(16)
        status, body = self._ask("GET", f"api/alive?{urlencode({'challenge': challenge})}")
        with suppress(ValueError):
            said = json.loads(body)
            if status == 200 and isinstance(said, dict):
                return said.get("proof") == proof(self.token, f"alive {challenge}")
        return False

    def show_window(self) -> bool:
        """Ask it to open a window. False if it opens none."""
        said = urlencode({"proof": proof(self.token, "window")})
        return self._ask("POST", f"api/window?{said}")[0] == 204

    def _ask(self, method: str, path: str) -> tuple[int, bytes]:
        """The status and the body of the answer; status 0 without one. Asks no proxy.

        `path` begins at the address.
        """
        where = urlsplit(self.address)
        asked = http.client.HTTPConnection(where.hostname or "", where.port, timeout=_PATIENCE)
        with closing(asked), suppress(OSError, ValueError, http.client.HTTPException):
            asked.request(method, where.path + path)
            answer = asked.getresponse()
            return answer.status, answer.read()
        return 0, b""


def find(folder: Path) -> Running | None:
    """The Plyground that runs with this data folder and answers."""
    try:
        said = json.loads((folder / _FILE).read_text("utf-8"))
        running = Running(str(said["address"]), int(said["process"]), str(said["token"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return running if running.answers() else None


class Claim:
    """The right to run with a data folder, until it is closed."""

    def __init__(self, folder: Path, lock: IO[bytes]) -> None:
        """Use `claim` instead."""
        self._file = folder / _FILE
        self._lock = lock
        self._announced = False

    def announce(self, running: Running) -> None:
        """Write how to reach it, in a file that only its owner can read."""
        beside = self._file.with_name(f".{_FILE}.{os.getpid()}")
        beside.unlink(missing_ok=True)
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as opened:
            json.dump(asdict(running), opened)
        os.replace(beside, self._file)
        self._announced = True

    def close(self) -> None:
        """Give the right back."""
        if self._announced:
            self._file.unlink(missing_ok=True)
        self._lock.close()


def claim(folder: Path) -> Claim | None:
    """The right to run with a data folder; None if another process has it. Raises OSError."""
    lock = open(folder / _LOCK, "ab")  # noqa: SIM115 - held until the end
    if lock_file(lock):
        return Claim(folder, lock)
    lock.close()
    return None
