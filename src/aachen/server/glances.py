"""Lists of tables: the open ones, and what changed at mine since I looked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aachen.server.messages import Glance, Glances, Look, Looked
from aachen.server.sheet import TableSheet, read_sheet
from aachen.storage.store import StoredSheet

if TYPE_CHECKING:
    from aachen.server.hall import Hall

MOST_LISTED = 100


async def listed(hall: Hall) -> Glances:
    """Listed tables with an open seat, the newest first."""
    found = await hall.store.find("gathering", True, MOST_LISTED)
    found += await hall.store.find("running", True, MOST_LISTED)
    glances = []
    for stored in sorted(found, key=lambda stored: stored.made, reverse=True):
        sheet = read_sheet(stored)
        if not sheet.is_full():
            glances.append(_glance(sheet, stored, -1, [], _present(hall, sheet.table)))
    return Glances(glances[:MOST_LISTED])


async def look(hall: Hall, wish: Look) -> Glances:
    """The tables that somebody has links to; those that are no more, or whose token is void, are left out."""
    known = await hall.store.glance(list(dict.fromkeys(each.table for each in wish.tables)))
    glances = []
    for each in wish.tables:
        if each.table in known:
            stored, last = known[each.table]
            glance = await _mine(hall, each, read_sheet(stored), stored, last)
            if glance is not None:
                glances.append(glance)
    return Glances(glances)


async def _mine(hall: Hall, each: Looked, sheet: TableSheet, stored: StoredSheet, last: int) -> Glance | None:
    """One table as its player sees it; a token tells which seat is theirs."""
    body = sheet.seat_of(each.token)
    if each.token is not None and body is None and not sheet.is_host(each.token):
        return None
    if each.token is None and not (sheet.spectators or sheet.record):
        return None
    to_act = await hall.asked_at(sheet.table, last) if sheet.state == "running" else []
    present = _present(hall, sheet.table)
    return _glance(sheet, stored, last, to_act, present, None if body is None else body.seat, each.seen)


def _present(hall: Hall, name: str) -> set[str]:
    table = hall.tables.get(name)
    return set() if table is None else table.present()


def _glance(
    sheet: TableSheet,
    stored: StoredSheet,
    last: int,
    to_act: list[str],
    present: set[str],
    mine: str | None = None,
    seen: int = 0,
) -> Glance:
    told = sheet.told(present)
    return Glance(
        table=sheet.table,
        state=sheet.state,
        game=sheet.game,
        title=sheet.title,
        seats=told.seats,
        options=told.options,
        seq=max(last, 0),
        new=max(0, last - seen),
        to_act=to_act,
        mine=mine,
        my_turn=mine in to_act,
        touched=stored.touched,
    )
