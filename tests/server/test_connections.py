"""Connections that say nothing, or only half of a request, keep nobody else out."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn

from aachen.server.limits import Limits
from aachen.server.wire.connections import RESERVE, ConnectionLimits, bounded_protocol

HALF = b"GET / HTTP/1.1\r\nHost: x\r\n"
WHOLE = HALF + b"\r\n"


async def app(scope, receive, send) -> None:
    """Says yes to everything."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"3")]})
    await send({"type": "http.response.body", "body": b"yes"})


@asynccontextmanager
async def a_door(door: ConnectionLimits) -> AsyncIterator[int]:
    """A server behind this door; its port."""
    config = uvicorn.Config(app, http=bounded_protocol(door), lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        task = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.005)
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            await task


async def knock(
    port: int, say: bytes, host: str = "127.0.0.1"
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection from this address and say something."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))
    writer.write(say)
    await writer.drain()
    return reader, writer


async def status(reader: asyncio.StreamReader) -> str:
    """The status of the answer; empty if the connection was closed without one."""
    async with asyncio.timeout(10):
        try:
            line = await reader.readline()
        except ConnectionError:
            return ""
    return line.decode().partition(" ")[2][:3]


async def answer(port: int, host: str = "127.0.0.1") -> str:
    reader, writer = await knock(port, WHOLE, host)
    found = await status(reader)
    writer.close()
    return found


def test_one_address_has_only_so_many_connections_and_others_get_in() -> None:
    async def scene() -> tuple[str, str, str]:
        door = ConnectionLimits(Limits(connections_of_address=3))
        async with a_door(door) as port:
            held = [await knock(port, HALF, "127.0.0.2") for _ in range(3)]
            refused, stranger = await answer(port, "127.0.0.2"), await answer(port, "127.0.0.3")
            for _, writer in held:
                writer.close()
            while len(door):
                await asyncio.sleep(0.005)
            return refused, stranger, await answer(port, "127.0.0.2")

    assert asyncio.run(scene()) == ("429", "200", "200")


def test_a_full_server_drops_who_has_said_nothing_for_longest(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> tuple[str, str, int]:
        door = ConnectionLimits(Limits(), files=RESERVE + 3)
        async with a_door(door) as port:
            held = [await knock(port, HALF, f"127.0.0.{number}") for number in (2, 3, 4)]
            while len(door) < 3:
                await asyncio.sleep(0.005)
            stranger, dropped = await answer(port), await status(held[0][0])
            return stranger, dropped, len(door)

    with caplog.at_level(logging.WARNING, "aachen.server"):
        found = asyncio.run(scene())

    assert found[:2] == ("200", "")
    assert [record.getMessage() for record in caplog.records] == ["connections_refused"]
    assert caplog.records[0].facts == {"kind": "connections", "count": 1}  # type: ignore[attr-defined]


def test_the_head_of_a_request_has_a_deadline_that_drops_of_it_do_not_put_off() -> None:
    counted: list[str] = []

    async def scene() -> tuple[str, str]:
        now = [0.0]
        door = ConnectionLimits(Limits(head_seconds=10.0), count=counted.append, clock=lambda: now[0])
        async with a_door(door) as port:
            slow = await knock(port, HALF)
            while not len(door):
                await asyncio.sleep(0.005)
            (protocol,) = door._open
            protocol.waits_since = 0.0
            now[0] = 9.0
            door.close_late()
            slow[1].write(b"X-More: 1\r\n")
            await slow[1].drain()
            still = len(door)
            now[0] = 11.0
            door.close_late()
            return f"{still}", await status(slow[0])

    assert asyncio.run(scene()) == ("1", "")
    assert counted == ["head_seconds"]


def test_a_connection_that_is_answered_is_not_late() -> None:
    async def scene() -> str:
        now = [0.0]
        door = ConnectionLimits(Limits(head_seconds=10.0), clock=lambda: now[0])
        async with a_door(door) as port:
            reader, writer = await knock(port, WHOLE)
            await reader.readuntil(b"yes")
            (protocol,) = door._open
            protocol.waits_since = None  # as a sweep leaves it while the request is served
            now[0] = 100.0
            door.close_late()
            writer.write(WHOLE)
            found = await status(reader)
            writer.close()
            return found

    assert asyncio.run(scene()) == "200"


def test_many_clients_behind_a_proxy_share_its_address() -> None:
    async def scene() -> list[str]:
        door = ConnectionLimits(Limits(connections_of_address=1), proxies=lambda host: host == "127.0.0.1")
        async with a_door(door) as port:
            held = await knock(port, HALF)
            found = [await answer(port) for _ in range(2)]
            held[1].close()
            return found

    assert asyncio.run(scene()) == ["200", "200"]
