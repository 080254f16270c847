"""External bots: programs in any language that get a seat's view as a line of JSON and answer with a line of JSON.

Each seat of each game has a process of its own, so that two copies of a bot share nothing.
A program that crashes, is too slow or answers nonsense never stops a game: a random offer is taken instead, and counted.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import threading
import time
from contextlib import suppress
from queue import Empty, Full, Queue, SimpleQueue
from typing import IO, Final

from aachen.bots.bot import View, offers_of
from aachen.bots.budget import Budget
from aachen.bots.random_bot import RandomBot
from aachen.bots.thought import NamedAction
from aachen.core.contract import Options
from aachen.core.errors import bad

PREFIX: Final = "exec:"
PROTOCOL: Final = "bot/1"
USUAL_WALL: Final = 1.0  # seconds for an answer
START: Final = 5.0  # seconds more for the first answer of a process, which has to start
MOST_FAILURES: Final = 3  # of a process in one game; after them the program is not asked again
LONGEST_LINE: Final = 1 << 20
MOST_LINES: Final = 16  # that wait to be read; a program that writes more has to wait itself
AT_ONCE: Final = 1 << 16  # bytes that are read from a pipe
LOOK_AGAIN: Final = 200  # milliseconds until it is checked whether a silent program still runs
GRACE: Final = 1.0  # seconds a process may take to end after its input was closed
ENVIRONMENT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT", "VIRTUAL_ENV")

TOO_SLOW: Final = "too_slow"
CRASHED: Final = "crashed"
INVALID: Final = "invalid"
NOT_ASKED: Final = "not_asked"  # it had failed too often in this game


class BotFailure(Exception):
    """The program did not answer; says of which kind that was."""


def is_external(level: str) -> bool:
    """Whether a contestant is a program."""
    return level.startswith(PREFIX)


def command_of(level: str, where: str = "") -> list[str]:
    """The program and its arguments; raises BadInput if there is none."""
    text = level.removeprefix(PREFIX)
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words:
        raise bad("bot_no_command", where, given=level)
    return words


def check_program(level: str, where: str = "") -> None:
    """Raises BadInput unless the program can be started: better before a league than in every game of it."""
    program = command_of(level, where)[0]
    if shutil.which(program) is None:
        raise bad("bot_no_program", where, given=program)


class BotProcess:
    """One running program. Two threads write and read, so that a program that does neither cannot block a game.

    What it writes without being asked waits in its pipe: it can fill neither memory nor the time of an answer.
    """

    def __init__(self, command: list[str], hello: str, quiet: bool) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if quiet else None,
                env={key: os.environ[key] for key in ENVIRONMENT if key in os.environ},
                start_new_session=True,
            )
        except OSError:
            raise BotFailure(CRASHED) from None
        assert self._process.stdin is not None
        self._to_send: SimpleQueue[str | None] = SimpleQueue()
        self._lines: Queue[bytes] = Queue(MOST_LINES)
        self._is_closed = threading.Event()
        self._threads = [
            threading.Thread(target=_send, args=(self._process.stdin, self._to_send), daemon=True),
            threading.Thread(
                target=_receive, args=(self._process, self._lines, self._is_closed), daemon=True
            ),
        ]
        for thread in self._threads:
            thread.start()
        self._to_send.put(hello)

    def ask(self, number: int, question: str, seconds: float) -> object:
        """The answer to the question of that number; answers that come too late for an earlier one are dropped."""
        self._to_send.put(question)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except Empty:
                break
            if not line:
                raise BotFailure(CRASHED)
            answer = _read(line)
            if not isinstance(answer, dict) or answer.get("id", number) == number:
                return answer
        raise BotFailure(TOO_SLOW)

    def close(self, grace: float = GRACE) -> None:
        """End the program and all it has started."""
        self._to_send.put(None)
        if grace:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(grace)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._is_closed.set()
        with suppress(Empty):  # the thread that reads may wait for room
            while True:
                self._lines.get_nowait()
        for thread in self._threads:
            thread.join(GRACE)
        with suppress(Full):
            self._lines.put_nowait(b"")  # for who still waits for an answer


def _send(pipe: IO[bytes], lines: SimpleQueue[str | None]) -> None:
    with suppress(OSError, ValueError), pipe:
        while (line := lines.get()) is not None:
            pipe.write(line.encode() + b"\n")
            pipe.flush()


def _receive(process: subprocess.Popen[bytes], lines: Queue[bytes], is_closed: threading.Event) -> None:
    """Pass lines on; an empty one says that no more will come. A line without end counts as no more."""
    assert process.stdout is not None
    rest = b""
    with suppress(OSError, ValueError), process.stdout as pipe:
        while len(rest) < LONGEST_LINE and _has_more(process, pipe.fileno(), is_closed):
            found = os.read(pipe.fileno(), AT_ONCE)
            if not found:
                break
            *whole, rest = (rest + found).split(b"\n")
            for line in whole:
                if is_closed.is_set():
                    return
                lines.put(line + b"\n")
    if not is_closed.is_set():
        lines.put(b"")


def _has_more(process: subprocess.Popen[bytes], pipe: int, is_closed: threading.Event) -> bool:
    """Wait for output. A program that has ended writes no more, even if what it started still holds its pipe."""
    if not hasattr(select, "poll"):  # Windows
        return True
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    while not is_closed.is_set():
        if poll.poll(LOOK_AGAIN):
            return True
        if process.poll() is not None:
            return False
    return False


def _read(line: bytes) -> object:
    try:
        found: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found


class ExternalBot(RandomBot):
    """A seat that a program plays. It needs no engine: what may be done is in the question."""

    def __init__(self, level: str, seed: int, options: Options, wall: float, quiet: bool = False) -> None:
        super().__init__(seed, options)
        self.command = command_of(level)
        self.wall = wall
        self.quiet = quiet
        self.replaced: dict[str, int] = {}  # how many answers of each kind a random offer has replaced
        self._process: BotProcess | None = None
        self._failures = 0
        self._asked = 0

    def course(self, view: View, budget: Budget | None = None) -> list[NamedAction]:
        """What the program answers, or any offer."""
        try:
            if self._failures >= MOST_FAILURES:
                raise BotFailure(NOT_ASKED)
            return [self._answer(view)]
        except BotFailure as failed:
            kind = str(failed)
            self.replaced[kind] = self.replaced.get(kind, 0) + 1
            if kind in (TOO_SLOW, CRASHED):
                self._failures += 1
                self.close(0)
            return super().course(view, budget)

    def _answer(self, view: View) -> NamedAction:
        offers = offers_of(view)
        seconds = self.wall
        if self._process is None:
            self._process = BotProcess(self.command, self._hello(view), self.quiet)
            seconds += START
        self._asked += 1
        question = {
            "id": self._asked,
            "view": {key: value for key, value in view.items() if key != "offers"},
            "offers": offers,
            "clock": {"seconds": self.wall},
        }
        return _chosen(self._process.ask(self._asked, _line(question), seconds), offers)

    def _hello(self, view: View) -> str:
        agreed = None if self.options is None else self.options.as_dict()
        hello = {"aachen": PROTOCOL, "game": view["game"], "seat": view["viewer"], "options": agreed}
        return _line(hello | {"seed": self.seed, "clock": {"seconds": self.wall}})

    def close(self, grace: float = GRACE) -> None:
        """The game is over, or the process has failed."""
        process, self._process = self._process, None
        if process is not None:
            process.close(grace)


def _line(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


def _chosen(answer: object, offers: list[NamedAction]) -> NamedAction:
    """The offer that was meant: by its number from 0 (`offer`), or as it stands there (`action`)."""
    if isinstance(answer, dict):
        number, action = answer.get("offer"), answer.get("action")
        if type(number) is int and 0 <= number < len(offers):
            return offers[number]
        if number is None and action in offers:
            return offers[offers.index(action)]
    raise BotFailure(INVALID)
