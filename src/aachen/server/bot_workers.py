"""Bots think in processes of their own, so that no thought ever holds up a table.

A bot gets its seat's view and nothing else.
Whoever asks gets one of the offered actions within the patience given, whatever the bot does:
if it thinks too long, crashes or names something that is not offered, its process is replaced
and a quick bot answers in its place; if that fails as well, the first offer is taken.

There are three lanes, each with processes of its own, so that who answers at once never waits for who thinks long:
quick (random, greedy), brisk (planner, and judging finished games) and deep (search).
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar, get_args

import msgspec

from aachen.server import journal
from aachen.server.bot_request import Lane, Plain, Request, Stretch
from aachen.server.bot_worker import MOST_BYTES, Envelope, pack
from aachen.server.messages import Thought

MAKER = "aachen.bots:make_bot"
NICE: dict[Lane, int] = {
    "quick": 2,
    "brisk": 6,
    "deep": 12,
}  # tables come before thoughts, short thoughts before long
QUICK = "greedy"  # who answers when a bot does not
MOST_WAITING = 2_000
START_LIMIT = 60.0  # seconds a process may take to import the games
PAUSES = (0.0, 0.5, 2.0, 10.0, 30.0)  # before a process is started again that failed so often
ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR", "PYTHONHASHSEED")
THINKING = 0.5  # of the time left is a bot's budget, unless the table says otherwise
RESERVE = 0.25  # of the patience is kept for the quick bot …
MOST_RESERVE = 2.0  # … but no more seconds than this


class NoAnswer(Exception):
    """A bot did not answer: the kind says why, for the journal."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(slots=True, eq=False)
class Job:
    """One question to be answered."""

    question: Request | Stretch
    deadline: float
    answer: asyncio.Future[object]

    @property
    def table(self) -> str:
        """Whose turn it uses up."""
        return self.question.turn or self.question.table

    def fail(self, kind: str) -> None:
        """Tell the asker that there is no answer."""
        if not self.answer.done():
            self.answer.set_exception(NoAnswer(kind))


class FairQueue:
    """Jobs by table: the tables take turns, so that one with many bots does not hold up the others."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._tables: OrderedDict[str, deque[Job]] = OrderedDict()
        self._waiting = 0
        self._news = asyncio.Condition()

    def __len__(self) -> int:
        return self._waiting

    async def put(self, job: Job) -> None:
        """Line up; when too many wait already, the job fails at once."""
        if self._waiting >= self.most:
            raise NoAnswer("too_many_waiting")
        async with self._news:
            self._tables.setdefault(job.table, deque()).append(job)
            self._waiting += 1
            self._news.notify()

    async def get(self) -> Job:
        """The next job of the table whose turn it is; jobs that nobody waits for any more are dropped."""
        async with self._news:
            while True:
                while not self._tables:
                    await self._news.wait()
                job = self._pop()
                if not job.answer.done():
                    return job

    def forget(self, job: Job) -> None:
        """Nobody waits for this job any more."""
        jobs = self._tables.get(job.table)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            self._waiting -= 1
            if not jobs:
                del self._tables[job.table]

    def _pop(self) -> Job:
        table, jobs = self._tables.popitem(last=False)
        job = jobs.popleft()
        self._waiting -= 1
        if jobs:
            self._tables[table] = jobs
        return job


# ---- One process ---------------------------------------------------------------------------------


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

    async def _serve(self, job: Job) -> None:
        """One job; the process is ended if it fails, for nobody knows what state it is in."""
        left = job.deadline - _now()
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

    async def _ask(self, job: Job, left: float) -> object:
        assert self.process is not None
        assert self.process.stdin is not None
        number = next(self._numbers)
        envelope = Envelope(number, left, _thinking_time(job.question, left), job.question)
        self.process.stdin.write(pack(envelope))
        await self.process.stdin.drain()
        told = await self._read()
        if told["id"] != number:
            raise ValueError("an answer to another question")
        if "bug" in told:
            raise NoAnswer(f"crashed: {told['bug']}")
        return told["answer"]

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
            "aachen.server.bot_worker",
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


def _thinking_time(question: Request | Stretch, left: float) -> float:
    """Seconds of thought: as many as were wished for, but who had to wait for a process thinks less."""
    wished = question.budget if isinstance(question, Request) else None
    return min(left * THINKING, left if wished is None else wished)


# ---- All of them ---------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """How bots have done, for the server's numbers."""

    chosen: int = 0
    replaced: int = 0  # another answered in the bot's place
    by_kind: dict[str, int] = field(default_factory=dict)


