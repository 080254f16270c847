"""Brings a stored table into memory: its lines are replayed, and its randomness is renewed if the database fell back."""

from __future__ import annotations

from aachen.server import journal
from aachen.server.background import Pacer
from aachen.server.records import check_story
from aachen.server.runner import TableRunner
from aachen.server.table.commands import Now
from aachen.server.table.renewal import RenewLuck, needs_renewal
from aachen.server.table.sheet import read_sheet
from aachen.server.table.state import TableState
from aachen.storage.store import StoredTable


def read_table(stored: StoredTable, passed: float) -> TableState:
    """The table as it is stored; for a thread, since a long game takes a while to replay."""
    table = TableState(read_sheet(stored.sheet))
    if table.sheet.is_story:
        check_story([line for entry in stored.entries for line in entry.lines])
    table.restore(stored, Now(passed=passed), Pacer().rest)
    return table


async def renew_luck(runner: TableRunner, restore: str | None) -> None:
    """Before anybody can do anything at a table whose next draws may have been seen."""
    if restore is not None and needs_renewal(runner.table.sheet, restore):
        await runner.do(RenewLuck(restore))
        journal.note("luck_renewed", table=runner.id)
