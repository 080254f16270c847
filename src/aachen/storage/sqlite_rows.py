"""Rows of the SQLite store: how sheets, entries and chat are written, checked and read."""

from __future__ import annotations

import sqlite3
from typing import Any

from aachen.storage.group import Work
from aachen.storage.sqlite_file import is_damage
from aachen.storage.store import (
    Conflict,
    Gap,
    StoredChat,
    StoredEntry,
    StoredSheet,
    check_number,
    pack,
    unpack,
)

INSERT_ENTRY = """INSERT INTO entry SELECT id, ?, ?, ?, ? FROM sheet
    WHERE id = ? AND version = coalesce(?, version)"""


def inserting(command: str, row: tuple[object, ...]) -> Work:
    """Work that adds one row; a row that is there already, or whose table is not, is a conflict."""

    def work(connection: sqlite3.Connection) -> None:
        try:
            added = connection.execute(command, row).rowcount
        except sqlite3.IntegrityError as fault:
            raise Conflict(str(fault)) from None
        if added != 1:
            raise Conflict("there is no such table, or its sheet was changed")

    return work


def checking_newest(table: str, seq: int, expected: int, before: list[str] | None) -> Work:
    """Work that raises Gap unless the newest entry is the one that this one goes on top of."""

    def work(connection: sqlite3.Connection) -> None:
        question = "SELECT seq, lines FROM entry WHERE id = ? ORDER BY seq DESC LIMIT 1"
        newest, lines = connection.execute(question, (table,)).fetchone() or (-1, b"")
        check_number(newest, seq, expected)
        if before is not None and lines != pack(before):
            raise Gap(f"entry {newest} of {table} is another one")

    return work


def changing(sheet: StoredSheet) -> Work:
    """Work that replaces the version before this one."""

    def work(connection: sqlite3.Connection) -> None:
        changed = connection.execute(
            """UPDATE sheet SET version = ?, state = ?, listed = ?, game = ?, body = ?, made = ?, touched = ?
            WHERE id = ? AND version = ?""",
            (*row_of(sheet)[1:], sheet.table, sheet.version - 1),
        )
        if changed.rowcount != 1:
            raise Conflict(f"the sheet of {sheet.table} is not version {sheet.version - 1}")

    return work


def row_of(sheet: StoredSheet) -> tuple[object, ...]:
    """A sheet as it is kept."""
    return (
        sheet.table,
        sheet.version,
        sheet.state,
        int(sheet.listed),
        sheet.game,
        sheet.body,
        sheet.made,
        sheet.touched,
    )


def sheet_of(row: tuple[Any, ...]) -> StoredSheet:
    """A sheet as it was kept."""
    table, version, state, listed, game, body, made, touched = row
    return StoredSheet(table, version, state, bool(listed), game, body, made, touched)


def entries(reader: sqlite3.Connection, table: str, first: int = -1) -> list[StoredEntry]:
    """The entries of a table, from this number on."""
    question = "SELECT seq, lines, at, clocks FROM entry WHERE id = ? AND seq >= ? ORDER BY seq"
    rows = reader.execute(
        question, (table, first)
    ).fetchall()  # an open cursor would keep its transaction open
    return [StoredEntry(seq, unpack(lines), at, clocks) for seq, lines, at, clocks in rows]


def chats(reader: sqlite3.Connection, table: str, most: int, first: int = 0) -> list[StoredChat]:
    """The latest chat messages of a table, from this number on, in order."""
    question = "SELECT number, body, at FROM chat WHERE id = ? AND number >= ? ORDER BY number DESC LIMIT ?"
    rows = reader.execute(question, (table, first, most)).fetchall()
    return [StoredChat(number, body, at) for number, body, at in reversed(rows)]


def whole_row(reader: sqlite3.Connection, question: str, facts: tuple[object, ...]) -> tuple[Any, ...] | None:
    """One row; None if there is none, or if its page is damaged."""
    try:
        row: tuple[Any, ...] | None = reader.execute(question, facts).fetchone()
    except sqlite3.DatabaseError as fault:
        if not is_damage(fault):
            raise
        return None
    return row
