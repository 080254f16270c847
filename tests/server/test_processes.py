"""`aachen serve --processes N`: several processes behind one address, and one of them is killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.kit import Player, play_on, settle
from tests.server.real_server import RealServer
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from aachen.server import processes
from aachen.server.processes import ProcessGroup, Sibling, key_of, owner, send_signal
from aachen.server.tokens import make_id

pytestmark = pytest.mark.skipif(not hasattr(socket, "send_fds"), reason="processes need Unix sockets")

PATIENCE = 60.0


def test_a_tables_owner_is_the_same_everywhere_and_only_those_of_a_lost_process_move():
    tables = [make_id() for _ in range(400)]
    owners = [owner(table, [0, 1, 2, 3]) for table in tables]
    later = [owner(table, [0, 1, 3]) for table in tables]

    assert {number: owners.count(number) > 60 for number in range(4)} == dict.fromkeys(range(4), True)
    assert all(now == before for before, now in zip(owners, later, strict=True) if before != 2)


@pytest.mark.parametrize(
    ("head", "key"),
    [
        (b"GET /api/tables/abcdefgh23/socket HTTP/1.1\r\n", "abcdefgh23"),
        (b"POST /api/tables/abcdefgh23/sit HTTP/1.1\r\n", "abcdefgh23"),
        (b"GET /api/tables/abcdefgh23 HTTP/1.1\r\n", "abcdefgh23"),
        (b"GET /api/tables/abcdefgh23?x HTTP/1.1\r\n", "abcdefgh23"),
        (b"POST /api/tables HTTP/1.1\r\n", "somebody"),
        (b"GET /api/tables/abcdefgh2345/socket HTTP/1.1\r\n", "somebody"),
        (b"\x16\x03\x01", "somebody"),
        (b"", "somebody"),
    ],
)
def test_the_first_request_says_where_a_connection_goes(head, key):
    assert key_of(head, "somebody") == key


def test_a_signal_does_not_collect_a_child_that_has_just_ended():
    child = os.posix_spawnp("true", ["true"], os.environ)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    sibling = Sibling(0)
    process: Any = SimpleNamespace(pid=child, returncode=None)  # asyncio has not collected it yet
    sibling.process = process

    send_signal(sibling, signal.SIGTERM)

    assert os.waitpid(child, 0) == (child, 0)


def test_a_process_that_hangs_is_killed_at_the_second_look_and_no_other(monkeypatch):
    """It may have been stopped while it writes, and then all others wait for it."""
    killed, now = [], [100.0]
    monkeypatch.setattr(
        processes, "send_signal", lambda sibling, which: killed.append((sibling.number, which))
    )
    with socket.create_server(("127.0.0.1", 0)) as listening:
        group = ProcessGroup(listening, 3, [], lambda: None, clock=lambda: now[0])
        for number in range(3):
            group._hub.join(number)
        for sibling in group._siblings[:2]:  # the third one is still starting
            sibling.is_ready = True
        looks = []
        for beats in ([1], [], [0, 1], [1], [1]):
            now[0] += processes.HUNG + 1
            for number in beats:
                group._hub.hear(number, {"say": "beat", "text": ""})
            group.kill_hung()
            looks.append(killed[:])
            killed.clear()

    #                 0 is silent | both are | both are back | 0 is silent | still
    assert looks == [[], [(0, signal.SIGKILL)], [], [], [(0, signal.SIGKILL)]]


class HandedOver(ProcessGroup):
    """A group without processes: notes by which key each connection would be handed over."""

    def __init__(self, listening):
        super().__init__(listening, 0, [], lambda: None)
        self.keys = []

    def _pass(self, connection, key):
        self.keys.append(key)
        return True


def test_silent_connections_of_one_address_do_not_wait_in_everybodys_way(monkeypatch):
    monkeypatch.setattr(processes, "MOST_OF_ADDRESS", 2)

    async def scene():
        with socket.create_server(("127.0.0.1", 0)) as listening:
            group = HandedOver(listening)
            accepting = asyncio.create_task(group._accept())
            place = listening.getsockname()
            silent = []
            for _ in range(5):
                silent.append(await asyncio.open_connection(*place))
                await settle()
            async with asyncio.timeout(PATIENCE):
                while len(group.keys) < 3:  # three too many, which are handed over unseen
                    await asyncio.sleep(0.01)
                other = await asyncio.open_connection(*place, local_addr=("127.0.0.2", 0))
                other[1].write(b"GET /api/tables/abcdefghij HTTP/1.1\r\n")
                while len(group.keys) < 4:
                    await asyncio.sleep(0.01)
            waiting = dict(group._looked_at)
            accepting.cancel()
            for _, writer in [*silent, other]:
                writer.close()
            async with asyncio.timeout(PATIENCE):
                while group._looked_at:
                    await asyncio.sleep(0.01)
            return waiting, group.keys[3]

    assert asyncio.run(scene()) == ({"127.0.0.1": 2}, "abcdefghij")


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            status = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            if int(status[1]) == pid:
                found.append(int(entry.name))
    return sorted(found)


def number_of(pid: int) -> int:
    """Which of the processes it is."""
    data = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    number: int = json.loads(data[data.index(b"--process") + 1])[0]
    return number


async def one_table_each(server: RealServer) -> list[dict[str, Any]]:
    """Tables that different processes own."""
    made: dict[int, dict[str, Any]] = {}
    async with asyncio.timeout(PATIENCE):
        while len(made) < 2:
            table = await server.make("carolus", ["me", "me"])
            made.setdefault(owner(table["table"], [0, 1]), table)
    return [made[0], made[1]]


async def come(server: Any, made: dict[str, Any], after: int | None = None) -> dict[str, Player]:
    """Everybody at a table; tries again while a process is being replaced."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return {
                    seat: await Player.come(server, made["table"], token, after)
                    for seat, token in made["seats"].items()
                }
            except (OSError, AssertionError, TimeoutError, WebSocketException):
                await asyncio.sleep(0.1)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_killed_process_costs_no_move_and_its_tables_go_on(tmp_path):
    """Two processes on one SQLite file: one is killed in the middle of play, its tables go on, and it comes back."""

    async def scene():
        server = RealServer(str(tmp_path / "tables.db"), tmp_path, processes=2)
        await server.start()
        try:
            tables = await one_table_each(server)
            sat = [await come(server, made) for made in tables]
            for players in sat:
                await play_on(players, 8, random.Random(1))
            before = [max(player.seq for player in players.values()) for players in sat]
            workers = {number_of(pid): pid for pid in children(server.pid)}
            os.kill(workers[0], signal.SIGKILL)
            await asyncio.gather(*(player.closed() for player in sat[0].values()))
            again = await come(server, tables[0], after=0)
            after = {player.seq for player in again.values()}
            more = [await play_on(again, 5, random.Random(2)), await play_on(sat[1], 5, random.Random(2))]
            async with asyncio.timeout(PATIENCE):
                while len(found := children(server.pid)) < 2 or workers[0] in found:
                    await asyncio.sleep(0.1)
            numbers = (await server.get("/metrics")).text
            refused = await RealServer(str(tmp_path / "tables.db"), tmp_path).start()
            elsewhere = refused.address
            await server.end(signal.SIGTERM)
            return before[0], after, more, children(server.pid), numbers, elsewhere == server.address
        finally:
            await server.end()

    before, after, more, left, numbers, same = asyncio.run(scene())

    assert after == {before}
    assert more == [5, 5]
    assert left == []
    assert "aachen_sockets_open" in numbers
    assert same  # a second server on the file shows the way to the first
    journal = [
        json.loads(line)
        for line in (tmp_path / "journal.txt").read_text().splitlines()
        if line.startswith("{")
    ]
    assert [line["worker"] for line in journal if line["event"] == "process_ended"] == [0]
    assert not [line for line in journal if "bug" in line]


