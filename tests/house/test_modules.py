"""The pages about the code name what is there, and nothing else."""

import re
from pathlib import Path

import pytest

import list_modules
from check_imports import MAY_IMPORT

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "aachen"


def test_the_list_of_modules_is_up_to_date():
    assert list_modules.PAGE.read_text("utf-8") == list_modules.page(SOURCES)


def test_a_module_without_a_docstring_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(list_modules, "ROOT", tmp_path)
    silent = tmp_path / "silent.py"
    silent.write_text("x = 1\n", encoding="utf-8")

    with pytest.raises(SystemExit, match=r"silent\.py has no docstring"):
        list_modules.summary(silent)


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
GAMES = SOURCES / "games"
PLACES = (
    *(ROOT, SOURCES, SOURCES / "server", SOURCES / "arena"),
    *(GAMES / "carolingi", GAMES / "carolingi" / "rules", GAMES / "carolus"),
)


def test_every_file_that_the_architecture_page_names_exists():
    named = set(re.findall(r"`([\w.]+/[\w/.]*|\w+\.py)`", ARCHITECTURE))

    assert len(named) > 50
    assert [name for name in sorted(named) if not exists(name)] == []


def exists(name):
    """Whether a path is there: from the root, from the package, or within the part that the page is about."""
    return any((place / name).exists() for place in PLACES)


def test_the_architecture_page_says_of_every_package_what_it_may_import():
    rows = dict(re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", ARCHITECTURE, re.MULTILINE))
    listed = {package: set(re.findall(r"`(\w+)`", rows[package])) for package in MAY_IMPORT}

    assert set(rows) == {path.name for path in SOURCES.iterdir() if (path / "__init__.py").exists()}
    assert listed == MAY_IMPORT


def test_contributing_says_what_every_package_holds():
    rows = re.findall(
        r"^\| `src/aachen/(\w+)` \|", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE
    )

    assert set(rows) == {path.name for path in SOURCES.iterdir() if (path / "__init__.py").exists()}


def test_the_diagram_of_packages_has_every_package():
    diagram = ARCHITECTURE.split("```")[1]

    assert [package for package in (*MAY_IMPORT, "server", "cli") if f" {package} " not in diagram] == []


def test_the_three_walk_throughs_name_functions_and_classes_that_are_there():
    walks = re.findall(r"## Walk-through: ([^\n]*)\n(.*?)(?=\n## )", ARCHITECTURE, re.DOTALL)
    names = [name for _, text in walks for name in re.findall(r"`(?:\w+\.)?(\w+)`", text)]
    sources = "".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    known = set(re.findall(r"\w+", sources))

    assert [title for title, _ in walks] == ["a move at a table", "a bot's decision", "a game in the arena"]
    assert [name for name in names if name not in known] == []
