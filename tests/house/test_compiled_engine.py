"""`./play` and the compiled engine: taken when it fits, built beside the game when not, and never in the way."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import aachen
import compiled_engine

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project of one source file, a compiler, and a note of every build that is started."""
    for name in ("src/aachen/rules.py", "tools/compile.py", "requirements/compile.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("first\n")
    (tmp_path / "build").mkdir()
    started: list[Path] = []
    monkeypatch.setattr(compiled_engine, "ROOT", tmp_path)
    monkeypatch.setattr(compiled_engine, "BUILD", tmp_path / "build")
    monkeypatch.setattr(compiled_engine, "what_compiling_lacks", lambda: "")
    monkeypatch.setattr(compiled_engine, "start", started.append)
    monkeypatch.setattr(os, "nice", lambda by: 0)
    monkeypatch.delenv("AACHEN_PLAIN", raising=False)
    monkeypatch.setenv("PYTHONPATH", "mine")
    return tmp_path, started


def prepared(arguments=()):
    environment, news = compiled_engine.prepare(list(arguments), Path("python"))
    return environment["PYTHONPATH"], news


def build(monkeypatch, works):
    """The build, without a compiler."""

    def compiled():
        (compiled_engine.BUILD / "compiled").mkdir(exist_ok=True)
        return works

    monkeypatch.setattr(compiled_engine, "build", compiled)
    return compiled_engine.main()


def test_the_first_start_plays_plain_and_builds_beside_it(project):
    _, started = project

    assert prepared() == ("mine", compiled_engine.STARTED)
    assert started == [Path("python")]


def test_the_next_start_takes_what_was_built(project, monkeypatch):
    root, started = project
    build(monkeypatch, works=True)

    assert prepared() == (f"{root / 'build' / 'compiled'}{os.pathsep}mine", "")
    assert prepared(["arena"]) == prepared()
    assert started == []


def test_other_sources_are_compiled_anew(project, monkeypatch):
    root, started = project
    build(monkeypatch, works=True)
    (root / "src" / "aachen" / "rules.py").write_text("second, and longer\n")

    assert prepared() == ("mine", compiled_engine.STARTED)
    assert len(started) == 1


def test_a_failed_build_is_told_once_and_not_tried_again(project, monkeypatch):
    _, started = project
    build(monkeypatch, works=False)

    assert [prepared(), prepared()] == [("mine", compiled_engine.FAILED), ("mine", "")]
    assert started == []


def test_only_tables_are_worth_a_build(project):
    _, started = project

    assert prepared(["replay", "game.log"]) == ("mine", "")
    assert prepared(["--help"]) == ("mine", "")
    assert started == []


def test_nothing_is_started_while_a_build_is_under_way(project):
    root, started = project
    holding = (
        "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.flock(f, 2); print('held', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holding, str(root / "build" / "background.lock")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        text = prepared(), compiled_engine.main()
        other.communicate(b"\n")

    assert text == (("mine", ""), 0)
    assert started == []


def test_without_a_compiler_or_by_wish_all_stays_plain(project, monkeypatch):
    _, started = project
    monkeypatch.setenv("AACHEN_PLAIN", "1")
    by_wish = prepared()
    monkeypatch.delenv("AACHEN_PLAIN")
    monkeypatch.setattr(compiled_engine, "what_compiling_lacks", lambda: "no compiler")

    assert [by_wish, prepared()] == [("mine", ""), ("mine", "")]
    assert started == []


def test_a_build_that_breaks_says_why_in_its_log(project, monkeypatch):
    root, _ = project
    (root / "tools" / "compile.py").write_text("raise SystemExit('no room on the disk')\n")
    monkeypatch.setattr(compiled_engine, "has_mypyc", lambda: True)

    assert compiled_engine.main() == 1
    assert (root / "build" / "compile.log").read_text() == "no room on the disk\n"
    assert prepared() == ("mine", compiled_engine.FAILED)


def test_the_version_stands_in_one_place():
    """The package's own: what is built takes it from there."""
    project = (ROOT / "pyproject.toml").read_text()

    assert 'dynamic = ["version"]' in project
    assert f'"{aachen.__version__}"' not in project


def test_the_build_needs_nothing_of_the_game():
    """`./play` asks before there is an environment."""
    python = shutil.which("python3") or sys.executable
    done = subprocess.run([python, "-S", "-c", "import compiled_engine"], cwd=ROOT / "tools", check=False)

    assert done.returncode == 0
