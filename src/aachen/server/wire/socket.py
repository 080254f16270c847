"""One socket: who looks, what they have seen, and the task that sends them what is new.

Nothing is pushed into a socket: its sender asks the table what this viewer has not seen yet.
So a slow client blocks nobody and fills no queue; one that does not read at all is cut off.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from aachen.core.errors import BadInput, Fault
from aachen.server import journal
from aachen.server.limits import UNLIMITED
from aachen.server.messages import PROTOCOL, Bye, Failure, FromServer, Hello, Welcome
from aachen.server.rate_limit import RateLimiter
from aachen.server.runner import TableRunner
from aachen.server.table.authorisation import Identity, check_enter, identify, may_watch
from aachen.server.table.codec import is_erased, write
from aachen.server.table.errors import NoRightError, StaleError
from aachen.server.tables import TableRegistry
from aachen.server.wire.decode import read_message
from aachen.server.wire.handlers import Session, handle
from aachen.storage.store import StoreFailed

SUBPROTOCOL = "aachen.1"
CHAT_AT_HELLO = 50
MOST_TOGETHER = 8  # messages that are made before they are sent
MOST_AGAIN = 20  # frames that are sent again without a new connection; they are still in memory
MISTAKES_FORGOTTEN = 0.2  # a second
CLOSE_SECONDS = 5.0  # that a goodbye may take


class SocketClosed(Exception):
    """This socket is to be closed, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    """One open socket at a table."""

    def __init__(self, socket: WebSocket, tables: TableRegistry, runner: TableRunner) -> None:
        self.socket = socket
        self.tables = tables
        self.runner = runner
        self.settings = tables.settings
        self.who = Identity()
        self.may_watch = False
        self.wake = asyncio.Event()
        self.sent = -1  # the last frame that went out
        self.wants_deltas = False
        self._has_frame = False  # whether the client has the frame before the next one
        self.has_caught_up = False
        self._viewer: int | None = None
        self._session: Session | None = None
        self._waiting: deque[str] = deque()
        self._bye: tuple[str, int] | None = None
        self._sheet_stamp = -1
        self._clocks_stamp = -1
        passed = self.settings.time.passed
        limits = self.settings.limits
        rate = UNLIMITED if limits is None else limits.messages
        self._messages = RateLimiter(rate.burst, rate.per_second, 1, clock=passed)
        self._mistakes = RateLimiter(self.settings.most_bad, MISTAKES_FORGOTTEN, 1, clock=passed)

    @property
    def address(self) -> str:
        """Where the socket comes from."""
        return self.socket.client.host if self.socket.client else ""

    @property
    def seat(self) -> str | None:
        """The seat of this viewer; None for a watcher."""
        return self.who.seat

    @property
    def is_host(self) -> bool:
        """Whether this viewer came with the host's token."""
        return self.who.is_host

    # ---- Connecting and disconnecting

    async def serve(self) -> None:
        """The life of the socket, from hello to bye."""
        await self.socket.accept(_subprotocol(self.socket))
        tasks: list[asyncio.Future[None]] = []
        code = 0
        try:
            hello = await self._hello()
            self._enter(hello)
            tasks.append(asyncio.ensure_future(self.tables.metered(self._send_all())))
            await self._hear_all(tasks[0])
        except SocketClosed as gone:
            code = gone.code
        except (WebSocketDisconnect, OSError):
            pass  # the other side is gone
        except Exception as bug:
            code = 1011
            journal.crash("socket", bug, table=self.runner.id)
            self.runner.metrics.count("crashes")
        finally:
            self._leave()
            if self._session is not None:
                tasks += self._session.working.values()
            await _end(tasks)
            if code:
                await self._close(code)

    async def _hello(self) -> Hello:
        """The first message, in time."""
        try:
            async with asyncio.timeout(self.settings.hello_seconds):
                text = await self.hear()
            hello: Hello = read_message(text, Hello)
        except TimeoutError:
            await self._tell(Failure(None, Fault("hello_late").as_dict()))
            raise SocketClosed(1008) from None
        except BadInput as wrong:
            await self._tell(Failure(None, wrong.faults[0].as_dict()))
            raise SocketClosed(1008) from None
        try:
            await self.runner.recognise(hello.token)
            self._check(hello)
            newest = self.runner.table.seq
            if hello.after is not None and hello.after > (-1 if newest is None else newest):
                await self.runner.turn(self.runner.follow)  # seen at another server, and news to us
                self._check(hello)  # it may not be welcome any more
        except (StoreFailed, StaleError):
            raise SocketClosed(1012) from None
        except NoRightError as no:
            await self._tell(Failure(None, no.fault.as_dict()))
            raise SocketClosed(1008) from None
        fault = self.runner.table.sheet.fault()
        if fault is not None:
            await self._tell(Failure(None, fault))
            raise SocketClosed(1008)
        return hello

    def _check(self, hello: Hello) -> None:
        """Whether this viewer may look here, and is within the limit."""
        table = self.runner.table
        who = identify(table.sheet, hello.token)
        check_enter(table.sheet, who)
        if sum(viewer.seat == who.seat for viewer in self.runner.viewers) >= self.settings.most_sockets:
            raise NoRightError("too_many_sockets", True)  # watchers take no player's place
        if self.tables.is_closing or table.is_retired:
            raise SocketClosed(1012)

    def _enter(self, hello: Hello) -> None:
        table = self.runner.table
        self.who = identify(table.sheet, hello.token)
        self.may_watch = may_watch(table.sheet, self.who)
        self._viewer = self._eyes()
        self._session = Session(self, self.tables, self.runner, self.who, self._viewer)
        self.runner.enter(self)
        last = table.last_seq
        newest = -1 if last is None else last
        self.sent = newest - 1 if hello.after is None or hello.after > newest else hello.after
        self.wants_deltas = hello.deltas
        self._sheet_stamp = self.runner.sheet_stamp
        self._clocks_stamp = -1 if table.has_clocks() else self.runner.clocks_stamp
        self.tell(Welcome(PROTOCOL, self.runner.sheet(self.who.is_known), self.seat, self.who.is_host, last))
        if self.may_watch:
            self._catch_up_chat()

    def _eyes(self) -> int | None:
        """The number of the seat whose view this is."""
        sheet = self.runner.table.sheet
        eyes = self.seat
        if eyes is None and sheet.eyes:  # a story has only these views
            eyes = sheet.eyes[0]
        return None if eyes is None else sheet.number(eyes)

    def _catch_up_chat(self) -> None:
        """Send the latest chat, and an open request for consent."""
        table = self.runner.table
        said = [each for each in table.chat if not is_erased(each)]
        for each in said[-CHAT_AT_HELLO:]:
            self.tell(each)
        if table.undo is not None:
            self.tell(table.undo.as_message())

    def _leave(self) -> None:
        self.runner.leave(self)

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
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self.socket.close(code)

    # ---- Receiving

    async def hear(self) -> str:
        """The next message as text."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")
        if text is None or len(text) > self.settings.most_message:
            raise SocketClosed(1009 if text else 1003)
        return text

    async def _hear_all(self, sender: asyncio.Future[None]) -> None:
        """Answer every message, until one side goes."""
        assert self._session is not None, "hello was said"
        own = asyncio.current_task()
        assert own is not None

        is_hearing = True

        def stop(_: asyncio.Future[None]) -> None:
            if is_hearing:  # or it would break off how this connection is ended
                own.cancel()

        sender.add_done_callback(stop)
        try:
            while True:
                text = await self.hear()
                if not self.is_dismissed:
                    await handle(self._session, text)
                await asyncio.sleep(0)  # more messages may have arrived already: let others run first
        except asyncio.CancelledError:
            if not sender.done():
                raise
            own.uncancel()
            return sender.result()
        finally:
            is_hearing = False

    def pay(self, cost: float) -> float:
        """Seconds until the rate limit of this socket allows a message of this cost; 0 if it does now."""
        return 0.0 if self._messages.take("", cost) else self._messages.wait("", cost)

    def complain(self, number: int | None, fault: Fault) -> None:
        """Report what was wrong with a message; after too many the socket is closed."""
        self.runner.metrics.count("bad_messages")
        self.tell(Failure(number, fault.as_dict()))
        if not self._mistakes.take(""):
            raise SocketClosed(1008)

    # ---- Sending

    def post(self, text: str) -> None:
        """Queue a message; too many of them, and the client is too slow."""
        if len(self._waiting) >= self.settings.most_waiting:
            self.cut_off()
            return
        self._waiting.append(text)
        self.wake.set()

    def tell(self, message: FromServer) -> None:
        """Queue a message."""
        self.post(write(message))

    def send_again(self, after: int) -> None:
        """Begin again after this entry with a whole frame; further back than a little, with the newest."""
        last = self.runner.table.last_seq
        newest = -1 if last is None else last
        self.sent = after if newest - MOST_AGAIN <= after < newest else newest - 1
        self._has_frame = False
        self.wake.set()

    def cut_off(self) -> None:
        """This client does not read."""
        if self._bye is None:
            self.runner.metrics.count("dropped_sockets")
            journal.note("cut_off", table=self.runner.id)
            self.dismiss(Bye("too_slow"), 1013)

    async def _send_all(self) -> None:
        """Send what this viewer has not seen yet, for as long as the socket is open."""
        while True:
            self.wake.clear()
            if self._bye is not None:
                text, code = self._bye
                await self._send([text])
                raise SocketClosed(code)
            news = await self._news()
            if news:
                await self._send(news)
                await self.tables.await_loop()
            else:
                self.has_caught_up = True
                await self.wake.wait()

    async def _send(self, texts: list[str]) -> None:
        """Send messages, together and in time."""
        try:
            async with asyncio.timeout(self.settings.send_seconds):
                for left, text in zip(range(len(texts) - 1, -1, -1), texts, strict=True):
                    await self.socket.send({"type": "websocket.send", "text": text, "more": left > 0})
        except TimeoutError:
            self.cut_off()
            raise SocketClosed(1013) from None

    async def _news(self) -> list[str]:
        """What this viewer should know next, in order; of many frames a few at a time."""
        runner, news = self.runner, list(self._waiting)
        self._waiting.clear()
        if self._sheet_stamp != runner.sheet_stamp:
            self._sheet_stamp = runner.sheet_stamp
            news.append(runner.sheet_text(self.who.is_known))
        last = runner.table.last_seq
        while last is not None and self.sent < last and len(news) < MOST_TOGETHER and not self.is_dismissed:
            news.append(await self._next_frame(last))
        if self.sent == last and self._clocks_stamp != runner.clocks_stamp:
            self._clocks_stamp = runner.clocks_stamp
            news.append(write(runner.table.bank.as_message(self.settings.time.passed())))
        return news

    async def _next_frame(self, last: int) -> str:
        if self.has_caught_up and last - self.sent > self.settings.most_behind:
            self.cut_off()
        table, history, seq = self.runner.table, self.tables.history, self.sent + 1
        snapshot = await history.snapshot(table, seq)
        before = await history.snapshot(table, seq - 1) if self.wants_deltas and self._has_frame else None
        if seq != self.sent + 1 or (before is not None and not self._has_frame):
            return await self._next_frame(last)  # something else was asked for while the past was being read
        self.sent, self._has_frame = seq, True
        policy = table.sheet.policy.undo
        return (
            snapshot.text(self._viewer, policy)
            if before is None
            else snapshot.delta(self._viewer, policy, before)
        )

    async def _tell(self, message: FromServer) -> None:
        """Say something at once, before there is a sender."""
        async with asyncio.timeout(CLOSE_SECONDS):
            await self.socket.send_text(write(message))


async def turn_away(socket: WebSocket, fault: Fault, code: int) -> None:
    """Say why there is nothing available here, and hang up."""
    with suppress(TimeoutError, WebSocketDisconnect, OSError, RuntimeError):
        await socket.accept(_subprotocol(socket))
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.send_text(write(Failure(None, fault.as_dict())))
            await socket.close(code)


def _subprotocol(socket: WebSocket) -> str | None:
    return SUBPROTOCOL if SUBPROTOCOL in socket.scope.get("subprotocols", []) else None


async def _end(tasks: list[asyncio.Future[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
