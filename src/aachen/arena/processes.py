"""Units of work on all cores of this machine: one process each, started afresh."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from aachen.arena.plan import Plan, Unit, Watch, play_unit
from aachen.arena.playing import Result

AHEAD = 2  # units given out for each process, so that none waits for the next


class Killed(Exception):
    """A process that played one of these units is gone without a word."""

    def __init__(self, units: list[Unit]) -> None:
        super().__init__(units)
        self.units = units


def cores() -> int:
    """How many processes can work at the same time."""
    return os.cpu_count() or 1


def play_here(
    plan: Plan, units: Sequence[Unit], jobs: int, log: bool = False, watch: Watch | None = None
) -> Generator[list[Result], None, None]:
    """All units, each as soon as it is done. Whoever stops early leaves nothing running behind."""
    if jobs == 1 or len(units) == 1:
        yield from (play_unit(plan, unit, log, watch) for unit in units)
        return
    before = set(multiprocessing.active_children())
    spawning = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(units)), mp_context=spawning, initializer=_settle)
    running: dict[Future[list[Result]], Unit] = {}
    try:
        left = iter(units)
        while True:
            while len(running) < AHEAD * jobs and (unit := next(left, None)) is not None:
                running[pool.submit(play_unit, plan, unit, log, watch)] = unit
            if not running:
                break
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                results = future.result()
                del running[future]
                yield results
        pool.shutdown()
    except BrokenProcessPool:
        raise Killed(list(running.values())) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()


def _settle() -> None:
    """Ctrl-C is for the first process, which tells the others; if it dies, so does this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
