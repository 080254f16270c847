"""A process that stores entries through the real SQLite store, and writes down each acknowledgement.

`python -m tests.storage.powercut.writer FOLDER ENTRIES [SYNCHRONOUS]`; the last word plants a fault in the store.
"""

import asyncio
import os
import sqlite3
import sys
from pathlib import Path

from tests.storage.kit import chat, entry, sheet

from aachen.storage.sqlite import SqliteStore, connect

TABLES = 3
CHECKPOINT_PAGES = 40  # a checkpoint every few commits: that is where a cut can do most harm


class Planted(sqlite3.Connection):
    """A connection that flushes less than the store asks for, and checkpoints often."""

    level = ""

    def execute(self, command, *facts):
        if command == "PRAGMA synchronous = FULL":
            super().execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
            command = f"PRAGMA synchronous = {self.level}" if self.level else command
        return super().execute(command, *facts)


def planted(path: str) -> sqlite3.Connection:
    """As the store connects, with another class of connection."""
    made = connect(path)
    made.close()
    return sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False, factory=Planted)


async def write_table(store: SqliteStore, table: str, entries: int, acknowledged: int) -> None:
    """One table: its sheet, its entries, now and then a new sheet and a chat message."""
    await store.create(sheet(table))
    version = 1
    for seq in range(entries):
        changed = None
        if seq % 5 == 4:
            version += 1
            changed = sheet(table, version, body=b"sheet %d" % version)
        await store.append(table, entry(seq, f"entry {seq} of {table}", "x" * (seq * 37 % 900)), changed)
        os.write(acknowledged, f"entry {table} {seq} {version}\n".encode())
        if seq % 7 == 0:
            await store.talk(table, chat(seq // 7 + 1))
            os.write(acknowledged, f"chat {table} {seq // 7 + 1} {version}\n".encode())


async def main(folder: Path, entries: int) -> None:
    """All tables at once, then an orderly end."""
    store = SqliteStore(folder / "tables.db", planted)
    await store.open(lambda table: None)
    acknowledged = os.open(folder / "acknowledged", os.O_WRONLY | os.O_CREAT, 0o600)
    await asyncio.gather(*[write_table(store, f"table{at}", entries, acknowledged) for at in range(TABLES)])
    await store.close()


if __name__ == "__main__":
    Planted.level = sys.argv[3] if len(sys.argv) > 3 else ""
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
