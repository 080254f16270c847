"""Everything that lies on the table, as flat lists of small ints, and the few ways pieces move.

A faction is a seat, or the gangs (the number after the last seat): `pieces[land * stride + faction]`.
Lists marked *shared* are replaced when they change, never changed in place, so copies may share them.
"""

from __future__ import annotations

from aachen.core.events import Event, Tell
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.terms import (
    NOBODY,
    NOT_ENDED,
    NOTHING,
    NOWHERE,
    PLACING,
    SEASONS,
    TILES,
    WINTER,
)


class OutOfGangsError(Exception):
    """Scenario 814 ends here, whatever was going on (C31, C42); caught where a move began."""


class State:
    """One position of Carolingi: what `rules/` reads and changes."""

    __slots__ = (
        "actor",
        "archivium",
        "aside",
        "bag",
        "bag_open",
        "before",
        "card_problem",
        "could_give",
        "counter_supply",
        "counters",
        "declared",
        "declarer",
        "discard",
        "drawn",
        "drawn_card",
        "ending",
        "events_later",
        "events_ready",
        "excess",
        "exiles",
        "forests",
        "founders",
        "fresh",
        "hand",
        "homeland",
        "honours",
        "hunger_aside",
        "hungry_land",
        "inactive",
        "laid",
        "laid_tiles",
        "last_year",
        "leudes",
        "missi",
        "modules_aside",
        "nobiles",
        "on_cards",
        "option",
        "owner",
        "parts",
        "pending",
        "phase",
        "pieces",
        "problems",
        "proven",
        "queue",
        "ready",
        "realm",
        "roads",
        "row",
        "ruler",
        "sealed",
        "season",
        "since_peace",
        "spent",
        "starved",
        "supply",
        "surplus",
        "swapped",
        "taken",
        "tile",
        "trophies",
        "waiting",
        "wheel",
        "winner",
        "year",
    )  # with more than thirty attributes CPython's instances lose their shared keys; slots stay fast

    def __init__(self, realm: Realm, like: State | None = None) -> None:
        """An empty table, or a copy of another one."""
        self.realm = realm
        seats = realm.players
        if like is None:
            # The map
            self.pieces: list[int] = [0] * (realm.land_count * realm.stride)
            self.counters: list[int] = [0] * realm.land_count
            self.ruler: list[int] = [
                NOBODY
            ] * realm.land_count  # who controls each land (C1), kept by `judge`
            self.forests = 0  # mask of lands
            self.homeland: list[int] = [NOWHERE] * seats  # shared
            self.owner: list[int] = [NOBODY] * realm.land_count  # shared: whose homeland a land is
            # Cards
            self.row: list[int] = [NOWHERE] * realm.slot_count  # the land whose card lies in each slot
            self.on_cards: list[int] = [0] * (realm.land_count * realm.stride)
            self.archivium: list[int] = []  # cards, in the order of their numbers: which comes next is luck's
            self.discard: list[int] = []
            self.drawn_card = NOWHERE  # turned over and not yet in its place
            self.modules_aside = 0  # 1 while Anarchy and Rebellion are still to come (7)
            self.hunger_aside = 0  # Hunger cards that are still to come (2.2.2)
            self.surplus = 0  # gangs lying on the Archivium (C4)
            # Supply
            self.supply = realm.gangs
            self.counter_supply = realm.counters
            self.exiles = 0  # gangs on their way out of a new homeland (6.2.1 c)
            # Courts
            self.missi: list[int] = [0] * seats
            self.leudes: list[int] = [0] * seats
            self.nobiles: list[int] = [0] * seats
            self.trophies: list[int] = [0] * seats
            self.founders: list[int] = [0] * seats  # to be placed before the game begins (6.1.2)
            # Tiles, counted by kind: `hand[seat * TILES + tile]`
            self.hand: list[int] = [0] * (seats * TILES)
            self.inactive: list[int] = [0] * (seats * TILES)
            self.fresh: list[int] = [0] * (seats * TILES)  # activated this season (C12); they are in hand too
            self.wheel: list[int] = [0] * (SEASONS * seats * TILES)  # used this year, by season
            self.spent: list[int] = [0] * (seats * TILES)  # the same for the whole year
            self.swapped: list[int] = [NOTHING] * seats  # the tile on each swap space
            self.sealed: list[int] = [NOTHING] * seats  # the action each seat has chosen in secret
            self.laid: list[int] = [NOTHING] * seats  # the first tile laid under the hourglass (C47)
            self.laid_tiles: list[int] = [
                0
            ] * seats  # how many each seat laid this season under the hourglass
            self.bag: list[int] = []  # seat * TILES + tile, or the event tile; in that order
            self.aside: list[int] = []  # what was in the bag, while several declare peace (5.8)
            self.events_ready = 0  # event tiles on the Scriptorium
            self.events_later = 0  # event tiles waiting on the second year
            # What everybody knows of hidden tiles: see imagine.py
            self.proven: list[int] = [0] * (seats * TILES)  # so many of a kind have been seen active
            self.taken: list[int] = [NOTHING] * seats  # the tile taken back by a swap and not seen since
            self.could_give: list[int] = [0] * seats  # mask of tiles the seat may have given up in its swap
            self.since_peace: list[int] = [
                NOTHING
            ] * seats  # activations since Peace was forfeited; nothing if it never was
            self.drawn: list[int] = [NOTHING] * seats  # the first tile each seat had drawn this season
            self.bag_open = 0  # 1 once the bag was laid open this season (C22)
            # Time
            self.year = 0
            self.last_year = 0
            self.season = WINTER
            # Whose choice
            self.phase = PLACING
            self.waiting = 0  # mask of seats that owe a sealed choice
            self.actor = NOBODY  # who acts alone
            self.pending: list[int] = []  # shared: what the actor may do
            # A tile being carried out (5)
            self.tile = NOTHING
            self.option = 0  # which of the book's options has begun
            self.parts = 0  # how much of it is done
            self.ready: list[int] = []  # followers that may still march, by land (5.4)
            self.roads: list[int] = []  # ordered pairs of lands already used (5.4)
            # Peace (5.8)
            self.declarer = NOBODY
            self.declared = 0  # mask of the declarers in a contest; 0 while only one declares
            self.before: State | None = None  # the table before a lone Peace's extra action (C20)
            # Hunger (4.2)
            self.hungry_land = 0
            self.excess = 0
            self.starved = 0  # mask of lands that lost a follower
            # Scenario 814
            self.problems: list[int] = [0] * (SEASONS * TILES)  # lying on the seasons, by kind
            self.card_problem: list[int] = [NOTHING] * realm.land_count  # lying on the lands' cards
            self.queue: list[int] = []  # from the top down
            self.honours: list[int] = []  # seats, the oldest first
            # The end
            self.ending = NOT_ENDED
            self.winner = NOBODY
        else:
            # What a variant leaves alone stays empty, and may be shared.
            advanced, scenario = realm.variant.advanced, realm.variant.scenario
            hourglass = realm.variant.hourglass
            self.pieces = like.pieces[:]
            self.counters = like.counters[:]
            self.ruler = like.ruler[:]
            self.forests = like.forests
            self.homeland = like.homeland
            self.owner = like.owner
            self.row = like.row[:]
            self.on_cards = like.on_cards[:]
            self.archivium = like.archivium[:]
            self.discard = like.discard[:]
            self.hunger_aside = like.hunger_aside
            self.surplus = like.surplus
            self.supply = like.supply
            self.counter_supply = like.counter_supply
            self.missi = like.missi[:]
            self.leudes = like.leudes[:]
            self.nobiles = like.nobiles[:]
            self.trophies = like.trophies[:]
            self.hand = like.hand[:]
            self.inactive = like.inactive[:]
            self.fresh = like.fresh[:]
            self.wheel = like.wheel[:]
            self.spent = like.spent[:]
            self.swapped = like.swapped[:]
            self.sealed = like.sealed[:]
            self.bag = like.bag[:]
            self.aside = like.aside[:]
            self.events_ready = like.events_ready
            self.events_later = like.events_later
            self.proven = like.proven[:]
            self.taken = like.taken[:]
            self.could_give = like.could_give[:]
            self.since_peace = like.since_peace[:]
            self.drawn = like.drawn[:]
            self.bag_open = like.bag_open
            self.year = like.year
            self.last_year = like.last_year
            self.season = like.season
            self.phase = like.phase
            self.waiting = like.waiting
            self.actor = like.actor
            self.pending = like.pending
            self.tile = like.tile
            self.option = like.option
            self.parts = like.parts
            self.ready = like.ready[:]
            self.roads = like.roads[:]
            self.declarer = like.declarer
            self.declared = like.declared
            self.hungry_land = like.hungry_land
            self.excess = like.excess
            self.starved = like.starved
            self.drawn_card = like.drawn_card
            self.modules_aside = like.modules_aside
            self.exiles = like.exiles
            self.founders = like.founders[:] if advanced else like.founders
            self.laid = like.laid[:] if hourglass else like.laid
            self.laid_tiles = like.laid_tiles[:] if hourglass else like.laid_tiles
            self.before = like.before
            self.problems = like.problems[:] if scenario else like.problems
            self.card_problem = like.card_problem[:] if scenario else like.card_problem
            self.queue = like.queue[:] if scenario else like.queue
            self.honours = like.honours[:] if scenario else like.honours
            self.ending = like.ending
            self.winner = like.winner

    # Counting

    def followers_in(self, land: int) -> int:
        """All followers in a land, of every colour."""
        at = land * self.realm.stride
        return sum(self.pieces[at : at + self.realm.players])

    def gangs_in(self, land: int) -> int:
        """The gangs in a land."""
        return self.pieces[land * self.realm.stride + self.realm.gang]

    def is_forest(self, land: int) -> bool:
        """Whether a forest tile lies on the land (2.2.3)."""
        return self.forests >> land & 1 == 1

    def following(self, seat: int) -> int:
        """All followers of a seat on lands; those on cards do not count (3.5)."""
        return sum(self.pieces[seat :: self.realm.stride])

    def controlled(self, seat: int) -> int:
        """How many lands the seat controls."""
        return self.ruler.count(seat)

    def slot_of(self, land: int) -> int:
        """Where the land's card lies in its row, or nowhere."""
        region = self.realm.region_of[land]
        for slot in range(self.realm.first_slot[region], self.realm.first_slot[region + 1]):
            if self.row[slot] == land:
                return slot
        return NOWHERE

    # Moving pieces

    def judge(self, land: int) -> None:
        """Note who controls the land: an absolute majority, never in a forest (3.5, C1)."""
        self.ruler[land] = NOBODY
        if self.forests >> land & 1:
            return
        stride = self.realm.stride
        most = 0
        best = 0
        total = 0
        for faction, number in enumerate(self.pieces[land * stride : land * stride + stride]):
            total += number
            if number > most:
                most = number
                best = faction
        if 2 * most > total and best != self.realm.gang:
            self.ruler[land] = best

    def add_followers(self, land: int, seat: int, number: int) -> None:
        """Followers arrive in a land (or leave it, with a negative number)."""
        self.pieces[land * self.realm.stride + seat] += number
        self.judge(land)

    def send_home(self, land: int, seat: int, number: int) -> None:
        """Followers leave a land and are leudes again."""
        self.leudes[seat] += number
        self.add_followers(land, seat, -number)

    def pay_missi(self, seat: int, number: int) -> None:
        """Missi have done their work and are leudes again."""
        self.missi[seat] -= number
        self.leudes[seat] += number

    def place_gang(self, land: int, tell: Tell | None) -> None:
        """A gang rises in a land; never in a homeland (2.2.8), and none if the supply is empty (C8)."""
        if self.owner[land] != NOBODY:
            return
        if self.supply == 0:
            self.miss_gang(land, tell)
            return
        self.supply -= 1
        self.pieces[land * self.realm.stride + self.realm.gang] += 1
        if self.ruler[land] != NOBODY:  # a gang can only take control away
            self.judge(land)
        if tell is not None:
            tell(Event("gang_placed", {"land": self.realm.lands[land]}))

    def place_gang_on_card(self, land: int, tell: Tell | None) -> None:
        """A gang rises on the card of a land."""
        if self.supply == 0:
            self.miss_gang(land, tell)
            return
        self.supply -= 1
        self.on_cards[land * self.realm.stride + self.realm.gang] += 1
        if tell is not None:
            tell(Event("gang_on_card", {"card": self.realm.lands[land]}))

    def miss_gang(self, land: int, tell: Tell | None) -> None:
        """The supply is empty: no gang is placed (C8), and in Scenario 814 that is the end (C31)."""
        if tell is not None:
            tell(Event("no_gang_left", {"land": self.realm.lands[land]}))
        if self.realm.variant.scenario:
            raise OutOfGangsError

    def remove_gangs(self, land: int, number: int) -> None:
        """Gangs go back to the supply."""
        self.supply += number
        self.pieces[land * self.realm.stride + self.realm.gang] -= number
        self.judge(land)

    # Tiles

    def use_tile(self, seat: int, tile: int) -> None:
        """A tile is laid open on the current season (3.2), and proves that it is active."""
        at = seat * TILES + tile
        spent = self.spent
        used = spent[at] + 1
        spent[at] = used
        self.wheel[self.season * len(spent) + at] += 1
        if used > self.proven[at]:
            self.proven[at] = used
        if self.taken[seat] == tile:
            self.taken[seat] = NOTHING

    def tiles_in_bag(self, seat: int) -> int:
        """How many tiles of a seat are in the bag or set aside."""
        first = seat * TILES
        number = 0
        for code in self.bag:
            if first <= code < first + TILES:
                number += 1
        for code in self.aside:
            if first <= code < first + TILES:
                number += 1
        return number

    def hand_size(self, seat: int) -> int:
        """How many active tiles stand at the seat's court."""
        return sum(self.hand[seat * TILES : seat * TILES + TILES])

    def take_back(self, before: State) -> None:
        """Everything an extra action changed is as it was; what was seen stays seen (C20)."""
        self.pieces = before.pieces[:]
        self.counters = before.counters[:]
        self.ruler = before.ruler[:]
        self.homeland = before.homeland
        self.owner = before.owner
        self.row = before.row[:]
        self.on_cards = before.on_cards[:]
        self.archivium = before.archivium[:]
        self.discard = before.discard[:]
        self.surplus = before.surplus
        self.supply = before.supply
        self.counter_supply = before.counter_supply
        self.missi = before.missi[:]
        self.leudes = before.leudes[:]
        self.nobiles = before.nobiles[:]
        self.trophies = before.trophies[:]
        self.hand = before.hand[:]
        self.inactive = before.inactive[:]
        self.fresh = before.fresh[:]
        self.wheel = before.wheel[:]
        self.spent = before.spent[:]
        self.since_peace = before.since_peace[:]
        self.taken = before.taken[:]
        self.problems = before.problems[:]
        self.card_problem = before.card_problem[:]
        self.queue = before.queue[:]
        self.honours = before.honours[:]

    # Names for events and refusals

    def land_name(self, land: int) -> str:
        """The land's id."""
        return self.realm.lands[land]

    def tile_name(self, tile: int) -> str:
        """The tile's id."""
        return self.realm.tile_names[tile]

    def seat_name(self, seat: int) -> str:
        """The seat's colour."""
        return self.realm.colours[seat]
