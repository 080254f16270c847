"""Several processes behind one address: the first accepts connections and hands each to the process that owns its table.

A connection is looked at before it is read: the table in the address of its first request decides.
Ownership only spares work: whichever process a table is asked for at, the store decides what is true.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import secrets
import signal
import socket
import sys
import time
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import uvicorn

from aachen.server import journal
from aachen.server.address import address_key
from aachen.server.siblings import HEARTBEAT, LONGEST_LINE, Letters, SiblingHub

LOOKED_AT: Final = 2048  # bytes of a connection's first request
HEAD_SECONDS: Final = 10.0  # until they must have come; then the connection is handed over as it is
MOST_LOOKED_AT: Final = 4096  # connections that say nothing yet: more are handed over unseen
MOST_OF_ADDRESS: Final = 100  # and per address
FIRST_PAUSE: Final = 0.2  # seconds before a process that ended is started again …
LONGEST_PAUSE: Final = 30.0  # … which doubles as long as it ends soon
SOON: Final = 10.0
HUNG: Final = 30.0  # seconds without a sign of life, after which a process is killed
END_SECONDS: Final = 15.0  # until a process that was told to end must have ended
PROMISE_KEY: Final = "AACHEN_PROMISE_KEY"  # where the others find the key of promises that all of them keep
TABLE: Final = re.compile(rb"^[A-Z]+ /api/tables/([a-z2-7]{10})[/ ?]")


def owner(key: str, processes: list[int]) -> int:
    """The process that owns a table; when one is gone only its own tables go to others."""
    return max(processes, key=lambda each: hashlib.sha256(f"{each} {key}".encode()).digest())


def key_of(head: bytes, connection: str) -> str:
    """What decides where a connection goes: its table; without one each goes anywhere."""
    found = TABLE.match(head)
    return connection if found is None else found.group(1).decode()


class Sibling:
    """One of the processes, as the first one sees it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: Process | None = None
        self.line: asyncio.StreamWriter | None = None
        self.door: socket.socket | None = None
        self.is_ready = False

    def close(self) -> None:
        """The process has ended."""
        self.is_ready = False
        if self.line is not None:
            self.line.close()
        if self.door is not None:
            self.door.close()
        self.line = self.door = None


