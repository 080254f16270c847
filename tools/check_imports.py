"""Keeps the packages apart: who may import whom, no import cycles, and no I/O below the server.

Reads the sources, runs nothing. `make check`, or: `python3 tools/check_imports.py`.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from import_cycles import cycles

# Each package and the packages it may import besides itself.
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "games": {"core"},
    "bots": {"core", "games"},
    "report": {"core", "locales"},
    "titles": {"core", "games", "bots", "locales", "report"},
    "arena": {"core", "games", "bots", "titles", "report"},
    "env": {"core", "games", "bots", "locales", "titles", "arena"},
    "puzzles": {"core", "games", "bots", "titles", "arena"},
    "storage": {"core"},
    "locales": {"core"},
}

# Who may import of a game only its second contract: the module that says what bots may use.
SECOND_CONTRACT = "for_bots"
OF_ALL_GAMES = ("", "GAMES", "versions")


def keeps_second_contract(place: str) -> bool:
    """Whether the file is a bot's, or notes facts of games."""
    return place.startswith("bots/") or (place.startswith("titles/") and place.endswith("/facts.py"))


# These talk to people and machines: they may use all of Python, and every package but those named here.
EDGES = {"server", "cli", "__main__"}
EDGE_MAY_NOT_IMPORT: dict[str, set[str]] = {"server": {"cli", "__main__"}}

# Layers of the server that are plain code: no waiting, no I/O, and of the server only these modules.
PURE_LAYERS: dict[str, tuple[str, ...]] = {
    "server/messages/": ("messages",),
    "server/table/": ("messages", "table", "tokens"),
}

# The world outside: clocks, dice, files, processes, networks.
WORLD = set(
    "asyncio concurrent ctypes datetime fcntl getpass http io logging multiprocessing os pathlib queue random "
    "secrets select selectors shutil signal smtplib socket socketserver sqlite3 ssl subprocess sys tempfile "
    "threading time urllib uuid webbrowser".split()
)
WORLD_CALLS = {"open", "print", "input", "breakpoint"}

# Packages whose very purpose is a part of the world.
PACKAGE_MAY_USE: dict[str, set[str]] = {
    "bots": {"time"},  # budgets
    "env": {"io"},  # the text of a table
    "titles": {"io"},  # a terminal that shows only plain letters
    "storage": {"asyncio", "concurrent", "os", "pathlib", "queue", "sqlite3", "threading"},
    "arena": {
        "concurrent",
        "fcntl",  # files of results that are written to
        "io",
        "multiprocessing",
        "os",
        "pathlib",
        "queue",
        "select",  # whether an external bot has answered
        "shutil",
        "signal",
        "socket",
        "subprocess",  # external bots
        "threading",
        "time",
    },
}

# Packages that may talk to the world without an import: open a file, print.
PACKAGE_MAY_CALL = {"storage", "arena", "env"}

# How the locales could be reached without an import.
LOCALES = ("aachen.locales", "aachen/locales")

# Seeded dice are made in one place, and only from this class.
LUCK = "core/luck.py"


@dataclass
class Import:
    """One imported name: the module, what was taken from it, and the line."""

    module: str
    name: str
    line: int


def main() -> int:
    """Check the sources; print every violation with its place."""
    found = list(violations(Path(__file__).resolve().parent.parent / "src" / "aachen"))
    for violation in found:
        print(violation)
    return 1 if found else 0


def violations(package: Path) -> Iterator[str]:
    """All violations in the package, as `file:line: sentence`."""
    for path in sorted(package.rglob("*.py")):
        place = path.relative_to(package).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=place)
        for line, sentence in sorted(check_module(place, tree)):
            yield f"src/aachen/{place}:{line}: {sentence}"
    for cycle in cycles(package):
        yield f"src/aachen: an import cycle of {len(cycle)} modules: {', '.join(cycle)}"


