"""What is in the repository speaks of the project alone: no machine's paths, no registry's hosts."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GENERATED = {".git", ".venv", ".peers", "build", "dist", "results", "node_modules", "__pycache__"}

# Written so that this file does not find itself.
MACHINE_PATHS = re.compile(r"(?<![\w.~$}-])/(?:work|root|home|Users)/\w")
REGISTRIES = re.compile(r"\b(?:pypi\.(?:org)|files\.python(?:hosted)|registry\.npm(?:js))\b")


def project_files():
    """The tracked files; all that are not generated, where git does not know."""
    if shutil.which("git"):
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
        if listed.returncode == 0 and listed.stdout:
            return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    return [
        path
        for path in ROOT.rglob("*")
        if path.is_file()
        and not path.is_symlink()
        and not any(part in GENERATED or part.endswith("_cache") for part in path.relative_to(ROOT).parts)
    ]


def lines_matching(pattern):
    """Every line of a text file of the project that matches, with its place."""
    for path in project_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.search(line):
                yield f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"


@pytest.mark.parametrize("pattern", [MACHINE_PATHS, REGISTRIES], ids=["machine paths", "registry hosts"])
def test_the_project_names_nothing_outside_itself(pattern):
    assert list(lines_matching(pattern)) == []


def test_the_patterns_find_what_they_are_for():
    slash = "/"

    assert MACHINE_PATHS.search(f"see {slash}root/notes.txt")
    assert MACHINE_PATHS.search(f"cd {slash}work/main")
    assert not MACHINE_PATHS.search("src/work/main and ./root/x")
    assert REGISTRIES.search("index at pypi" + ".org")
