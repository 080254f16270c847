"""The messages of a client over its socket, and the response to each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from aachen.core.errors import BadInput, Fault, bad
from aachen.server import crashes
from aachen.server import messages as m
from aachen.server.background import gently
from aachen.server.bots.request import BotRequest
from aachen.server.limits import OverLimitError
from aachen.server.runner import TableRunner
from aachen.server.table import commands as c
from aachen.server.table.authorisation import Identity, check_analyse, check_eyes, check_seat
from aachen.server.table.errors import RefusedError, StaleError
from aachen.server.table.moves import check_running
from aachen.server.table.preview import previews, why_not
from aachen.server.table.state import TableState
from aachen.server.tables import TableRegistry
from aachen.server.wire.decode import message_id, read_message
from aachen.storage.store import StoreFailed

WATCHERS = "watchers"  # all who only watch share one turn at the bots, however many there are
PREVIEWS_FOR_ONE = 8  # previews cost as much as one other message
A_MESSAGE = 0.0005  # seconds of the event loop that a message takes at least


class ClientLine(Protocol):
    """The connection to the client."""

    def tell(self, message: m.FromServer) -> None:
        """Queue a message."""

    def complain(self, number: int | None, fault: Fault) -> None:
        """Report what was wrong with a message; after too many the socket is closed."""

    def pay(self, cost: float) -> float:
        """Seconds until the rate limit allows a message of this cost; 0 if it does, and then it is paid."""

    def send_again(self, after: int) -> None:
        """Send again what came after this entry, beginning with a whole frame."""


@dataclass(slots=True)
class Session:
    """A client that has said hello: who it is, at which table, and how to answer it."""

    line: ClientLine
    tables: TableRegistry
    runner: TableRunner
    who: Identity
    viewer: int | None  # the number of the seat whose view it sees
    working: dict[type, asyncio.Task[None]] = field(default_factory=dict)  # long answers, by what was asked

    @property
    def table(self) -> TableState:
        """The table."""
        return self.runner.table

    def seat(self) -> int:
        """The number of the client's own seat in a running game."""
        seat = check_seat(self.table.sheet, self.who)
        check_running(self.table)
        return self.table.sheet.number(seat)


async def handle(session: Session, text: str) -> None:
    """Decode a message and answer it, when its address has not used up its share of the event loop."""
    await session.tables.await_loop(A_MESSAGE)
    await session.tables.metered(_handle(session, text))


async def _handle(session: Session, text: str) -> None:
    """Decode a message and answer it; whatever is wrong with it changes nothing."""
    metrics, line = session.runner.metrics, session.line
    wait = line.pay(1.0)
    if wait > 0:
        line.complain(message_id(text), session.tables.budgets.refuse("messages", wait).fault)
        return
    metrics.count("messages")
    try:
        message: Any = read_message(text, m.ClientMessage)
    except BadInput as wrong:
        line.complain(None, wrong.faults[0])
        return
    if isinstance(message, m.Hello):
        line.complain(None, Fault("hello_twice"))
        return
    await answer(session, message, lambda: HANDLERS[type(message)](session, message))


async def answer(session: Session, message: Any, work: Callable[[], Awaitable[None]]) -> None:
    """Do what was asked; every way of refusing it has its own response."""
    metrics, line, seq = session.runner.metrics, session.line, session.table.seq
    try:
        await work()
    except StaleError:
        metrics.count("stale")
        line.tell(m.Stale(message.id, session.table.seq or 0))
    except RefusedError as no:
        metrics.count("refusals")
        line.tell(m.Refused(message.id, no.refusal.as_dict()))
    except BadInput as wrong:
        line.complain(message.id, wrong.faults[0])
    except OverLimitError as over:
        line.complain(message.id, over.fault)
    except StoreFailed:
        line.tell(m.Failure(message.id, Fault("not_stored").as_dict()))
    except Exception as bug:
        crashes.report(session.runner, bug, message, seq)
        line.tell(m.Failure(message.id, Fault("crashed").as_dict()))


# ---- Playing -------------------------------------------------------------------------------------


async def _act(session: Session, message: m.Act) -> None:
    time = session.runner.settings.time
    started = time.passed()
    seq = await session.runner.do(c.TakeAction(session.who, message.action, message.after))
    session.line.tell(m.Done(message.id, seq))
    session.runner.metrics.observe("move", time.passed() - started)


async def _undo(session: Session, message: m.UndoWish) -> None:
    found = await session.runner.do(c.TakeBack(session.who, message.to, message.after))
    if isinstance(found, c.UndoRequest):
        asked = found.as_message()
        asked.id = message.id
        session.line.tell(asked)
    else:
        session.line.tell(m.Done(message.id, found))


async def _consent(session: Session, message: m.Consent) -> None:
    seq = await session.runner.do(c.AnswerUndo(session.who, message.to, message.yes))
    session.line.tell(m.Done(message.id, seq))


async def _speak(session: Session, message: m.Speak) -> None:
    session.tables.budgets.take("chat_of_table", session.runner.id)
    await session.runner.do(c.Chat(session.who, message.text, message.phrase))
    session.line.tell(m.Done(message.id))


