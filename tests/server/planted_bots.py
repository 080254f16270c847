"""Bots that misbehave, each in its own way; for the processes of the tests."""

import os
import time
from typing import Any

from aachen.bots import Bot, Budget, make_bot
from aachen.bots.bot import View, offers_of
from aachen.bots.thought import NamedAction


class SlowBot(Bot):
    """Thinks for ever, and never rests."""

    def course(self, view: View, budget: Budget | None = None) -> list[NamedAction]:
        while True:
            time.monotonic()


class CrashingBot(Bot):
    """Stumbles, and says something it should keep to itself."""

    def course(self, view: View, budget: Budget | None = None) -> list[NamedAction]:
        raise RuntimeError(f"my secret is {view['line']}")


class DyingBot(Bot):
    """Takes its whole process with it."""

    def course(self, view: View, budget: Budget | None = None) -> list[NamedAction]:
        os._exit(3)


class LyingBot(Bot):
    """Claims to do what nobody offered."""

    def course(self, view: View, budget: Budget | None = None) -> list[NamedAction]:
        return [{"do": "win"}]


class ChattyBot(Bot):
    """Writes where only answers should be written, then chooses the last offer."""

    def course(self, view: View, budget: Budget | None = None) -> list[NamedAction]:
        os.write(1, b"hello " * 100)
        print("hello", flush=True)
        offers = offers_of(view)
        return [offers[-1]]


class ThriftyBot(Bot):
    """Takes the last offer if it is told a sound budget, and what it is told to be too much or nothing otherwise."""

    def course(self, view: View, budget: Budget | None = None) -> list[NamedAction]:
        offers = offers_of(view)
        wall = None if budget is None else budget.wall
        return [offers[-1] if wall is not None and 0 < wall <= 0.25 else offers[0]]


class NosyBot(Bot):
    """Lies if it finds anything of the server's environment."""

    def course(self, view: View, budget: Budget | None = None) -> list[NamedAction]:
        offers = offers_of(view)
        return [offers[-1] if "AACHEN_TEST_SECRET" not in os.environ else {"do": "tell"}]


PLANTED = {
    "slow": SlowBot,
    "crashing": CrashingBot,
    "dying": DyingBot,
    "lying": LyingBot,
    "chatty": ChattyBot,
    "thrifty": ThriftyBot,
    "nosy": NosyBot,
}


def make(name: str, seed: int, options: Any = None) -> Bot:
    """One of these, or one of ours."""
    return PLANTED[name](seed, options) if name in PLANTED else make_bot(name, seed, options)
