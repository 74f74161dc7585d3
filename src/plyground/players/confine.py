"""Starts a program within limits: `python confine.py LIMITS COMMAND...` becomes that program.

LIMITS is a JSON object: "memory" and "file" are bytes and "processor" is seconds, each null for no
limit; "folder" is the only folder in which the program may write, or null for any, as without
Landlock. Memory is all that a process can write to, and not the addresses that it reserves, of
which NumPy and Numba take far more than they use. Each process that the program starts has the same
limits. Beyond its processor seconds it ends by SIGXCPU.

Only Linux 5.13 and later confines what a program writes to a folder (Landlock). From 6.12 on it
sends no signals to other programs either. What is confined cannot undo it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the calls of Landlock, on every architecture
_VERSION = 1  # asks for the version alone
_BENEATH = 1  # a rule for a file, or for all below a folder
_NO_NEW_PRIVILEGES = 38
_WRITE, _TRUNCATE = 1 << 1, 1 << 14
_CHANGES = _WRITE | sum(1 << each for each in range(4, 13))  # remove and make, of every kind
_MOVE = 1 << 13
_SIGNALS = 1 << 1
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty")


def within(
    command: Sequence[str],
    *,
    memory: int | None = None,
    file: int | None = None,
    processor: int | None = None,
    folder: str | None = None,
) -> list[str]:
    """The command line that starts a program within these limits; Windows sets none."""
    limits = {"memory": memory, "file": file, "processor": processor, "folder": folder}
    if sys.platform == "win32" or not any(limits.values()):
        return list(command)
    return [sys.executable, "-I", "-S", __file__, json.dumps(limits), *command]


def landlock_version() -> int:
    """The version of Landlock that this system has; 0 without it."""
    if sys.platform != "linux":
        return 0
    import ctypes

    version: int = ctypes.CDLL(None).syscall(_CREATE, None, 0, _VERSION)
    return max(0, version)


def main(limits: str, command: list[str]) -> None:
    """Set the limits and become the program."""
    given = json.loads(limits)
    _limit(given["memory"], given["file"], given["processor"])
    if given["folder"] is not None:
        _write_only_in(given["folder"])
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"it cannot be started: {error.strerror}")


def _limit(memory: int | None, file: int | None, processor: int | None) -> None:
    import resource

    kinds = resource.RLIMIT_DATA, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU
    for kind, most in zip(kinds, (memory, file, processor), strict=True):
        if most is not None:
            already = resource.getrlimit(kind)[1]
            least = most if already == resource.RLIM_INFINITY else min(most, already)
            # At the first limit of processor seconds comes SIGXCPU, at the second the end.
            last = already if kind == resource.RLIMIT_CPU else least
            try:
                resource.setrlimit(kind, (least, last))
            except (ValueError, OSError):  # macOS does not take every limit
                continue


def _write_only_in(folder: str) -> None:
    """Let this process and its children write in `folder` alone."""
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    version = landlock_version()
    changes = _CHANGES | (_MOVE if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)
    # What is handled: files, then the network from version 4 on, then what reaches outside.
    handled = (ctypes.c_uint64 * 3)(changes, 0, _SIGNALS if version >= 6 else 0)
    size = ctypes.c_size_t(24 if version >= 6 else 8)
    rules = _done(library.syscall(_CREATE, handled, size, 0))
    for path in (folder, *_DEVICES):
        allowed = changes if path == folder else changes & (_WRITE | _TRUNCATE)
        try:
            opened = os.open(path, os.O_PATH)
        except FileNotFoundError:
            continue
        rule = allowed.to_bytes(8, sys.byteorder) + opened.to_bytes(4, sys.byteorder)
        _done(library.syscall(_ADD, rules, _BENEATH, ctypes.c_char_p(rule), 0))
        os.close(opened)
    _done(library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _done(library.syscall(_RESTRICT, rules, 0))
    os.close(rules)


def _done(result: int) -> int:
    """The result of a call. Exits where the system refuses it: nothing starts half confined."""
    if result < 0:
        import ctypes

        sys.exit(f"it cannot be confined: {os.strerror(ctypes.get_errno())}")
    return result


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
