"""Analysis of games that are over: everybody's chances entry by entry, and the decisions, part by part in a bot process.

While a game runs nobody is told: chances are evaluated from the whole position, secrets and all.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from aachen.bots.analysis import Evaluation, breakdowns, leads, mistakes, total_luck, turns
from aachen.bots.review import ReviewedDecision, accuracies
from aachen.bots.thought import DecisiveReply, Rationale
from aachen.core.errors import bad
from aachen.server import messages as m
from aachen.server.bots.request import AnalysisRequest, Bots, Evaluated, Reviewed
from aachen.server.history import ReplayCache
from aachen.server.settings import Settings
from aachen.server.table.state import TableState

TURN = "analysis"  # all finished games together wait as one table does


class Analysis:
    """One game as far as it was evaluated; it is over, so what was found stays true."""

    def __init__(self) -> None:
        self.evaluated: list[Evaluation] = []
        self.reviewed: list[ReviewedDecision | None] = []  # by entry
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
        last = _last_of(table, wish.first)
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

    async def review(self, table: TableState, wish: m.ReviewWish) -> m.Review:
        """A part of the decisions; what comes before it is reviewed as well, and nothing is reviewed twice."""
        last = _last_of(table, wish.first)
        analysis = self._of(table.id)
        end = min(wish.first + wish.count, last + 1)
        async with analysis.lock:
            while len(analysis.reviewed) < end:
                known = len(analysis.reviewed)
                analysis.reviewed += await self._review(table, known, min(wish.count, end - known))
        summary = None
        if len(analysis.reviewed) > last:
            summary = _summary([each for each in analysis.reviewed if each], table.sheet.names())
        return m.Review(wish.id, len(analysis.reviewed), last, summary)

    async def _review(self, table: TableState, first: int, count: int) -> list[ReviewedDecision | None]:
        """So many entries, from this one on; a story keeps no decisions that could be reviewed."""
        if table.sheet.is_story:
            return [None] * count
        found = await self._ask(table, first, count, is_review=True)
        return [None if each.decision is None else _read_decision(each.decision) for each in found]

    async def _evaluate(self, table: TableState, first: int, count: int) -> list[Evaluation]:
        """So many entries, from this one on."""
        found = await self._ask(table, first, count)
        return [Evaluation(each.chances, each.luck, each.side) for each in found]

    async def _ask(
        self, table: TableState, first: int, count: int, is_review: bool = False
    ) -> list[Evaluated]:
        """What a bot process says of so many entries."""
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
                review=is_review,
                lines=lines,
                views=views,
            )
        )
        if not found:
            raise bad("no_chances")
        return found


def _last_of(table: TableState, first: int) -> int:
    """The newest entry; BadInput if what is asked for comes after it."""
    last = table.last_seq
    if last is None or first > last:
        raise bad("no_such_entry", "first", given=first, last=-1 if last is None else last)
    return last


def _read_decision(found: Reviewed) -> ReviewedDecision:
    decision = ReviewedDecision(found.seq, found.end, found.seat, found.played, found.loss, found.error)
    decision.best = found.best
    decision.reasons = [Rationale(each.code, each.facts) for each in found.reasons]
    if found.reply is not None:
        reasons = [Rationale(each.code, each.facts) for each in found.reply.reasons]
        decision.reply = DecisiveReply(found.reply.seat, found.reply.actions, reasons)
    return decision


def _summary(reviewed: list[ReviewedDecision], seats: list[str]) -> m.ReviewSummary:
    """The worst decisions, and how accurate each seat was."""
    accuracy = zip(seats, accuracies(reviewed, len(seats)), strict=True)
    return m.ReviewSummary(
        mistakes=[
            msgspec.convert({**each.as_dict(), "seat": seats[each.seat]}, m.Mistake)
            for each in mistakes(reviewed)
        ],
        accuracy={
            seat: m.SeatAccuracy(each.decisions, each.good, each.low, each.high, each.lost)
            for seat, each in accuracy
        },
    )


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
