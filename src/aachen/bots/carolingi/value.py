"""What a position of Carolingi is worth to a seat, in the game's own terms.

The unit is about a tenth of a victory point.
A seat's worth adds up what it has and what brings it nearer to the conditions of 3.5;
the value of a position is a seat's own worth less what its siblings are worth.
"""

from __future__ import annotations

from typing import Final

from aachen.games.carolingi.rules import scenario_814, victory
from aachen.games.carolingi.rules.hunger import FED_BY_HOMELAND
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import (
    AUTUMN,
    BY_FAILURE,
    EQUIP,
    INFLUENCE,
    MOVE,
    NOBODY,
    NOWHERE,
    PEACE,
    SEASONS,
    SOOTHE,
    TILES,
)

PEACE_WON: Final = 1000.0
POINTS: Final = (0.0, 9.0, 20.0, 34.0, 42.0, 50.0, 58.0, 66.0)  # the third is what Peace asks for (C21)
MOST_POINTS: Final = len(POINTS) - 1

# Progress to the conditions of 3.5: each piece up to the number that is asked for, and beyond it.
LAND: Final = 2.6
LAND_BEYOND: Final = 1.0
COUNTER: Final = 1.5
COUNTER_BEYOND: Final = 0.5
FOLLOWER: Final = 0.75
FOLLOWER_BEYOND: Final = 0.25
TROPHY: Final = 2.0
REGION: Final = 6.0  # for a region that lacks nothing; the square of the share that is there

PALACE: Final = 4.0  # besides its point: the homeland is safe, and Peace asks for it (6.2)

# Scenario 814.
HONOUR: Final = 1.5
FAILING: Final = 30.0  # three problems wait where Skuld goes next
PRESSING: Final = 2.5  # two do
PROBLEM: Final = 0.3  # each problem on a season
GANG_SHORT: Final = 1.5  # each gang that is missing to a supply that is safe
ENOUGH_GANGS: Final = 5

# Lands that are not won yet, or not safe.
FOOTHOLD: Final = 1.6  # a share of it for followers in a land without control
FOREST: Final = 0.8
ON_CARD: Final = 0.6  # what lies on a card is not there yet
STURDY: Final = 0.5  # a land that stays controlled when one gang comes
THREATENED: Final = 0.9
HUNGRY: Final = 0.5  # each follower a land cannot feed, if Hunger came now
LOST_TO_HUNGER: Final = 2.5

# The court.
MISSUS: Final = 0.9
MISSUS_BEYOND: Final = 0.4
ENOUGH_MISSI: Final = 7
LEUDE: Final = 0.18
LEVY: Final = 1.0
RESERVE: Final = 0.45  # each follower at home, from where it may march
ENOUGH_RESERVE: Final = 5
SOOTHE_TILE: Final = 4.0
EQUIP_TILE: Final = 4.5
MOVE_TILE: Final = 2.5
INFLUENCE_TILE: Final = 2.5
PEACE_TILE: Final = (1.5, 3.5, 7.5, 17.5)  # by the points its owner has

# How much a sibling's worth counts against one's own.
BEST_RIVAL: Final = 0.45
OTHER_RIVALS: Final = 0.25

LANDS_WANTED: Final = victory.LANDS_FOR_EXPANSION
COUNTERS_WANTED: Final = victory.COUNTERS_FOR_DEVELOPMENT
FOLLOWERS_WANTED: Final = victory.FOLLOWERS_FOR_FOLLOWING


class Outlook:
    """What changes little while one tile is carried out: the time left, the chance of Hunger, the neighbours."""

    def __init__(self, pos: State, seat: int) -> None:
        seasons = (pos.last_year - pos.year) * SEASONS + SEASONS - 1 - pos.season
        self.future = min(1.0, seasons / 8)  # what only pays later pays nothing in the last season
        self.hunger = hunger_risk(pos, min(4, seasons + 1))
        self.pressure = [pressure(pos, seat, land) for land in range(pos.realm.land_count)]


def hunger_risk(pos: State, seasons: int) -> float:
    """The chance that the Hunger card is drawn in so many seasons."""
    if pos.realm.hunger_card not in pos.archivium:
        return 0.0
    events = seasons * (pos.events_ready + pos.bag.count(pos.realm.event_tile))
    return 1.0 - (1.0 - 1.0 / len(pos.archivium)) ** events


