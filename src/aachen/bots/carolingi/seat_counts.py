"""What every seat of Carolingi has towards victory, counted in one walk over the map."""

from __future__ import annotations

from typing import Final

from aachen.games.carolingi.for_bots import (
    COUNTERS_FOR_DEVELOPMENT,
    COUNTERS_IN_A_LAND,
    FED_BY_HOMELAND,
    FOLLOWERS_FOR_FOLLOWING,
    LANDS_FOR_EXPANSION,
    NOBODY,
    NOWHERE,
    State,
)

ENOUGH_RESERVE: Final = 5


class SeatCount:
    """What one seat has. Plain attributes: compiled, they cost far less than places in lists."""

    __slots__ = (
        "arriving",
        "at_risk",
        "beds",
        "counters",
        "followers",
        "footholds",
        "forests",
        "hungry",
        "lands",
        "near",
        "points",
        "promised",
        "regions",
        "reserve",
        "sturdy",
        "threatened",
        "united",
        "victories",
    )

    def __init__(self) -> None:
        self.lands = 0
        self.counters = 0
        self.followers = 0
        self.beds = 0  # counters that could still be placed
        self.sturdy = 0  # lands that one more enemy does not take away
        self.threatened = 0  # lands that somebody next door, or the land's card, can take away
        self.at_risk = 0  # lands that Hunger and its gang would take
        self.hungry = 0  # followers that Hunger would send home
        self.reserve = 0  # followers ready to march from the homeland
        self.forests = 0
        self.footholds = 0.0  # lands held in part
        self.victories = 0  # lands where a battle can be won
        self.arriving = 0  # followers on cards
        self.promised = 0  # lands that would be won as soon as their cards unfold
        self.regions = 0.0  # how nearly regions are united: what is missing last weighs most
        self.near = 0  # regions that lack a single land
        self.united = 0
        self.points = 0


