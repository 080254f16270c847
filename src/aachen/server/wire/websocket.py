"""WebSockets by uvicorn, with messages that are sent together in one write, and a limit on frames that come in.

A write costs more than everything else about a short message, and whoever acts gets two: the answer and the frame.
Pings, pongs and parts of messages never reach the application, so that its limits do not count them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cached_property
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from aachen.server.limits import UNLIMITED, Rate
from aachen.server.rate_limit import RateLimiter

SLICE = 1024  # bytes that are read at a time: what follows a frame too many is not looked at


class JoiningProtocol(WebSocketsSansIOProtocol):
    """A text message with `more` set waits for the next one of its socket; other servers send it at once."""

    rate: Rate = UNLIMITED
    over_limit: Callable[[str], None] = staticmethod(lambda limit: None)
    is_cut_off = False

    @cached_property
    def _frames(self) -> RateLimiter:
        return RateLimiter(self.rate.burst, self.rate.per_second, 1)

    def data_received(self, data: bytes) -> None:
        """Bytes have come; whoever sends too many frames is cut off, and the rest is not read."""
        for start in range(0, len(data), SLICE):
            if self.is_cut_off:
                return
            super().data_received(data[start : start + SLICE])

    def _admits(self) -> bool:
        """Whether another frame may come."""
        if not self.is_cut_off and not self._frames.take(""):
            self.is_cut_off = True
            self.over_limit("frames")
            self.transport.abort()
        return not self.is_cut_off

    def handle_text(self, event: Any) -> None:
        """A message, or its first part."""
        if self._admits():
            super().handle_text(event)

    def handle_bytes(self, event: Any) -> None:
        """The same, but not text."""
        if self._admits():
            super().handle_bytes(event)

    def handle_cont(self, event: Any) -> None:
        """Another part of a message."""
        if self._admits():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """It is answered at once."""
        if self._admits():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Perhaps an answer to a ping of ours."""
        if self._admits():
            super().handle_pong(event)

    async def send(self, message: Any) -> None:
        """Send a message, or keep it for the one that follows."""
        if message.get("more") and self.is_open():
            self.conn.send_text(message["text"].encode())  # written with the next one
        else:
            await super().send(message)

    def is_open(self) -> bool:
        """Whether messages can be sent."""
        is_over = self.close_sent or self.disconnected or self.transport.is_closing()
        return self.handshake_complete and self.initial_response is None and not is_over


def limited_protocol(rate: Rate, over_limit: Callable[[str], None]) -> type[asyncio.Protocol]:
    """The protocol of a server on whose sockets so many frames may come."""
    made: Any = type(
        "ServedWebSocket", (JoiningProtocol,), {"rate": rate, "over_limit": staticmethod(over_limit)}
    )
    protocol: type[asyncio.Protocol] = made
    return protocol
