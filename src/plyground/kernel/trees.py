"""Syntax trees of Python's texts, which several threads may make at once."""

import ast

TRIES = 100


def syntax_tree(source: str | bytes) -> ast.Module:
    """As `ast.parse`, with its errors.

    Python 3.11 up to 3.11.8 and 3.12 up to 3.12.2 keep one count of depth for all threads, and so
    take a correct tree for a fault of their own where another thread makes one (CPython's issue
    106905). Then it is made again.
    """
    for _ in range(TRIES):
        try:
            return ast.parse(source)
        except SystemError:
            pass
    return ast.parse(source)
