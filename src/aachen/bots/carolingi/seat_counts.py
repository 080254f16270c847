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


class SeatCounts:
    """Numbers by seat. A land is counted by how it is held, a region by how little of it is missing."""

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

    def __init__(self, pos: State) -> None:
        seats = pos.realm.players
        self.lands = [0] * seats
        self.counters = [0] * seats
        self.followers = [0] * seats
        self.beds = [0] * seats  # counters that could still be placed
        self.sturdy = [0] * seats  # lands that one more enemy does not take away
        self.threatened = [0] * seats  # lands that somebody next door, or the land's card, can take away
        self.at_risk = [0] * seats  # lands that Hunger and its gang would take
        self.hungry = [0] * seats  # followers that Hunger would send home
        self.reserve = [0] * seats  # followers ready to march from the homeland
        self.forests = [0] * seats
        self.footholds = [0.0] * seats  # lands held in part
        self.victories = [0] * seats  # lands where a battle can be won
        self.arriving = [0] * seats  # followers on cards
        self.promised = [0] * seats  # lands that would be won as soon as their cards unfold
        self.regions = [0.0] * seats  # how nearly regions are united: what is missing last weighs most
        self.near = [0] * seats  # regions that lack a single land
        self.united = [0] * seats
        self.points = [0] * seats
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
                self.lands[rules] += 1
                there[place + rules] += 1
                counters = pos.counters[land]
                if counters:
                    self.counters[rules] += counters
                if owner[land] == NOBODY:
                    self.beds[rules] += COUNTERS_IN_A_LAND - counters
            for seat in range(seats):
                mine = pieces[at + seat]
                if mine == 0:
                    continue
                self.followers[seat] += mine
                if is_forest:
                    self.forests[seat] += 1
                    self.hungry[seat] += mine - 1
                    there[place + seat] += 1
                elif owner[land] == seat:
                    self.reserve[seat] += min(mine, ENOUGH_RESERVE)
                    self.hungry[seat] += max(0, mine - FED_BY_HOMELAND)
                elif rules == seat:
                    self._count_held(pos, land, seat, mine, total - mine)
                else:
                    self.footholds[seat] += min(1.0, mine / (total - mine + 1))
                if mine > 1 and total > mine:
                    self._count_victory(pos, at, seat, mine)
        self._walk_cards(pos)
        self._count_regions(pos, there)

    def _count_held(self, pos: State, land: int, seat: int, mine: int, enemies: int) -> None:
        """A controlled land: how firm it is, who stands at its borders, and whom it cannot feed."""
        margin = mine - enemies
        if margin > 1:
            self.sturdy[seat] += 1
        if margin <= self._pressure(pos, land, seat):
            self.threatened[seat] += 1
        excess = mine - 1 - pos.counters[land]
        if excess > 0:
            self.hungry[seat] += excess
            if mine - excess <= enemies + 1:  # the gang that follows Hunger takes the land (C40)
                self.at_risk[seat] += 1

    def _pressure(self, pos: State, land: int, seat: int) -> int:
        """The largest group a sibling could march into the land from one neighbour."""
        realm, ruler = pos.realm, pos.ruler
        most = 0
        for near in realm.neighbours[land]:
            rival = ruler[near]
            if rival != NOBODY and rival != seat:
                group = pos.pieces[near * realm.stride + rival] - 1
                if group > most:
                    most = group
        return most

    def _count_victory(self, pos: State, at: int, seat: int, mine: int) -> None:
        for faction in range(pos.realm.stride):
            if faction != seat and pos.pieces[at + faction] >= mine:
                return
        self.victories[seat] += 1

    def _walk_cards(self, pos: State) -> None:
        """Followers on cards, and what they would bring in their lands."""
        realm, on_cards, pieces = pos.realm, pos.on_cards, pos.pieces
        for land in pos.row:
            if land == NOWHERE:
                continue
            at = land * realm.stride
            total = 0
            for faction in range(realm.stride):
                total += on_cards[at + faction]
            gangs = on_cards[at + realm.gang]
            rules = pos.ruler[land]
            if total == gangs and rules != NOBODY:  # nobody looks after it: a gang will come (4.1 B 1)
                enemies = sum(pieces[at : at + realm.stride]) - pieces[at + rules]
                if pieces[at + rules] <= enemies + gangs + 1:
                    self.threatened[rules] += 1
            if total == gangs:
                continue
            whole = total + sum(pieces[at : at + realm.stride])
            for seat in range(realm.players):
                sent = on_cards[at + seat]
                if sent:
                    self.arriving[seat] += sent
                    if rules != seat and 2 * (sent + pieces[at + seat]) > whole:
                        self.promised[seat] += 1
                    elif rules != NOBODY and rules != seat and 2 * pieces[at + rules] <= whole:
                        self.threatened[rules] += 1

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
                    share = number / len(lands)
                    self.regions[seat] += share * share
                    if number == len(lands):
                        self.united[seat] += 1
                    elif number + 1 == len(lands):
                        self.near[seat] += 1

    def _count_points(self, pos: State) -> None:
        most = max(pos.trophies)
        is_shared = pos.trophies.count(most) > 1 and most < pos.realm.trophy_spaces
        advanced = pos.realm.variant.advanced
        for seat in range(pos.realm.players):
            points = self.united[seat]
            if self.lands[seat] >= LANDS_FOR_EXPANSION:
                points += 1
            if self.counters[seat] >= COUNTERS_FOR_DEVELOPMENT:
                points += 1
            if self.followers[seat] >= FOLLOWERS_FOR_FOLLOWING:
                points += 1
            if 0 < pos.trophies[seat] == most and not is_shared:
                points += 1
            if advanced and pos.homeland[seat] != NOWHERE:
                points += 1
            self.points[seat] = points
