"""No test can hold up the others for ever."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

HANGING = """
import asyncio, signal, subprocess, sys
import pytest

signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.fixture
def never_there():
    subprocess.run([sys.executable, "-c", "import time; time.sleep(1000)"])


@pytest.fixture
def never_gone():
    yield
    while True:
        pass


def test_a_loop(): asyncio.run(asyncio.Event().wait())
def test_a_fixture(never_there): pass
def test_a_leave(never_gone): pass
def test_a_quick_one(): pass
"""


def test_what_hangs_is_ended_and_what_comes_after_it_runs(tmp_path):
    hanging = tmp_path / "test_hanging.py"
    hanging.write_text(HANGING)

    options = ["-q", "-p", "tests.conftest", "-c", os.devnull, "--rootdir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(hanging)],
        cwd=ROOT,
        env={**os.environ, "AACHEN_TEST_SECONDS": "0.2", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
    )
    ended = re.findall(r"^E +Failed: this took more than 0.2 seconds to (.+)$", done.stdout, re.MULTILINE)

    assert sorted(ended) == ["clear away", "run", "set up"]
    assert "1 failed, 2 passed, 2 errors" in done.stdout
