"""What an operator may do at a table without a token: close it, free a seat, renew the host's token, mute a seat."""

from __future__ import annotations

from dataclasses import dataclass

from aachen.server.table.authorisation import check_changeable, check_host, check_open
from aachen.server.table.commands import Change, Now, TableCommand
from aachen.server.table.seats import close_change, free, sheet_change
from aachen.server.table.sheet import TableSheet
from aachen.server.table.state import TableState
from aachen.server.tokens import Chance, hash_token, make_token


@dataclass(frozen=True, slots=True)
class OperatorClose(TableCommand):
    """The game is given up, and the secret of its random source is revealed."""


@dataclass(frozen=True, slots=True)
class OperatorFree(TableCommand):
    """Whoever sits there is gone; the seat rests before another may take it."""

    seat: str


@dataclass(frozen=True, slots=True)
class OperatorRenewHost(TableCommand):
    """The host gets a new token, and the old one is void."""


@dataclass(frozen=True, slots=True)
class RenewHost(TableCommand):
    """The host asks for a new token; the old one is void."""

    token: str | None


@dataclass(frozen=True, slots=True)
class OperatorMute(TableCommand):
    """Whoever sits there cannot write in the chat, or can again."""

    seat: str
    is_muted: bool


def decide_operator_close(table: TableState, command: OperatorClose, now: Now, luck: Chance) -> Change:
    """Close a table as its host would."""
    check_open(table.sheet)
    return close_change(table, now)


def decide_operator_free(table: TableState, command: OperatorFree, now: Now, luck: Chance) -> Change:
    """Free a seat; in a running game it rests as if the host had freed it under a person."""

    def alter(sheet: TableSheet) -> None:
        check_changeable(sheet)
        body = sheet.seats[sheet.number(command.seat)]
        if body.kind == "person" and table.is_running():
            body.freed = now.at
        free(sheet, body)

    return sheet_change(table, alter, now)


def decide_operator_renew(table: TableState, command: OperatorRenewHost, now: Now, luck: Chance) -> Change:
    """A new token for the host; the answer is the token. Whoever had the old one may also have a code: it is void."""
    token = make_token(luck)

    def alter(sheet: TableSheet) -> None:
        sheet.host, sheet.host_code = hash_token(token), None

    change = sheet_change(table, alter, now)
    change.answer = token
    return change


def decide_renew(table: TableState, command: RenewHost, now: Now, luck: Chance) -> Change:
    """A new token for the host, who proves it with the old one; the answer is the token."""
    check_host(table.sheet, command.token)
    return decide_operator_renew(table, OperatorRenewHost(), now, luck)


def decide_operator_mute(table: TableState, command: OperatorMute, now: Now, luck: Chance) -> Change:
    """Mute a seat until somebody else sits there, or let it speak again."""

    def alter(sheet: TableSheet) -> None:
        sheet.seats[sheet.number(command.seat)].muted = command.is_muted

    return sheet_change(table, alter, now)
