"""Messages that go to a client together are one write."""

from __future__ import annotations

import asyncio

import pytest
import uvicorn
from uvicorn.server import ServerState

from aachen.server.limits import Rate
from aachen.server.wire.websocket import JoiningProtocol, limited_protocol

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
        self.is_aborted = False

    def abort(self) -> None:
        self.is_aborted = self.is_shut = True

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


MASK = b"\0\0\0\0"
FRAMES = {
    "ping": b"\x89\x80" + MASK,
    "pong": b"\x8a\x80" + MASK,
    "message": b"\x81\x82" + MASK + b"{}",
    "bytes": b"\x82\x81" + MASK + b"x",
    "part": b"\x00\x80" + MASK,
}
FIRST_PART = b"\x01\x81" + MASK + b"x"


@pytest.mark.parametrize("kind", FRAMES)
def test_a_socket_is_cut_off_at_a_frame_too_many_and_the_rest_is_not_read(kind) -> None:
    """Ten thousand pings fit into what is read at once, and each is answered by a write of its own."""
    counted: list[str] = []
    first = FIRST_PART if kind == "part" else b""

    async def app(scope, receive, send) -> None:
        await receive()
        await send({"type": "websocket.accept"})

    async def talk() -> tuple[list[bool], int]:
        config = uvicorn.Config(app, ws_per_message_deflate=False, ws_ping_interval=None, log_config=None)
        config.load()
        state, wire = ServerState(), Wire()
        kind_of = limited_protocol(Rate(10.0, 0.0), counted.append)
        protocol = kind_of(config, state, {}, asyncio.get_running_loop())  # type: ignore[call-arg]
        protocol.connection_made(wire)
        protocol.data_received(HANDSHAKE)
        await asyncio.gather(*state.tasks)
        wire.written.clear()
        wire.is_shut = False  # an application that returns closes its socket
        ends = []
        for frames in (first + FRAMES[kind] * (10 - bool(first)), FRAMES[kind] * 10_000):
            protocol.data_received(frames)
            ends.append(wire.is_aborted)
        return ends, len(wire.written)

    ends, written = asyncio.run(talk())

    assert ends == [False, True]
    assert written <= 10
    assert counted == ["frames"]
