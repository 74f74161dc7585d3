"""A disk that is full, for tests: a file may grow to so many bytes and no further."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

needs_limits = pytest.mark.skipif(sys.platform == "win32", reason="no limits of resources")


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """The write that reaches the size stops half way, and the one after it fails."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
