"""Standard input and output as they may be, and files that are written whole or not at all."""

from __future__ import annotations

import codecs
import io
import os
import shutil
import sys
import textwrap
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from plyground.cli.exits import FAILURE, UserError

STANDARD_OUTPUT = Path("-")


def say(line: str) -> None:
    """Print a line as it is, and at once."""
    print(line, flush=True)  # noqa: T201


def tell(text: str) -> None:
    """Print a text for people: on a terminal in lines that break between words."""
    say(_broken(text) if sys.stdout.isatty() else text)


def complain(text: str) -> None:
    """Print a text on standard error: on a terminal in lines that break between words."""
    shown = _broken(text) if sys.stderr.isatty() else text
    print(shown, file=sys.stderr, flush=True)  # noqa: T201


def _broken(text: str) -> str:
    width = shutil.get_terminal_size().columns
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


class OutputFile:
    """A file that is written whole or not at all, and said to be. Made before what fills it.

    The content goes to a file beside it, which then takes its name. `-` is standard output.
    """

    def __init__(self, path: Path) -> None:
        """Raises UserError if `path` cannot be written."""
        self._path = self._given = path
        if path == STANDARD_OUTPUT:
            return
        try:
            self._path = path.resolve()
            self._plain = not self._path.exists() or self._path.is_file()  # and no device or pipe
            if self._path.is_dir():
                raise IsADirectoryError(0, "it is a folder")
            if self._path.exists() and not os.access(self._path, os.W_OK):
                raise PermissionError(0, "it may not be changed")
            if self._plain:
                beside = self._beside()
                beside.touch(exist_ok=False)
                beside.unlink()
        except OSError as error:
            raise unwritable(self._path, error) from None

    def write(self, content: str | bytes) -> None:
        """Write all there is to write. Raises UserError if that fails."""
        if self._path == STANDARD_OUTPUT:
            assert isinstance(content, str)
            sys.stdout.write(content)
            return
        with self.filled() as path:
            path.write_bytes(content.encode() if isinstance(content, str) else content)

    @contextmanager
    def opened(self) -> Iterator[IO[str]]:
        """A file for text that is written bit by bit. Raises UserError if that fails."""
        if self._path == STANDARD_OUTPUT:
            yield sys.stdout
            return
        with self.filled() as path, path.open("w", encoding="utf-8", newline="\n") as file:
            yield file

    @contextmanager
    def filled(self) -> Iterator[Path]:
        """The path of a file to write, which then takes its name. Raises UserError if that fails.

        Not for standard output.
        """
        beside = self._beside() if self._plain else self._path
        try:
            yield beside
            if self._plain:
                if self._path.exists():
                    shutil.copymode(self._path, beside)
                beside.replace(self._path)
            complain(f"Written: {self._given}")
        except BrokenPipeError:
            raise  # of standard output, which is no matter of this file
        except OSError as error:
            raise unwritable(self._path, error) from None
        finally:
            if self._plain:
                beside.unlink(missing_ok=True)

    def _beside(self) -> Path:
        return self._path.with_name(f".{uuid.uuid4().hex}.part")


def unwritable(path: Path, error: OSError) -> UserError:
    """What to raise for a file that cannot be written."""
    folder = path.absolute().parent
    if not folder.exists():  # it is mistyped more often than meant, so nobody makes it
        return UserError(f"{path} cannot be written: there is no folder {folder}", FAILURE)
    return UserError(
        f"{path} cannot be written ({error.strerror or error}): "
        "give a file in a folder that you may write to",
        FAILURE,
    )


def unreadable(name: str | Path, error: OSError, accepted: str) -> UserError:
    """What to raise for a file that cannot be read, and what is accepted instead."""
    return UserError(f"{name} cannot be read ({error.strerror or error}): give {accepted}")


# Standard streams, which may be closed, or unable to say or read some characters

_PLAIN = {
    **dict.fromkeys("┌┬┐├┼┤└┴┘", "+"),
    **dict.fromkeys("“”", '"'),
    "─": "-",
    "│": "|",
    "·": ".",
    "…": "...",
    "−": "-",
    "∞": "inf",
    "±": "+-",
}


def prepare() -> None:
    """Make standard streams that can be used whatever they are.

    A closed one is replaced by an empty one. Characters that an output cannot encode become plain
    ones that look alike, and bytes of the input that are no text become a replacement character.
    """
    codecs.register_error("plain", _plain)
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "plain"), (sys.stderr, "plain")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    if (
        isinstance(sys.stdin, io.TextIOWrapper)
        and not sys.stdin.isatty()
        and codecs.lookup(sys.stdin.encoding).name == "utf-8"
    ):  # with the mark that some programs begin a file with
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")


def finish() -> bool:
    """Write what is still to be written; False if it cannot be.

    It is no failure if the reader has gone, as after `plyground games | head`.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return isinstance(error, BrokenPipeError)
    return True


def _plain(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unsaid = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in unsaid), error.end
