"""What seats do in a running game: act, take back, consent; and what the table itself does."""

from __future__ import annotations

from aachen.core.contract import TABLE
from aachen.core.errors import bad
from aachen.core.log import Move
from aachen.server.table.authorisation import check_seat
from aachen.server.table.commands import (
    AnswerUndo,
    BotAct,
    Change,
    Now,
    RunOutOfSand,
    SettleUndo,
    TakeAction,
    TakeBack,
    UndoRequest,
)
from aachen.server.table.errors import RefusedError, StaleError
from aachen.server.table.preview import explain
from aachen.server.table.results import results_of
from aachen.server.table.sheet import TableSheet
from aachen.server.table.state import TableState
from aachen.server.tokens import Chance
from aachen.storage.store import StoredEntry


def check_running(table: TableState) -> None:
    """Nobody acts before the beginning or after the end, nor by rules that we do not have."""
    if table.sheet.state == "running":
        table.sheet.rulebook()
    if not table.is_running():
        raise bad("table_not_running", "", state=table.sheet.state)


# ---- Entries -------------------------------------------------------------------------------------


def entry_change(table: TableState, move: Move, now: Now, moved: str | None = None) -> Change:
    """A move as an entry to be stored; `moved` is the person who made it."""
    bank = table.bank.copy()
    bank.count(now.passed, [], moved)
    is_entry = move.seq > table.game().seq  # a reveal is an entry of the store, but none of the game
    seq = move.seq if is_entry else table.stored_seq + 1
    return Change(
        answer=move.seq,
        entry=StoredEntry(seq, move.lines, now.at, bank.write()),
        sheet=_ended(table.sheet, move) if move.is_last else None,
        move=move,
        bank=bank,
    )


def _ended(before: TableSheet, move: Move) -> TableSheet:
    """The sheet after the last move: the rules ended the game, or it was given up."""
    sheet = before.copy()
    sheet.version += 1
    sheet.results = results_of(move.position, sheet.names())
    sheet.state = "closed" if sheet.results is None else "finished"
    return sheet


# ---- Acting --------------------------------------------------------------------------------------


def decide_act(table: TableState, command: TakeAction, now: Now, luck: Chance) -> Change:
    """A person does what is offered to their seat."""
    seat = check_seat(table.sheet, command.who)
    check_running(table)
    number = table.sheet.number(seat)
    if table.sheet.seats[number].is_played_by_bot:
        raise bad("seat_lent", "", seat=seat)
    return entry_change(table, _chosen(table, number, command), now, seat)


def decide_bot_act(table: TableState, command: BotAct, now: Now, luck: Chance) -> Change:
    """A bot does what is offered to its seat; it is only heard while the seat is a bot's."""
    number = table.sheet.number(command.seat)
    if not table.is_running() or not table.sheet.seats[number].is_played_by_bot:
        raise StaleError
    return entry_change(table, _chosen(table, number, command), now)


def _chosen(table: TableState, seat: int, command: TakeAction | BotAct) -> Move:
    """The move of a choice that is still the one on the client's screen, if the rules allow it."""
    if command.after > table.game().seq:
        raise bad("seq_ahead", "after", given=command.after, last=table.game().seq)
    if command.after < table.fresh[seat]:
        raise StaleError
    action = table.position().read_action(command.action)
    refusal = table.position().refusal(seat, action)
    if refusal is not None:
        raise RefusedError(explain(table, seat, action, refusal))
    return table.game().propose(seat, action, table.next_luck(), table.secret())


def decide_sand(table: TableState, command: RunOutOfSand, now: Now, luck: Chance) -> Change:
    """The hourglass has run out: tiles that were not placed stay with their players (C30)."""
    if not table.is_running() or not table.bank.has_sand_run_down(now.passed):
        return Change()  # somebody was faster
    action = table.position().offers(TABLE)[0]
    return entry_change(table, table.game().propose(TABLE, action, table.next_luck(), table.secret()), now)


# ---- Taking back ---------------------------------------------------------------------------------


def decide_undo(table: TableState, command: TakeBack, now: Now, luck: Chance) -> Change:
    """Take back one's own acts, as far as nothing new was learnt; or ask the others, if the table wants that."""
    seat, to = check_seat(table.sheet, command.who), command.to
    check_running(table)
    _check_undo(table, seat, to, command.after)
    if table.sheet.policy.undo == "free" or not _others(table, seat):
        return entry_change(table, table.game().propose_undo(to), now)
    request = table.undo
    if request is None or (request.by, request.to) != (seat, to):
        request = UndoRequest(seat, to, table.game().seq)
    return Change(answer=request, undo=request)


def _check_undo(table: TableState, seat: str, to: int, after: int) -> None:
    number, last = table.sheet.number(seat), table.recent[-1]
    if table.sheet.seats[number].is_played_by_bot:
        raise bad("seat_lent", "", seat=seat)
    if table.sheet.policy.undo == "never":
        raise bad("undo_never")
    if after > last.seq:
        raise bad("seq_ahead", "after", given=after, last=last.seq)
    if last.undoer != number or to not in last.undoable:
        if after < last.seq:
            raise StaleError
        raise bad("undo_too_far", "to", given=to, known=last.undoable if last.undoer == number else [])


def _others(table: TableState, seat: str) -> list[str]:
    """The other persons; bots agree to everything."""
    return [body.seat for body in table.sheet.seats if body.is_played_by_person and body.seat != seat]


def decide_consent(table: TableState, command: AnswerUndo, now: Now, luck: Chance) -> Change:
    """Another player may take back, or not; the number of the undo if all agree."""
    seat, request = check_seat(table.sheet, command.who), table.undo
    check_running(table)
    if request is None or request.to != command.to or request.by == seat:
        raise StaleError
    if not command.yes:
        return Change(undo_end="declined")
    return _agreed(table, request.with_consent(seat), now)


def decide_settled_undo(table: TableState, command: SettleUndo, now: Now, luck: Chance) -> Change:
    """Do what was asked for if nobody is left who has not agreed."""
    if table.undo is None or not table.is_running():
        return Change()
    return _agreed(table, table.undo, now)


def _agreed(table: TableState, request: UndoRequest, now: Now) -> Change:
    """The undo if all the others have agreed; else the request waits on."""
    if any(other not in request.consents for other in _others(table, request.by)):
        return Change(undo=request)
    change = entry_change(table, table.game().propose_undo(request.to), now)
    change.undo, change.undo_end = request, "agreed"
    return change
