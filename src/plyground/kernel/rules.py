"""The rules type: how generic compiled code calls the kernels of one game.

A `Rules` object holds a game's kernels and constants under the names that algorithms use
(`rules.play`, `rules.max_moves`). Compiled code that takes it as an argument sees a type of its
own for every game, named by the game, its parameters and the identity of all its kernels, so that
Numba binds each call statically and compiles one version of the algorithm for each game. At run
time the argument carries nothing.

With NUMBA_DISABLE_JIT=1 the same attributes are plain Python functions and numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.core.typing.typeof import typeof_impl
from numba.extending import NativeValue, models, register_model, unbox

from plyground.kernel.identity import identity

_known: dict[str, Rules] = {}  # type name -> rules


class Rules:
    """A game's kernels and integer constants, by name.

    `name` and `parameters` say which game; the kernels are made by `compiled`.
    """

    def __init__(
        self,
        name: str,
        parameters: Mapping[str, int],
        kernels: Mapping[str, Callable[..., Any]],
        constants: Mapping[str, int],
    ) -> None:
        self.name = name
        self.parameters = dict(parameters)
        self.kernels = dict(kernels)
        self.constants = dict(constants)
        vars(self).update(self.kernels)
        vars(self).update(self.constants)
        self.identity = self._identity()
        stated = "".join(f",{key}={value}" for key, value in self.parameters.items())
        self.type_name = f"{name}{stated},{self.identity[:32]}"
        _known[self.type_name] = self
        self.numba_type = RulesType(self.type_name)

    def _identity(self) -> str:
        digest = hashlib.sha256()
        digest.update(repr((self.name, self.parameters, self.constants)).encode())
        for name, function in self.kernels.items():
            digest.update(f"{name} {identity(function)}".encode())
        return digest.hexdigest()

    def check_unchanged(self) -> None:
        """Raise RuntimeError if a global that a kernel reaches was assigned since this was made."""
        if self._identity() != self.identity:
            raise RuntimeError(
                f"a value that the kernels of {self.name} use has changed since the game was made"
            )

    def __getattr__(self, name: str) -> Any:  # for type checkers: kernels are set by name
        raise AttributeError(f"the rules of {self.name} have no {name}")

    def __repr__(self) -> str:
        return f"<rules of {self.type_name}>"


class RulesType(types.Type):
    """The Numba type of one game's rules."""

    def __init__(self, type_name: str) -> None:
        self.type_name = type_name
        super().__init__(name=f"Rules({type_name})")

    @property
    def rules(self) -> Rules:
        return _known[self.type_name]

    def __reduce__(self) -> tuple[type[RulesType], tuple[str]]:
        return RulesType, (self.type_name,)


@typeof_impl.register(Rules)
def _typeof(rules: Rules, _context: Any) -> RulesType:
    return rules.numba_type


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
        if isinstance(value, Dispatcher):
            return types.Dispatcher(value)
        return types.literal(value) if isinstance(value, int) else None


@lower_getattr_generic(RulesType)
def _lower(context: Any, _builder: Any, typ: RulesType, _value: Any, name: str) -> Any:
    constant = getattr(typ.rules, name)
    if isinstance(constant, int):
        return context.get_constant_generic(_builder, types.literal(constant), constant)
    return context.get_dummy_value()
