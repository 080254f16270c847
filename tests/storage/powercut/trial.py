"""Records a writer, cuts the power at many moments, and looks at what is left each time."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.storage.powercut.replayer import Operation, cuts, read_operations

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


@dataclass
class Outcome:
    """What was found after all cuts."""

    cuts: int = 0
    operations: int = 0
    syncs: int = 0
    acknowledged: int = 0  # entries and messages that had to be there, over all cuts
    lost: int = 0  # cuts after which something acknowledged was missing
    corrupt: int = 0  # cuts after which the database was damaged

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost or damaged."""
        return self.lost == self.corrupt == 0


def compiler() -> str | None:
    """A C compiler, if there is one; the recorder needs Linux too."""
    found = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    return found if sys.platform == "linux" else None


def compile_recorder(folder: Path) -> Path:
    """The recorder as a library to be loaded before all others."""
    library, program = folder / "recorder.so", compiler()
    assert program is not None
    subprocess.run(
        [program, "-shared", "-fPIC", "-O1", "-o", library, HERE / "recorder.c", "-ldl", "-lpthread"],
        check=True,
    )
    return library


def record(library: Path, folder: Path, entries: int, fault: str = "") -> list[Operation]:
    """Let a process write, and record everything it does to the disk."""
    disk, recording = folder / "disk", folder / "recording"
    disk.mkdir()
    environment = {
        **os.environ,
        "LD_PRELOAD": str(library),
        "AACHEN_RECORD_FOLDER": str(disk),
        "AACHEN_RECORD_FILE": str(recording),
    }
    command = [sys.executable, "-m", "tests.storage.powercut.writer", str(disk), str(entries)]
    subprocess.run(command + ([fault] if fault else []), cwd=ROOT, env=environment, check=True)
    return read_operations(recording)


def try_cuts(operations: list[Operation], folder: Path, number: int, seed: int = 1) -> Outcome:
    """Cut the power so many times; what was found."""
    outcome = Outcome(operations=len(operations), syncs=sum(each.kind == "s" for each in operations))
    after = folder / "after"
    for files, acknowledged in cuts(operations, number, seed):
        shutil.rmtree(after, ignore_errors=True)
        after.mkdir()
        for name, content in files.items():
            (after / name).write_bytes(content)
        outcome.cuts += 1
        outcome.acknowledged += len(acknowledged)
        try:
            outcome.lost += not holds(after / "tables.db", acknowledged)
        except sqlite3.DatabaseError:
            outcome.corrupt += 1
    return outcome


def holds(path: Path, acknowledged: list[str]) -> bool:
    """Whether the database has everything that was acknowledged; raises DatabaseError if it is damaged."""
    database = sqlite3.connect(path)
    try:
        database.execute("PRAGMA synchronous = OFF")  # what is left is looked at once and thrown away
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise sqlite3.DatabaseError("integrity_check")
        found = set()
        if database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'chat'").fetchone()[0]:
            found |= {f"entry {table} {seq}" for table, seq in sound_entries(database)}
            found |= {
                f"chat {table} {number}" for table, number in database.execute("SELECT id, number FROM chat")
            }
        versions = dict(database.execute("SELECT id, version FROM sheet")) if found else {}
    finally:
        database.close()
    return all(
        line.rpartition(" ")[0] in found and versions[line.split()[1]] >= int(line.rpartition(" ")[2])
        for line in acknowledged
    )


def sound_entries(database: sqlite3.Connection) -> list[tuple[str, int]]:
    """The entries whose lines are those that were stored, without a gap before them."""
    sound: dict[str, int] = {}
    for table, seq, lines in database.execute("SELECT id, seq, lines FROM entry ORDER BY id, seq"):
        expected = f"entry {seq} of {table}\n" + "x" * (seq * 37 % 900)
        if sound.get(table, -1) == seq - 1 and bytes(lines).decode() == expected:
            sound[table] = seq
    return [(table, seq) for table, last in sound.items() for seq in range(last + 1)]
