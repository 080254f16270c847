"""What a client says over its socket, and what it is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aachen.core.errors import BadInput, Fault, bad
from aachen.server import analysis, chat, crashes, judge, looking, moves
from aachen.server import messages as m
from aachen.server.bot_request import Request
from aachen.server.live_table import RefusedError, StaleError
from aachen.server.reading import read_message
from aachen.server.sockets import Connection
from aachen.storage.store import StoreFailed

WATCHERS = "watchers"  # who only looks on shares one turn with all others, however many there are
PREVIEWS_FOR_ONE = 8  # previews cost as much as one other message


async def answer(connection: Connection, text: str) -> None:
    """Understand a message and answer it; whatever is wrong with it changes nothing."""
    metrics = connection.hall.metrics
    metrics.count("messages")
    try:
        message: Any = read_message(text, m.ClientMessage)
    except BadInput as wrong:
        connection.complain(None, wrong.faults[0])
        return
    if isinstance(message, m.Hello):
        connection.complain(None, Fault("hello_twice"))
        return
    await answered(connection, message, lambda: ANSWERS[type(message)](connection, message))


async def answered(connection: Connection, message: Any, work: Callable[[], Awaitable[None]]) -> None:
    """Do what was asked; every way of saying no has its own answer."""
    metrics, seq = connection.hall.metrics, connection.table.seq
    try:
        await work()
    except StaleError:
        metrics.count("stale")
        connection.tell(m.Stale(message.id, connection.table.seq or 0))
    except RefusedError as no:
        metrics.count("refusals")
        connection.tell(m.Refused(message.id, no.refusal.as_dict()))
    except BadInput as wrong:
        connection.complain(message.id, wrong.faults[0])
    except StoreFailed:
        connection.tell(m.Failure(message.id, Fault("not_stored").as_dict()))
    except Exception as bug:
        crashes.report(connection.table, bug, message, seq)
        connection.tell(m.Failure(message.id, Fault("crashed").as_dict()))


def own(connection: Connection) -> str:
    """The seat of whoever speaks; watchers only watch, and who was sent away has none any more."""
    if connection.seat is None:
        raise bad("watchers_watch")
    if connection.is_dismissed:
        raise bad("token_unknown")
    return connection.seat


async def _act(connection: Connection, message: m.Act) -> None:
    started = connection.settings.time.passed()
    seq = await moves.act(
        connection.table,
        own(connection),
        message.action,
        message.after,
        check=lambda: own(connection),
    )
    connection.tell(m.Done(message.id, seq))
    connection.hall.metrics.observe("move", connection.settings.time.passed() - started)


async def _undo(connection: Connection, message: m.UndoWish) -> None:
    found = await moves.undo(
        connection.table, own(connection), message.to, message.after, lambda: own(connection)
    )
    if isinstance(found, int):
        connection.tell(m.Done(message.id, found))
    else:
        asked = found.told()
        asked.id = message.id
        connection.tell(asked)


async def _consent(connection: Connection, message: m.Consent) -> None:
    seq = await moves.consent(
        connection.table, own(connection), message.to, message.yes, lambda: own(connection)
    )
    connection.tell(m.Done(message.id, seq))


async def _why(connection: Connection, message: m.Why) -> None:
    moves.check_running(connection.table)
    seat = connection.table.sheet.number(own(connection))
    refusal = judge.why_not(connection.table, seat, message.action)
    connection.tell(m.Reason(message.id, None if refusal is None else refusal.as_dict()))


async def _preview(connection: Connection, message: m.PreviewWish) -> None:
    moves.check_running(connection.table)
    seat = connection.table.sheet.number(own(connection))
    connection.pay(len(message.actions) / PREVIEWS_FOR_ONE)
    connection.tell(m.Previews(message.id, await judge.preview(connection.table, seat, message.actions)))


async def _hint(connection: Connection, message: m.HintWish) -> None:
    """A hint may take its time: the player may go on meanwhile."""
    seat, seq, view = await _moment_to_think_of(connection, message)
    if not view.get("offers"):
        raise bad("nothing_offered")
    _later(connection, message, lambda: _think(connection, message, seat, seq, view))


async def _moment_to_think_of(connection: Connection, message: m.HintWish) -> tuple[int, int, m.Plain]:
    """The seat, the entry and the view: one's own now, or a moment of the past as `show` would show it."""
    table = connection.table
    if message.seq is None:
        moves.check_running(table)
        seat = table.sheet.number(own(connection))
        return seat, table.game().seq, table.position().view(seat)
    viewer = looking.check_eyes(table, connection.seat, message.eyes, connection.is_host)
    if viewer is None:
        raise bad("nothing_offered")
    seen = await looking.moment(connection.hall.reels, table, message.seq)
    return viewer, message.seq, seen.frame(viewer, table.sheet.undo).view


