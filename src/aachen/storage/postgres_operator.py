"""An operator's view of a PostgreSQL database, beside the servers that use it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from aachen.core.errors import BadInput, bad
from aachen.storage.address import Address
from aachen.storage.backup_file import (
    COLUMNS,
    ROWS_AT_ONCE,
    batches,
    count_rows,
    finish,
    new_backup,
    opened_backup,
)
from aachen.storage.operator import BACKUP, ERASED, RESTORED, Advance, Edit
from aachen.storage.postgres import MIGRATING, SHEETS, changing, chats, entries, migrate, sheet_of
from aachen.storage.postgres_damage import by_index, readable_names, readable_sheets
from aachen.storage.postgres_notifications import PostgresNotifications, write_news
from aachen.storage.sqlite import migrate as migrate_file
from aachen.storage.sqlite_operator import by_table
from aachen.storage.store import (
    EVERYTHING,
    Conflict,
    StoreDamaged,
    StoredSheet,
    StoredTable,
    StoreFailed,
    is_id,
    pack,
)
from aachen.storage.together import AWAY, CHANNEL, DAMAGED, Row, insert, why_not

NOBODY: Final = 0  # the number of the server that sends a notice: none of them, so that all hear it
ORDER: Final = {
    "sheet": "id",
    "entry": "id, seq",
    "chat": "id, number",
    "note": "name",
    "subscription": "name",
    "channel_key": "name",
}
PARTS: Final = ("entry", "chat", "subscription")
LOST: Final = "SELECT count(id) FROM %s WHERE NOT EXISTS (SELECT 1 FROM sheet WHERE sheet.id = %s.id)"
LOCK_ALL: Final = f"LOCK TABLE {', '.join(COLUMNS)}, outbox IN ACCESS EXCLUSIVE MODE"
REWRITE: Final = "UPDATE entry SET lines = $1 WHERE id = $2 AND seq = $3"

Work = Callable[[Any], Awaitable["Answer"]]
Answer = TypeVar("Answer")


class PostgresOperator:
    """One connection; every question is a transaction."""

    kind = "postgresql"

    def __init__(self, url: str, answer_seconds: float | None) -> None:
        """`answer_seconds` is how long a question may take; None: as long as a large database needs."""
        self._address = Address(url, answer_seconds=answer_seconds)
        self.shown = self._address.shown
        self._connection: Any = None
        self._may_write = False
        self._turn = asyncio.Lock()
        self.notifications = PostgresNotifications(self._ask, partial(self._ask, is_reading=False))

    async def open(self, may_write: bool) -> None:
        """Connect; a database that no server has opened yet is made ready if it is to be written to."""
        try:
            self._connection = await self._address.connect()
            self._may_write = may_write
            if may_write:
                async with self._connection.transaction():
                    await self._connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
                    await migrate(self._connection, self._address)
            elif not await has_table(self._connection, "sheet"):
                raise bad("store_missing", path=self.shown)
        except BadInput:
            await self.close()
            raise
        except AWAY as fault:
            await self.close()
            raise self._address.fault(fault) from None

    async def close(self) -> None:
        """Disconnect."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    # Reading and writing

    async def _ask(self, work: Work[Answer], is_reading: bool = True) -> Answer:
        async with self._turn:
            if self._connection is None or self._connection.is_closed():
                self._connection = await self._connected()
            level = "repeatable_read" if is_reading else "read_committed"
            is_reading = is_reading or not self._may_write
            try:
                async with self._connection.transaction(isolation=level, readonly=is_reading):
                    return await work(self._connection)
            except DAMAGED as fault:
                raise StoreDamaged(str(fault)) from fault
            except AWAY as fault:
                raise StoreFailed(str(fault) or type(fault).__name__) from fault

    async def _connected(self) -> Any:
        try:
            return await self._address.connect()
        except AWAY as fault:
            raise StoreFailed(str(fault) or type(fault).__name__) from fault

    async def _write(self, table: str, work: Work[Answer]) -> Answer:
        """Work in one transaction, with a notice to all servers."""

        async def both(connection: Any) -> Answer:
            answer = await work(connection)
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{table} {NOBODY}")
            return answer

        return await self._ask(both, is_reading=False)

    async def count(self) -> int:
        """How many tables there are."""
        return int(await self._ask(lambda reader: reader.fetchval("SELECT count(*) FROM sheet")))

    async def sheets(self, after: str = "", limit: int = 500) -> list[StoredSheet]:
        """Sheets by id."""
        question = f'{SHEETS} WHERE id COLLATE "C" > $1 ORDER BY id COLLATE "C" LIMIT $2'
        try:
            rows = await self._ask(lambda reader: reader.fetch(question, after, limit))
        except StoreDamaged:
            found = [row for row in await self._ask(readable_sheets) if row[0] > after]
            rows = sorted(found, key=lambda row: str(row[0]))[:limit]
        return [sheet_of(row) for row in rows]

    async def names(self) -> list[str]:
        """The ids of all tables."""
        try:
            rows = await self._ask(lambda reader: reader.fetch("SELECT id FROM sheet"))
        except StoreDamaged:
            return await self._ask(readable_names)
        return sorted(str(row[0]) for row in rows)

    async def rows(self, name: str) -> list[tuple[Any, ...]]:
        """All rows of a small table."""

        async def question(reader: Any) -> list[tuple[Any, ...]]:
            if not await has_table(reader, name):
                return []
            return list(map(tuple, await reader.fetch(f"SELECT {COLUMNS[name]} FROM {name}")))

        return await self._ask(question)

    async def table(self, table: str) -> StoredTable | None:
        """Everything of one table."""

        async def question(reader: Any) -> StoredTable | None:
            row = await reader.fetchrow(f"{SHEETS} WHERE id = $1", table)
            if row is None:
                return None
            return StoredTable(sheet_of(row), await entries(reader, table), await chats(reader, table, None))

        if not is_id(table):
            return None
        try:
            return await self._ask(question)
        except StoreDamaged:
            return await self._ask(lambda reader: by_index(reader, question))

    async def edit(self, table: str, edit: Edit) -> None:
        """Change a table, if it is still as the asker knows it."""

        async def work(connection: Any) -> None:
            if edit.entry is not None:
                entry, before = edit.entry, None if edit.before is None else pack(edit.before)
                row = Row(table, entry.seq, pack(entry.lines), entry.at, entry.clocks, entry.seq - 1, before)
                if not await insert(connection, [row]):
                    raise await why_not(connection, row)
            if edit.sheet is not None:
                await changing(edit.sheet)(connection)
            command = "UPDATE chat SET body = $1 WHERE id = $2 AND number = ANY($3::bigint[])"
            await connection.execute(command, ERASED, table, edit.erased)
            for seq, lines in edit.rewritten.items():
                await connection.execute(REWRITE, pack(lines), table, seq)
            if edit.news is not None:
                await write_news(connection, [edit.news])

        await self._write(table, work)

    async def delete(self, table: str, version: int | None = None) -> bool:
        """Remove everything of a table."""

        async def work(connection: Any) -> bool:
            found = await connection.fetchval("SELECT version FROM sheet WHERE id = $1 FOR UPDATE", table)
            if found is not None and version not in (None, found):
                raise Conflict(f"the sheet of {table} is not version {version}")
            for name in ("subscription", "chat", "entry", "sheet"):  # the outbox goes with its subscriptions
                await connection.execute(f"DELETE FROM {name} WHERE id = $1", table)
            return found is not None

        return await self._write(table, work) if is_id(table) else False

    # Retention

    async def stale(self, state: str, before: int, limit: int = 500) -> list[StoredSheet]:
        """Sheets at whose table nothing was written since."""
        quiet = " AND ".join(
            f"NOT EXISTS (SELECT 1 FROM {name} WHERE {name}.id = sheet.id AND at >= $2)"
            for name in ("entry", "chat")
        )
        question = f"{SHEETS} WHERE state = $1 AND touched < $2 AND {quiet} ORDER BY touched LIMIT $3"
        rows = await self._ask(lambda reader: reader.fetch(question, state, before, limit))
        return [sheet_of(row) for row in rows]

    async def spoken(self, before: int, limit: int = 500) -> dict[str, list[int]]:
        """Old chat that is not erased."""
        question = "SELECT id, number FROM chat WHERE at < $1 AND body <> $2 ORDER BY id, number LIMIT $3"
        rows = await self._ask(lambda reader: reader.fetch(question, before, ERASED, limit))
        return by_table([(row[0], row[1]) for row in rows])

    # Notes and notices

    async def notes(self) -> dict[str, bytes]:
        """The notes; an older schema has none."""

        async def question(reader: Any) -> dict[str, bytes]:
            if not await has_table(reader, "note"):
                return {}
            return {row[0]: row[1] for row in await reader.fetch("SELECT name, body FROM note")}

        return await self._ask(question)

    async def set_note(self, name: str, body: bytes | None, at: int) -> None:
        """Write or remove a note."""

        async def work(connection: Any) -> None:
            await connection.execute("DELETE FROM note WHERE name = $1", name)
            if body is not None:
                await connection.execute("INSERT INTO note VALUES ($1, $2, $3)", name, body, at)

        await self._ask(work, is_reading=False)

    async def notices(self, after: int | None) -> tuple[int, list[str]]:
        """Servers hear of them through the database."""
        return 0, []

    # The whole database

    async def size(self) -> int:
        """Bytes, as the database counts them."""
        return int(
            await self._ask(lambda reader: reader.fetchval("SELECT pg_database_size(current_database())"))
        )

    async def damage(self) -> list[str]:
        """Rows that cannot be read, and rows without their table."""
        found = [
            await self._fault_of(f"SELECT sum(length(t::text)) FROM {name} t", name)
            for name in ("sheet", *PARTS)
        ]
        found += [
            await self._fault_of(LOST % (name, name), f"{name}: a row without its sheet") for name in PARTS
        ]
        return [each for each in found if each]

    async def _fault_of(self, question: str, about: str) -> str:
        """What is wrong: the question cannot be answered, or a count of faults is not zero."""
        try:
            number = await self._ask(lambda reader: reader.fetchval(question))
        except StoreFailed as fault:
            return f"{about}: {fault}"
        return about if question.startswith(LOST[:16]) and number else ""

    async def back_up(self, part: Path, advance: Advance) -> None:
        """Write all rows as they are at one moment."""

        async def dump(reader: Any) -> None:
            at = int(await reader.fetchval("SELECT extract(epoch FROM clock_timestamp()) * 1000"))
            with new_backup(part) as target:
                migrate_file(target, part)
                target.execute("BEGIN")
                await self._dump_rows(reader, target, advance)
                target.execute("COMMIT")
                finish(target, part, self.kind, at)

        await self._ask(dump)

    async def _dump_rows(self, reader: Any, target: Any, advance: Advance) -> None:
        names = [name for name in COLUMNS if await has_table(reader, name)]
        total = sum([await reader.fetchval(f"SELECT count(*) FROM {name}") for name in names])
        done = 0
        for name in names:
            marks = ", ".join("?" * (COLUMNS[name].count(",") + 1))
            cursor = await reader.cursor(f"SELECT {COLUMNS[name]} FROM {name} ORDER BY {ORDER[name]}")
            while rows := await cursor.fetch(ROWS_AT_ONCE):
                target.executemany(f"INSERT INTO {name} ({COLUMNS[name]}) VALUES ({marks})", map(tuple, rows))
                done += len(rows)
                advance(done, total)

    async def restore(self, backup: Path, note: bytes, at: int, replace: bool, advance: Advance) -> None:
        """All rows in one transaction; servers that run compare what they hold with what is there now."""
        with opened_backup(backup) as source:
            total, done = count_rows(source), 0

            async def fill(connection: Any) -> None:
                nonlocal done
                await connection.execute(LOCK_ALL)
                if not replace and await connection.fetchval("SELECT count(*) FROM sheet"):
                    raise bad("store_not_empty", path=self.shown)
                for name in reversed(COLUMNS):
                    await connection.execute(f"DELETE FROM {name}")
                for name, columns in COLUMNS.items():
                    for rows in batches(source, name):
                        records = [as_record(name, row) for row in rows if row[0] != BACKUP or name != "note"]
                        await connection.copy_records_to_table(
                            name, records=records, columns=columns.split(", ")
                        )
                        done += len(rows)
                        advance(done, total)
                await connection.execute("DELETE FROM note WHERE name = $1", RESTORED)
                await connection.execute("INSERT INTO note VALUES ($1, $2, $3)", RESTORED, note, at)

            await self._write(EVERYTHING, fill)


async def has_table(reader: Any, name: str) -> bool:
    """Whether the schema of this database has such a table."""
    return bool(await reader.fetchval("SELECT to_regclass($1) IS NOT NULL", name))


def as_record(name: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row of a file as PostgreSQL wants it: SQLite has no booleans."""
    return (*row[:3], bool(row[3]), *row[4:]) if name == "sheet" else row
