"""`emit`: one compiled function as a WebAssembly module.

The function takes `rules`, the number of an entry and the address of a desk: the words that it
reads and writes, which a page fills in and reads. LLVM compiles it as it does for this computer,
only for a processor without special instructions, so that everybody's module is the same:
`SETTINGS` say how, and have to be set before Numba is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import event, types
from numba.core.errors import NumbaError

from plyground.kernel import native
from plyground.kernel.compiler import CompileError, compile_error
from plyground.kernel.webassembly.libraries import calls
from plyground.kernel.webassembly.module import module, needed_functions
from plyground.kernel.webassembly.text import (
    ENTRY,
    SUPPLIED,
    TRIPLE,
    for_wasm,
    supplied,
)

FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint"
"""What a browser must know: Chrome 80, Firefox 113 and Safari 16.4 do."""

_PYTHON = ("numba_", "Py", "__numba")

_POWER = "pow"
_FOR_POWERS = ("exp2", "exp10", "ldexp")  # what LLVM calls for some powers


def emit(function: Callable[..., Any], rules: Any, stack: int) -> bytes:
    """The module for a function (rules, which, desk) -> int that Numba compiles.

    `stack` are the bytes of its stack. Raises CompileError if it cannot run in a page. Without
    `compile_to_text` before, powers with a whole exponent count as others do.
    """
    signature = (native.rules.RulesType(rules.type_name), types.int64, types.int64)
    fresh = numba.njit(nogil=True)(
        getattr(function, "py_func", function)
    )  # not kept: it has no text
    try:
        with event.install_recorder("numba:compile") as record:
            fresh.compile(signature)
    except NumbaError as error:
        raise CompileError(compile_error(error)) from None
    compiled = fresh.overloads[signature]
    text, name = compiled.library.get_llvm_str(), compiled.fndesc.llvm_func_name
    obj = _object(for_wasm(text, name))
    foreign = sorted(needed_functions(obj))
    if foreign:
        raise CompileError(_refusal(record.buffer, foreign[0]))
    return module(obj, stack)


def _refusal(events: list[Any], name: str) -> str:
    """Why a page cannot have a function of this name, and where it is called."""
    place = _place(events, name)
    if not place and name in _FOR_POWERS:
        name, place = _POWER, _place(events, _POWER)
    return f"{_reason(name)}{place}"


def _reason(name: str) -> str:
    """Why a page cannot have a function of this name, which Numba's code calls."""
    if name.startswith("NRT_"):
        return "it makes a list, an array or a text while it runs, for which a page has no room"
    if name.startswith(_PYTHON):
        return "it calls Python, as print does, and a page has none"
    if name == _POWER:
        return (
            "it raises a number to a power that can be a fraction; a page has whole exponents "
            "(an int) and sqrt"
        )
    return f"a page does not have {name}"


def _place(events: list[Any], name: str) -> str:
    """Where the function is that calls this one, itself or through what NumPy or Numba make of it:
    its name, line and file in brackets. Numba tells of a function after all that it calls.
    """
    for _time, each in events:
        if not each.is_end:
            continue
        python = each.data["dispatcher"].py_func
        if python.__module__.startswith("numba."):
            continue
        for result in each.data["dispatcher"].overloads.values():
            if calls(result.library, name):
                code = python.__code__
                file = Path(code.co_filename).name
                return f" ({code.co_name}, line {code.co_firstlineno} of {file})"
    return ""


def _object(text: str) -> bytes:
    """The object file for LLVM text, with those functions of SUPPLIED that LLVM calls in it."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    parsed = llvm.parse_assembly(text)
    for function in parsed.functions:
        if not function.is_declaration and function.name != ENTRY:
            function.linkage = "internal"  # so that LLVM leaves out what is never called
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(parsed, builder)
    obj: bytes = machine.emit_object(parsed)
    needed = [name for name in needed_functions(obj) if name in SUPPLIED]
    for name in needed:
        parsed.link_in(llvm.parse_assembly(supplied(name)))
    return machine.emit_object(parsed) if needed else obj
