"""An operator's view of an SQLite file, beside the server that holds it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from aachen.core.errors import BadInput, bad
from aachen.storage.backup_file import (
    COLUMNS,
    copy_pages,
    finish,
    has_table,
    make_private,
    new_backup,
    opened_backup,
    sync,
)
from aachen.storage.operator import BACKUP, ERASED, RESTORED, Advance, Edit
from aachen.storage.sqlite import (
    SHEETS,
    STEPS,
    check_is_ours,
    connect,
    migrate,
)
from aachen.storage.sqlite_file import (
    as_bad_input,
    as_failure,
    blaming,
    find_or_make,
    take_lock,
)
from aachen.storage.sqlite_notifications import SqliteNotifications, write_news
from aachen.storage.sqlite_replacing import keep, settle
from aachen.storage.sqlite_rows import (
    changing,
    chats,
    checking_newest,
    entries,
    inserting,
    sheet_of,
    whole_row,
)
from aachen.storage.store import Conflict, StoreDamaged, StoredSheet, StoredTable, StoreFailed, is_id, pack

READING: Final = "BEGIN"
KEPT_NOTICES: Final = 1000  # servers ask every second or so
Answer = TypeVar("Answer")


class SqliteOperator:
    """One connection beside the server's; each call waits in a thread, so that a server can use it too."""

    kind = "sqlite"

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path).absolute()
        self.shown = str(self._path)
        self._connection: sqlite3.Connection | None = None
        self._turn = asyncio.Lock()
        self.notifications = SqliteNotifications(self._ask, self._change)

    async def open(self, may_write: bool) -> None:
        """Connect to a file that exists."""
        try:
            await asyncio.to_thread(self._open, may_write)
        except (OSError, sqlite3.Error, BadInput) as fault:
            await self.close()
            raise as_bad_input(fault, self._path) from None

    def _open(self, may_write: bool) -> None:
        if not self._path.exists():
            raise bad("store_missing", path=self.shown)
        if self._path.is_dir():
            raise bad("store_is_folder", path=self.shown)
        connection = self._connection = connect(str(self._path))
        check_is_ours(connection, self._path)
        connection.execute("PRAGMA synchronous = FULL")
        if may_write:
            self._bring_up_to_date(connection)
        else:
            connection.execute("PRAGMA query_only = TRUE")

    def _bring_up_to_date(self, connection: sqlite3.Connection) -> None:
        """An older schema is migrated only while no server, which would be an older one, uses the file."""
        if schema_of(connection) == len(STEPS):
            return
        lock = take_lock(self._lock_path())
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            migrate(connection, self._path)
        finally:
            lock.close()

    def _lock_path(self) -> Path:
        return self._path.with_name(f"{self._path.name}.lock")

    async def close(self) -> None:
        """Close the file."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    # Reading and writing

    async def _ask(self, question: Callable[[sqlite3.Connection], Answer], begin: str = READING) -> Answer:
        connection = self._connection
        if connection is None:
            raise StoreFailed("the store is not open")

        def ask() -> Answer:
            connection.execute(begin)
            try:
                answer = question(connection)
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            connection.execute("ROLLBACK" if begin == READING else "COMMIT")  # see SqliteStore._read
            return answer

        async with self._turn:
            try:
                return await asyncio.to_thread(ask)
            except sqlite3.Error as fault:
                raise as_failure(fault) from fault

    async def _write(self, table: str, at: int, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Work in one transaction, with a notice to the server."""

        def both(connection: sqlite3.Connection) -> Answer:
            answer = work(connection)
            connection.execute("INSERT INTO notice (id, at) VALUES (?, ?)", (table, at))
            connection.execute(
                "DELETE FROM notice WHERE number <= (SELECT max(number) FROM notice) - ?", (KEPT_NOTICES,)
            )
            return answer

        return await self._ask(both, "BEGIN IMMEDIATE")

    async def _change(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Work in one transaction, of which servers need not hear."""
        await self._ask(work, "BEGIN IMMEDIATE")

    async def count(self) -> int:
        """How many tables there are."""
        return await self._ask(lambda reader: int(one(reader, "SELECT count(*) FROM sheet")))

    async def sheets(self, after: str = "", limit: int = 500) -> list[StoredSheet]:
        """Sheets by id."""
        question = f"{SHEETS} WHERE id > ? ORDER BY id LIMIT ?"
        try:
            rows = await self._ask(lambda reader: reader.execute(question, (after, limit)).fetchall())
        except StoreDamaged:
            rows = await self._ask(lambda reader: readable_sheets(reader, after, limit))
        return [sheet_of(row) for row in rows]

    async def names(self) -> list[str]:
        """The ids of all tables; they are in the index, too."""
        question = "SELECT id FROM sheet ORDER BY id"
        return await self._ask(lambda reader: [str(row[0]) for row in reader.execute(question)])

    async def rows(self, name: str) -> list[tuple[Any, ...]]:
        """All rows of a small table."""

        def question(reader: sqlite3.Connection) -> list[tuple[Any, ...]]:
            if not has_table(reader, name):
                return []
            return reader.execute(f"SELECT {COLUMNS[name]} FROM {name}").fetchall()

        return await self._ask(question)

    async def table(self, table: str) -> StoredTable | None:
        """Everything of one table."""

        def question(reader: sqlite3.Connection) -> StoredTable | None:
            row = reader.execute(f"{SHEETS} WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            return StoredTable(sheet_of(row), entries(reader, table), chats(reader, table, -1))

        return await self._ask(question) if is_id(table) else None

    async def edit(self, table: str, edit: Edit) -> None:
        """Change a table, if it is still as the asker knows it."""

        def work(connection: sqlite3.Connection) -> None:
            entry = edit.entry
            if entry is not None:
                checking_newest(table, entry.seq, entry.seq - 1, edit.before)(connection)
                row = (table, entry.seq, pack(entry.lines), entry.at, entry.clocks)
                inserting("INSERT INTO entry (id, seq, lines, at, clocks) VALUES (?, ?, ?, ?, ?)", row)(
                    connection
                )
            if edit.sheet is not None:
                changing(edit.sheet)(connection)
            rows = [(ERASED, table, number) for number in edit.erased]
            connection.executemany("UPDATE chat SET body = ? WHERE id = ? AND number = ?", rows)
            replaced = [(pack(lines), table, seq) for seq, lines in edit.rewritten.items()]
            connection.executemany("UPDATE entry SET lines = ? WHERE id = ? AND seq = ?", replaced)
            if edit.news is not None:
                write_news(connection, edit.news)

        await self._write(table, edit.sheet.touched if edit.sheet else 0, work)

    async def delete(self, table: str, version: int | None = None) -> bool:
        """Remove everything of a table."""

        def work(connection: sqlite3.Connection) -> bool:
            row = connection.execute("SELECT version FROM sheet WHERE id = ?", (table,)).fetchone()
            if row is not None and version not in (None, row[0]):
                raise Conflict(f"the sheet of {table} is not version {version}")
            for name in ("outbox", "subscription", "chat", "entry", "sheet"):
                connection.execute(f"DELETE FROM {name} WHERE id = ?", (table,))
            return row is not None

        return await self._write(table, 0, work)

    # Retention

    async def stale(self, state: str, before: int, limit: int = 500) -> list[StoredSheet]:
        """Sheets at whose table nothing was written since."""
        quiet = " AND ".join(
            f"NOT EXISTS (SELECT 1 FROM {name} WHERE {name}.id = sheet.id AND at >= :before)"
            for name in ("entry", "chat")
        )
        question = (
            f"{SHEETS} WHERE state = :state AND touched < :before AND {quiet} ORDER BY touched LIMIT :limit"
        )
        facts = {"state": state, "before": before, "limit": limit}
        rows = await self._ask(lambda reader: reader.execute(question, facts).fetchall())
        return [sheet_of(row) for row in rows]

    async def spoken(self, before: int, limit: int = 500) -> dict[str, list[int]]:
        """Old chat that is not erased."""
        question = "SELECT id, number FROM chat WHERE at < ? AND body <> ? ORDER BY id, number LIMIT ?"
        rows = await self._ask(lambda reader: reader.execute(question, (before, ERASED, limit)).fetchall())
        return by_table(rows)

    # Notes and notices

    async def notes(self) -> dict[str, bytes]:
        """The notes; an older schema has none."""

        def question(reader: sqlite3.Connection) -> dict[str, bytes]:
            if not has_table(reader, "note"):
                return {}
            return dict(reader.execute("SELECT name, body FROM note").fetchall())

        return await self._ask(question)

    async def set_note(self, name: str, body: bytes | None, at: int) -> None:
        """Write or remove a note."""

        def work(connection: sqlite3.Connection) -> None:
            if body is None:
                connection.execute("DELETE FROM note WHERE name = ?", (name,))
            else:
                connection.execute("INSERT OR REPLACE INTO note VALUES (?, ?, ?)", (name, body, at))

        await self._ask(work, "BEGIN IMMEDIATE")

    async def notices(self, after: int | None) -> tuple[int, list[str]]:
        """What operators changed lately."""

        def question(reader: sqlite3.Connection) -> tuple[int, list[str]]:
            newest = one(reader, "SELECT coalesce(max(number), 0) FROM notice")
            if after is None or newest <= after:
                return newest, []
            rows = reader.execute("SELECT DISTINCT id FROM notice WHERE number > ?", (after,)).fetchall()
            return newest, [row[0] for row in rows]

        return await self._ask(question)

    # The whole database

    async def size(self) -> int:
        """Bytes of the file and its write-ahead log."""
        found = 0
        for path in (self._path, self._path.with_name(f"{self._path.name}-wal")):
            with suppress(OSError):
                found += path.stat().st_size
        return found

    async def damage(self) -> list[str]:
        """What SQLite's own check finds in the pages, indexes and references."""

        def question(reader: sqlite3.Connection) -> list[str]:
            found = [row[0] for row in reader.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
            return found + [
                f"{row[0]}: a row without its {row[2]}" for row in reader.execute("PRAGMA foreign_key_check")
            ]

        return await self._ask(question)

    async def back_up(self, part: Path, advance: Advance) -> None:
        """Copy the file page by page, as it is now."""
        source = self._connection
        assert source is not None, "the store is open"

        def copy() -> None:
            with new_backup(part) as target:
                copy_pages(source, target, advance)
                finish(target, part, self.kind, now_of(source))

        async with self._turn:
            try:
                await asyncio.to_thread(copy)
            except (OSError, sqlite3.Error) as fault:
                raise as_bad_input(fault, part) from None

    async def restore(self, backup: Path, note: bytes, at: int, replace: bool, advance: Advance) -> None:
        """Put a copy of the backup in the place of the file; only while no server holds it."""
        try:
            await asyncio.to_thread(self._restore, backup, note, at, replace, advance)
        except (OSError, sqlite3.Error) as fault:
            raise as_bad_input(fault, self._path) from None

    def _restore(self, backup: Path, note: bytes, at: int, replace: bool, advance: Advance) -> None:
        part = self._path.with_name(f"{self._path.name}.restoring")
        with opened_backup(backup) as source:
            with blaming(self._path):
                find_or_make(self._path)
                lock = take_lock(self._lock_path())
            try:
                with blaming(self._path):
                    settle(self._path, replace)
                self._fill(source, part, note, at, advance)
                if self._path.stat().st_size:
                    keep(self._path, self._path.with_name(f"{self._path.name}.replaced"))
                os.replace(part, self._path)
                sync(self._path)
            finally:
                part.unlink(missing_ok=True)
                lock.close()

    def _fill(self, source: sqlite3.Connection, part: Path, note: bytes, at: int, advance: Advance) -> None:
        make_private(part)
        target = sqlite3.connect(part, isolation_level=None)
        try:
            copy_pages(source, target, advance)
            finish(target, part, self.kind, at)
            target.execute("DELETE FROM note WHERE name = ?", (BACKUP,))
            target.execute("INSERT OR REPLACE INTO note VALUES (?, ?, ?)", (RESTORED, note, at))
        finally:
            target.close()
        sync(part)


def schema_of(connection: sqlite3.Connection) -> int:
    """The version of the schema; 0 if there is none yet."""
    if not has_table(connection, "schema"):
        return 0
    row = connection.execute("SELECT version FROM schema").fetchone()
    return int(row[0]) if row else 0


def readable_sheets(reader: sqlite3.Connection, after: str, limit: int) -> list[tuple[Any, ...]]:
    """The sheets after this id in pages that can be read."""
    rows: list[tuple[Any, ...]] = []
    for (table,) in reader.execute("SELECT id FROM sheet WHERE id > ? ORDER BY id", (after,)).fetchall():
        row = whole_row(reader, f"{SHEETS} WHERE id = ?", (table,))
        rows += [] if row is None else [row]
        if len(rows) == limit:
            break
    return rows


def one(connection: sqlite3.Connection, question: str) -> Any:
    """The single value of a query."""
    return connection.execute(question).fetchone()[0]


def now_of(connection: sqlite3.Connection) -> int:
    """Milliseconds since 1970, by the database's clock."""
    return int(one(connection, "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"))


def by_table(rows: list[tuple[str, int]]) -> dict[str, list[int]]:
    """Numbers of chat by their table."""
    found: dict[str, list[int]] = {}
    for table, number in rows:
        found.setdefault(table, []).append(number)
    return found
