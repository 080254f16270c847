"""One bot process: started, sent one request at a time, and replaced when it fails."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from itertools import count

import msgspec

from aachen.server import journal
from aachen.server.bots.queue import FairQueue, NoAnswer, QueuedRequest
from aachen.server.bots.request import AnalysisRequest, BotRequest, Plain
from aachen.server.bots.worker import MOST_BYTES, Envelope, pack

START_LIMIT = 60.0  # seconds a process may take to import the games
PAUSES = (0.0, 0.5, 2.0, 10.0, 30.0)  # before a process is started again that failed so often
ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR", "PYTHONHASHSEED")
THINKING = 0.5  # of the time left is a bot's budget, unless the table says otherwise


class Worker:
    """One process that takes jobs from a queue; it is replaced whenever it does not behave."""

    def __init__(self, name: str, queue: FairQueue, maker: str, nice: int) -> None:
        self.name = name
        self.nice = nice
        self.queue = queue
        self.maker = maker
        self.process: Process | None = None
        self.is_ready = asyncio.Event()
        self._failed_starts = 0
        self._numbers = count(1)

    async def run(self) -> None:
        """Take job after job until cancelled; then end the process."""
        try:
            while True:
                try:
                    await self._take_one()
                except Exception as bug:  # ours: the process is suspect, and nobody may wait in vain
                    journal.crash("bot_worker_failed", bug, worker=self.name)
                    await self._end_process()
                    await asyncio.sleep(PAUSES[1])
        finally:
            await self._end_process()

    async def _take_one(self) -> None:
        """The next job; the process is there before it comes, and still there after a long wait for it."""
        if not await self._ensure_process():
            return
        job = await self.queue.get()
        try:
            if await self._ensure_process():
                await self._serve(job)
        finally:
            job.fail("no_process")

    async def _serve(self, job: QueuedRequest) -> None:
        """One job; the process is ended if it fails, for nobody knows what state it is in."""
        began = _now()
        left = job.deadline - began
        try:
            async with asyncio.timeout(left):
                found = await self._ask(job, max(left, 0.0))
            if not job.answer.done():
                job.answer.set_result(found)
        except TimeoutError:
            job.fail("too_slow")
            await self._end_process()
        except (OSError, EOFError, ValueError, KeyError):
            job.fail("died")
            await self._end_process()
        except NoAnswer as no:
            job.fail(no.kind)
        except asyncio.CancelledError:
            job.fail("closing")
            raise
        finally:
            self.queue.spent(job, _now() - began)

    async def _ask(self, job: QueuedRequest, left: float) -> object:
        assert self.process is not None
        assert self.process.stdin is not None
        number = next(self._numbers)
        envelope = Envelope(number, left, _thinking_time(job.request, left), job.request)
        self.process.stdin.write(pack(envelope))
        await self.process.stdin.drain()
        data = await self._read()
        if data["id"] != number:
            raise ValueError("an answer to another question")
        if "bug" in data:
            raise NoAnswer(f"crashed: {data['bug']}")
        return data["answer"]

    async def _read(self) -> Plain:
        assert self.process is not None
        assert self.process.stdout is not None
        head = await self.process.stdout.readexactly(4)
        size = int.from_bytes(head, "big")
        if size > MOST_BYTES:
            raise ValueError("too long an answer")
        return msgspec.json.decode(await self.process.stdout.readexactly(size), type=Plain)

    async def _ensure_process(self) -> bool:
        """Start the process if there is none, and wait until it has imported the games."""
        if self.process is not None and self.process.returncode is None:
            return True
        await self._end_process()
        await asyncio.sleep(PAUSES[min(self._failed_starts, len(PAUSES) - 1)])
        try:
            self.process = await self._start()
            async with asyncio.timeout(START_LIMIT):
                await self._read()
        except (OSError, EOFError, ValueError, TimeoutError) as refused:
            self._failed_starts += 1
            journal.warn("bot_worker_not_started", worker=self.name, kind=type(refused).__name__)
            await self._end_process()
            return False
        self._failed_starts = 0
        self.is_ready.set()
        return True

    async def _start(self) -> Process:
        # The same places to import from as ours, and not the folder we happen to be in.
        # What else stands in our environment (the database's password) is not for bots.
        environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        environment["PYTHONPATH"] = os.pathsep.join(place for place in sys.path if place)
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "aachen.server.bots.worker",
            self.maker,
            str(self.nice),
            stdin=PIPE,
            stdout=PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment,
        )

    async def _end_process(self) -> None:
        """End the process for good; it holds nothing that could be lost."""
        process, self.process = self.process, None
        self.is_ready.clear()
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if process.stdin is not None:
            process.stdin.close()


def _thinking_time(request: BotRequest | AnalysisRequest, left: float) -> float:
    """Seconds of thought: as many as were wished for, but who had to wait for a process thinks less."""
    wished = request.budget if isinstance(request, BotRequest) else None
    return min(left * THINKING, left if wished is None else wished)


def _now() -> float:
    return asyncio.get_running_loop().time()
