"""log, exp and tanh: against exact values, and themselves uncompiled."""

import math
import random
import re
from collections.abc import Callable
from decimal import Decimal, localcontext
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plyground.kernel import bits, compiled, float_bits, float_of_bits, in_python, real
from plyground.kernel.real import exp, log, tanh

INFINITY, NAN = math.inf, math.nan
TIMES = 3000

floats = st.floats(allow_nan=False)
EXACT: dict[Any, Callable[[Decimal], Decimal]] = {
    log: Decimal.ln,
    exp: Decimal.exp,
    tanh: lambda x: 1 - 2 / ((2 * x).exp() + 1),
}


def arguments(function: Any, rng: random.Random) -> float:
    """A number where the function is neither infinite nor constant, of any size."""
    if function is log:
        wide, narrow = math.exp(rng.uniform(-745, 709)), rng.choice((1, 2)) + rng.gauss(0, 0.01)
    else:
        largest = 700 if function is exp else 25
        wide = rng.uniform(-largest, largest)
        narrow = rng.gauss(0, 0.3) * 2.0 ** -rng.randrange(60)
    return rng.choice((wide, narrow, rng.uniform(0.2, 2)))


@pytest.mark.parametrize(("function", "most"), [(log, 1.0), (exp, 1.0), (tanh, 1.5)])
def test_errors_are_small(function: Any, most: float) -> None:
    """In units of the last place, against 60 digits."""
    rng = random.Random(1)
    with localcontext(prec=60):
        for _ in range(TIMES):
            x = arguments(function, rng)
            exact = EXACT[function](Decimal(x))
            unit = Decimal(math.ulp(float(exact)))
            assert abs(Decimal(float(function(x))) - exact) < Decimal(most) * unit, x


@pytest.mark.parametrize(
    ("function", "x", "expected"),
    [
        (log, 1.0, 0.0),
        (log, 0.0, -INFINITY),
        (log, -0.0, -INFINITY),
        (log, -1.0, NAN),
        (log, -INFINITY, NAN),
        (log, INFINITY, INFINITY),
        (log, NAN, NAN),
        (log, 5e-324, math.log(5e-324)),
        (log, 2.0**-1022, math.log(2.0**-1022)),
        (log, 1.7976931348623157e308, math.log(1.7976931348623157e308)),
        (exp, 0.0, 1.0),
        (exp, -0.0, 1.0),
        (exp, 710.0, INFINITY),
        (exp, INFINITY, INFINITY),
        (exp, -746.0, 0.0),
        (exp, -745.13, 5e-324),
        (exp, -INFINITY, 0.0),
        (exp, NAN, NAN),
        (exp, 1e-300, 1.0),
        (tanh, 0.0, 0.0),
        (tanh, -0.0, -0.0),
        (tanh, 5e-324, 5e-324),
        (tanh, -1e-200, -1e-200),
        (tanh, 30.0, 1.0),
        (tanh, -30.0, -1.0),
        (tanh, INFINITY, 1.0),
        (tanh, -INFINITY, -1.0),
        (tanh, NAN, NAN),
    ],
)
def test_special_values(function: Any, x: float, expected: float) -> None:
    assert str(float(function(x))) == str(expected)  # 0.0 and -0.0, and nan, differ here


@given(floats)
@example(0.55)
@example(22.0)
@example(709.782712893384)
@example(-745.1332191019411)
@example(-708.4)
def test_a_greater_number_has_no_smaller_value(x: float) -> None:
    """Beside any number, where the sums change, and at the edges of what there is."""
    for function in EXACT:
        steps = [x]
        for _ in range(3):
            steps = [math.nextafter(steps[0], -INFINITY), *steps, math.nextafter(steps[-1], 1e400)]
        values = [function(step) for step in steps if function is not log or step > 0]
        assert values == sorted(values), steps


@compiled
def all_three(x: float) -> tuple[float, float, float]:
    return log(x), exp(x), tanh(x)


@pytest.mark.compiled
@given(floats)
def test_compiled_and_uncompiled_are_equal_in_every_bit(x: float) -> None:
    expected = tuple(_uncompiled(name)(x) for name in ("log", "exp", "tanh"))
    found = all_three(x)
    assert list(map(_bits, found)) == list(map(_bits, expected))
    assert list(map(_bits, (log(x), exp(x), tanh(x)))) == list(map(_bits, expected))


def _bits(number: float) -> int:
    """The bits of a number; one kind of nan is as good as another."""
    return int(in_python(bits.float_bits)(number)) if number == number else -1


def _uncompiled(name: str) -> Callable[[float], float]:
    """The Python function, and of all that it calls, in place of the compiled ones."""
    made: dict[str, Any] = {key: in_python(value) for key, value in vars(real).items()}
    for key, value in [*made.items()]:
        if getattr(value, "__module__", None) == real.__name__:
            made[key] = FunctionType(value.__code__, made, key)
    found: Callable[[float], float] = made[name]
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["log", "exp", "tanh", "_coth_part", "_power_of_2", "_quotient"])
def test_no_library_is_called_and_nothing_is_fused(name: str) -> None:
    function = numba.njit(getattr(real, name).py_func)
    arguments = {"_power_of_2": "(int64,)", "_quotient": "(float64, float64)"}
    function.compile(arguments.get(name, "(float64,)"))
    (text,) = function.inspect_llvm().values()
    declared = re.findall(r"^declare [^@]*@([\w.]+)", text, re.MULTILINE)
    assert declared  # what Python's call of it needs
    own = ("Py", "numba_gil", "_ZN8plyground")  # and nothing that raises
    assert [each for each in declared if not each.startswith(own)] == []
    assert not re.search(r"\b(fast|contract|reassoc|arcp|afn)\b", text)


@given(st.floats())
@example(0.0)
@example(-0.0)
@example(math.inf)
def test_bits_of_a_number(number: float) -> None:
    word = read_bits(number)
    assert word == in_python(bits.float_bits)(number)
    again = number_of(np.uint64(word))
    assert again == number or number != number
    assert math.copysign(1, again) == math.copysign(1, number)


@compiled
def read_bits(number: float) -> Any:
    return float_bits(number)


@compiled
def number_of(word: Any) -> float:
    return float_of_bits(word)


def test_bits_in_order() -> None:
    """Sign, exponent with 1023 added, fraction: 1.5 is 2^0 x 1.1 in binary."""
    assert int(read_bits(1.5)) == 0x3FF8000000000000
    assert int(read_bits(-2.0)) == 0xC000000000000000
