"""Several processes of one server on one SQLite file: what they tell each other through the process that started them.

Each has a line to the hub, one JSON object a line. The hub passes on which tables were written to,
holds the leases of tables, and knows who is present where.
A process that ended, or that gives no sign of life, has lost its leases.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from aachen.storage.store import Elsewhere, Notice, StoreFailed

HEARTBEAT: Final = 5.0  # seconds between two signs of life
LEASE: Final = 15.0  # seconds after the last one until others may take the leases
LONGEST_LINE: Final = 1 << 20

Message = dict[str, Any]
Letters = list[tuple[int, Message]]  # to which process, and what
Place = tuple[str, str]  # a table and a seat


class SiblingHub:
    """The hub: what one process says, and what the others have to be told."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._since = clock()
        self._heard: dict[int, float] = {}  # when each process was last heard of
        self._leases: dict[str, int] = {}
        self._seats: dict[int, dict[Place, float | None]] = {}  # None: here; else when the seat was left
        self._numbers: dict[int, str] = {}

    def join(self, process: int) -> None:
        """A process has started."""
        self._heard[process] = self._clock()
        self._seats.setdefault(process, {})

    def leave(self, process: int) -> Letters:
        """A process has ended: its leases are free, and whoever was there is away from now on."""
        self._heard.pop(process, None)
        self._numbers.pop(process, None)
        self._leases = {table: owner for table, owner in self._leases.items() if owner != process}
        seats, now = self._seats.get(process, {}), self._clock()
        tables = {table for (table, _), left in seats.items() if left is None}
        self._seats[process] = {place: now if left is None else left for place, left in seats.items()}
        return [letter for table in sorted(tables) for letter in self._notices(process, table)]

    def alive(self) -> list[int]:
        """The processes that were heard of lately."""
        return sorted(process for process in self._heard if self._is_alive(process))

    def _is_alive(self, process: int) -> bool:
        return self._clock() - self._heard.get(process, -LEASE) < LEASE

    def hear(self, process: int, message: Message) -> Letters:
        """What has to be sent because of a message."""
        self._heard[process] = self._clock()
        table = str(message.get("table", ""))
        match message["say"]:
            case "wrote":
                return self._notices(process, table)
            case "present":
                here = bool(message["here"])
                self._seats[process][table, str(message["seat"])] = None if here else self._clock()
                return self._notices(process, table)
            case "drive":
                return [(process, {"id": message["id"], "yes": self._drive(process, table)})]
            case "release":
                if self._leases.get(table) == process:
                    del self._leases[table]
            case "presence":
                return [(process, {"id": message["id"], **self._presence(process, table)})]
            case "numbers":
                self._numbers[process] = str(message["text"])
                texts = [self._numbers[each] for each in sorted(self._numbers)]
                return [(process, {"id": message["id"], "text": add_up(texts)})]
            case "beat":
                self._numbers[process] = str(message["text"])
        return []

    def _notices(self, process: int, table: str) -> Letters:
        return [(other, {"notice": table}) for other in sorted(self._heard) if other != process]

    def _drive(self, process: int, table: str) -> bool:
        owner = self._leases.get(table, process)
        if owner != process and self._is_alive(owner):
            return False
        self._leases[table] = process
        return True

    def _presence(self, process: int, table: str) -> Message:
        here: set[str] = set()
        away: dict[str, float] = {}
        for other, seats in self._seats.items():
            if other == process:
                continue
            for (name, seat), left in seats.items():
                if name == table and left is None and self._is_alive(other):
                    here.add(seat)
                elif name == table:
                    since = self._heard.get(other, self._since) if left is None else left
                    away[seat] = min(away.get(seat, self._clock()), self._clock() - since)
        return {"here": sorted(here), "away": away, "known_for": self._clock() - self._since}


def add_up(texts: list[str]) -> str:
    """Metrics of several processes as those of one server: numbers of the same name are added."""
    sums: dict[str, float] = {}
    for line in "\n".join(texts).splitlines():
        name, _, number = line.rpartition(" ")
        if line.startswith("#"):
            sums.setdefault(line, 0.0)
        elif name:
            sums[name] = sums.get(name, 0.0) + float(number)
    return "".join(f"{name}\n" if name.startswith("#") else f"{name} {_plain(sums[name])}\n" for name in sums)


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else f"{number:.6f}"


class SiblingLine:
    """One process's line to the hub. `lost` is called when the hub is gone: then this process has to end."""

    def __init__(
        self, connection: socket.socket, numbers: Callable[[], str], lost: Callable[[], None]
    ) -> None:
        self._connection = connection
        self._numbers = numbers
        self._lost = lost
        self._notice: Notice = lambda table: None
        self._writer: asyncio.StreamWriter | None = None
        self._ids = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Message]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def listen(self, notice: Notice) -> None:
        """Whom to tell what others have written."""
        self._notice = notice

    async def open(self) -> None:
        """Listen from now on."""
        reader, self._writer = await asyncio.open_connection(sock=self._connection, limit=LONGEST_LINE)
        self._tasks = [asyncio.create_task(self._hear(reader)), asyncio.create_task(self._beat())]

    async def close(self) -> None:
        """Hang up."""
        for task in self._tasks:
            task.cancel()
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, ValueError):
            while line := await reader.readline():
                self._note(json.loads(line))
        self._writer = None
        for asker in self._asked.values():
            if not asker.done():
                asker.set_exception(StoreFailed("the server's first process is gone"))
        self._lost()

    def _note(self, message: Message) -> None:
        if "notice" in message:
            self._notice(message["notice"])
        else:
            asker = self._asked.pop(message["id"], None)
            if asker is not None and not asker.done():
                asker.set_result(message)

    async def _beat(self) -> None:
        while True:
            self.say("beat", text=self._numbers())
            await asyncio.sleep(HEARTBEAT)

    def say(self, what: str, **facts: object) -> None:
        """Tell the hub something."""
        if self._writer is not None:
            self._writer.write(json.dumps({"say": what, **facts}).encode() + b"\n")

    async def ask(self, what: str, **facts: object) -> Message:
        """Ask the hub something; StoreFailed if it is gone."""
        if self._writer is None:
            raise StoreFailed("the server's first process is gone")
        number = next(self._ids)
        self._asked[number] = asyncio.get_running_loop().create_future()
        self.say(what, id=number, **facts)
        return await self._asked[number]

    async def numbers(self, text: str) -> str:
        """The metrics of all processes, given those of this one as they are now."""
        return str((await self.ask("numbers", text=text))["text"])

    async def presence(self, table: str) -> Elsewhere:
        """Who of a table is at other processes."""
        data = await self.ask("presence", table=table)
        return Elsewhere(set(data["here"]), data["away"], data["known_for"])
