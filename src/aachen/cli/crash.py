"""Crash reports: a file with everything that developers need."""

from __future__ import annotations

import os
import platform
import tempfile
import traceback
from datetime import datetime
from pathlib import Path

from aachen import __version__


def save_report(bug: BaseException, arguments: list[str]) -> str:
    """Write the report where the user keeps such things, or else among temporary files; its path."""
    name = f"crash-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    for folder in (state_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / name
            path.write_text(report(bug, arguments), encoding="utf-8", errors="backslashreplace")
            return str(path)
        except OSError:
            continue
    return "-"


def report(bug: BaseException, arguments: list[str]) -> str:
    """Traceback, command and versions."""
    lines = [
        f"aachen {__version__}",
        f"Python {platform.python_version()} on {platform.platform()}",
        f"command: aachen {' '.join(map(repr, arguments))}",
    ]
    return "\n".join(lines) + "\n\n" + "".join(traceback.format_exception(bug))


def state_folder() -> Path:
    """The user's folder for what programs leave behind."""
    if os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / "aachen"
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state"
    return base / "aachen"
