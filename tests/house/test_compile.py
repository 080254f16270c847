"""The optional build by mypyc, tried on a small package of our own."""

import ast
import subprocess
import sys

import pytest

import compile as compiler
from compiled_engine import what_compiling_lacks

TERMS = "def double(x: int) -> int:\n    return 2 * x\n"
RULES = "from aachen.games.toy.terms import double\n\n\ndef answer() -> int:\n    return double(21)\n"
needs_a_compiler = pytest.mark.skipif(bool(what_compiling_lacks()), reason=what_compiling_lacks())


@pytest.fixture
def source(tmp_path):
    """A package with two hot modules, a cold one and a data file."""
    package = tmp_path / "src" / "aachen"
    (package / "games" / "toy").mkdir(parents=True)
    (package / "core").mkdir()
    for place in ("", "core", "games", "games/toy"):
        (package / place / "__init__.py").write_text("")
    (package / "games" / "toy" / "terms.py").write_text(TERMS)
    (package / "games" / "toy" / "rules.py").write_text(RULES)
    (package / "games" / "toy" / "board.json").write_text("{}")
    (package / "cli.py").write_text("GREETING = 'hello'\n")
    return package


def ask(tree, expression):
    """What a Python that sees the compiled tree first answers."""
    program = f"from aachen.games.toy import rules\nfrom aachen import cli\nprint({expression})"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tree, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@needs_a_compiler
def test_hot_modules_are_compiled_and_rebuilt_only_when_the_engine_changes(source, tmp_path, capfd):
    """One build, since each takes seconds: first made, then kept, then kept with a new cold module."""
    build = tmp_path / "build"
    compiler.compile_tree(source, build, ["games/toy/**/*.py"])

    assert capfd.readouterr().out.startswith("Compiled 2 modules with mypyc in ")
    assert ask(build / "compiled", "rules.answer()") == "42"
    assert ask(build / "compiled", "rules.__file__").endswith(".so")
    assert (build / "compiled" / "aachen" / "games" / "toy" / "board.json").exists()

    (source / "cli.py").write_text("GREETING = 'salve'\n")
    compiler.compile_tree(source, build, ["games/toy/**/*.py"])

    assert capfd.readouterr().out == ""
    assert ask(build / "compiled", "cli.GREETING") == "salve"
    assert ask(build / "compiled", "rules.__file__").endswith(".so")


def test_a_module_that_is_not_there_is_an_error(source, tmp_path):
    with pytest.raises(compiler.CannotCompile, match=r"names core/dice\.py"):
        compiler.compile_tree(source, tmp_path / "build", ["core/dice.py"])


def test_a_mistake_in_the_source_is_shown_as_the_compiler_saw_it(source, tmp_path):
    (source / "games" / "toy" / "terms.py").write_text("def double(x: int) -> str:\n    return 2 * x\n")

    with pytest.raises(compiler.CannotCompile, match=r"(?s)terms\.py:2.*Incompatible return value"):
        compiler.compile_tree(source, tmp_path / "build", ["games/toy/terms.py"])
    assert not (tmp_path / "build" / "compiled").exists()


def test_packages_files_are_left_alone(source):
    assert compiler.hot_modules(source, ["games/**/*.py"]) == ["games/toy/rules.py", "games/toy/terms.py"]


def test_a_change_in_the_engine_or_the_compiler_counts(source):
    files = compiler.engine_files(source)
    before = compiler.digest(files, [])
    (source / "games" / "toy" / "terms.py").write_text(TERMS + "\n")

    assert compiler.digest(files, []) != before
    assert compiler.digest(files, ["more"]) != compiler.digest(files, [])


def test_classes_of_compiled_modules_have_subclasses_in_compiled_modules_only():
    """An object of an interpreted class that inherits from a compiled one cannot be made."""
    hot = {compiler.SOURCE / module for module in compiler.hot_modules(compiler.SOURCE, compiler.HOT)}
    bases, compiled = {}, set()
    for path in compiler.SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = [each.id for each in node.bases if isinstance(each, ast.Name)]
                if path in hot:
                    compiled.add(node.name)

    wrong = sorted(name for name, above in bases.items() if name not in compiled and compiled & set(above))

    assert "Luck" in compiled
    assert wrong == []
