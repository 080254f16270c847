"""The base of bots that evaluate: determinizes a position from the view and plans there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from aachen.bots.bot import Bot, View, position_in, seat_of
from aachen.bots.budget import Budget
from aachen.bots.mind import Mind
from aachen.bots.minds import mind_of
from aachen.bots.plan import Plan
from aachen.bots.thought import Candidate, DecisiveReply, NamedAction, Recommendation
from aachen.core.contract import Position
from aachen.core.luck import Luck
from aachen.games.versions import rules_of

COURSES: Final = 3  # the best one and two others


class Decision:
    """What a thinker came to: its plans, best first, and how often it thought ahead."""

    def __init__(self, plans: list[Plan], rounds: int = 1, shares: list[float] | None = None) -> None:
        self.plans = plans
        self.rounds = rounds
        self.shares = shares or []  # how often each plan is meant to be chosen, in secret choices

    def share(self, index: int) -> float | None:
        """How often this plan is meant to be chosen, if that is left to chance."""
        return self.shares[index] if self.shares else None

    def hope(self) -> float:
        """The chance to win for who plays as was found."""
        if not self.shares:
            return self.plans[0].chance
        return sum(plan.chance * share for plan, share in zip(self.plans, self.shares, strict=True))


class Thinker(Bot):
    """What greedy, planner and search have in common; they differ in how they find their plans."""

    level: ClassVar[str]

    def find(self, mind: Mind, pos: Position, seat: int, luck: Luck, budget: Budget | None) -> Decision:
        """The seat's plans in a position that fits its view; that position may not be changed."""
        raise NotImplementedError

    def advise(self, mind: Mind, pos: Position, seat: int, luck: Luck, budget: Budget | None) -> Decision:
        """The plans as they are told to people, who read chances from several places: in one scale, where there is one."""
        return self.find(mind, pos, seat, luck, budget)

    def course(self, view: View, budget: Budget | None = None) -> list[NamedAction]:
        """The best plan in names."""
        pos, luck = self._imagined(view)
        found = self.find(mind_of(str(view["game"]), self.version), pos, seat_of(view), luck, budget)
        return [pos.name_action(code) for code in found.plans[0].codes]

    def think(self, view: View, budget: Budget | None = None) -> Recommendation:
        """The best plan with the next best, the chances as things stand, and what speaks for it."""
        pos, luck = self._imagined(view)
        mind, seat = mind_of(str(view["game"]), self.version), seat_of(view)
        found = self.advise(mind, pos, seat, luck, budget)
        courses = [
            Candidate([pos.name_action(code) for code in plan.codes], plan.chance, found.share(index))
            for index, plan in enumerate(found.plans[:COURSES])
        ]
        reasons = mind.reasons(pos, seat, found.plans[0])
        chances = self.chances(mind, pos, partners(view, seat), found)
        reply = self.reply(mind, pos, partners(view, seat), seat, found)
        return Recommendation(self.level, courses[0], courses[1:], chances, reasons, found.rounds, reply)

    def chances(self, mind: Mind, pos: Position, ours: list[int], found: Decision) -> list[float]:
        """Each seat's chance as things stand."""
        return mind.chances(pos)

    def reply(
        self, mind: Mind, pos: Position, ours: list[int], seat: int, found: Decision
    ) -> DecisiveReply | None:
        """The reply that speaks against the second-best plan, for who looks at replies."""
        return None

    def _imagined(self, view: View) -> tuple[Position, Luck]:
        luck = self.luck(view)
        game = rules_of(str(view["game"]), self.rules)
        return position_in(view, game, luck, self.options), luck


def partners(view: View, seat: int) -> list[int]:
    """The seats that win with this one, itself among them."""
    seats, sides = view["seats"], view.get("sides")
    assert isinstance(seats, list)
    if not isinstance(sides, Mapping):
        return [seat]
    return next([seats.index(name) for name in side] for side in sides.values() if seats[seat] in side)
