"""A former commit of ours as a contestant of the same run: checked out, compiled, started like the present one.

It is driven by its own contestant script, so that names which have changed since do not matter.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from child import Child, ContestantError, clean_environment, reason_in
from roster import OURS, Entry, Target, our_entries

PREFIX = "former-"
BUILD_LIMIT = 3600


class NoSuchRevision(Exception):
    """Why a commit cannot be measured, in one line."""


@dataclass(frozen=True)
class Former:
    """A commit checked out in a temporary folder."""

    commit: str
    root: Path

    def start(self, contestant: str) -> Child:
        """The process of one build, by the name of the present contestant."""
        game, build = OURS[contestant]
        tree = self.root / ("build/compiled" if build == "compiled" else "src")
        script = self.root / "bench" / "contestants" / "ours.py"
        child = Child([sys.executable, str(script), game], script.parent, {"PYTHONPATH": str(tree)})
        if child.about["compiled"] != (build == "compiled"):
            child.close()
            raise ContestantError(f"{self.commit} does not hold the {build} engine")
        return child

    def compile(self) -> None:
        """Run the compiling tool of that commit."""
        try:
            done = subprocess.run(
                [sys.executable, "tools/compile.py"],
                cwd=self.root,
                env=clean_environment({}),
                capture_output=True,
                text=True,
                timeout=BUILD_LIMIT,
            )
        except subprocess.TimeoutExpired as trouble:
            raise ContestantError(f"{self.commit} not compiled within {BUILD_LIMIT} seconds") from trouble
        if done.returncode:
            why = reason_in(done.stderr) or reason_in(done.stdout)
            raise ContestantError(f"{self.commit} cannot be compiled: {why}")


@contextmanager
def checked_out(repository: Path, revision: str) -> Iterator[Former]:
    """The commit in a temporary work tree, which is removed afterwards."""
    commit = git(repository, "rev-parse", "--short=12", "--verify", f"{revision}^{{commit}}")
    folder = Path(tempfile.mkdtemp(prefix="aachen-former-"))
    root = folder / commit
    try:
        git(repository, "worktree", "add", "--detach", "--quiet", str(root), commit)
        yield Former(commit, root)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        git(repository, "worktree", "prune")


def git(repository: Path, *arguments: str) -> str:
    """What git answers; its complaint is the reason when it fails."""
    try:
        done = subprocess.run(["git", *arguments], cwd=repository, capture_output=True, text=True)
    except OSError as trouble:
        raise NoSuchRevision(f"cannot run git: {trouble.strerror}") from trouble
    if done.returncode:
        raise NoSuchRevision(reason_in(done.stderr) or f"git {arguments[0]} failed")
    return done.stdout.strip()


def is_former(contestant: str) -> bool:
    """Whether a contestant is one of a former commit."""
    return contestant.startswith(PREFIX)


def present(contestant: str) -> str:
    """The contestant of today that a former one is compared with."""
    return contestant.removeprefix(PREFIX)


def entries_for(entries: list[Entry]) -> list[Entry]:
    """The same entries of the former commit, for those of ours."""
    return [
        Entry(PREFIX + entry.name, PREFIX + entry.contestant, entry.request, f"before: {entry.label}")
        for entry in entries
        if entry.contestant in OURS
    ]


def targets_for(entries: list[Entry]) -> list[Target]:
    """No entry of ours may be slower than it was."""
    ours = {entry.name for contestant in OURS for entry in our_entries(contestant)}
    return [Target(entry.name, PREFIX + entry.name, must=1.0) for entry in entries if entry.name in ours]
