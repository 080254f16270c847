"""What lies on the table, in parts: each declares its fields once, and beside them how they begin and are copied.

A part extends the one before it, so that a position is one flat object:
an object for each part would cost a sixth of the speed of plain Python in attribute lookups.
Lists marked *shared* are replaced when they change, never changed in place, so copies may share them.
"""

from __future__ import annotations

from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.terms import NOBODY, NOTHING, NOWHERE, SEASONS, TILES


def replaced(values: list[int], at: int, value: int) -> list[int]:
    """The list with another value in one place; the former list stays as it is."""
    changed = values[:]
    changed[at] = value
    return changed


class LandsPart:
    """The map. A faction is a seat, or the gangs (the number after the last seat)."""

    realm: Realm
    pieces: list[int]  # pieces[land * stride + faction]
    counters: list[int]  # shared
    ruler: list[int]  # who controls each land (C1), kept by `update_control`
    forests: int  # mask of lands
    homeland: list[int]  # shared: by seat
    owner: list[int]  # shared: whose homeland a land is
    supply: int  # gangs
    counter_supply: int

    __slots__ = tuple(__annotations__)  # more than thirty attributes are slow without slots

    def __init__(self, realm: Realm, like: LandsPart | None) -> None:
        """Empty, or as in another position; so in every part."""
        self.realm = realm
        if like is None:
            self.pieces = [0] * (realm.land_count * realm.stride)
            self.counters = [0] * realm.land_count
            self.ruler = [NOBODY] * realm.land_count
            self.forests = 0
            self.homeland = [NOWHERE] * realm.players
            self.owner = [NOBODY] * realm.land_count
            self.supply = realm.gangs
            self.counter_supply = realm.counters
        else:
            self.pieces = like.pieces[:]
            self.counters = like.counters
            self.ruler = like.ruler[:]
            self.forests = like.forests
            self.homeland = like.homeland
            self.owner = like.owner
            self.supply = like.supply
            self.counter_supply = like.counter_supply


class CardsPart(LandsPart):
    """Country cards and what lies on them, and the piles."""

    row: list[int]  # the land whose card lies in each slot
    on_cards: list[int]  # on_cards[land * stride + faction]
    archivium: list[int]  # cards, in the order of their numbers: which comes next is luck's
    discard: list[int]
    drawn_card: int  # turned over and not yet in its place
    modules_aside: int  # 1 while Anarchy and Rebellion are still to come (7)
    hunger_aside: int  # Hunger cards that are still to come (2.2.2)
    surplus: int  # gangs lying on the Archivium (C4)

    __slots__ = tuple(__annotations__)

    def __init__(self, realm: Realm, like: CardsPart | None) -> None:
        LandsPart.__init__(self, realm, like)
        if like is None:
            self.row = [NOWHERE] * realm.slot_count
            self.on_cards = [0] * (realm.land_count * realm.stride)
            self.archivium = []
            self.discard = []
            self.drawn_card = NOWHERE
            self.modules_aside = 0
            self.hunger_aside = 0
            self.surplus = 0
        else:
            self.row = like.row[:]
            self.on_cards = like.on_cards[:]
            self.archivium = like.archivium[:]
            self.discard = like.discard[:]
            self.drawn_card = like.drawn_card
            self.modules_aside = like.modules_aside
            self.hunger_aside = like.hunger_aside
            self.surplus = like.surplus


class CourtsPart(CardsPart):
    """Followers at court and beside the board, by seat."""

    missi: list[int]
    leudes: list[int]
    nobiles: list[int]
    trophies: list[int]  # shared
    founders: list[int]  # shared: to be placed before the game begins (6.1.2)
    honours: list[int]  # shared: seats, the oldest first (814 §4.2.3)

    __slots__ = tuple(__annotations__)

    def __init__(self, realm: Realm, like: CourtsPart | None) -> None:
        CardsPart.__init__(self, realm, like)
        if like is None:
            self.missi = [0] * realm.players
            self.leudes = [0] * realm.players
            self.nobiles = [0] * realm.players
            self.trophies = [0] * realm.players
            self.founders = [0] * realm.players
            self.honours = []
        else:
            self.missi = like.missi[:]
            self.leudes = like.leudes[:]
            self.nobiles = like.nobiles[:]
            self.trophies = like.trophies
            self.founders = like.founders
            self.honours = like.honours


