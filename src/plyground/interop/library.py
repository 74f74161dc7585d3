"""Whether a library that a bridge leads to is there, and in a version that the bridge knows."""

from __future__ import annotations

import importlib
import re
from importlib.metadata import PackageNotFoundError, version

from plyground.position import CannotError


class LibraryError(CannotError, ImportError):
    """A library is missing, too old, or does not load."""


def require(module: str, distribution: str, least: str, extra: str) -> None:
    """Raise LibraryError, naming the extra to install, unless `module` can be used.

    `distribution` is what brings it, `least` the oldest version of that which will do.
    """
    remedy = f"pip install plyground[{extra}]"
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise LibraryError(f"{distribution} lacks {error.name}: {remedy}") from None
        raise LibraryError(f"{distribution} is not installed: {remedy}") from None
    except Exception as error:  # whatever the library does while it loads
        reason = " ".join(str(error).split()) or type(error).__name__
        raise LibraryError(f"{distribution} does not load ({reason}): {remedy}") from None
    try:
        found = version(distribution)
    except PackageNotFoundError:  # built by hand, of whatever version
        return
    if _numbers(found) < _numbers(least):
        raise LibraryError(
            f"{distribution} {found} is installed, and {least} or newer is needed: {remedy}"
        )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])