class SeatCounts:
    """What every seat has. A land is counted by how it is held, a region by how little of it is missing."""

    __slots__ = ("seats",)

    def __init__(self, pos: State) -> None:
        self.seats = [SeatCount() for _ in range(pos.realm.players)]
        self._walk(pos)
        self._count_points(pos)

    def _walk(self, pos: State) -> None:
        realm = pos.realm
        seats, stride = realm.players, realm.stride
        pieces, ruler, owner, forests = pos.pieces, pos.ruler, pos.owner, pos.forests
        there = [0] * (len(realm.regions) * seats)
        for land in range(realm.land_count):
            at = land * stride
            total = 0
            for faction in range(stride):
                total += pieces[at + faction]
            if total == 0:
                continue
            is_forest = forests >> land & 1 == 1
            place = realm.region_of[land] * seats
            rules = ruler[land]
            if rules != NOBODY:
                ruling = self.seats[rules]
                ruling.lands += 1
                there[place + rules] = there[place + rules] + 1
                counters = pos.counters[land]
                ruling.counters += counters
                if owner[land] == NOBODY:
                    ruling.beds += COUNTERS_IN_A_LAND - counters
            for seat in range(seats):
                mine = pieces[at + seat]
                if mine == 0:
                    continue
                count = self.seats[seat]
                count.followers += mine
                if is_forest:
                    count.forests += 1
                    count.hungry += mine - 1
                    there[place + seat] = there[place + seat] + 1
                elif owner[land] == seat:
                    count.reserve += mine if mine < ENOUGH_RESERVE else ENOUGH_RESERVE
                    if mine > FED_BY_HOMELAND:
                        count.hungry += mine - FED_BY_HOMELAND
                elif rules == seat:
                    self._count_held(pos, land, seat, mine, total - mine)
                else:
                    share = mine / (total - mine + 1)
                    count.footholds += share if share < 1.0 else 1.0
                if mine > 1 and total > mine and _is_strongest(pos, at, seat, mine):
                    count.victories += 1
        self._walk_cards(pos)
        self._count_regions(pos, there)

    def _count_held(self, pos: State, land: int, seat: int, mine: int, enemies: int) -> None:
        """A controlled land: how firm it is, who stands at its borders, and whom it cannot feed."""
        count = self.seats[seat]
        margin = mine - enemies
        if margin > 1:
            count.sturdy += 1
        if margin <= _pressure(pos, land, seat):
            count.threatened += 1
        excess = mine - 1 - pos.counters[land]
        if excess > 0:
            count.hungry += excess
            if mine - excess <= enemies + 1:  # the gang that follows Hunger takes the land (C40)
                count.at_risk += 1

    def _walk_cards(self, pos: State) -> None:
        """Followers on cards, and what they would bring in their lands."""
        realm, on_cards, pieces = pos.realm, pos.on_cards, pos.pieces
        for land in pos.row:
            if land == NOWHERE:
                continue
            at = land * realm.stride
            total = 0
            there = 0
            for faction in range(realm.stride):
                total += on_cards[at + faction]
                there += pieces[at + faction]
            gangs = on_cards[at + realm.gang]
            rules = pos.ruler[land]
            if total == gangs:  # nobody looks after it: a gang will come (4.1 B 1)
                if rules != NOBODY and 2 * pieces[at + rules] <= there + gangs + 1:
                    self.seats[rules].threatened += 1
                continue
            whole = total + there
            for seat in range(realm.players):
                sent = on_cards[at + seat]
                if sent:
                    count = self.seats[seat]
                    count.arriving += sent
                    if rules != seat and 2 * (sent + pieces[at + seat]) > whole:
                        count.promised += 1
                    elif rules != NOBODY and rules != seat and 2 * pieces[at + rules] <= whole:
                        self.seats[rules].threatened += 1

    def _count_regions(self, pos: State, there: list[int]) -> None:
        """A region with a sibling's homeland in it can never be united."""
        realm = pos.realm
        seats = realm.players
        for region, lands in enumerate(realm.region_lands):
            host = NOBODY
            shared = False
            for land in lands:
                if pos.owner[land] != NOBODY:
                    shared = host != NOBODY
                    host = pos.owner[land]
            if shared:
                continue
            for seat in range(seats):
                number = there[region * seats + seat]
                if number and (host == NOBODY or host == seat):
                    count = self.seats[seat]
                    share = number / len(lands)
                    count.regions += share * share
                    if number == len(lands):
                        count.united += 1
                    elif number + 1 == len(lands):
                        count.near += 1

    def _count_points(self, pos: State) -> None:
        most = max(pos.trophies)
        is_shared = pos.trophies.count(most) > 1 and most < pos.realm.trophy_spaces
        advanced = pos.realm.variant.advanced
        for seat in range(pos.realm.players):
            count = self.seats[seat]
            points = count.united
            if count.lands >= LANDS_FOR_EXPANSION:
                points += 1
            if count.counters >= COUNTERS_FOR_DEVELOPMENT:
                points += 1
            if count.followers >= FOLLOWERS_FOR_FOLLOWING:
                points += 1
            if 0 < pos.trophies[seat] == most and not is_shared:
                points += 1
            if advanced and pos.homeland[seat] != NOWHERE:
                points += 1
            count.points = points


def _pressure(pos: State, land: int, seat: int) -> int:
    """The largest group a sibling could march into the land from one neighbour."""
    realm, ruler, pieces = pos.realm, pos.ruler, pos.pieces
    stride = realm.stride
    most = 0
    for near in realm.neighbours[land]:
        rival = ruler[near]
        if rival != NOBODY and rival != seat:
            group = pieces[near * stride + rival] - 1
            if group > most:
                most = group
    return most


def _is_strongest(pos: State, at: int, seat: int, mine: int) -> bool:
    """Whether nobody has as many in the land whose pieces begin here: a battle there can be won."""
    pieces = pos.pieces
    for faction in range(pos.realm.stride):
        if faction != seat and pieces[at + faction] >= mine:
            return False
    return True
