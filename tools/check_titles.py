"""Everything above the games is blind to them: no file names a built-in game but those of the game itself.

The names are those that `titles/__init__.py` registers; only those lines may say them.
A game's own files are in folders with its name: below `games`, `bots` and `titles`, and below `tools`.
The page keeps the same rule: below `web/src` only the folders of `games` name them, and tests.
So do tools, benchmarks, deployment and the files of the root; only documents and tests may name games anywhere.
Reads the sources, runs nothing. `make check`, or: `python3 tools/check_titles.py`.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGISTRY = "titles/__init__.py"
FOLDERS = ("games", "bots", "titles")  # each has a folder for every game
CHECKED = (".py", ".json")
BUNDLE = "web"  # the built page, which is not part of the sources

# Outside the package: folders, and files of the root. A folder may have one for each game, as the package has.
OUTSIDE = ("tools", "bench", "deploy", ".ci", "Makefile", "pyproject.toml", "play", "test")
NOT_SOURCES = ("__pycache__", "node_modules", "results")

PAGE = (".ts", ".svelte", ".css", ".svg")  # sources of the page


def main() -> int:
    """Print every place where a game is named that should not be."""
    found = list(violations(ROOT / "src" / "aachen", [ROOT / folder for folder in OUTSIDE]))
    found += page_violations(ROOT / "src" / "aachen", ROOT / "web" / "src")
    for violation in found:
        print(violation)
    return 1 if found else 0


def violations(package: Path, outside: list[Path]) -> Iterator[str]:
    """All violations, as `file:line: sentence`."""
    names = registered(package / REGISTRY)
    word = re.compile("|".join(names), re.IGNORECASE)
    for path in checked_files(package, outside, names):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if word.search(line) and not (path == package / REGISTRY and is_registration(line, names)):
                yield f"{path}:{number}: names a game; what belongs to one goes into its title"


def page_violations(package: Path, page: Path) -> Iterator[str]:
    """Every line of the page outside the games' folders that names one."""
    word = re.compile("|".join(registered(package / REGISTRY)), re.IGNORECASE)
    for path in sorted(page.rglob("*")):
        place = path.relative_to(page).as_posix()
        if path.suffix not in PAGE or place.startswith("games/") or path.name.endswith(".test.ts"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if word.search(line):
                yield f"{path}:{number}: names a game; it belongs into web/src/games"


def registered(registry: Path) -> list[str]:
    """The names of the built-in games."""
    for node in ast.parse(registry.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "BUILT_IN":
            return list(ast.literal_eval(node.value)) if node.value is not None else []
    raise ValueError(f"{registry} registers no games")


def is_registration(line: str, names: list[str]) -> bool:
    """Whether the line is one that registers a game."""
    return any(line.strip() == f'"{name}": "aachen.titles.{name}:TITLE",' for name in names)


def checked_files(package: Path, outside: list[Path], names: list[str]) -> Iterator[Path]:
    """Everything but the games' own folders and the built page."""
    for path in sorted(package.rglob("*")):
        place = path.relative_to(package).parts
        is_own = len(place) > 2 and place[0] in FOLDERS and place[1] in names
        if path.suffix in CHECKED and not is_own and place[0] != BUNDLE:
            yield path
    for start in outside:
        yield from files_outside(start, names)


def files_outside(start: Path, names: list[str]) -> Iterator[Path]:
    """A file of the root, or the texts of a folder but those in a game's own folder."""
    if start.is_file():
        yield start
    for path in sorted(start.rglob("*")):
        place = path.relative_to(start).parts
        is_source = not any(part in NOT_SOURCES or part.startswith(".") for part in place[:-1])
        if path.is_file() and is_source and place[0] not in names and is_text(path):
            yield path


def is_text(path: Path) -> bool:
    """Whether the file can be read as text."""
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
