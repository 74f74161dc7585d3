"""What a function reaches is what it is: everything that can change its code changes its hash."""

import enum
import math
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from plyground.kernel import compiled, popcount
from plyground.kernel.identity import identity


class Colour(enum.IntEnum):
    RED = 1
    YELLOW = 2


def module_with(**values: Any) -> types.ModuleType:
    module = types.ModuleType("helpers")
    vars(module).update(values)
    return module


def function(source: str, **variables: Any) -> Callable[..., Any]:
    """The function `f` that `source` defines, with these globals."""
    exec(source, variables)
    found: Callable[..., Any] = variables["f"]
    return found


def capture(value: Any) -> Callable[..., Any]:
    def f() -> Any:
        return value

    return f


CAPTURED = [
    1,
    2,
    1.0,
    True,
    None,
    "1",
    b"1",
    (1, 2),
    (2, 1),
    (1, (2,)),
    frozenset({1, 2}),
    np.uint64(1),
    np.int64(1),
    np.array([1, 2]),
    np.array([2, 1]),
    np.array([1, 2], np.uint8),
    Colour.RED,
    Colour.YELLOW,
    Colour,
    np.uint64,
    np.int64,
    math.floor,
    len,
    popcount,
    compiled(lambda x: x + 1),
    compiled(lambda x: x + 2),
]


def test_captured_values_tell_functions_apart() -> None:
    hashes = [identity(capture(value)) for value in CAPTURED]
    assert len(set(hashes)) == len(CAPTURED)
    assert hashes == [identity(capture(value)) for value in CAPTURED]


def test_a_global_counts_and_an_unused_one_does_not() -> None:
    source = "def f(x): return x + K"
    assert identity(function(source, K=1)) == identity(function(source, K=1, unused=5))
    assert identity(function(source, K=1)) != identity(function(source, K=2))


def test_a_helper_of_a_helper_counts() -> None:
    def build(constant: int) -> Callable[..., Any]:
        inner = function("def f(x): return x + K", K=constant)
        outer = function("def f(x): return g(x)", g=compiled(inner))
        return function("def f(x): return g(x)", g=compiled(outer))

    assert identity(build(3)) == identity(build(3))
    assert identity(build(3)) != identity(build(9))


def test_a_module_is_followed_to_what_is_used_of_it() -> None:
    source = "def f(x): return helpers.inner.K + x"
    with_k = [module_with(inner=module_with(K=k, other=object())) for k in (1, 1, 2)]
    first, same, other = (identity(function(source, helpers=helpers)) for helpers in with_k)
    assert first == same != other


def test_recursion_ends_and_defaults_count() -> None:
    source = "def f(x, y={}): return f(x) if x else g(y)"
    variables = {"g": function("def f(x): return h(x)", h=len)}
    hashes = {identity(function(source.format(y), **variables)) for y in (1, 2)}
    assert len(hashes) == 2


def test_comments_and_places_do_not_count() -> None:
    plain = function("def f(x): return x")
    moved = function("\n\n# why\ndef f(x):\n    'meaning'\n    return x")
    assert identity(plain) != identity(function("def f(x): return -x"))
    assert identity(function("\n\n# why\ndef f(x): return x")) == identity(plain)
    assert identity(moved) != ""


@pytest.mark.parametrize("value", [object(), {"a": 1}, {1, 2}, module_with()])
def test_what_has_no_exact_description_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        identity(capture(value))


def test_a_name_that_is_not_defined_is_refused() -> None:
    with pytest.raises(TypeError, match="nowhere, which is not defined"):
        identity(function("def f(x): return nowhere(x)"))
