"""The queue in front of bot processes: tables take turns."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass

from aachen.server.bots.request import AnalysisRequest, BotRequest


class NoAnswer(Exception):
    """A bot did not answer: the kind says why, for the journal."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(slots=True, eq=False)
class Job:
    """One question to be answered."""

    request: BotRequest | AnalysisRequest
    deadline: float
    answer: asyncio.Future[object]

    @property
    def table(self) -> str:
        """Whose turn it uses up."""
        return self.request.turn or self.request.table

    def fail(self, kind: str) -> None:
        """Tell the asker that there is no answer."""
        if not self.answer.done():
            self.answer.set_exception(NoAnswer(kind))


class FairQueue:
    """Jobs by table: the tables take turns, so that one with many bots does not hold up the others."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._tables: OrderedDict[str, deque[Job]] = OrderedDict()
        self._waiting = 0
        self._news = asyncio.Condition()

    def __len__(self) -> int:
        return self._waiting

    async def put(self, job: Job) -> None:
        """Line up; when too many wait already, the job fails at once."""
        if self._waiting >= self.most:
            raise NoAnswer("too_many_waiting")
        async with self._news:
            self._tables.setdefault(job.table, deque()).append(job)
            self._waiting += 1
            self._news.notify()

    async def get(self) -> Job:
        """The next job of the table whose turn it is; jobs that nobody waits for any more are dropped."""
        async with self._news:
            while True:
                while not self._tables:
                    await self._news.wait()
                job = self._pop()
                if not job.answer.done():
                    return job

    def forget(self, job: Job) -> None:
        """Nobody waits for this job any more."""
        jobs = self._tables.get(job.table)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            self._waiting -= 1
            if not jobs:
                del self._tables[job.table]

    def _pop(self) -> Job:
        table, jobs = self._tables.popitem(last=False)
        job = jobs.popleft()
        self._waiting -= 1
        if jobs:
            self._tables[table] = jobs
        return job
