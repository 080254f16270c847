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

from aachen.server.budgets import Budgets
from aachen.storage.store import Elsewhere, Notice, StoreFailed

HEARTBEAT: Final = 5.0  # seconds between two heartbeats
LEASE: Final = 15.0  # seconds after the last one until others may take the leases
FORGOTTEN: Final = (
    3600.0  # seconds after which nobody asks any more when a seat was left: far longer than any patience
)
LONGEST_LINE: Final = 1 << 20

OF_ALL: Final = ("aachen_database_bytes",)  # metrics of what all processes share

Message = dict[str, Any]
Letters = list[tuple[int, Message]]  # to which process, and what
Place = tuple[int, str]  # a process and a seat


class SiblingHub:
    """The hub: what one process says, and what the others have to be told."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._since = clock()
        self._heard: dict[int, float] = {}  # when each process was last heard of
        self._leases: dict[str, int] = {}
        self._seats: dict[
            str, dict[Place, float | None]
        ] = {}  # by table; None: here; else when the seat was left
        self._numbers: dict[int, str] = {}
        self._open: dict[int, dict[tuple[str, str], Message]] = {}  # what each has open of limited things

    def join(self, process: int) -> None:
        """A process has started."""
        self._heard[process] = self._clock()

    def leave(self, process: int) -> Letters:
        """A process has ended: its leases are free, and whoever was there is away from now on."""
        self._heard.pop(process, None)
        self._numbers.pop(process, None)
        had_open = self._open.pop(process, None)
        self._leases = {table: owner for table, owner in self._leases.items() if owner != process}
        notices = [letter for table in self._empty(process) for letter in self._notices(process, table)]
        return notices + (self._to_others(process, {"budget": process}) if had_open else [])

    def _empty(self, process: int) -> list[str]:
        """Note that whoever was present at a process has left; the tables where somebody was."""
        now, tables = self._clock(), []
        for table, places in self._seats.items():
            here = [place for place, left in places.items() if place[0] == process and left is None]
            places.update(dict.fromkeys(here, now))
            tables += [table] if here else []
        return sorted(tables)

    def _forget_left(self) -> None:
        """Forget the seats that were left long ago."""
        since = self._clock() - FORGOTTEN
        for table, places in list(self._seats.items()):
            for place in [place for place, left in places.items() if left is not None and left < since]:
                del places[place]
            if not places:
                del self._seats[table]

    def alive(self) -> list[int]:
        """The processes that were heard of lately."""
        return sorted(process for process in self._heard if self._is_alive(process))

    def _is_alive(self, process: int) -> bool:
        return self.silence(process) < LEASE

    def silence(self, process: int) -> float:
        """Seconds since a process was last heard of."""
        return self._clock() - self._heard.get(process, -LEASE)

    def hear(self, process: int, message: Message) -> Letters:
        """What has to be sent because of a message."""
        self._heard[process] = self._clock()
        table = str(message.get("table", ""))
        match message["say"]:
            case "wrote":
                return self._notices(process, table)
            case "present":
                here = bool(message["here"])
                places = self._seats.setdefault(table, {})
                places[process, str(message["seat"])] = None if here else self._clock()
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
                self._forget_left()
                self._numbers[process] = str(message["text"])
            case "ready":
                return [
                    (process, letter) for held in self._open.values() for letter in held.values()
                ]  # what is open elsewhere since before it came
            case "used":
                return self._to_others(process, {**message, "budget": process})
            case "open":
                return self._note_open(process, {**message, "budget": process})
        return []

    def _note_open(self, process: int, letter: Message) -> Letters:
        held, place = self._open.setdefault(process, {}), (letter["name"], letter["key"])
        if letter["count"]:
            held[place] = letter
        else:
            held.pop(place, None)
        return self._to_others(process, letter)

    def _to_others(self, process: int, message: Message) -> Letters:
        return [(other, message) for other in sorted(self._heard) if other != process]

    def _notices(self, process: int, table: str) -> Letters:
        return self._to_others(process, {"notice": table})

    def _drive(self, process: int, table: str) -> bool:
        owner = self._leases.get(table, process)
        if owner != process and self._is_alive(owner):
            return False
        self._leases[table] = process
        return True

    def _presence(self, process: int, table: str) -> Message:
        here: set[str] = set()
        away: dict[str, float] = {}
        for (other, seat), left in self._seats.get(table, {}).items():
            if other == process:
                continue
            if left is None and self._is_alive(other):
                here.add(seat)
            else:
                since = self._heard.get(other, self._since) if left is None else left
                away[seat] = min(away.get(seat, self._clock()), self._clock() - since)
        return {"here": sorted(here), "away": away, "known_for": self._clock() - self._since}


def add_up(texts: list[str]) -> str:
    """Metrics of several processes as those of one server: numbers of the same name are added.

    What all of them measure of the same database is not: the largest number is the newest, or nearly so.
    """
    sums: dict[str, float] = {}
    for line in "\n".join(texts).splitlines():
        name, _, number = line.rpartition(" ")
        if line.startswith("#"):
            sums.setdefault(line, 0.0)
        elif name:
            known = sums.get(name, 0.0)
            sums[name] = max(known, float(number)) if name in OF_ALL else known + float(number)
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
        self._hear_budget: Callable[[int, Message], None] = lambda process, message: None
        self._writer: asyncio.StreamWriter | None = None
        self._ids = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Message]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def listen(self, notice: Notice) -> None:
        """Whom to tell what others have written."""
        self._notice = notice

    def share(self, budgets: Budgets) -> None:
        """Count limits together with the other processes."""
        self._hear_budget = budgets.hear
        budgets.share(self.say)

    async def open(self) -> None:
        """Listen from now on."""
        reader, self._writer = await asyncio.open_connection(sock=self._connection, limit=LONGEST_LINE)
        self._tasks = [asyncio.create_task(self._hear(reader)), asyncio.create_task(self._beat())]

    async def close(self) -> None:
        """Close the connection."""
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
        elif "budget" in message:
            self._hear_budget(message["budget"], message)
        else:
            asker = self._asked.pop(message["id"], None)
            if asker is not None and not asker.done():
                asker.set_result(message)

    async def _beat(self) -> None:
        while True:
            self.say("beat", text=self._numbers())
            await asyncio.sleep(HEARTBEAT)

    def say(self, what: str, **facts: object) -> None:
        """Send the hub a message."""
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
