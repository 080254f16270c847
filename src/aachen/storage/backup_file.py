"""Backup files: SQLite databases of our own schema, whatever database they were made from (docs/backup-format.md)."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from aachen.core.errors import bad
from aachen.storage.operator import BACKUP, Advance
from aachen.storage.sqlite import SHEET, STEPS, check_is_ours, migrate
from aachen.storage.sqlite_file import MAGIC, PRIVATE, as_bad_input, check_whole
from aachen.storage.sqlite_notifications import COLUMNS as SUBSCRIPTION

PAGES_AT_ONCE: Final = 256
ROWS_AT_ONCE: Final = 500

# The tables of a backup file with their columns; notices and the outbox belong to a running database.
COLUMNS: Final[dict[str, str]] = {
    "sheet": SHEET,
    "entry": "id, seq, lines, at, clocks",
    "chat": "id, number, body, at",
    "note": "name, body, at",
    "subscription": SUBSCRIPTION,
    "channel_key": "name, body",
}
BY_NAME: Final = ("note", "subscription", "channel_key")  # the key of these is their name


def make_private(path: Path) -> None:
    """An empty file that its owner alone may read, in place of an unfinished one."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))


def copy_pages(source: sqlite3.Connection, target: sqlite3.Connection, advance: Advance) -> None:
    """Copy a database as it is at this moment, though others write to it meanwhile."""
    source.execute("BEGIN")
    try:
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()  # from here on nothing changes for us
        source.backup(
            target, pages=PAGES_AT_ONCE, progress=lambda _, left, total: advance(total - left, total)
        )
    finally:
        source.execute("COMMIT")


def finish(target: sqlite3.Connection, path: Path, kind: str, at: int) -> None:
    """Bring a copy up to the newest schema, say what it is, and make it one file that is whole and on disk."""
    target.execute("PRAGMA journal_mode = DELETE")
    target.execute("PRAGMA synchronous = FULL")
    migrate(target, path)
    about = json.dumps({"made": at, "from": kind, "schema": len(STEPS)}).encode()
    target.execute("DELETE FROM notice")
    target.execute("DELETE FROM outbox")  # what was to be sent then is not sent again
    target.execute("INSERT OR REPLACE INTO note VALUES (?, ?, ?)", (BACKUP, about, at))
    check_whole(target, path)


@contextmanager
def new_backup(path: Path) -> Iterator[sqlite3.Connection]:
    """An empty backup file to be filled."""
    make_private(path)
    target = sqlite3.connect(path, isolation_level=None)
    try:
        yield target
    finally:
        target.close()
    sync(path)


@contextmanager
def opened_backup(path: Path) -> Iterator[sqlite3.Connection]:
    """A backup file, or any copy of an SQLite database of ours, that is whole; BadInput if it is not."""
    try:
        if not path.is_file():
            raise bad("file_missing" if not path.exists() else "file_is_folder", path=str(path))
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise bad("backup_not_one", path=str(path))
        source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    except (OSError, sqlite3.Error) as fault:
        raise as_bad_input(fault, path) from None
    try:
        check_is_ours(source, path)
        check_whole(source, path)
        check_schema(source, path)
        yield source
    except sqlite3.Error as fault:
        raise as_bad_input(fault, path) from None
    finally:
        source.close()


def check_schema(source: sqlite3.Connection, path: Path) -> None:
    """Refuse a backup of a newer program."""
    row = source.execute("SELECT version FROM schema").fetchone()
    if row is None or row[0] > len(STEPS):
        raise bad("store_from_future", path=str(path), found=row and row[0], known=len(STEPS))


def has_table(source: sqlite3.Connection, name: str) -> bool:
    """Whether the schema of this file has such a table: older ones lack some."""
    question = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
    return bool(source.execute(question, (name,)).fetchone()[0])


def count_rows(source: sqlite3.Connection) -> int:
    """All rows that a restore has to write."""
    return sum(
        source.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        for name in COLUMNS
        if has_table(source, name)
    )


def batches(source: sqlite3.Connection, name: str) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of one table, in the order of their keys."""
    if not has_table(source, name):
        return
    order = "id" if name == "sheet" else "name" if name in BY_NAME else "1, 2"
    cursor = source.execute(f"SELECT {COLUMNS[name]} FROM {name} ORDER BY {order}")
    while rows := cursor.fetchmany(ROWS_AT_ONCE):
        yield rows


def sync(path: Path) -> None:
    """Wait until the file and its name are on disk."""
    for place in (path, path.parent):
        handle = os.open(place, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
