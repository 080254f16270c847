"""What one address can do to a server: each attack from an address of its own on this machine, bounded in count and time.

    python attackers.py NAME PORT SECONDS

Prints one JSON object: how much was done, and how much was refused.
"""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from aachen.core.json_lines import write_object
from aachen.core.log import Record
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from load.chosen_games import boards as shipped_boards  # noqa: E402
from load.chosen_games import game_for, open_game  # noqa: E402

HOST = "127.0.0.1"
FROM = "127.0.0.2"
Plain = dict[str, Any]
Attack = Callable[["Attacker"], Awaitable[None]]


class Attacker:
    """An address that does its worst until its time is over."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port = port
        self.end = time.monotonic() + seconds
        self.done: Counter[str] = Counter()

    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.end

    def send(self, method: str, path: str, body: str | None = None, kind: str = "application/json") -> Plain:
        """One request; what was answered, or nothing."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=30, source_address=(FROM, 0))
        try:
            headers = {} if body is None else {"Content-Type": kind}
            connection.request(method, path, None if body is None else body.encode(), headers)
            answer = connection.getresponse()
            self.done[str(answer.status)] += 1
            data: Plain = json.loads(answer.read() or b"{}")
            return data if answer.status < 300 else {}
        except (OSError, ValueError, http.client.HTTPException):
            self.done["lost"] += 1
            return {}
        finally:
            connection.close()

    async def ask(self, *args: Any) -> Plain:
        """The same without waiting for it."""
        return await asyncio.to_thread(self.send, *args)

    async def make(self, game: str, seats: list[Plain], **more: object) -> Plain:
        """A new table, or nothing."""
        wish = {"game": game, "seats": seats, "pace": 0, **more}
        return await self.ask("POST", "/api/tables", json.dumps(wish))

    async def open(self, table: str, token: str | None = None) -> ClientConnection | None:
        """A socket that has said hello, or nothing."""
        try:
            socket = await connect(
                f"ws://{HOST}:{self.port}/api/tables/{table}/socket",
                local_addr=(FROM, 0),
                max_size=None,
                compression=None,
                open_timeout=20,
            )
            await socket.send(json.dumps({"say": "hello", "token": token, "after": None}))
        except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            self.done["socket refused"] += 1
            return None
        return socket

    async def flood(self, socket: ClientConnection, message: Plain) -> None:
        """Say the same again and again, each time when the last was answered."""
        try:
            for number in itertools.count(1):
                if not self.goes_on():
                    return
                await socket.send(json.dumps({**message, "id": number}))
                await self._answered(socket, number)
        except (OSError, ConnectionClosed, TimeoutError):
            self.done["socket lost"] += 1

    async def _answered(self, socket: ClientConnection, number: int) -> None:
        while self.goes_on():
            data = json.loads(await asyncio.wait_for(socket.recv(), 20))
            if data.get("id") == number:
                self.done["refused" if data["say"] == "error" else "answered"] += 1
                return


ME = {"kind": "me"}


async def previews(attacker: Attacker) -> None:
    """64 previews in one message, on 40 sockets."""
    made = await attacker.make(game_for(3), [ME, ME, ME])
    sockets = []
    for _ in range(40):
        token = next(iter(made["seats"].values()))
        socket = await attacker.open(made["table"], token)
        if socket is not None:
            sockets.append(socket)
    data = [json.loads(await sockets[0].recv()) for _ in range(3)]
    frame = next(each for each in data if each["say"] == "frame")
    offers = frame["view"]["offers"]
    actions = [offers[number % len(offers)] for number in range(64)]
    await asyncio.gather(*(attacker.flood(each, {"say": "preview", "actions": actions}) for each in sockets))


async def half_requests(attacker: Attacker) -> None:
    """1,100 connections that say half of a request."""
    held = []
    for _ in range(1_100):
        try:
            reader, writer = await asyncio.open_connection(HOST, attacker.port, local_addr=(FROM, 0))
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            held.append((reader, writer))
            attacker.done["opened"] += 1
        except OSError:
            attacker.done["refused"] += 1
    while attacker.goes_on():
        await asyncio.sleep(0.1)


