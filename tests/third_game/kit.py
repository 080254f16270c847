"""How tests reach the third game: its folder is put on the path, as an installed package would be."""

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]


def environment(home: Path) -> dict[str, str]:
    """The environment of a process that finds the third game by its entry point."""
    path = os.pathsep.join([str(FOLDER), *filter(None, [os.environ.get("PYTHONPATH")])])
    return os.environ | {"PYTHONPATH": path, "XDG_DATA_HOME": str(home), "XDG_STATE_HOME": str(home)}


def aachen(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    command = [sys.executable, "-m", "aachen", *arguments]
    return subprocess.run(
        command, input=typed, env=environment(home), cwd=home, capture_output=True, text=True, timeout=300
    )
