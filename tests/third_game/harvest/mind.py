"""How bots play Harvest: a card is worth what it is expected to take against cards at random."""

from __future__ import annotations

from itertools import product
from math import exp
from typing import Any

from aachen.bots.plan import Plan
from aachen.bots.thought import Rationale
from aachen.core import contract
from aachen.core.luck import Luck

from .rules import NONE, Position, winner_of

MEAN_OF_DIE = 3.5


class HarvestMind:
    """Knows Harvest."""

    def chances(self, pos: contract.Position) -> list[float]:
        """Each seat's chance to win: certain at the end, before it by the sheaves."""
        table = _table(pos)
        outcome = table.outcome()
        if outcome is not None:
            winners = outcome.winners()
            return [1 / len(winners) if seat in winners else 0.0 for seat in range(table.players)]
        return _softmax([float(points) for points in table.points])

    def forecast(self, pos: contract.Position) -> list[float]:
        """The same: there is no other measure."""
        return self.chances(pos)

    def is_between_turns(self, pos: contract.Position) -> bool:
        """Always: a turn is one action."""
        return True

    def step(self, pos: contract.Position, seat: int) -> list[Plan]:
        """Every card by what it is expected to take, best first."""
        table = _table(pos)
        plans = [Plan([card - 1], self._after(table, seat, card)) for card in table.hands[seat]]
        return sorted(plans, key=lambda plan: -plan.chance)

    def plans(self, pos: contract.Position, seat: int, luck: Luck, most: int) -> list[Plan]:
        """The best steps: nothing is planned beyond a card."""
        return self.step(pos, seat)[:most]

    def search_game(self, pos: contract.Position, seat: int) -> None:
        """The planner's choice is good enough: nothing is searched."""

    def review_game(self, pos: contract.Position, seat: int) -> None:
        """Nor is it in hints, or in games that are over."""

    def reasons(self, pos: contract.Position, seat: int, plan: Plan) -> list[Rationale]:
        """How likely the card is to take the field."""
        table = _table(pos)
        card = plan.codes[0] + 1
        return [Rationale("takes", {"card": card, "percent": round(100 * _share(table, seat, card))})]

    def _after(self, table: Position, seat: int, card: int) -> float:
        gain = _share(table, seat, card) * (table.field + MEAN_OF_DIE)
        worths = [float(points) for points in table.points]
        worths[seat] += gain
        return _softmax(worths)[seat]


def _share(table: Position, seat: int, card: int) -> float:
    """In which share of all answers of the others the card takes the field."""
    others = [hand if at != seat else [card] for at, hand in enumerate(table.hands)]
    answers = list(product(*others))
    return sum(winner_of(list(shown)) == seat for shown in answers) / len(answers)


def _softmax(worths: list[float]) -> list[float]:
    parts = [exp((worth - max(worths)) / 3) for worth in worths]
    return [part / sum(parts) for part in parts]


def _table(pos: Any) -> Position:
    assert pos.sealed is not NONE
    return pos  # type: ignore[no-any-return]