async def records(attacker: Attacker) -> None:
    """A story of 7.7 MB, again and again."""
    story = big_story(7_700_000)
    while attacker.goes_on():
        await attacker.ask("POST", "/api/records", story, "text/plain")


async def banks(attacker: Attacker) -> None:
    """Tables whose clocks run for thirty days."""
    clock = {"bank": 30 * 86_400, "add": 0}
    while attacker.goes_on():
        await attacker.make(game_for(2), [ME, ME], clock=clock)


async def bots(attacker: Attacker) -> None:
    """40 tables of five bots that search."""
    for _ in range(40):
        await attacker.make(game_for(5), [{"kind": "bot", "level": "search"}] * 5, thinking=10)
    while attacker.goes_on():
        await asyncio.sleep(0.1)


async def shows(attacker: Attacker) -> None:
    """Moments of five games of 4,990 lines."""
    log, sockets = long_log(4_990), []
    for _ in range(5):
        made = await attacker.ask("POST", "/api/records", log, "text/plain")
        socket = await attacker.open(made["table"]) if made else None
        if socket is not None:
            sockets.append(socket)
    await asyncio.gather(*(attacker.flood(each, {"say": "show", "seq": 7, "eyes": None}) for each in sockets))


async def boards(attacker: Attacker) -> None:
    """Boards that are all different."""
    _, shipped = shipped_boards().shipped()
    for number in itertools.count():
        if not attacker.goes_on():
            return
        await attacker.ask(
            "POST", "/api/boards", json.dumps({**shipped, "name": f"board {number}"}), "text/plain"
        )


async def chats(attacker: Attacker) -> None:
    """Chat on 60 sockets of one table."""
    made = await attacker.make(open_game(), [ME, ME])
    sockets = [await attacker.open(made["table"], next(iter(made["seats"].values()))) for _ in range(60)]
    flooding = (
        attacker.flood(each, {"say": "chat", "text": "salve"}) for each in sockets if each is not None
    )
    await asyncio.gather(*flooding)


ATTACKS: dict[str, Attack] = {
    "previews": previews,
    "half_requests": half_requests,
    "records": records,
    "banks": banks,
    "bots": bots,
    "shows": shows,
    "boards": boards,
    "chats": chats,
}


# ---- Files ---------------------------------------------------------------------------------------


def big_story(size: int) -> str:
    """A story of about so many bytes: one view again and again, as a viewer without a seat saw it."""
    game = GAMES[game_for(3)]
    options = game.options({"players": 3})
    position = game.new(options, SeededLuck(814))
    header = {
        "aachen": "story/1",
        "game": game.name,
        "rules": game.rules_version,
        "options": options.as_dict(),
    }
    header |= {"seats": position.seats(), "names": {}, "eyes": None}
    lines, length = [write_object(header)], 0
    view = position.view(None)
    while length < size and len(lines) < 4_990:
        lines.append(write_object({"seq": len(lines) - 1, "by": None, "events": [], "view": view}))
        length += len(lines[-1]) + 1
    return "".join(f"{line}\n" for line in lines)


def long_log(length: int) -> str:
    """A log of so many lines: something is done and taken back, again and again."""
    game, luck, choose = GAMES[open_game()], SeededLuck(814), random.Random(814)
    record = Record.begin(game, game.options({"players": 2}), luck)
    while len(record.lines) < length:
        seat = record.position.to_act()[0]
        record.play(seat, choose.choice(record.position.offers(seat)), luck)
        back = record.undoable()
        if back:
            record.undo(back[0])
    return "".join(f"{line}\n" for line in record.lines)


async def run(name: str, port: int, seconds: float) -> None:
    """Attack until the time is over, and say what came of it."""
    attacker = Attacker(port, seconds)
    try:
        async with asyncio.timeout(seconds + 5):
            await ATTACKS[name](attacker)
    except TimeoutError:
        pass
    except Exception as trouble:  # an attack that the server breaks off is over
        attacker.done[f"ended by {type(trouble).__name__}"] += 1
    print(json.dumps(attacker.done), flush=True)


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
    sys.stdout.flush()
    import os

    os._exit(0)  # threads that still wait for an answer do not matter
