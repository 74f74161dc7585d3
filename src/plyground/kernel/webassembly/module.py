"""A WebAssembly module from the object file that LLVM writes, without a linker.

An object file of one compilation is nearly a module: its code already holds the right numbers of
functions. What is left to do:

    memory   the stack comes first and the data after it, so a stack that overflows leaves the
             memory and the program stops; as LLVM lays them out, it would overwrite the data
             0 ......... stack bytes | data | heap ......
    imports  the memory, the stack pointer and a table of functions become the module's own
    exports  the entry, the memory, and `heap`, the first address that a page may use

The format: WebAssembly Core Specification, and "Linking" of its tool conventions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from plyground.kernel.compiler import CompileError
from plyground.kernel.webassembly.text import ENTRY, PULSE

_MAGIC = b"\0asm\1\0\0\0"
_PAGE = 1 << 16

# Sections, by their numbers.
(
    _CUSTOM, _TYPE, _IMPORT, _FUNCTION, _TABLE, _MEMORY, _GLOBAL, _EXPORT, _START, _ELEMENT,
    _CODE, _DATA, _DATA_COUNT,
) = range(13)  # fmt: skip
_ORDER = (
    _TYPE, _IMPORT, _FUNCTION, _TABLE, _MEMORY, _GLOBAL, _EXPORT, _START, _ELEMENT, _DATA_COUNT,
    _CODE, _DATA,
)  # fmt: skip

_FUNCTION_KIND, _TABLE_KIND, _, _GLOBAL_KIND = range(4)  # of imports
_ALLOWED = {PULSE}  # the functions that a module may import

_SYMBOL_TABLE = 8
_UNDEFINED, _EXPLICIT_NAME = 0x10, 0x40  # flags of a symbol
_ADDRESS_LEB, _ADDRESS_SLEB, _ADDRESS_WORD = 3, 4, 5  # kinds of relocations that hold an address
_WITH_ADDEND = (3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 22, 23)
_PADDED = 5  # bytes of a number that a linker may replace


@dataclass
class _Object:
    """An object file: its sections by number, its relocations by section, its named functions."""

    sections: dict[int, bytes] = field(default_factory=dict)
    numbers: list[int] = field(default_factory=list)  # of the sections in their order
    relocations: dict[int, bytes] = field(default_factory=dict)
    functions: dict[str, int] = field(default_factory=dict)


class _Reader:
    """Reads the numbers and names of a part of a file."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    @property
    def more(self) -> bool:
        return self.at < len(self._data)

    def byte(self) -> int:
        self.at += 1
        return self._data[self.at - 1]

    def number(self) -> int:
        """An unsigned number (LEB128)."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        """A signed number."""
        start = self.at
        value = self.number()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def take(self, count: int) -> bytes:
        self.at += count
        return self._data[self.at - count : self.at]

    def part(self) -> bytes:
        """Bytes after their number."""
        return self.take(self.number())

    def name(self) -> str:
        return self.part().decode()


def needed_functions(obj: bytes) -> list[str]:
    """The functions that an object file takes from elsewhere, apart from those of a page."""
    return _imports(_read(obj).sections.get(_IMPORT, b"\0")).missing


def module(obj: bytes, stack: int) -> bytes:
    """The module for an object file of which `needed_functions` names none; its stack has `stack`
    bytes, a multiple of 16.
    """
    found = _read(obj)
    imports = _imports(found.sections.get(_IMPORT, b"\0"))
    for section in (_CODE, _DATA):
        content = found.sections.get(section, b"\0")
        found.sections[section] = _relocated(content, found.relocations.get(section, b"\0"), stack)
    data, heap = _moved_data(found.sections[_DATA], stack)
    found.sections[_IMPORT] = imports.kept
    found.sections[_DATA] = data
    if imports.table:
        found.sections[_TABLE] = b"\1" + imports.table
    pages = -(-heap // _PAGE)
    found.sections[_MEMORY] = b"\1\0" + _leb(pages)
    found.sections[_GLOBAL] = _globals(stack, heap)
    found.sections[_EXPORT] = (
        b"\3"
        + _text(ENTRY) + b"\0" + _leb(found.functions[ENTRY])
        + _text("memory") + b"\2\0"
        + _text("heap") + b"\3\1"
    )  # fmt: skip
    return _written(found.sections)


def with_data(made: bytes, content: bytes) -> tuple[bytes, int]:
    """A module that `module` made, with more data, and the address of that; `heap` is after it."""
    sections = _read(made).sections
    reader = _Reader(sections[_GLOBAL])
    reader.take(4)
    stack = reader.signed()
    reader.take(4)
    address = reader.signed()
    heap = _aligned(address + len(content))
    data = _Reader(sections[_DATA])
    count = data.number() + 1
    sections[_DATA] = _leb(count) + sections[_DATA][data.at :] + _segment(address, content)
    if _DATA_COUNT in sections:
        sections[_DATA_COUNT] = _leb(count)
    sections[_GLOBAL] = _globals(stack, heap)
    sections[_MEMORY] = b"\1\0" + _leb(-(-heap // _PAGE))
    return _written(sections), address


def _globals(stack: int, heap: int) -> bytes:
    """Number 0 is the stack pointer, at the end of the stack: it grows down. Number 1 is `heap`."""
    return b"\2" + b"\x7f\1\x41" + _sleb(stack) + b"\x0b" + b"\x7f\0\x41" + _sleb(heap) + b"\x0b"


def _written(sections: dict[int, bytes]) -> bytes:
    parts = [_MAGIC]
    for number in _ORDER:
        if number in sections:
            content = sections[number]
            parts.append(bytes([number]) + _leb(len(content)) + content)
    return b"".join(parts)


def _read(obj: bytes) -> _Object:
    if not obj.startswith(_MAGIC):
        raise CompileError("LLVM has written no WebAssembly")
    found, reader = _Object(), _Reader(obj)
    reader.at = len(_MAGIC)
    while reader.more:
        number, content = reader.byte(), reader.part()
        found.numbers.append(number)
        if number != _CUSTOM:
            found.sections[number] = content
            continue
        part = _Reader(content)
        name = part.name()
        rest = content[part.at :]
        if name == "linking":
            found.functions = dict(_functions(rest))
        elif name.startswith("reloc."):
            of = _Reader(rest)
            section = found.numbers[of.number()]
            found.relocations[section] = rest[of.at :]
    return found


def _functions(linking: bytes) -> Iterator[tuple[str, int]]:
    """The names and numbers of the functions that an object file defines."""
    reader = _Reader(linking)
    reader.number()  # the version
    while reader.more:
        kind, content = reader.byte(), reader.part()
        if kind != _SYMBOL_TABLE:
            continue
        table = _Reader(content)
        for _ in range(table.number()):
            what, flags = table.byte(), table.number()
            defined = not flags & _UNDEFINED
            if what == 1:  # data
                table.name()
                if defined:
                    for _part in range(3):
                        table.number()
            elif what == 3:  # a section
                table.number()
            else:
                index = table.number()
                if defined or flags & _EXPLICIT_NAME:
                    name = table.name()
                    if what == 0 and defined:
                        yield name, index


class _Imports(NamedTuple):
    """The imports of an object file: those that stay, other functions, the type of its table."""

    kept: bytes
    missing: list[str]
    table: bytes


def _imports(section: bytes) -> _Imports:
    reader = _Reader(section)
    kept, missing, table = [], [], b""
    for _ in range(reader.number()):
        start = reader.at
        reader.name()
        name, kind = reader.name(), reader.byte()
        of_type = reader.at
        if kind == _FUNCTION_KIND:
            reader.number()
            if name in _ALLOWED:
                kept.append(section[start : reader.at])
            else:
                missing.append(name)
        elif kind == _GLOBAL_KIND:  # the stack pointer
            reader.take(2)
        else:
            if kind == _TABLE_KIND:
                reader.byte()
            limited = reader.number()
            for _limit in range(1 + limited % 2):
                reader.number()
            if kind == _TABLE_KIND:
                table = section[of_type : reader.at]
    return _Imports(_leb(len(kept)) + b"".join(kept), sorted(missing), table)


def _moved_data(section: bytes, by: int) -> tuple[bytes, int]:
    """The data, so many bytes further up in memory, and the first address after it."""
    reader = _Reader(section)
    count = reader.number()
    parts, end = [_leb(count)], by
    for _ in range(count):
        flags, instruction = reader.number(), reader.byte()
        if flags or instruction != 0x41:  # i32.const
            raise CompileError("LLVM has laid out data in an unknown way")
        at = reader.signed() + by
        reader.byte()
        content = reader.part()
        end = max(end, at + len(content))
        parts.append(_segment(at, content))
    return b"".join(parts), _aligned(end)


def _segment(at: int, content: bytes) -> bytes:
    return b"\0\x41" + _sleb(at) + b"\x0b" + _leb(len(content)) + content


def _aligned(address: int) -> int:
    return -(-address // 64) * 64


def _relocated(content: bytes, relocations: bytes, by: int) -> bytes:
    """A section whose addresses of the data are so many bytes further up."""
    code = bytearray(content)
    reader = _Reader(relocations)
    for _ in range(reader.number()):
        kind, at = reader.byte(), reader.number()
        reader.number()
        if kind in _WITH_ADDEND:
            reader.signed()
        if kind in (_ADDRESS_LEB, _ADDRESS_SLEB):
            padded = _Reader(bytes(code[at : at + _PADDED]))
            value = padded.signed() if kind == _ADDRESS_SLEB else padded.number()
            code[at : at + _PADDED] = _padded(value + by)
        elif kind == _ADDRESS_WORD:
            value = int.from_bytes(code[at : at + 4], "little") + by
            code[at : at + 4] = value.to_bytes(4, "little")
        elif kind in _WITH_ADDEND:
            raise CompileError("LLVM has written an address in an unknown way")
    return bytes(code)


def _leb(value: int) -> bytes:
    parts: list[int] = []
    while True:
        part, value = value & 0x7F, value >> 7
        if not value:
            return bytes([*parts, part])
        parts.append(part | 0x80)


def _sleb(value: int) -> bytes:
    """A number, 0 or more, as a signed one."""
    parts = []
    while value > 0x3F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def _padded(value: int) -> bytes:
    """An address below 2^31, in the number of bytes that LLVM leaves for it; signed or not."""
    parts = [value >> shift & 0x7F | 0x80 for shift in (0, 7, 14, 21)]
    return bytes([*parts, value >> 28])


def _text(name: str) -> bytes:
    return _leb(len(name)) + name.encode()
