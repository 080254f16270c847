"""Messages that go to a client together are one write."""

from __future__ import annotations

import asyncio

import pytest
import uvicorn
from uvicorn.server import ServerState

from aachen.server.wire.websocket import JoiningProtocol

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Transport):
    """Remembers what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.is_shut = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def close(self) -> None:
        self.is_shut = True

    def is_closing(self) -> bool:
        return self.is_shut

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


def written(*messages: dict[str, object]) -> list[bytes]:
    """What goes over the wire after the handshake, write by write."""
    wire = Wire()

    async def app(scope, receive, send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        for message in messages:
            await send(message)

    async def talk() -> None:
        config = uvicorn.Config(app, ws_per_message_deflate=False, ws_ping_interval=None, log_config=None)
        config.load()
        state = ServerState()
        protocol = JoiningProtocol(config, state, {}, asyncio.get_running_loop())
        protocol.connection_made(wire)
        protocol.data_received(HANDSHAKE)
        await asyncio.gather(*state.tasks)

    asyncio.run(talk())
    assert wire.written[0].startswith(b"HTTP/1.1 101 ")
    return wire.written[1:]


def said(text: str, more: bool = False) -> dict[str, object]:
    return {"type": "websocket.send", "text": text, "more": more}


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([said("one"), said("two")], [b"\x81\x03one", b"\x81\x03two"]),
        ([said("one", more=True), said("two")], [b"\x81\x03one\x81\x03two"]),
        (
            [said("a", more=True), said("b", more=True), said("c"), said("d")],
            [b"\x81\x01a\x81\x01b\x81\x01c", b"\x81\x01d"],
        ),
    ],
)
def test_messages_with_more_to_come_are_written_with_the_next(messages, expected):
    assert written(*messages) == expected


def test_what_waits_is_written_before_a_goodbye():
    close = {"type": "websocket.close", "code": 1000}

    assert written(said("one", more=True), close) == [b"\x81\x03one\x88\x02\x03\xe8"]
