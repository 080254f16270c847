"""The part of the board that takes part in a game (2.2.1), as tables of small ints.

Lands of absent regions do not exist for any rule (C7): they have no number here.
Lands are numbered in board order (C25). Everything here is fixed when the realm is made.
"""

from __future__ import annotations

from aachen.games.carolingi.actions import (
    ACTIVATE,
    BANISH,
    BUILD,
    CALM,
    CLAIM,
    FIGHT,
    HONOUR,
    JOIN,
    LAY,
    MARCH,
    MOST_AT_ONCE,
    SEND,
    SETTLE,
    SOLVE,
    UNFOLD,
    Actions,
)
from aachen.games.carolingi.board import Board
from aachen.games.carolingi.terms import (
    CO_REGENT,
    MOST_IN_ONE_LAND,
    NO_ACTION,
    NOTHING,
    PEACE,
    SEASONS,
    TILE_NAMES,
    TILES,
)
from aachen.games.carolingi.variant import Variant

_serials = [0]


def _next_serial() -> int:
    _serials[0] += 1
    return _serials[0]


class Realm:
    """Lands, borders, rows, pieces and actions of one board with a number of Carolingians."""

    __slots__ = (
        "absent",
        "actions",
        "activate_codes",
        "active_tiles",
        "anarchy_card",
        "banish_codes",
        "board",
        "build_codes",
        "calm_codes",
        "cards",
        "claim_codes",
        "colours",
        "counters",
        "equips",
        "event_tile",
        "events_later",
        "events_ready",
        "fight_codes",
        "final_year",
        "first_slot",
        "first_year",
        "followers",
        "forests",
        "founders",
        "gang",
        "gangs",
        "homelands",
        "honour_codes",
        "honour_length",
        "hunger_card",
        "hunger_cards",
        "inactive_tiles",
        "join_codes",
        "key",
        "land_count",
        "lands",
        "lay_codes",
        "march_codes",
        "marches",
        "neighbours",
        "no_tiles",
        "none_each",
        "nothing_each",
        "players",
        "problems",
        "rebellion_card",
        "region_lands",
        "region_of",
        "regions",
        "seats_of",
        "second_pile",
        "send_codes",
        "serial",
        "settle_codes",
        "slot_count",
        "solve_codes",
        "start_archivium",
        "start_cards",
        "stride",
        "tile_names",
        "trophy_spaces",
        "unfold_codes",
        "usual_last_year",
        "variant",
    )

    def __init__(self, board: Board, players: int, variant: Variant) -> None:
        setup = board.setups[players]
        self.board = board
        self.variant = variant
        self.key = (board.digest, players, variant.key())  # what tells two realms apart
        self.serial = _next_serial()  # the same for keys of caches: an int, and never used again
        self.players = players
        self.colours: list[str] = list(board.colours[:players])
        self.gang = players  # the faction after the last seat
        self.stride = players + 1
        # What rules/equip_missi.py and rules/move_troops.py listed before: codes of actions are this realm's only.
        self.equips: dict[int, list[int]] = {}  # by levies, leudes and nobiles
        self.marches: dict[
            int, list[int]
        ] = {}  # by followers that are ready, land, and lands that are closed
        # For those lists of positions that are shared: these are never changed.
        self.none_each: list[int] = [0] * players
        self.nothing_each: list[int] = [NOTHING] * players
        self.no_tiles: list[int] = [0] * (players * TILES)
        self.lands: list[str] = [land.id for land in board.lands if land.region in setup.regions]
        self.absent: list[str] = [land.id for land in board.lands if land.region not in setup.regions]
        self.land_count = len(self.lands)
        number = {land: at for at, land in enumerate(self.lands)}
        self._list_regions(number, list(setup.regions))
        self._list_neighbours(number)
        fixed = not variant.advanced  # the advanced set-up draws everything (6.1.2)
        self.homelands: list[int] = [number[land] for land in setup.homelands if fixed]
        self.forests: list[int] = [number[land] for land in setup.forests if fixed]
        self.start_cards: list[int] = [number[land] for land in setup.start_cards if fixed]
        out = self.start_cards + self.homelands
        self.start_archivium: list[int] = [land for land in range(self.land_count) if land not in out]
        self.events_ready = setup.events_ready
        self.events_later = setup.events_later
        self.event_tile = players * TILES  # its code in the bag
        self.hunger_card = self.land_count  # its code in the Archivium; land cards are the lands' numbers
        self.anarchy_card = self.land_count + 1
        self.rebellion_card = self.land_count + 2
        self.cards: list[str] = [*self.lands, "hunger", "anarchy", "rebellion"]
        self.hunger_cards = setup.hunger_advanced if variant.advanced else setup.hunger_base
        self.tile_names: list[str] = list(TILE_NAMES)
        if variant.scenario:
            self.tile_names[PEACE] = CO_REGENT
        self.active_tiles: list[int] = _count_tiles(board.active_tiles)
        self.active_tiles[NO_ACTION] = board.no_action_tiles
        self.inactive_tiles: list[int] = _count_tiles(board.inactive_tiles)
        self.followers = board.followers
        self.gangs = setup.gangs_814 if variant.scenario else board.gangs
        self.counters = board.counters
        self.trophy_spaces = board.trophies
        self.founders = board.start_missi + board.start_homeland  # placed in two set-up rounds (6.1.1)
        self.second_pile = self.founders // 2
        self.problems: list[int] = [
            TILE_NAMES.index(tile)
            for tile, number in board.problems
            if number <= players and variant.scenario
        ]
        self.honour_length = board.honour_lengths.get(players, 0) if variant.scenario else 0
        self._list_years()
        self.actions = Actions(self.lands, self.absent, self.colours, self.tile_names, self.neighbours)
        self._list_action_tables()

    def _list_years(self) -> None:
        """The annals of the side of the board that is up."""
        self.first_year = self.board.first_year
        self.final_year = self.board.final_year
        self.usual_last_year = self.board.usual_last_year
        years = self.board.years_814
        if self.variant.scenario and years is not None:
            self.first_year, self.final_year, self.usual_last_year = years

    def _list_regions(self, number: dict[str, int], taking_part: list[str]) -> None:
        self.regions: list[str] = []
        self.region_lands: list[list[int]] = []
        self.region_of: list[int] = [0] * self.land_count
        self.first_slot: list[int] = []  # slots of region r: first_slot[r] up to first_slot[r + 1]
        self.slot_count = 0
        for region in self.board.regions:
            if region.id not in taking_part:
                continue
            lands = [number[land] for land in region.lands]
            for land in lands:
                self.region_of[land] = len(self.regions)
            self.regions.append(region.id)
            self.region_lands.append(sorted(lands))
            self.first_slot.append(self.slot_count)
            self.slot_count += region.slots
        self.first_slot.append(self.slot_count)

    def _list_neighbours(self, number: dict[str, int]) -> None:
        self.neighbours: list[list[int]] = [[] for _ in self.lands]
        for border in self.board.borders:
            if border.a in number and border.b in number:
                self.neighbours[number[border.a]].append(number[border.b])
                self.neighbours[number[border.b]].append(number[border.a])
        for near in self.neighbours:
            near.sort()  # board order

    def _list_action_tables(self) -> None:
        code = self.actions.code
        self.settle_codes: list[int] = [code(SETTLE, 0, 0, n) for n in range(1, MOST_AT_ONCE + 1)]
        self.calm_codes: list[list[int]] = [
            [code(CALM, land, 0, n) for n in range(1, MOST_AT_ONCE + 1)] for land in range(self.land_count)
        ]
        self.march_codes: list[list[list[int]]] = [
            [[code(MARCH, land, other, n) for n in range(1, MOST_IN_ONE_LAND + 1)] for other in near]
            for land, near in enumerate(self.neighbours)
        ]
        lands = range(self.land_count)
        self.send_codes: list[int] = [code(SEND, land) for land in lands]
        self.unfold_codes: list[int] = [code(UNFOLD, land) for land in lands]
        self.build_codes: list[int] = [code(BUILD, land) for land in lands]
        self.fight_codes: list[int] = [code(FIGHT, land) for land in lands]
        self.join_codes: list[int] = [code(JOIN, land) for land in lands]
        self.claim_codes: list[int] = [code(CLAIM, land) for land in lands]
        self.banish_codes: list[int] = [code(BANISH, land) for land in lands]
        self.lay_codes: list[int] = [code(LAY, tile) for tile in range(TILES)]
        self.solve_codes: list[int] = [code(SOLVE, season) for season in range(SEASONS)]
        self.honour_codes: list[int] = [code(HONOUR, place) for place in range(3)]
        self.activate_codes: list[int] = [code(ACTIVATE, tile) for tile in range(NO_ACTION)]
        self.seats_of: list[list[int]] = [
            [seat for seat in range(self.players) if mask >> seat & 1] for mask in range(1 << self.players)
        ]


def _count_tiles(names: tuple[str, ...]) -> list[int]:
    counts = [0] * TILES
    for name in names:
        counts[TILE_NAMES.index(name)] += 1
    return counts
