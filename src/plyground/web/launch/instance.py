"""One Plyground at a time for each data folder: who starts second finds the first.

The first holds a lock, which the system takes back however it ends, and says in a small file how it
is reached. The file of one that was killed is never believed: its server does not answer, or cannot
prove that it is the one of the file.
"""

from __future__ import annotations

import http.client
import json
import os
import secrets
import sys
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO
from urllib.parse import urlencode, urlsplit

from plyground.web.pages.handshake import proof

_LOCK = "running.lock"
_FILE = "running.json"
_PATIENCE = 2.0  # seconds for an answer


@dataclass(frozen=True)
class Running:
    """A Plyground that runs, by its file."""

    address: str
    process: int
    token: str

    def answers(self) -> bool:
        """Whether it is there, and the one that the file tells of."""
        challenge = secrets.token_urlsafe(16)
        status, body = self._ask("GET", f"/api/alive?{urlencode({'challenge': challenge})}")
        with suppress(ValueError):
            said = json.loads(body)
            if status == 200 and isinstance(said, dict):
                return said.get("proof") == proof(self.token, f"alive {challenge}")
        return False

    def show_window(self) -> bool:
        """Have it open a window; False if that is not for it to do."""
        said = urlencode({"proof": proof(self.token, "window")})
        return self._ask("POST", f"/api/window?{said}")[0] == 204

    def _ask(self, method: str, path: str) -> tuple[int, bytes]:
        """The status and the body of the answer; 0 for none. No proxy is asked."""
        where = urlsplit(self.address)
        asked = http.client.HTTPConnection(where.hostname or "", where.port, timeout=_PATIENCE)
        with closing(asked), suppress(OSError, ValueError, http.client.HTTPException):
            asked.request(method, path)
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
    """The right to be the one that runs with a data folder, until it is closed."""

    def __init__(self, folder: Path, lock: IO[bytes]) -> None:
        """For `claim`."""
        self._file = folder / _FILE
        self._lock = lock
        self._announced = False

    def announce(self, running: Running) -> None:
        """Say how it is reached, to its owner alone."""
        beside = self._file.with_name(f".{_FILE}.{os.getpid()}")
        beside.unlink(missing_ok=True)
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as opened:
            json.dump(asdict(running), opened)
        os.replace(beside, self._file)
        self._announced = True

    def close(self) -> None:
        """Let the next one be."""
        if self._announced:
            self._file.unlink(missing_ok=True)
        self._lock.close()


def claim(folder: Path) -> Claim | None:
    """The right to run with a data folder; None if somebody has it. Raises OSError."""
    lock = open(folder / _LOCK, "ab")  # noqa: SIM115 - held until the end
    if _locked(lock):
        return Claim(folder, lock)
    lock.close()
    return None


def _locked(file: IO[bytes]) -> bool:
    """Lock a file until it is closed; False if another process has."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
