"""Connections that say nothing, or only half of a request, keep nobody else out."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.types import ASGIApp as ASGIApplication

from aachen.server.limits import Limits, Rate
from aachen.server.wire.connections import RESERVE, ConnectionLimits, bounded_protocol

HALF = b"GET / HTTP/1.1\r\nHost: x\r\n"
WHOLE = HALF + b"\r\n"


async def app(scope, receive, send) -> None:
    """Says yes to everything."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"3")]})
    await send({"type": "http.response.body", "body": b"yes"})


@asynccontextmanager
async def a_door(door: ConnectionLimits, app: ASGIApplication = app) -> AsyncIterator[int]:
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


def test_who_asks_again_and_again_over_one_connection_is_not_late() -> None:
    """Whenever somebody looks, it waits for the next request; but not for the first one any more."""

    async def scene() -> list[int]:
        now = [0.0]
        door = ConnectionLimits(Limits(head_seconds=10.0), clock=lambda: now[0])
        async with a_door(door) as port:
            reader, writer = await knock(port, b"")
            while not len(door):
                await asyncio.sleep(0.005)
            (protocol,) = door._open
            protocol.waits_since = 0.0
            lengths = []
            for seconds in (6.0, 12.0, 18.0, 30.0):
                if seconds < 30.0:
                    writer.write(WHOLE)
                    await reader.readuntil(b"yes")
                now[0] = seconds
                door.close_late()
                lengths.append(len(door))
            writer.close()
            return lengths

    assert asyncio.run(scene()) == [1, 1, 1, 0]


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


LONG = 16_000_000  # more than any system keeps of a connection


async def long_app(scope, receive, send) -> None:
    """Says much."""
    length = str(LONG).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
    await send({"type": "http.response.body", "body": b"x" * LONG})


async def ask_and_not_read(port: int, host: str, more: bytes) -> socket.socket:
    """Ask for much; the first bytes of the answer are read, and there is no room for the rest."""
    asking = socket.socket()
    asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    asking.bind((host, 0))
    asking.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(asking, ("127.0.0.1", port))
    await loop.sock_sendall(asking, HALF + more + b"\r\n")
    async with asyncio.timeout(20):
        assert await loop.sock_recv(asking, 12) == b"HTTP/1.1 200"
    return asking


LOOPS = pytest.mark.parametrize(
    "loop", [asyncio.new_event_loop, pytest.importorskip("uvloop").new_event_loop], ids=["asyncio", "uvloop"]
)


@LOOPS
@pytest.mark.parametrize("more", [b"", b"Connection: close\r\n"], ids=["kept alive", "to be closed"])
def test_who_reads_nothing_of_an_answer_is_cut_off(loop, more) -> None:
    counted: list[str] = []

    async def scene() -> list[int]:
        now = [0.0]
        door = ConnectionLimits(Limits(head_seconds=1e6), count=counted.append, clock=lambda: now[0])
        async with a_door(door, long_app) as port:
            with await ask_and_not_read(port, "127.0.0.2", more) as asking:
                (protocol,) = door._open
                door.close_late()
                unsent, now[0] = protocol.unsent, 19.0
                await asyncio.get_running_loop().sock_recv(asking, 1_000_000)
                async with asyncio.timeout(20):
                    while protocol._left_to_send() == unsent:
                        await asyncio.get_running_loop().sock_recv(asking, 1_000_000)
                lengths = []
                for seconds in (19.0, 38.0, 40.0):
                    now[0] = seconds
                    door.close_late()
                    lengths.append(len(door))
                return lengths

    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(scene()) == [1, 1, 0]
    assert counted == ["send_seconds"]


@LOOPS
def test_one_address_leaves_only_so_much_unread(loop) -> None:
    counted: list[str] = []

    async def scene() -> int:
        limits = Limits(head_seconds=1e6, unsent_of_address=2 * LONG)
        door = ConnectionLimits(limits, count=counted.append, clock=lambda: 0.0)
        async with a_door(door, long_app) as port:
            asking = [await ask_and_not_read(port, "127.0.0.2", b"") for _ in range(4)]
            asking.append(await ask_and_not_read(port, "127.0.0.3", b""))
            door.close_late()
            unread: Counter[str] = Counter()
            for each in door._open:
                unread[each.client[0] if each.client else ""] += each.unsent
            for client in asking:
                client.close()
            assert set(unread) == {"127.0.0.2", "127.0.0.3"}
            return unread["127.0.0.2"]

    with asyncio.Runner(loop_factory=loop) as runner:
        assert 0 < runner.run(scene()) <= 2 * LONG
    assert set(counted) == {"unsent_of_address"}


def test_a_body_in_chunks_is_refused_before_it_is_read() -> None:
    """A chunk may be one byte, and takes as long to read as a request."""
    served: list[str] = []

    async def noting(scope, receive, send) -> None:
        served.append(scope["path"])
        await app(scope, receive, send)

    async def scene() -> tuple[str, str]:
        door = ConnectionLimits(Limits())
        async with a_door(door, noting) as port:
            head = b"POST /records HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            reader, writer = await knock(port, head + b"1\r\nx\r\n" * 1000)
            found = await status(reader)
            writer.close()
            return found, await answer(port)

    assert asyncio.run(scene()) == ("411", "200")
    assert served == ["/"]


def test_an_address_whose_requests_take_too_long_to_read_is_not_read() -> None:
    counted: list[str] = []

    async def scene() -> list[str]:
        now = [0.0]
        limits = Limits(parse_seconds=Rate(1e-9, 1.0))
        door = ConnectionLimits(limits, count=counted.append, clock=lambda: now[0])
        async with a_door(door) as port:
            reader, writer = await knock(port, WHOLE, "127.0.0.2")
            found = [await status(reader)]
            await reader.readuntil(b"yes")
            writer.write(WHOLE)  # the first request has used up more than there is
            found.append(await status(reader))
            writer.close()
            found.append(await answer(port, "127.0.0.2"))
            found.append(await answer(port, "127.0.0.3"))
            now[0] = 100.0
            found.append(await answer(port, "127.0.0.2"))
            return found

    assert asyncio.run(scene()) == ["200", "", "429", "200", "200"]
    assert counted == ["parse_seconds"] * 2


def test_many_clients_behind_a_proxy_share_its_address() -> None:
    async def scene() -> list[str]:
        door = ConnectionLimits(Limits(connections_of_address=1), proxies=lambda host: host == "127.0.0.1")
        async with a_door(door) as port:
            held = await knock(port, HALF)
            found = [await answer(port) for _ in range(2)]
            held[1].close()
            return found

    assert asyncio.run(scene()) == ["200", "200"]
