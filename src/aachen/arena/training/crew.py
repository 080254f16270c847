"""Many hands: tasks spread over processes, their results in the order of the tasks, however many hands there are."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")

AHEAD = 4  # tasks under way for each process: enough that nobody waits for the slowest


class Crew:
    """So many processes, started when they are needed; with one job everything is done here."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def do(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        """The results, in the order of the tasks."""
        if self.jobs == 1:
            yield from map(work, tasks)
            return
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), _ignore_interrupts)
        running: deque[Future[Done]] = deque()
        for task in tasks:
            running.append(self._pool.submit(work, task))
            if len(running) >= AHEAD * self.jobs:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()


def _ignore_interrupts() -> None:
    """Ctrl-C is for the first process; it tells the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