def pressure(pos: State, seat: int, land: int) -> int:
    """The largest group a sibling could march into the land from one neighbour, or the gang that may come."""
    realm = pos.realm
    if pos.owner[land] != NOBODY:
        return 0
    most = 0
    if pos.slot_of(land) != NOWHERE:
        at = land * realm.stride
        most = 0 if sum(pos.on_cards[at : at + realm.players]) else 1
    for near in realm.neighbours[land]:
        ruler = pos.ruler[near]
        if ruler != NOBODY and ruler != seat:
            most = max(most, pos.pieces[near * realm.stride + ruler] - 1)
    return most


class Tally:
    """What all seats have towards the conditions of 3.5, counted in one walk over the map."""

    def __init__(self, pos: State) -> None:
        seats = pos.realm.players
        self.lands = [0] * seats
        self.counters = [0] * seats
        self.followers = [sum(pos.pieces[seat :: pos.realm.stride]) for seat in range(seats)]
        self.regions = [0.0] * seats  # how nearly the regions are united: what is missing last weighs most
        self.points = [0] * seats
        for land, ruler in enumerate(pos.ruler):
            if ruler != NOBODY:
                self.lands[ruler] += 1
                self.counters[ruler] += pos.counters[land]
        for lands in pos.realm.region_lands:
            self._count_region(pos, lands)
        self._count_points(pos)

    def _count_region(self, pos: State, lands: list[int]) -> None:
        there = [0] * pos.realm.players
        for land in lands:
            ruler = pos.ruler[land]
            if ruler != NOBODY:
                there[ruler] += 1
            elif pos.forests >> land & 1:
                at = land * pos.realm.stride
                for seat, followers in enumerate(pos.pieces[at : at + pos.realm.players]):
                    if followers:
                        there[seat] += 1
        for seat, number in enumerate(there):
            if number:
                share = number / len(lands)
                self.regions[seat] += share * share
                if number == len(lands):
                    self.points[seat] += 1

    def _count_points(self, pos: State) -> None:
        most = max(pos.trophies)
        is_shared = pos.trophies.count(most) > 1 and most < pos.realm.trophy_spaces
        for seat, trophies in enumerate(pos.trophies):
            self.points[seat] += (
                (self.lands[seat] >= LANDS_WANTED)
                + (self.counters[seat] >= COUNTERS_WANTED)
                + (self.followers[seat] >= FOLLOWERS_WANTED)
                + (0 < trophies == most and not is_shared)
                + victory.has_palace(pos, seat)
            )


def value(pos: State, seat: int, outlook: Outlook) -> float:
    """The seat's worth less its siblings', the most dangerous one counting most."""
    tally = Tally(pos)
    worths = [public_worth(pos, other, tally, outlook) for other in range(pos.realm.players)]
    mine = worths.pop(seat) + _lands(pos, seat, outlook) + _tiles(pos, seat, tally.points[seat], outlook)
    if pos.declarer == seat and victory.may_end_by_peace(pos, seat):
        mine += PEACE_WON
    if pos.realm.variant.scenario:
        mine += _scenario(pos, seat)
    return mine - BEST_RIVAL * max(worths) - OTHER_RIVALS * sum(worths) / len(worths)


def public_worth(pos: State, seat: int, tally: Tally, outlook: Outlook) -> float:
    """Points, progress to more of them, and the court: what everybody can see of a seat."""
    lands, counters = tally.lands[seat], tally.counters[seat]
    total = POINTS[min(tally.points[seat], MOST_POINTS)]
    total += _progress(lands, LANDS_WANTED, LAND, LAND_BEYOND)
    total += _progress(counters, COUNTERS_WANTED, COUNTER, COUNTER_BEYOND)
    total += _progress(tally.followers[seat], FOLLOWERS_WANTED, FOLLOWER, FOLLOWER_BEYOND)
    total += REGION * tally.regions[seat] + TROPHY * pos.trophies[seat]
    if victory.has_palace(pos, seat):
        total += PALACE
    court = _progress(pos.missi[seat], ENOUGH_MISSI, MISSUS, MISSUS_BEYOND) + LEUDE * pos.leudes[seat]
    return total + (court + LEVY * max(0, lands + counters - 3)) * outlook.future


