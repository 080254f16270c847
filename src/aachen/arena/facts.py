"""What is worth keeping of a game for a report: its course as far as people talk about it afterwards.

A watcher looks on at one game from the outside (arena/playing.py); its facts are plain data in a file of results.
Lists go by seat, unless they say otherwise.
"""

from __future__ import annotations

from collections import Counter

from aachen.bots.mind import Mind
from aachen.bots.minds import MINDS
from aachen.core import contract
from aachen.core.events import Event
from aachen.core.log import Plain
from aachen.games.carolingi.position import Position as CarolingiPosition
from aachen.games.carolingi.rules import victory
from aachen.games.carolingi.terms import CO_REGENT, NOWHERE, SEASON_NAMES, TILE_NAMES
from aachen.games.carolingi.terms import PEACE as PEACE_TILE
from aachen.games.carolus.position import Position as CarolusPosition
from aachen.games.carolus.rules import ending
from aachen.games.carolus.terms import DISCS

PEACE = (TILE_NAMES[PEACE_TILE], CO_REGENT)
CLEAR = 0.02  # by how much a favourite's chance must be above the next to count as a lead


class Lead:
    """Who was thought to be ahead, from one look to the next."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.leaders: list[
            int
        ] = []  # the seat that leads at each look, the former one as long as nobody clearly does
        self.changes = 0

    def look(self, pos: contract.Position) -> None:
        """Look at the table, say once in a season or a round."""
        chances = self.mind.chances(pos)
        best = max(chances)
        second = max([chance for chance in chances if chance < best] + [0.0])
        leader = chances.index(best) if best - second > CLEAR else -1
        before = self.leaders[-1] if self.leaders else -1
        self.changes += leader >= 0 and before >= 0 and leader != before
        self.leaders.append(leader if leader >= 0 else before)

    def kept_since(self, winners: list[int]) -> float:
        """From which share of the game on the winners led to the end: 0 from the first look, 1 never."""
        lead = 0
        while lead < len(self.leaders) and self.leaders[-1 - lead] in winners:
            lead += 1
        return 1.0 - lead / len(self.leaders) if self.leaders else 1.0


def _winners(pos: contract.Position) -> list[int]:
    outcome = pos.outcome()
    return outcome.winners() if outcome is not None else []


class CarolingiFacts:
    """Homelands, tiles, Peace, the conditions of victory, and how long it took."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()  # how often something happened, by the name of the event
        self.tiles: dict[str, Counter[str]] = {}  # by colour: the tiles that were drawn
        self.first = ""  # whose tile was the first of the game
        self.seasons = 1
        self.peaces: list[list[object]] = []  # of each failure: the colour and its points
        self.lead = Lead(MINDS["carolingi"])

    def begin(self, position: contract.Position, events: list[Event]) -> None:
        """The game is set up."""
        assert isinstance(position, CarolingiPosition)
        self.position = position
        self.homelands = _homelands(position)
        self._hear(events)

    def see(self, position: contract.Position, seat: int, action: int, events: list[Event]) -> None:
        """A seat has acted."""
        assert isinstance(position, CarolingiPosition)
        self.position = position
        self._hear(events)

    def _hear(self, events: list[Event]) -> None:
        for event in events:
            self.counts[event.kind] += 1
            if event.kind == "tile_drawn":
                self._draw(str(event.facts["seat"]), str(event.facts["tile"]))
            elif event.kind == "peace_failed":
                self.peaces.append([event.facts["seat"], event.facts["points"]])
            elif event.kind == "placing_began":
                self.seasons += self.counts["placing_began"] > 1
                self.lead.look(self.position)

    def _draw(self, colour: str, tile: str) -> None:
        self.first = self.first or colour
        self.tiles.setdefault(colour, Counter())[tile] += 1

    def facts(self) -> Plain:
        """What is worth keeping."""
        pos = self.position
        seats = range(pos.realm.players)
        tried = sum(tiles[peace] for tiles in self.tiles.values() for peace in PEACE)
        return {
            "homelands": self.homelands,
            "palaces": _homelands(pos),
            "first": pos.seats().index(self.first) if self.first else -1,
            "seasons": self.seasons,
            "year": pos.year,
            "season": SEASON_NAMES[pos.season],
            "peace_tried": tried,
            "peace_failed": len(self.peaces),
            "peace_failed_points": [points for _, points in self.peaces],
            "contests": self.counts["contest_began"],
            "expansion": [victory.has_expansion(pos, seat) for seat in seats],
            "development": [victory.has_development(pos, seat) for seat in seats],
            "following": [victory.has_following(pos, seat) for seat in seats],
            "glory": [victory.has_glory(pos, seat) for seat in seats],
            "palace": [victory.has_palace(pos, seat) for seat in seats],
            "united": [
                [
                    name
                    for region, name in enumerate(pos.realm.regions)
                    if victory.has_united(pos, seat, region)
                ]
                for seat in seats
            ],
            "lands": [pos.controlled(seat) for seat in seats],
            "counters": [victory.developments(pos, seat) for seat in seats],
            "followers": [pos.following(seat) for seat in seats],
            "trophies": pos.trophies[:],
            "tiles": [dict(sorted(self.tiles.get(colour, Counter()).items())) for colour in pos.seats()],
            "battles": self.counts["battle_fought"],
            "hungers": self.counts["hunger_began"],
            "unfolded": self.counts["card_unfolded"],
            "overflows": self.counts["row_overflowed"],
            "problems_solved": self.counts["problem_solved"],
            "lead_changes": self.lead.changes,
            "lead_since": round(self.lead.kept_since(_winners(pos)), 3),
        }


