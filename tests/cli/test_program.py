"""Commands that are printed can be typed as they stand, however the program was started."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap
from aachen import cli
from aachen.cli.program import program_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def installed(tmp_path):
    """A program on the path, and the environment that finds it."""
    program = tmp_path / "bin" / "aachen"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return program, {"PATH": str(program.parent)}


def test_who_installed_it_types_its_name(installed):
    program, environment = installed

    assert program_of(str(program), environment) == "aachen"


def test_who_typed_a_path_types_it_again(installed, tmp_path):
    _, environment = installed

    assert program_of(".venv/bin/aachen", environment) == ".venv/bin/aachen"
    assert program_of(f"{os.getcwd()}/.venv/bin/aachen", {}) == ".venv/bin/aachen"
    assert program_of("/a folder/aachen", environment) == "'/a folder/aachen'"


def test_who_ran_the_module_runs_it_again():
    python = (
        Path(sys.executable).name
        if shutil.which(Path(sys.executable).name) == sys.executable
        else sys.executable
    )

    assert program_of("/somewhere/aachen/__main__.py", {}) == f"{python} -m aachen"


@pytest.mark.parametrize(
    ("typed", "launcher"),
    [
        ("./play", "./play"),
        ("play", "./play"),
        ("../aachen/play", "../aachen/play"),
        ("my games/play", "'my games/play'"),
    ],
)
def test_who_typed_play_types_it_again(typed, launcher, installed):
    program, environment = installed

    assert bootstrap.launcher(typed) == launcher
    assert program_of(str(program), {**environment, "AACHEN_PROGRAM": launcher}) == launcher


def test_usage_and_errors_name_the_program_as_it_was_started(monkeypatch, capsys):
    monkeypatch.setenv("AACHEN_PROGRAM", "./play")
    cli.main(["--lang", "en", "replay"])

    assert capsys.readouterr().err.startswith("usage: ./play replay ")


def test_the_command_printed_after_play_goes_on_with_the_game(tmp_path):
    """As a person would: start by the launcher, leave, and type what was printed."""
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "AACHEN_PLAIN": "1"}
    first = _run(["./play", "--lang", "en", "play", "carolus", "--players", "2"], environment)
    printed = next(line for line in first.splitlines() if line.startswith("Continue later with: "))
    command = printed.removeprefix("Continue later with: ")

    assert command.startswith("./play play --resume ")
    # How many moves depends on who begins: the bot may have moved already.
    assert "The game continues after " in _run([*command.split(), "--lang", "en"], environment)


def _run(command: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
