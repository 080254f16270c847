"""The queue in front of bot processes: addresses take turns by what they used, and tables of one address in order."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aachen.server.address import ADDRESS
from aachen.server.bots.request import AnalysisRequest, BotRequest

HALF_LIFE = 60.0  # seconds after which what was used counts half
MOST_ADDRESSES = 10_000  # whose use is remembered


class NoAnswer(Exception):
    """A bot did not answer: the kind says why, for the journal."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(slots=True, eq=False)
class QueuedRequest:
    """One question to be answered."""

    request: BotRequest | AnalysisRequest
    deadline: float
    answer: asyncio.Future[object]
    address: str = field(default_factory=ADDRESS.get)  # the address whose seconds it uses

    @property
    def table(self) -> str:
        """Whose turn it uses up."""
        return self.request.turn or self.request.table

    def fail(self, kind: str) -> None:
        """Report that there is no answer."""
        if not self.answer.done():
            self.answer.set_exception(NoAnswer(kind))


class FairQueue:
    """Jobs by address and table: who used the fewest seconds lately is served first, and its tables take turns.

    So neither a table with many bots nor an address with many tables holds up the others.
    """

    def __init__(
        self, most: int, most_of_address: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.most_of_address = most if most_of_address is None else most_of_address
        self._clock = clock
        self._tables: OrderedDict[tuple[str, str], deque[QueuedRequest]] = OrderedDict()
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds, and when that was true
        self._waiting: Counter[str] = Counter()  # by address
        self._news = asyncio.Condition()

    def __len__(self) -> int:
        return self._waiting.total()

    async def put(self, job: QueuedRequest) -> None:
        """Enter the queue; if it is full, the job fails at once."""
        if len(self) >= self.most or (job.address and self._waiting[job.address] >= self.most_of_address):
            raise NoAnswer("too_many_waiting")
        async with self._news:
            self._tables.setdefault((job.address, job.table), deque()).append(job)
            self._waiting[job.address] += 1
            self._news.notify()

    async def get(self) -> QueuedRequest:
        """The next job of the table whose turn it is; jobs that nobody waits for any more are dropped."""
        async with self._news:
            while True:
                while not self._tables:
                    await self._news.wait()
                job = self._pop()
                if not job.answer.done():
                    return job

    def spent(self, job: QueuedRequest, seconds: float) -> None:
        """A job has taken so many seconds; they weigh half as much a minute later."""
        self._used[job.address] = (self._lately(job.address) + seconds, self._clock())
        self._used.move_to_end(job.address)
        if len(self._used) > MOST_ADDRESSES:
            self._used.popitem(last=False)

    def _lately(self, address: str) -> float:
        seconds, at = self._used.get(address, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE) if seconds else 0.0

    def forget(self, job: QueuedRequest) -> None:
        """Nobody waits for this job any more."""
        jobs = self._tables.get((job.address, job.table))
        if jobs is not None and job in jobs:
            jobs.remove(job)
            self._gone(job)
            if not jobs:
                del self._tables[job.address, job.table]

    def _pop(self) -> QueuedRequest:
        """The next job of the address that used least; the first of its tables goes to the end."""
        used = {address: self._lately(address) for address in self._waiting}
        key = min(self._tables, key=lambda key: used[key[0]])
        jobs = self._tables.pop(key)
        job = jobs.popleft()
        self._gone(job)
        if jobs:
            self._tables[key] = jobs
        return job

    def _gone(self, job: QueuedRequest) -> None:
        self._waiting[job.address] -= 1
        if not self._waiting[job.address]:
            del self._waiting[job.address]
