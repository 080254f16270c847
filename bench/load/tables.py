"""Tables full of players made of code: each looks at its screen and does something that is offered."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

import msgspec

from aachen.core.patch import apply
from load.socket_client import Socket

PLAYERS = 3


class SeenView(msgspec.Struct):
    """The part of a view that a player made of code looks at; the rest is skipped, not read."""

    to_act: list[str]
    offers: list[dict[str, Any]] = []


class SeenFrame(msgspec.Struct, tag_field="say", tag="frame"):
    """A frame, as far as it is looked at."""

    seq: int
    view: SeenView


class SeenPatch(msgspec.Struct):
    """The part of a patch that a player made of code looks at."""

    to_act: Any = None
    offers: Any = None


class SeenDelta(msgspec.Struct, tag_field="say", tag="delta"):
    """A delta, as far as it is looked at."""

    seq: int
    patch: SeenPatch


@dataclass
class LoadCounts:
    """What was measured."""

    seconds: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)  # bytes of every frame and delta
    failed: list[str] = field(default_factory=list)


class Player:
    """One seat and its socket."""

    def __init__(self, table: LoadTable, seat: str, token: str) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.seq = -1
        self.offers: list[dict[str, Any]] = []
        self.to_act: list[str] = []

    async def sit(self, host: str, port: int) -> None:
        path = f"/api/tables/{self.table.id}/socket"
        self.socket = await Socket.connect(host, port, path, "aachen.1", self.hear)
        hello = {"say": "hello", "token": self.token, "after": None, "deltas": True}
        self.socket.say(json.dumps(hello).encode())

    def hear(self, message: bytes) -> None:
        if not message.startswith((b'{"say":"frame"', b'{"say":"delta"')):
            self.table.note_answer(message)
            return
        self._look(msgspec.json.decode(message, type=SeenFrame | SeenDelta))
        self.table.counts.sizes.append(len(message))
        self.table.note_frame(self.seq)

    def _look(self, seen: SeenFrame | SeenDelta) -> None:
        self.seq = seen.seq
        if isinstance(seen, SeenFrame):
            self.offers, self.to_act = seen.view.offers, seen.view.to_act
            return
        if seen.patch.offers is not None:
            self.offers = _patched(self.offers, seen.patch.offers)
        if seen.patch.to_act is not None:
            self.to_act = _patched(self.to_act, seen.patch.to_act)


def _patched(part: Any, patch: Any) -> Any:
    """A part of a view after a delta."""
    return apply(part, patch)


class LoadTable:
    """A table of players, and the time from a move to the last of their screens."""

    def __init__(self, made: dict[str, Any], counts: LoadCounts, chance: random.Random) -> None:
        self.id: str = made["table"]
        self.players = [Player(self, seat, token) for seat, token in made["seats"].items()]
        self.counts = counts
        self.chance = chance
        self.sent = 0.0
        self.waiting = 0  # for so many screens
        self.wanted = -1
        self.is_over = False
        self.shown = asyncio.Event()

    def begin_move(self) -> bool:
        """Let somebody act; whether there was somebody who could."""
        if self.waiting:
            self.counts.failed.append("the last move was not on every screen when the next was due")
            return False
        ready = [player for player in self.players if player.seat in player.to_act and player.offers]
        if not ready:
            self.is_over = all(not player.to_act for player in self.players)
            return False
        player = self.chance.choice(ready)
        action = self.chance.choice(player.offers)
        self.wanted, self.waiting = player.seq + 1, len(self.players)
        self.shown.clear()
        self.sent = time.perf_counter()
        player.socket.say(json.dumps({"say": "act", "id": 1, "after": player.seq, "action": action}).encode())
        return True

    def note_frame(self, seq: int) -> None:
        """A screen shows an entry."""
        if not self.waiting or seq != self.wanted:
            return
        self.waiting -= 1
        if not self.waiting:
            self.counts.seconds.append(time.perf_counter() - self.sent)
            self.shown.set()

    def note_answer(self, message: bytes) -> None:
        """Anything but a frame: only what went wrong is of interest."""
        if not message.startswith(
            (b'{"say":"refused"', b'{"say":"stale"', b'{"say":"error"', b'{"say":"bye"')
        ):
            return
        self.counts.failed.append(message[:120].decode())
        self.waiting = 0
        self.shown.set()

    def close(self) -> None:
        for player in self.players:
            player.socket.close()


def make_tables(host: str, port: int, number: int, game: str) -> list[dict[str, Any]]:
    """So many tables, made and begun."""
    wish = {
        "game": game,
        "options": {"players": PLAYERS},
        "seats": [{"kind": "me"}] * PLAYERS,
        "begin": "host",
        "pace": 0,
    }
    made = []
    for _ in range(number):
        connection = http.client.HTTPConnection(host, port, timeout=60)  # of several processes, any
        table = _post(connection, "/api/tables", wish)
        _post(connection, f"/api/tables/{table['table']}/begin", None, table["host"])
        made.append(table)
        connection.close()
    return made


def _post(connection: http.client.HTTPConnection, path: str, body: Any, token: str = "") -> dict[str, Any]:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request("POST", path, "" if body is None else json.dumps(body), headers)
    response = connection.getresponse()
    content = response.read()
    if response.status >= 300:
        raise RuntimeError(f"{path}: {response.status} {content[:200]!r}")
    answer: dict[str, Any] = json.loads(content)
    return answer


async def sit_down(host: str, port: int, tables: list[LoadTable]) -> None:
    """Open every socket, some at a time, and wait until every screen shows something."""
    players = [player for table in tables for player in table.players]
    for at in range(0, len(players), 50):
        await asyncio.gather(*(player.sit(host, port) for player in players[at : at + 50]))
    for _ in range(600):
        if all(player.seq >= 0 for player in players):
            return
        await asyncio.sleep(0.1)
    raise RuntimeError("some screens stayed empty for a minute")


async def steady(tables: list[LoadTable], interval: float, seconds: float) -> float:
    """Every table makes a move each `interval`, evenly spread, whether or not the server keeps up; moves a second."""

    async def keep_moving(table: LoadTable, offset: float) -> int:
        due, moves = began + offset, 0
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            moves += table.begin_move()
            due += interval
        return moves

    began = time.perf_counter()
    until = began + seconds
    offsets = [interval * at / len(tables) for at in range(len(tables))]
    moves = await asyncio.gather(*map(keep_moving, tables, offsets))
    await asyncio.sleep(1.0)
    return sum(moves) / seconds


async def flat_out(tables: list[LoadTable], seconds: float) -> float:
    """Every table makes its next move as soon as all screens show the last; moves a second."""

    async def keep_moving(table: LoadTable) -> None:
        while time.perf_counter() < until and not table.is_over:
            if table.begin_move():
                await asyncio.wait_for(table.shown.wait(), 30)
            else:
                await asyncio.sleep(0.001)

    until = time.perf_counter() + seconds
    before = len(tables[0].counts.seconds)
    await asyncio.gather(*map(keep_moving, tables))
    return (len(tables[0].counts.seconds) - before) / seconds
