"""The features of a seat of Carolingi, in the game's own words, and the score they give with weights.

A feature is declared once, as an attribute of `FeatureWeights`: its name, and by its place its index in files of weights.
`SeatFeatures.score` multiplies each by the weight of the same name.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from aachen.bots.carolingi.seat_counts import SeatCounts
from aachen.games.carolingi.for_bots import (
    BATTLE,
    DEVELOP,
    EQUIP,
    INFLUENCE,
    MOVE,
    NOBODY,
    PEACE,
    SEASONS,
    SOOTHE,
    TILES,
    State,
    emperors_favourite,
    has_palace,
)

ENOUGH_MISSI: Final = 6
LONG: Final = 8  # seasons: what only pays later pays fully if so many are left


@dataclass
class FeatureWeights:
    """A weight for each feature."""

    point: float
    second_point: float
    third_point: float
    more_points: float
    points_late: float
    lands: float
    lands_beyond: float
    lands_lack_one: float
    counters: float
    counters_beyond: float
    counters_lack_one: float
    followers: float
    followers_beyond: float
    followers_late: float
    trophies: float
    trophy_lead: float
    regions: float
    regions_lack_one: float
    sturdy_lands: float
    threatened_lands: float
    lands_at_risk: float
    hungry_followers: float
    footholds: float
    forests: float
    arriving: float
    promised_lands: float
    victories: float
    reserve: float
    missi: float
    missi_beyond: float
    missi_late: float
    leudes: float
    levies: float
    beds: float
    soothe_tile: float
    equip_tile: float
    move_tile: float
    influence_tile: float
    peace_tile: float
    peace_two_points: float
    peace_ready: float
    hand_influence: float
    hand_develop: float
    hand_equip: float
    hand_move: float
    hand_battle: float
    hand_soothe: float
    palace: float
    palace_ready: float
    honours: float
    favourite: float

    def numbers(self) -> list[float]:
        """The weights in the order of their declaration."""
        return [float(getattr(self, name)) for name in FEATURES]


FEATURES: Final[list[str]] = [each.name for each in fields(FeatureWeights)]
# What is not there yet, or may be lost: the greedy bot does not look so far.
FORESIGHT: Final[frozenset[str]] = frozenset(
    {
        "lands_lack_one",
        "counters_lack_one",
        "regions_lack_one",
        "sturdy_lands",
        "threatened_lands",
        "lands_at_risk",
        "hungry_followers",
        "footholds",
        "promised_lands",
        "victories",
        "reserve",
        "beds",
        "hand_influence",
        "hand_develop",
        "hand_equip",
        "hand_move",
        "hand_battle",
        "hand_soothe",
    }
)

UNITS: Final[list[FeatureWeights]] = [
    FeatureWeights(*[1.0 if feature == each else 0.0 for each in FEATURES]) for feature in FEATURES
]


def seasons_left(pos: State) -> int:
    """The seasons after this one."""
    return (pos.last_year - pos.year) * SEASONS + SEASONS - 1 - pos.season


def hunger_risk(pos: State, left: int) -> float:
    """The chance that the Hunger card is drawn in the next seasons."""
    if pos.realm.hunger_card not in pos.archivium:
        return 0.0
    events = min(SEASONS, left + 1) * (pos.events_ready + pos.bag.count(pos.realm.event_tile))
    return 1.0 - (1.0 - 1.0 / len(pos.archivium)) ** events


def rows(pos: State) -> list[list[float]]:
    """The features of every seat: numbers of about one in size.

    A feature is what a seat would be worth if only that one counted.
    """
    features = SeatFeatures(pos)
    return [[features.score(seat, unit) for unit in UNITS] for seat in range(pos.realm.players)]


class SeatFeatures:
    """What is counted once to compute the features of every seat."""

    def __init__(self, pos: State) -> None:
        self.pos = pos
        self.seat_counts = SeatCounts(pos)
        self.left = seasons_left(pos)
        self.hunger = hunger_risk(pos, self.left)
        self.favourite = emperors_favourite(pos) if pos.honours else NOBODY

    def score(self, seat: int, weights: FeatureWeights) -> float:
        """The features of one seat times their weights."""
        pos, count, left, hunger = self.pos, self.seat_counts.seats[seat], self.left, self.hunger
        future = min(1.0, left / LONG)  # what only pays later pays nothing in the last season
        reach = (left + 1) / (left + 3)  # what may still become a point
        late = 2.0 / (left + 2)  # what counts at the end
        points, lands, counters = count.points, count.lands, count.counters
        followers, missi = count.followers, pos.missi[seat]
        at = seat * TILES
        spare, inactive, hand = pos.realm.inactive_tiles, pos.inactive, pos.hand
        advanced = pos.realm.variant.advanced
        is_at_home = has_palace(pos, seat)
        has_peace = inactive[at + PEACE] == 0
        proof = points
        if advanced:
            proof = points - 1 if is_at_home else min(points, 2)
        other = 0
        for rival in range(pos.realm.players):
            if rival != seat and pos.trophies[rival] > other:
                other = pos.trophies[rival]
        this_year = min(1.0, 0.25 * (SEASONS - pos.season))
        return (
            (1.0 if points >= 1 else 0.0) * weights.point
            + (1.0 if points >= 2 else 0.0) * weights.second_point
            + (1.0 if points >= 3 else 0.0) * weights.third_point
            + (float(max(0, points - 3))) * weights.more_points
            + (points * late) * weights.points_late
            + (reach * min(lands, 6) / 6) * weights.lands
            + (reach * max(0, lands - 6) / 6) * weights.lands_beyond
            + (reach if lands == 5 else 0.0) * weights.lands_lack_one
            + (reach * min(counters, 6) / 6) * weights.counters
            + (reach * max(0, counters - 6) / 6) * weights.counters_beyond
            + (reach if counters == 5 else 0.0) * weights.counters_lack_one
            + (reach * min(followers, 12) / 12) * weights.followers
            + (reach * max(0, followers - 12) / 12) * weights.followers_beyond
            + (followers * late / 12) * weights.followers_late
            + (pos.trophies[seat] / 4) * weights.trophies
            + (max(-2, min(2, pos.trophies[seat] - other)) / 2) * weights.trophy_lead
            + (reach * count.regions) * weights.regions
            + (reach * count.near) * weights.regions_lack_one
            + (count.sturdy / 6) * weights.sturdy_lands
            + (count.threatened / 6) * weights.threatened_lands
            + (hunger * count.at_risk / 3) * weights.lands_at_risk
            + (hunger * count.hungry / 6) * weights.hungry_followers
            + (reach * count.footholds / 3) * weights.footholds
            + (reach * count.forests / 2) * weights.forests
            + (reach * count.arriving / 4) * weights.arriving
            + (reach * count.promised / 3) * weights.promised_lands
            + (min(2, count.victories) / 2) * weights.victories
            + (future * count.reserve / 5) * weights.reserve
            + (future * min(missi, ENOUGH_MISSI) / 6) * weights.missi
            + (future * max(0, missi - ENOUGH_MISSI) / 6) * weights.missi_beyond
            + (late * min(missi, ENOUGH_MISSI) / 6) * weights.missi_late
            + (future * pos.leudes[seat] / 8) * weights.leudes
            + (future * max(0, lands + counters - 3) / 8) * weights.levies
            + (future * min(6, count.beds) / 6) * weights.beds
            + (future * (spare[SOOTHE] - inactive[at + SOOTHE])) * weights.soothe_tile
            + (future * (spare[EQUIP] - inactive[at + EQUIP])) * weights.equip_tile
            + (future * (spare[MOVE] - inactive[at + MOVE])) * weights.move_tile
            + (future * (spare[INFLUENCE] - inactive[at + INFLUENCE])) * weights.influence_tile
            + (1.0 if has_peace and left else 0.0) * weights.peace_tile
            + (1.0 if has_peace and left and proof == 2 else 0.0) * weights.peace_two_points
            + (1.0 if has_peace and left and proof >= 3 else 0.0) * weights.peace_ready
            + (this_year * hand[at + INFLUENCE]) * weights.hand_influence
            + (this_year * hand[at + DEVELOP]) * weights.hand_develop
            + (this_year * hand[at + EQUIP]) * weights.hand_equip
            + (this_year * hand[at + MOVE]) * weights.hand_move
            + (this_year * hand[at + BATTLE]) * weights.hand_battle
            + (this_year * hand[at + SOOTHE]) * weights.hand_soothe
            + (1.0 if is_at_home else 0.0) * weights.palace
            + (1.0 if advanced and not is_at_home and counters >= 2 and left else 0.0) * weights.palace_ready
            + (pos.honours.count(seat) / 4) * weights.honours
            + (1.0 if self.favourite == seat else 0.0) * weights.favourite
        )
