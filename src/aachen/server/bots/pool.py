"""The process pool of bots: decisions never block the event loop.

A bot gets its seat's view and nothing else.
Whoever asks gets one of the offered actions within the patience given, whatever the bot does:
if it thinks too long, crashes or names something that is not offered, its process is replaced
and a quick bot answers in its place; if that fails as well, the first offer is taken.

There are three lanes, each with processes of its own, so that who answers at once never waits for who thinks long:
quick (random, greedy), brisk (planner, and analysing finished games) and deep (search).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar, get_args

import msgspec

from aachen.server import journal
from aachen.server.bots.process import Worker
from aachen.server.bots.queue import FairQueue, NoAnswer, QueuedRequest
from aachen.server.bots.request import AnalysisRequest, BotRequest, BotStats, Evaluated, Lane, Plain
from aachen.server.messages import Thought

MAKER = "aachen.bots:make_bot"
NICE: dict[Lane, int] = {
    "quick": 2,
    "brisk": 6,
    "deep": 12,
}  # priorities: tables before bots, short computations before long ones
QUICK = "greedy"  # the bot that answers when another one does not
MOST_WAITING = 2_000
RESERVE = 0.25  # of the patience is kept for the quick bot …
MOST_RESERVE = 2.0  # … but no more seconds than this


# ---- All of them ---------------------------------------------------------------------------------


class BotPool:
    """Processes for bots to think in: so many for deep thoughts and for quick ones, and one for what lies between."""

    def __init__(
        self,
        processes: int = 1,
        maker: str = MAKER,
        most_waiting: int = MOST_WAITING,
        most_of_address: int | None = None,
    ) -> None:
        assert processes > 0, "somebody has to think"
        self.stats = BotStats()
        self._queues = {lane: FairQueue(most_waiting, most_of_address) for lane in get_args(Lane)}
        self._workers = [self._worker("deep", number, maker) for number in range(1, processes + 1)]
        self._workers.append(self._worker("brisk", 1, MAKER))
        self._workers += [self._worker("quick", number, MAKER) for number in range(1, processes + 1)]
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closed = False

    def _worker(self, lane: Lane, number: int, maker: str) -> Worker:
        return Worker(f"{lane} {number}", self._queues[lane], maker, NICE[lane])

    def start(self) -> None:
        """Start the processes; the first question does it too."""
        assert not self._is_closed, "closed for good"
        if not self._tasks:
            self._tasks = [asyncio.create_task(worker.run(), name="bot worker") for worker in self._workers]

    async def ready(self) -> None:
        """Wait until every process can answer."""
        self.start()
        for worker in self._workers:
            await worker.is_ready.wait()

    def waiting(self) -> int:
        """How many questions wait for a process."""
        return sum(len(queue) for queue in self._queues.values())

    async def close(self) -> None:
        """End all processes; whoever still waits gets the first offer."""
        self._is_closed = True
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for queue in self._queues.values():
            while len(queue):
                (await queue.get()).fail("closing")

    # ---- Requests

    async def course(self, request: BotRequest) -> list[Plain]:
        """What a bot of that level does now, one of the offers, and what it would do next, until it learns something.

        There is an answer within the patience, whatever happens.
        """
        found = await self._answer(request, _course)
        return [request.offers[0].copy()] if found is None else found

    async def thought(self, request: BotRequest) -> Thought | None:
        """What a bot would do in a player's place and why, from that player's view; None if no bot answers in time."""
        return await self._answer(request, _thought)

    async def chances(self, request: AnalysisRequest) -> list[Evaluated] | None:
        """How everybody's chances stood in a part of a finished game; None if nobody could say in time."""
        try:
            found = await self._put(request, _now() + request.patience)
            return msgspec.convert(found, list[Evaluated])
        except (NoAnswer, msgspec.ValidationError) as no:
            self._note(no, request.game, "chances", request.table)
            return None

    async def _answer(self, request: BotRequest, read: Read[Found]) -> Found | None:
        """The answer of the bot that was asked, or else of the quick one."""
        assert request.offers
        end = _now() + request.patience
        found = await self._asked(request, end - min(MOST_RESERVE, request.patience * RESERVE), read)
        if found is not None:
            self.stats.chosen += 1
            return found
        self.stats.replaced += 1
        return await self._asked(msgspec.structs.replace(request, level=QUICK), end, read)

    async def _asked(self, request: BotRequest, deadline: float, read: Read[Found]) -> Found | None:
        """An answer that can be used; if there is none, the journal says why."""
        try:
            return read(await self._put(request, deadline), request.offers)
        except (NoAnswer, msgspec.ValidationError) as no:
            self._note(no, request.game, request.level, request.table)
            return None

    def _note(self, no: Exception, game: str, level: str, table: str) -> None:
        cause = no.kind if isinstance(no, NoAnswer) else "not_understood"
        kind = cause.partition(":")[0]
        self.stats.by_kind[kind] = self.stats.by_kind.get(kind, 0) + 1
        if not self._is_closed:
            journal.warn("bot_replaced", table=table, game=game, bot=level, kind=cause)

    async def _put(self, request: BotRequest | AnalysisRequest, deadline: float) -> object:
        """An answer, if it comes in time."""
        if self._is_closed:
            raise NoAnswer("closing")
        self.start()
        queue = self._queues[request.lane]
        job = QueuedRequest(request, deadline, asyncio.get_running_loop().create_future())
        try:
            async with asyncio.timeout_at(deadline):
                await queue.put(job)
                return await job.answer
        except TimeoutError:
            raise NoAnswer("too_slow") from None
        finally:
            queue.forget(job)


# ---- Checking answers -------------------------------------------------------------------------

Found = TypeVar("Found")
Read = Callable[[object, list[Plain]], Found]


def _course(found: object, offers: list[Plain]) -> list[Plain]:
    """A course that begins with an offer; what comes after it is checked when its time has come."""
    course = msgspec.convert(found, list[Plain])
    if not course or course[0] not in offers:
        raise NoAnswer("not_offered")
    return course


def _thought(found: object, offers: list[Plain]) -> Thought:
    """A thought whose every course begins with an offer."""
    thought = msgspec.convert(found, Thought)
    for course in (thought.best, *thought.others):
        _course(course.actions, offers)
    return thought


def _now() -> float:
    return asyncio.get_running_loop().time()
