"""What a position of Carolus Magnus is worth to a side, in the game's own terms.

The unit is a castle on the board.
"""

from __future__ import annotations

from typing import Final

from aachen.games.carolus.rules import castles, ending
from aachen.games.carolus.state import State
from aachen.games.carolus.terms import CLANS, DISCS, NOBODY, NOT_ENDED

WON: Final = 1000.0
NEAR: Final = 0.4  # of a castle, for one that would be won if the Emperor stopped within the next few steps
FAR: Final = 0.15  # the same beyond the reach of any disc
LEAD: Final = 0.03  # each paladin of a lead in a region, up to a few
MOST_LEAD: Final = 5
CLAN: Final = 0.5  # an emblem
PALADIN: Final = 0.08  # each paladin on the ring that an emblem commands
MARGIN: Final = 0.12  # each paladin at court above the next court, up to a few
MOST_MARGIN: Final = 3
STOCK: Final = 0.05  # each paladin in reserve that could still go to a contested court
LAST_CASTLES: Final = 0.5  # the nearer the goal, the more the next castle is worth


def value(pos: State, side: int) -> float:
    """The side's own worth less that of its best rival."""
    if pos.ending != NOT_ENDED:
        return _end_value(pos, side)
    worths = [worth(pos, each) for each in range(pos.empire.sides)]
    rivals = [each for other, each in enumerate(worths) if other != side]
    return worths[side] - max(rivals) - 0.25 * (sum(rivals) - max(rivals))


def _end_value(pos: State, side: int) -> float:
    best = max(ending.standing(pos, each) for each in range(pos.empire.sides))
    if ending.standing(pos, side) < best:
        return -WON
    alone = [ending.standing(pos, each) for each in range(pos.empire.sides)].count(best) == 1
    return WON if alone else 0.0


def worth(pos: State, side: int) -> float:
    """Castles, what the Emperor would bring, and the clans."""
    built = pos.castles_built(side)
    share = built / pos.empire.castles
    total = built + LAST_CASTLES * built * share
    head, steps = pos.emperor, 0
    while steps < pos.regions:
        head = pos.region_after(head)
        steps += 1
        total += _region(pos, head, side, NEAR if steps <= DISCS else FAR)
    for clan in range(CLANS):
        total += _clan(pos, clan, side)
    return total


def _region(pos: State, head: int, side: int, chance: float) -> float:
    """What a stop there would change for the side, and how firmly it leads."""
    forces = castles.forces(pos, head)
    leader = castles.majority(pos, head)
    owner = pos.owner[head]
    mine = forces[side]
    others = max(force for other, force in enumerate(forces) if other != side)
    lead = max(-MOST_LEAD, min(MOST_LEAD, mine - others)) * LEAD * pos.size[head]
    if leader == side and owner != side:
        return chance * pos.size[head] + lead
    if owner == side and leader not in (side, NOBODY):
        return lead - chance * pos.size[head]
    return lead


def _clan(pos: State, clan: int, side: int) -> float:
    """An emblem with what it commands, and how safe it is; a hidden hope for those behind."""
    holder = pos.holder[clan]
    courts = pos.court[clan::CLANS]
    if holder == NOBODY:
        return 0.0
    if pos.empire.side_of[holder] == side:
        second = max(number for seat, number in enumerate(courts) if seat != holder)
        margin = min(MOST_MARGIN, courts[holder] - second)
        return CLAN + PALADIN * sum(pos.paladins[clan::CLANS]) + MARGIN * margin
    return max(
        (
            STOCK * pos.reserve[seat * CLANS + clan]
            for seat in range(pos.empire.players)
            if pos.empire.side_of[seat] == side
            and courts[seat] + pos.reserve[seat * CLANS + clan] > courts[holder]
        ),
        default=0.0,
    )
