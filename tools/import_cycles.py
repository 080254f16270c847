"""Finds import cycles: modules that import each other, directly or through others.

Every import statement counts: at the top of a module, inside a function, and under `TYPE_CHECKING`.
An import that only a type checker sees still says that one module cannot be understood without the other.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

Graph = dict[str, set[str]]


def cycles(package: Path) -> list[list[str]]:
    """The groups of modules of the package that import each other, each group sorted."""
    return sorted(sorted(group) for group in _components(import_graph(package)) if len(group) > 1)


def import_graph(package: Path) -> Graph:
    """For every module of the package, the modules of the package that it imports."""
    modules = {module_name(package, path): path for path in package.rglob("*.py")}
    return {name: set(_imported(name, path, set(modules))) - {name} for name, path in sorted(modules.items())}


def module_name(package: Path, path: Path) -> str:
    """The dotted name of a source file."""
    parts = [package.name, *path.relative_to(package).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(name: str, path: Path, modules: set[str]) -> Iterator[str]:
    """The modules that the statements of one file name; a package is only meant if no submodule is."""
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            source = _absolute(package, node)
            for alias in node.names:
                submodule = f"{source}.{alias.name}"
                if submodule in modules or source in modules:
                    yield submodule if submodule in modules else source


def _absolute(package: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    base = parts[: len(parts) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


def _components(graph: Graph) -> Iterator[set[str]]:
    """The strongly connected components, by the order in which a depth-first walk leaves them (Kosaraju)."""
    order: list[str] = []
    seen: set[str] = set()
    for node in graph:
        _walk(graph, node, seen, order)
    backwards: Graph = {node: set() for node in graph}
    for node, targets in graph.items():
        for target in targets:
            backwards[target].add(node)
    seen.clear()
    for node in reversed(order):
        if node not in seen:
            component: list[str] = []
            _walk(backwards, node, seen, component)
            yield set(component)


def _walk(graph: Graph, start: str, seen: set[str], left: list[str]) -> None:
    """Visit everything reachable; `left` gets the nodes in the order in which they are left."""
    if start in seen:
        return
    seen.add(start)
    stack = [(start, iter(sorted(graph[start])))]
    while stack:
        node, targets = stack[-1]
        target = next((each for each in targets if each not in seen), None)
        if target is None:
            left.append(node)
            stack.pop()
        else:
            seen.add(target)
            stack.append((target, iter(sorted(graph[target]))))
