"""Writing what a command made: to a file, whole or not at all, or to standard output."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from plyground.cli.exits import FAILURE, UserError


def write(path: Path, content: str) -> None:
    """Write `content` to the file at `path`, or print it where that is "-".

    The file appears when it is complete: what was there before stays until then. Raises UserError
    if it cannot be written.
    """
    if str(path) == "-":
        sys.stdout.write(content.rstrip("\n") + "\n")
        return
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():  # a device or a pipe; a folder is refused
            target.write_text(content, encoding="utf-8")
        else:
            _replace(target, content)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(
            f"{path} cannot be written ({reason}): give a file in a folder that you may write to",
            FAILURE,
        ) from None


def _replace(target: Path, content: str) -> None:
    if target.exists():
        with target.open("a", encoding="utf-8"):  # refused where the file itself is protected
            pass
    beside = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    try:
        beside.write_text(content, encoding="utf-8")
        if target.exists():
            beside.chmod(target.stat().st_mode)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
