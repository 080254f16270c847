"""Holds the rooms of the house apart: who may import whom, and no I/O below the edges.

Reads the sources, runs nothing. `make check`, or: `python3 tools/check_imports.py`.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# Each room and the rooms it may import besides itself.
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "games": {"core"},
    "bots": {"core", "games"},
    "arena": {"core", "games", "bots"},
    "storage": {"core"},
    "locales": set(),
}

# The edges talk to people and machines: they may use every room, and all of Python.
EDGES = {"server", "cli", "__main__"}

# The world outside: clocks, dice, files, processes, networks.
WORLD = set(
    "asyncio concurrent ctypes datetime fcntl getpass http io logging multiprocessing os pathlib queue random "
    "secrets select selectors shutil signal smtplib socket socketserver sqlite3 ssl subprocess sys tempfile "
    "threading time urllib uuid webbrowser".split()
)
WORLD_CALLS = {"open", "print", "input", "breakpoint"}

# Rooms whose very purpose is a part of the world.
ROOM_MAY_USE: dict[str, set[str]] = {
    "bots": {"time"},  # budgets
    "storage": {"asyncio", "concurrent", "os", "pathlib", "queue", "sqlite3", "threading"},
    "arena": {
        "concurrent",
        "fcntl",  # files of results that are written to
        "io",
        "multiprocessing",
        "os",
        "pathlib",
        "signal",
        "socket",
        "threading",
        "time",
    },
}

# Rooms that may talk to the world without an import: open a file, print.
ROOM_MAY_CALL = {"storage", "arena"}

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


def check_module(place: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The violations of one module."""
    room = place.split("/")[0].removesuffix(".py")
    if room in EDGES:
        return
    if room not in MAY_IMPORT and room != "__init__":
        yield 1, f"the room {room} is new: say in tools/check_imports.py what it may import"
        return
    for found in imports(place, tree):
        if found.module.split(".")[0] == "aachen":
            yield from check_neighbour(place, room, found)
        else:
            yield from check_world(place, room, found)
    yield from check_calls(place, room, tree)


def check_neighbour(place: str, room: str, found: Import) -> Iterator[tuple[int, str]]:
    """Whether one room may know another, and one game another."""
    target = [*found.module.split("."), found.name][1:]
    other = target[0] if target else ""
    is_room = other in MAY_IMPORT or other in EDGES
    if is_room and other != room and other not in MAY_IMPORT.get(room, set()):
        yield found.line, f"{room} may not import {other}; it may import {allowed(room)}"
    elif room == other == "games" and place.count("/") > 1:
        game = place.split("/")[1]
        if len(target) > 1 and target[1] not in (game, "") and found.module != "aachen.games":
            yield found.line, f"{game} may not know {target[1]}: words are shared, things are not"


def allowed(room: str) -> str:
    """What a room may import, for a sentence."""
    return ", ".join(sorted(MAY_IMPORT.get(room, ()))) or "no other room"


def check_world(place: str, room: str, found: Import) -> Iterator[tuple[int, str]]:
    """No clock, dice, file, process or network below the edges."""
    module = found.module.split(".")[0]
    if module not in WORLD or module in ROOM_MAY_USE.get(room, set()):
        return
    if place != LUCK or module != "random":
        yield found.line, f"{room} may not import {module}: no I/O, clock or dice below the server"
    elif found.name not in ("", "Random"):
        yield found.line, f"luck may take only Random from random, not {found.name}"


def check_calls(place: str, room: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The same for what needs no import, and for sentences taken from the locales behind our back."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORLD_CALLS:
            if room not in ROOM_MAY_CALL:
                yield node.lineno, f"{room} may not call {node.func.id}(): no I/O below the server"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if place == LUCK and node.value.id == "random" and node.attr != "Random":
                yield node.lineno, f"luck may use only random.Random, not random.{node.attr}"
        elif isinstance(node, ast.Constant) and str(node.value).startswith(LOCALES):
            yield node.lineno, f"{room} may not read the locales: sentences are written at the edges"


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
