"""What the README shows is true: its Python runs, its files exist, its commands are understood."""

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
    done = subprocess.run([sys.executable, "-c", snippets("python")[0]], capture_output=True, text=True, check=True)

    assert "'ending': 'time'" in done.stdout


def test_every_file_the_readme_links_to_exists() -> None:
    """Pictures and pages."""
    links = re.findall(r"\]\(([^)#]+)\)", README)

    assert [] == [link for link in links if not (ROOT / link).exists()]


@pytest.mark.parametrize("line", [line for block in snippets("sh") for line in block.splitlines() if "aachen" in line])
def test_every_command_of_the_readme_is_understood(line: str) -> None:
    """Its words are commands and options that exist; those that only print are run as they are."""
    words = shlex.split(line)[1:]
    command = [sys.executable, "-m", "aachen", *words]
    if words[0] == "play":
        command.append("--help")
    elif words[0] == "fuzz":
        command[-1] = "2"
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)

    assert (0, "") == (done.returncode, done.stderr)
