"""Games that are over, looked at again: everybody's chances entry by entry, judged piece by piece in a process of bots.

While a game runs nobody is told: chances are judged from the whole position, secrets and all.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

from aachen.bots.analysis import Judgement, leads, total_luck, turns
from aachen.core.errors import bad
from aachen.server import looking
from aachen.server import messages as m
from aachen.server.bot_request import Stretch
from aachen.server.live_table import LiveTable

if TYPE_CHECKING:
    from aachen.server.hall import Hall

TURN = "analysis"  # all finished games together wait as one table does


class Analysis:
    """One game as far as it has been judged; it is over, so what was said of it stays true."""

    def __init__(self) -> None:
        self.judged: list[Judgement] = []
        self.turnstile = asyncio.Lock()
        self.verdict: m.Verdict | None = None


class Analyses:
    """The games that were looked at last."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[str, Analysis] = OrderedDict()

    def of(self, table: str) -> Analysis:
        """What is known of a game."""
        found = self._kept.setdefault(table, Analysis())
        self._kept.move_to_end(table)
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)
        return found


def check_over(table: LiveTable, seat: str | None, is_host: bool) -> None:
    """Chances are told when a game is over; of one that was given up only to who sat there."""
    if not table.sheet.is_over():
        raise bad("chances_too_early")
    if table.sheet.state == "closed" and seat is None and not is_host:
        raise bad("other_eyes", "eyes")


async def chances(hall: Hall, table: LiveTable, wish: m.ChancesWish) -> m.Chances:
    """A part of the graph; what comes before it is judged as well, and nothing is judged twice."""
    last = looking.last_seq(table)
    if last is None or wish.first > last:
        raise bad("no_such_entry", "first", given=wish.first, last=-1 if last is None else last)
    analysis = hall.analyses.of(table.id)
    end = min(wish.first + wish.count, last + 1)
    async with analysis.turnstile:
        while len(analysis.judged) < end:
            known = len(analysis.judged)
            analysis.judged += await _judge(hall, table, known, min(wish.count, end - known))
        if len(analysis.judged) == last + 1 and analysis.verdict is None:
            analysis.verdict = _verdict(analysis.judged, table.sheet.names())
    rows = [each.chances for each in analysis.judged[wish.first : end]]
    columns = {seat: [row[at] for row in rows] for at, seat in enumerate(table.sheet.names())}
    return m.Chances(wish.id, wish.first, last, columns, analysis.verdict if end == last + 1 else None)


async def _judge(hall: Hall, table: LiveTable, first: int, count: int) -> list[Judgement]:
    """So many entries, from this one on."""
    lines = views = None
    if table.sheet.is_story:
        seen = await hall.reels.moments(table, first)
        views = [one.frame(None, table.sheet.undo).view for one in seen[first : first + count]]
    else:
        lines = table.lines()[:]
    found = await hall.workers.chances(
        Stretch(
            game=table.sheet.game,
            options=table.sheet.options,
            patience=hall.settings.chances_seconds,
            table=table.id,
            turn=TURN,
            first=first,
            count=count,
            lines=lines,
            views=views,
        )
    )
    if not found:
        raise bad("no_chances")
    return [Judgement(each.chances, each.luck) for each in found]


def _verdict(judged: list[Judgement], seats: list[str]) -> m.Verdict:
    """What the whole game was like."""
    return m.Verdict(
        turns=[m.Turn(turn.seq, seats[turn.seat], turn.change, turn.luck) for turn in turns(judged)],
        leads=[m.Lead(seq, seats[seat]) for seq, seat in leads(judged)],
        luck=dict(zip(seats, total_luck(judged), strict=True)),
    )
