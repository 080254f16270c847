"""A WebSocket client that costs next to nothing, so that a measurement is the server's and not its own."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable

MASK = b"\0\0\0\0"  # a mask is demanded, a good one only by browsers
Hear = Callable[[bytes], None]


class Socket(asyncio.Protocol):
    """One connection: text goes out with `say`, whole messages come in through `hear`."""

    def __init__(self, host: str, path: str, protocol: str, hear: Hear) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_lost = False
        self._request = (host, path, protocol)
        self._hear = hear
        self._bytes = b""
        self._parts: list[bytes] = []

    @staticmethod
    async def connect(host: str, port: int, path: str, protocol: str, hear: Hear) -> Socket:
        """An open socket; an error, if the server does not agree to one."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: Socket(f"{host}:{port}", path, protocol, hear), host, port
        )
        await asyncio.wait_for(socket.opened, 30)
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        host, path, protocol = self._request
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: {protocol}",
        ]
        transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        self._bytes += data
        if not self.opened.done() and not self._open():
            return
        while self._take():
            pass

    def _open(self) -> bool:
        """Read the answer to the request for a socket; whether it is all there and good."""
        head, end, rest = self._bytes.partition(b"\r\n\r\n")
        if not end:
            return False
        if b" 101 " not in head.split(b"\r\n")[0]:
            self.opened.set_exception(ConnectionError(head[:80].decode(errors="replace")))
            return False
        self._bytes = rest
        self.opened.set_result(None)
        return True

    def _take(self) -> bool:
        """One frame off the bytes that came; whether there was a whole one."""
        have = self._bytes
        if len(have) < 2:
            return False
        length, at = have[1] & 127, 2
        if length == 126:
            length, at = int.from_bytes(have[2:4], "big"), 4
        elif length == 127:
            length, at = int.from_bytes(have[2:10], "big"), 10
        if len(have) < at or len(have) < at + length:
            return False
        self._bytes = have[at + length :]
        self._frame(have[0] & 15, bool(have[0] & 128), have[at : at + length])
        return True

    def _frame(self, kind: int, last: bool, content: bytes) -> None:
        if kind == 9:
            self._write(0x8A, content)
        elif kind in (0, 1, 2):
            self._parts.append(content)
            if last:
                whole = self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)
                self._parts = []
                self._hear(whole)

    def say(self, text: bytes) -> None:
        """Send one message."""
        self._write(0x81, text)

    def _write(self, kind: int, content: bytes) -> None:
        length = len(content)
        if length < 126:
            head = struct.pack("!BB", kind, 128 | length)
        else:
            head = struct.pack("!BBH", kind, 254, length)
        self.transport.write(head + MASK + content)

    def close(self) -> None:
        """Hang up."""
        self.transport.abort()
