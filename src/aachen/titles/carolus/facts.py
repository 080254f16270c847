"""What a report wants to know of one game."""

from __future__ import annotations

from collections import Counter

from aachen.bots.minds import MINDS
from aachen.core import contract
from aachen.core.events import Event
from aachen.core.json_shapes import Plain
from aachen.games.carolus.for_bots import DISCS, Position, clans_of
from aachen.titles.facts import LeadTracker, winners_of


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
        self.lead = LeadTracker(MINDS["carolus"])

    def begin(self, position: contract.Position, events: list[Event]) -> None:
        """The game is set up."""
        assert isinstance(position, Position)
        self.position = position
        self._hear(events)

    def see(self, position: contract.Position, seat: int, action: int, events: list[Event]) -> None:
        """A seat has acted."""
        assert isinstance(position, Position)
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
            "clans": [clans_of(pos, side) for side in sides],  # by side
            "regions": pos.regions,
            "built": self.counts["castle_built"],
            "conquered": self.counts["region_conquered"],
            "joined": self.counts["regions_joined"],
            "emblems_won": self.counts["emblem_won"],
            "discs": [self.discs.get(name, [0] * DISCS) for name in names],
            "at_court": [self.at_court[name] for name in names],
            "lead_changes": self.lead.changes,
            "lead_since": round(self.lead.kept_since(winners_of(pos)), 3),
        }