def _homelands(pos: CarolingiPosition) -> list[str]:
    return ["" if land == NOWHERE else pos.realm.lands[land] for land in pos.homeland]


class CarolusFacts:
    """Discs, the order of play, castles, regions, and how it came to an end."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.first = ""  # who was drawn to lay first
        self.last = -1  # in whose turn it ended
        self.order: list[str] = []  # of play, in the last round
        self.first_order: list[str] = []  # and in the first one
        self.discs: dict[str, list[int]] = {}  # by seat's name: how often each disc was laid
        self.at_court: Counter[str] = Counter()
        self.lead = Lead(MINDS["carolus"])

    def begin(self, position: contract.Position, events: list[Event]) -> None:
        """The game is set up."""
        assert isinstance(position, CarolusPosition)
        self.position = position
        self._hear(events)

    def see(self, position: contract.Position, seat: int, action: int, events: list[Event]) -> None:
        """A seat has acted."""
        assert isinstance(position, CarolusPosition)
        self.position = position
        self.last = seat
        self._hear(events)

    def _hear(self, events: list[Event]) -> None:
        for event in events:
            self.counts[event.kind] += 1
            if event.kind == "first_drawn":
                self.first = str(event.facts["seat"])
            elif event.kind == "disc_laid":
                self._lay(str(event.facts["seat"]), event.facts["disc"])
            elif event.kind == "order_of_play":
                self._order(event.facts["seats"])
            elif event.kind == "paladin_to_court":
                self.at_court[str(event.facts["seat"])] += 1
            elif event.kind == "round_began":
                self.lead.look(self.position)

    def _lay(self, seat: str, disc: object) -> None:
        assert isinstance(disc, int)
        self.discs.setdefault(seat, [0] * DISCS)[disc - 1] += 1

    def _order(self, seats: object) -> None:
        assert isinstance(seats, list)
        self.order = seats[:]
        self.first_order = self.first_order or seats[:]

    def facts(self) -> Plain:
        """What is worth keeping."""
        pos = self.position
        names = pos.seats()
        sides = range(pos.empire.sides)
        return {
            "sides": pos.empire.side_of[:],
            "first": names.index(self.first) if self.first else -1,
            "first_order": [names.index(name) for name in self.first_order],
            "last_order": [names.index(name) for name in self.order],
            "last": self.last,
            "rounds": pos.round,
            "castles": [pos.castles_built(side) for side in sides],  # by side
            "clans": [ending.clans_of(pos, side) for side in sides],  # by side
            "regions": pos.regions,
            "built": self.counts["castle_built"],
            "conquered": self.counts["region_conquered"],
            "joined": self.counts["regions_joined"],
            "emblems_won": self.counts["emblem_won"],
            "discs": [self.discs.get(name, [0] * DISCS) for name in names],
            "at_court": [self.at_court[name] for name in names],
            "lead_changes": self.lead.changes,
            "lead_since": round(self.lead.kept_since(_winners(pos)), 3),
        }


WATCHERS: dict[str, type[CarolingiFacts] | type[CarolusFacts]] = {
    "carolingi": CarolingiFacts,
    "carolus": CarolusFacts,
}
