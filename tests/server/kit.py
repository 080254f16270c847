"""A whole server in the test's own process: its own store, a clock that stands still, bots that think at once.

    async with serving(tmp_path) as house:
        made = await house.make("carolus", ["me", "open"])
        async with house.player(made["table"], made["seats"]["white"]) as white:
            await white.act(white.offers()[0])

Nothing here waits for a real clock; sockets are real.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import json
import random
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import httpx2
import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.testclient import TestClient
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from aachen.bots import Bot, make_bot
from aachen.core.patch import apply
from aachen.games.versions import rules_of
from aachen.server.app import make_app
from aachen.server.bots.request import AnalysisRequest, BotRequest, BotStats, Evaluated
from aachen.server.bots.worker import evaluate
from aachen.server.messages import Thought
from aachen.server.settings import Settings
from aachen.server.tables import TableRegistry
from aachen.storage.notifications import News, NotificationStore
from aachen.storage.sqlite import SqliteStore
from aachen.storage.store import (
    Elsewhere,
    Notice,
    Store,
    StoredChat,
    StoredEntry,
    StoredSheet,
    StoredTable,
    StoreFailed,
)

Plain = dict[str, Any]

PATIENCE = 20.0  # real seconds a test waits for something before it fails


# ---- Time, chance and bots -----------------------------------------------------------------------


class FakeTime:
    """A clock that only moves when it is told to."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.start = now
        self.seconds = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Event]] = []
        self._numbers = itertools.count()

    def now(self) -> int:
        return self.start + round(self.seconds * 1000)

    def passed(self) -> float:
        return self.seconds

    async def wait(self, event: asyncio.Event, seconds: float | None) -> bool:
        if event.is_set():
            return True
        if seconds is None:
            await event.wait()
            return True
        late = asyncio.Event()
        heapq.heappush(self._sleepers, (self.seconds + seconds, next(self._numbers), late))
        tasks = [asyncio.ensure_future(event.wait()), asyncio.ensure_future(late.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
        return event.is_set()

    async def advance(self, seconds: float) -> None:
        """Let time go by, in order, waking whoever waited."""
        end = self.seconds + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            at, _, late = heapq.heappop(self._sleepers)
            self.seconds = max(self.seconds, at)
            late.set()
            await settle()
        self.seconds = end
        await settle()


async def settle(turns: int = 30) -> None:
    """Let every task do what it can do now."""
    for _ in range(turns):
        await asyncio.sleep(0)


class Dice:
    """Chance for tokens and secrets that is the same in every run."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def __call__(self, size: int) -> bytes:
        return self._random.randbytes(size)


@dataclass
class QuickBots:
    """Bots that think in this process and at once; `hold` lets them think until told otherwise, `plan` what to do."""

    hold: asyncio.Event | None = None
    plan: Callable[[BotRequest], list[Plain]] | None = None
    can_evaluate: bool = True  # whether they can say anything about a finished game
    analyses: list[AnalysisRequest] = field(default_factory=list)
    requests: list[BotRequest] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    closed: bool = False
    stats: BotStats = field(default_factory=BotStats)

    def start(self) -> None:
        pass

    def waiting(self) -> int:
        return 0

    async def close(self) -> None:
        self.closed = True

    async def course(self, request: BotRequest) -> list[Plain]:
        bot = await self._asked(request)
        return bot.course(request.view) if self.plan is None else self.plan(request)

    async def thought(self, request: BotRequest) -> Thought | None:
        bot = await self._asked(request)
        return msgspec.convert(bot.think(request.view).as_dict(), Thought)

    async def chances(self, request: AnalysisRequest) -> list[Evaluated] | None:
        self.analyses.append(request)
        return msgspec.convert(evaluate(request), list[Evaluated]) if self.can_evaluate else None

    async def _asked(self, request: BotRequest) -> Bot:
        self.requests.append(request)
        self.asked.append(f"{request.level} {request.view['viewer']}")
        if self.hold is not None:
            await self.hold.wait()
        rules = rules_of(request.game, request.rules)
        chosen = None if request.options is None else rules.options(request.options)
        return make_bot(request.level, request.seed, chosen, request.rules)


# ---- The server ----------------------------------------------------------------------------------


class House:
    """A running server."""

    def __init__(self, app: Starlette, address: str, time: FakeTime, bots: QuickBots) -> None:
        self.app = app
        self.address = address
        self.time = time
        self.bots = bots
        self.http = httpx2.AsyncClient(base_url=f"http://{address}", timeout=PATIENCE)

    @property
    def tables(self) -> TableRegistry:
        tables: TableRegistry = self.app.state.tables
        return tables

    async def get(self, path: str, token: str | None = None) -> httpx2.Response:
        return await self.http.get(path, headers=_bearer(token))

    async def post(self, path: str, body: object = None, token: str | None = None) -> httpx2.Response:
        return await self.http.post(path, json=body, headers=_bearer(token))

    async def make(self, game: str, seats: list[str], **more: object) -> Plain:
        """A new table; seats are "me", "open", or a level of a bot."""
        wishes = [_wish(kind) for kind in seats]
        answer = await self.post("/api/tables", {"game": game, "seats": wishes, "pace": 0, **more})
        assert answer.status_code == 201, answer.text
        made: Plain = answer.json()
        return made

    async def sit(self, table: str, seat: str | None = None, **more: object) -> Plain:
        answer = await self.post(f"/api/tables/{table}/sit", {"seat": seat, **more})
        assert answer.status_code == 200, answer.text
        sat: Plain = answer.json()
        return sat

    async def change(self, table: str, seat: str, do: str, token: str | None, **more: object) -> Plain:
        answer = await self.post(f"/api/tables/{table}/seats/{seat}", {"do": do, **more}, token)
        assert answer.status_code == 200, answer.text
        changed: Plain = answer.json()
        return changed

    async def sheet(self, table: str) -> Plain:
        sheet: Plain = (await self.get(f"/api/tables/{table}")).json()
        return sheet

    @contextlib.asynccontextmanager
    async def player(
        self, table: str, token: str | None = None, after: int | None = None, deltas: bool = False
    ) -> AsyncIterator[Player]:
        """Somebody at a table, who has said hello and heard welcome."""
        player = await Player.come(self, table, token, after, deltas)
        try:
            yield player
        finally:
            await player.leave()


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def _wish(kind: str) -> Plain:
    return {"kind": kind} if kind in ("me", "open") else {"kind": "bot", "level": kind}


@contextlib.asynccontextmanager
async def serving(
    folder: Path, store: Store | None = None, hold_bots: bool = False, **settings: Any
) -> AsyncIterator[House]:
    """A server on a store in this folder; serve the same folder again to see what was kept."""
    time = settings.pop("time", None) or FakeTime()
    bots = QuickBots(asyncio.Event() if hold_bots else None)
    app = _app(folder, store, time, bots, settings)
    server = uvicorn.Server(
        uvicorn.Config(
            app, port=0, log_level="error", ws_per_message_deflate=False, timeout_graceful_shutdown=2
        )
    )
    task = asyncio.create_task(server.serve())
    await until(lambda: server.started or task.done())
    if task.done():
        await task
    port = server.servers[0].sockets[0].getsockname()[1]
    house = House(app, f"127.0.0.1:{port}", time, bots)
    try:
        yield house
    finally:
        await house.http.aclose()
        server.should_exit = True
        await task


@contextlib.contextmanager
def asking(folder: Path, store: Store | None = None, **settings: Any) -> Iterator[TestClient]:
    """A client of a server without sockets of its own: for tests of single requests, in plain functions."""
    time = settings.pop("time", None) or FakeTime()
    app = _app(folder, store, time, QuickBots(), settings)
    with TestClient(
        app, "http://127.0.0.1", raise_server_exceptions=False, client=("127.0.0.1", 50_000)
    ) as client:
        yield client


def _app(
    folder: Path, store: Store | None, time: FakeTime, bots: QuickBots, settings: dict[str, Any]
) -> Starlette:
    chosen: Plain = {
        "hint_level": "greedy",
        "limits": None,
        "presence_seconds": 0.0,
        "workers": lambda: bots,
        **settings,
    }
    chosen.setdefault("chance", Dice(random.randrange(1 << 30)))
    return make_app(store or SqliteStore(folder / "tables.db"), Settings(time=time, **chosen))


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is true; a test that waits too long fails."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.002)


# ---- A player ------------------------------------------------------------------------------------


class Addressed(Protocol):
    """A server of this process, or a process of its own."""

    address: str


class Player:
    """A client of the protocol: remembers everything it hears, byte for byte."""

    def __init__(self, socket: ClientConnection, table: str) -> None:
        self.socket = socket
        self.table = table
        self.heard: list[Plain] = []
        self.texts: list[str] = []  # of the frames and deltas alone
        self.frames: list[Plain] = []
        self.closed_with: int | None = None
        self._news = asyncio.Condition()
        self._numbers = itertools.count(1)
        self._reader: asyncio.Task[None] | None = None

    @staticmethod
    async def come(
        house: Addressed, table: str, token: str | None, after: int | None = None, deltas: bool = False
    ) -> Player:
        """Say hello, and wait for the welcome and the newest frame, if there is one."""
        player = await Player.knock(house, table)
        await player.say({"say": "hello", "token": token, "after": after, "deltas": deltas})
        welcome = await player.hear("welcome")
        if welcome["seq"] is not None and (after is None or after < welcome["seq"]):
            await player.seen(welcome["seq"])
        return player

    @staticmethod
    async def knock(house: Addressed, table: str) -> Player:
        """Open a socket and say nothing yet."""
        socket = await connect(
            f"ws://{house.address}/api/tables/{table}/socket",
            subprotocols=["aachen.1"],  # type: ignore[list-item]
            max_size=None,
            compression=None,
        )
        player = Player(socket, table)
        player._reader = asyncio.create_task(player._read())
        return player

    async def leave(self) -> None:
        """Close the socket."""
        await self.socket.close()
        if self._reader is not None:
            await self._reader

    async def drop(self) -> None:
        """Be gone without a word, as when a line breaks."""
        self.socket.transport.abort()
        if self._reader is not None:
            await self._reader

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                await self._note(text)
        except ConnectionClosed:
            pass
        self.closed_with = self.socket.close_code
        async with self._news:
            self._news.notify_all()

    async def _note(self, text: str) -> None:
        message: Plain = json.loads(text)
        async with self._news:
            self.heard.append(message)
            if message["say"] in ("frame", "delta"):
                self.texts.append(text)
                self.frames.append(whole_frame(message, self.frames[-1:]))
            self._news.notify_all()

    async def say(self, message: object) -> None:
        """Send anything."""
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def ask(self, say: str, **keys: object) -> Plain:
        """Send a message and wait for its answer."""
        number = next(self._numbers)
        await self.say({"say": say, "id": number, **keys})
        return await self._until(lambda: self._answer(number))

    def _answer(self, number: int) -> Plain | None:
        return next((message for message in self.heard if message.get("id") == number), None)

    async def hear(self, say: str, where: Callable[[Plain], bool] = lambda message: True) -> Plain:
        """The first message of a kind, past or to come."""
        return await self._until(
            lambda: next((one for one in self.heard if one["say"] == say and where(one)), None)
        )

    async def seen(self, seq: int) -> Plain:
        """The frame of an entry, when it is there."""
        return await self._until(lambda: next((one for one in self.frames if one["seq"] == seq), None))

    async def closed(self) -> int:
        """The code the socket was closed with."""
        await self._until(lambda: {"code": self.closed_with} if self.closed_with is not None else None)
        assert self.closed_with is not None
        return self.closed_with

    async def _until(self, find: Callable[[], Plain | None]) -> Plain:
        async with asyncio.timeout(PATIENCE), self._news:
            while (found := find()) is None:
                if self.closed_with is not None:
                    raise AssertionError(f"closed with {self.closed_with}; heard {self.heard[-3:]}")
                await self._news.wait()
            return found

    # What this player sees

    @property
    def seq(self) -> int:
        return int(self.frames[-1]["seq"])

    @property
    def view(self) -> Plain:
        view: Plain = self.frames[-1]["view"]
        return view

    def offers(self) -> list[Plain]:
        offers: list[Plain] = self.view.get("offers", [])
        return offers

    async def turn(self) -> list[Plain]:
        """What is offered to this player, as soon as it is their turn: bots before them act in tasks of their own."""
        await self._until(lambda: self.frames[-1] if self.frames and self.offers() else None)
        return self.offers()

    async def act(self, action: Plain | None = None, after: int | None = None) -> Plain:
        """Do something, the first offer of this player's turn if nothing is said; waits for the frame too."""
        chosen = (await self.turn())[0] if action is None else action
        answer = await self.ask("act", after=self.seq if after is None else after, action=chosen)
        if answer["say"] == "done":
            await self.seen(answer["seq"])
        return answer


def whole_frame(message: Plain, before: list[Plain]) -> Plain:
    """A frame as it came, or of a delta what it makes of the frame before it."""
    if message["say"] == "frame":
        return message
    assert [frame["seq"] for frame in before] == [message["seq"] - 1]
    view: Any = apply(before[0]["view"], message["patch"])
    assert message["check"] in (None, zlib.crc32(msgspec.json.encode(view)))
    same = {key: message[key] for key in ("seq", "by", "events")}
    return {"say": "frame", **same, "view": view, "undo": message["undo"]}


async def play_on(players: Mapping[str, Player], moves: int, choose: random.Random) -> int:
    """Let people at one table play at random; how many moves were made before the end."""
    for made in range(moves):
        last = max(player.seq for player in players.values())
        for player in players.values():
            await player.seen(last)
        asked = [seat for seat in next(iter(players.values())).view["to_act"] if seat in players]
        if not asked:
            return made
        player = players[choose.choice(asked)]
        answer = await player.act(choose.choice(player.offers()))
        assert answer["say"] == "done", answer
    return moves


# ---- Stores that misbehave, and two servers on one store -----------------------------------------


class Wrapped:
    """Passes everything on to another store; tests change what they need."""

    def __init__(self, inner: Store) -> None:
        self.inner = inner
        self.fail: Callable[[str], bool] = lambda call: False

    @property
    def epoch(self) -> int:
        return self.inner.epoch

    @property
    def notifications(self) -> NotificationStore:
        return self.inner.notifications

    def _check(self, call: str) -> None:
        if self.fail(call):
            raise StoreFailed(call)

    async def open(self, notice: Notice) -> None:
        await self.inner.open(notice)

    async def close(self) -> None:
        await self.inner.close()

    async def ready(self) -> bool:
        return not self.fail("ready") and await self.inner.ready()

    async def create(self, sheet: StoredSheet) -> None:
        self._check("create")
        await self.inner.create(sheet)

    async def load(self, table: str) -> StoredTable | None:
        self._check("load")
        return await self.inner.load(table)

    async def since(self, table: str, seq: int, number: int) -> StoredTable | None:
        self._check("since")
        return await self.inner.since(table, seq, number)

    async def change(self, sheet: StoredSheet, news: News | None = None) -> None:
        self._check("change")
        await self.inner.change(sheet, news)

    async def append(
        self,
        table: str,
        entry: StoredEntry,
        sheet: StoredSheet | None = None,
        *,
        before: list[str] | None = None,
        whole: bool = False,
        news: News | None = None,
        version: int | None = None,
    ) -> None:
        self._check("append")
        await self.inner.append(table, entry, sheet, before=before, whole=whole, news=news, version=version)

    async def talk(self, table: str, chat: StoredChat) -> None:
        self._check("talk")
        await self.inner.talk(table, chat)

    async def find(self, state: str, listed: bool | None, limit: int) -> list[StoredSheet]:
        self._check("find")
        return await self.inner.find(state, listed, limit)

    async def summaries(self, tables: list[str]) -> dict[str, tuple[StoredSheet, int]]:
        self._check("glance")
        return await self.inner.summaries(tables)

    def present(self, table: str, seat: str, here: bool) -> None:
        self.inner.present(table, seat, here)

    async def presence(self, table: str) -> Elsewhere:
        self._check("presence")
        return await self.inner.presence(table)

    async def drive(self, table: str) -> bool:
        return await self.inner.drive(table)

    async def release(self, table: str) -> None:
        await self.inner.release(table)


class Shared(Wrapped):
    """One of several servers' stores on the same tables: tells the others when it has written."""

    def __init__(self, inner: Store, others: list[Shared]) -> None:
        super().__init__(inner)
        self.others = others
        self.notice: Notice = lambda table: None
        self.is_deaf = False  # hears no notices
        self.time: FakeTime | None = None  # by which absence is counted
        self.seen: dict[tuple[str, str], float | None] = {}  # when a seat left; None: it is here
        others.append(self)

    async def open(self, notice: Notice) -> None:
        self.notice = notice
        if self.others[0] is self:
            await self.inner.open(lambda table: None)

    async def close(self) -> None:
        self.others.remove(self)
        if not self.others:
            await self.inner.close()

    def _tell(self, table: str) -> None:
        for other in self.others:
            if other is not self and not other.is_deaf:
                other.notice(table)

    async def change(self, sheet: StoredSheet, news: News | None = None) -> None:
        await super().change(sheet, news)
        self._tell(sheet.table)

    async def append(
        self,
        table: str,
        entry: StoredEntry,
        sheet: StoredSheet | None = None,
        *,
        before: list[str] | None = None,
        whole: bool = False,
        news: News | None = None,
        version: int | None = None,
    ) -> None:
        await super().append(table, entry, sheet, before=before, whole=whole, news=news, version=version)
        self._tell(table)

    async def talk(self, table: str, chat: StoredChat) -> None:
        await super().talk(table, chat)
        self._tell(table)

    def present(self, table: str, seat: str, here: bool) -> None:
        self.seen[table, seat] = None if here else 0.0 if self.time is None else self.time.passed()
        self._tell(table)

    async def presence(self, table: str) -> Elsewhere:
        self._check("presence")
        here, away = set[str](), dict[str, float]()
        for other in self.others:
            for (name, seat), left in other.seen.items():
                if name == table and other is not self:
                    if left is None:
                        here.add(seat)
                    elif self.time is not None:
                        away[seat] = self.time.passed() - left
        return Elsewhere(here, away)

    async def drive(self, table: str) -> bool:
        return self.others[0] is self
