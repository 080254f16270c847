"""Reads code and tests of a game: its refusals, the tuples of words in its tests, and their markers."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

Words = tuple[str, ...]


@cache
def trees(folder: Path, pattern: str = "*.py") -> list[tuple[Path, ast.Module]]:
    """Every module in a folder and below, parsed once."""
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(folder.rglob(pattern))]


def words(nodes: list[ast.expr]) -> Words | None:
    """The strings of a list of nodes, if all of them are strings."""
    constants = [node.value for node in nodes if isinstance(node, ast.Constant)]
    strings = tuple(value for value in constants if isinstance(value, str))
    return strings if len(strings) == len(nodes) else None


def calls(code: Path, name: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a name in the code, with the module it is in."""
    for path, tree in trees(code):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield path.name, node


def asserted(tests: Path, sections: Collection[str]) -> set[Words]:
    """Every tuple of words in the tests that begins with a section."""
    found = set()
    for _, tree in trees(tests, "test_*.py"):
        for node in ast.walk(tree):
            data = words(node.elts) if isinstance(node, ast.Tuple) else None
            if data and data[0] in sections:
                found.add(data)
    return found


def marks(tests: Path, name: str) -> Iterator[tuple[str, Words]]:
    """Every use of a marker: the test it stands on, and its words."""
    for _, tree in trees(tests, "test_*.py"):
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == name:
                    data = words(mark.args)
                    assert data is not None, f"{node.name}: a marker holds words"
                    yield node.name, data
