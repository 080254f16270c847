"""One position of Carolingi: its parts, the moment it is in, and the few ways pieces move.

What is going on for a moment only (a tile being carried out, Peace, Hunger) is one object each.
Those are replaced whole and never changed, so copies of a position share them.
"""

from __future__ import annotations

from typing import Final

from aachen.core.events import Event, Tell
from aachen.games.carolingi.parts import ProblemsPart, SeasonPart, replaced
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.terms import NOBODY, NOT_ENDED, NOTHING, NOWHERE, PLACING, TILES, WINTER
from aachen.games.carolingi.tile_options import UNDECIDED


class OutOfGangsError(Exception):
    """Scenario 814 ends here, whatever was going on (C31, C42); caught where a move began."""


class Work:
    """A tile being carried out (5)."""

    __slots__ = ("exiles", "option", "parts", "ready", "roads", "tile")

    def __init__(
        self, tile: int, option: int, parts: int, exiles: int, ready: list[int], roads: list[int]
    ) -> None:
        self.tile = tile
        self.option = option  # which of the book's options has begun: see tile_options.py
        self.parts = parts  # how many counters are placed (5.2 b)
        self.exiles = exiles  # gangs on their way out of a new homeland (6.2.1 c)
        self.ready = ready  # followers that may still march, by land (5.4)
        self.roads = roads  # ordered pairs of lands already used (5.4)

    def begun(self, option: int) -> Work:
        """The same tile with an option begun."""
        return Work(self.tile, option, self.parts, self.exiles, self.ready, self.roads)


class Declaration:
    """Peace being declared (5.8)."""

    __slots__ = ("before", "declared", "declarer")

    def __init__(self, declarer: int, declared: int, before: State | None) -> None:
        self.declarer = declarer
        self.declared = declared  # mask of the declarers in a contest; 0 while only one declares
        self.before = before  # the table before a lone Peace's extra action (C20)


class Famine:
    """Hunger going from land to land (4.2)."""

    __slots__ = ("excess", "land", "starved")

    def __init__(self, land: int, excess: int, starved: int) -> None:
        self.land = land  # the one being checked
        self.excess = excess
        self.starved = starved  # mask of lands that lost a follower


NO_WORK: Final = Work(NOTHING, UNDECIDED, 0, 0, [], [])
UNTOUCHED: Final[list[Work]] = [Work(tile, UNDECIDED, 0, 0, [], []) for tile in range(TILES)]  # as drawn
NO_PEACE: Final = Declaration(NOBODY, 0, None)
NO_HUNGER: Final = Famine(0, 0, 0)
NO_OFFERS: Final[list[int]] = []  # shared: never changed


class State(SeasonPart):
    """One position of Carolingi: what `rules/` reads and changes."""

    # Time
    year: int
    last_year: int
    season: int
    # Whose choice
    phase: int
    waiting: int  # mask of seats that owe a sealed choice
    actor: int  # who acts alone
    pending: list[int]  # shared: what the actor may do
    # What is going on
    work: Work
    peace: Declaration
    hunger: Famine
    # The end
    ending: int
    winner: int

    __slots__ = tuple(__annotations__)

    def __init__(self, realm: Realm, like: State | None = None) -> None:
        """An empty table, or a copy of another one."""
        SeasonPart.__init__(self, realm, like)
        if like is None:
            self.year = 0
            self.last_year = 0
            self.season = WINTER
            self.phase = PLACING
            self.waiting = 0
            self.actor = NOBODY
            self.pending = NO_OFFERS
            self.work = NO_WORK
            self.peace = NO_PEACE
            self.hunger = NO_HUNGER
            self.ending = NOT_ENDED
            self.winner = NOBODY
        else:
            self.year = like.year
            self.last_year = like.last_year
            self.season = like.season
            self.phase = like.phase
            self.waiting = like.waiting
            self.actor = like.actor
            self.pending = like.pending
            self.work = like.work
            self.peace = like.peace
            self.hunger = like.hunger
            self.ending = like.ending
            self.winner = like.winner

    def end_moment(self) -> None:
        """Nothing is going on and nobody is asked."""
        self.work = NO_WORK
        self.peace = NO_PEACE
        self.hunger = NO_HUNGER
        self.waiting = 0
        self.actor = NOBODY
        self.pending = NO_OFFERS

    # Counting

    def followers_in(self, land: int) -> int:
        """All followers in a land, of every colour."""
        pieces = self.pieces
        first = land * self.realm.stride
        total = 0
        for at in range(first, first + self.realm.players):
            total += pieces[at]
        return total

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

    def update_control(self, land: int) -> None:
        """Note who controls the land: an absolute majority, never in a forest (3.5, C1)."""
        self.ruler[land] = NOBODY
        if self.forests >> land & 1:
            return
        pieces = self.pieces
        first = land * self.realm.stride
        most = 0
        best = first
        total = 0
        for at in range(first, first + self.realm.stride):
            number = pieces[at]
            total += number
            if number > most:
                most = number
                best = at
        if 2 * most > total and best - first != self.realm.gang:
            self.ruler[land] = best - first

    def add_followers(self, land: int, seat: int, number: int) -> None:
        """Followers arrive in a land (or leave it, with a negative number)."""
        self.pieces[land * self.realm.stride + seat] += number
        self.update_control(land)

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
            self.update_control(land)
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
        self.update_control(land)

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
            self.taken = replaced(self.taken, seat, NOTHING)

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
        ProblemsPart.__init__(self, self.realm, before)

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
