"""The machine under the figures: one core to run on, and what to note down about it."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path
from typing import Any


def pin() -> int | None:
    """Stay on one core, with every process started from now on; None where the system cannot."""
    try:
        core = max(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {core})
    except (AttributeError, OSError):
        return None
    return core


def describe(core: int | None) -> dict[str, Any]:
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "pinned_to": core,
        "system": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load": load(),
    }


def cpu_model() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    models = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    return models[0] if models else platform.machine()


def load() -> float | None:
    """How many others wanted a core during the last minute."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def revision(root: Path) -> str | None:
    """The commit that was measured, with a plus sign if files were changed since."""
    try:
        commit = git(root, "rev-parse", "--short=12", "HEAD")
        changed = git(root, "status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.CalledProcessError):
        return None
    return commit + ("+" if changed else "")


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def unpin() -> None:
    """Use all cores again: in a child process, whose parent stays where it is."""
    os.sched_setaffinity(0, range(os.cpu_count() or 1))


def busy_seconds(pid: int) -> dict[int, float]:
    """Processor seconds so far of a process and of those that it started, by their numbers."""
    found = {pid: _seconds(pid)}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        for child in (thread / "children").read_text(encoding="utf-8").split():
            found |= busy_seconds(int(child))
    return found


def _seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
