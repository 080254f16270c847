"""Every test that docs/promises.md and docs/accessibility.md name exists, and every promise names one."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
ACCESSIBILITY = (ROOT / "docs" / "accessibility.md").read_text(encoding="utf-8")
ROWS = [
    line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| promise", "|---"))
]


@cache
def functions(file):
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_test_that_is_named_exists():
    named = re.findall(r"`(tests/[a-z_/]+\.py)::(\w+)`", PAGE)

    assert len(named) > 50
    assert [f"{file}::{name}" for file, name in named if name not in functions(file)] == []


def test_every_check_of_accessibility_exists():
    rows = [line for line in ACCESSIBILITY.splitlines() if re.match(r"\| \d", line)]
    named = re.findall(r"`(tests/[a-z_/]+\.py)::(\w+)`", ACCESSIBILITY)

    assert len(rows) > 12
    assert [row for row in rows if "`tests/" not in row.split("|")[3]] == []
    assert [f"{file}::{name}" for file, name in named if name not in functions(file)] == []


def test_every_promise_names_a_test():
    assert len(ROWS) > 30
    assert [row for row in ROWS if "`tests/" not in row.split("|")[2]] == []


def test_every_link_of_the_security_policy_leads_somewhere():
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)(?:#[a-z-]+)?\)", text)

    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