class ProcessGroup:
    """The first process: it accepts, hands over, passes on what the others say, and starts again what ended."""

    def __init__(
        self,
        listening: socket.socket,
        count: int,
        command: list[str],
        opened: Callable[[], None],
        files: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`opened` is called when all are ready; `files` is how many the system allows to be open here."""
        self._listening = listening
        self._command = command
        self._opened = opened
        self._siblings = [Sibling(number) for number in range(count)]
        self._hub = SiblingHub(clock)
        self._silent: set[int] = set()  # which processes gave no sign of life at the last look
        self._stopping = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._looked_at: Counter[str] = Counter()  # connections, by address
        self._most_looked_at = MOST_LOOKED_AT if files is None else min(MOST_LOOKED_AT, files // 2)
        self._promise_key = secrets.token_hex(32)  # of this run, as long as the first process lives

    async def run(self) -> None:
        """Until a signal says stop."""
        loop = asyncio.get_running_loop()
        for which in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(which, self._stopping.set)
        keepers = [asyncio.create_task(self._keep(sibling)) for sibling in self._siblings]
        working = [asyncio.create_task(self._accept()), asyncio.create_task(self._look_after())]
        await self._stopping.wait()
        for task in working:
            task.cancel()
        self._listening.close()
        for sibling in self._siblings:
            send_signal(sibling, signal.SIGTERM)
        _, late = await asyncio.wait(keepers, timeout=END_SECONDS)
        for sibling in self._siblings:
            send_signal(sibling, signal.SIGKILL)
        if late:
            await asyncio.wait(late)

    # ---- Supervising the other processes

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            self.kill_hung()

    def kill_hung(self) -> None:
        """Kill a process that hangs or was stopped: if it holds the turn to write, all others wait for it.

        Only at the second look in a row: if this process was stopped too, what the others said has yet to be read.
        """
        silent = {
            each.number for each in self._siblings if each.is_ready and self._hub.silence(each.number) > HUNG
        }
        for number in silent & self._silent:
            journal.warn("process_hung", worker=number)
            send_signal(self._siblings[number], signal.SIGKILL)
        self._silent = silent

    async def _keep(self, sibling: Sibling) -> None:
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            began = time.monotonic()
            await self._live(sibling)
            if self._stopping.is_set():
                return
            assert sibling.process is not None
            journal.warn("process_ended", worker=sibling.number, code=sibling.process.returncode)
            pause = FIRST_PAUSE if time.monotonic() - began > SOON else min(2 * pause, LONGEST_PAUSE)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)

    async def _live(self, sibling: Sibling) -> None:
        """Start a process, and listen to it until it ends."""
        ours, line = socket.socketpair()
        door, theirs = socket.socketpair()
        fds = (line.fileno(), theirs.fileno(), self._listening.fileno())
        data = json.dumps([sibling.number, len(self._siblings), *fds])
        sibling.process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "aachen", *self._command, "--process", data),
            pass_fds=fds,
            env={**os.environ, PROMISE_KEY: self._promise_key},
        )
        line.close()
        theirs.close()
        door.setblocking(False)
        sibling.door = door
        self._hub.join(sibling.number)
        reader, sibling.line = await asyncio.open_connection(sock=ours, limit=LONGEST_LINE)
        with suppress(OSError, ValueError):
            while text := await reader.readline():
                self._hear(sibling, json.loads(text))
        sibling.close()
        self._send(self._hub.leave(sibling.number))
        send_signal(sibling, signal.SIGTERM)
        await sibling.process.wait()

    def _hear(self, sibling: Sibling, message: dict[str, object]) -> None:
        if message["say"] == "ready":
            sibling.is_ready = True
            if all(each.is_ready for each in self._siblings):
                self._opened()
        self._send(self._hub.hear(sibling.number, message))

    def _send(self, letters: Letters) -> None:
        for number, message in letters:
            line = self._siblings[number].line
            if line is not None:
                line.write(json.dumps(message).encode() + b"\n")

    # ---- Handing over connections

    async def _accept(self) -> None:
        self._listening.setblocking(False)
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(self._listening)
            except OSError as refused:  # no more files may be open
                journal.warn("not_accepted", reason=str(refused))
                await asyncio.sleep(FIRST_PAUSE)
                continue
            task = loop.create_task(self._hand_over(connection, *address[:2]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _hand_over(self, connection: socket.socket, host: str, port: int) -> None:
        """Look at the first request and pass the connection on; what was looked at is still there to be read.

        Connections that say nothing wait here only so many at a time: where they are served, limits end them.
        """
        head, address = b"", address_key(host)
        if self._looked_at[address] < MOST_OF_ADDRESS and self._looked_at.total() < self._most_looked_at:
            self._looked_at[address] += 1
            try:
                head = await first_bytes(connection)
            finally:
                self._looked_at[address] -= 1
                if not self._looked_at[address]:
                    del self._looked_at[address]
        with connection:
            while not self._stopping.is_set():
                if self._pass(connection, key_of(head, f"{host} {port}")):
                    return
                await asyncio.sleep(FIRST_PAUSE)  # all are starting or busy

    def _pass(self, connection: socket.socket, key: str) -> bool:
        alive = set(self._hub.alive())
        ready = [each.number for each in self._siblings if each.is_ready and each.number in alive]
        if not ready:
            return False
        door = self._siblings[owner(key, ready)].door
        try:
            assert door is not None
            socket.send_fds(door, [b"c"], [connection.fileno()])
        except OSError:  # it has just ended, or accepts nothing
            return False
        return True


async def first_bytes(connection: socket.socket) -> bytes:
    """What has come first over a connection, without taking it; nothing if nothing came in time."""
    connection.setblocking(False)
    loop = asyncio.get_running_loop()
    come = asyncio.Event()
    loop.add_reader(connection, come.set)
    try:
        async with asyncio.timeout(HEAD_SECONDS):
            await come.wait()
        return connection.recv(LOOKED_AT, socket.MSG_PEEK)
    except (TimeoutError, OSError):
        return b""
    finally:
        loop.remove_reader(connection)


def send_signal(sibling: Sibling, which: signal.Signals) -> None:
    """Send a signal, past `Process.send_signal`: that would also collect a child that has just ended.

    Then nobody would learn its exit code, and asyncio would warn of an unknown child process.
    """
    if sibling.process is not None and sibling.process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(sibling.process.pid, which)


class Door:
    """One process's side: connections that the first one has accepted are served here."""

    def __init__(self, server: uvicorn.Server, handed_over: socket.socket) -> None:
        self._server = server
        self._handed_over = handed_over
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Take connections from now on."""
        self._handed_over.setblocking(False)
        asyncio.get_running_loop().add_reader(self._handed_over, self._take)

    def close(self) -> None:
        """Take no more."""
        asyncio.get_running_loop().remove_reader(self._handed_over)

    def _take(self) -> None:
        try:
            data, fds, _, _ = socket.recv_fds(self._handed_over, 1, 1)
        except BlockingIOError:
            return
        if not data:  # the first process is gone
            self.close()
        for fd in fds:
            task = asyncio.get_running_loop().create_task(self._serve(socket.socket(fileno=fd)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        config, server = self._server.config, self._server
        loop = asyncio.get_running_loop()

        def protocol() -> asyncio.Protocol:
            made: asyncio.Protocol = config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=server.server_state, app_state=server.lifespan.state, _loop=loop
            )
            return made

        with suppress(OSError):
            await loop.connect_accepted_socket(protocol, connection)
