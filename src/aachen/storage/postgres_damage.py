"""What can still be read of a PostgreSQL database with damaged pages.

A question that meets such a page fails as a whole; so the pages are asked for in parts, and the parts in halves.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from aachen.storage.together import DAMAGED

SHEET: Final = "id, version, state, listed, game, body, made, touched"
PAGES: Final = "SELECT pg_relation_size('sheet') / current_setting('block_size')::bigint"
IN_PAGES: Final = "FROM sheet WHERE ctid >= $1 AND ctid < $2"
OF_ENTRIES: Final = "SELECT DISTINCT id FROM entry"

Rows = list[Any]
Answer = TypeVar("Answer")


async def by_index(reader: Any, question: Callable[[Any], Awaitable[Answer]]) -> Answer:
    """An answer that reads no other pages than it needs; of a small database PostgreSQL would read them all."""
    async with reader.transaction(isolation="repeatable_read", readonly=True):
        await reader.execute("SET LOCAL enable_seqscan = off")
        return await question(reader)


async def readable(reader: Any, question: str, *facts: object) -> Rows | None:
    """The rows, or None if a page that they need cannot be read."""
    try:
        async with reader.transaction():
            rows: Rows = await reader.fetch(question, *facts)
    except DAMAGED:
        return None
    return rows


async def readable_sheets(reader: Any) -> Rows:
    """The sheets in all pages that can be read."""
    return await _in_pages(reader, 0, await reader.fetchval(PAGES))


async def _in_pages(reader: Any, first: int, end: int) -> Rows:
    rows = await readable(reader, f"SELECT {SHEET} {IN_PAGES}", (first, 0), (end, 0))
    if rows is not None:
        return rows
    if end - first == 1:
        return await _one_by_one(reader, first)
    middle = (first + end) // 2
    return await _in_pages(reader, first, middle) + await _in_pages(reader, middle, end)


async def _one_by_one(reader: Any, page: int) -> Rows:
    """The sheets in one page; a long one may go on in another page, which is damaged."""
    places = await readable(reader, f"SELECT ctid {IN_PAGES}", (page, 0), (page + 1, 0)) or []
    found = [
        await readable(reader, f"SELECT {SHEET} FROM sheet WHERE ctid = $1", place[0]) for place in places
    ]
    return [row for rows in found if rows for row in rows]


async def readable_names(reader: Any) -> list[str]:
    """The ids of all tables of which a sheet or an entry can be read."""
    sheets = {str(row[0]) for row in await readable_sheets(reader)}
    entries = {str(row[0]) for row in await readable(reader, OF_ENTRIES) or []}
    return sorted(sheets | entries)