async def _ping(session: Session, message: m.Ping) -> None:
    session.line.tell(m.Done(message.id))


# ---- Before acting -------------------------------------------------------------------------------


async def _why(session: Session, message: m.Why) -> None:
    refusal = why_not(session.table, session.seat(), message.action)
    session.line.tell(m.Reason(message.id, None if refusal is None else refusal.as_dict()))


async def _preview(session: Session, message: m.PreviewWish) -> None:
    """Preview each action, off the event loop."""
    seat = session.seat()
    wait = session.line.pay(len(message.actions) / PREVIEWS_FOR_ONE)
    if wait > 0:
        raise session.tables.budgets.refuse("messages", wait)
    found = previews(session.table, seat, message.actions)
    data = await session.tables.background.do("short", lambda: list(gently(found)))
    session.line.tell(m.Previews(message.id, data))


# ---- Looking back --------------------------------------------------------------------------------


async def _story(session: Session, message: m.StoryWish) -> None:
    history = session.tables.history
    entries, first = await history.earlier(session.table, session.viewer, message.before, message.count)
    session.line.tell(m.Story(message.id, entries, first))


async def _show(session: Session, message: m.Show) -> None:
    table = session.table
    viewer = check_eyes(table.sheet, session.who, message.eyes)
    seen = await session.tables.history.snapshot(table, message.seq)
    frame = seen.frame(viewer, table.sheet.policy.undo)
    last = table.last_seq
    assert last is not None
    session.line.tell(
        m.Moment(message.id, message.seq, message.eyes, last, frame.by, frame.events, frame.view)
    )


async def _send_again(session: Session, message: m.FullWish) -> None:
    session.line.send_again(message.after)
    session.line.tell(m.Done(message.id, session.table.last_seq))


# ---- Thinking ------------------------------------------------------------------------------------


async def _hint(session: Session, message: m.HintWish) -> None:
    """A hint may take its time: the player may go on meanwhile."""
    seat, seq, view = await _view_to_think_of(session, message)
    if not session.table.sheet.has_hints():
        raise bad("hints_off")
    if not view.get("offers"):
        raise bad("nothing_offered")
    _later(session, message, lambda: _think(session, message, seat, seq, view))


async def _view_to_think_of(session: Session, message: m.HintWish) -> tuple[int, int, m.Plain]:
    """The seat, the entry and the view: one's own now, or an earlier one as `show` would show it."""
    table = session.table
    if message.seq is None:
        seat = session.seat()
        return seat, table.game().seq, table.position().view(seat)
    viewer = check_eyes(table.sheet, session.who, message.eyes)
    if viewer is None:
        raise bad("nothing_offered")
    seen = await session.tables.history.snapshot(table, message.seq)
    return viewer, message.seq, seen.frame(viewer, table.sheet.policy.undo).view


def _later(session: Session, message: Any, work: Callable[[], Awaitable[None]]) -> None:
    """Do something that takes its time: of each kind one at a time for each socket."""
    working = session.working.get(type(message))
    if working is not None and not working.done():
        raise bad("one_at_a_time")
    session.working[type(message)] = asyncio.create_task(answer(session, message, work))


async def _think(session: Session, message: m.HintWish, seat: int, seq: int, view: m.Plain) -> None:
    sheet, settings = session.table.sheet, session.runner.settings
    name = sheet.seats[seat].seat
    request = BotRequest(
        kind="thought",
        game=sheet.game,
        rules=sheet.rules,
        level=settings.hint_level,
        seed=sheet.bot_seed(f"hint {name}"),
        options=sheet.options,
        view=view,
        patience=settings.hint_seconds,
        budget=settings.hint_thinking,
        table=sheet.table,
        turn=WATCHERS if session.who.seat is None else "",
    )
    thought = await session.tables.bots.thought(request)
    if thought is None:
        raise bad("no_hint")
    session.line.tell(m.Hint(message.id, seq, name, thought))


async def _chances(session: Session, message: m.ChancesWish) -> None:
    """A whole game is evaluated part by part, as it is asked for."""
    check_analyse(session.table.sheet, session.who)
    _later(session, message, lambda: _evaluate(session, message))


async def _evaluate(session: Session, message: m.ChancesWish) -> None:
    session.line.tell(await session.tables.analyses.chances(session.table, message))


async def _review(session: Session, message: m.ReviewWish) -> None:
    """So are its decisions reviewed."""
    check_analyse(session.table.sheet, session.who)
    _later(session, message, lambda: _review_part(session, message))


async def _review_part(session: Session, message: m.ReviewWish) -> None:
    session.line.tell(await session.tables.analyses.review(session.table, message))


HANDLERS: dict[type, Callable[[Session, Any], Awaitable[None]]] = {
    m.Act: _act,
    m.UndoWish: _undo,
    m.Consent: _consent,
    m.Why: _why,
    m.PreviewWish: _preview,
    m.HintWish: _hint,
    m.ChancesWish: _chances,
    m.ReviewWish: _review,
    m.Speak: _speak,
    m.StoryWish: _story,
    m.Show: _show,
    m.FullWish: _send_again,
    m.Ping: _ping,
}
