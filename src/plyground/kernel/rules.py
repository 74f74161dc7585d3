"""The rules type: how generic compiled code calls the kernels of one game.

A `Rules` object holds a game's kernels and constants under the names that algorithms use
(`rules.play`, `rules.max_moves`). Compiled code that takes it as an argument sees a type of its
own for every game, named by the game, its parameters and the identity of all its kernels, so that
Numba binds each call statically and compiles one version of the algorithm for each game. At run
time the argument carries nothing.

With NUMBA_DISABLE_JIT=1 the same attributes are plain Python functions and numbers.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from plyground.kernel.identity import identity

known: dict[str, Rules] = {}
"""Rules by the names of their types, as far as these were asked for."""


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
        self.runs_in_python = False
        """Whether the kernels are ours, of which a test knows that they do the same in Python."""
        self.shipped: Callable[[], Any] = lambda: None
        """Finds the module that comes with the game: see `position.home`."""

    @functools.cached_property
    def identity(self) -> str:
        """The hash (hex) of all that decides the native code of the kernels."""
        return self._identity()

    @functools.cached_property
    def type_name(self) -> str:
        """The name of the type that compiled code sees."""
        stated = "".join(f",{key}={value}" for key, value in self.parameters.items())
        name = f"{self.name}{stated},{self.identity[:32]}"
        known[name] = self
        return name

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
        return f"<rules of {self.name} {self.parameters}>"
