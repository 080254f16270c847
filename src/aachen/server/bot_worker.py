"""The process in which bots think: a request in, a choice out, one after the other. Started by `bot_workers`.

It knows nothing but what stands in a request: the seat's view, what was agreed, the level and the seed.
When its server goes away, however suddenly, it ends; a choice that takes far too long ends it too.
"""

from __future__ import annotations

import inspect
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from queue import SimpleQueue
from typing import Any, BinaryIO

from aachen.bots.bot import Bot
from aachen.games import GAMES

Make = Callable[..., Bot]

GRACE = 5.0  # seconds a worker lives on after its limit: its server has given up on it by then
MOST_BYTES = 1 << 26


# ---- Messages: four bytes of length, then JSON ---------------------------------------------------


def pack(told: object) -> bytes:
    """A message as it goes through the pipe."""
    body = json.dumps(told, separators=(",", ":")).encode()
    return len(body).to_bytes(4, "big") + body


def read_message(source: BinaryIO) -> dict[str, Any] | None:
    """The next message, or None when the pipe has ended."""
    head = source.read(4)
    if len(head) < 4:
        return None
    body = source.read(int.from_bytes(head, "big"))
    told: dict[str, Any] = json.loads(body)
    return told


# ---- Thinking ------------------------------------------------------------------------------------


def choose(make: Make, request: dict[str, Any]) -> dict[str, object]:
    """The action a bot of this level chooses, given the view and nothing else."""
    options = _options(request["game"], json.dumps(request["options"]))
    budget: float = request["budget"]
    bot = make(request["level"], request["seed"], options, **_wanted(make, budget))
    return bot.choose(request["view"], **_wanted(bot.choose, budget))


def _wanted(call: Callable[..., object], budget: float) -> dict[str, Any]:
    """The seconds to think, for whoever asks how many there are."""
    return {"budget": budget} if "budget" in inspect.signature(call).parameters else {}


@lru_cache(maxsize=64)
def _options(game: str, text: str) -> Any:
    """The options of a game; a board of one's own is only read once."""
    named = json.loads(text)
    return None if named is None else GAMES[game].options(named)


def answer(make: Make, request: dict[str, Any]) -> dict[str, object]:
    """The choice, or the kind of what went wrong: never its words, which might tell what the view holds."""
    signal.setitimer(signal.ITIMER_REAL, request["limit"] + GRACE)
    try:
        return {"id": request["id"], "action": choose(make, request)}
    except Exception as bug:
        return {"id": request["id"], "bug": type(bug).__name__}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


# ---- The process ---------------------------------------------------------------------------------


def listen(source: BinaryIO, requests: SimpleQueue[dict[str, Any]]) -> None:
    """Pass on what the server asks; when it is gone, so is this process, even in the middle of a thought."""
    try:
        while (request := read_message(source)) is not None:
            requests.put(request)
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
    requests: SimpleQueue[dict[str, Any]] = SimpleQueue()
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
