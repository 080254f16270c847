"""Getting a seat back after its token was lost: by a short code that its player wrote down.

A code is stored as a salted, slow hash only. It is made on request, and a new one makes the older one void; using it
makes a new token and voids the old one.
"""

from __future__ import annotations

import hashlib
import hmac

from aachen.server.table.authorisation import check_open, own_seat_or_host
from aachen.server.table.commands import Change, MakeCode, Now, Recover
from aachen.server.table.errors import NoRightError
from aachen.server.table.seats import sheet_change
from aachen.server.table.sheet import TableSheet
from aachen.server.table.state import TableState
from aachen.server.tokens import Chance, hash_token, make_token

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without I, O, 0 and 1, which are read for each other
LETTERS = 8  # forty bits
GROUP = 4
SCRYPT_COST = 2**12  # about ten milliseconds and four megabytes for each try


def make_code(chance: Chance) -> str:
    """A new code, in groups that are easy to write down: `KXM4-7QRT`."""
    letters = "".join(ALPHABET[byte % len(ALPHABET)] for byte in chance(LETTERS))
    return f"{letters[:GROUP]}-{letters[GROUP:]}"


def hash_code(code: str, table: str) -> str:
    """What is kept of a code: however it was typed, and different at every table."""
    letters = "".join(letter for letter in code.upper() if letter in ALPHABET)
    return hashlib.scrypt(letters.encode(), salt=table.encode(), n=SCRYPT_COST, r=8, p=1, dklen=32).hex()


def decide_make_code(table: TableState, command: MakeCode, now: Now, luck: Chance) -> Change:
    """A new code for the seat of this token, or for the host."""
    code = make_code(luck)

    def alter(sheet: TableSheet) -> None:
        check_open(sheet)
        hashed, seat = hash_code(code, sheet.table), own_seat_or_host(sheet, command.token)
        if seat is not None:
            seat.code = hashed
        else:
            sheet.host_code = hashed

    change = sheet_change(table, alter, now)
    change.answer = code
    return change


def decide_recover(table: TableState, command: Recover, now: Now, luck: Chance) -> Change:
    """A new token for whoever knows a code; the answer is the seat (None is the host's) and its token."""
    token = make_token(luck)
    found: list[str | None] = []

    def alter(sheet: TableSheet) -> None:
        check_open(sheet)
        found.append(_use_code(sheet, hash_code(command.code, sheet.table), hash_token(token)))

    change = sheet_change(table, alter, now)
    change.answer = (found[0], token)
    return change


def _use_code(sheet: TableSheet, hashed: str, token: str) -> str | None:
    """Give the new token to whose code it is; the code is used up."""
    for body in sheet.seats:
        if body.code is not None and hmac.compare_digest(body.code, hashed):
            body.token, body.code = token, None
            return body.seat
    if sheet.host_code is not None and hmac.compare_digest(sheet.host_code, hashed):
        sheet.host, sheet.host_code = token, None
        return None
    raise NoRightError("code_unknown", False)
