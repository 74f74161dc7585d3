"""What a ready module *says*: a hash of the text that it was made of, equal on every computer.

`identity` names compiled code on one computer; it knows of bytecode and versions, and so no two
Pythons agree on it. A module that comes with the package needs a name that holds everywhere. Its
`seal` is a hash of text:

- of each function that the module reaches, its words as Python reads them, without comments and
  bare strings such as docstrings, however lines end and quotes are written;
- the values that these functions take from elsewhere, in order of their names: numbers, text,
  tuples, arrays with their types and shapes, members of enumerations;
- all of `kernel` that turns functions into modules: whole files, since these extend the compiler in
  ways that no function shows. What is reached there counts by its name.

What belongs to Python, NumPy or Numba counts by its name too. Their versions do not: a module that
was made goes on to give the answers of its text. Nor do paths, and times of files.

Numba is not imported here, and it makes no difference whether compilation is off.
"""

from __future__ import annotations

import ast
import dis
import enum
import functools
import hashlib
import io
import linecache
import sys
import tokenize
import types
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from plyground.kernel.trees import syntax_tree

_LIBRARIES = frozenset({"builtins", "llvmlite", "math", "numba", "numpy", "operator"})

_KERNEL = __name__.rpartition(".")[0]
_WITHOUT_EFFECT = frozenset(
    {
        "__init__.py", "cache.py", "compiler.py", "identity.py", "seal.py", "native/__init__.py",
        "native/caching.py", "native/scan.py", "trees.py", "webassembly/__init__.py",
        "webassembly/__main__.py", "webassembly/keeping.py",
    }
)  # fmt: skip
"""Files of `kernel` that do not decide what is in a module. All others count, new ones too."""

_LAYOUT_TOKENS = frozenset({tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT})
_WITHOUT_MEANING = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER})
# Python 3.12 takes an f-string apart.
_FSTRING_START = getattr(tokenize, "FSTRING_START", -1)
_FSTRING_END = getattr(tokenize, "FSTRING_END", -1)

_Place = tuple[int, int]
_Node = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.Module


