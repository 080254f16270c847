"""The pages about the code name what is there, and nothing else."""

import re
from pathlib import Path

import pytest

import list_modules

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


def test_every_file_that_the_architecture_page_names_exists():
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    named = set(
        re.findall(r"`((?:core|games|bots|titles|arena|storage|server|cli|tools|tests)/[\w/.]+)`", text)
    )

    assert len(named) > 10
    assert [name for name in sorted(named) if not exists(name)] == []


def exists(name):
    """Whether a path is there, from the root or from the package."""
    return (ROOT / name).exists() or (SOURCES / name).exists()
