"""Who sits where: sitting down, standing up, lending a seat to a bot, taking it back, handing it over.

A seat changes hands at any moment, also in the middle of a choice.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from aachen.bots import BOTS
from aachen.core.errors import BadInput, Fault, bad
from aachen.server import journal, moves
from aachen.server.chat import clean
from aachen.server.live_table import StaleError
from aachen.server.messages import SeatChange, Sit
from aachen.server.sheet import SeatBody, TableSheet
from aachen.server.tokens import hash_token, make_token
from aachen.storage.store import StoreFailed

if TYPE_CHECKING:
    from aachen.server.live_table import LiveTable


class NoRightError(Exception):
    """Who asks may not do this: the token is missing (401), void, or another's (403)."""

    def __init__(self, code: str, is_known: bool) -> None:
        super().__init__(code)
        self.fault = Fault(code)
        self.status = 403 if is_known else 401


class ClashError(BadInput):
    """It could be done, but not as things stand at the table (409)."""


def clash(code: str, where: str = "", **facts: object) -> ClashError:
    """A clash with a single fault."""
    return ClashError([Fault(code, where, facts)])


def check_level(level: str | None, usual: str) -> str:
    """A level that there is."""
    if level is None:
        return usual
    if level not in BOTS:
        raise bad("bot_unknown", "level", given=level, known=sorted(BOTS))
    return level


def clean_name(name: str | None) -> str | None:
    """A name without signs that are not to be seen; what is nothing but those is no name."""
    return None if name is None else clean(name) or None


def check_open(sheet: TableSheet) -> None:
    """Seats of a game that is over stay as they are."""
    if sheet.is_over():
        raise clash("table_over", "", state=sheet.state)


# ---- Rights --------------------------------------------------------------------------------------


def own_seat(sheet: TableSheet, token: str | None) -> SeatBody:
    """The seat of whoever asks."""
    body = sheet.seat_of(token)
    if body is None:
        raise _no_right(sheet, token)
    return body


def check_host(sheet: TableSheet, token: str | None) -> None:
    """Only who made the table."""
    if not sheet.is_host(token):
        raise _no_right(sheet, token)


def _no_right(sheet: TableSheet, token: str | None) -> NoRightError:
    if token is None:
        return NoRightError("token_missing", False)
    is_known = sheet.is_host(token) or sheet.seat_of(token) is not None
    return NoRightError("token_of_another" if is_known else "token_unknown", is_known)


def _check_right(table: LiveTable, body: SeatBody, wish: SeatChange, token: str | None) -> None:
    """The seat's own player may do all but free it as a host; the host all but take it back; see the protocol."""
    sheet = table.sheet
    mine = sheet.seat_of(token)
    if mine is not None and mine.seat == body.seat and wish.do != "open":
        return
    if wish.do == "bot" and mine is not None and _needs_bot(table, body):
        return
    if wish.do == "back" or not sheet.is_host(token):
        raise _no_right(sheet, token)
    if wish.do == "link" and body.kind == "person" and not _is_away(table, body):
        raise clash("seat_taken", "seat", seat=body.seat)  # nobody looks into another's hand in passing


def _needs_bot(table: LiveTable, body: SeatBody) -> bool:
    """Whether the others may ask a bot in: the seat is open, or its person has been away too long."""
    is_left = body.is_played_by_person and _is_away(table, body)
    return table.is_running() and (body.kind == "open" or is_left)


def _is_away(table: LiveTable, body: SeatBody) -> bool:
    return table.away(body.seat) >= table.sheet.patience


# ---- Changes -------------------------------------------------------------------------------------


async def sit(table: LiveTable, wish: Sit) -> tuple[str, str]:
    """Take an open seat: the seat and its token."""
    token = make_token(table.settings.chance)
    found: list[str] = []

    def alter(sheet: TableSheet) -> None:
        check_open(sheet)
        body = _open_seat(sheet, wish.seat)
        body.kind, body.name, body.token = "person", clean_name(wish.name), hash_token(token)
        if wish.entropy is not None and sheet.state == "gathering":
            body.entropy = wish.entropy
        found[:] = [body.seat]

    async def work() -> None:
        await table.change(alter)

    await table.turn(work)
    table.left_at[found[0]] = table.settings.time.passed()
    return found[0], token


