"""A second browser engine: Debian's WebKit, driven over the WebDriver protocol, on a screen that nobody sees."""

from __future__ import annotations

import base64
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2

DRIVER = shutil.which("WebKitWebDriver")
SCREEN = shutil.which("Xvfb")
BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"))
IS_THERE = bool(DRIVER and SCREEN and BROWSERS)
MISSING = "there is no WebKit on this machine (Debian: apt-get install webkit2gtk-driver xvfb)"
PATIENCE = 60.0  # seconds


class WebKit:
    """One window. What is waited for is asked again and again until it is there."""

    def __init__(self, session: httpx2.Client) -> None:
        self._session = session

    def go(self, address: str) -> None:
        """Open a page."""
        self._ask("POST", "/url", {"url": address})

    def look(self, script: str, *arguments: Any) -> Any:
        """What a function answers in the page."""
        return self._ask(
            "POST", "/execute/sync", {"script": f"return ({script})(...arguments)", "args": arguments}
        )

    def wait_for(self, script: str, *arguments: Any) -> Any:
        """What a function answers, as soon as that is something."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = self.look(script, *arguments)
            if found:
                return found
            time.sleep(0.05)
        raise TimeoutError(f"the page never had {script}")

    def click(self, x: float, y: float) -> None:
        """Point at a place of the window and press the mouse there."""
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._ask("POST", "/actions", {"actions": [mouse]})

    def keep_picture(self, path: Path) -> None:
        """A picture of the window, for people to look at."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self._ask("GET", "/screenshot", None)))

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        answer = self._session.request(method, path, json=body)
        answer.raise_for_status()
        return answer.json()["value"]


@contextmanager
def opened() -> Iterator[WebKit]:
    """A window of WebKit; its driver and its screen end with it."""
    assert DRIVER is not None
    assert SCREEN is not None
    with ExitStack() as stack:
        screen = subprocess.Popen(
            [SCREEN, "-displayfd", "1", "-screen", "0", "1440x960x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        stack.callback(end, screen)
        assert screen.stdout is not None
        display = f":{screen.stdout.readline().strip()}"
        port = free_port()
        environment = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}
        quiet = subprocess.DEVNULL
        driver = subprocess.Popen([DRIVER, f"--port={port}"], env=environment, stdout=quiet, stderr=quiet)
        stack.callback(end, driver)
        address = session_at(f"http://127.0.0.1:{port}")
        session = stack.enter_context(httpx2.Client(base_url=address, timeout=PATIENCE))
        stack.callback(session.delete, "")
        yield WebKit(session)


def session_at(driver: str) -> str:
    """The address of a new session, as soon as the driver listens."""
    wish = {"webkitgtk:browserOptions": {"binary": str(BROWSERS[-1]), "args": ["--automation"]}}
    until = time.monotonic() + PATIENCE
    while True:
        try:
            answer = httpx2.post(
                f"{driver}/session", json={"capabilities": {"alwaysMatch": wish}}, timeout=PATIENCE
            )
            return f"{driver}/session/{answer.raise_for_status().json()['value']['sessionId']}"
        except httpx2.ConnectError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def free_port() -> int:
    """A port of this machine that nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def end(process: subprocess.Popen[Any]) -> None:
    """End a process of ours."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
