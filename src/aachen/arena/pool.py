"""The pool of processes: spreads tasks over this machine's cores; with one job everything happens in this process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")

AHEAD = 3  # tasks under way for each process, so that none waits for the next
GRACE = 10.0  # seconds a process may take to end; it was sent a signal it does not catch


class WorkerDied(Exception):
    """A worker process that had one of these tasks has died."""

    def __init__(self, tasks: list[Any]) -> None:
        super().__init__(tasks)
        self.tasks = tasks


def cores() -> int:
    """How many processes can work at the same time."""
    return os.cpu_count() or 1


class Pool:
    """So many processes, spawned when first needed; none outlives the `with` statement."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._before = set(multiprocessing.active_children())
        self._executor: ProcessPoolExecutor | None = None

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            own = set(multiprocessing.active_children()) - self._before
            for process in own:
                process.terminate()
            for process in own:
                process.join(GRACE)

    def map(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        """The results in the order of the tasks."""
        if self.jobs == 1:
            yield from map(work, tasks)
            return
        left = iter(tasks)
        running = deque((self._submit(work, task), task) for task in islice(left, AHEAD * self.jobs))
        while running:
            done = _result(running[0][0], [task for _, task in running])
            running.popleft()
            running.extend((self._submit(work, task), task) for task in islice(left, 1))
            yield done

    def as_completed(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        """Each result as soon as it is there."""
        if self.jobs == 1:
            yield from map(work, tasks)
            return
        left = iter(tasks)
        running: dict[Future[Done], Task] = {}
        while True:
            for task in islice(left, AHEAD * self.jobs - len(running)):
                running[self._submit(work, task)] = task
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                done = _result(future, list(running.values()))
                del running[future]
                yield done

    def _submit(self, work: Callable[[Task], Done], task: Task) -> Future[Done]:
        if self._executor is None:
            spawning = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self.jobs, spawning, _settle)
        try:
            return self._executor.submit(work, task)
        except BrokenProcessPool:
            raise WorkerDied([task]) from None


def _result(future: Future[Done], running: list[Any]) -> Done:
    try:
        return future.result()
    except BrokenProcessPool:
        raise WorkerDied(running) from None


def _settle() -> None:
    """Ctrl-C is for the first process, which tells the others; if it dies, so does this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
