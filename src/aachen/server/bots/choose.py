"""Which bots a server has: those it was given, or processes of its own."""

from __future__ import annotations

from os import cpu_count

from aachen.server.bots.pool import BotPool
from aachen.server.bots.programs import ProgramBots
from aachen.server.bots.request import Bots
from aachen.server.settings import Settings

MOST_THINKERS = 4  # processes for deep thoughts, unless somebody asks for more


def make_bots(settings: Settings) -> Bots:
    """The bots: those we were given, or processes of our own; and programs, if the host named some."""
    bots = _own_bots(settings)
    return ProgramBots(bots, settings.programs) if settings.programs else bots


def _own_bots(settings: Settings) -> Bots:
    if settings.workers is not None:
        return settings.workers()
    most = None if settings.limits is None else settings.limits.bot_requests_of_address
    return BotPool(settings.bots or min(MOST_THINKERS, cpu_count() or 1), most_of_address=most)
