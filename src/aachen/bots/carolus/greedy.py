"""Advice for Carolus Magnus: tries what is offered on copies, and looks at the Emperor's best stop after it.

Nothing here asks luck: a turn is judged by the board it leaves, not by the dice that follow.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolus.value import value
from aachen.core import contract
from aachen.games.carolus.position import Position
from aachen.games.carolus.rules import emperor, paladins
from aachen.games.carolus.terms import CLANS, CROWNING, LAYING, PUTTING

LARGE_DISC: Final = 0.02  # what a number costs: low ones play first, and high ones are better kept


class CarolusAdviser:
    """One paladin ahead, always with the Emperor's stop in mind."""

    def advise(self, position: contract.Position, seat: int) -> int:
        """The best offer for the seat, as far as this adviser can see."""
        assert isinstance(position, Position)
        if position.phase == LAYING:
            return _lay(position, seat)
        if position.phase == CROWNING:
            return _crown(position, seat)
        if position.phase == PUTTING:
            return _put(position, seat)
        return _advance(position, seat)


def _side(pos: Position, seat: int) -> int:
    return pos.empire.side_of[seat]


def _after_stop(pos: Position, seat: int, steps: int) -> float:
    """The value when the Emperor has made so many steps."""
    after = pos.copy()
    emperor.play(after, seat, steps, None)
    return value(after, _side(pos, seat))


def _best_stop(pos: Position, seat: int) -> float:
    """The value after the best stop in reach."""
    return max(_after_stop(pos, seat, steps) for steps in range(1, emperor.reach(pos, seat) + 1))


def _advance(pos: Position, seat: int) -> int:
    offers = pos.offers(seat)
    return max(offers, key=lambda code: _after_stop(pos, seat, pos.empire.actions.x[code]))


def _put(pos: Position, seat: int) -> int:
    """The paladin after which the best stop is worth most, the others of the turn not yet thought of."""
    return max(pos.offers(seat), key=lambda code: _best_stop(_with(pos, seat, code), seat))


def _with(pos: Position, seat: int, code: int) -> Position:
    after = pos.copy()
    paladins.play(after, seat, pos.empire.actions.x[code], pos.empire.actions.y[code], None)
    return after


def _lay(pos: Position, seat: int) -> int:
    """The disc with the best stop as things stand; of two that reach the same, the lower."""

    def worth(code: int) -> float:
        disc = pos.empire.actions.x[code]
        after = pos.copy()
        after.shown[seat] = disc
        return _best_stop(after, seat) - LARGE_DISC * disc

    return max(pos.offers(seat), key=worth)


def _crown(pos: Position, seat: int) -> int:
    """The clan that is nearest to changing hands at the own court, the more of it is on the ring the better."""

    def worth(code: int) -> tuple[int, int]:
        clan = pos.empire.actions.x[code]
        mine = pos.court[seat * CLANS + clan] + pos.reserve[seat * CLANS + clan]
        others = max(pos.court[other * CLANS + clan] for other in range(pos.empire.players) if other != seat)
        return -abs(mine - others), sum(pos.paladins[clan::CLANS])

    return max(pos.offers(seat), key=worth)
