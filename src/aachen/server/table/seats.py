"""Who sits where: sitting down, standing up, lending a seat to a bot, taking it back, handing it over.

A seat changes hands at any moment, also in the middle of a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress

from aachen.core.errors import bad
from aachen.core.log_lines import Reveal, write_line
from aachen.server.messages import Rematch, SeatChange
from aachen.server.table.authorisation import (
    SeatFacts,
    check_changeable,
    check_free,
    check_host,
    check_open,
    check_seat_change,
    identify,
    is_long_away,
    own_seat,
)
from aachen.server.table.commands import (
    Begin,
    BeginIfFull,
    Change,
    ChangeSeat,
    Close,
    ContributeEntropy,
    LinkRematch,
    Now,
    RunOutOfTime,
    SettleUndo,
    SitDown,
)
from aachen.server.table.errors import ClashError, clash
from aachen.server.table.luck import begin_record
from aachen.server.table.moves import entry_change
from aachen.server.table.names import clean_name
from aachen.server.table.sheet import SeatBody, TableSheet
from aachen.server.table.state import TableState
from aachen.server.tokens import Chance, hash_token, make_token
from aachen.storage.store import StoredEntry


def check_level(level: str | None, usual: str, known: Collection[str], where: str = "level") -> str:
    """An existing level."""
    if level is None:
        return usual
    if level not in known:
        raise bad("bot_unknown", where, given=level, known=sorted(known))
    return level


def sheet_change(table: TableState, alter: Callable[[TableSheet], None], now: Now) -> Change:
    """A changed sheet to be stored; the game begins with the same change if it can."""
    sheet = table.sheet.copy()
    alter(sheet)
    sheet.version += 1
    if sheet.state == "gathering" and sheet.policy.begin == "full" and sheet.is_full():
        sheet.state = "running"
    change = Change(sheet=sheet)
    if sheet.state == "running" and table.record is None:
        change.record = begin_record(sheet)
        change.entry = StoredEntry(0, change.record.lines[:], now.at, table.bank.write())
    return change


# ---- Sitting down --------------------------------------------------------------------------------


def decide_sit(table: TableState, command: SitDown, now: Now, luck: Chance) -> Change:
    """Take an open seat; the answer is the seat and its token."""
    wish, token = command.wish, make_token(luck)
    taken: list[str] = []

    def alter(sheet: TableSheet) -> None:
        check_changeable(sheet)
        body = _open_seat(table, sheet, wish.seat, now)
        body.kind, body.name, body.token = "person", clean_name(wish.name), hash_token(token)
        if wish.entropy is not None and sheet.state == "gathering":
            body.entropy = wish.entropy
        taken.append(body.seat)

    change = sheet_change(table, alter, now)
    change.answer = (taken[0], token)
    return change


def _facts(table: TableState, body: SeatBody, now: Now) -> SeatFacts:
    is_running = table.is_running()
    sealed = is_running and table.position().has_sealed(table.sheet.number(body.seat))
    return SeatFacts(now.absent.get(body.seat, 0.0), now.at, is_running, sealed)


def _open_seat(table: TableState, sheet: TableSheet, wish: str | None, now: Now) -> SeatBody:
    """The open seat that was wished for, or the first that may be taken."""
    if wish is not None:
        body = sheet.seats[sheet.number(wish)]
        if body.kind != "open":
            raise clash("seat_taken", "seat", seat=wish)
        check_free(body, _facts(table, body, now))
        return body
    found = [body for body in sheet.seats if body.kind == "open"]
    if not found:
        raise clash("no_open_seat")
    for body in found:
        with suppress(ClashError):
            check_free(body, _facts(table, body, now))
            return body
    check_free(found[0], _facts(table, found[0], now))
    return found[0]


# ---- Changing seats ------------------------------------------------------------------------------


def decide_seat_change(table: TableState, command: ChangeSeat, now: Now, luck: Chance) -> Change:
    """Change a seat as requested; the answer is the new token, if one was made."""
    wish = command.wish
    new = make_token(luck) if wish.do == "link" else None

    def alter(sheet: TableSheet) -> None:
        body = sheet.seats[sheet.number(command.seat)]
        check_changeable(sheet)
        facts = _facts(table, body, now)
        check_seat_change(sheet, body, wish, command.token, facts)
        is_host = identify(sheet, command.token).is_host
        if is_host and facts.is_running:
            _note_host(sheet, body, wish, facts)
        level = None
        if wish.do == "bot":
            may_choose = is_host and not facts.is_running and body.kind != "person"
            level = _bot_level(sheet, body, wish.level, may_choose, now)
        _alter_seat(sheet, body, wish, new, level)

    change = sheet_change(table, alter, now)
    change.answer, change.then = new, SettleUndo()  # perhaps only who has left had not agreed
    return change


def _note_host(sheet: TableSheet, body: SeatBody, wish: SeatChange, facts: SeatFacts) -> None:
    """What the host does with another's seat in a running game is noted, for everybody to see."""
    if wish.do == "link":
        body.relinked = facts.at
    elif wish.do in ("open", "stand") and body.kind == "person" and not is_long_away(sheet, facts):
        body.freed = facts.at


