"""Whether the library of a bridge is installed, in a version that the bridge knows."""

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

    `distribution` is its package, `least` the oldest version that works.
    """
    remedy = install_command(extra)
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise LibraryError(f"{distribution} lacks {error.name}: {remedy}") from None
        raise LibraryError(f"{distribution} is not installed: {remedy}") from None
    except (Exception, SystemExit) as error:  # anything that the library does while it loads
        raise LibraryError(f"{distribution} does not load ({_short(error)}): {remedy}") from None
    found = _version(distribution)
    if found is not None and _numbers(found) < _numbers(least):
        raise LibraryError(
            f"{distribution} {found} is installed, and {least} or newer is needed: {remedy}"
        )


@contextmanager
def importing(distribution: str, extra: str) -> Iterator[None]:
    """For imports from an installed library: LibraryError if something is missing.

    That may happen with versions newer than those that the bridge was tested with.
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
    """The installed version; None if the library was built by hand."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])