def seal(*parts: object) -> str:
    """The hash (hex) of all that `parts` reach: functions, compiled or not, and values.

    Raises TypeError if they reach a value that cannot be described exactly, or a function without
    source text.
    """
    digest = hashlib.sha256()
    description = _Description()
    for text in (_of_kernel(), *(each for part in parts for each in description.of(part))):
        digest.update(text.encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()


class _Description:
    """One walk over what is reached; yields text that is equal wherever it is taken."""

    def __init__(self) -> None:
        self._met: dict[int, int] = {}  # id of a function -> order in which it was met

    def of(self, value: Any) -> Iterator[str]:
        """The parts that describe `value`."""
        function = _plain(value)
        if (name := _kernel_names().get(id(value))) is not None:
            yield f"kernel {name}"
        elif _module_of(function).startswith(f"{_KERNEL}."):
            yield from self._made_by_kernel(function)
        elif _in_library(function):
            yield f"library {_library_name(function)}"
        elif isinstance(function, types.FunctionType):
            yield from self._function(function)
        elif isinstance(value, enum.Enum):
            yield f"enum {type(value).__name__} {value.name}"
            yield from self.of(value.value)
        elif isinstance(value, np.generic | np.ndarray):
            array = np.asarray(value)
            content = hashlib.sha256(array.tobytes()).hexdigest()
            yield f"array {array.dtype.str} {array.shape} {content}"
        elif isinstance(value, tuple | list):
            fields = getattr(value, "_fields", "")
            yield f"{type(value).__name__} {len(value)} {fields}"
            for item in value:
                yield from self.of(item)
        elif isinstance(value, Mapping):
            yield f"mapping {len(value)}"
            for key in sorted(value):
                yield ascii(key)
                yield from self.of(value[key])
        elif isinstance(value, frozenset):
            yield f"frozenset {sorted(map(ascii, value))}"
        elif isinstance(value, enum.EnumType):
            yield f"enum {value.__name__}"
            yield from self.of(tuple(value.__members__.values()))
        elif isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            yield f"namedtuple {value.__name__} {value._fields}"
        elif value is None or isinstance(value, bool | int | float | complex | str | bytes):
            yield f"{type(value).__name__} {value!a}"
        else:
            raise TypeError(f"a module reaches {value!r}, which has no exact description")

    def _made_by_kernel(self, function: Any) -> Iterator[str]:
        """Something of `kernel` that has no name there: its text counts already, what it was made
        with does not.
        """
        if isinstance(function, types.FunctionType):
            yield f"kernel {function.__code__.co_qualname}"
            for _, value in sorted(_captured(function).items()):
                yield from self.of(value)
        elif hasattr(function, "__kernel_identity__"):
            yield f"kernel {function.__kernel_identity__}"
        else:
            raise TypeError(f"a module reaches {function!r}, which has no exact description")

    def _function(self, function: types.FunctionType) -> Iterator[str]:
        if id(function) in self._met:
            yield f"met {self._met[id(function)]}"
            return
        self._met[id(function)] = len(self._met)
        source, nodes = _source_of(function)
        yield f"function {function.__name__}"
        for node in nodes:
            yield source.text(node)
        for default in (*(function.__defaults__ or ()), function.__kwdefaults__ or {}):
            yield from self.of(default)
        captured = _captured(function)
        known = {**_builtins(function), **function.__globals__, **captured}
        for name in sorted(_globals_of(function.__code__) | set(captured)):
            if name not in known:
                raise TypeError(f"{function.__name__} uses {name}, which is not defined")
            if isinstance(known[name], types.ModuleType):
                yield from self._attributes(known[name], name, nodes)
            else:
                yield name
                yield from self.of(known[name])

    def _attributes(self, module: types.ModuleType, name: str, nodes: list[_Node]) -> Iterator[str]:
        """A module counts by what is taken from it."""
        bodies = [
            ast.Expression(node.body) if isinstance(node, ast.Lambda) else ast.Module(node.body, [])
            for node in nodes
        ]
        for taken in sorted({each for body in bodies for each in _taken(body, name)}):
            home, value = module, cast("Any", module)
            for part in filter(None, taken.split(".")):
                if not isinstance(value, types.ModuleType):
                    break
                home, value = value, getattr(value, part)
            if isinstance(value, types.ModuleType):
                raise TypeError(f"a module reaches {value.__name__} as a value")
            yield f"{_top(home.__name__)} {taken}"
            if not _is_library(home.__name__):
                yield from self.of(value)
            elif isinstance(value, int | float):  # as math.inf is
                yield f"{value!a}"


@dataclass
class _Token:
    start: _Place
    end: _Place
    text: str


class _Source:
    """A file of Python: the words in it, and where its functions are."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self.tree = syntax_tree("".join(lines))
        self._tokens = list(self._read())
        self._rows = [token.start[0] for token in self._tokens]
        self.functions: dict[tuple[str, int], list[_Node]] = {}
        self._find(self.tree, "")

    def text(self, node: _Node) -> str:
        """The words of a function or of the whole file."""
        if isinstance(node, ast.Module):
            begin, end = (0, 0), (len(self._lines) + 1, 0)
        elif isinstance(node, ast.Lambda):
            begin, end = self._place(node), self._end(node)
        else:
            begin, end = (_first_line(node), 0), (node.end_lineno or 0, sys.maxsize)
        skipped = sorted(
            (self._place(each), self._end(each))
            for each in ast.walk(node)
            if isinstance(each, ast.Expr)
            and isinstance(each.value, ast.Constant)
            and isinstance(each.value.value, str)
        )
        said: list[str] = []
        after = (0, 0)  # the end of a bare string whose line goes with it
        chosen = self._tokens[bisect_left(self._rows, begin[0]) : bisect_right(self._rows, end[0])]
        for token in chosen:
            if not (begin <= token.start and token.end <= end):
                continue
            if not said and token.text in ("INDENT", "DEDENT"):
                continue  # before the function
            while skipped and token.start >= skipped[0][1]:
                after = skipped.pop(0)[1]
            if skipped and skipped[0][0] <= token.start:
                continue
            if token.text == "NEWLINE" and token.start == after:
                continue
            said.append(token.text)
        return "\n".join(said)

    def _read(self) -> Iterator[_Token]:
        depth, begun = 0, (0, 0)
        for token in tokenize.generate_tokens(io.StringIO("".join(self._lines)).readline):
            if token.type == _FSTRING_START:
                begun = begun if depth else token.start
                depth += 1
            elif token.type == _FSTRING_END:
                depth -= 1
                if not depth:
                    yield _Token(begun, token.end, _string(self._between(begun, token.end)))
            elif depth or token.type in _WITHOUT_MEANING:
                continue
            elif token.type in _LAYOUT_TOKENS:
                yield _Token(token.start, token.start, tokenize.tok_name[token.type])
            elif token.type == tokenize.STRING:
                yield _Token(token.start, token.end, _string(token.string))
            else:
                yield _Token(token.start, token.end, token.string)

    def _between(self, start: _Place, end: _Place) -> str:
        lines = self._lines[start[0] - 1 : end[0]]
        lines[-1] = lines[-1][: end[1]]
        lines[0] = lines[0][start[1] :]
        return "".join(lines)

    def _find(self, node: ast.AST, within: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = within
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                name = f"{within}{getattr(child, 'name', '<lambda>')}"
                self.functions.setdefault((name, _first_line(child)), []).append(child)
                inner = f"{name}.<locals>."
            elif isinstance(child, ast.ClassDef):
                inner = f"{within}{child.name}."
            self._find(child, inner)

    def _place(self, node: Any) -> _Place:
        return node.lineno, self._characters(node.lineno, node.col_offset)

    def _end(self, node: Any) -> _Place:
        return node.end_lineno, self._characters(node.end_lineno, node.end_col_offset)

    def _characters(self, line: int, offset: int) -> int:
        """How many characters of a line are before a byte of it."""
        return len(self._lines[line - 1].encode()[:offset].decode())


def _first_line(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def _string(text: str) -> str:
    """A string however it is written; one with places to fill in keeps its quotes."""
    quote = min(text.find(each) for each in "'\"" if each in text)
    prefix = "".join(sorted(text[:quote].lower()))
    return f"{prefix}{text[quote:]}" if "f" in prefix else ascii(ast.literal_eval(text))


@functools.lru_cache(maxsize=256)
def _read_source(lines: tuple[str, ...]) -> _Source:
    return _Source(list(lines))


def _source_of(function: types.FunctionType) -> tuple[_Source, list[_Node]]:
    """The file of a function and where it is there; several lambdas of one line count together."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    found: list[_Node] = []
    if lines:
        source = _read_source(tuple(lines))
        found = source.functions.get((code.co_qualname, code.co_firstlineno), [])
    if not found:
        raise TypeError(f"{function.__name__} has no source text in {code.co_filename}")
    return source, found


@functools.cache
def _of_kernel() -> str:
    """The words of the files of `kernel` that make modules."""
    folder = Path(__file__).parent
    said = []
    for path in sorted(folder.rglob("*.py"), key=lambda path: path.relative_to(folder).as_posix()):
        name = path.relative_to(folder).as_posix()
        if name not in _WITHOUT_EFFECT:
            source = _Source(io.StringIO(path.read_text("utf-8")).readlines())
            said.append(f"{name}\n{source.text(source.tree)}")
    return "\n".join(said)


@functools.cache
def _kernel_names() -> dict[int, str]:
    """The functions and classes of `kernel` by their ids: a public name where there is one, the
    same one with compilation off, where another function may have it.
    """
    names: dict[int, str] = {}
    modules = [
        module
        for name, module in sys.modules.items()
        if name.startswith(f"{_KERNEL}.")
        and name.removeprefix(f"{_KERNEL}.").replace(".", "/") + ".py" not in _WITHOUT_EFFECT
    ]
    found = [
        (name.startswith("_"), len(name), name, value)
        for module in modules
        for name, value in vars(module).items()
        if callable(value) and not _is_library(_module_of(_plain(value)))
    ]
    for _, _, name, value in sorted(found, key=lambda each: each[:3]):
        names.setdefault(id(value), name)
    return names


def _plain(value: Any) -> Any:
    """The Python function that a compiled one or one of Numba's was made of; else `value`."""
    for name in ("py_func", "_defn"):
        inner = getattr(value, name, None)
        if isinstance(inner, types.FunctionType):
            return inner
    return value


def _captured(function: types.FunctionType) -> dict[str, Any]:
    found = {}
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            raise TypeError(f"{function.__name__} uses {name} before it is defined") from None
    return found


def _builtins(function: types.FunctionType) -> dict[str, Any]:
    found = function.__globals__.get("__builtins__", {})
    return vars(found) if isinstance(found, types.ModuleType) else cast("dict[str, Any]", found)


def _globals_of(code: types.CodeType) -> set[str]:
    """The names that code looks up outside functions."""
    found = {
        step.argval
        for step in dis.get_instructions(code)
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    }
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= _globals_of(constant)
    return found


def _taken(node: ast.AST, name: str) -> Iterator[str]:
    """What code takes from the module of this name, as `a.b` of `module.a.b`; empty for the module
    itself. Types that are only stated do not count.
    """
    if isinstance(node, ast.Name) and node.id == name:
        yield ""
    parts: list[str] = []
    inner = node
    while isinstance(inner, ast.Attribute):
        parts.insert(0, inner.attr)
        inner = inner.value
    if parts and isinstance(inner, ast.Name) and inner.id == name:
        yield ".".join(parts)
        return
    for field, found in ast.iter_fields(node):
        for child in found if isinstance(found, list) else [found]:
            if isinstance(child, ast.AST) and field not in ("annotation", "returns"):
                yield from _taken(child, name)


def _module_of(value: Any) -> str:
    module = getattr(value, "__module__", "")
    return module if isinstance(module, str) else ""


def _is_library(module: str) -> bool:
    return _top(module) in _LIBRARIES


def _top(module: str) -> str:
    """The package of a module: where in it something lies changes with its versions."""
    return module.partition(".")[0]


def _in_library(value: Any) -> bool:
    return isinstance(value, np.ufunc | np.dtype) or (
        (callable(value) or isinstance(value, type)) and _is_library(_module_of(value))
    )


def _library_name(value: Any) -> str:
    home = _top(_module_of(value)) or "numpy"  # where a ufunc is from
    return f"{home}.{getattr(value, '__name__', str(value))}"
