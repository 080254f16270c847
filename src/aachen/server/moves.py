"""What seats do at a running table: act, take back, consent; and what the table itself does (HOUSE: one move)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from aachen.core.contract import TABLE
from aachen.core.errors import bad
from aachen.server.judge import explain
from aachen.server.live_table import LiveTable, RefusedError, StaleError
from aachen.server.luck import next_luck
from aachen.server.messages import Asked
from aachen.storage.store import StoreFailed


def check_running(table: LiveTable) -> None:
    """Nobody acts before the beginning or after the end."""
    if not table.is_running():
        raise bad("table_not_running", "", state=table.sheet.state)


# ---- Acting --------------------------------------------------------------------------------------


Check = Callable[[], object]  # raises if the asker has lost the seat while waiting for a turn


async def act(
    table: LiveTable,
    seat: str,
    named: Mapping[str, object],
    after: int,
    *,
    by_bot: bool = False,
    check: Check | None = None,
) -> int:
    """A seat does what is offered to it; the number of the entry.

    `after` is the entry after which the asker chose.
    A bot is only heard while the seat is a bot's, a person only while it is not.
    """

    async def work() -> int:
        if by_bot and not table.is_running():
            raise StaleError
        check_running(table)
        number = table.sheet.number(seat)
        body = table.sheet.seats[number]
        if body.is_played_by_bot != by_bot:
            if by_bot:
                raise StaleError
            raise bad("seat_lent", "", seat=seat)
        _check_fresh(table, number, after)
        action = table.position().read_action(named)
        refusal = table.position().refusal(number, action)
        if refusal is not None:
            raise RefusedError(explain(table, number, action, refusal))
        move = table.game().propose(number, action, next_luck(table), table.secret())
        return await table.commit(move, None if by_bot else seat)

    return await table.turn(work, check)


def _check_fresh(table: LiveTable, seat: int, after: int) -> None:
    """Whether the seat's choice is still the one that was on the screen."""
    if after > table.game().seq:
        raise bad("seq_ahead", "after", given=after, last=table.game().seq)
    if after < table.fresh[seat]:
        raise StaleError


async def let_sand_run_out(table: LiveTable) -> None:
    """The sand has run down: what is not laid stays home (C30)."""

    async def work() -> None:
        if not table.is_running() or not table.bank.has_sand_run_down(table.settings.time.passed()):
            return  # somebody was quicker
        action = table.position().offers(TABLE)[0]
        await table.commit(table.game().propose(TABLE, action, next_luck(table), table.secret()))

    await table.turn(work)


# ---- Taking back ---------------------------------------------------------------------------------


@dataclass(slots=True)
class Asking:
    """An undo that waits for the others' consent."""

    by: str
    to: int
    seq: int  # the newest entry when it was asked for
    consents: list[str] = field(default_factory=list)

    def told(self, over: Literal["agreed", "declined", "lapsed"] | None = None) -> Asked:
        """The question as everybody sees it."""
        return Asked(self.by, self.to, self.consents, over=over)

    def lapse(self, table: LiveTable) -> None:
        """The game has gone on: nobody needs to answer any more."""
        self.end(table, "lapsed")

    def end(self, table: LiveTable, over: Literal["agreed", "declined", "lapsed"]) -> None:
        """The question is answered."""
        if table.asking is self:
            table.asking = None
            table.broadcast(self.told(over))


async def undo(table: LiveTable, seat: str, to: int, after: int, check: Check | None = None) -> int | Asking:
    """Take back one's own acts, as far as nothing new was learnt; or ask the others, if the table wants that."""

    async def work() -> int | Asking:
        _check_undo(table, seat, to, after)
        others = _others(table, seat)
        if table.sheet.undo == "free" or not others:
            return await table.commit(table.game().propose_undo(to))
        if table.asking is None or (table.asking.by, table.asking.to) != (seat, to):
            table.asking = Asking(seat, to, table.game().seq)
            table.broadcast(table.asking.told())
        return table.asking

    return await table.turn(work, check)


def _check_undo(table: LiveTable, seat: str, to: int, after: int) -> None:
    check_running(table)
    number = table.sheet.number(seat)
    if table.sheet.seats[number].is_played_by_bot:
        raise bad("seat_lent", "", seat=seat)
    if table.sheet.undo == "never":
        raise bad("undo_never")
    last = table.moments[-1]
    if after > last.seq:
        raise bad("seq_ahead", "after", given=after, last=last.seq)
    if last.undoer != number or to not in last.undoable:
        if after < last.seq:
            raise StaleError
        raise bad("undo_too_far", "to", given=to, known=last.undoable if last.undoer == number else [])


def _others(table: LiveTable, seat: str) -> list[str]:
    """The other persons; bots agree to everything."""
    return [body.seat for body in table.sheet.seats if body.is_played_by_person and body.seat != seat]


async def consent(table: LiveTable, seat: str, to: int, yes: bool, check: Check | None = None) -> int | None:
    """Another player may take back, or not; the number of the undo if all agree."""

    async def work() -> int | None:
        check_running(table)
        asking = table.asking
        if asking is None or asking.to != to or asking.by == seat:
            raise StaleError
        if not yes:
            asking.end(table, "declined")
            return None
        if seat not in asking.consents:
            asking.consents.append(seat)
        seq = await take_back_if_agreed(table)
        if seq is None:
            table.broadcast(asking.told())
        return seq

    return await table.turn(work, check)


async def take_back_if_agreed(table: LiveTable) -> int | None:
    """Do what was asked for when nobody is left who has not agreed; only within a turn."""
    asking = table.asking
    if asking is None or not table.is_running():
        return None
    if any(other not in asking.consents for other in _others(table, asking.by)):
        return None
    move = table.game().propose_undo(asking.to)
    table.asking = None
    try:
        seq = await table.commit(move)
    except StoreFailed:
        table.asking = asking  # it has not happened: the question is still open
        raise
    except StaleError:
        table.broadcast(asking.told("lapsed"))
        raise
    table.broadcast(asking.told("agreed"))
    return seq
