"""Review of the decisions of a finished game: what was played, what was better, by how much, and why.

All plans of a decision are judged by the same searches, each from what the seat knew, and in the scale of the forecast.
The best plan is chosen by all searches but one and measured by that one, in turn:
measured by the searches that chose it, it would seem better than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from aachen.bots.budget import Budget
from aachen.bots.mind import Mind
from aachen.bots.plan import Plan
from aachen.bots.plan_outcome import PlanOutcome, outcome_of
from aachen.bots.replies import decisive_reply
from aachen.bots.search import Search, SearchGame, Tuning
from aachen.bots.thought import DecisiveReply, NamedAction, Rationale
from aachen.core.contract import Position
from aachen.core.luck import SeededLuck

SEARCHES: Final = 4  # with different luck
ROUNDS: Final = 160  # of each of them with two players, fewer with more
MOST_PLANS: Final = 6  # the planner's best, beside the one that was played
CURIOUS: Final = 1.0  # all plans are tried about equally often
TRUST: Final = 0.5
LEAST_LOSS: Final = 0.02  # of chance: less is not worth a word
SURE: Final = 2.4  # standard errors of a mean of four, for 95 % on one side
NORMAL: Final = 1.96


class ReviewedDecision:
    """One decision: the entries it took, what was played and what was best, and what that cost in chance."""

    __slots__ = ("best", "end", "error", "loss", "played", "reasons", "reply", "seat", "seq")

    def __init__(
        self, seq: int, end: int, seat: int, played: list[NamedAction], loss: float, error: float
    ) -> None:
        self.seq = seq
        self.end = end
        self.seat = seat
        self.played = played
        self.loss = loss  # 0 where nothing better was found
        self.error = error  # the standard error of the loss
        self.best: list[NamedAction] = []  # only of a mistake, with what speaks for it
        self.reasons: list[Rationale] = []
        self.reply: DecisiveReply | None = None  # of another seat to what was played

    def as_dict(self) -> dict[str, object]:
        """The decision as plain data."""
        return {
            "seq": self.seq,
            "end": self.end,
            "seat": self.seat,
            "played": self.played,
            "loss": self.loss,
            "error": self.error,
            "best": self.best,
            "reasons": [asdict(each) for each in self.reasons],
            "reply": None if self.reply is None else asdict(self.reply),
        }

    def is_mistake(self) -> bool:
        """Whether something else was better, and not by the luck of the searches."""
        return is_mistake(self.loss, self.error)


def is_mistake(loss: float, error: float) -> bool:
    """Whether a loss is worth telling and larger than what is uncertain about it."""
    return loss >= LEAST_LOSS and loss > SURE * error


def review_decision(
    mind: Mind, pos: Position, ours: list[int], seat: int, codes: list[int], seq: int, end: int
) -> ReviewedDecision | None:
    """Judge the plan with these actions, played by the seat in entries up to `end`; None if it had no choice."""
    start = pos.imagine(seat, SeededLuck(seq))
    game = mind.review_game(start, seat)
    if game is None:
        return None
    played = _playable(start, seat, codes)
    if played is None:
        return None
    plans = _distinct(start, seat, game.plans(start, seat)[:MOST_PLANS], codes, played)
    if len(plans) < 2:
        return None
    rounds = ROUNDS * 2 // max(2, len(pos.seats()))
    values = [_searched(game, seat, plans, SeededLuck(seed), rounds) for seed in range(SEARCHES)]
    loss, error = _loss(values)
    found = ReviewedDecision(seq, end, seat, [pos.name_action(code) for code in codes], loss, error)
    if found.is_mistake():
        best = plans[_best(values)]
        found.best = [start.name_action(code) for code in best.codes]
        found.reasons = mind.reasons(start, seat, best)
        found.reply = decisive_reply(mind, start, ours, seat, [best, plans[-1]])
    return found


def _playable(start: Position, seat: int, codes: list[int]) -> PlanOutcome | None:
    """Where the actions lead in a position that fits what the seat knew; None if they cannot be done there."""
    after = start.copy()
    for number, code in enumerate(codes):
        if seat not in after.to_act() or after.refusal(seat, code) is not None:
            return None
        if number < len(codes) - 1:
            after.play(seat, code, SeededLuck(0))
    return outcome_of(start, seat, codes)


def _distinct(
    start: Position, seat: int, plans: list[Plan], codes: list[int], played: PlanOutcome
) -> list[Plan]:
    """The plans with different outcomes, the one that was played last."""
    known, found = [played], list[Plan]()
    chance = plans[-1].chance if plans else 0.0
    for plan in plans:
        outcome = outcome_of(start, seat, plan.codes)
        if outcome == played:
            chance = plan.chance
        elif outcome not in known:
            known.append(outcome)
            found.append(plan)
    return [*found, Plan(codes, chance)]


def _searched(game: SearchGame, seat: int, plans: list[Plan], luck: SeededLuck, rounds: int) -> list[float]:
    """The chance of each plan by one search that tries all of them about equally often."""
    depth = game.tuning().depth
    tuning = Tuning(explore=CURIOUS, trust=TRUST, width=1e6, curious=1.0, depth=depth)
    search = Search(game, seat, luck, tuning, plans)
    search.run(Budget(rounds=rounds))
    return [search.root.chance(index, TRUST) for index in range(len(plans))]


def _best(values: Sequence[Sequence[float]]) -> int:
    """The plan with the highest mean; of equals the one that was played, which comes last."""
    means = [fmean(column) for column in zip(*values, strict=True)]
    return max(range(len(means)), key=lambda index: (means[index], index))


def _loss(values: list[list[float]]) -> tuple[float, float]:
    """How much chance the last plan lost against the best, and the standard error of that."""
    losses = []
    for left_out, found in enumerate(values):
        best = _best([each for number, each in enumerate(values) if number != left_out])
        losses.append(found[best] - found[-1])
    return max(0.0, fmean(losses)), stdev(losses) / sqrt(len(losses))


# ---- A player's accuracy -------------------------------------------------------------------------


class Accuracy:
    """In how many of a seat's decisions nothing clearly better was found, with the 95 % interval of that share."""

    __slots__ = ("decisions", "good", "high", "lost", "low")

    def __init__(self, decisions: int, good: int, lost: float) -> None:
        self.decisions = decisions
        self.good = good
        self.lost = lost  # chance, over all decisions
        self.low, self.high = _wilson(good, decisions)


def accuracies(found: Sequence[ReviewedDecision], seats: int) -> list[Accuracy]:
    """For each seat."""
    result = []
    for seat in range(seats):
        own = [each for each in found if each.seat == seat]
        good = sum(not each.is_mistake() for each in own)
        result.append(Accuracy(len(own), good, sum(each.loss for each in own)))
    return result


def _wilson(good: int, number: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score; anything is possible where nothing was decided."""
    if number == 0:
        return 0.0, 1.0
    share, square = good / number, NORMAL * NORMAL
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = (
        NORMAL * sqrt(share * (1 - share) / number + square / (4 * number * number)) / (1 + square / number)
    )
    return max(0.0, middle - half), min(1.0, middle + half)
