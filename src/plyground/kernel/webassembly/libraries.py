"""Compiling for a page alone: no machine code for this computer, and LLVM's work done once.

For each function Numba links all that it calls, optimizes the whole, and makes machine code of it,
over and over along a chain of calls. A module needs none of that but the text of each function: a
`TextLibrary` keeps just this, and links what belongs together when all of it is there.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import numba
from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

from plyground.kernel.webassembly.text import whole_power


class TextLibrary(JITCodeLibrary):
    """A function as LLVM text, neither optimized nor made into machine code."""

    def add_llvm_module(self, module: llvm.ModuleRef) -> None:
        """Numba's interface: take the function in, without optimizing it."""
        text = str(module)
        if (changed := whole_power(text)) != text:
            module = llvm.parse_assembly(changed)
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Numba's interface: there is nothing to be made."""
        self._finalized = True

    def get_llvm_str(self) -> str:
        """The text of the function and of all that it calls."""
        whole = self._final_module.clone()
        others = linked(self)[1:]
        for library in others:
            if isinstance(library, TextLibrary):
                whole.link_in(library._final_module, preserve=True)
        # Each of these, made before `compile_to_text`, has copies of all that it calls. LLVM takes
        # only what is called already, so they come last.
        for library in others:
            if not isinstance(library, TextLibrary):
                whole.link_in(library._get_module_for_linking(), preserve=True)
        return str(whole)


def linked(library: JITCodeLibrary) -> list[JITCodeLibrary]:
    """A library and those of all that its function calls, directly or not."""
    found = {library: None}
    todo = [library]
    while todo:
        for each in todo.pop()._linking_libraries:
            if each not in found:
                found[each] = None
                todo.append(each)
    return list(found)


def calls(library: JITCodeLibrary, name: str) -> bool:
    """Whether the function of a library, or what it calls, calls the function of this name."""
    names = (name, f"llvm.{name}.f64")
    return any(
        function.name in names
        for each in linked(library)
        for function in each._final_module.functions
    )


def compile_to_text() -> None:
    """From now on, this process compiles for a page: none of its functions can be called."""
    numba.njit(lambda word: word)(0)  # now Numba has made for itself what it has to call
    context = cpu_target.target_context
    context.codegen()._library_class = TextLibrary
    context.create_cpython_wrapper = _no_wrapper
    context.get_executable = _no_executable


def _no_wrapper(*_arguments: Any, **_options: Any) -> None:
    """In place of the code through which Python would call a function."""


def _no_executable(library: TextLibrary, description: Any, environment: Any) -> Any:
    """In place of a function that Python can call, something that Numba knows it by."""
    name, address = description.qualname, 0
    return _dynfunc.make_function(
        description.lookup_module(), name, "", address, environment, (library,)
    )
