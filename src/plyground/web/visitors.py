"""Visitors: a signed cookie with a token nobody can guess, and the secret that signs it."""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
import time
from contextlib import suppress
from pathlib import Path

from fastapi import Request, Response
from itsdangerous import BadSignature, Signer

from plyground.sums import check_sum
from plyground.web.store import Forgotten

_log = logging.getLogger(__name__)

_PREFIX = "plyground-"  # of the cookies' names
_SECRET_BYTES = 32
_AGE = 400 * 24 * 3600  # seconds, the most that browsers keep a cookie


class Visitors:
    """Tells visitors apart, across restarts too."""

    def __init__(self, folder: Path, kept: Forgotten) -> None:
        """`folder` keeps the secret, for its owner alone; `kept` the cookies that nobody has any
        more.
        """
        self._kept = kept
        self._forgotten = set(kept.since(time.time() - _AGE))
        secret = _secret(folder)
        self._signer = Signer(secret, salt="visitor", digest_method=hashlib.sha256)
        # Browsers tell hosts apart, but not ports. Each installation has its own cookie, or two
        # on one machine would take each other's seats.
        self._cookie = f"{_PREFIX}{hashlib.sha256(b'cookie' + secret).hexdigest()[:8]}"

    def known(self, request: Request) -> str | None:
        """The visitor's token; None for a new visitor, a cookie that was not signed here, and one
        that is forgotten: another tab may have sent it meanwhile.
        """
        try:
            token = self._signer.unsign(request.cookies.get(self._cookie, "")).decode()
        except (BadSignature, UnicodeError):
            return None
        return None if _mark(token) in self._forgotten else token

    def welcome(self, response: Response, secure: bool) -> str:
        """The token of a new visitor. The browser is to keep it where scripts cannot reach it."""
        token = secrets.token_urlsafe(24)
        signed = self._signer.sign(token).decode()
        response.set_cookie(
            self._cookie, signed, max_age=_AGE, httponly=True, samesite="lax", secure=secure
        )
        return token

    async def forget(self, response: Response, token: str, secure: bool) -> None:
        """Accept the token no more, and have the browser keep that of a new visitor."""
        mark = _mark(token)
        await self._kept.soon(self._kept.add, mark, time.time())
        self._forgotten.add(mark)
        self.welcome(response, secure)

    def keeps(self, request: Request) -> bool:
        """Whether the browser has sent a cookie such as these, if only of another installation."""
        return any(name.startswith(_PREFIX) for name in request.cookies)


def digest(token: str) -> str:
    """The stored form of a token: it recognises the token, and does not reveal it."""
    return hashlib.sha256(token.encode()).hexdigest()


def _mark(token: str) -> str:
    """By what a forgotten token is known, and nothing that was its visitor's."""
    return digest(f"forgotten {token}")


def _secret(folder: Path) -> bytes:
    """The secret of this installation, made at the first start."""
    path = folder / "secret"
    with suppress(FileNotFoundError):
        kept = path.read_bytes()
        secret, said = kept[:_SECRET_BYTES], kept[_SECRET_BYTES:]
        if len(secret) == _SECRET_BYTES and said in (b"", _sum(secret)):
            return secret  # in older files without a sum
        path.unlink()  # cut short by a crash: anyone could sign with it
        _log.warning("%s was damaged: a new one is made, and all visitors are new ones", path)
    folder.mkdir(parents=True, exist_ok=True)
    fresh = secrets.token_bytes(_SECRET_BYTES)
    beside = path.with_name(f".secret.{os.getpid()}")
    beside.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(fresh + _sum(fresh))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(beside, path)  # fails if another process was first: one secret for all
        except FileExistsError:
            return path.read_bytes()[:_SECRET_BYTES]
        except OSError:  # a stick's file system has no links; only one process uses a folder
            os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    return fresh


def _sum(secret: bytes) -> bytes:
    return check_sum(secret.hex()).to_bytes(4, "big")
