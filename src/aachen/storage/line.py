"""Notifications between servers on one PostgreSQL: what others wrote, the leases of tables, and shared presence.

All of it belongs to one connection, and to one row that this connection keeps fresh with a heartbeat.
When the connection is lost, or the heartbeat stops because the process is paused, the leases are lost with it;
when the line is back, notices may have been missed, and everything is looked at once.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import Any, Final

from aachen.storage.address import Address
from aachen.storage.store import EVERYTHING, Elsewhere, Notice, StoreFailed
from aachen.storage.together import AWAY, CHANNEL

HEARTBEAT: Final = 5.0  # seconds between two heartbeats
LEASE: Final = 15.0  # seconds after the last one until others may take the leases
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
SPACE: Final = (
    0x41414348  # the advisory locks of lines: each holds one, so that others see at once when it is gone
)

IS_ALIVE: Final = f"""EXISTS (SELECT 1 FROM server WHERE server.number = %s
    AND server.seen > clock_timestamp() - make_interval(secs => $3)
    AND EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
        AND classid = {SPACE} AND objid = server.number
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))"""
BEAT: Final = """UPDATE server SET seen = clock_timestamp() WHERE number = $1
    AND seen > clock_timestamp() - make_interval(secs => $2) RETURNING true"""
TAKE: Final = f"""INSERT INTO lease (id, server) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET server = excluded.server
    WHERE lease.server = excluded.server OR NOT {IS_ALIVE % "lease.server"} RETURNING true"""
GIVE_BACK: Final = "DELETE FROM lease WHERE id = $1 AND server = $2 RETURNING true"
ANNOUNCE: Final = """INSERT INTO presence (id, seat, server, here, at)
    SELECT new.id, new.seat, $1, new.here, clock_timestamp()
    FROM unnest($2::text[], $3::text[], $4::boolean[]) AS new (id, seat, here)
    ON CONFLICT (id, seat, server) DO UPDATE SET here = excluded.here, at = excluded.at"""
ELSEWHERE: Final = f"""SELECT presence.seat, bool_or(here AND {IS_ALIVE % "presence.server"}),
    min(extract(epoch FROM clock_timestamp() - CASE WHEN here THEN greatest(at, server.seen) ELSE at END))
    FROM presence LEFT JOIN server ON server.number = presence.server
    WHERE presence.id = $1 AND presence.server <> $2 GROUP BY presence.seat"""
TIDY_UP: Final = [
    "DELETE FROM server WHERE seen < clock_timestamp() - interval '1 day'",
    "DELETE FROM lease WHERE NOT EXISTS (SELECT 1 FROM server WHERE number = lease.server)",
    "DELETE FROM presence WHERE at < clock_timestamp() - interval '1 day' AND server NOT IN (SELECT number FROM server)",
]

Place = tuple[str, str]  # a table and a seat


class Line:
    """One server's line. `number` tells its own notices from those of others."""

    def __init__(self, address: Address, number: int) -> None:
        self._address = address
        self._number = number
        self._notice: Notice = hear_nothing
        self._connection: Any = None
        self._server = 0  # the number of this connection's row
        self._since = 0.0  # when it was made
        self._valid_until = 0.0  # when others may take our leases, unless we are heard of again
        self._held: set[str] = set()
        self._here: set[Place] = set()
        self._news: dict[Place, bool] = {}  # changes of presence that others do not know yet
        self._wake = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()
        self._keeper: asyncio.Task[None] | None = None

    async def open(self, notice: Notice) -> None:
        """Connect and listen; from now on the line reconnects automatically."""
        self._notice = notice
        await self._connect()
        self._keeper = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Disconnect: other servers may drive the tables."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
        self._held.clear()
        await self._ask(
            "UPDATE presence SET here = false, at = clock_timestamp() WHERE server = $1 AND here",
            self._server,
        )
        await self._ask("DELETE FROM server WHERE number = $1", self._server)
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    # Listening

    async def _connect(self) -> None:
        """A new connection, with a row of its own."""
        connection = await self._address.connect()
        connection.add_termination_listener(lambda _: self._lose(connection))
        try:
            await connection.add_listener(CHANNEL, self._hear)
            self._server, began = int.from_bytes(os.urandom(4), "big") >> 1, passed()
            await self._register(connection)
        except BaseException:
            connection.terminate()
            raise
        self._connection, self._since, self._valid_until = connection, began, began + LEASE
        self._news = dict.fromkeys(self._here, True)
        self._wake.set()
        if connection.is_closed():
            self._lose(connection)

    async def _register(self, connection: Any) -> None:
        async with connection.transaction():
            await connection.execute("SET LOCAL synchronous_commit = off")
            for command in TIDY_UP:
                await connection.execute(command)
            await connection.execute("INSERT INTO server VALUES ($1, clock_timestamp())", self._server)
        await connection.execute("SELECT pg_advisory_lock($1::int, $2::int)", SPACE, self._server)

    def _lose(self, connection: Any) -> None:
        """Immediately, not at the next check: a server without a line drives no table."""
        if self._connection is connection:
            self._connection = None
            self._held.clear()
            self._wake.set()

    def _hear(self, connection: object, process: int, channel: str, payload: object) -> None:
        table, _, number = str(payload).rpartition(" ")
        if number != str(self._number):
            self._notice(table)

    async def _keep(self) -> None:
        """Look after the line for as long as the store is open."""
        while True:
            while self._connection is not None:
                await self._wait()
                async with self._one_at_a_time:
                    await self._announce()
                    if passed() > self._valid_until - LEASE + HEARTBEAT:
                        await self._beat()
            await self._again()
            self._notice(EVERYTHING)

    async def _wait(self) -> None:
        """Until something is to be done, but no longer than until the next heartbeat."""
        due = self._valid_until - LEASE + HEARTBEAT - passed()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), max(0.0, due))
        self._wake.clear()

    async def _again(self) -> None:
        """Connect as soon as the database is back, asking less and less often."""
        pause = FIRST_PAUSE
        while True:
            with suppress(*AWAY):
                return await self._connect()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _beat(self) -> bool:
        """A sign of life; who was silent for too long has lost its leases and begins again."""
        began, connection = passed(), self._connection
        if await self._ask(BEAT, self._server, LEASE):
            self._valid_until = began + LEASE
            return True
        if connection is not None:
            connection.terminate()
            self._lose(connection)
        return False

    async def _ask(self, question: str, *facts: object) -> Any:
        """Ask over the line, one at a time; None, and the line is cut, if there is no answer."""
        connection = self._connection
        if connection is None:
            return None
        try:
            return await connection.fetchval(question, *facts)
        except AWAY:
            connection.terminate()
            self._lose(connection)
            return None

    # Leases

    async def take(self, table: str) -> bool:
        """Whether the lease of this table is ours; taken now if nobody has it."""
        if table in self._held and passed() < self._valid_until:
            return True
        async with self._one_at_a_time:
            if passed() >= self._valid_until and not await self._beat():
                return False
            if table in self._held:
                return True
            connection = self._connection
            taken = await self._ask(TAKE, table, self._server, LEASE)
            if taken and self._connection is connection:
                self._held.add(table)
            return table in self._held

    async def give_back(self, table: str) -> None:
        """Leave the table to others."""
        async with self._one_at_a_time:
            if table in self._held:
                self._held.discard(table)
                await self._ask(GIVE_BACK, table, self._server)

    # Presence

    def present(self, table: str, seat: str, here: bool) -> None:
        """Remember who is at this server, and let the others know soon."""
        (self._here.add if here else self._here.discard)((table, seat))
        self._news[table, seat] = here
        self._wake.set()

    async def _announce(self) -> None:
        """Write down who came and who left since the last time."""
        news, self._news = self._news, {}
        if not news or self._connection is None:
            return
        columns = [table for table, _ in news], [seat for _, seat in news], list(news.values())
        notices = [f"{table} {self._number}" for table in sorted({table for table, _ in news})]
        try:
            async with self._connection.transaction():
                await self._connection.execute("SET LOCAL synchronous_commit = off")
                await self._connection.execute(ANNOUNCE, self._server, *columns)
                await self._connection.execute(
                    "SELECT pg_notify($1, notice) FROM unnest($2::text[]) notice", CHANNEL, notices
                )
        except AWAY:
            if self._connection is not None:
                self._connection.terminate()
                self._lose(self._connection)

    async def elsewhere(self, reader: Any, table: str) -> Elsewhere:
        """Who of a table is at other servers; who has no line does not know."""
        if self._connection is None:
            raise StoreFailed("the line to the other servers is lost")
        rows = await reader.fetch(ELSEWHERE, table, self._server, LEASE)
        here = {seat for seat, is_here, _ in rows if is_here}
        away = {seat: float(away) for seat, is_here, away in rows if not is_here}
        return Elsewhere(here, away, passed() - self._since)


def passed() -> float:
    """Seconds of a clock that never jumps, and that goes on while this process is paused."""
    return asyncio.get_running_loop().time()


def hear_nothing(table: str) -> None:
    """Before the line is open."""
