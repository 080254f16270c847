"""A person in the database: the seats and the chat that are theirs, by name or by a seat's token, and their removal."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import msgspec

from aachen.core.json_lines import write_object
from aachen.server.messages import Said
from aachen.server.operations.examine import UnreadableStoredTable, read_stored
from aachen.server.table.codec import is_erased, read_said
from aachen.server.table.sheet import SeatBody, TableSheet
from aachen.server.tokens import is_token
from aachen.storage.notifications import News
from aachen.storage.operator import Advance, Edit, OperatorStore
from aachen.storage.store import Conflict, StoredEntry, StoredTable

MOST_TRIES = 5  # at a table that a server changes meanwhile


@dataclass(frozen=True, slots=True)
class Person:
    """The person in question: everybody with a name, or the holder of a seat's token."""

    name: str | None = None
    token: str | None = None

    def is_at(self, body: SeatBody) -> bool:
        """Whether the person sits there."""
        return is_token(self.token, body.token) if self.name is None else body.name == self.name

    def said(self, said: Said, seats: list[SeatBody]) -> bool:
        """Whether the person said this: under the name, or from the seat with the name it has now."""
        if is_erased(said):
            return False
        if self.name is not None:
            return said.name == self.name
        return any(said.seat == body.seat and said.name == body.name for body in seats)


@dataclass(slots=True)
class Trace:
    """What one table stores about a person."""

    stored: StoredTable
    sheet: TableSheet
    seats: list[SeatBody] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    header_seats: list[str] = field(
        default_factory=list
    )  # with the person's name in the first line of the log

    @property
    def is_empty(self) -> bool:
        """Whether the person was never here."""
        return not (self.seats or self.said or self.header_seats)


async def trace(store: OperatorStore, name: str, person: Person) -> Trace | None:
    """What a table knows of a person; None if nothing, UnreadableStoredTable if nobody can tell."""
    known = await read_stored(store, name)
    if known is None:
        return None
    stored, sheet = known
    try:
        said = [read_said(each) for each in stored.chat]
    except (msgspec.MsgspecError, ValueError):
        raise UnreadableStoredTable(name) from None
    seats = [body for body in sheet.seats if person.is_at(body)]
    mine = [each for each in said if person.said(each, seats)]
    found = Trace(stored, sheet, seats, mine, header_seats(stored, person, seats))
    return None if found.is_empty else found


def header_seats(stored: StoredTable, person: Person, seats: list[SeatBody]) -> list[str]:
    """The seats that have the person's name in the first line of the log."""
    names = header_of(stored.entries).get("names")
    if not isinstance(names, dict):
        return []
    if person.name is not None:
        return [seat for seat, name in names.items() if name == person.name]
    return [body.seat for body in seats if body.seat in names]


def header_of(entries: list[StoredEntry]) -> dict[str, object]:
    """The first line of a log or a story."""
    try:
        data = json.loads(entries[0].lines[0]) if entries else {}
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


async def traces_of(
    store: OperatorStore,
    person: Person,
    unreadable: list[str] | None = None,
    advance: Advance = lambda done, total: None,
) -> list[str]:
    """The tables that know of a person; of those that cannot be read nobody can tell, and they are added to a list."""
    tables, names = [], await store.names()
    for done, name in enumerate(names, 1):
        try:
            if await trace(store, name, person) is not None:
                tables.append(name)
        except UnreadableStoredTable as damaged:
            if unreadable is not None:
                unreadable.append(damaged.table)
        advance(done, len(names))
    return tables


async def remove(store: OperatorStore, name: str, person: Person, at: int) -> bool:
    """Remove a person's name and chat from a table; seats keep their colours, and the game can still be verified."""
    for _ in range(MOST_TRIES):
        found = await trace(store, name, person)
        if found is None:
            return False
        try:
            await store.edit(name, removal(found, at))
        except Conflict:
            continue
        return True
    raise Conflict(f"others change {name} all the time")


def removal(found: Trace, at: int) -> Edit:
    """The edit that removes what was found."""
    sheet = found.sheet.copy()
    sheet.version, sheet.redactions = sheet.version + 1, sheet.redactions + 1
    mine = {body.seat for body in found.seats}
    for body in sheet.seats:
        if body.seat in mine:
            body.name = None
    stored = sheet.stored(found.stored.sheet.touched or at)
    edit = Edit(stored, erased=[said.number for said in found.said])
    edit.news = News(
        found.sheet.table, -1, at, left=tuple(mine)
    )  # addresses and subscriptions go with the name
    if found.header_seats:
        first = found.stored.entries[0]
        edit.rewritten[first.seq] = [nameless(first.lines[0], found.header_seats), *first.lines[1:]]
    return edit


def nameless(line: str, seats: list[str]) -> str:
    """The first line of a log without the names of these seats."""
    data = json.loads(line)
    data["names"] = {seat: name for seat, name in data["names"].items() if seat not in seats}
    if not data["names"] and data.get("aachen") != "story/1":  # a story always has them
        del data["names"]
    return write_object(data)
