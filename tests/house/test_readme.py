"""What the README shows is true: its Python runs, its files exist, its commands work."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def snippets(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def test_the_python_of_the_readme_plays_a_whole_game() -> None:
    """As a researcher would paste it."""
    done = subprocess.run(
        [sys.executable, "-c", snippets("python")[0]], capture_output=True, text=True, check=True
    )

    assert "'ending': 'time'" in done.stdout


def test_every_file_the_readme_links_to_exists() -> None:
    """Pictures and pages."""
    links = re.findall(r"\]\(([^)#]+)\)", README)

    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize(
    "line", [line for block in snippets("sh") for line in block.splitlines() if "aachen" in line]
)
def test_every_command_of_the_readme_works(line: str, tmp_path: Path) -> None:
    """Run as it stands; nobody is at the keyboard, so a game is kept for later and ends in peace."""
    words = shlex.split(line)[1:]
    if words[0] == "fuzz":
        words[-1] = "2"
    command = [sys.executable, "-m", "aachen", *words]
    kept = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=kept, cwd=tmp_path, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()
