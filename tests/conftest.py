"""What all tests share: a limit in time, and no event loop of another test.

A test that hangs fails with a sentence, instead of holding up all that come after it.
The browser of the tests in tests/web keeps an event loop running in its worker; whatever else comes to that worker
afterwards begins loops of its own.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

import pytest

# Seconds for each of setting up, testing and clearing away; on a quiet machine the longest takes a tenth of it.
LIMIT = float(os.environ.get("AACHEN_TEST_SECONDS", "300"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    with limited("set up"), no_loop_of_others(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with limited("run"), no_loop_of_others(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    with limited("clear away"):
        return (yield)


@contextmanager
def limited(doing: str) -> Generator[None]:
    """Whatever takes longer fails where it is, also where Ctrl-C is not heard."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        pytest.fail(f"this took more than {LIMIT:g} seconds to {doing}")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def no_loop_of_others(item: pytest.Item) -> Generator[None]:
    """A test without a browser does not see the loop that waits for one."""
    loop = asyncio._get_running_loop()
    if (
        loop is None
        or "page" in getattr(item, "fixturenames", ())
        or "browser" in getattr(item, "fixturenames", ())
    ):
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)
