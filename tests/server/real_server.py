"""`aachen serve` as people run it: a process of its own, on a database, that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import httpx2

Plain = dict[str, Any]

PATIENCE = 60.0  # real seconds until something that does not happen is a failure
ROOT = Path(__file__).resolve().parents[2]


class RealServer:
    """One life of a server; `folder` stands for the user's home and gets its journal."""

    def __init__(self, database: str, folder: Path, program: str = "aachen", processes: int = 1) -> None:
        self._database = database
        self._folder = folder
        self._program = program  # the module that is run
        self._processes = processes
        self._process: asyncio.subprocess.Process | None = None
        self.address = ""

    async def spawn(self) -> None:
        """Let the process begin; it may be killed before it is open."""
        serve = [
            "serve",
            "--bots",
            "1",
            "--no-browser",
            "--listen",
            "127.0.0.1:0",
            "--database",
            self._database,
            *(["--processes", str(self._processes)] if self._processes > 1 else []),
        ]
        home = {name: str(self._folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        with self.journal.open("ab") as journal:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._program,
                *serve,
                cwd=ROOT,
                stdout=asyncio.subprocess.PIPE,
                stderr=journal,
                env={**inherited, **home, "LC_ALL": "C.UTF-8"},
            )

    async def is_open(self) -> None:
        """Wait until it says where it listens."""
        assert self._process is not None
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            data = (await self._process.stdout.readline()).decode()
        found = re.search(r"http://([^/\s]+)", data)
        assert found, f"the server did not open: {data!r}\n{self.complaints()}"
        self.address = found.group(1)

    async def start(self) -> RealServer:
        """Begin, and be open."""
        await self.spawn()
        await self.is_open()
        return self

    @property
    def journal(self) -> Path:
        """What it says about itself."""
        return self._folder / "journal.txt"

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process is not None
        return self._process.pid

    async def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End the process, and wait until it is gone."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(how)
            await self._process.communicate()

    def complaints(self) -> str:
        """Crashes in the journal: there must be none."""
        text = self.journal.read_text(errors="replace")
        return "\n".join(line for line in text.splitlines() if "crash" in line or "Traceback" in line)

    # Plain questions

    async def get(self, path: str) -> httpx2.Response:
        """Ask over HTTP."""
        async with httpx2.AsyncClient(base_url=f"http://{self.address}", timeout=PATIENCE) as client:
            return await client.get(path)

    async def post(self, path: str, body: object = None, token: str | None = None) -> httpx2.Response:
        """Ask for something over HTTP."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with httpx2.AsyncClient(base_url=f"http://{self.address}", timeout=PATIENCE) as client:
            return await client.post(path, json=body, headers=headers)

    async def make(self, game: str, seats: list[str], **more: object) -> Plain:
        """A new table; seats are "me", "open", or a level of a bot."""
        wishes = [
            {"kind": kind} if kind in ("me", "open") else {"kind": "bot", "level": kind} for kind in seats
        ]
        answer = await self.post("/api/tables", {"game": game, "seats": wishes, "pace": 0, **more})
        assert answer.status_code == 201, answer.text
        made: Plain = json.loads(answer.text)
        return made


async def stop_all(servers: list[RealServer]) -> None:
    """End whatever still runs."""
    await asyncio.gather(*[server.end() for server in servers])
