"""Which tiles siblings have activated: dealt as planners activate them, now and then as if any were as likely."""

from __future__ import annotations

from typing import Final

from aachen.bots.quick_luck import QuickLuck
from aachen.games.carolingi.for_bots import (
    EQUIP,
    INFLUENCE,
    MOVE,
    PEACE,
    SOOTHE,
    TILES,
    Position,
    deal_seat,
    remember_before,
    victory_points,
)

DEALS: Final = 8  # of which one is drawn
# How likely each tile with a dot is among the active ones, compared with the others.
ACTIVATED: Final[dict[int, float]] = {INFLUENCE: 0.02, EQUIP: 100.0, MOVE: 0.04, SOOTHE: 30.0, PEACE: 2.0}
DOTTED: Final = list(ACTIVATED)
SOON: Final = 50.0  # how much likelier Peace is the first tile of a sibling with two points
UNUSUAL: Final = 8  # one world of so many is dealt as the rules allow, for people who play otherwise


def deal_likely(pos: Position, seat: int, luck: QuickLuck) -> Position:
    """A position that the seat cannot tell from this one."""
    dealt = pos.imagine(seat, luck)
    if luck.below(UNUSUAL) == 0:
        return dealt
    for other in range(pos.realm.players):
        if other != seat:
            dealt = _deal_seat(dealt, other, luck)
    remember_before(dealt)
    return dealt


def _deal_seat(pos: Position, seat: int, luck: QuickLuck) -> Position:
    """One of several deals, each as likely as its tiles are."""
    deals: list[Position] = []
    weights: list[float] = []
    whole = 0.0
    for _ in range(DEALS):
        deal = pos.copy()
        deal_seat(deal, seat, luck)
        weight = _likelihood(deal, seat)
        deals.append(deal)
        weights.append(weight)
        whole += weight
    left = luck.fraction() * whole
    for number in range(DEALS):
        left -= weights[number]
        if left < 0.0:
            return deals[number]
    return deals[DEALS - 1]


def _likelihood(pos: Position, seat: int) -> float:
    at = seat * TILES
    likelihood = 1.0
    active = 0
    for tile in DOTTED:
        if pos.inactive[at + tile] == 0:
            likelihood *= ACTIVATED[tile]
            active += 1
    if active <= 1 and pos.inactive[at + PEACE] == 0 and victory_points(pos, seat) >= 2:
        likelihood *= SOON
    return likelihood