def _open_seat(sheet: TableSheet, wish: str | None) -> SeatBody:
    if wish is not None:
        body = sheet.seats[sheet.number(wish)]
        if body.kind != "open":
            raise clash("seat_taken", "seat", seat=wish)
        return body
    for body in sheet.seats:
        if body.kind == "open":
            return body
    raise clash("no_open_seat")


async def change_seat(table: LiveTable, seat: str, wish: SeatChange, token: str | None) -> str | None:
    """Do what is wished with a seat; the new token, if one was made."""
    new = make_token(table.settings.chance) if wish.do == "link" else None

    def alter(sheet: TableSheet) -> None:
        check_open(sheet)
        body = sheet.seats[sheet.number(seat)]
        _check_right(table, body, wish, token)
        _alter_seat(table, sheet, body, wish, new)

    async def work() -> None:
        table.sheet.number(seat)
        await table.change(alter)
        with suppress(StoreFailed, StaleError):  # the seat is changed, whatever becomes of the question
            await moves.take_back_if_agreed(table)  # perhaps only who has left had not answered
        journal.note("seat", table=table.id, seat=seat, kind=wish.do)

    await table.turn(work)
    return new


def _alter_seat(
    table: LiveTable, sheet: TableSheet, body: SeatBody, wish: SeatChange, new: str | None
) -> None:
    if wish.do in ("stand", "open"):
        _leave(sheet, body)
    elif wish.do == "bot":
        _let_bot(body, check_level(wish.level, table.settings.default_level))
    elif wish.do == "back":
        if not body.lent:
            raise clash("seat_not_lent", "seat", seat=body.seat)
        body.lent, body.level = False, None
    elif wish.do == "link":
        assert new is not None
        if body.kind != "person":
            body.leave()
            body.kind = "person"
        body.name = clean_name(wish.name) or body.name
        body.token, body.lent, body.level = hash_token(new), False, None
    else:
        body.name = clean_name(wish.name)


def _leave(sheet: TableSheet, body: SeatBody) -> None:
    """What a player added to the luck goes with them, as long as nothing was drawn."""
    body.leave()
    if sheet.state == "gathering":
        body.entropy = None


def _let_bot(body: SeatBody, level: str) -> None:
    """A bot plays on from now: for a person who may come back, or on its own."""
    if body.kind == "person":
        body.lent = True
    else:
        body.leave()
        body.kind = "bot"
    body.level = level


async def time_is_up(table: LiveTable, seat: str) -> None:
    """A player's bank is empty: a bot takes the seat until they take it back."""

    def alter(sheet: TableSheet) -> None:
        body = sheet.seats[sheet.number(seat)]
        if body.is_played_by_person:
            _let_bot(body, table.settings.default_level)

    async def work() -> None:
        if table.is_running() and table.bank.empty(table.settings.time.passed()) == seat:
            await table.change(alter)

    await table.turn(work)


async def add_entropy(table: LiveTable, token: str | None, entropy: str) -> None:
    """A player's own part of the luck, before anything is drawn."""

    def alter(sheet: TableSheet) -> None:
        body = own_seat(sheet, token)
        if sheet.state != "gathering":
            raise clash("luck_has_begun")
        body.entropy = entropy

    await table.turn(lambda: table.change(alter))


async def begin(table: LiveTable, token: str | None) -> None:
    """The host lets the game begin."""

    def alter(sheet: TableSheet) -> None:
        check_host(sheet, token)
        if sheet.state != "gathering":
            raise clash("table_has_begun", "", state=sheet.state)
        if not sheet.is_full():
            raise clash("seats_open", "", seats=[body.seat for body in sheet.seats if body.kind == "open"])
        sheet.state = "running"

    await table.turn(lambda: table.change(alter))


async def close(table: LiveTable, token: str | None) -> None:
    """The host gives the table up; the secret of its luck is told."""

    def alter(sheet: TableSheet) -> None:
        sheet.state = "closed"

    async def work() -> None:
        check_host(table.sheet, token)
        check_open(table.sheet)
        secret = table.secret()
        if table.record is None or secret is None:
            await table.change(alter)
        else:
            await table.commit(table.record.propose_reveal(secret))

    await table.turn(work)
