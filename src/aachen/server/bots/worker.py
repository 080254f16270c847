"""The worker process of bots: one request in, one response out. Started by `pool.py`.

It knows nothing but what stands in a question: the seat's view, what was agreed, the level and the seed.
When its server goes away, however suddenly, it ends; an answer that takes far too long ends it too.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from queue import SimpleQueue
from typing import Any, BinaryIO

import msgspec

from aachen.bots.analysis import GameAnalysis, analyse_log, evaluate_view
from aachen.bots.bot import Bot
from aachen.bots.budget import Budget
from aachen.games.versions import rules_of
from aachen.server.bots.request import AnalysisRequest, BotRequest, PoolRequest

Make = Callable[[str, int, Any], Bot]

GRACE = 5.0  # seconds a worker lives on after its limit: its server has given up on it by then
MOST_BYTES = 1 << 26


class Envelope(msgspec.Struct):
    """A question on its way: its number, the seconds until nobody waits any more, and those for thinking."""

    id: int
    limit: float
    budget: float
    request: BotRequest | AnalysisRequest


# ---- Messages: four bytes of length, then JSON ---------------------------------------------------


def pack(data: object) -> bytes:
    """A message as it goes through the pipe."""
    body = msgspec.json.encode(data)
    return len(body).to_bytes(4, "big") + body


def read_message(source: BinaryIO) -> Envelope | None:
    """The next question, or None when the pipe has ended."""
    head = source.read(4)
    if len(head) < 4:
        return None
    return msgspec.json.decode(source.read(int.from_bytes(head, "big")), type=Envelope)


# ---- Thinking ------------------------------------------------------------------------------------


def think(make: Make, request: BotRequest, seconds: float) -> object:
    """What a bot of this level would do, or all it thinks, given the view and nothing else."""
    bot = make(request.level, request.seed, _agreed(request))
    bot.rules = request.rules
    budget = Budget(wall=seconds)
    if request.kind == "course":
        return bot.course(request.view, budget)
    return bot.think(request.view, budget).as_dict()


def evaluate(request: AnalysisRequest) -> object:
    """Everybody's chances after each of these entries, and how much of each change was luck; or the decisions there."""
    if request.lines is None:
        options = _agreed(request)
        found = [evaluate_view(view, options, request.rules) for view in request.views or []]
    elif request.review:
        reviewed = _analysed(tuple(request.lines)).review_range(request.first, request.count)
        return [{"decision": None if each is None else each.as_dict()} for each in reviewed]
    else:
        found = _analysed(tuple(request.lines)).evaluate_range(request.first, request.count)
    return [{"chances": each.chances, "luck": each.luck, "side": each.side} for each in found]


@lru_cache(maxsize=2)
def _analysed(lines: tuple[str, ...]) -> GameAnalysis:
    """A log that is evaluated part by part, and replayed only once."""
    return analyse_log(lines)


def _agreed(request: PoolRequest) -> Any:
    """The options of a game; a board of one's own is only read once."""
    if request.options is None:
        return None
    return _options(request.game, request.rules, msgspec.json.encode(request.options))


@lru_cache(maxsize=64)
def _options(game: str, rules: str | None, text: bytes) -> Any:
    return rules_of(game, rules).options(msgspec.json.decode(text))


def answer(make: Make, asked: Envelope) -> dict[str, object]:
    """The answer, or the kind of what went wrong: never its words, which might tell what the view holds."""
    signal.setitimer(signal.ITIMER_REAL, asked.limit + GRACE)
    try:
        request = asked.request
        found = (
            evaluate(request) if isinstance(request, AnalysisRequest) else think(make, request, asked.budget)
        )
        return {"id": asked.id, "answer": found}
    except Exception as bug:
        return {"id": asked.id, "bug": type(bug).__name__}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


# ---- The process ---------------------------------------------------------------------------------


def listen(source: BinaryIO, requests: SimpleQueue[Envelope]) -> None:
    """Pass on what the server asks; when it is gone, so is this process, even in the middle of a thought."""
    try:
        while (asked := read_message(source)) is not None:
            requests.put(asked)
    finally:
        os._exit(0)


def take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes from and to the server; what a bot reads or prints by accident goes nowhere."""
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    return source, target


def main() -> None:
    """Answer until the server goes away. Arguments: who makes the bots, as `module:function`, and how nice to be."""
    source, target = take_over_pipes()
    # Ctrl-C at a terminal is for the server alone; it closes the pipe when it is done.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    os.nice(int(sys.argv[2]))
    module, name = sys.argv[1].split(":")
    make: Make = getattr(import_module(module), name)
    requests: SimpleQueue[Envelope] = SimpleQueue()
    threading.Thread(target=listen, args=(source, requests), daemon=True).start()
    said: dict[str, object] = {"ready": True}
    while True:
        try:
            target.write(pack(said))
            target.flush()
        except OSError:
            os._exit(0)
        said = answer(make, requests.get())


if __name__ == "__main__":
    main()
