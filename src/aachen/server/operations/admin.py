"""What an operator does at one table, through the store: decided as a server would, stored on top of what is there."""

from __future__ import annotations

from typing import Any

from aachen.core.errors import bad
from aachen.server.notifications.news import news_of
from aachen.server.operations.examine import UnreadableStoredTable, read_stored
from aachen.server.table.commands import Now, TableCommand
from aachen.server.table.decide import decide
from aachen.server.table.sheet import TableSheet
from aachen.server.table.state import TableState
from aachen.server.tokens import Chance, true_chance
from aachen.storage.operator import Edit, OperatorStore
from aachen.storage.store import Conflict, StoredTable

MOST_TRIES = 5  # at a table that a server changes meanwhile


async def administer(
    store: OperatorStore, name: str, command: TableCommand, at: int, chance: Chance = true_chance
) -> Any:
    """Carry out a command; its answer."""
    for _ in range(MOST_TRIES):
        found = await read_stored(store, name)
        if found is None:
            raise bad("no_such_table", "table")
        table = state_of(*found, Now(at))
        change = decide(table, command, Now(at), chance)
        sheet = None if change.sheet is None else change.sheet.stored(at)
        news = news_of(table, change, Now(at), ())
        try:
            await store.edit(name, Edit(sheet, change.entry, table.stored_lines, news=news))
        except Conflict:
            continue
        return change.answer
    raise bad("table_busy", "table")


def state_of(stored: StoredTable, sheet: TableSheet, now: Now) -> TableState:
    """The table as its lines tell it."""
    try:
        table = TableState(sheet)
        table.restore(stored, now)
    except Exception:  # whatever it is, this table cannot be opened
        raise UnreadableStoredTable(sheet.table) from None
    return table
