"""A really running server, a really built page and Debian's chromium; a machine without chromium skips, and says so."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import web

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NO_CHROMIUM = "there is no chromium on this machine (Debian: apt-get install chromium)"
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
PATIENCE = 60  # seconds a server may take to open
expect.set_options(timeout=30_000)  # milliseconds a busy machine may take

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def bundle() -> None:
    """The page, built from these very sources."""
    try:
        web.make_modules()  # first: tests of the page need more than building does, and axe lies there
        web.make_bundle()
    except SystemExit as why:
        pytest.fail(f"the browser table could not be built: {why}")


@pytest.fixture(scope="session")
def node_modules() -> None:
    """What the page's own tests and tools are made of."""
    web.make_modules()


# All guests of all tests come from one address, and make more tables in minutes than people do in a day.
MANY_GUESTS = [
    word
    for limit in (
        "tables_made=100000,1",
        "loop_seconds=1000,1",
        "records=100000,1",
        "record_bytes=1e12,1",
        "record_lines=1e9,1",
        "codes_of_address=100000,1",
        "codes_of_table=100000,1",
    )
    for word in ("--limit", limit)
]


@pytest.fixture(scope="session")
def server(bundle: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own, on a database of its own."""
    folder = tmp_path_factory.mktemp("server")
    home = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    serve = ["serve", "--no-browser", "--listen", "127.0.0.1:0", "--database", str(folder / "tables.db")]
    process = subprocess.Popen(
        [sys.executable, "-m", "aachen", *serve, "--bots", "1", *MANY_GUESTS],
        stdout=subprocess.PIPE,
        stderr=(folder / "journal.txt").open("w"),
        env={**os.environ, **home, "LC_ALL": "C.UTF-8"},
        text=True,
    )
    try:
        yield opened(process, folder / "journal.txt")
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()


def opened(process: subprocess.Popen[str], journal: Path) -> str:
    """Where the server says that it listens."""
    assert process.stdout is not None
    output = process.stdout.readline()
    found = re.search(r"http://[^/\s]+", output)
    assert found, f"the server did not open: {output!r}\n{journal.read_text()}"
    return found.group(0)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's chromium: playwright's own is not fetched."""
    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], server: str) -> dict[str, Any]:
    """A desktop, in English, at our server; nothing moves, so that nothing has to be waited for."""
    return {
        **browser_context_args,
        "base_url": server,
        "viewport": DESKTOP,
        "locale": "en",
        "color_scheme": "light",
        "reduced_motion": "reduce",
        "service_workers": "block",
    }


def phone(dark: bool = False, language: str = "en") -> dict[str, Any]:
    """The context of a phone."""
    return {
        "viewport": PHONE,
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
        "locale": language,
        "color_scheme": "dark" if dark else "light",
        "reduced_motion": "reduce",
        "service_workers": "block",
    }
