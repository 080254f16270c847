"""Wheels for tests: built from this tree, and installed where nothing else is."""

import os
import subprocess
import sys
from pathlib import Path

from bootstrap import BIN, clean_environment

ROOT = Path(__file__).resolve().parents[2]


def built(target: Path, **environment: str) -> Path:
    """A wheel, as hatchling packs it."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)],
        cwd=ROOT,
        env=clean_environment() | environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    (path,) = target.glob("*.whl")
    return path


def installed(wheel: Path, folder: Path) -> Path:
    """The programs of a new environment that holds a wheel, what it depends on, and nothing else."""
    uv, python = str(BIN / "uv"), str(folder / "bin" / "python")
    install = [uv, "pip", "install", "--quiet", "--python", python]
    for command in (
        [uv, "venv", "--quiet", "--python", sys.executable, str(folder)],
        [*install, "--require-hashes", "-r", "requirements/play.txt"],
        [*install, "--no-deps", str(wheel)],
    ):
        done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    return folder / "bin"
