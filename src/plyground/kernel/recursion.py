"""`bounded`: a function that calls itself, as one that ends by an error and not by a crash.

Compiled code that calls itself without end runs over the stack of its thread, and the program dies.
So a function from a game file that may reach itself counts its own calls: its text gets a parameter
more, which each such call raises by 1.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from types import CellType, CodeType, FunctionType
from typing import Any

from plyground.kernel.trees import syntax_tree

DEEPEST = 500
"""The calls of itself within each other that a function may make; a frame takes some 100 bytes."""

_COUNT = "calls_"


def bounded(function: FunctionType) -> FunctionType:
    """The function itself, or if it may reach itself, one that raises RecursionError in time."""
    again = {name for name, other in _called(function) if _reaches(other, function, set())}
    if not again:
        return function
    code = function.__code__
    tree = syntax_tree(textwrap.dedent(inspect.getsource(code)))
    made = _Counting(again).visit(tree.body[0])
    made.decorator_list = []
    made.name = "_"  # and not a name around it, which would hide a global one
    made.args.args.append(ast.arg(_COUNT))
    made.args.defaults.append(ast.Constant(0))
    made.body.insert(0, syntax_tree(f"if {_COUNT} > {DEEPEST}:\n    raise RecursionError").body[0])
    # Within a function that has the same names around, so that they stay those of the closure.
    around = syntax_tree(f"def _({', '.join(code.co_freevars)}):\n    pass")
    assert isinstance(around.body[0], ast.FunctionDef)
    around.body[0].body = [made]
    ast.fix_missing_locations(ast.increment_lineno(around, code.co_firstlineno - 1))
    [outer] = _codes(compile(around, code.co_filename, "exec"))
    inner = _codes(outer)[0].replace(co_name=code.co_name)
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    closure = tuple(cells.get(name, CellType()) for name in inner.co_freevars)
    defaults = (*(function.__defaults__ or ()), 0)
    counting = FunctionType(inner, function.__globals__, function.__name__, defaults, closure)
    counting.__qualname__, counting.__module__ = function.__qualname__, function.__module__
    return counting


class _Counting(ast.NodeTransformer):
    """Lets calls of these names count."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self._names:
            more = ast.BinOp(ast.Name(_COUNT, ast.Load()), ast.Add(), ast.Constant(1))
            node.keywords.append(ast.keyword(_COUNT, more))
        return node


def _called(function: FunctionType) -> Iterator[tuple[str, FunctionType]]:
    """The functions in the same file that a function names."""
    code, known = function.__code__, dict[str, Any]()
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            known[name] = cell.cell_contents
        except ValueError:  # it has no value yet, as a function that is being decorated
            continue
    known |= {name: function.__globals__.get(name) for name in code.co_names}
    # A decorated function of the module is no global yet while it is compiled.
    if code.co_name in code.co_names:
        known.setdefault(code.co_name, None)
        known[code.co_name] = known[code.co_name] or function
    for name, value in known.items():
        other = getattr(value, "py_func", value)
        if isinstance(other, FunctionType) and other.__code__.co_filename == code.co_filename:
            yield name, other


def _reaches(start: FunctionType, end: FunctionType, seen: set[int]) -> bool:
    """Whether a function is another, or calls it, by the lines where they begin."""
    line = start.__code__.co_firstlineno
    if line == end.__code__.co_firstlineno:
        return True
    if line in seen:
        return False
    seen.add(line)
    return any(_reaches(each, end, seen) for _, each in _called(start))


def _codes(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]
