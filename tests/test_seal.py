"""What a function is made of, by two sums: an identity is made of Python's code for it; a seal
of text, so that it changes with a module, and not with versions, paths or line ends.
"""

import ast
import enum
import math
import os
import shutil
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.browser import shipped
from plyground.kernel import Wide, compiled, popcount, trees
from plyground.kernel import seal as seals
from plyground.kernel.identity import identity
from plyground.kernel.seal import seal

ROOT = Path(__file__).parent.parent

PLAIN = '''
def f(x, y=1):
    """What it does."""
    if x:
        return f"{x} of {y!r}" + 'it\\'s' "so"

    return x + K
'''


class Colour(enum.IntEnum):
    RED = 1
    YELLOW = 2


Make = Callable[..., Callable[..., Any]]
Sum = Callable[[Callable[..., Any]], str]

either = pytest.mark.parametrize("sum_of", [identity, seal])


@pytest.fixture
def function(tmp_path: Path) -> Make:
    """Makes the function `f` that a source defines, with these globals, in a file of its own."""

    def make(source: str, name: str = "f", ends: str = "\n", **variables: Any) -> Any:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))} file.py"
        path.write_text(source, "utf-8", newline=ends)
        exec(compile(source, str(path), "exec"), variables)
        return variables[name]

    return make


def test_a_tree_that_python_mistakes_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As happens in Python 3.11 where two threads make trees at once."""
    made = ast.parse("a = 1")
    found = iter([SystemError("AST constructor recursion depth mismatch"), made])

    def parse(source: str) -> ast.Module:
        tree = next(found)
        if isinstance(tree, SystemError):
            raise tree
        return tree

    monkeypatch.setattr(trees, "ast", types.SimpleNamespace(parse=parse))
    assert trees.syntax_tree("a = 1") is made


def capture(value: Any) -> Callable[..., Any]:
    def f() -> Any:
        return value

    return f


CAPTURED = [
    1, 2, 1.0, True, None, "1", b"1", (1, 2), (2, 1), (1, (2,)), frozenset({1, 2}),
    np.uint64(1), np.int64(1), np.array([1, 2]), np.array([2, 1]), np.array([[1, 2]]),
    np.array([1, 2], np.uint8), Colour.RED, Colour.YELLOW, Colour, np.uint64, np.int64,
    math.floor, len, popcount, Wide(1), Wide(2),
    compiled(lambda x: x + 1),
    compiled(lambda x: x + 2),
]  # fmt: skip


@either
def test_captured_values_tell_functions_apart(sum_of: Sum) -> None:
    sums = [sum_of(capture(value)) for value in CAPTURED]
    assert len(set(sums)) == len(CAPTURED)
    assert sums == [sum_of(capture(value)) for value in CAPTURED]


def test_comments_and_places_do_not_count_for_an_identity(function: Make) -> None:
    plain = identity(function("def f(x): return x"))
    assert plain != identity(function("def f(x): return -x"))
    assert plain == identity(function("\n\n# why\ndef f(x): return x"))


@either
def test_recursion_ends_and_defaults_count(sum_of: Sum, function: Make) -> None:
    inner = function("def f(x): return h(x)", h=len)
    sums = {sum_of(function(f"def f(x, y={y}): return f(x) if x else g(y)", g=inner)) for y in "12"}
    assert len(sums) == 2


def test_an_identity_refuses_names_that_are_not_defined_and_what_can_change(function: Make) -> None:
    with pytest.raises(TypeError):
        identity(capture({"a": 1}))
    with pytest.raises(TypeError, match="nowhere, which is not defined"):
        identity(function("def f(x): return nowhere(x)"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("What it does", "What it says"),
        ('    """What it does."""\n', ""),
        ("    if x:", "    # why\n\n    if x:  # or not"),
        ('f"{', 'F"{'),
        ("'it\\'s' \"so\"", "\"it's\" 'so'"),
        ("def f(", "\n\nK_ = 5\n\ndef f("),
    ],
)
def test_what_only_people_read_does_not_count(function: Make, old: str, new: str) -> None:
    assert old in PLAIN
    assert seal(function(PLAIN.replace(old, new), K=1)) == seal(function(PLAIN, K=1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return x + K", "return x - K"),
        ("    return x + K", "        return x + K"),
        ("y=1", "y=2"),
        ("{y!r}", "{y!s}"),
        ("it\\'s", "it is"),
        ("    if x:", "    x = 1_0\n    if x:"),
    ],
)
def test_a_word_that_python_reads_counts(function: Make, old: str, new: str) -> None:
    assert old in PLAIN
    assert seal(function(PLAIN.replace(old, new), K=1)) != seal(function(PLAIN, K=1))


def test_line_ends_do_not_count(function: Make) -> None:
    assert seal(function(PLAIN, K=1, ends="\r\n")) == seal(function(PLAIN, K=1))


def test_an_f_string_is_one_word(function: Make) -> None:
    source = "def f(x): return f'a{x:{x}}b' + f'''{'c' + f'{x}'}\n'''"
    (words,) = (text for text in seals._Description().of(function(source)) if "return" in text)
    assert "\nf'a{x:{x}}b'\n+\nf'''{'c' + f'{x}'}\n'''\n" in words


@either
def test_a_global_counts_and_an_unused_one_does_not(sum_of: Sum, function: Make) -> None:
    source = "def f(x): return x + K"
    assert sum_of(function(source, K=1)) == sum_of(function(source, K=1, unused=5))
    assert sum_of(function(source, K=1)) != sum_of(function(source, K=2))


@either
def test_a_helper_of_a_helper_counts(sum_of: Sum, function: Make) -> None:
    def build(constant: int, wrap: Callable[..., Any] = compiled) -> str:
        inner = function("def f(x): return x + K", K=constant)
        outer = function("def f(x): return g(x)", g=wrap(inner))
        return sum_of(function("def f(x): return g(x)", g=wrap(outer)))

    assert build(3) == build(3) != build(9)
    if sum_of is seal:  # which looks at the text of what is compiled and of what is not
        lazily = [build(3, lambda f: types.SimpleNamespace(py_func=f)), build(3, lambda f: f)]
        assert lazily == [build(3)] * 2


@either
def test_a_module_is_followed_to_what_is_used_of_it(sum_of: Sum, function: Make) -> None:
    source = "def f(x: helpers.other) -> helpers.other: return helpers.inner.K + x"

    def with_k(k: int) -> str:
        helpers, inner = types.ModuleType("helpers"), types.ModuleType("inner")
        vars(inner).update(K=k)
        vars(helpers).update(inner=inner, other=object())
        return sum_of(function(source, helpers=helpers))

    assert with_k(1) == with_k(1) != with_k(2)
    with pytest.raises(TypeError, match="helpers"):
        sum_of(function("def f(): return helpers", helpers=types.ModuleType("helpers")))


def test_libraries_count_by_name(function: Make) -> None:
    infinite = [function(f"def f(): return math.{name}", math=math) for name in ("inf", "nan")]
    assert seal(infinite[0]) != seal(infinite[1])
    assert seal(function("def f(x): return m.sqrt(x)", m=np)) != seal(
        function("def f(x): return m.sqrt(x)", m=math)
    )


def test_functions_within_functions(function: Make) -> None:
    source = """
