"""Tables that play by themselves and that no server drives any more: they are looked for, and loaded here."""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol

from aachen.server import journal
from aachen.server.damage import Damage, UnreadableTable
from aachen.server.metrics import Metrics
from aachen.server.standings import KnownStandings
from aachen.server.table.sheet import TableSheet
from aachen.storage.store import Store, StoredSheet, StoreFailed

MOST_FOUND = 5_000  # tables that play by themselves and are looked for after a start


class Home(Protocol):
    """The tables of a server, as far as this module uses them."""

    store: Store
    metrics: Metrics
    damage: Damage
    standings: KnownStandings

    def has(self, name: str) -> bool:
        """Whether the table is in memory, or asleep here."""

    def sheet_of(self, stored: StoredSheet) -> TableSheet:
        """A sheet that was found in a list."""

    async def find(self, name: str) -> object:
        """Load a table."""

    async def release(self, name: str) -> None:
        """Leave a table to other servers."""


async def adopt_orphans(home: Home) -> None:
    """Load the tables that play by themselves and that no other server drives."""
    try:
        found = await home.store.find("running", None, MOST_FOUND)
        left = await home.store.summaries(
            [stored.table for stored in found if stored.table in home.standings]
        )
    except StoreFailed:
        journal.warn("not_swept")
        return
    damaged: Container[str] = home.damage.tables
    for stored in found:
        if not home.has(stored.table) and stored.table not in damaged:
            _, last = left.get(stored.table, (stored, -1))
            await _adopt(home, stored, last)


async def _adopt(home: Home, stored: StoredSheet, last: int) -> None:
    """Load a table if something moves there; one that left memory is known to wait, until it is written to."""
    try:
        sheet = home.sheet_of(stored)
        if sheet.is_read_only():
            return
        known = home.standings.at(stored.table, last) if last >= 0 else None
        asked = sheet.names() if known is None else known.asked  # if nobody knows, it could be any of them
        if sheet.goes_on(asked) and await home.store.drive(stored.table):
            await home.find(stored.table)
    except UnreadableTable:
        await home.release(stored.table)  # another server may be able to read it
    except StoreFailed:
        journal.warn("not_swept", table=stored.table)
    except Exception as bug:
        journal.crash("sweep", bug, table=stored.table)
        home.metrics.count("crashes")
