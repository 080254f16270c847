"""Connections, whatever is asked for: how many may be open, how long the head of a request may take, and reading the answer.

Whoever opens connections and says nothing, or only half of a request, keeps nobody else out.
Whoever asks and does not read the answers fills no memory with them.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from aachen.server import journal
from aachen.server.address import address_key
from aachen.server.limits import Limits
from aachen.server.rate_limit import RateLimiter
from aachen.server.settings import SEND_SECONDS

RESERVE = 100  # file descriptors kept for the store, the bots and files
SWEEP = 1.0  # seconds between two checks for late connections
NOTED_EVERY = 10.0  # seconds between two notes of the same kind in the journal
FULL = (
    b"HTTP/1.1 %d %s\r\nRetry-After: 5\r\nContent-Type: text/plain\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)
OF_ADDRESS = FULL % (429, b"Too Many Requests")
OF_ALL = FULL % (503, b"Service Unavailable")
LENGTH_WANTED = b"Say how long the body is (Content-Length) instead of sending it in chunks.\n"
UNSIZED = (
    b"HTTP/1.1 411 Length Required\r\nContent-Type: text/plain\r\n"
    b"Content-Length: %d\r\nConnection: close\r\n\r\n%b" % (len(LENGTH_WANTED), LENGTH_WANTED)
)
MOST_HEAD = 16_384  # bytes of the head of a request

Count = Callable[[str], None]


class ConnectionLimits:
    """All open connections of one server."""

    def __init__(
        self,
        limits: Limits,
        proxies: Callable[[str], bool] = lambda host: False,
        files: int | None = None,
        count: Count = lambda limit: None,
        clock: Callable[[], float] = time.monotonic,
        send_seconds: float = SEND_SECONDS,
    ) -> None:
        """`proxies` are the hosts that many clients come through; `files` is what the system allows to be open."""
        self.limits = limits
        self.most = limits.connections if files is None else max(1, min(limits.connections, files - RESERVE))
        self._parsing = RateLimiter(limits.parse_seconds.burst, limits.parse_seconds.per_second, clock=clock)
        self._send_seconds = send_seconds
        self._is_proxy = proxies
        self._count = count
        self._clock = clock
        self._open: dict[BoundedProtocol, str] = {}
        self._numbers: Counter[str] = Counter()  # of open connections, by address
        self._refused: Counter[str] = Counter()
        self._noted_at = -NOTED_EVERY
        self._is_sweeping = False

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, new: BoundedProtocol, host: str) -> bytes | None:
        """Accept a connection, or return the refusal. A full server drops the connection that was silent longest."""
        self._start_sweeping()
        address = "" if self._is_proxy(host) else address_key(host)
        if self._numbers[address] >= self.limits.connections_of_address or len(self._open) >= self.most:
            self._forget_closed()
        if address and self._numbers[address] >= self.limits.connections_of_address:
            self._note("connections_of_address")
            return OF_ADDRESS
        if self._owes(address):
            self._note("parse_seconds")
            return OF_ADDRESS
        if len(self._open) >= self.most and not self._drop_one():
            self._note("connections")
            return OF_ALL
        self._open[new] = address
        self._numbers[address] += 1
        return None

    def _owes(self, address: str) -> bool:
        return bool(address) and self._parsing.charge(address, 0.0) > 0

    def may_be_read(self, asking: BoundedProtocol) -> bool:
        """Whether more may be read of a connection; it is closed if reading its address has taken too long already."""
        if not self._owes(self._open.get(asking, "")):
            return True
        self._note("parse_seconds")
        self._drop(asking)
        return False

    def was_read(self, asking: BoundedProtocol, seconds: float) -> None:
        """Reading took so much processor time, whatever becomes of the request."""
        address = self._open.get(asking, "")
        if address:
            self._parsing.charge(address, seconds)

    def forget(self, gone: BoundedProtocol) -> None:
        """A connection is closed."""
        if gone in self._open:
            self._numbers[self._open.pop(gone)] -= 1

    def _forget_closed(self) -> None:
        """Connections that became sockets do not tell us when they end."""
        self._open = {each: address for each, address in self._open.items() if not each.is_gone()}
        self._numbers = Counter(self._open.values())

    def _drop_one(self) -> bool:
        """Close the connection that has waited longest for the head of a request; whether there was one."""
        waiting = [each for each in self._open if each.waits_since is not None]
        if not waiting:
            return False
        self._note("connections")
        self._drop(min(waiting, key=lambda each: each.waits_since or 0.0))
        return True

    def _drop(self, late: BoundedProtocol) -> None:
        self.forget(late)
        late.transport.abort()

    # ---- Late connections

    def _start_sweeping(self) -> None:
        if not self._is_sweeping:
            self._is_sweeping = True
            asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def _sweep(self) -> None:
        """Close connections whose request does not come; go on for as long as there are any."""
        self._is_sweeping = False
        self.close_late()
        if self._open or self._refused:
            self._start_sweeping()
        self._tell()

    def close_late(self) -> None:
        """Close the connections that have waited too long for the head of a request, or for an answer to be read."""
        self._forget_closed()
        now = self._clock()
        for each in list(self._open):
            each.look(now)
            if each.waits_since is not None and now - each.waits_since > self.limits.head_seconds:
                self._note("head_seconds")
                self._drop(each)
            elif each.stuck_since is not None and now - each.stuck_since > self._send_seconds:
                self._note("send_seconds")
                self._drop(each)
        self._close_unread()

    def _close_unread(self) -> None:
        """Close connections of an address that leaves too much unread, those first that have the most."""
        unread: dict[str, list[BoundedProtocol]] = {}
        for each, address in self._open.items():
            if each.unsent and address:
                unread.setdefault(address, []).append(each)
        for found in unread.values():
            left = sum(each.unsent for each in found)
            for each in sorted(found, key=lambda each: each.unsent, reverse=True):
                if left <= self.limits.unsent_of_address:
                    break
                left -= each.unsent
                self._note("unsent_of_address")
                self._drop(each)

    def _note(self, limit: str) -> None:
        self._count(limit)
        self._refused[limit] += 1
        self._tell()

    def _tell(self) -> None:
        """Write one line in the journal for many connections."""
        if self._refused and self._clock() - self._noted_at >= NOTED_EVERY:
            for limit, number in self._refused.items():
                journal.warn("connections_refused", kind=limit, count=number)
            self._refused.clear()
            self._noted_at = self._clock()


class BoundedProtocol(H11Protocol):
    """HTTP by uvicorn, within limits on connections."""

    door: ConnectionLimits
    waits_since: float | None = None  # the head of a request has not come since then
    _is_unsized = False  # the body of its request has no length
    unsent = 0  # bytes that the client has not taken, at the last look
    stuck_since: float | None = None  # it has taken nothing of them since then

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection is open."""
        super().connection_made(transport)
        self.conn.next_event = self._next_event  # type: ignore[method-assign]
        self.waits_since = time.monotonic()
        refusal = self.door.admit(self, self.client[0] if self.client else "")
        if refusal is not None:
            with suppress(OSError, RuntimeError):
                transport.write(refusal)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self.door.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes have come; a refused connection says nothing any more."""
        if not self.transport.is_closing() and self.door.may_be_read(self):
            began = time.thread_time()
            super().data_received(data)
            self.door.was_read(self, time.thread_time() - began)

    def _next_event(self) -> Any:
        """What comes next; a body in chunks is refused: reading a chunk costs as much as a request, if it is one byte."""
        if self._is_unsized:
            return h11.NEED_DATA
        event = h11.Connection.next_event(self.conn)
        if not isinstance(event, h11.Request):
            return event
        self.waits_since = None  # the head has come; when the next one is waited for is seen at the next look
        if any(name == b"transfer-encoding" for name, _ in event.headers):
            self._is_unsized = True
            self.transport.write(UNSIZED)
            self.transport.close()
            return h11.NEED_DATA
        return event

    def is_gone(self) -> bool:
        """Whether the connection is closed; it is not while something is still to be sent."""
        return self.transport.is_closing() and not self._left_to_send()

    def _left_to_send(self) -> int:
        try:
            return self.transport.get_write_buffer_size()
        except RuntimeError:  # it is closed
            return 0

    def look(self, now: float) -> None:
        """Note since when we have been waiting for the head of a request, or for the client to read."""
        unsent = self._left_to_send()
        if not unsent or unsent != self.unsent:
            self.stuck_since = now if unsent else None
        self.unsent = unsent
        is_waiting = self.conn.their_state is h11.IDLE and self.conn.our_state is h11.IDLE
        if not is_waiting:
            self.waits_since = None
        elif self.waits_since is None:
            self.waits_since = now


def open_files(wanted: int) -> int | None:
    """How many files may be open, after asking the system for so many; None if it does not say."""
    if sys.platform == "win32":
        return None
    import resource  # it does not exist everywhere

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return None if soft == resource.RLIM_INFINITY else soft


def bounded_protocol(limits: ConnectionLimits) -> type[asyncio.Protocol]:
    """The protocol of a server with these limits."""
    made: Any = type("ServedProtocol", (BoundedProtocol,), {"door": limits})
    protocol: type[asyncio.Protocol] = made
    return protocol