def _alter_seat(
    sheet: TableSheet, body: SeatBody, wish: SeatChange, new: str | None, level: str | None
) -> None:
    if wish.do in ("stand", "open"):
        free(sheet, body)
    elif level is not None:
        _let_bot(body, level)
    elif wish.do == "back":
        if not body.lent:
            raise clash("seat_not_lent", "seat", seat=body.seat)
        body.lent, body.level = False, None
    elif wish.do == "link":
        _hand_over(body, clean_name(wish.name), new)
    else:
        body.name = clean_name(wish.name)


def _bot_level(sheet: TableSheet, body: SeatBody, level: str | None, may_choose: bool, now: Now) -> str:
    """The level of a bot that is asked in: the table's; a bot that plays already keeps its own, unless one may choose."""
    usual = sheet.policy.stand_in
    if body.kind == "bot" and not may_choose:
        usual = body.level or usual
    chosen = check_level(level, usual, now.levels)
    if chosen != usual and not may_choose:
        raise clash("level_of_the_table", "level", level=usual)
    return chosen


def free(sheet: TableSheet, body: SeatBody) -> None:
    """Free a seat; the player's entropy goes with them, as long as nothing was drawn."""
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


def _hand_over(body: SeatBody, name: str | None, new: str | None) -> None:
    """Hand the seat over with a new token."""
    assert new is not None, "a token was made"
    if body.kind != "person":
        body.leave()
        body.kind = "person"
    body.name = name or body.name
    body.token, body.code, body.lent, body.level = hash_token(new), None, False, None


def decide_time_out(table: TableState, command: RunOutOfTime, now: Now, luck: Chance) -> Change:
    """A player's time is used up: a bot takes the seat until they take it back."""
    if not table.is_running() or table.bank.empty(now.passed) != command.seat:
        return Change()

    def alter(sheet: TableSheet) -> None:
        body = sheet.seats[sheet.number(command.seat)]
        if body.is_played_by_person:
            _let_bot(body, sheet.policy.stand_in)

    return sheet_change(table, alter, now)


# ---- The table as a whole ------------------------------------------------------------------------


def decide_entropy(table: TableState, command: ContributeEntropy, now: Now, luck: Chance) -> Change:
    """A player adds to the random source, before anything is drawn."""

    def alter(sheet: TableSheet) -> None:
        body = own_seat(sheet, command.token)
        if sheet.state != "gathering":
            raise clash("luck_has_begun")
        sheet.rulebook()
        body.entropy = command.entropy

    return sheet_change(table, alter, now)


def decide_begin(table: TableState, command: Begin, now: Now, luck: Chance) -> Change:
    """The host lets the game begin."""

    def alter(sheet: TableSheet) -> None:
        check_host(sheet, command.token)
        if sheet.state != "gathering":
            raise clash("table_has_begun", "", state=sheet.state)
        sheet.rulebook()
        if not sheet.is_full():
            raise clash("seats_open", "", seats=[body.seat for body in sheet.seats if body.kind == "open"])
        sheet.state = "running"

    return sheet_change(table, alter, now)


def decide_begin_if_full(table: TableState, command: BeginIfFull, now: Now, luck: Chance) -> Change:
    """A table that begins by itself begins when nobody has to be waited for."""
    sheet = table.sheet
    if sheet.state == "gathering" and sheet.policy.begin == "full" and sheet.is_full():
        return sheet_change(table, _as_it_is, now)
    return Change()


def _as_it_is(sheet: TableSheet) -> None:
    """Only the state of the sheet changes."""


def decide_close(table: TableState, command: Close, now: Now, luck: Chance) -> Change:
    """The host gives the table up; the secret of its random source is revealed."""
    check_host(table.sheet, command.token)
    check_open(table.sheet)
    return close_change(table, now)


def close_change(table: TableState, now: Now) -> Change:
    """The game is given up: its last line reveals the secret of the random source."""
    secret = table.secret()
    if table.record is not None and secret is not None:
        return entry_change(table, table.record.propose_reveal(secret), now)
    was_running = table.sheet.state == "running"

    def alter(sheet: TableSheet) -> None:
        sheet.state = "closed"

    change = sheet_change(table, alter, now)
    if secret is not None and was_running and table.sheet.is_read_only():
        # The line that reveals the secret can be written without the rules.
        renewals = table.sheet.renewals_after(table.stored_seq)
        lines = [*map(write_line, renewals), write_line(Reveal(secret.hex()))]
        change.entry = StoredEntry(table.stored_seq + 1, lines, now.at)
    return change


def decide_rematch(table: TableState, command: LinkRematch, now: Now, luck: Chance) -> Change:
    """Note which table is the rematch of this one."""

    def alter(sheet: TableSheet) -> None:
        if sheet.rematch is not None:
            raise clash("rematch_made", "", table=sheet.rematch)
        sheet.rematch = command.table

    change = sheet_change(table, alter, now)
    change.notes.append(Rematch(command.table))
    return change
