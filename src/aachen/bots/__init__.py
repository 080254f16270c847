"""The bots: each gets its seat's view and nothing else, and answers with one of the actions offered there."""

from __future__ import annotations

from typing import Any, Final

from aachen.bots.bot import Bot
from aachen.bots.budget import Budget
from aachen.bots.frozen import frozen_names, split_name
from aachen.bots.greedy import GreedyBot
from aachen.bots.planner import PlannerBot
from aachen.bots.random_bot import RandomBot
from aachen.bots.search_bot import SearchBot
from aachen.core.errors import bad

BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "search": SearchBot,
}
ADVISER: Final = "search"  # the level that hints and analyses come from


def make_bot(name: str, seed: int, options: Any = None, rules: str | None = None) -> Bot:
    """The bot of that name, perhaps a frozen one, for a version of the rules; raises BadInput for an unknown name."""
    level, version = split_name(name)
    if level not in BOTS:
        raise bad("bot_unknown", "bot", given=name, known=[*sorted(BOTS), *frozen_names()])
    bot = BOTS[level](seed, options)
    bot.rules = rules
    bot.version = version
    return bot


__all__ = ["ADVISER", "BOTS", "Bot", "Budget", "make_bot"]
