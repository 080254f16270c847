"""Crash handling: an unexpected exception leaves the table unchanged, answers the client, and writes a crash report."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

import msgspec

from aachen import __version__
from aachen.server import journal
from aachen.server.runner import TableRunner

PRIVATE = 0o600
MOST_REPORTS = 100  # in one folder: a frequent bug must not fill the disk


def report(runner: TableRunner, bug: Exception, message: Any, seq: int | None) -> None:
    """Tell the journal, and keep the log and what was asked in a file that can be replayed.

    The file has the whole log in it, so it is only ever written to the server's own disk.
    """
    runner.metrics.count("crashes")
    path = ""
    folder = runner.settings.crash_folder
    if folder is not None:
        path = _write(folder, runner, bug, message, seq)
    journal.crash("crashed", bug, table=runner.id, seq=seq, path=path)


def _write(folder: Path, runner: TableRunner, bug: Exception, message: Any, seq: int | None) -> str:
    report = {
        "aachen": __version__,
        "table": runner.id,
        "seq": seq,
        "asked": message,
        "bug": traceback.format_exception(bug),
        "log": runner.table.lines(),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if len(list(folder.glob("crash-*.json"))) >= MOST_REPORTS:
            return ""
        path = folder / f"crash-{runner.id}-{seq}.json"
        path.touch(PRIVATE)  # what lies hidden at the table is in it
        path.write_bytes(msgspec.json.encode(report))
        return str(path)
    except OSError:
        return ""
