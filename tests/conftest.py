"""A test that hangs fails with a sentence, instead of holding up all that come after it."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

import pytest

# Seconds for each of setting up, testing and clearing away; on a quiet machine the longest takes a tenth of it.
LIMIT = float(os.environ.get("AACHEN_TEST_SECONDS", "300"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    with limited("set up"):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    with limited("run"):
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