def _scenario(pos: State, seat: int) -> float:
    """Honours, and how near all are to failing; whoever the Emperor favours may let it happen (814 §5)."""
    if pos.ending == BY_FAILURE:
        return PEACE_WON if pos.winner == seat else -PEACE_WON
    total = HONOUR * pos.honours.count(seat) - PROBLEM * sum(pos.problems)
    total -= GANG_SHORT * max(0, ENOUGH_GANGS - pos.supply)
    if pos.season == AUTUMN and pos.year == pos.last_year:  # Skuld goes nowhere (C35)
        return total
    coming = scenario_814.problems_in(pos, (pos.season + 1) % SEASONS)
    if coming >= scenario_814.PROBLEMS_TOO_MANY:
        return total + (FAILING if scenario_814.favourite(pos) == seat else -FAILING)
    return total - (PRESSING if coming == scenario_814.PROBLEMS_TOO_MANY - 1 else 0.0)


def _progress(have: int, wanted: int, each: float, beyond: float) -> float:
    return have * each if have <= wanted else wanted * each + (have - wanted) * beyond


def _lands(pos: State, seat: int, outlook: Outlook) -> float:
    """What the seat's lands and cards promise, and what may be lost of them."""
    stride = pos.realm.stride
    total = 0.0
    for land in range(pos.realm.land_count):
        mine = pos.pieces[land * stride + seat]
        sent = pos.on_cards[land * stride + seat]
        if mine:
            if pos.owner[land] == seat:
                total += _home(mine, outlook)
            elif pos.ruler[land] == seat:
                total += _safety(pos, land, mine, outlook)
            else:
                total += _foothold(pos, land, mine)
        if sent:
            total += ON_CARD * _on_card(pos, seat, land, mine, sent)
    return total


def _home(mine: int, outlook: Outlook) -> float:
    """Followers in the homeland: safe from siblings, ready to march, and three of them fed."""
    hungry = outlook.hunger * HUNGRY * max(0, mine - FED_BY_HOMELAND)
    return RESERVE * min(mine, ENOUGH_RESERVE) * outlook.future - hungry


def _safety(pos: State, land: int, mine: int, outlook: Outlook) -> float:
    """A controlled land: how firm it is, who stands at its borders, and whom it cannot feed."""
    at = land * pos.realm.stride
    enemies = sum(pos.pieces[at : at + pos.realm.stride]) - mine
    margin = mine - enemies
    total = STURDY if margin > 1 else 0.0
    if margin <= outlook.pressure[land]:
        total -= THREATENED
    excess = mine - 1 - pos.counters[land]
    if excess > 0 and outlook.hunger:
        total -= outlook.hunger * HUNGRY * excess
        if mine - excess <= enemies + 1:  # the gang that follows Hunger takes the land (C40)
            total -= outlook.hunger * LOST_TO_HUNGER
    return total


def _foothold(pos: State, land: int, mine: int) -> float:
    """Followers in a land without control of it; in a forest one is as good as many (3.5)."""
    if pos.forests >> land & 1:
        return FOREST
    at = land * pos.realm.stride
    enemies = sum(pos.pieces[at : at + pos.realm.stride]) - mine
    return FOOTHOLD * min(1.0, mine / (enemies + 1))


def _on_card(pos: State, seat: int, land: int, mine: int, sent: int) -> float:
    """What the followers on a card would bring in their land."""
    total = FOLLOWER * sent
    if pos.forests >> land & 1:
        return total if mine else total + FOREST
    at = land * pos.realm.stride
    after = at + pos.realm.stride
    enemies = sum(pos.pieces[at:after]) + sum(pos.on_cards[at:after]) - mine - sent
    if pos.ruler[land] == seat:
        return total + STURDY
    if mine + sent > enemies:
        return total + LAND
    return total + FOOTHOLD * sent / (enemies + 1)


def _tiles(pos: State, seat: int, points: int, outlook: Outlook) -> float:
    """Tiles that were activated: each is one more thing to do every year; Peace is the way to win (5.8)."""
    at = seat * TILES
    spare = pos.realm.inactive_tiles
    total = SOOTHE_TILE * (spare[SOOTHE] - pos.inactive[at + SOOTHE])
    total += EQUIP_TILE * (spare[EQUIP] - pos.inactive[at + EQUIP])
    total += MOVE_TILE * (spare[MOVE] - pos.inactive[at + MOVE])
    total += INFLUENCE_TILE * (spare[INFLUENCE] - pos.inactive[at + INFLUENCE])
    if pos.inactive[at + PEACE] == 0:
        total += PEACE_TILE[min(points, 3)]
    return total * outlook.future
