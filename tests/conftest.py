"""What all tests share: settings of hypothesis, and the option that rewrites the golden files."""

import signal

import pytest
from hypothesis import settings

from plyground.kernel.cache import folder
from plyground.kernel.compiler import COMPILES

# No deadline: the first example may compile. Always the same examples: a test that fails says
# something about the last change.
settings.register_profile("plyground", deadline=None, derandomize=True, database=None)
settings.load_profile("plyground")

# Where compiled code is kept is decided once, and before a test changes the environment.
folder()

# A shell starts what runs in the background deaf to Ctrl-C, and children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write tests/golden and the signatures anew and compare nothing",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what is marked for the other way to run: compiled, or with compilation off."""
    other = "uncompiled" if COMPILES else "compiled"
    for item in items:
        if item.get_closest_marker(other):
            item.add_marker(pytest.mark.skip(reason=f"is run {other}"))
