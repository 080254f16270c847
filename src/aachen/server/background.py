"""Work that would keep the event loop busy: done in a few threads, one job after the other, addresses in turn.

A thread shares the interpreter with the event loop; so long work rests as often as it works (`gently`).
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeVar

from aachen.server.address import ADDRESS
from aachen.server.budgets import Budgets

Answer = TypeVar("Answer")
Item = TypeVar("Item")
Lane = Literal["short", "long"]

LANES: tuple[Lane, ...] = ("short", "long")
LONG = 800  # lines of a log, from which on its replay does not hold up the short ones
SLICE = 0.001  # seconds of work, after which a thread rests as long
MOST_REST = 0.005


class Pacer:
    """Makes a thread sleep as long as it has worked, after every slice of work."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    def rest(self) -> None:
        """Yield the interpreter to other threads, if it is time."""
        worked = time.perf_counter() - self._since
        if worked > SLICE:
            time.sleep(min(worked, MOST_REST))
            self._since = time.perf_counter()


def gently(work: Iterable[Item]) -> Iterator[Item]:
    """The same items; between them other threads get their turn."""
    pacer = Pacer()
    for item in work:
        yield item
        pacer.rest()


def lane_of(lines: int) -> Lane:
    """Where a replay of so many lines waits."""
    return "long" if lines > LONG else "short"


class BackgroundJobs:
    """One thread for each lane, and a queue in front of it in which addresses take turns."""

    def __init__(self, budgets: Budgets) -> None:
        self._budgets = budgets
        self._lanes = {lane: JobLane(lane) for lane in LANES}

    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(len(lane) for lane in self._lanes.values())

    async def do(self, lane: Lane, work: Callable[[], Answer]) -> Answer:
        """Do something off the event loop when it is its turn; OverLimitError if too much waits already."""
        address = ADDRESS.get()
        self._check(address)
        return await self._lanes[lane].do(address, work)

    def _check(self, address: str) -> None:
        limits = self._budgets.limits
        if limits is None or not address:
            return
        own = sum(lane.waiting_of(address) for lane in self._lanes.values())
        if own >= limits.background_jobs_of_address:
            raise self._budgets.refuse("background_jobs_of_address", 1.0)
        if self.waiting() >= limits.background_jobs:
            raise self._budgets.refuse("background_jobs", 5.0)

    def close(self) -> None:
        """Start no further jobs."""
        for lane in self._lanes.values():
            lane.close()


class JobLane:
    """One thread and its queue."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"aachen-{name}")
        self._waiting: OrderedDict[str, deque[tuple[Callable[[], Any], asyncio.Future[Any]]]] = OrderedDict()
        self._is_busy = False

    def __len__(self) -> int:
        return sum(len(jobs) for jobs in self._waiting.values())

    def waiting_of(self, address: str) -> int:
        """How many jobs of an address wait."""
        return len(self._waiting.get(address, ()))

    async def do(self, address: str, work: Callable[[], Answer]) -> Answer:
        """Enter the queue, and wait for the answer."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append((work, answer))
        self._next()
        return await answer

    def _next(self) -> None:
        """Start the next job of the address whose turn it is, unless one is being done."""
        while self._waiting and not self._is_busy:
            address, jobs = self._waiting.popitem(last=False)
            work, answer = jobs.popleft()
            if jobs:
                self._waiting[address] = jobs
            if not answer.done():  # otherwise nobody waits for it any more
                self._is_busy = True
                asyncio.get_running_loop().run_in_executor(self._thread, work).add_done_callback(
                    lambda done, answer=answer: self._done(done, answer)  # type: ignore[misc]
                )

    def _done(self, done: asyncio.Future[Any], answer: asyncio.Future[Any]) -> None:
        self._is_busy = False
        if done.cancelled():
            answer.cancel()
        elif not answer.done():
            fault = done.exception()
            if fault is not None:
                answer.set_exception(fault)
            else:
                answer.set_result(done.result())
        self._next()

    def close(self) -> None:
        """Whoever still waits is not answered."""
        for jobs in self._waiting.values():
            for _, answer in jobs:
                answer.cancel()
        self._waiting.clear()
        self._thread.shutdown(wait=False, cancel_futures=True)
