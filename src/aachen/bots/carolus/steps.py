"""One-step evaluation: one paladin, one stop, one disc, one crown."""

from __future__ import annotations

from aachen.bots.carolus.choices import by_chance, disc_at_sight
from aachen.bots.carolus.evaluation import side_chances
from aachen.bots.carolus.lookahead import advance
from aachen.bots.plan import Plan
from aachen.games.carolus.for_bots import (
    ADVANCING,
    CROWNING,
    LAYING,
    Position,
    emperor_reach,
    name_clan,
    put_paladin,
)


def steps(pos: Position, seat: int, weights: list[float]) -> list[Plan]:
    """Every offer with the chance right after it, best first."""
    if pos.phase == LAYING:
        return disc_at_sight(pos, seat, weights)
    plans = [Plan([code], _chance(pos, seat, code, weights)) for code in pos.offers(seat)]
    plans.sort(key=by_chance)
    return plans


def _chance(pos: Position, seat: int, code: int, weights: list[float]) -> float:
    x = pos.empire.actions.x[code]
    after = pos.copy()
    if pos.phase == ADVANCING:
        advance(after, seat, x)
    elif pos.phase == CROWNING:
        name_clan(after, seat, x, None)
    else:
        put_paladin(after, seat, x, pos.empire.actions.y[code], None)
        return best_stop(after, seat, weights)
    return side_chances(after, weights)[pos.empire.side_of[seat]]


def best_stop(pos: Position, seat: int, weights: list[float]) -> float:
    """The chance after the Emperor's best stop, the turn's other paladins not yet thought of."""
    best = 0.0
    for number in range(1, emperor_reach(pos, seat) + 1):
        after = pos.copy()
        advance(after, seat, number)
        best = max(best, side_chances(after, weights)[pos.empire.side_of[seat]])
    return best
