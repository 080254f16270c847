"""Tables in PostgreSQL, for any number of servers on one database.

What waits to be written is stored together, as in SQLite: a notice makes PostgreSQL take the commits of all servers
one after the other, so that few and large transactions are worth even more here.
Three kinds of connections: one writes, a pool reads, and the line (`line.py`) hears other servers and holds leases.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import asyncpg

from aachen.core.errors import BadInput, bad
from aachen.storage.address import DURABLE_HERE, Address
from aachen.storage.line import Line
from aachen.storage.notifications import News
from aachen.storage.postgres_damage import SHEET, by_index, readable, readable_sheets
from aachen.storage.postgres_notifications import STEP as NOTIFICATIONS
from aachen.storage.postgres_notifications import PostgresNotifications, write_news
from aachen.storage.store import (
    CHAT_KEPT_AT_HAND,
    Conflict,
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
    unpack,
)
from aachen.storage.together import AWAY, DAMAGED, Row, TogetherWriter, Work, insert, why_not

MOST_READERS: Final = 8

# The schema, step by step: step n leads from version n to n + 1. Never change one that was released; add one.
STEPS: Final[list[list[str]]] = [
    [
        """CREATE TABLE sheet (
            id text PRIMARY KEY, version bigint NOT NULL, state text NOT NULL, listed boolean NOT NULL,
            game text NOT NULL, body bytea NOT NULL, made bigint NOT NULL, touched bigint NOT NULL)""",
        "CREATE INDEX sheet_by_state ON sheet (state, touched)",
        """CREATE TABLE entry (
            id text NOT NULL REFERENCES sheet, seq bigint NOT NULL, lines bytea NOT NULL,
            at bigint NOT NULL, clocks bytea NOT NULL, PRIMARY KEY (id, seq))""",
        """CREATE TABLE chat (
            id text NOT NULL REFERENCES sheet, number bigint NOT NULL, body bytea NOT NULL,
            at bigint NOT NULL, PRIMARY KEY (id, number))""",
    ],
    [  # what holds for as long as servers live: nothing of it needs to outlive a crash of the database
        "CREATE UNLOGGED TABLE server (number bigint PRIMARY KEY, seen timestamptz NOT NULL)",
        "CREATE UNLOGGED TABLE lease (id text PRIMARY KEY, server bigint NOT NULL)",
        """CREATE UNLOGGED TABLE presence (
            id text NOT NULL, seat text NOT NULL, server bigint NOT NULL, here boolean NOT NULL,
            at timestamptz NOT NULL, PRIMARY KEY (id, seat, server))""",
    ],
    [  # what operators tell all servers (operator.py)
        "CREATE TABLE note (name text PRIMARY KEY, body bytea NOT NULL, at bigint NOT NULL)",
    ],
    NOTIFICATIONS,
]
MIGRATING: Final = 0x41414348  # the advisory lock under which one server at a time migrates

SHEETS: Final = f"SELECT {SHEET} FROM sheet"
LAST: Final = "(SELECT coalesce(max(seq), -1) FROM entry WHERE entry.id = sheet.id)"
SUMMARY: Final = f"SELECT {SHEET}, %s FROM sheet WHERE id = ANY($1)"

Question = Callable[[Any], Awaitable["Answer"]]
Answer = TypeVar("Answer")


class PostgresStore:
    """The store of one server among several."""

    def __init__(self, url: str) -> None:
        self._address = Address(url)
        number = int.from_bytes(os.urandom(4), "big")  # by which a server knows its own notices
        self._writer = TogetherWriter(self._address, number)
        self._line = Line(self._address, number)
        self._pool: Any = None
        self.notifications = PostgresNotifications(self._read, self._change)

    @property
    def epoch(self) -> int:
        """How often the connection that writes was lost."""
        return self._writer.epoch

    # Opening and closing

    async def open(self, notice: Notice) -> None:
        """Connect, migrate, and listen."""
        try:
            await self._migrate()
            await self._line.open(notice)
            self._pool = await self._address.pool(MOST_READERS)
        except BadInput:
            await self.close()
            raise
        except AWAY as fault:
            await self.close()
            raise self._address.fault(fault) from None
        self._writer.start()

    async def _migrate(self) -> None:
        connection = await self._address.connect()
        try:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
                await migrate(connection, self._address)
        finally:
            await connection.close()

    async def close(self) -> None:
        """Finish what was acknowledged, and leave the tables to other servers."""
        await self._writer.close()
        await self._line.close()
        pool, self._pool = self._pool, None
        if pool is not None and await is_stuck(pool.close()):
            pool.terminate()

    async def ready(self) -> bool:
        """Whether the database answers, and would take a write: a standby does not."""
        try:
            return not await self._read(lambda reader: reader.fetchval("SELECT pg_is_in_recovery()"))
        except StoreFailed:
            return False

    async def _read(self, question: Question[Answer]) -> Answer:
        """An answer from the pool; asked again, once, if the connection had died in the meantime."""
        if self._pool is None:
            raise StoreFailed("the store is not open")
        try:
            try:
                return await self._ask(question)
            except (OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError):
                return await self._ask(question)
        except DAMAGED as fault:
            raise StoreDamaged(str(fault)) from fault
        except AWAY as fault:
            raise StoreFailed(str(fault)) from fault

    async def _read_table(self, question: Question[Answer]) -> Answer:
        """An answer about one table, whatever is damaged of others."""
        try:
            return await self._read(question)
        except StoreDamaged:
            return await self._read(lambda reader: by_index(reader, question))

    async def _ask(self, question: Question[Answer]) -> Answer:
        async with self._pool.acquire(timeout=self._address.patience) as connection:
            return await question(connection)

    async def _change(self, work: Question[Answer]) -> Answer:
        """A transaction of its own, beside those of the tables; never repeated."""
        if self._pool is None:
            raise StoreFailed("the store is not open")

        async def change(connection: Any) -> Answer:
            async with connection.transaction():
                await connection.execute(DURABLE_HERE)
                return await work(connection)

        try:
            return await self._ask(change)
        except AWAY as fault:
            raise StoreFailed(str(fault) or type(fault).__name__) from fault

    # Writing

    async def create(self, sheet: StoredSheet) -> None:
        """A new table."""
        check_id(sheet.table)
        command = f"""INSERT INTO sheet ({SHEET}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT DO NOTHING"""
        await self._writer.write(sheet.table, expecting_one(command, *row_of(sheet)), is_new=True)

    async def change(self, sheet: StoredSheet, news: News | None = None) -> None:
        """The next version of a sheet."""
        check_known(sheet.table)
        change = changing(sheet)

        async def both(connection: Any) -> None:
            await change(connection)
            if news is not None:
                await write_news(connection, [news])

        await self._writer.write(sheet.table, both)

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
        expected = -1 if whole else entry.seq - 1
        packed = None if before is None else pack(before)
        row = Row(
            table, entry.seq, pack(entry.lines), entry.at, entry.clocks, expected, packed, news, version
        )
        if sheet is None:
            await self._writer.add(row)
            return
        change = changing(sheet)

        async def both(connection: Any) -> None:
            if not await insert(connection, [row]):
                raise await why_not(connection, row)
            await change(connection)
            if news is not None:
                await write_news(connection, [news])

        await self._writer.write(table, both)

    async def talk(self, table: str, chat: StoredChat) -> None:
        """Add a chat message."""
        check_known(table)
        command = """INSERT INTO chat SELECT id, $2, $3, $4 FROM sheet WHERE id = $1 ON CONFLICT DO NOTHING"""
        insert = expecting_one(command, table, chat.number, chat.body, chat.at)

        async def add(connection: Any) -> None:
            newest = await connection.fetchval(
                "SELECT coalesce(max(number), 0) FROM chat WHERE id = $1", table
            )
            check_number(newest, chat.number, chat.number - 1)
            await insert(connection)

        await self._writer.write(table, add)

    # Reading

    async def load(self, table: str) -> StoredTable | None:
        """Everything of one table."""

        async def question(reader: Any) -> StoredTable | None:
            async with reader.transaction(isolation="repeatable_read", readonly=True):
                row = await reader.fetchrow(f"{SHEETS} WHERE id = $1", table)
                if row is None:
                    return None
                talk = await chats(reader, table, CHAT_KEPT_AT_HAND)
                return StoredTable(sheet_of(row), await entries(reader, table), talk)

        return await self._read_table(question) if is_id(table) else None

    async def since(self, table: str, seq: int, number: int) -> StoredTable | None:
        """The sheet, and what has these numbers or later ones."""

        async def question(reader: Any) -> StoredTable | None:
            async with reader.transaction(isolation="repeatable_read", readonly=True):
                row = await reader.fetchrow(f"{SHEETS} WHERE id = $1", table)
                if row is None:
                    return None
                later = await entries(reader, table, seq), await chats(reader, table, None, number)
                return StoredTable(sheet_of(row), *later)

        return await self._read_table(question) if is_id(table) else None

    async def find(self, state: str, listed: bool | None, limit: int) -> list[StoredSheet]:
        """Sheets in this state, the latest touched first."""
        where = "state = $1 AND ($2::boolean IS NULL OR listed = $2)"
        order = f"{SHEETS} WHERE {where} ORDER BY touched DESC, id LIMIT $3"
        try:
            rows = await self._read(lambda reader: reader.fetch(order, state, listed, limit))
        except StoreDamaged:
            found = map(sheet_of, await self._read(readable_sheets))
            wanted = [each for each in found if each.state == state and listed in (None, each.listed)]
            return sorted(wanted, key=lambda each: (-each.touched, each.table))[:limit]
        return [sheet_of(row) for row in rows]

    async def summaries(self, tables: list[str]) -> dict[str, tuple[StoredSheet, int]]:
        """The sheets of these tables and the seq of their last entries; -1 if there is none."""
        ids = [table for table in tables if is_id(table)]
        try:
            rows = await self._read(lambda reader: reader.fetch(SUMMARY % LAST, ids))
        except StoreDamaged:
            rows = await self._read(
                lambda reader: by_index(reader, lambda reader: summaries_one_by_one(reader, ids))
            )
        return {row[0]: (sheet_of(row[:-1]), row[-1]) for row in rows}

    # Several servers

    def present(self, table: str, seat: str, here: bool) -> None:
        """Somebody came to this server, or left it."""
        self._line.present(table, seat, here)

    async def presence(self, table: str) -> Elsewhere:
        """Who of a table is at other servers."""
        return await self._read(lambda reader: self._line.elsewhere(reader, table))

    async def drive(self, table: str) -> bool:
        """Whether this server holds the table's lease, or can have it."""
        return is_id(table) and await self._line.take(table)

    async def release(self, table: str) -> None:
        """Let another server have the lease."""
        await self._line.give_back(table)


async def migrate(connection: Any, address: Address) -> None:
    """Migrate the schema to the newest version."""
    await connection.execute("CREATE TABLE IF NOT EXISTS schema (version bigint NOT NULL)")
    version = await connection.fetchval("SELECT version FROM schema") or 0
    if version > len(STEPS):
        raise bad("store_from_future", path=address.shown, found=version, known=len(STEPS))
    for step in STEPS[version:]:
        for command in step:
            await connection.execute(command)
    if version < len(STEPS):
        await connection.execute("DELETE FROM schema")
        await connection.execute("INSERT INTO schema VALUES ($1)", len(STEPS))


async def is_stuck(closing: Awaitable[None]) -> bool:
    """Whether closing the connection got no answer."""
    try:
        await asyncio.wait_for(closing, 2)
    except AWAY:
        return True
    return False


# Rows


def expecting_one(command: str, *facts: object) -> Work:
    """Work that writes exactly one row; none is a conflict."""

    async def work(connection: Any) -> None:
        if not (await connection.execute(command, *facts)).endswith(" 1"):
            raise Conflict("it is there already, or its table is not")

    return work


def changing(sheet: StoredSheet) -> Work:
    """Work that replaces the version before this one."""
    command = """UPDATE sheet SET version = $2, state = $3, listed = $4, game = $5, body = $6, made = $7, touched = $8
        WHERE id = $1 AND version = $2 - 1"""
    return expecting_one(command, *row_of(sheet))


def row_of(sheet: StoredSheet) -> tuple[object, ...]:
    """A sheet as it is kept."""
    facts = (sheet.state, sheet.listed, sheet.game, sheet.body, sheet.made, sheet.touched)
    return (sheet.table, sheet.version, *facts)


def sheet_of(row: Any) -> StoredSheet:
    """A sheet as it was kept."""
    return StoredSheet(*row)


async def summaries_one_by_one(reader: Any, ids: list[str]) -> list[Any]:
    """As far as they can be read; of a table whose entries cannot be, the sheet alone."""
    found = []
    for table in ids:
        for last in (LAST, "-1::bigint"):
            rows = await readable(reader, SUMMARY % last, [table])
            if rows is not None:
                found += rows
                break
    return found


async def entries(reader: Any, table: str, first: int = -1) -> list[StoredEntry]:
    """The entries of a table, from this number on."""
    question = "SELECT seq, lines, at, clocks FROM entry WHERE id = $1 AND seq >= $2 ORDER BY seq"
    rows = await reader.fetch(question, table, first)
    return [StoredEntry(seq, unpack(lines), at, clocks) for seq, lines, at, clocks in rows]


async def chats(reader: Any, table: str, most: int | None, first: int = 0) -> list[StoredChat]:
    """The latest chat messages of a table, from this number on, in order."""
    question = (
        "SELECT number, body, at FROM chat WHERE id = $1 AND number >= $2 ORDER BY number DESC LIMIT $3"
    )
    rows = await reader.fetch(question, table, first, most)
    return [StoredChat(number, body, at) for number, body, at in reversed(rows)]
