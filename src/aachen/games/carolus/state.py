"""Everything that lies on the table, as flat lists of small ints, and the few ways pieces move.

A territory and a region have one shape: a region is kept at its first territory clockwise, its head,
with so many territories in `size`; the territories joined to it have size 0.
Lists marked *shared* are replaced when they change, never changed in place, so copies may share them.
"""

from __future__ import annotations

from aachen.games.carolus.empire import Empire
from aachen.games.carolus.terms import (
    ALL_DISCS,
    CLAN_NAMES,
    CLANS,
    COURT,
    CROWNING,
    NOBODY,
    NOT_ENDED,
    NOWHERE,
    PALADINS_OF_A_CLAN,
    SET_UP,
    TERRITORIES,
    TERRITORY_NAMES,
)


class State:
    """One position of Carolus Magnus: what `rules/` reads and changes."""

    def __init__(self, empire: Empire, like: State | None = None) -> None:
        """An empty table, or a copy of another one."""
        self.empire = empire
        if like is None:
            seats = empire.players
            # The ring, by head
            self.paladins: list[int] = [0] * (TERRITORIES * CLANS)  # paladins[head * CLANS + clan]
            self.size: list[int] = [1] * TERRITORIES
            self.owner: list[int] = [NOBODY] * TERRITORIES  # the side whose castles stand there
            self.castles: list[int] = [0] * TERRITORIES
            self.regions = TERRITORIES  # how many there are, single territories included (M12)
            self.emperor = NOWHERE  # the head of the region he stands in
            self.puts: list[list[int]] = []  # shared: by clan, the codes of putting it wherever it may go
            # Paladins elsewhere: `court[seat * CLANS + clan]`
            self.centre: list[int] = [PALADINS_OF_A_CLAN] * CLANS
            self.court: list[int] = [0] * (seats * CLANS)
            self.reserve: list[int] = [0] * (seats * CLANS)
            self.holder: list[int] = [NOBODY] * CLANS  # the seat that has the clan's emblem
            self.castles_left: list[int] = [empire.castles] * empire.sides
            # Discs
            self.discs: list[int] = [ALL_DISCS] * seats  # mask of the discs each seat has not laid
            self.shown: list[int] = [0] * seats  # the disc each seat has laid this round; 0 is none
            self.placing: list[int] = []  # shared: the seats in the order of laying this round
            self.playing: list[int] = []  # shared: the same in the order of play, once all discs lie
            # Time and whose choice
            self.round = SET_UP
            self.rolls = 0  # at set-up, how many rolls the actor has made
            self.phase = CROWNING
            self.actor = NOBODY
            self.count = 0  # how many paladins are still to be put, or crowns to be decided
            self.ending = NOT_ENDED
            self.list_puts()
        else:
            self.paladins = like.paladins[:]
            self.size = like.size[:]
            self.owner = like.owner[:]
            self.castles = like.castles[:]
            self.regions = like.regions
            self.emperor = like.emperor
            self.puts = like.puts
            self.centre = like.centre[:]
            self.court = like.court[:]
            self.reserve = like.reserve[:]
            self.holder = like.holder[:]
            self.castles_left = like.castles_left[:]
            self.discs = like.discs[:]
            self.shown = like.shown[:]
            self.placing = like.placing
            self.playing = like.playing
            self.round = like.round
            self.rolls = like.rolls
            self.phase = like.phase
            self.actor = like.actor
            self.count = like.count
            self.ending = like.ending

    # The ring

    def heads(self) -> list[int]:
        """The heads of all regions, clockwise."""
        return [head for head in range(TERRITORIES) if self.size[head] > 0]

    def region_after(self, head: int) -> int:
        """The next region clockwise."""
        return (head + self.size[head]) % TERRITORIES

    def region_before(self, head: int) -> int:
        """The region from which a step clockwise leads here; across the ring's end too."""
        before = (head + TERRITORIES - 1) % TERRITORIES
        while self.size[before] == 0:
            before = (before + TERRITORIES - 1) % TERRITORIES
        return before

    def region_of(self, territory: int) -> int:
        """The head of the region that a territory belongs to."""
        return territory if self.size[territory] > 0 else self.region_before(territory)

    def territories_of(self, head: int) -> list[int]:
        """The territories of a region, clockwise."""
        return [(head + step) % TERRITORIES for step in range(self.size[head])]

    def list_puts(self) -> None:
        """Note what may be said of a paladin: to the court, or to any region by its head (B3)."""
        open_places = [COURT] + [head + 1 for head in self.heads()]
        self.puts = [[codes[place] for place in open_places] for codes in self.empire.put_codes]

    # Counting

    def reserve_size(self, seat: int) -> int:
        """How many paladins stand in a seat's reserve."""
        at = seat * CLANS
        reserve = self.reserve
        return reserve[at] + reserve[at + 1] + reserve[at + 2] + reserve[at + 3] + reserve[at + 4]

    def castles_built(self, side: int) -> int:
        """How many castles of a side stand on the board."""
        return self.empire.castles - self.castles_left[side]

    def fewest_at_court(self, clan: int) -> int:
        """The smallest number of the clan that any court holds (M9)."""
        fewest = self.court[clan]
        for at in range(clan + CLANS, len(self.court), CLANS):
            if self.court[at] < fewest:
                fewest = self.court[at]
        return fewest

    # Names for events and refusals

    def seat_name(self, seat: int) -> str:
        """The seat's colour."""
        return self.empire.seats[seat]

    def side_name(self, side: int) -> str:
        """The colour of the side's castles."""
        return self.empire.side_names[side]


def territory_name(territory: int) -> str:
    """The territory's letter."""
    return TERRITORY_NAMES[territory]


def clan_name(clan: int) -> str:
    """The clan's colour."""
    return CLAN_NAMES[clan]
