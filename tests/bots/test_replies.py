"""The reply that speaks against a plan: it is told only where it makes the difference, whatever luck does."""

from typing import Any

import pytest

from aachen.bots.plan import Plan
from aachen.bots.replies import decisive_reply
from aachen.bots.thought import Rationale

GOOD, BAD, SLIGHT = 1, 2, 3
PUNISH, LEAVE = 10, 11


class Duel:
    """One plan and one answer; what is answered to a bad plan costs who made it."""

    def __init__(self, rolls: bool = False, turn: int = 0, chance: float = 0.5) -> None:
        self.rolls, self.turn, self.chance, self.plan, self.die = rolls, turn, chance, 0, 0

    def copy(self) -> "Duel":
        other = Duel(self.rolls, self.turn, self.chance)
        other.plan, other.die = self.plan, self.die
        return other

    def to_act(self) -> list[int]:
        return [self.turn] if self.turn < 2 else []

    def seats(self) -> list[str]:
        return ["white", "black"]

    def play(self, seat: int, code: int, luck: Any) -> None:
        if seat == 0:
            self.plan = code
            self.die = luck.pick("die", list(range(20))) if self.rolls else 0
        elif code == PUNISH:
            self.chance -= {GOOD: 0.0, BAD: 0.2, SLIGHT: 0.01}[self.plan]
        self.turn += 1

    def name_action(self, code: int) -> dict[str, object]:
        return {"do": code}


class DuelMind:
    """Knows the answer; its code hangs on the die where there is one."""

    def chances(self, pos: Duel) -> list[float]:
        return [pos.chance, 1.0 - pos.chance]

    def plans(self, pos: Duel, seat: int, luck: Any, most: int) -> list[Plan]:
        return [Plan([PUNISH if pos.die == 0 else LEAVE + pos.die], 0.5)]

    def reasons(self, pos: Duel, seat: int, plan: Plan) -> list[Rationale]:
        return [Rationale("take")]


def reply_to(best: int, second: int, ours: tuple[int, ...] = (0,), rolls: bool = False) -> Any:
    mind: Any = DuelMind()
    duel: Any = Duel(rolls)
    found = decisive_reply(mind, duel, list(ours), 0, [Plan([best], 0.6), Plan([second], 0.4)])
    assert (duel.turn, duel.plan) == (0, 0)  # tried on copies
    return found


def test_the_reply_that_costs_only_the_second_plan_is_told_with_its_reasons():
    found = reply_to(GOOD, BAD)

    assert (found.seat, found.actions, found.reasons) == ("black", [{"do": PUNISH}], [Rationale("take")])


@pytest.mark.parametrize(
    ("best", "second"), [(BAD, BAD), (GOOD, SLIGHT)], ids=["both_suffer", "costs_hardly_anything"]
)
def test_a_reply_that_makes_no_difference_is_not_told(best, second):
    assert reply_to(best, second) is None


def test_a_reply_that_hangs_on_luck_is_not_told():
    assert reply_to(GOOD, BAD, rolls=True) is None


def test_a_partner_is_no_threat():
    assert reply_to(GOOD, BAD, ours=(0, 1)) is None
