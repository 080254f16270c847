"""A player who comes back: after a lost connection, a killed server, at another server, with everything remembered.

What was shown or acknowledged once must be there for ever, byte for byte; whatever is missing fails the test at once.
"""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

Plain = dict[str, Any]

OVERLAP = 3  # frames that are asked for again after a return, and compared
AT_ONCE = 20  # a server lets a socket speak so often at once,
PAUSE = 0.12  # and then not faster than this for long
GONE = (OSError, WebSocketException, InvalidHandshake, EOFError, asyncio.TimeoutError)


class Lost(AssertionError):
    """Something acknowledged is not there any more."""


class Persistent:
    """One seat at one table, or, without a token, somebody who watches; plays at random what is offered."""

    def __init__(self, table: str, token: str | None, chance: random.Random) -> None:
        self.table = table
        self.token = token
        self.chance = chance
        self.frames: dict[int, str] = {}  # by seq
        self.acknowledged = 0  # the latest seq that a `done` named
        self.moves = 0
        self.failures: list[str] = []  # codes of errors
        self.is_over = False
        self.is_polite = True  # acts when it is asked
        self._waits_for: int | None = None
        self._acted_on = -1  # the screen of the last act
        self._acts = 0  # since the last hello
        self._numbers = iter(range(1, 1 << 60))

    @property
    def last(self) -> int:
        """The newest frame."""
        return max(self.frames, default=-1)

    @property
    def view(self) -> Plain:
        """The newest screen."""
        view: Plain = json.loads(self.frames[self.last])["view"]
        return view

    async def play(self, address: str) -> None:
        """Sit at this server until the game is over or the server gone."""
        self._waits_for, self._acted_on, self._acts = None, -1, 0
        try:
            async with connect(
                f"ws://{address}/api/tables/{self.table}/socket",
                subprotocols=["aachen.1"],  # type: ignore[list-item]
                max_size=None,
                compression=None,
            ) as socket:
                await self._sit(socket)
        except GONE:
            return

    async def _sit(self, socket: ClientConnection) -> None:
        after = max(min(self.frames), self.last - OVERLAP) if self.frames else None
        await socket.send(json.dumps({"say": "hello", "token": self.token, "after": after}))
        async for text in socket:
            assert isinstance(text, str)
            self._hear(json.loads(text), text)
            if self.is_over:
                return
            await self._act(socket)

    def _hear(self, message: Plain, text: str) -> None:
        if message["say"] == "welcome":
            there = -1 if message["seq"] is None else message["seq"]
            if there < max(self.acknowledged, self.last):
                raise Lost(
                    f"{self.table}: {there} entries, but {self.acknowledged} done and {self.last} shown"
                )
            assert (message["seat"] is None) == (self.token is None)
        elif message["say"] == "frame":
            self._see(message, text)
        elif message.get("id") is not None and message["id"] == self._waits_for:
            self._waits_for = None
            self._answered(message)

    def _see(self, frame: Plain, text: str) -> None:
        seq = frame["seq"]
        if self.frames.setdefault(seq, text) != text:
            raise Lost(f"{self.table}: entry {seq} was another one before")
        if seq != min(self.frames) and seq - 1 not in self.frames:
            raise Lost(f"{self.table}: entry {seq} came without the one before it")
        self.is_over = seq == self.last and not frame["view"]["to_act"]

    def _answered(self, message: Plain) -> None:
        if message["say"] == "done":
            self.moves += 1
            self.acknowledged = max(self.acknowledged, message["seq"])
        elif message["say"] == "error":
            self.failures.append(message["error"]["code"])
            self._acted_on = -1
        else:
            assert message["say"] == "stale", message

    async def _act(self, socket: ClientConnection) -> None:
        """One act at a time, chosen from the newest screen, and once per screen unless it failed."""
        if self._waits_for is not None or not self.is_polite or self.token is None or not self.frames:
            return
        offers = self.view.get("offers", [])
        if offers and self.last > self._acted_on and self.last >= self.acknowledged:
            self._acts += 1
            if self._acts > AT_ONCE:
                await asyncio.sleep(PAUSE)
            self._waits_for, self._acted_on = next(self._numbers), self.last
            act = {
                "say": "act",
                "id": self._waits_for,
                "after": self.last,
                "action": self.chance.choice(offers),
            }
            await socket.send(json.dumps(act))
