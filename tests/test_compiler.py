"""What Numba says of what does not compile, in one line."""

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