class BotWorkers:
    """Processes for bots to think in: so many for deep thoughts and for quick ones, and one for what lies between."""

    def __init__(self, processes: int = 1, maker: str = MAKER, most_waiting: int = MOST_WAITING) -> None:
        assert processes > 0, "somebody has to think"
        self.tally = Tally()
        self._queues = {lane: FairQueue(most_waiting) for lane in get_args(Lane)}
        self._workers = [self._worker("deep", number, maker) for number in range(1, processes + 1)]
        self._workers.append(self._worker("brisk", 1, MAKER))
        self._workers += [self._worker("quick", number, MAKER) for number in range(1, processes + 1)]
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closed = False

    def _worker(self, lane: Lane, number: int, maker: str) -> Worker:
        return Worker(f"{lane} {number}", self._queues[lane], maker, NICE[lane])

    def start(self) -> None:
        """Start the processes; the first question does it too."""
        assert not self._is_closed, "closed for good"
        if not self._tasks:
            self._tasks = [asyncio.create_task(worker.run(), name="bot worker") for worker in self._workers]

    async def ready(self) -> None:
        """Wait until every process can answer."""
        self.start()
        for worker in self._workers:
            await worker.is_ready.wait()

    def waiting(self) -> int:
        """How many questions wait for a process."""
        return sum(len(queue) for queue in self._queues.values())

    async def close(self) -> None:
        """End all processes; whoever still waits gets the first offer."""
        self._is_closed = True
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for queue in self._queues.values():
            while len(queue):
                (await queue.get()).fail("closing")

    # ---- What may be asked

    async def course(self, request: Request) -> list[Plain]:
        """What a bot of that level does now, one of the offers, and what it would do next, until it learns something.

        There is an answer within the patience, whatever happens.
        """
        found = await self._answer(request, _course)
        return [request.offers[0].copy()] if found is None else found

    async def thought(self, request: Request) -> Thought | None:
        """What a bot would do in a person's place and why, from that person's view; None if no bot answers in time."""
        return await self._answer(request, _thought)

    async def chances(self, stretch: Stretch) -> list[Judged] | None:
        """How everybody's chances stood in a part of a finished game; None if nobody could say in time."""
        try:
            found = await self._put(stretch, _now() + stretch.patience)
            return msgspec.convert(found, list[Judged])
        except (NoAnswer, msgspec.ValidationError) as no:
            self._note(no, stretch.game, "chances", stretch.table)
            return None

    async def _answer(self, request: Request, read: Read[Found]) -> Found | None:
        """The answer of the bot that was asked, or else of the quick one."""
        assert request.offers
        end = _now() + request.patience
        found = await self._asked(request, end - min(MOST_RESERVE, request.patience * RESERVE), read)
        if found is not None:
            self.tally.chosen += 1
            return found
        self.tally.replaced += 1
        return await self._asked(msgspec.structs.replace(request, level=QUICK), end, read)

    async def _asked(self, request: Request, deadline: float, read: Read[Found]) -> Found | None:
        """An answer that can be used; if there is none, the journal says why."""
        try:
            return read(await self._put(request, deadline), request.offers)
        except (NoAnswer, msgspec.ValidationError) as no:
            self._note(no, request.game, request.level, request.table)
            return None

    def _note(self, no: Exception, game: str, level: str, table: str) -> None:
        told = no.kind if isinstance(no, NoAnswer) else "not_understood"
        kind = told.partition(":")[0]
        self.tally.by_kind[kind] = self.tally.by_kind.get(kind, 0) + 1
        if not self._is_closed:
            journal.warn("bot_replaced", table=table, game=game, level=level, kind=told)

    async def _put(self, question: Request | Stretch, deadline: float) -> object:
        """An answer, if it comes in time."""
        if self._is_closed:
            raise NoAnswer("closing")
        self.start()
        queue = self._queues[question.lane]
        job = Job(question, deadline, asyncio.get_running_loop().create_future())
        try:
            async with asyncio.timeout_at(deadline):
                await queue.put(job)
                return await job.answer
        except TimeoutError:
            raise NoAnswer("too_slow") from None
        finally:
            queue.forget(job)


# ---- What an answer must be ----------------------------------------------------------------------

Found = TypeVar("Found")
Read = Callable[[object, list[Plain]], Found]


class Judged(msgspec.Struct):
    """One moment of a finished game: each seat's chance, and what of its last change was luck."""

    chances: list[float]
    luck: list[float]


def _course(found: object, offers: list[Plain]) -> list[Plain]:
    """A course that begins with an offer; what comes after it is judged when its time has come."""
    course = msgspec.convert(found, list[Plain])
    if not course or course[0] not in offers:
        raise NoAnswer("not_offered")
    return course


def _thought(found: object, offers: list[Plain]) -> Thought:
    """A thought whose every course begins with an offer."""
    thought = msgspec.convert(found, Thought)
    for course in (thought.best, *thought.others):
        _course(course.actions, offers)
    return thought


def _now() -> float:
    return asyncio.get_running_loop().time()
