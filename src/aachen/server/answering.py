"""What a client says over its socket, and what it is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aachen.core.errors import BadInput, Fault, bad
from aachen.server import chat, crashes, judge, looking, moves
from aachen.server import messages as m
from aachen.server.live_table import RefusedError, StaleError
from aachen.server.reading import read_message
from aachen.server.sockets import Connection
from aachen.storage.store import StoreFailed

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
    table = connection.table
    moves.check_running(table)
    seat = table.sheet.number(own(connection))
    if not table.offers[seat]:
        raise bad("nothing_offered")
    if connection.hinting is not None and not connection.hinting.done():
        raise bad("one_hint_at_a_time")
    work = answered(connection, message, lambda: _think(connection, message, seat))
    connection.hinting = asyncio.create_task(work)


async def _think(connection: Connection, message: m.HintWish, seat: int) -> None:
    table, level = connection.table, connection.settings.hint_level
    view = table.position().view(seat)
    seed = table.sheet.bot_seed(f"hint {table.sheet.seats[seat].seat}")
    patience = float(min(table.sheet.patience, connection.settings.hint_seconds))
    found = await connection.hall.workers.hint(
        table.sheet.game, level, seed, table.sheet.options, view, patience, table=table.id
    )
    if found is None:
        raise bad("no_hint")
    connection.tell(m.Hint(message.id, found, level))


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
    m.Speak: _speak,
    m.StoryWish: _story,
    m.Show: _show,
    m.Ping: _ping,
}
