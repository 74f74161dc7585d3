"""Lets a Python file with one function play: `python pupil.py FILE`, a program of its own.

It speaks the protocol of `external.py` and needs nothing but Python, so that it starts at once. The
file has a function `choose(game)`, which returns one of the moves in `game["legal"]`; `game` is the
request of the protocol. What the file prints goes to standard error, and it cannot read the input,
so that it cannot break the protocol. Of its errors the last line written says where they happened.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

FUNCTION = "choose"


def main(file: str) -> None:
    """Answer requests until there are no more."""
    requests = os.fdopen(os.dup(0), encoding="ascii")
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    sys.argv = [file]
    # What lies beside the file is found, but a random.py there is not taken for Python's own.
    sys.path[:1] = []
    sys.path.append(os.path.dirname(os.path.abspath(file)))
    try:
        choose = function_of(file)
        for line in requests:
            move = choose(json.loads(line))
            if move is None:
                fail(f"{FUNCTION} returned no move")
            answers.write(json.dumps({"move": str(move)}) + "\n")
            answers.flush()
    except Exception as error:
        traceback.print_exc()
        fail(fault(error, file))


def function_of(file: str) -> Callable[[Any], Any]:
    """The function of a file, after the file has run."""
    with open(file, "rb") as source:
        code = compile(source.read(), file, "exec")
    names: dict[str, Any] = {"__name__": "__pupil__", "__file__": file}
    exec(code, names)
    function: Callable[[Any], Any] | None = names.get(FUNCTION)
    if not callable(function):
        fail(f"it has no function {FUNCTION}(game)")
    return function


def fault(error: Exception, file: str) -> str:
    """Where in the file an error happened, and which."""
    line = None
    if isinstance(error, SyntaxError) and error.filename == file:
        line = error.lineno
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == file:
            line = number
    where = f"line {line}: " if line else ""
    what = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{where}{type(error).__name__}{': ' if what else ''}{what}"


def fail(words: str) -> NoReturn:
    """End, with a last line that says why."""
    os.write(2, f"{words}\n".encode())
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1])
