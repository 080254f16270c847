"""What the seats of Carolingi are worth: features in the game's own words, times their weights.

The chances of the seats are as the exponentials of their worths.
In Scenario 814 all may fail together, and then the Emperor's favourite wins (814 §5).
"""

from __future__ import annotations

from math import exp
from typing import Final

from aachen.bots.carolingi.tally import Tally
from aachen.games.carolingi.rules import scenario_814, victory
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import (
    BATTLE,
    DEVELOP,
    EQUIP,
    FOUNDING,
    INFLUENCE,
    MOVE,
    NOBODY,
    NOT_ENDED,
    NOWHERE,
    PEACE,
    SEASONS,
    SOOTHE,
    TILES,
)

FEATURES: Final[list[str]] = [
    "point",
    "second_point",
    "third_point",
    "more_points",
    "points_late",
    "lands",
    "lands_beyond",
    "lands_lack_one",
    "counters",
    "counters_beyond",
    "counters_lack_one",
    "followers",
    "followers_beyond",
    "followers_late",
    "trophies",
    "trophy_lead",
    "regions",
    "regions_lack_one",
    "sturdy_lands",
    "threatened_lands",
    "lands_at_risk",
    "hungry_followers",
    "footholds",
    "forests",
    "arriving",
    "promised_lands",
    "victories",
    "reserve",
    "missi",
    "missi_beyond",
    "missi_late",
    "leudes",
    "levies",
    "beds",
    "soothe_tile",
    "equip_tile",
    "move_tile",
    "influence_tile",
    "peace_tile",
    "peace_two_points",
    "peace_ready",
    "hand_influence",
    "hand_develop",
    "hand_equip",
    "hand_move",
    "hand_battle",
    "hand_soothe",
    "palace",
    "palace_ready",
    "honours",
    "favourite",
]
# What is not there yet, or may be lost: whoever takes what looks best at once does not think of it.
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
FAILURE_FEATURES: Final[list[str]] = [
    "always",
    "three_problems_next",
    "two_problems_next",
    "three_problems_after",
    "two_problems_after",
    "problems",
    "problems_time",
    "gangs_left",
    "few_gangs_left",
    "no_gangs_left",
    "gangs_coming",
    "soothe_tiles",
    "missi",
    "time_left",
    "card_problems",
]

UNITS: Final[list[list[float]]] = [
    [1.0 if feature == each else 0.0 for each in FEATURES] for feature in FEATURES
]
FAILURE: Final = "814_failure"
ENOUGH_MISSI: Final = 6
FICKLE: Final = 0.5  # of a fair share: how far the Emperor's favour of today counts in a failure to come
LAST_GANGS: Final = 1
LONG: Final = 8  # seasons: what only pays later pays fully if so many are left
PEACE_IS_SURE: Final = 0.99  # a sibling may declare too


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
    table = Table(pos)
    return [[table.worth(seat, unit) for unit in UNITS] for seat in range(pos.realm.players)]


