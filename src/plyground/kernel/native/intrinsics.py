"""How an `Intrinsic` becomes instructions: `lowers` registers what Numba writes for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.registry import cpu_target
from numba.core.typing.typeof import typeof_impl
from numba.extending import intrinsic

from plyground.kernel.compiler import Intrinsic

_lowered: dict[Intrinsic, Any] = {}


def lowers(function: Any, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let compiled code have an intrinsic, by a function for `numba.extending.intrinsic`."""

    def registered(definition: Callable[..., Any]) -> Callable[..., Any]:
        _lowered[function] = intrinsic(**options)(definition) if options else intrinsic(definition)
        return definition

    return registered


@typeof_impl.register(Intrinsic)
def _typeof(function: Intrinsic, _context: Any) -> Any:
    return cpu_target.typing_context.resolve_value_type(_lowered[function])
