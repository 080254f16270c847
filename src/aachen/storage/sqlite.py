"""Tables in one SQLite file, for one server: the store Aachen comes with.

Write-ahead log with synchronous=FULL: what was acknowledged survives a power cut.
One thread writes (`group.py`), another reads; the event loop waits for neither.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Final, TypeVar

from aachen.core.errors import BadInput, bad
from aachen.storage import sqlite_notifications
from aachen.storage.group import GroupWriter, Work
from aachen.storage.notifications import News
from aachen.storage.sqlite_file import (
    FileWatch,
    as_bad_input,
    as_failure,
    check_library,
    check_whole,
    close_to_others,
    find_or_make,
    is_damage,
    take_lock,
)
from aachen.storage.sqlite_notifications import SqliteNotifications, write_news
from aachen.storage.sqlite_rows import (
    INSERT_ENTRY,
    changing,
    chats,
    checking_newest,
    entries,
    inserting,
    row_of,
    sheet_of,
    whole_row,
)
from aachen.storage.store import (
    CHAT_KEPT_AT_HAND,
    Elsewhere,
    Notice,
    StoreDamaged,
    StoredChat,
    StoredEntry,
    StoredSheet,
    StoredTable,
    StoreFailed,
    check_id,
    check_known,
    check_number,
    is_id,
    pack,
)

APPLICATION: Final = 0x41414348  # "AACH": what `file` and SQLite can tell our databases by
PATIENCE: Final = 10.0  # seconds to wait for another program, a backup for instance, that holds the file
MOST_IN_A_QUESTION: Final = 500  # ids in one SELECT

# The schema, step by step: step n leads from version n to n + 1. Never change one that was released; add one.
STEPS: Final[list[list[str]]] = [
    [
        """CREATE TABLE sheet (
            id TEXT PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL, listed INTEGER NOT NULL,
            game TEXT NOT NULL, body BLOB NOT NULL, made INTEGER NOT NULL, touched INTEGER NOT NULL)""",
        "CREATE INDEX sheet_by_state ON sheet (state, touched)",
        """CREATE TABLE entry (
            id TEXT NOT NULL REFERENCES sheet, seq INTEGER NOT NULL, lines BLOB NOT NULL,
            at INTEGER NOT NULL, clocks BLOB NOT NULL, PRIMARY KEY (id, seq)) WITHOUT ROWID""",
        """CREATE TABLE chat (
            id TEXT NOT NULL REFERENCES sheet, number INTEGER NOT NULL, body BLOB NOT NULL,
            at INTEGER NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID""",
    ],
    [  # what operators tell all servers (operator.py), and which tables they changed
        "CREATE TABLE note (name TEXT PRIMARY KEY, body BLOB NOT NULL, at INTEGER NOT NULL)",
        "CREATE TABLE notice (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, at INTEGER NOT NULL)",
    ],
    sqlite_notifications.STEP,
]

SHEET: Final = "id, version, state, listed, game, body, made, touched"
SHEETS: Final = f"SELECT {SHEET} FROM sheet"
LAST: Final = "(SELECT coalesce(max(seq), -1) FROM entry WHERE entry.id = sheet.id)"

Connect = Callable[[str], sqlite3.Connection]
Answer = TypeVar("Answer")


def connect(path: str) -> sqlite3.Connection:
    """A connection that leaves transactions to us and may be used by the thread it is handed to."""
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


class SqliteStore:
    """The store of one server. `connect` makes the connection that writes: tests hand in one that fails."""

    def __init__(self, path: str | Path, connect: Connect = connect) -> None:
        self._path = Path(path).absolute()
        self._connect = connect
        self._lock: sqlite3.Connection | None = None
        self._writer: GroupWriter | None = None
        self._reader: sqlite3.Connection | None = None
        self._watch: FileWatch | None = None
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="aachen-reader")
        self.notifications = SqliteNotifications(self._read, self._write)

    @property
    def epoch(self) -> int:
        """The file is held for as long as the store is open."""
        return 0

    # Opening and closing

    async def open(self, notice: Notice) -> None:
        """Take the file for this server alone; nobody else writes to it, so there is nothing to notice."""
        connection = await asyncio.to_thread(self._open)
        self._watch = FileWatch(self._path)
        self._writer = GroupWriter(connection, self._watch, self._turn)

    def _open(self) -> sqlite3.Connection:
        try:
            check_library()
            find_or_make(self._path)
            self._hold()
            return self._prepare()
        except (OSError, sqlite3.Error, BadInput) as fault:
            self._let_go()
            raise as_bad_input(fault, self._path) from None

    def _hold(self) -> None:
        """Take the file; nobody else may have it."""
        self._lock = take_lock(self._path.with_name(f"{self._path.name}.lock"))

    def _check(self, writer: sqlite3.Connection) -> None:
        """Refuse a file that is not ours or not whole."""
        check_is_ours(writer, self._path)
        check_whole(writer, self._path)
        close_to_others(self._path)

    def _turn(self) -> AbstractContextManager[None]:
        """What the writer waits for before it writes: nothing, for it is the only one."""
        return nullcontext()

    def _prepare(self) -> sqlite3.Connection:
        writer = self._connect(str(self._path))
        try:
            self._check(writer)
            writer.execute("PRAGMA journal_mode = WAL")
            writer.execute("PRAGMA synchronous = FULL")
            writer.execute("PRAGMA fullfsync = TRUE")  # macOS: also out of the disk's own cache
            writer.execute("PRAGMA checkpoint_fullfsync = TRUE")
            migrate(writer, self._path)
            reader = connect(str(self._path))
            reader.execute("PRAGMA query_only = TRUE")
        except BaseException:
            writer.close()
            raise
        self._reader = reader
        return writer

    async def close(self) -> None:
        """Finish what was acknowledged and close the file."""
        reader, self._reader = self._reader, None
        if self._writer is not None:
            await self._writer.close()
        await asyncio.to_thread(self._reading.shutdown)
        if reader is not None:
            reader.close()
        self._let_go()

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.close()
        self._lock = None

    async def ready(self) -> bool:
        """Whether the file can be read, and, if the last write failed, written again."""
        try:
            await self._read(lambda reader: reader.execute("SELECT version FROM schema").fetchone())
            if self._writer is not None and self._writer.is_failing:
                await self._write(lambda writer: writer.execute("UPDATE schema SET version = version"))
        except StoreFailed:
            return False
        return True

    async def _read(self, question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """An answer from the reading thread, all of it from the same moment."""

        reader, watch = self._reader, self._watch
        if reader is None or watch is None:
            raise StoreFailed("the store is not open")

        def ask() -> Answer:
            watch.check()
            reader.execute("BEGIN")
            try:
                return question(reader)
            finally:
                reader.execute("ROLLBACK")  # nothing was written; a COMMIT fails once a damaged page was met

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, ask)
        except sqlite3.Error as fault:
            raise as_failure(fault) from fault

    async def _write(self, work: Callable[[sqlite3.Connection], object]) -> None:
        if self._writer is None:
            raise StoreFailed("the store is not open")

        def quietly(connection: sqlite3.Connection) -> None:
            work(connection)

        await self._writer.write(quietly)

    # Writing

    async def create(self, sheet: StoredSheet) -> None:
        """A new table."""
        check_id(sheet.table)
        await self._write(
            inserting(f"INSERT INTO sheet ({SHEET}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row_of(sheet))
        )

    async def change(self, sheet: StoredSheet, news: News | None = None) -> None:
        """The next version of a sheet."""
        check_known(sheet.table)
        await self._write(with_news(news, changing(sheet)))

    async def append(
        self,
        table: str,
        entry: StoredEntry,
        sheet: StoredSheet | None = None,
        *,
        before: list[str] | None = None,
        whole: bool = False,
        news: News | None = None,
        version: int | None = None,
    ) -> None:
        """An entry, and perhaps a sheet, both or neither."""
        check_known(table)
        row = (entry.seq, pack(entry.lines), entry.at, entry.clocks, table, version)
        on_top = checking_newest(table, entry.seq, -1 if whole else entry.seq - 1, before)
        insert = inserting(INSERT_ENTRY, row)
        change = [] if sheet is None else [changing(sheet)]
        await self._write(with_news(news, on_top, insert, *change))

    async def talk(self, table: str, chat: StoredChat) -> None:
        """Add a chat message."""
        check_known(table)
        row = (chat.number, chat.body, chat.at, table)
        insert = inserting("INSERT INTO chat SELECT id, ?, ?, ? FROM sheet WHERE id = ?", row)

        def add(connection: sqlite3.Connection) -> None:
            newest = "SELECT coalesce(max(number), 0) FROM chat WHERE id = ?"
            check_number(connection.execute(newest, (table,)).fetchone()[0], chat.number, chat.number - 1)
            insert(connection)

        await self._write(add)

    # Reading

    async def load(self, table: str) -> StoredTable | None:
        """Everything of one table."""

        def question(reader: sqlite3.Connection) -> StoredTable | None:
            row = reader.execute(f"{SHEETS} WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            return StoredTable(sheet_of(row), entries(reader, table), chats(reader, table, CHAT_KEPT_AT_HAND))

        return await self._read(question) if is_id(table) else None

    async def since(self, table: str, seq: int, number: int) -> StoredTable | None:
        """The sheet, and what has these numbers or later ones."""

        def question(reader: sqlite3.Connection) -> StoredTable | None:
            row = reader.execute(f"{SHEETS} WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            later = entries(reader, table, seq), chats(reader, table, -1, number)
            return StoredTable(sheet_of(row), *later)

        return await self._read(question) if is_id(table) else None

    async def find(self, state: str, listed: bool | None, limit: int) -> list[StoredSheet]:
        """Sheets in this state, the latest touched first."""
        where = "state = ?" if listed is None else "state = ? AND listed = ?"
        facts = (state,) if listed is None else (state, int(listed))
        order = f"{SHEETS} WHERE {where} ORDER BY touched DESC, id LIMIT ?"

        def question(reader: sqlite3.Connection) -> list[tuple[Any, ...]]:
            try:
                return reader.execute(order, (*facts, limit)).fetchall()
            except sqlite3.DatabaseError as fault:
                if not is_damage(fault):
                    raise
                index = "SELECT rowid FROM sheet WHERE state = ? ORDER BY touched DESC"
                each = f"{SHEETS} WHERE rowid = ?"
                if listed is not None:
                    each += f" AND listed = {int(listed)}"
                rows = (whole_row(reader, each, key) for key in reader.execute(index, (state,)).fetchall())
                return [row for row in rows if row is not None][:limit]

        return [sheet_of(row) for row in await self._read(question)]

    async def summaries(self, tables: list[str]) -> dict[str, tuple[StoredSheet, int]]:
        """The sheets of these tables and the seq of their last entries; -1 if there is none."""
        ids = [table for table in dict.fromkeys(tables) if is_id(table)]

        def question(reader: sqlite3.Connection) -> list[tuple[Any, ...]]:
            rows: list[tuple[Any, ...]] = []
            for start in range(0, len(ids), MOST_IN_A_QUESTION):
                part = ids[start : start + MOST_IN_A_QUESTION]
                marks = ", ".join("?" * len(part))
                rows += reader.execute(f"SELECT {SHEET}, {LAST} FROM sheet WHERE id IN ({marks})", part)
            return rows

        def one_by_one(reader: sqlite3.Connection) -> list[tuple[Any, ...]]:
            """As far as they can be read; of a table whose entries cannot be, the sheet alone."""
            each = [f"SELECT {SHEET}, {last} FROM sheet WHERE id = ?" for last in (LAST, "-1")]
            found = (
                next(filter(None, (whole_row(reader, sql, (table,)) for sql in each)), None) for table in ids
            )
            return [row for row in found if row is not None]

        try:
            rows = await self._read(question)
        except StoreDamaged:
            rows = await self._read(one_by_one)
        return {row[0]: (sheet_of(row[:-1]), row[-1]) for row in rows}

    # Several servers

    def present(self, table: str, seat: str, here: bool) -> None:
        """There is no other server to tell."""

    async def presence(self, table: str) -> Elsewhere:
        """Nobody is at another server."""
        return Elsewhere()

    async def drive(self, table: str) -> bool:
        """There is no other server."""
        return True

    async def release(self, table: str) -> None:
        """There is nobody to leave it to."""


# The file


def with_news(news: News | None, *works: Work) -> Work:
    """These one after the other, and the messages that they cause: all or nothing."""

    def work(connection: sqlite3.Connection) -> None:
        for each in works:
            each(connection)
        if news is not None:
            write_news(connection, news)

    return work


def check_is_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse the database of another program."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if things and application != APPLICATION:
        raise bad("store_not_ours", path=str(path))


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Migrate the schema to the newest version, all steps or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL)")
        row = connection.execute("SELECT version FROM schema").fetchone()
        version = row[0] if row else 0
        if version > len(STEPS):
            raise bad("store_from_future", path=str(path), found=version, known=len(STEPS))
        for step in STEPS[version:]:
            for command in step:
                connection.execute(command)
        if version < len(STEPS):
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute("DELETE FROM schema")
            connection.execute("INSERT INTO schema VALUES (?)", (len(STEPS),))
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
