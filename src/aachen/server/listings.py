"""Lists of tables: the open ones, and what changed at one's own since one last looked."""

from __future__ import annotations

from contextlib import suppress

from aachen.server.damage import UnreadableTable
from aachen.server.messages import ListedTable, Look, Looked, Plain, TableList
from aachen.server.standings import NO_STANDING, TableStanding
from aachen.server.table.authorisation import identify, may_list
from aachen.server.table.sheet import TableSheet
from aachen.server.tables import TableRegistry
from aachen.storage.store import StoredSheet

MOST_LISTED = 100


async def listed(tables: TableRegistry) -> TableList:
    """Listed tables with an open seat, the newest first."""
    found = await tables.store.find("gathering", True, MOST_LISTED)
    found += await tables.store.find("running", True, MOST_LISTED)
    summaries = []
    for stored in sorted(found, key=lambda stored: stored.made, reverse=True):
        with suppress(UnreadableTable):
            sheet = tables.sheet_of(stored)
            if not sheet.is_full() and not sheet.is_read_only():
                summaries.append(_summary(sheet, stored, -1, [], tables.present(sheet.table)))
    return TableList(summaries[:MOST_LISTED])


async def look(tables: TableRegistry, wish: Look) -> TableList:
    """The tables that somebody has links to; those that are no more, or whose token is void, are left out."""
    known = await tables.store.summaries(list(dict.fromkeys(each.table for each in wish.tables)))
    summaries = []
    for each in wish.tables:
        if each.table in known:
            stored, last = known[each.table]
            with suppress(UnreadableTable):  # not even its sheet: nobody can tell whose it is
                summary = await _mine(tables, each, tables.sheet_of(stored), stored, last)
                if summary is not None:
                    summaries.append(summary)
    return TableList(summaries)


async def _mine(
    tables: TableRegistry, each: Looked, sheet: TableSheet, stored: StoredSheet, last: int
) -> ListedTable | None:
    """One table as its player sees it; a token tells which seat is theirs."""
    who = identify(sheet, each.token)
    if not may_list(sheet, who):
        return None
    standing, fault = await _standing(tables, sheet, last)
    present = tables.present(sheet.table)
    summary = _summary(sheet, stored, last, standing.asked, present, who.seat, each.seen)
    summary.when = standing.when
    summary.result = (sheet.results or {}).get(who.seat or "")
    summary.fault = fault
    return summary


async def _standing(
    tables: TableRegistry, sheet: TableSheet, last: int
) -> tuple[TableStanding, Plain | None]:
    """Whom a table waits for and when, and what is wrong with it, if something is."""
    if sheet.state != "running" or sheet.is_read_only():
        return NO_STANDING, sheet.fault()
    try:
        return await tables.standing_at(sheet.table, last), None
    except UnreadableTable as damaged:
        return NO_STANDING, damaged.fault.as_dict()


def _summary(
    sheet: TableSheet,
    stored: StoredSheet,
    last: int,
    to_act: list[str],
    present: set[str],
    mine: str | None = None,
    seen: int = 0,
) -> ListedTable:
    public = sheet.as_message(present)
    return ListedTable(
        table=sheet.table,
        state=sheet.state,
        game=sheet.game,
        title=sheet.title,
        seats=public.seats,
        options=public.options,
        seq=max(last, 0),
        new=max(0, last - seen),
        to_act=to_act,
        mine=mine,
        my_turn=mine in to_act,
        touched=stored.touched,
    )