def make(k):
    def g(x):
        'what'
        return x + k
    h = lambda x: g(x) * {}
    def f(x): return h(x)
    return f
"""
    made = [function(source.format(by), "make")(k) for k, by in ((1, 2), (1, 2), (2, 2), (1, 3))]
    first, same, other, another = map(seal, made)
    assert first == same
    assert len({first, other, another}) == 3


@either
@pytest.mark.parametrize("value", [object(), {1, 2}, types.ModuleType("helpers")])
def test_what_has_no_exact_description_is_refused(value: object, sum_of: Sum) -> None:
    with pytest.raises(TypeError):
        sum_of(capture(value))


def test_a_function_without_text_is_refused() -> None:
    variables: dict[str, Any] = {}
    exec("def f(x): return x", variables)
    with pytest.raises(TypeError, match="no source text"):
        seal(variables["f"])


# The package as a whole

SEALS = """
import sys
import plyground as pg
from plyground.browser.shipped import seal_of
print(seal_of(pg.TicTacToe()), seal_of(pg.ConnectFour(4, 4)))
"""


def seals_in(source: Path) -> list[str]:
    """The seals of two games in a copy of the package."""
    path = os.pathsep.join(filter(None, (str(source), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, "-B", "-c", SEALS],
        env=os.environ | {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


CHANGES = [
    # file, what is there, what is there instead, whether the module of tic-tac-toe has it too
    ("search/mcts.py", "counters[NODES] += 1", "counters[NODES] += 2", True),  # an algorithm
    ("games/connect4.py", "won(1 - player", "won(2 - player", False),  # the rules
]
MORE_CHANGES = [
    ("position/desk.py", "DESK_WORDS = 128", "DESK_WORDS = 129", True),
    ("position/outcome.py", "_WON = 2", "_WON = 4", True),  # a number of a helper
    ("position/desk.py", "11, 15, 16, 96", "11, 15, 16, 97", True),
    ("browser/engine.py", "= 1 << 17", "= 1 << 18", True),  # the stack
    ("kernel/bits.py", "np.uint64(30)", "np.uint64(31)", True),
    ("kernel/webassembly/text.py", "1 << 12", "1 << 13", True),
    ("games/connect4_layout.py", "(1, height - 1,", "(2, height - 1,", False),  # captured numbers
    ("games/connect4_solving.py", "abs(2 * c", "abs(3 * c", False),  # an array
]


def copied(tmp_path: Path) -> Path:
    source = tmp_path / "a b" / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("web", "*.weights"))
    return source


@pytest.mark.slow
def test_the_package_elsewhere_with_other_line_ends_has_the_same_seals(tmp_path: Path) -> None:
    source = copied(tmp_path)
    for path in source.rglob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    games = pg.TicTacToe(), pg.ConnectFour(4, 4)
    assert seals_in(source) == [shipped.seal_of(game) for game in games]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "old", "new", "both"),
    [*CHANGES, *(pytest.param(*change, marks=pytest.mark.long) for change in MORE_CHANGES)],
)
def test_one_changed_digit_breaks_them(
    tmp_path: Path, name: str, old: str, new: str, both: bool
) -> None:
    source = copied(tmp_path)
    path = source / "plyground" / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    before = shipped.seal_of(pg.TicTacToe()), shipped.seal_of(pg.ConnectFour(4, 4))
    differ = [one != other for one, other in zip(before, seals_in(source), strict=True)]
    assert differ == [both, True]
