"""Bots at a table: whenever bots' seats are asked, workers are shown those seats' views, and what they choose is done.

A bot that has thought a whole turn through carries it out without being asked again, unless something else happens.
Bots play on when nobody looks.
Of several servers only the one that drives the table asks them.
"""

from __future__ import annotations

import asyncio

from aachen.bots import BOTS
from aachen.bots.bot import brief_view
from aachen.core.errors import BadInput
from aachen.core.json_shapes import Plain
from aachen.server import journal
from aachen.server.bots.request import BotRequest, Bots
from aachen.server.runner import TableRunner
from aachen.server.table.commands import BotAct
from aachen.server.table.errors import RefusedError, StaleError
from aachen.server.table.state import TableState
from aachen.server.timing import pause
from aachen.storage.store import StoreFailed

ASK_AGAIN = 3.0  # seconds, when another server drives the table
AFTER_FAILURE = 2.0


async def drive(runner: TableRunner, bots: Bots) -> None:
    """Let the bots of a table play for as long as it runs."""
    time, table = runner.settings.time, runner.table
    last = time.passed() - table.sheet.policy.pace / 1000
    while table.is_running():
        runner.bot_wake.clear()
        seats = _asked_bots(table)
        if not seats:
            await time.wait(runner.bot_wake, None)
        elif not await runner.drives():
            await time.wait(runner.bot_wake, ASK_AGAIN)
        else:
            last = await _all(runner, bots, seats, last)


def _asked_bots(table: TableState) -> list[int]:
    """The seats that are asked and played by bots."""
    return [seat for seat in table.position().to_act() if table.sheet.seats[seat].is_played_by_bot]


async def _all(runner: TableRunner, bots: Bots, seats: list[int], last: float) -> float:
    """One course of each of these bots, who think at the same time; when the last act was done."""
    after = runner.table.game().seq
    thinking = [asyncio.ensure_future(_course(runner, bots, seat)) for seat in seats]
    try:
        for seat, course in zip(seats, thinking, strict=True):
            last = await _carry_out(runner, seat, await course, after, last)
    finally:
        for course in thinking:
            course.cancel()
    return last


async def _course(runner: TableRunner, bots: Bots, seat: int) -> list[Plain]:
    """The course of a seat's bot."""
    table, sheet = runner.table, runner.table.sheet
    body = sheet.seats[seat]
    level = body.level or sheet.policy.stand_in
    position = table.position()
    request = BotRequest(
        kind="course",
        game=sheet.game,
        rules=sheet.rules,
        level=level,
        seed=sheet.bot_seed(body.seat),
        options=sheet.options,
        view=brief_view(position, seat) if level in BOTS else position.view(seat),
        patience=float(sheet.policy.patience),
        budget=float(sheet.policy.thinking),
        table=table.id,
    )
    return await _chosen(runner, bots, seat, request)


async def _chosen(runner: TableRunner, bots: Bots, seat: int, request: BotRequest) -> list[Plain]:
    """What the bot answers; if only one thing is offered, no sooner than it answered last.

    An answer at once would tell that there was nothing to choose.
    """
    time = runner.settings.time
    if len(request.offers) == 1:
        await pause(time, runner.bot_seconds.get(seat, 0.0))
        return request.offers
    started = time.passed()
    course = await bots.course(request)
    runner.bot_seconds[seat] = time.passed() - started
    runner.metrics.observe("bot", runner.bot_seconds[seat])
    return course


async def _carry_out(runner: TableRunner, seat: int, course: list[Plain], after: int, last: float) -> float:
    """Act after act, none sooner than the table's pace, until something else has happened; when the last was done."""
    time, table = runner.settings.time, runner.table
    for number, action in enumerate(course):
        await pause(time, last + table.sheet.policy.pace / 1000 - time.passed())
        await runner.await_loop()
        if number and not _goes_on(table, seat, action, after):
            break
        done = await _act(runner, seat, action, after)
        if done is None:
            break
        after, last = done, time.passed()
    return last


def _goes_on(table: TableState, seat: int, action: Plain, after: int) -> bool:
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


async def _act(runner: TableRunner, seat: int, action: Plain, after: int) -> int | None:
    """One act of a bot: the number of its entry, or None if it came to nothing."""
    time, sheet = runner.settings.time, runner.table.sheet
    name = sheet.seats[seat].seat
    try:
        seq: int = await runner.do(BotAct(name, action, after))
        runner.metrics.count("bot_choices", game=sheet.game)
        return seq
    except StaleError:
        pass  # its person is back, or something else has happened
    except StoreFailed:
        await pause(time, AFTER_FAILURE)
    except (RefusedError, BadInput) as bug:  # a choice among the offers is never refused
        journal.crash("bot_refused", bug, table=runner.id, seq=after, seat=name)
        runner.metrics.count("crashes")
        await pause(time, AFTER_FAILURE)
    return None
