"""Nobody changes a table from outside: its fields are set by its own methods, everybody else gives a command."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER = Path(__file__).resolve().parents[2] / "src" / "aachen" / "server"


def set_from_outside(source: str) -> Iterator[str]:
    """The fields of a table, or of its runner, that a module sets."""
    for node in ast.walk(ast.parse(source)):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) else ():
            for part in ast.walk(target) if target is not None else ():
                if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                    owner = ast.unparse(part.value).rpartition(".")[2]
                    if owner in ("table", "runner", "there"):
                        yield ast.unparse(part)


@pytest.mark.parametrize(
    "source",
    [
        "table.undo = None",
        "self.table.seq += 1",
        "runner.used_at: float = 0",
        "a, session.runner.table.sheet = 1, 2",
    ],
)
def test_a_planted_assignment_is_found(source):
    assert list(set_from_outside(source))


@pytest.mark.parametrize("path", sorted(SERVER.rglob("*.py")), ids=lambda path: path.name)
def test_no_module_sets_the_fields_of_a_table(path):
    assert list(set_from_outside(path.read_text(encoding="utf-8"))) == []
