"""The bots: each gets its seat's view and nothing else, and answers with one of the actions offered there."""

from __future__ import annotations

from typing import Any, Final

from aachen.bots.bot import Bot
from aachen.bots.budget import Budget
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
    """The bot of that name, for a version of the rules; raises BadInput for a name we do not know."""
    if name not in BOTS:
        raise bad("bot_unknown", "bot", given=name, known=sorted(BOTS))
    bot = BOTS[name](seed, options)
    bot.rules = rules
    return bot


__all__ = ["ADVISER", "BOTS", "Bot", "Budget", "make_bot"]
