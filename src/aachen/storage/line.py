"""The line between servers on one PostgreSQL: it hears what others wrote, and holds the leases of tables.

Both belong to one connection.
When it is lost, the leases are lost with it, and PostgreSQL gives them to whoever asks;
when it is back, notices may have been missed, and everything is looked at once.
"""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from typing import Any, Final

from aachen.storage.address import Address
from aachen.storage.store import EVERYTHING, Notice
from aachen.storage.together import AWAY, CHANNEL

HEARTBEAT: Final = 5.0  # seconds between questions whether the line is still there
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0


class Line:
    """One server's line. `number` tells its own notices from those of others."""

    def __init__(self, address: Address, number: int) -> None:
        self._address = address
        self._number = str(number)
        self._notice: Notice = hear_nothing
        self._connection: Any = None
        self._held: set[str] = set()
        self._one_at_a_time = asyncio.Lock()
        self._keeper: asyncio.Task[None] | None = None

    async def open(self, notice: Notice) -> None:
        """Connect and listen; from now on the line mends itself."""
        self._notice = notice
        lost = await self._connect()
        self._keeper = asyncio.create_task(self._keep(lost))

    async def close(self) -> None:
        """Hang up: other servers may drive the tables."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
        connection, self._connection = self._connection, None
        self._held.clear()
        if connection is not None:
            connection.terminate()

    # Listening

    async def _connect(self) -> asyncio.Event:
        """A new connection, and the event of its loss."""
        connection = await self._address.connect()
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: self._lose(connection, lost))
        try:
            await connection.add_listener(CHANNEL, self._hear)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        if connection.is_closed():
            self._lose(connection, lost)
        return lost

    def _lose(self, connection: Any, lost: asyncio.Event) -> None:
        """At once, not when somebody looks: who has no line drives no table."""
        if self._connection is connection:
            self._connection = None
            self._held.clear()
        lost.set()

    def _hear(self, connection: object, process: int, channel: str, told: object) -> None:
        table, _, number = str(told).rpartition(" ")
        if number != self._number:
            self._notice(table)

    async def _keep(self, lost: asyncio.Event) -> None:
        """Look after the line for as long as the store is open."""
        while True:
            await self._until_lost(lost)
            lost = await self._again()
            self._notice(EVERYTHING)

    async def _until_lost(self, lost: asyncio.Event) -> None:
        """A broken cable tells nobody: ask now and then."""
        while not lost.is_set():
            try:
                await asyncio.wait_for(lost.wait(), HEARTBEAT)
            except TimeoutError:
                async with self._one_at_a_time:
                    await self._ask("SELECT 1")

    async def _again(self) -> asyncio.Event:
        """Connect as soon as the database is back, asking less and less often."""
        pause = FIRST_PAUSE
        while True:
            with suppress(*AWAY):
                return await self._connect()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _ask(self, question: str, *facts: object) -> Any:
        """Ask over the line, one at a time; None, and the line is cut, if there is no answer."""
        connection = self._connection
        if connection is None:
            return None
        try:
            return await connection.fetchval(question, *facts)
        except AWAY:
            connection.terminate()
            return None

    # Leases

    async def take(self, table: str) -> bool:
        """Whether the lease of this table is ours; taken now if nobody has it."""
        if table in self._held:
            return True
        async with self._one_at_a_time:
            if table in self._held:  # a lease taken twice would have to be given back twice
                return True
            connection = self._connection
            taken = await self._ask("SELECT pg_try_advisory_lock($1)", lease(table))
            if taken and self._connection is connection:
                self._held.add(table)
            return table in self._held

    async def give_back(self, table: str) -> None:
        """Leave the table to others."""
        async with self._one_at_a_time:
            if table in self._held:
                self._held.discard(table)
                await self._ask("SELECT pg_advisory_unlock($1)", lease(table))


def lease(table: str) -> int:
    """The number of a table's advisory lock: 64 bits, so that no two tables share one."""
    return int.from_bytes(hashlib.sha256(b"drive " + table.encode()).digest()[:8], "big", signed=True)


def hear_nothing(table: str) -> None:
    """Before the line is open."""
