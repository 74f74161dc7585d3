"""The second home of compiled code: WebAssembly, for a page that has no Python.

`emitting.emit` turns one compiled function into a module, by LLVM as it came with Numba and without
a linker; `kept_module` does so in a process of its own and keeps the result on disk.
"""

from plyground.kernel.webassembly.keeping import Source, kept_module, made_module, module_path
from plyground.kernel.webassembly.module import with_data
from plyground.kernel.webassembly.text import PULSE_EVERY

__all__ = [
    "PULSE_EVERY",
    "Source",
    "kept_module",
    "made_module",
    "module_path",
    "with_data",
]
