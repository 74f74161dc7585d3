"""The rules of a game in compiled code: a type for each game, and nothing at run time."""

from __future__ import annotations

import functools
from typing import Any

from numba.core import types
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.core.typing.typeof import typeof_impl
from numba.extending import NativeValue, models, register_model, unbox

from plyground.kernel.compiler import Compiled
from plyground.kernel.rules import Rules, known


class RulesType(types.Type):
    """The Numba type of one game's rules."""

    def __init__(self, type_name: str) -> None:
        self.type_name = type_name
        super().__init__(name=f"Rules({type_name})")

    @property
    def rules(self) -> Rules:
        return known[self.type_name]

    def __reduce__(self) -> tuple[type[RulesType], tuple[str]]:
        return RulesType, (self.type_name,)


@functools.cache
def _type_named(type_name: str) -> RulesType:
    return RulesType(type_name)


@typeof_impl.register(Rules)
def _typeof(rules: Rules, _context: Any) -> RulesType:
    return _type_named(rules.type_name)


@register_model(RulesType)
class _Model(models.OpaqueModel):
    """Nothing at run time: the type says it all."""


@unbox(RulesType)
def _unbox(_type: RulesType, _value: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


@infer_getattr
class _Attributes(AttributeTemplate):
    key = RulesType

    def generic_resolve(self, typ: RulesType, name: str) -> types.Type | None:
        value = getattr(typ.rules, name, None)
        if isinstance(value, Compiled):
            return types.Dispatcher(value.dispatcher)
        return types.literal(value) if isinstance(value, int) else None


@lower_getattr_generic(RulesType)
def _lower(context: Any, _builder: Any, typ: RulesType, _value: Any, name: str) -> Any:
    constant = getattr(typ.rules, name)
    if isinstance(constant, int):
        return context.get_constant_generic(_builder, types.literal(constant), constant)
    return context.get_dummy_value()
