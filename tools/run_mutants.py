"""Plants faults one at a time in a copy of the tree, and runs the tests that must fail.

`make mutants`, or: `.venv/bin/python tools/run_mutants.py [WORD ...]` for the faults whose names have one of the words.
Exit code 0 if every fault was found. The list is tests/mutants/faults.toml.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FAULTS = ROOT / "tests" / "mutants" / "faults.toml"
COPIED = ("src", "tests", "docs", "tools", "pyproject.toml", "README.md")
SECONDS = 600  # for the tests of one fault


@dataclass(frozen=True)
class PlantedFault:
    """One fault: what is replaced where, and the tests of which one must fail."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


def read_faults(path: Path = FAULTS) -> list[PlantedFault]:
    """All faults of the list."""
    with path.open("rb") as file:
        listed = tomllib.load(file)["fault"]
    return [PlantedFault(**{**each, "tests": tuple(each["tests"])}) for each in listed]


def plant(tree: Path, fault: PlantedFault) -> str:
    """Replace the text; the file as it was."""
    path = tree / fault.file
    before = path.read_text(encoding="utf-8")
    assert before.count(fault.old) == 1, f"{fault.name}: {fault.file} does not have the text exactly once"
    path.write_text(before.replace(fault.old, fault.new), encoding="utf-8")
    return before


def check_sound(tree: Path, faults: list[PlantedFault]) -> None:
    """Without a fault all of these tests must pass: else their failing would say nothing."""
    tests = tuple(sorted({test for fault in faults for test in fault.tests}))
    failed = failing_test(tree, PlantedFault("no fault", "", "", "", tests), seconds=len(faults) * SECONDS)
    if failed:
        raise RuntimeError(f"a test fails without a planted fault: {failed}; make it pass first")


def failing_test(tree: Path, fault: PlantedFault, seconds: float = SECONDS) -> str | None:
    """The first test that fails, if one does; tests that cannot even run do not count as a find."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-rfE", "-p", "no:cacheprovider", *fault.tests]
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return f"not finished after {seconds:.0f} s"  # a test that never ends is one that fails
    if done.returncode not in (0, 1):
        raise RuntimeError(
            f"{fault.name}: the tests could not run\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    if done.returncode == 0:
        return None
    named = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return named[1] if named else "a test without a name"


def copy_tree(target: Path) -> None:
    """The tree without what is built."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target / name)


def main(words: list[str]) -> int:
    """Plant, test, put back, report."""
    faults = [each for each in read_faults() if not words or any(word in each.name for word in words)]
    survivors = []
    with tempfile.TemporaryDirectory(prefix="aachen-mutants-") as folder:
        tree = Path(folder)
        copy_tree(tree)
        print("Without a fault first.", flush=True)
        check_sound(tree, faults)
        for number, fault in enumerate(faults, 1):
            began, before = time.monotonic(), plant(tree, fault)
            try:
                test = failing_test(tree, fault)
            finally:
                (tree / fault.file).write_text(before, encoding="utf-8")
            survivors += [] if test else [fault.name]
            name = f"{fault.name}: {test}" if test else fault.name
            tell(number, len(faults), "found" if test else "SURVIVED", name, time.monotonic() - began)
    print(f"{len(faults) - len(survivors)} of {len(faults)} planted faults found.")
    for name in survivors:
        print(f"survived: {name}")
    return 1 if survivors else 0


def tell(number: int, total: int, verdict: str, name: str, seconds: float) -> None:
    """One line for each fault; on a terminal with a bar."""
    width = 30
    bar = f"[{'#' * (width * number // total):{width}}] " if sys.stdout.isatty() else ""
    print(f"{bar}{number:3d}/{total} {verdict:8} {seconds:5.0f} s  {name}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
