"""`log`, `exp` and `tanh` of float64, equal in every bit wherever they run.

The functions of a system's mathematical library, and those of browsers, differ in the last bit.
These are made of +, -, x, /, comparisons and whole numbers alone, which IEEE 754 rounds in one way
everywhere; nothing here may be fused or put in another order. Results are within 1 unit in the last
place for `log` and `exp`, and within 1.5 for `tanh`.

The arguments are reduced, and the small parts of the results kept apart, as in fdlibm (Sun
Microsystems, 1993). What is left to compute are sums of well-known series:

    log((1 + s) / (1 - s)) = 2 (s + s^3/3 + s^5/5 + ...)
    h coth h               = 1 + h^2/3 - h^4/45 + ...         (Bernoulli's numbers)

The second serves both `exp`, since exp(2h) = (h coth h + h) / (h coth h - h), and `tanh`.
"""

from __future__ import annotations

import math

import numpy as np

from plyground.kernel.bits import as_int, float_bits, float_of_bits
from plyground.kernel.compiler import compiled

# ln 2 in two parts. The first has 21 zeros at its end, so that its product with an exponent is
# exact.
_LN2_HIGH = float.fromhex("0x1.62e42fee00000p-1")
_LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
_PER_LN2 = float.fromhex("0x1.71547652b82fep+0")  # 1 / ln 2

_FRACTION = 52  # bits of a float64's fraction, below its exponent
_BIAS = 1023  # what an exponent is stored with
_ONE_BITS = np.uint64(_BIAS << _FRACTION)
_FRACTION_MASK = np.uint64((1 << _FRACTION) - 1)
_SHIFT = np.uint64(_FRACTION)

_SMALLEST_NORMAL = 2.0**-1022
_SQRT2 = math.sqrt(2)
_OVERFLOW, _UNDERFLOW = 709.8, -745.2  # beyond these exp is infinite, or 0
_HALF_AT = 0.55  # from about here on tanh is at least a half
_ONE_FROM = 22.0  # from here on tanh is 1


@compiled
def log(x: float) -> float:
    """The natural logarithm of `x`: -inf at 0, nan below."""
    if x == 0.0:
        return -math.inf
    if not 0.0 < x < math.inf:
        return math.inf if x > 0.0 else math.nan
    exponent = -_BIAS
    if x < _SMALLEST_NORMAL:
        x *= 2.0**54
        exponent -= 54
    word = float_bits(x)
    exponent += as_int(word >> _SHIFT)
    f = float_of_bits(word & _FRACTION_MASK | _ONE_BITS)  # from 1 to 2
    if f > _SQRT2:
        f *= 0.5
        exponent += 1
    f -= 1.0  # x is (1 + f) 2^exponent
    s = _quotient(f, 2.0 + f)
    z = s * s
    w = z * z
    odd = 2 / 3 + w * (2 / 7 + w * (2 / 11 + w * (2 / 15 + w * (2 / 19 + w * (2 / 23)))))
    even = 2 / 5 + w * (2 / 9 + w * (2 / 13 + w * (2 / 17 + w * (2 / 21))))
    series = z * odd + w * even  # log(1 + f) / s - 2
    half = 0.5 * f * f  # log(1 + f) is f - half + s (half + series)
    high = exponent * _LN2_HIGH
    return high - ((half - (s * (half + series) + exponent * _LN2_LOW)) - f)


@compiled
def exp(x: float) -> float:
    """e to the power of `x`."""
    if not _UNDERFLOW < x < _OVERFLOW:
        if x >= _OVERFLOW:
            return math.inf
        return 0.0 if x <= _UNDERFLOW else math.nan
    exponent = int(x * _PER_LN2 + (0.5 if x > 0.0 else -0.5))
    high = x - exponent * _LN2_HIGH
    low = exponent * _LN2_LOW
    r = high - low  # x is r + exponent ln 2
    h = 0.5 * r
    d = h - _coth_part(h * h)
    near = 1.0 - ((low - _quotient(r * d, 1.0 - d)) - high)  # exp(r) is 1 + r / (1 - d)
    part = exponent // 2  # 2^exponent alone may be no float64
    return near * _power_of_2(part) * _power_of_2(exponent - part)


@compiled
def tanh(x: float) -> float:
    """The hyperbolic tangent of `x`."""
    if x == 0.0:
        return x  # with its sign
    size = -x if x < 0.0 else x
    if size < _HALF_AT:
        q = _coth_part(x * x)
        return x - x * _quotient(q, 1.0 + q)
    near = 1.0
    if not size >= _ONE_FROM:
        near = 1.0 - _quotient(2.0, exp(2.0 * size) + 1.0)
    return -near if x < 0.0 else near


@compiled
def _coth_part(z: float) -> float:
    """h coth h - 1, where `z` is h^2, at most 0.3025: less than 10^-18 of 1 is left out."""
    tail = 87734 / 38979295480125 + z * (-349222 / 1531329465290625)
    tail = 4 / 18243225 + z * (-3617 / 162820783125 + z * tail)
    tail = 2 / 93555 + z * (-1382 / 638512875 + z * tail)
    return z * (1 / 3 + z * (-1 / 45 + z * (2 / 945 + z * (-1 / 4725 + z * tail))))


@compiled
def _quotient(dividend: float, divisor: float) -> float:
    """`dividend` / `divisor`, which is not 0.

    The operator looks for 0 and raises an error, and a function that may raise one slows down all
    that call it: playouts of a tree search by four times.
    """
    return float(np.divide(dividend, divisor))


@compiled
def _power_of_2(exponent: int) -> float:
    """2^exponent, for exponents from -1022 to 1023."""
    return float_of_bits(np.uint64(exponent + _BIAS) << _SHIFT)