class Table:
    """What has to be counted once to tell what every seat is worth."""

    def __init__(self, pos: State) -> None:
        self.pos = pos
        self.tally = Tally(pos)
        self.left = seasons_left(pos)
        self.hunger = hunger_risk(pos, self.left)
        self.favourite = scenario_814.favourite(pos) if pos.honours else NOBODY

    def worth(self, seat: int, weights: list[float]) -> float:
        """The features of one seat times their weights, in the order of FEATURES."""
        pos, tally, left, hunger = self.pos, self.tally, self.left, self.hunger
        future = min(1.0, left / LONG)  # what only pays later pays nothing in the last season
        reach = (left + 1) / (left + 3)  # what may still become a point
        late = 2.0 / (left + 2)  # what counts at the end
        points, lands, counters = tally.points[seat], tally.lands[seat], tally.counters[seat]
        followers, missi = tally.followers[seat], pos.missi[seat]
        at = seat * TILES
        spare, inactive, hand = pos.realm.inactive_tiles, pos.inactive, pos.hand
        advanced = pos.realm.variant.advanced
        has_palace = victory.has_palace(pos, seat)
        has_peace = inactive[at + PEACE] == 0
        proof = points
        if advanced:
            proof = points - 1 if has_palace else min(points, 2)
        other = 0
        for rival in range(pos.realm.players):
            if rival != seat and pos.trophies[rival] > other:
                other = pos.trophies[rival]
        this_year = min(1.0, 0.25 * (SEASONS - pos.season))
        return (
            (1.0 if points >= 1 else 0.0) * weights[0]
            + (1.0 if points >= 2 else 0.0) * weights[1]
            + (1.0 if points >= 3 else 0.0) * weights[2]
            + (float(max(0, points - 3))) * weights[3]
            + (points * late) * weights[4]
            + (reach * min(lands, 6) / 6) * weights[5]
            + (reach * max(0, lands - 6) / 6) * weights[6]
            + (reach if lands == 5 else 0.0) * weights[7]
            + (reach * min(counters, 6) / 6) * weights[8]
            + (reach * max(0, counters - 6) / 6) * weights[9]
            + (reach if counters == 5 else 0.0) * weights[10]
            + (reach * min(followers, 12) / 12) * weights[11]
            + (reach * max(0, followers - 12) / 12) * weights[12]
            + (followers * late / 12) * weights[13]
            + (pos.trophies[seat] / 4) * weights[14]
            + (max(-2, min(2, pos.trophies[seat] - other)) / 2) * weights[15]
            + (reach * tally.regions[seat]) * weights[16]
            + (reach * tally.near[seat]) * weights[17]
            + (tally.sturdy[seat] / 6) * weights[18]
            + (tally.threatened[seat] / 6) * weights[19]
            + (hunger * tally.at_risk[seat] / 3) * weights[20]
            + (hunger * tally.hungry[seat] / 6) * weights[21]
            + (reach * tally.footholds[seat] / 3) * weights[22]
            + (reach * tally.forests[seat] / 2) * weights[23]
            + (reach * tally.arriving[seat] / 4) * weights[24]
            + (reach * tally.promised[seat] / 3) * weights[25]
            + (min(2, tally.victories[seat]) / 2) * weights[26]
            + (future * tally.reserve[seat] / 5) * weights[27]
            + (future * min(missi, ENOUGH_MISSI) / 6) * weights[28]
            + (future * max(0, missi - ENOUGH_MISSI) / 6) * weights[29]
            + (late * min(missi, ENOUGH_MISSI) / 6) * weights[30]
            + (future * pos.leudes[seat] / 8) * weights[31]
            + (future * max(0, lands + counters - 3) / 8) * weights[32]
            + (future * min(6, tally.beds[seat]) / 6) * weights[33]
            + (future * (spare[SOOTHE] - inactive[at + SOOTHE])) * weights[34]
            + (future * (spare[EQUIP] - inactive[at + EQUIP])) * weights[35]
            + (future * (spare[MOVE] - inactive[at + MOVE])) * weights[36]
            + (future * (spare[INFLUENCE] - inactive[at + INFLUENCE])) * weights[37]
            + (1.0 if has_peace and left else 0.0) * weights[38]
            + (1.0 if has_peace and left and proof == 2 else 0.0) * weights[39]
            + (1.0 if has_peace and left and proof >= 3 else 0.0) * weights[40]
            + (this_year * hand[at + INFLUENCE]) * weights[41]
            + (this_year * hand[at + DEVELOP]) * weights[42]
            + (this_year * hand[at + EQUIP]) * weights[43]
            + (this_year * hand[at + MOVE]) * weights[44]
            + (this_year * hand[at + BATTLE]) * weights[45]
            + (this_year * hand[at + SOOTHE]) * weights[46]
            + (1.0 if has_palace else 0.0) * weights[47]
            + (1.0 if advanced and not has_palace and counters >= 2 and left else 0.0) * weights[48]
            + (pos.honours.count(seat) / 4) * weights[49]
            + (1.0 if self.favourite == seat else 0.0) * weights[50]
        )


def failure_row(pos: State) -> list[float]:
    """What speaks for a failure of all: problems where Skuld goes next, and gangs that run out (814 §5)."""
    left = seasons_left(pos)
    coming = _problems_met(pos, left, 1)
    after = _problems_met(pos, left, 2)
    problems = sum(pos.problems) / 6
    future = min(1.0, left / LONG)
    lying = 0
    for problem in pos.card_problem:
        if problem >= 0:
            lying += 1
    players = pos.realm.players
    supply = pos.supply - _first_gangs(pos)
    return [
        1.0,
        1.0 if coming >= 3 else 0.0,
        1.0 if coming == 2 else 0.0,
        1.0 if after >= 3 else 0.0,
        1.0 if after == 2 else 0.0,
        problems,
        problems * future,
        supply / (4 * players),
        max(0.0, 1.0 - supply / (2 * players)),
        max(0.0, 1.0 - supply / players),
        _gangs_coming(pos) / (2 * players),
        1.0 - sum(pos.inactive[SOOTHE::TILES]) / players,
        sum(pos.missi) / (6 * players),
        left / 20,
        lying / 6,
    ]