async def watch_elsewhere(server: RealServer, other: str, table: str) -> Player:
    """A socket at the process that owns another table: that is what the connection was about at first."""
    host, port = server.address.split(":")
    loop, connection = asyncio.get_running_loop(), socket.create_connection((host, int(port)))
    connection.setblocking(False)
    asked = f"GET /api/tables/{other} HTTP/1.1\r\nHost: {server.address}\r\n\r\n"
    await loop.sock_sendall(connection, asked.encode())
    said = b""
    while not said.endswith(b"}"):
        said += await loop.sock_recv(connection, 65_536)
    line = await connect(
        f"ws://{server.address}/api/tables/{table}/socket", sock=connection, compression=None
    )
    player = Player(line, table)
    player._reader = asyncio.create_task(player._read())
    await player.say({"say": "hello"})
    return player


def test_a_promise_of_one_process_is_kept_by_any(tmp_path):
    """And the promised table is played at the process that owns it."""

    async def scene():
        server = RealServer(str(tmp_path / "tables.db"), tmp_path, processes=2)
        await server.start()
        try:
            played = []
            for _ in range(4):
                promise = (await server.get("/api/promise")).json()
                made = await server.make("carolus", ["me", "me"], promise=promise)
                players = await come(server, made)
                played.append(
                    (made["table"] == promise["table"], await play_on(players, 2, random.Random(1)))
                )
            return played
        finally:
            await server.end(signal.SIGTERM)

    assert asyncio.run(scene()) == [(True, 2)] * 4


def test_players_of_one_table_at_two_processes_see_the_same(tmp_path):
    """Whichever process serves a socket hears of the entries, and of who is present, at the others."""

    async def scene():
        server = RealServer(str(tmp_path / "tables.db"), tmp_path, processes=2)
        await server.start()
        try:
            mine, other = await one_table_each(server)
            players = await come(server, mine)
            watcher = await watch_elsewhere(server, other["table"], mine["table"])
            await watcher.hear("sheet", lambda one: all(seat["present"] for seat in one["sheet"]["seats"]))
            await play_on(players, 4, random.Random(1))
            seen = await watcher.seen(max(player.seq for player in players.values()))
            await watcher.leave()
            return seen["view"]["line"], next(iter(players.values())).view["line"]
        finally:
            await server.end(signal.SIGTERM)

    watched, played = asyncio.run(scene())

    assert watched == played
