"""The single writer of a server to PostgreSQL: pending writes are committed together (group commit).

Conflicts are counted, not raised by the database, so that they spoil nothing; what else goes wrong in a group
is found out by storing each of its jobs alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import asyncpg

from aachen.storage.address import Address
from aachen.storage.notifications import News
from aachen.storage.postgres_notifications import write_news
from aachen.storage.store import Conflict, Gap, StoreFailed

CHANNEL: Final = "aachen"  # on which servers hear of each other's writing
MOST_AT_ONCE: Final = 512

# What a database that is away, full, or shutting down looks like from here.
# A connection that dies while an answer is on its way is reported as InternalClientError by asyncpg.
AWAY: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, EOFError)

# A page, or an index, that cannot be read.
DAMAGED: Final = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)

# Only on top of the entry before, of which the lines may be known too, and beside the sheet that is known.
# The order of tables is the same in every server, so that two never wait for each other.
INSERT: Final = """
    INSERT INTO entry (id, seq, lines, at, clocks)
    SELECT new.id, new.seq, new.lines, new.at, new.clocks
    FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bytea[], $6::bigint[], $7::bytea[],
        $8::bigint[]) AS new (id, seq, lines, at, clocks, expected, before, version)
    JOIN sheet ON sheet.id = new.id AND sheet.version = coalesce(new.version, sheet.version)
    LEFT JOIN LATERAL (SELECT entry.seq, entry.lines FROM entry WHERE entry.id = new.id
        ORDER BY entry.seq DESC LIMIT 1) newest ON true
    WHERE coalesce(newest.seq, -1) = new.expected AND (new.before IS NULL OR new.before = newest.lines)
    ORDER BY new.id
    ON CONFLICT DO NOTHING RETURNING id"""
VERSION: Final = "SELECT version FROM sheet WHERE id = $1"
NEWEST: Final = "SELECT coalesce(max(seq), -1) FROM entry WHERE id = $1"

Work = Callable[[Any], Awaitable[None]]
Answer = Exception | None  # None: it is durable


@dataclass(slots=True)
class Row:
    """An entry as it is kept."""

    table: str
    seq: int
    lines: bytes
    at: int
    clocks: bytes
    expected: int  # the number of the newest entry that it goes on top of; -1: there is none
    before: bytes | None  # the lines of that entry, if the asker knows them
    news: News | None = None  # what those who want to be notified get because of it
    version: int | None = None  # of the sheet, if the asker knows it


@dataclass(slots=True)
class PendingWrite:
    """Something to write, and who waits for it: an entry and nothing else, or work of any kind."""

    table: str
    what: Row | Work
    asker: asyncio.Future[None]
    epoch: int | None  # of the connection by which the asker knows what is stored; None: it knows nothing yet


class TogetherWriter:
    """Stores jobs in groups, and tells other servers whose tables were written."""

    def __init__(self, address: Address, number: int) -> None:
        self._address = address
        self._number = number
        self._jobs: asyncio.Queue[PendingWrite | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._connection: Any = None
        self.epoch = 0  # how many connections were lost

    def start(self) -> None:
        """Begin to take jobs."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Store what waits, then disconnect."""
        task, self._task = self._task, None
        if task is not None:
            self._jobs.put_nowait(None)
            await task
        self._hang_up()

    async def add(self, row: Row) -> None:
        """Returns when the entry is durable."""
        await self._wait_for(row.table, row, self.epoch)

    async def write(self, table: str, work: Work, is_new: bool = False) -> None:
        """Returns when the work is durable; raises what it raised, or StoreFailed. A new table has nothing to compare."""
        await self._wait_for(table, work, None if is_new else self.epoch)

    async def _wait_for(self, table: str, what: Row | Work, epoch: int | None) -> None:
        if self._task is None:
            raise StoreFailed("the store is not open")
        asker: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(PendingWrite(table, what, asker, epoch))
        await asker

    # The task

    async def _run(self) -> None:
        goes_on = True
        while goes_on:
            group = await self._drain()
            goes_on = None not in group
            jobs = [job for job in group if job is not None]
            for job, answer in zip(jobs, await self._store(jobs)):
                tell(job, answer)

    async def _drain(self) -> list[PendingWrite | None]:
        """Wait for one job, then take whatever else waits."""
        group = [await self._jobs.get()]
        while not self._jobs.empty() and len(group) < MOST_AT_ONCE:
            group.append(self._jobs.get_nowait())
        return group

    async def _store(self, jobs: list[PendingWrite]) -> list[Answer]:
        """Store the group; if it fails although the database is there, each job by itself."""
        if not jobs:
            return []
        try:
            connection = await self._connected()
            if any(job.epoch not in (None, self.epoch) for job in jobs):
                return await self._store_known(jobs)
            return await self._transaction(connection, jobs)
        except Exception as fault:
            if not self._survives(fault):
                self._hang_up()
                return [as_answer(fault) for _ in jobs]
            if len(jobs) == 1:
                return [as_answer(fault)]
        return [answer for job in jobs for answer in await self._store([job])]

    async def _store_known(self, jobs: list[PendingWrite]) -> list[Answer]:
        """The connection was lost since some of these were asked: their askers have to compare first."""
        known = [job for job in jobs if job.epoch in (None, self.epoch)]
        answers = dict(zip(map(id, known), await self._store(known)))
        lost = Gap("the connection was lost")
        return [answers.get(id(job), lost) for job in jobs]

    def _survives(self, fault: Exception) -> bool:
        """Whether the connection is as good as before; one that did not answer in time is not."""
        return self._is_connected() and not isinstance(fault, OSError)

    async def _connected(self) -> Any:
        if not self._is_connected():
            self._hang_up()
            self._connection = await self._address.connect()
        return self._connection

    def _is_connected(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self.epoch += 1
            connection.terminate()

    async def _transaction(self, connection: Any, jobs: list[PendingWrite]) -> list[Answer]:
        async with connection.transaction(isolation="read_committed"):
            answers = {id(job): await attempt(connection, job) for job in in_order(jobs)}
            for round_ in rounds(jobs):
                answers |= await store_rows(connection, round_)
            await self._write_news(connection, [job for job in jobs if answers[id(job)] is None])
            written = {job.table for job in jobs if answers[id(job)] is None}
            await self._notify(connection, sorted(written))
        return [answers[id(job)] for job in jobs]

    async def _write_news(self, connection: Any, jobs: list[PendingWrite]) -> None:
        """The messages that plain entries cause, in the same transaction."""
        news = [job.what.news for job in jobs if isinstance(job.what, Row) and job.what.news is not None]
        if news:
            await write_news(connection, news)

    async def _notify(self, connection: Any, tables: list[str]) -> None:
        """Other servers hear of it when, and only when, the transaction is stored."""
        if tables:
            notices = [f"{table} {self._number}" for table in tables]
            await connection.execute(
                "SELECT pg_notify($1, told) FROM unnest($2::text[]) told", CHANNEL, notices
            )


def rounds(jobs: list[PendingWrite]) -> list[list[tuple[PendingWrite, Row]]]:
    """The plain entries of a group: in each round at most one of each table, for one statement cannot see its own rows.

    Nearly always there is one round, because a table waits for its entry before it writes the next.
    """
    found: list[list[tuple[PendingWrite, Row]]] = []
    counts: dict[str, int] = {}
    for job in jobs:
        if isinstance(job.what, Row):
            number = counts[job.table] = counts.get(job.table, -1) + 1
            if number == len(found):
                found.append([])
            found[number].append((job, job.what))
    return found


async def store_rows(connection: Any, jobs: list[tuple[PendingWrite, Row]]) -> dict[int, Answer]:
    """Entries of different tables in one statement; what became of each."""
    kept = await insert(connection, [row for _, row in jobs])
    return {id(job): None if row.table in kept else await why_not(connection, row) for job, row in jobs}


async def insert(connection: Any, rows: list[Row]) -> set[str]:
    """Add entries of different tables; the tables whose entry was added."""
    columns = zip(*[(r.table, r.seq, r.lines, r.at, r.clocks, r.expected, r.before, r.version) for r in rows])
    return {row[0] for row in await connection.fetch(INSERT, *columns)}


async def why_not(connection: Any, row: Row) -> Conflict:
    """Why an entry was not added."""
    newest = await connection.fetchval(NEWEST, row.table)
    if newest >= row.seq:
        return Conflict(f"entry {row.seq} of {row.table} is there")
    version = await connection.fetchval(VERSION, row.table)
    if version is None:
        return Conflict(f"there is no table {row.table}")
    if newest == row.expected and version != (row.version or version):
        return Conflict(f"the sheet of {row.table} is not version {row.version}")
    return Gap(f"entry {row.seq} of {row.table} would follow {newest}, or another entry of that number")


def in_order(jobs: list[PendingWrite]) -> list[PendingWrite]:
    """The jobs that are more than an entry, by table, as in every server."""
    return sorted((job for job in jobs if not isinstance(job.what, Row)), key=lambda job: job.table)


async def attempt(connection: Any, job: PendingWrite) -> Answer:
    """One job, undone by itself if it is in conflict; a fault of the database goes up."""
    assert not isinstance(job.what, Row)
    try:
        async with connection.transaction():
            await job.what(connection)
    except Conflict as fault:
        return fault
    return None


def as_answer(fault: Exception) -> Answer:
    """What the asker is told: the database's troubles in one word, ours as they are."""
    return StoreFailed(str(fault) or type(fault).__name__) if isinstance(fault, AWAY) else fault


def tell(job: PendingWrite, answer: Answer) -> None:
    """Tell the asker, unless it has stopped waiting."""
    with suppress(asyncio.InvalidStateError):
        if answer is None:
            job.asker.set_result(None)
        else:
            job.asker.set_exception(answer)
