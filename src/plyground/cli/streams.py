"""Standard input and output as they may be: closed, or unable to say or read some characters."""

from __future__ import annotations

import codecs
import io
import os
import sys

_PLAIN = {
    **dict.fromkeys("┌┬┐├┼┤└┴┘", "+"),
    "─": "-",
    "│": "|",
    "·": ".",
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

    That who read it has gone, as in "plyground games | head", is no failure.
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
