"""Programs as levels of bots at tables, if the host named them at start: docs/how-to/write-a-bot.md.

Each seat of each table has a process of its own, which gets that seat's view and nothing else.
It is ended when it has not been asked for a while, or when there are too many.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Final

from msgspec.structs import replace

from aachen.arena.contestant import Contestant, read_contestant
from aachen.arena.external import PREFIX, TOO_SLOW, USUAL_WALL, ExternalBot, is_external
from aachen.core.errors import bad
from aachen.games.versions import rules_of
from aachen.server import journal
from aachen.server.bots.request import AnalysisRequest, BotRequest, Bots, Evaluated, Plain
from aachen.server.messages import Thought

NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,14}")  # levels have 20 characters at most
MOST_PROCESSES: Final = 8  # that think, and as many that wait to be asked again
ANYTHING: Final = "random"  # who answers when a program's turn does not come
IDLE: Final = 60.0  # seconds until a process that is not asked is ended

Seat = tuple[str, str, str, int]  # the level, the table, the seat and the bot's seed


def read_programs(given: Sequence[str], where: str = "--bot") -> dict[str, Contestant]:
    """The programs by level, from `NAME=exec:COMMAND`; raises BadInput if one cannot be started here."""
    found: dict[str, Contestant] = {}
    for each in given:
        name, _, command = each.partition("=")
        if not NAME.fullmatch(name) or not is_external(command):
            raise bad("bot_not_named", where, given=each)
        level = PREFIX + name
        if level in found:
            raise bad("duplicate_key", where, key=name)
        found[level] = read_contestant(command, where)
        found[level].check_ready(where)
    return found


class ProgramBots:
    """A program's level is played by its processes; everything else is for the other bots."""

    def __init__(
        self,
        bots: Bots,
        programs: Mapping[str, Contestant],
        most: int = MOST_PROCESSES,
        idle: float = IDLE,
    ) -> None:
        self.stats = bots.stats
        self._bots = bots
        self._programs = programs
        self._most = most
        self._idle = idle
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="program")
        self._lock = Lock()
        self._waiting: OrderedDict[Seat, ExternalBot] = OrderedDict()  # who was asked longest ago comes first
        self._thinking: set[ExternalBot] = set()
        self._is_closed = False
        self._sweep: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Be ready; programs are started when they are asked."""
        self._bots.start()

    def waiting(self) -> int:
        """How many questions wait for a process of our own bots."""
        return self._bots.waiting()

    async def close(self) -> None:
        """End all processes."""
        self._is_closed = True
        if self._sweep is not None:
            self._sweep.cancel()
        await asyncio.to_thread(self._close)
        await self._bots.close()

    def _close(self) -> None:
        with self._lock:
            thinking = list(self._thinking)
        for bot in thinking:
            bot.close(0)  # who waits for it is answered at once
        self._threads.shutdown(cancel_futures=True)
        self._end(0)

    async def course(self, request: BotRequest) -> list[Plain]:
        """One of the actions offered in the view; of a program that gives none in time, any of them."""
        program = self._programs.get(request.level)
        if program is None or self._is_closed:
            return await self._bots.course(request)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(request.patience):
                course, kind = await loop.run_in_executor(self._threads, self._ask, program, request)
        except TimeoutError:  # so many are asked that its turn does not come
            course, kind = await self._bots.course(replace(request, level=ANYTHING)), TOO_SLOW
        if kind is None:
            self.stats.chosen += 1
        else:
            self.stats.replaced += 1
            self.stats.by_kind[kind] = self.stats.by_kind.get(kind, 0) + 1
            journal.warn("bot_replaced", table=request.table, game=request.game, bot=request.level, kind=kind)
        if not self._is_closed:
            self._sweep_later(loop)
        return course

    async def thought(self, request: BotRequest) -> Thought | None:
        """Hints come from our own bots."""
        return await self._bots.thought(request)

    async def chances(self, request: AnalysisRequest) -> list[Evaluated] | None:
        """So do the chances of finished games."""
        return await self._bots.chances(request)

    def _ask(self, program: Contestant, request: BotRequest) -> tuple[list[Plain], str | None]:
        """What the program does, and why its answer was replaced, if it was; in a thread."""
        seat: Seat = request.level, request.table, str(request.view["viewer"]), request.seed
        with self._lock:
            bot = self._waiting.pop(seat, None) or _bot(program, request)
            self._thinking.add(bot)
        before = dict(bot.replaced)
        try:
            course = bot.course(request.view)
        finally:
            with self._lock:
                self._thinking.discard(bot)
                is_kept = not self._is_closed and seat not in self._waiting
                if is_kept:
                    self._waiting[seat] = bot
            if not is_kept:
                bot.close(0)
            self._end(self._most)
        return course, next((kind for kind, count in bot.replaced.items() if count != before.get(kind)), None)

    def _end(self, kept: int) -> None:
        """End the processes that were asked longest ago, down to so many."""
        while True:
            with self._lock:
                if len(self._waiting) <= kept:
                    return
                _, bot = self._waiting.popitem(last=False)
            bot.close(0)

    def _sweep_later(self, loop: asyncio.AbstractEventLoop) -> None:
        """When nobody has been asked for a while, all processes are ended."""
        if self._sweep is not None:
            self._sweep.cancel()
        self._sweep = loop.call_later(self._idle, loop.run_in_executor, self._threads, self._end, 0)


def _bot(program: Contestant, request: BotRequest) -> ExternalBot:
    options = rules_of(request.game, request.rules).options(request.options or {})
    seed = request.seed if program.seed is None else program.seed
    wall = min(program.wall or USUAL_WALL, request.patience)
    return ExternalBot(program.level, seed, options, wall, quiet=True)
