"""Analysis of games that are over: everybody's chances entry by entry, evaluated part by part in a bot process.

While a game runs nobody is told: chances are evaluated from the whole position, secrets and all.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from aachen.bots.analysis import Evaluation, breakdowns, leads, total_luck, turns
from aachen.core.errors import bad
from aachen.server import messages as m
from aachen.server.bots.request import AnalysisRequest, Bots
from aachen.server.history import ReplayCache
from aachen.server.settings import Settings
from aachen.server.table.state import TableState

TURN = "analysis"  # all finished games together wait as one table does


class Analysis:
    """One game as far as it was evaluated; it is over, so what was found stays true."""

    def __init__(self) -> None:
        self.evaluated: list[Evaluation] = []
        self.lock = asyncio.Lock()
        self.verdict: m.Verdict | None = None


class Analyses:
    """The games that were analysed last."""

    def __init__(self, bots: Bots, history: ReplayCache, settings: Settings) -> None:
        self._bots = bots
        self._history = history
        self._settings = settings
        self._kept: OrderedDict[str, Analysis] = OrderedDict()

    def _of(self, table: str) -> Analysis:
        """The evaluated part of a game."""
        found = self._kept.setdefault(table, Analysis())
        self._kept.move_to_end(table)
        while len(self._kept) > self._settings.most_analyses:
            self._kept.popitem(last=False)
        return found

    async def chances(self, table: TableState, wish: m.ChancesWish) -> m.Chances:
        """A part of the graph; what comes before it is evaluated as well, and nothing is evaluated twice."""
        last = table.last_seq
        if last is None or wish.first > last:
            raise bad("no_such_entry", "first", given=wish.first, last=-1 if last is None else last)
        analysis = self._of(table.id)
        end = min(wish.first + wish.count, last + 1)
        async with analysis.lock:
            while len(analysis.evaluated) < end:
                known = len(analysis.evaluated)
                analysis.evaluated += await self._evaluate(table, known, min(wish.count, end - known))
            if len(analysis.evaluated) == last + 1 and analysis.verdict is None:
                analysis.verdict = _verdict(analysis.evaluated, table.sheet.names())
        rows = [each.chances for each in analysis.evaluated[wish.first : end]]
        columns = {seat: [row[at] for row in rows] for at, seat in enumerate(table.sheet.names())}
        return m.Chances(wish.id, wish.first, last, columns, analysis.verdict if end == last + 1 else None)

    async def _evaluate(self, table: TableState, first: int, count: int) -> list[Evaluation]:
        """So many entries, from this one on."""
        lines = views = None
        if table.sheet.is_story:
            seen = await self._history.snapshots(table, first)
            views = [one.frame(None, table.sheet.policy.undo).view for one in seen[first : first + count]]
        else:
            lines = table.lines()[:]
        found = await self._bots.chances(
            AnalysisRequest(
                game=table.sheet.game,
                rules=table.sheet.rules,
                options=table.sheet.options,
                patience=self._settings.chances_seconds,
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
        return [Evaluation(each.chances, each.luck, each.side) for each in found]


def _verdict(evaluated: list[Evaluation], seats: list[str]) -> m.Verdict:
    """The summary of the whole game."""
    return m.Verdict(
        turns=[m.Turn(turn.seq, seats[turn.seat], turn.change, turn.luck) for turn in turns(evaluated)],
        leads=[m.Lead(seq, seats[seat]) for seq, seat in leads(evaluated)],
        luck=dict(zip(seats, total_luck(evaluated), strict=True)),
        breakdown={
            seat: m.ChanceBreakdown(each.start, each.luck, each.own, each.others, each.end)
            for seat, each in zip(seats, breakdowns(evaluated), strict=True)
        },
    )
