"""Bots at a table: whenever bots' seats are asked, workers are shown those seats' views, and what they choose is done.

A bot that has thought a whole turn through carries it out without being asked again, unless something else happens.
Bots play on when nobody looks.
Of several servers only the one that drives the table asks them.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from aachen.core.errors import BadInput
from aachen.core.log import Plain
from aachen.server import journal, moves
from aachen.server.bot_request import Request
from aachen.server.live_table import LiveTable, RefusedError, StaleError
from aachen.server.timing import pause
from aachen.storage.store import StoreFailed

if TYPE_CHECKING:
    from aachen.server.settings import Workers

ASK_AGAIN = 3.0  # seconds, when another server drives the table
AFTER_FAILURE = 2.0


async def drive(table: LiveTable, workers: Workers) -> None:
    """Let the bots of a table play for as long as it runs."""
    last = table.settings.time.passed() - table.sheet.pace / 1000
    while table.is_running():
        table.bot_wake.clear()
        seats = _asked_bots(table)
        if not seats:
            await table.settings.time.wait(table.bot_wake, None)
        elif not await table.drives():
            await table.settings.time.wait(table.bot_wake, ASK_AGAIN)
        else:
            last = await _all(table, workers, seats, last)


def _asked_bots(table: LiveTable) -> list[int]:
    """The seats that are asked and played by bots."""
    return [seat for seat in table.position().to_act() if table.sheet.seats[seat].is_played_by_bot]


async def _all(table: LiveTable, workers: Workers, seats: list[int], last: float) -> float:
    """One course of each of these bots, who think at the same time; when the last act was done."""
    after = table.game().seq
    thinking = [asyncio.ensure_future(_course(table, workers, seat)) for seat in seats]
    try:
        for seat, course in zip(seats, thinking, strict=True):
            last = await _carry_out(table, seat, await course, after, last)
    finally:
        for course in thinking:
            course.cancel()
    return last


async def _course(table: LiveTable, workers: Workers, seat: int) -> list[Plain]:
    """What the bot of a seat means to do."""
    time, sheet, body = table.settings.time, table.sheet, table.sheet.seats[seat]
    request = Request(
        kind="course",
        game=sheet.game,
        level=body.level or table.settings.default_level,
        seed=sheet.bot_seed(body.seat),
        options=sheet.options,
        view=table.position().view(seat),
        patience=float(sheet.patience),
        budget=float(sheet.thinking),
        table=table.id,
    )
    if len(request.offers) == 1:
        return request.offers
    started = time.passed()
    course = await workers.course(request)
    table.metrics.observe("bot", time.passed() - started)
    return course


async def _carry_out(table: LiveTable, seat: int, course: list[Plain], after: int, last: float) -> float:
    """Act after act, none sooner than the table's pace, until something else has happened; when the last was done."""
    time = table.settings.time
    for number, action in enumerate(course):
        await pause(time, last + table.sheet.pace / 1000 - time.passed())
        if number and not _goes_on(table, seat, action, after):
            break
        done = await _act(table, seat, action, after)
        if done is None:
            break
        after, last = done, time.passed()
    return last


def _goes_on(table: LiveTable, seat: int, action: Plain, after: int) -> bool:
    """Whether a course can go on: nothing has happened since its last act, and its next one is offered."""
    if not table.is_running() or table.game().seq != after:
        return False
    try:
        is_offered = table.position().read_action(action) in table.offers[seat]
    except BadInput:
        is_offered = False
    if not is_offered:
        journal.warn("course_dropped", table=table.id, seq=after, seat=table.sheet.seats[seat].seat)
    return is_offered


async def _act(table: LiveTable, seat: int, action: Plain, after: int) -> int | None:
    """One act of a bot: the number of its entry, or None if it came to nothing."""
    time, name = table.settings.time, table.sheet.seats[seat].seat
    try:
        seq = await moves.act(table, name, action, after, by_bot=True)
        table.metrics.count("bot_choices", game=table.sheet.game)
        return seq
    except StaleError:
        pass  # its person is back, or something else has happened
    except StoreFailed:
        await pause(time, AFTER_FAILURE)
    except (RefusedError, BadInput) as bug:  # a choice among the offers is never refused
        journal.crash("bot_refused", bug, table=table.id, seq=after, seat=name)
        table.metrics.count("crashes")
        await pause(time, AFTER_FAILURE)
    return None
