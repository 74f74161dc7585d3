"""The mark of faults that are known and wait: their tests fail until they are mended."""

from __future__ import annotations

from typing import Any

import pytest


def waits(reason: str) -> pytest.MarkDecorator:
    """The mark of a test that fails because of a fault: take it away with the fault."""
    return pytest.mark.xfail(strict=True, raises=AssertionError, reason=reason)


def waiting(*values: Any, reason: str) -> Any:
    """A case of a table that fails because of a fault."""
    return pytest.param(*values, marks=waits(reason))
