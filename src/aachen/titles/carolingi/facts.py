"""What a report wants to know of one game."""

from __future__ import annotations

from collections import Counter

from aachen.bots.minds import MINDS
from aachen.core import contract
from aachen.core.events import Event
from aachen.core.json_shapes import Plain
from aachen.games.carolingi.for_bots import (
    CO_REGENT,
    NOWHERE,
    SEASON_NAMES,
    TILE_NAMES,
    Position,
    developments,
    has_development,
    has_expansion,
    has_following,
    has_glory,
    has_palace,
    has_united,
)
from aachen.games.carolingi.for_bots import PEACE as PEACE_TILE
from aachen.titles.facts import LeadTracker, winners_of

PEACE = (TILE_NAMES[PEACE_TILE], CO_REGENT)


class CarolingiFacts:
    """Homelands, tiles, Peace, the conditions of victory, and how long it took."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()  # how often something happened, by the name of the event
        self.tiles: dict[str, Counter[str]] = {}  # by colour: the tiles that were drawn
        self.first = ""  # whose tile was the first of the game
        self.seasons = 1
        self.peaces: list[list[object]] = []  # of each failure: the colour and its points
        self.lead = LeadTracker(MINDS["carolingi"])

    def begin(self, position: contract.Position, events: list[Event]) -> None:
        """The game is set up."""
        assert isinstance(position, Position)
        self.position = position
        self.homelands = _homelands(position)
        self._hear(events)

    def see(self, position: contract.Position, seat: int, action: int, events: list[Event]) -> None:
        """A seat has acted."""
        assert isinstance(position, Position)
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
            "expansion": [has_expansion(pos, seat) for seat in seats],
            "development": [has_development(pos, seat) for seat in seats],
            "following": [has_following(pos, seat) for seat in seats],
            "glory": [has_glory(pos, seat) for seat in seats],
            "palace": [has_palace(pos, seat) for seat in seats],
            "united": [
                [name for region, name in enumerate(pos.realm.regions) if has_united(pos, seat, region)]
                for seat in seats
            ],
            "lands": [pos.controlled(seat) for seat in seats],
            "counters": [developments(pos, seat) for seat in seats],
            "followers": [pos.following(seat) for seat in seats],
            "trophies": pos.trophies[:],
            "tiles": [dict(sorted(self.tiles.get(colour, Counter()).items())) for colour in pos.seats()],
            "battles": self.counts["battle_fought"],
            "hungers": self.counts["hunger_began"],
            "unfolded": self.counts["card_unfolded"],
            "overflows": self.counts["row_overflowed"],
            "problems_solved": self.counts["problem_solved"],
            "lead_changes": self.lead.changes,
            "lead_since": round(self.lead.kept_since(winners_of(pos)), 3),
        }


def _homelands(pos: Position) -> list[str]:
    return ["" if land == NOWHERE else pos.realm.lands[land] for land in pos.homeland]
