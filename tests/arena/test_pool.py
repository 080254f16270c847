"""The pool of processes: same results with any number of them, and nothing left behind."""

import multiprocessing
import os
import time

import pytest

from aachen.arena.pool import Pool, WorkerDied


def square(number):
    return number * number


def die_at_three(number):
    if number == 3:
        os._exit(3)
    return number


def only_the_first_ends(number):
    if number:
        time.sleep(300)
    return number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs):
    with Pool(jobs) as pool:
        found = list(pool.map(square, range(20)))

    assert found == [number * number for number in range(20)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_result_comes_once_as_it_is_done(jobs):
    with Pool(jobs) as pool:
        found = sorted(pool.as_completed(square, range(20)))

    assert found == [number * number for number in range(20)]


@pytest.mark.parametrize("way", ["map", "as_completed"])
def test_a_process_that_dies_is_reported_with_the_tasks_it_may_have_had(way):
    with Pool(2) as pool, pytest.raises(WorkerDied) as died:
        list(getattr(pool, way)(die_at_three, range(4)))

    assert 3 in died.value.tasks


def test_whoever_stops_early_leaves_no_process_behind():
    before = set(multiprocessing.active_children())
    with Pool(2) as pool:
        next(pool.as_completed(only_the_first_ends, range(1000)))
        started = set(multiprocessing.active_children()) - before

    assert started
    assert all(_ended(process.pid) for process in started)


def _ended(pid):
    """By the operating system: the pool's own thread may have collected it without having noted so."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False