def _later(connection: Connection, message: Any, work: Callable[[], Awaitable[None]]) -> None:
    """Do something that takes its time: of each kind one at a time for each socket."""
    working = connection.working.get(type(message))
    if working is not None and not working.done():
        raise bad("one_at_a_time")
    connection.working[type(message)] = asyncio.create_task(answered(connection, message, work))


async def _think(connection: Connection, message: m.HintWish, seat: int, seq: int, view: m.Plain) -> None:
    sheet, settings = connection.table.sheet, connection.settings
    name = sheet.seats[seat].seat
    request = Request(
        kind="thought",
        game=sheet.game,
        level=settings.hint_level,
        seed=sheet.bot_seed(f"hint {name}"),
        options=sheet.options,
        view=view,
        patience=settings.hint_seconds,
        budget=settings.hint_thinking,
        table=sheet.table,
        turn=WATCHERS if connection.seat is None else "",
    )
    thought = await connection.hall.workers.thought(request)
    if thought is None:
        raise bad("no_hint")
    connection.tell(m.Hint(message.id, seq, name, thought))


async def _chances(connection: Connection, message: m.ChancesWish) -> None:
    """A whole game is judged piece by piece, as it is asked for."""
    analysis.check_over(connection.table, connection.seat, connection.is_host)
    _later(connection, message, lambda: _judge(connection, message))


async def _judge(connection: Connection, message: m.ChancesWish) -> None:
    connection.tell(await analysis.chances(connection.hall, connection.table, message))


async def _speak(connection: Connection, message: m.Speak) -> None:
    await chat.speak(connection.table, own(connection), message.text, message.phrase, lambda: own(connection))
    connection.tell(m.Done(message.id))


async def _story(connection: Connection, message: m.StoryWish) -> None:
    entries, first = await looking.earlier(
        connection.hall.reels, connection.table, connection.viewer, message.before, message.count
    )
    connection.tell(m.Story(message.id, entries, first))


async def _show(connection: Connection, message: m.Show) -> None:
    table = connection.table
    viewer = looking.check_eyes(table, connection.seat, message.eyes, connection.is_host)
    seen = await looking.moment(connection.hall.reels, table, message.seq)
    frame = seen.frame(viewer, table.sheet.undo)
    last = looking.last_seq(table)
    assert last is not None
    connection.tell(m.Moment(message.id, message.seq, message.eyes, last, frame.by, frame.events, frame.view))


async def _ping(connection: Connection, message: m.Ping) -> None:
    connection.tell(m.Done(message.id))


ANSWERS: dict[type, Callable[[Connection, Any], Awaitable[None]]] = {
    m.Act: _act,
    m.UndoWish: _undo,
    m.Consent: _consent,
    m.Why: _why,
    m.PreviewWish: _preview,
    m.HintWish: _hint,
    m.ChancesWish: _chances,
    m.Speak: _speak,
    m.StoryWish: _story,
    m.Show: _show,
    m.Ping: _ping,
}
