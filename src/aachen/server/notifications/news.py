"""What a change at a table means for those who want to be notified: plain synchronous code without I/O."""

from __future__ import annotations

from collections.abc import Collection

from aachen.server.table.clocks import Bank
from aachen.server.table.commands import Change, Now
from aachen.server.table.sheet import GONE, TableSheet
from aachen.server.table.state import TableState
from aachen.storage.notifications import News, SeatEvent

GRACE = 45_000  # milliseconds: somebody whose page seems to be open may be gone, and is asked about again


def news_of(table: TableState, change: Change, now: Now, present: Collection[str]) -> News | None:
    """The messages that a change causes, and those that it makes needless; None if there are neither."""
    if change.entry is None and change.sheet is None:
        return None
    old, new = table.sheet, change.sheet or table.sheet
    before = table.waiting() if table.is_running() else []
    after = _waiting_after(table, change, new)
    left = tuple(
        seat.seat for seat, other in zip(old.seats, new.seats) if seat.token and seat.token != other.token
    )
    events = [
        *_turns(change.bank or table.bank, now, [seat for seat in after if seat not in before]),
        *_of_the_table(old, new, after, now),
        *_time_outs(table, new, now),
    ]
    due = tuple(_later(event, now.at) if event.seat in present else event for event in events)
    settled = tuple(seat for seat in before if seat not in after and seat not in left)
    if not (due or settled or left):
        return None
    seq = table.stored_seq if change.entry is None else change.entry.seq
    return News(table.id, seq, now.at, due, settled, left)


def current_news(table: TableState, now: Now, seat: str, *, is_turn: bool) -> News:
    """What is true now for one seat: its turn, or only the reminder of it."""
    waiting = table.waiting() if table.is_running() else []
    bank = table.bank.copy()
    bank.settle(now.passed)
    turns = _turns(bank, now, [each for each in waiting if not seat or each == seat])
    if not is_turn:
        turns = [SeatEvent("reminder", each.seat, each.due, each.until) for each in turns]
    return News(table.id, table.stored_seq, now.at, tuple(turns))


def deadlines_of(table: TableState, now: Now) -> dict[str, int]:
    """When the time of each player runs out who is waited for."""
    turns = current_news(table, now, "", is_turn=False).events
    return {turn.seat: turn.until for turn in turns if turn.until is not None}


def _waiting_after(table: TableState, change: Change, sheet: TableSheet) -> list[str]:
    """The persons that the table waits for when the change is true."""
    if sheet.state != "running" or sheet.record:
        return []
    if change.record is not None:
        position = change.record.position
    elif change.move is not None:
        position = change.move.position
    elif table.record is not None:
        position = table.record.position
    else:
        return []
    bodies = [sheet.seats[seat] for seat in position.to_act()]
    return [body.seat for body in bodies if body.is_played_by_person]


def _turns(bank: Bank, now: Now, seats: list[str]) -> list[SeatEvent]:
    def until(seat: str) -> int | None:
        return None if bank.wish is None else now.at + round(bank.left[seat] * 1000)

    return [SeatEvent("turn", seat, now.at, until(seat)) for seat in seats]


def _of_the_table(old: TableSheet, new: TableSheet, waiting: list[str], now: Now) -> list[SeatEvent]:
    """The game has begun, for those whose turn it is not yet; or it is over."""
    persons = [body.seat for body in new.seats if body.kind == "person"]
    if old.state == "gathering" and new.state == "running":
        return [SeatEvent("begin", seat, now.at) for seat in persons if seat not in waiting]
    if old.state not in GONE and new.state in GONE:
        return [SeatEvent("end", seat, now.at) for seat in persons]
    return []


def _time_outs(table: TableState, new: TableSheet, now: Now) -> list[SeatEvent]:
    """A bot takes the seat of somebody whose time has run out."""
    late = table.bank.empty(now.passed)
    if late is None or not new.seats[new.number(late)].lent or table.sheet.seats[new.number(late)].lent:
        return []
    return [SeatEvent("time_out", late, now.at)]


def _later(event: SeatEvent, at: int) -> SeatEvent:
    return SeatEvent(event.event, event.seat, at + GRACE, event.until)
