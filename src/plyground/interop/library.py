"""Whether a library that a bridge leads to is there, and in a version that the bridge knows."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version

from plyground.installing import install_command
from plyground.position import CannotError


class LibraryError(CannotError, ImportError):
    """A library is missing, too old, or does not load."""


def require(module: str, distribution: str, least: str, extra: str) -> None:
    """Raise LibraryError, with the command that installs `extra`, unless `module` can be used.

    `distribution` is what brings it, `least` the oldest version of that which will do.
    """
    remedy = install_command(extra)
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise LibraryError(f"{distribution} lacks {error.name}: {remedy}") from None
        raise LibraryError(f"{distribution} is not installed: {remedy}") from None
    except (Exception, SystemExit) as error:  # whatever the library does while it loads
        raise LibraryError(f"{distribution} does not load ({_short(error)}): {remedy}") from None
    found = _version(distribution)
    if found is not None and _numbers(found) < _numbers(least):
        raise LibraryError(
            f"{distribution} {found} is installed, and {least} or newer is needed: {remedy}"
        )


@contextmanager
def importing(distribution: str, extra: str) -> Iterator[None]:
    """For the imports from a library that is there: LibraryError if it has them not.

    So it is with versions that are newer than any that a bridge was tried with.
    """
    try:
        yield
    except (Exception, SystemExit) as error:
        called = f"{distribution} {_version(distribution) or ''}".strip()
        raise LibraryError(
            f"{called} is not as this version of plyground needs it ({_short(error)}): "
            f"{install_command(extra)}"
        ) from None


def _short(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _version(distribution: str) -> str | None:
    """The version that is installed; None if it was built by hand, of whatever version."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])
