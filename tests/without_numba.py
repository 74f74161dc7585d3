"""A new computer on which Numba cannot be imported: no process there compiles anything."""

from __future__ import annotations

import os
from pathlib import Path

_TELLS = "PLYGROUND_TEST_TELLS"

# Python runs it at the start of each process, those that the app starts too.
_SITE = f"""
import os
import sys
import traceback

class Forbidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            with open(os.environ["{_TELLS}"], "a") as file:
                print(sys.orig_argv, "imports", name, file=file)
                traceback.print_stack(file=file)
            raise AssertionError("this imports " + name)

sys.meta_path.insert(0, Forbidden())
"""


class NewComputer:
    """Its empty home is in a folder."""

    def __init__(self, folder: Path) -> None:
        site, self._told = folder / "site", folder / "told"
        site.mkdir(parents=True)
        (site / "sitecustomize.py").write_text(_SITE)
        before = os.environ.get("PYTHONPATH")
        self.environment = {
            **os.environ,
            "HOME": str(folder / "home"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
            "PYTHONPATH": os.pathsep.join(filter(None, (str(site), before))),
            _TELLS: str(self._told),
        }

    @property
    def imports(self) -> str:
        """Which processes have tried to import Numba, and from where; empty if none has."""
        return self._told.read_text() if self._told.exists() else ""
