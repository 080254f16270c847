"""A backup of what can still be read of a damaged database, table by table."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path

from aachen.storage.backup_file import COLUMNS, finish, new_backup
from aachen.storage.notifications import StoredSubscription
from aachen.storage.operator import BACKUP, Advance, OperatorStore
from aachen.storage.sqlite import migrate
from aachen.storage.sqlite_rows import row_of
from aachen.storage.store import StoreDamaged, StoredTable, StoreFailed, pack

INSERT = {
    name: f"INSERT INTO {name} ({columns}) VALUES ({', '.join('?' * (columns.count(',') + 1))})"
    for name, columns in COLUMNS.items()
}
SMALL = ("note", "channel_key")  # what does not belong to a table


async def back_up_readable(store: OperatorStore, part: Path, at: int, advance: Advance) -> list[str]:
    """Write a backup file with all tables that can be read; the ids of the others."""
    names, left_out = await store.names(), []
    with new_backup(part) as target:
        migrate(target, part)
        target.execute("BEGIN")
        for done, name in enumerate(names, 1):
            try:
                stored = await store.table(name)
                if stored is not None:
                    write_table(target, stored, await subscriptions(store, name))
            except StoreDamaged:
                left_out.append(name)
            advance(done, len(names))
        for kind in SMALL:
            with suppress(StoreFailed):  # it can be done without
                rows = [row for row in await store.rows(kind) if row[0] != BACKUP]
                target.executemany(INSERT[kind], rows)
        target.execute("COMMIT")
        finish(target, part, store.kind, at)
    return left_out


async def subscriptions(store: OperatorStore, table: str) -> list[StoredSubscription]:
    """Who wants to be notified, as far as it can be read: a table is worth more than that."""
    try:
        return await store.notifications.of_table(table)
    except StoreFailed:
        return []


def write_table(target: sqlite3.Connection, stored: StoredTable, found: list[StoredSubscription]) -> None:
    """All rows of one table."""
    table = stored.sheet.table
    target.execute(INSERT["sheet"], row_of(stored.sheet))
    entries = [(table, each.seq, pack(each.lines), each.at, each.clocks) for each in stored.entries]
    target.executemany(INSERT["entry"], entries)
    target.executemany(INSERT["chat"], [(table, each.number, each.body, each.at) for each in stored.chat])
    target.executemany(INSERT["subscription"], [astuple(each) for each in found])
