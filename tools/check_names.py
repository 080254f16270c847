"""A class name means one thing: no two classes of src/aachen share a name.

Reads the sources, runs nothing. `make check`, or: `python3 tools/check_names.py`.
"""

import ast
import sys
from collections import defaultdict
from pathlib import Path

# Names that every game repeats, because each game has the same shape: read with the name of the game before it.
# `Options` and `Position` are also the contract's own names for what a game brings.
KNOWN: set[str] = {
    "Actions",
    "Options",
    "Position",
    "State",
}


def main() -> int:
    """Print every name that is defined twice with its places, and every known one that no longer is."""
    found = list(violations(Path(__file__).resolve().parent.parent / "src" / "aachen", KNOWN))
    for violation in found:
        print(violation)
    return 1 if found else 0


def violations(package: Path, known: set[str]) -> list[str]:
    """All violations in the package, as sentences."""
    twice = {name: places for name, places in definitions(package).items() if len(places) > 1}
    found = [f"class {name} is defined in {', '.join(twice[name])}" for name in sorted(set(twice) - known)]
    return found + [
        f"class {name} is not defined twice: strike it off the list" for name in sorted(known - set(twice))
    ]


def definitions(package: Path) -> dict[str, list[str]]:
    """Where each class is defined, as `file:line`."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path.relative_to(package).as_posix()}:{node.lineno}")
    return places


if __name__ == "__main__":
    sys.exit(main())
