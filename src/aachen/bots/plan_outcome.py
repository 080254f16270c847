"""What a plan comes to: plans with the same outcome are the same, whatever the order of their actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aachen.core.contract import Position
from aachen.core.luck import AskedLuckError, NoLuck


@dataclass(frozen=True, slots=True)
class PlanOutcome:
    """Where a plan leads as far as it can be foreseen."""

    line: str  # the position in its text, before luck is asked
    last: str  # the action with which luck is asked, or nothing
    is_done: bool  # whether luck or another seat comes in now, or the game is over


def outcome_of(position: Position, seat: int, codes: Sequence[int]) -> PlanOutcome:
    """What these allowed actions lead to; the position stays as it is."""
    after = position.copy()
    for number, code in enumerate(codes):
        before = after.copy()
        try:
            after.play(seat, code, NoLuck())
        except AskedLuckError:
            assert number == len(codes) - 1, "a plan ends where luck is asked"
            return PlanOutcome(before.write(), str(before.name_action(code)), True)
    return PlanOutcome(after.write(), "", seat not in after.to_act())
