"""What Numba says of what does not compile, in one line; and how it is imported."""

import subprocess
import sys

import pytest

from plyground.kernel import compile_error

PAGES = """
{0}{0}Failed in nopython mode pipeline (step: nopython frontend)
{0}{0}tuple index out of range{1}
{0}
File "game.py", line 38:{1}
def start():
    <source elided>
"""


def test_in_colours_and_without() -> None:
    wanted = 'tuple index out of range (File "game.py", line 38)'
    assert compile_error(Exception(PAGES.format("", ""))) == wanted
    assert compile_error(Exception(PAGES.format("\x1b[1m", "\x1b[0m"))) == wanted
    assert compile_error(Exception("")) == "no reason given"


@pytest.mark.slow
def test_threads_that_need_numba_at_once_find_all_of_it() -> None:
    code = """
import threading
from plyground.kernel.compiler import numba_imported

names = ["numba.core.serialize", "plyground.kernel.native", "numba", "numba.core.types"] * 2
faults = []

def need(name):
    try:
        numba_imported(name)
    except ImportError as error:
        faults.append(error)

threads = [threading.Thread(target=need, args=(name,)) for name in names]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not faults, faults
"""
    subprocess.run([sys.executable, "-c", code], check=True)
