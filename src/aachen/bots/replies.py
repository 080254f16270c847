"""The reply that speaks against a plan: what the seat that comes next would do then, in most of the ways luck can fall."""

from __future__ import annotations

from collections import Counter
from typing import Final

from aachen.bots.mind import Mind
from aachen.bots.plan import Plan
from aachen.bots.thought import DecisiveReply
from aachen.core.contract import Position
from aachen.core.game_loop import PlainTable, carry_out
from aachen.core.luck import SeededLuck

FALLS: Final = 4  # of luck
LEAST_LOSS: Final = 0.03  # of chance, beyond what the reply to the best plan takes
MOST_COURSES: Final = 60  # until another seat chooses


class _Answer:
    """What another seat does after a plan: its actions, and what they take from the chance of who planned."""

    def __init__(self, seat: int, plan: Plan, before: Position, loss: float) -> None:
        self.seat = seat
        self.plan = plan
        self.before = before
        self.loss = loss


def decisive_reply(
    mind: Mind, pos: Position, ours: list[int], seat: int, plans: list[Plan]
) -> DecisiveReply | None:
    """The reply to the second plan that takes clearly more than any reply to the first; None if there is none."""
    to_best, to_second = _usual_answer(mind, pos, ours, seat, plans[0]), None
    if len(plans) > 1:
        to_second = _usual_answer(mind, pos, ours, seat, plans[1])
    if to_second is None or to_second.loss < LEAST_LOSS + (
        0.0 if to_best is None else max(0.0, to_best.loss)
    ):
        return None
    before, plan = to_second.before, to_second.plan
    return DecisiveReply(
        before.seats()[to_second.seat],
        [before.name_action(code) for code in plan.codes],
        mind.reasons(before, to_second.seat, plan),
    )


def _usual_answer(mind: Mind, pos: Position, ours: list[int], seat: int, plan: Plan) -> _Answer | None:
    """What a rival answers in at least half of the ways luck can fall, with its mean loss; None without such an answer."""
    found = [
        answer
        for number in range(FALLS)
        if (answer := _answer(mind, pos, ours, seat, plan, SeededLuck(number))) is not None
    ]
    if not found:
        return None
    (most, times), *_ = Counter((each.seat, tuple(each.plan.codes)) for each in found).most_common(1)
    if 2 * times < FALLS:
        return None
    same = [each for each in found if (each.seat, tuple(each.plan.codes)) == most]
    usual = same[0]
    usual.loss = sum(each.loss for each in same) / len(same)
    return usual


def _answer(
    mind: Mind, pos: Position, ours: list[int], seat: int, plan: Plan, luck: SeededLuck
) -> _Answer | None:
    """The rival's answer as luck falls; None if a partner or several in secret choose next, or nobody does."""
    after, codes = pos.copy(), plan.codes
    table = PlainTable(after, luck)
    for _ in range(MOST_COURSES):
        carry_out(table, seat, codes)
        seats = after.to_act()
        if seats != [seat]:
            break
        codes = mind.plans(after, seat, luck, 1)[0].codes
    if len(seats) != 1 or seats[0] in ours:
        return None
    other, before = seats[0], after.copy()
    best = mind.plans(after, other, luck, 1)[0]
    carry_out(table, other, best.codes)
    return _Answer(other, best, before, mind.chances(before)[seat] - mind.chances(after)[seat])
