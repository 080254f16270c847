"""Writes docs/modules.md: every module of the package with the first line of its docstring.

`python3 tools/list_modules.py` writes the page; `--check` only says whether it is up to date.
"""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "aachen"
PAGE = ROOT / "docs" / "modules.md"

HEAD = """# Modules

One line per module, taken from its docstring.
`python3 tools/list_modules.py` writes this page; a test fails when it is out of date.
[architecture.md](architecture.md) explains how the packages work together.
"""


def main(arguments: list[str]) -> int:
    """Write the page, or compare it with the sources."""
    text = page(SOURCES)
    if arguments == ["--check"]:
        is_current = PAGE.exists() and PAGE.read_text("utf-8") == text
        if not is_current:
            print("docs/modules.md is out of date: run python3 tools/list_modules.py")
        return 0 if is_current else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


def page(sources: Path) -> str:
    """The whole page."""
    return HEAD + "".join(table(folder, sources) for folder in packages(sources))


def packages(sources: Path) -> list[Path]:
    """Every folder with modules in it, outer ones first."""
    return sorted({path.parent for path in sources.rglob("*.py")})


def table(folder: Path, sources: Path) -> str:
    """The modules of one package."""
    name = folder.relative_to(sources.parent).as_posix()
    rows = "".join(f"| `{path.name}` | {summary(path)} |\n" for path in sorted(folder.glob("*.py")))
    return f"\n## `{name}`\n\n| module | purpose |\n|---|---|\n{rows}"


def summary(path: Path) -> str:
    """The first paragraph of a module's docstring on one line."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"), filename=str(path)))
    if not text:
        raise SystemExit(f"{path.relative_to(ROOT)} has no docstring")
    return " ".join(text.split("\n\n")[0].split()).replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
