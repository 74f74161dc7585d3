"""Plyground: play, watch, analyse and solve small games of perfect information.

    import plyground as pg

    position = pg.ConnectFour().position("4453")
    position = position.play("4")
    pg.Minimax(depth=5).choose(position)

The names of `plyground.api` are here, imported when first used, so that the command line can
start without what it does not need.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground.api import *  # noqa: F403

    __version__: str
else:  # a type checker that saw it would take every misspelt name for good

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            return importlib.import_module("importlib.metadata").version("plyground")
        api = importlib.import_module("plyground.api")
        if name == "__all__":
            return api.__all__
        if name not in api.__all__:
            raise AttributeError(
                f"module 'plyground' has no attribute {name!r}",
                name=name,
                obj=sys.modules[__name__],
            )
        globals()[name] = getattr(api, name)  # so that the next time is quick
        return globals()[name]


def __dir__() -> list[str]:
    return [*importlib.import_module("plyground.api").__all__, "__version__"]
