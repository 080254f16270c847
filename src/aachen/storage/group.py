"""The single writer of an SQLite file: pending writes are committed together (group commit), with one fsync.

A commit costs some milliseconds, however little is in it; fifty tables that move at once share them.
What is wrong with one job is that job's affair: the others of its group are kept.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Final

from aachen.storage.sqlite_file import FileWatch
from aachen.storage.store import StoreFailed

MOST_AT_ONCE: Final = 512

Work = Callable[[sqlite3.Connection], None]
Answer = Exception | None  # None: it is durable


@dataclass(slots=True)
class GroupedWrite:
    """Something to write, and who waits for it."""

    work: Work
    asker: asyncio.Future[None]


class GroupWriter:
    """A thread with a connection of its own; answers are given on the event loop."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        watch: FileWatch,
        turn: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._connection = connection
        self._watch = watch
        self._turn = turn  # held while a transaction is open
        self._jobs: SimpleQueue[GroupedWrite | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="aachen-writer", daemon=True)
        self._closed = False
        self.is_failing = False  # whether the last transaction could not be stored
        self._thread.start()

    async def write(self, work: Work) -> None:
        """Returns when the work is durable; raises what the work raised, or StoreFailed."""
        if self._closed:
            raise StoreFailed("the store is closed")
        asker: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put(GroupedWrite(work, asker))
        await asker

    async def close(self) -> None:
        """Store what waits, then close the file."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread

    def _run(self) -> None:
        goes_on = True
        while goes_on:
            group = self._drain()
            goes_on = None not in group
            jobs = [job for job in group if job is not None]
            if jobs:
                self._tell(jobs, self._store(jobs))
        with suppress(sqlite3.Error):
            self._connection.close()

    def _drain(self) -> list[GroupedWrite | None]:
        """Wait for one job, then take whatever else waits."""
        group = [self._jobs.get()]
        with suppress(Empty):
            while len(group) < MOST_AT_ONCE:
                group.append(self._jobs.get_nowait())
        return group

    def _store(self, jobs: list[GroupedWrite]) -> list[Answer]:
        """Store the group, or, if that fails, each job by itself: one that is too large must not cost the others."""
        try:
            with self._turn():
                answers = self._transaction(jobs)
        except Exception as fault:  # of any kind: if this thread ended, every later write would wait for ever
            self._roll_back()
            self.is_failing = True
            if len(jobs) == 1 or is_busy(fault):
                return [StoreFailed(str(fault)) for _ in jobs]
            return [answer for job in jobs for answer in self._store([job])]
        self.is_failing = False
        return answers

    def _transaction(self, jobs: list[GroupedWrite]) -> list[Answer]:
        self._watch.check()
        self._connection.execute("BEGIN IMMEDIATE")
        answers = [self._attempt(job) for job in jobs]
        self._connection.execute("COMMIT")
        self._watch.check()  # what went into a file that has no name any more is not acknowledged
        return answers

    def _attempt(self, job: GroupedWrite) -> Answer:
        """One job, undone by itself if it raises; a fault of the disk is everybody's and goes up."""
        answer: Answer = None
        self._connection.execute("SAVEPOINT job")
        try:
            job.work(self._connection)
        except sqlite3.Error:
            raise
        except Exception as fault:
            self._connection.execute("ROLLBACK TO job")
            answer = fault
        self._connection.execute("RELEASE job")
        return answer

    def _roll_back(self) -> None:
        """SQLite may have rolled back by itself already."""
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def _tell(self, jobs: list[GroupedWrite], answers: list[Answer]) -> None:
        with suppress(RuntimeError):  # the event loop is gone, and with it whoever waited
            self._loop.call_soon_threadsafe(resolve, jobs, answers)


def resolve(jobs: list[GroupedWrite], answers: list[Answer]) -> None:
    """Tell each asker, unless it has stopped waiting."""
    for job, answer in zip(jobs, answers):
        if job.asker.done():
            continue
        if answer is None:
            job.asker.set_result(None)
        else:
            job.asker.set_exception(answer)


def is_busy(fault: Exception) -> bool:
    """Whether somebody else holds the file, so that every further try would wait as long again."""
    return (getattr(fault, "sqlite_errorcode", 0) & 0xFF) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