def check_module(place: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The violations of one module."""
    package = place.split("/")[0].removesuffix(".py")
    if package in EDGES:
        yield from check_edge(place, package, tree)
        return
    if package not in MAY_IMPORT and package != "__init__":
        yield 1, f"the package {package} is new: say in tools/check_imports.py what it may import"
        return
    for found in imports(place, tree):
        if found.module.split(".")[0] == "aachen":
            yield from check_neighbour(place, package, found)
        else:
            yield from check_world(place, package, found)
    yield from check_calls(place, package, tree)


def check_edge(place: str, package: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What the server and the command line may not import."""
    for found in imports(place, tree):
        target = [*found.module.split("."), found.name]
        yield from check_layer(place, found)
        if target[0] != "aachen":
            continue
        if target[1] in EDGE_MAY_NOT_IMPORT.get(package, set()):
            yield found.line, f"{package} may not import {target[1]}"


def check_layer(place: str, found: Import) -> Iterator[tuple[int, str]]:
    """What the pure layers of the server may not import."""
    layer = next((layer for layer in PURE_LAYERS if place.startswith(layer)), None)
    if layer is None:
        return
    target = [*found.module.split("."), found.name]
    if target[0] in WORLD:
        yield found.line, f"{layer} may not import {target[0]}: it is plain synchronous code"
    elif target[:2] == ["aachen", "server"] and target[2] not in PURE_LAYERS[layer]:
        yield found.line, f"{layer} may not import {target[2]}, only {', '.join(PURE_LAYERS[layer])}"


def check_neighbour(place: str, package: str, found: Import) -> Iterator[tuple[int, str]]:
    """Whether one package may know another, and one game another."""
    target = [*found.module.split("."), found.name][1:]
    other = target[0] if target else ""
    is_package = other in MAY_IMPORT or other in EDGES
    if is_package and other != package and other not in MAY_IMPORT.get(package, set()):
        yield found.line, f"{package} may not import {other}; it may import {allowed(package)}"
    elif other == "games" and keeps_second_contract(place) and is_inside_game(target):
        yield found.line, f"{package} may import of a game only {SECOND_CONTRACT}, not {target[-1]}"
    elif package == other == "games" and place.count("/") > 1:
        game = place.split("/")[1]
        if len(target) > 1 and target[1] not in (game, "") and found.module != "aachen.games":
            yield found.line, f"{game} may not know {target[1]}: words are shared, things are not"


def is_inside_game(target: list[str]) -> bool:
    """Whether something of a single game is imported, other than its second contract."""
    if len(target) < 2 or target[1] in OF_ALL_GAMES:
        return False
    return len(target) < 3 or target[2] != SECOND_CONTRACT


def allowed(package: str) -> str:
    """What a package may import, for a sentence."""
    return ", ".join(sorted(MAY_IMPORT.get(package, ()))) or "no other package"


def check_world(place: str, package: str, found: Import) -> Iterator[tuple[int, str]]:
    """No clock, dice, file, process or network below the edges."""
    module = found.module.split(".")[0]
    if module not in WORLD or module in PACKAGE_MAY_USE.get(package, set()):
        return
    if place != LUCK or module != "random":
        yield found.line, f"{package} may not import {module}: no I/O, clock or dice below the server"
    elif found.name not in ("", "Random"):
        yield found.line, f"luck may take only Random from random, not {found.name}"


def check_calls(place: str, package: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The same for what needs no import, and for sentences taken from the locales behind our back."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORLD_CALLS:
            if package not in PACKAGE_MAY_CALL:
                yield node.lineno, f"{package} may not call {node.func.id}(): no I/O below the server"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if place == LUCK and node.value.id == "random" and node.attr != "Random":
                yield node.lineno, f"luck may use only random.Random, not random.{node.attr}"
        elif isinstance(node, ast.Constant) and str(node.value).startswith(LOCALES):
            yield node.lineno, f"{package} may not read the locales: sentences are written at the edges"


def imports(place: str, tree: ast.Module) -> Iterator[Import]:
    """Every import of a module, relative ones spelled out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(name.name, "", node.lineno)
        elif isinstance(node, ast.ImportFrom):
            module = absolute(place, node.level, node.module or "")
            for name in node.names:
                yield Import(module, name.name, node.lineno)


def absolute(place: str, level: int, module: str) -> str:
    """The full name of a module that is imported from this place."""
    if level == 0:
        return module
    package = ["aachen", *place.split("/")[:-1]]
    return ".".join([*package[: len(package) - level + 1], *([module] if module else [])])


if __name__ == "__main__":
    sys.exit(main())