class TilesPart(CourtsPart):
    """Action tiles, counted by kind: `hand[seat * TILES + tile]`."""

    hand: list[int]
    inactive: list[int]  # shared
    fresh: list[int]  # shared: activated this season (C12); they are in hand too
    wheel: list[int]  # used this year, by season: wheel[(season * players + seat) * TILES + tile]
    spent: list[int]  # the same for the whole year
    swapped: list[int]  # shared: the tile on each swap space
    taken: list[int]  # shared: the tile taken back by a swap and not seen since
    since_peace: list[int]  # shared: activations since Peace was forfeited; nothing if it never was

    __slots__ = tuple(__annotations__)

    def __init__(self, realm: Realm, like: TilesPart | None) -> None:
        CourtsPart.__init__(self, realm, like)
        if like is None:
            self.hand = [0] * (realm.players * TILES)
            self.inactive = [0] * (realm.players * TILES)
            self.fresh = [0] * (realm.players * TILES)
            self.wheel = [0] * (SEASONS * realm.players * TILES)
            self.spent = [0] * (realm.players * TILES)
            self.swapped = [NOTHING] * realm.players
            self.taken = [NOTHING] * realm.players
            self.since_peace = [NOTHING] * realm.players
        else:
            self.hand = like.hand[:]
            self.inactive = like.inactive
            self.fresh = like.fresh
            self.wheel = like.wheel[:]
            self.spent = like.spent[:]
            self.swapped = like.swapped
            self.taken = like.taken
            self.since_peace = like.since_peace


class ProblemsPart(TilesPart):
    """Problem tiles of Scenario 814. Up to here goes what an undone extra action gives back (C20)."""

    problems: list[int]  # shared: lying on the seasons, by kind: problems[season * TILES + tile]
    card_problem: list[int]  # shared: lying on the lands' cards
    queue: list[int]  # shared: from the top down

    __slots__ = tuple(__annotations__)

    def __init__(self, realm: Realm, like: ProblemsPart | None) -> None:
        TilesPart.__init__(self, realm, like)
        if like is None:
            self.problems = [0] * (SEASONS * TILES)
            self.card_problem = [NOTHING] * realm.land_count
            self.queue = []
        else:
            self.problems = like.problems
            self.card_problem = like.card_problem
            self.queue = like.queue


class SeasonPart(ProblemsPart):
    """What is laid and drawn in a season, and what everybody has seen of hidden tiles: see imagine.py."""

    sealed: list[int]  # the action each seat has chosen in secret
    laid: list[int]  # shared: the first tile laid under the hourglass (C47)
    laid_tiles: list[int]  # shared: how many each seat laid this season under the hourglass
    bag: list[int]  # seat * TILES + tile, or the event tile; in that order
    aside: list[int]  # shared: what was in the bag, while several declare peace (5.8)
    bag_open: int  # 1 once the bag was laid open this season (C22)
    drawn: list[int]  # the first tile each seat had drawn this season
    events_ready: int  # event tiles on the Scriptorium
    events_later: int  # event tiles waiting on the second year
    proven: list[int]  # so many of a kind have been seen active
    could_give: list[int]  # shared: mask of tiles the seat may have given up in its swap

    __slots__ = tuple(__annotations__)

    def __init__(self, realm: Realm, like: SeasonPart | None) -> None:
        ProblemsPart.__init__(self, realm, like)
        if like is None:
            self.sealed = [NOTHING] * realm.players
            self.laid = [NOTHING] * realm.players
            self.laid_tiles = [0] * realm.players
            self.bag = []
            self.aside = []
            self.bag_open = 0
            self.drawn = [NOTHING] * realm.players
            self.events_ready = 0
            self.events_later = 0
            self.proven = [0] * (realm.players * TILES)
            self.could_give = [0] * realm.players
        else:
            self.sealed = like.sealed[:]
            self.laid = like.laid
            self.laid_tiles = like.laid_tiles
            self.bag = like.bag[:]
            self.aside = like.aside
            self.bag_open = like.bag_open
            self.drawn = like.drawn[:]
            self.events_ready = like.events_ready
            self.events_later = like.events_later
            self.proven = like.proven[:]
            self.could_give = like.could_give
