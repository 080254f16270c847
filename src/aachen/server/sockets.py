"""One socket: who looks, what they have seen, and the task that sends them what is new.

Nothing is pushed into a socket: its sender asks the table what this viewer has not seen yet.
So a slow viewer holds up nobody and fills nothing; who does not read at all is cut off.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from aachen.core.errors import BadInput, Fault, bad
from aachen.server import journal, looking
from aachen.server.frames import write
from aachen.server.guard import Buckets
from aachen.server.live_table import LiveTable, StaleError
from aachen.server.messages import Bye, Failure, FromServer, Hello, Welcome
from aachen.server.reading import read_message
from aachen.server.seats import NoRightError
from aachen.storage.store import StoreFailed

if TYPE_CHECKING:
    from aachen.server.hall import Hall

PROTOCOL = 1
SUBPROTOCOL = "aachen.1"
TALK_AT_HELLO = 50
MISTAKES_FORGOTTEN = 0.2  # a second
MOST_TALK_TIME = 5.0  # seconds a goodbye may take


class GoneError(Exception):
    """This socket is to be closed, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    """One open socket at a table."""

    def __init__(self, socket: WebSocket, hall: Hall, table: LiveTable) -> None:
        self.socket = socket
        self.hall = hall
        self.table = table
        self.settings = hall.settings
        self.seat: str | None = None
        self.viewer: int | None = None
        self.is_host = False
        self.wake = asyncio.Event()
        self.sent = -1  # the last frame that went out
        self.has_caught_up = False
        self.working: dict[type, asyncio.Task[None]] = {}  # answers that take their time, by what was asked
        self._waiting: deque[str] = deque()
        self._bye: tuple[str, int] | None = None
        self._sheet_stamp = -1
        self._clocks_stamp = -1
        passed = self.settings.time.passed
        self._messages = Buckets(self.settings.burst, self.settings.per_second, 1, clock=passed)
        self._mistakes = Buckets(self.settings.most_bad, MISTAKES_FORGOTTEN, 1, clock=passed)

    # ---- Coming and going

    async def serve(self) -> None:
        """From hello to goodbye."""
        await self.socket.accept(self._subprotocol())
        tasks: list[asyncio.Task[None]] = []
        code = 0
        try:
            hello = await self._hello()
            self._enter(hello)
            tasks.append(asyncio.create_task(self._send_all()))
            await self._hear_all(tasks[0])
        except GoneError as gone:
            code = gone.code
        except (WebSocketDisconnect, OSError):
            pass  # the other side is gone
        except Exception as bug:
            code = 1011
            journal.crash("socket", bug, table=self.table.id)
            self.hall.metrics.count("crashes")
        finally:
            self._leave()
            await _end([*tasks, *self.working.values()])
            if code:
                await self._close(code)

    def _subprotocol(self) -> str | None:
        return SUBPROTOCOL if SUBPROTOCOL in self.socket.scope.get("subprotocols", []) else None

    async def _hello(self) -> Hello:
        """The first message, in time."""
        try:
            async with asyncio.timeout(self.settings.hello_seconds):
                text = await self.hear()
            hello: Hello = read_message(text, Hello)
        except TimeoutError:
            await self._tell(Failure(None, Fault("hello_late").as_dict()))
            raise GoneError(1008) from None
        except BadInput as wrong:
            await self._tell(Failure(None, wrong.faults[0].as_dict()))
            raise GoneError(1008) from None
        try:
            await self.table.recognise(hello.token)
            self._check(hello)
            if hello.after is not None and hello.after > (-1 if self.table.seq is None else self.table.seq):
                await self.table.turn(self.table.follow)  # seen at another server, and news to us
        except (StoreFailed, StaleError):
            raise GoneError(1012) from None
        except NoRightError as no:
            await self._tell(Failure(None, no.fault.as_dict()))
            raise GoneError(1008) from None
        return hello

    def _check(self, hello: Hello) -> None:
        """Whether this viewer may look here."""
        sheet = self.table.sheet
        body = sheet.seat_of(hello.token)
        is_host = sheet.is_host(hello.token)
        if hello.token is not None and body is None and not is_host:
            raise NoRightError("token_unknown", False)
        if body is None and not is_host:
            if sheet.state == "closed" or not (sheet.spectators or sheet.record):
                raise NoRightError("no_watching", True)
        seat = None if body is None else body.seat
        if sum(socket.seat == seat for socket in self.table.sockets) >= self.settings.most_sockets:
            raise NoRightError("too_many_sockets", True)  # watchers take no player's place
        if self.hall.is_closing or self.table.is_gone:
            raise GoneError(1012)

    def _enter(self, hello: Hello) -> None:
        table = self.table
        body = table.sheet.seat_of(hello.token)
        if body is not None:
            self.seat, self.viewer = body.seat, table.sheet.number(body.seat)
        elif table.sheet.eyes:  # a story has only these eyes to look through
            eyes = table.sheet.eyes[0]
            self.viewer = None if eyes is None else table.sheet.number(eyes)
        table.sockets.add(self)
        last = looking.last_seq(table)
        newest = -1 if last is None else last
        self.sent = newest - 1 if hello.after is None or hello.after > newest else hello.after
        self._sheet_stamp = table.sheet_stamp
        self.is_host = table.sheet.is_host(hello.token)
        self.post(write(Welcome(PROTOCOL, table.told(), self.seat, self.is_host, last)))
        for said in list(table.talk)[-TALK_AT_HELLO:]:
            self.post(write(said))
        if table.asking is not None:
            self.post(write(table.asking.told()))
        self._clocks_stamp = -1 if table.has_clocks() else table.clocks_stamp
        table.soon_tell_sheet()

    def _leave(self) -> None:
        table = self.table
        if self in table.sockets:
            table.sockets.discard(self)
            table.touched = self.settings.time.passed()
            if self.seat is not None and self.seat not in table.present():
                table.left_at[self.seat] = table.touched
            table.soon_tell_sheet()

    def dismiss(self, bye: Bye, code: int) -> None:
        """Send this client away; it is no longer at the table."""
        if self._bye is None:
            self._bye = (write(bye), code)
            self._leave()
            self.wake.set()

    @property
    def is_dismissed(self) -> bool:
        """Whether this client was sent away: it may still be talking, but is not heard."""
        return self._bye is not None

    async def _close(self, code: int) -> None:
        if self.socket.application_state == WebSocketState.CONNECTED:
            with suppress(WebSocketDisconnect, OSError, RuntimeError, TimeoutError):
                async with asyncio.timeout(MOST_TALK_TIME):
                    await self.socket.close(code)

    # ---- Hearing

    async def hear(self) -> str:
        """The next message as text."""
        told = await self.socket.receive()
        if told["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(told.get("code", 1005))
        text: str | None = told.get("text")
        if text is None or len(text) > self.settings.most_message:
            raise GoneError(1009 if text else 1003)
        return text

    async def _hear_all(self, sender: asyncio.Task[None]) -> None:
        """Answer every message, until one side goes."""
        from aachen.server.answering import answer

        hearing = asyncio.ensure_future(self.hear())
        try:
            while True:
                await asyncio.wait((hearing, sender), return_when=asyncio.FIRST_COMPLETED)
                if sender.done():
                    return sender.result()
                text = hearing.result()
                if self.is_dismissed:
                    pass
                elif self._messages.take(""):
                    await answer(self, text)
                else:
                    self.complain(None, Fault("too_often"))
                hearing = asyncio.ensure_future(self.hear())
        finally:
            hearing.cancel()

    def pay(self, cost: float) -> None:
        """Some questions are more work than others."""
        if not self._messages.take("", cost):
            raise bad("too_often")

    def complain(self, number: int | None, fault: Fault) -> None:
        """A message was no good; after too many the socket is closed."""
        self.hall.metrics.count("bad_messages")
        self.post(write(Failure(number, fault.as_dict())))
        if not self._mistakes.take(""):
            raise GoneError(1008)

    # ---- Sending

    def post(self, text: str) -> None:
        """Let a message wait for its turn; too many of them, and the client is too slow."""
        if len(self._waiting) >= self.settings.most_waiting:
            self.cut_off()
            return
        self._waiting.append(text)
        self.wake.set()

    def tell(self, message: FromServer) -> None:
        """Let a message wait for its turn."""
        self.post(write(message))

    def cut_off(self) -> None:
        """This client does not read."""
        if self._bye is None:
            self.hall.metrics.count("dropped_sockets")
            journal.note("cut_off", table=self.table.id)
            self.dismiss(Bye("too_slow"), 1013)

    async def _send_all(self) -> None:
        """Send what this viewer has not seen yet, for as long as the socket is open."""
        while True:
            self.wake.clear()
            if self._bye is not None:
                text, code = self._bye
                async with asyncio.timeout(self.settings.send_seconds):
                    await self.socket.send_text(text)
                raise GoneError(code)
            news = await self._next()
            if news is None:
                await self.wake.wait()
            else:
                await self._send(news)

    async def _send(self, text: str) -> None:
        try:
            async with asyncio.timeout(self.settings.send_seconds):
                await self.socket.send({"type": "websocket.send", "text": text})
        except TimeoutError:
            self.cut_off()
            raise GoneError(1013) from None

    async def _next(self) -> str | None:
        """The next thing this viewer should know, or None."""
        table = self.table
        if self._waiting:
            return self._waiting.popleft()
        if self._sheet_stamp != table.sheet_stamp:
            self._sheet_stamp = table.sheet_stamp
            return table.sheet_text()
        last = looking.last_seq(table)
        if last is not None and self.sent < last:
            return await self._next_frame(last)
        self.has_caught_up = True
        if self._clocks_stamp != table.clocks_stamp:
            self._clocks_stamp = table.clocks_stamp
            return write(table.bank.told(self.settings.time.passed()))
        return None

    async def _next_frame(self, last: int) -> str:
        if self.has_caught_up and last - self.sent > self.settings.most_behind:
            self.cut_off()
        seen = await looking.moment(self.hall.reels, self.table, self.sent + 1)
        self.sent += 1
        return seen.text(self.viewer, self.table.sheet.undo)

    async def _tell(self, message: FromServer) -> None:
        """Say something at once, before there is a sender."""
        async with asyncio.timeout(MOST_TALK_TIME):
            await self.socket.send_text(write(message))


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