def is_failing(pos: State) -> bool:
    """Whether all fail at once unless somebody prevents it: Skuld's next season, or the next few gangs (814 §5)."""
    return _problems_met(pos, seasons_left(pos), 1) >= 3 or pos.supply <= LAST_GANGS


def _problems_met(pos: State, left: int, steps: int) -> int:
    """How many problems lie where Skuld stands after so many steps; none if time is up before (C35)."""
    return scenario_814.problems_in(pos, (pos.season + steps) % SEASONS) if left >= steps else 0


def _first_gangs(pos: State) -> int:
    """The gangs that rise as soon as all followers have found a place (6.1.3)."""
    if pos.phase != FOUNDING:
        return 0
    stride = pos.realm.stride
    rising = 0
    for land in range(pos.realm.land_count):
        if pos.gangs_in(land) > 0 or sum(pos.pieces[land * stride : land * stride + stride]) == 0:
            rising += 1
    return rising


def _gangs_coming(pos: State) -> int:
    """The gangs that would rise if every row overflowed: on cards nobody looks after, and around forests (4.1 B)."""
    realm = pos.realm
    coming = 0
    for land in pos.row:
        if land == NOWHERE:
            continue
        at = land * realm.stride
        is_tended = sum(pos.on_cards[at : at + realm.players]) > 0
        if not is_tended:
            coming += 1
        if pos.is_forest(land) and (not is_tended or pos.on_cards[at + realm.gang]):
            coming += len(realm.neighbours[land])
    return coming


class Worth:
    """The weights of all lessons, and the chances that follow from them."""

    def __init__(self, weights: dict[str, list[float]]) -> None:
        self.duel = weights["base_2"]
        self.base = weights["base"]
        self.advanced = weights["advanced"]
        self.scenario = weights["814"]
        self.failing = weights[FAILURE]

    def weights(self, pos: State) -> list[float]:
        """The weights of the rules and the number of players at this table."""
        variant = pos.realm.variant
        if variant.scenario:
            return self.scenario
        if variant.advanced:
            return self.advanced
        return self.duel if pos.realm.players == 2 else self.base

    def worths(self, pos: State) -> list[float]:
        """What each seat is worth."""
        weights = self.weights(pos)
        table = Table(pos)
        return [table.worth(seat, weights) for seat in range(pos.realm.players)]

    def chances(self, pos: State) -> list[float]:
        """Each seat's chance to win, from 0 to 1; a finished game is certain."""
        if pos.ending != NOT_ENDED:
            return shares(pos)
        result = softmax(self.worths(pos))
        if pos.realm.variant.scenario:
            self._weigh_failure(pos, result)
        return result

    def failure(self, pos: State) -> float:
        """The chance that all fail together."""
        return 1.0 / (1.0 + exp(-dot(failure_row(pos), self.failing)))

    def _weigh_failure(self, pos: State, chances: list[float]) -> None:
        """Whom the Emperor favours now wins by a failure, if it comes at once; until a later one favour may change."""
        failure = self.failure(pos)
        for seat in range(len(chances)):
            chances[seat] *= 1.0 - failure
        favourite = scenario_814.favourite(pos)
        if favourite != NOBODY:
            chances[favourite] += failure * (1.0 if is_failing(pos) else FICKLE / pos.realm.players)

    def chance(self, pos: State, seat: int) -> float:
        """The seat's chance while its tile is carried out; a Peace that shows three points has all but won."""
        if pos.declarer == seat and pos.ending == NOT_ENDED and victory.may_end_by_peace(pos, seat):
            return PEACE_IS_SURE
        return self.chances(pos)[seat]


def without_foresight(weights: dict[str, list[float]]) -> dict[str, list[float]]:
    """The same weights for somebody who only counts what is there; lessons that count other things stay."""
    return {
        name: numbers
        if len(numbers) != len(FEATURES)
        else [
            0.0 if feature in FORESIGHT else weight for feature, weight in zip(FEATURES, numbers, strict=True)
        ]
        for name, numbers in weights.items()
    }


def dot(row: list[float], weights: list[float]) -> float:
    """The sum of the products."""
    total = 0.0
    for at in range(len(row)):
        total += row[at] * weights[at]
    return total


def softmax(worths: list[float]) -> list[float]:
    """The chances of seats with these worths."""
    most = max(worths)
    parts = [exp(worth - most) for worth in worths]
    whole = sum(parts)
    return [part / whole for part in parts]


def shares(pos: State) -> list[float]:
    """What each seat won of a finished game; nothing for anybody if all have failed."""
    places = victory.places(pos)
    winners = places.count(1)
    return [1.0 / winners if place == 1 else 0.0 for place in places]
