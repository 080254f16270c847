"""What a report asks of games of Harvest."""

from __future__ import annotations

from aachen.bots.minds import MINDS
from aachen.core.contract import Position
from aachen.core.events import Event
from aachen.core.json_shapes import Plain
from aachen.report.chapter import Chapter
from aachen.report.sample import Sample
from aachen.report.writer import Writer
from aachen.titles.facts import LeadTracker, winners_of


class HarvestFacts:
    """Looks on at one game: dice, fields that nobody took, and who was ahead."""

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.untaken = 0
        self.lead = LeadTracker(MINDS["harvest"])

    def begin(self, position: Position, events: list[Event]) -> None:
        """The game is set up."""
        self.position = position

    def see(self, position: Position, seat: int, action: int, events: list[Event]) -> None:
        """A seat has acted."""
        self.position = position
        for event in events:
            if event.kind == "die_rolled":
                self.dice.append(int(str(event.facts["die"])))
                self.lead.look(position)
            self.untaken += event.kind == "nothing_taken"

    def facts(self) -> Plain:
        """What is worth keeping."""
        return {
            "rounds": len(self.dice),
            "dice": self.dice,
            "untaken": self.untaken,
            "lead_changes": self.lead.changes,
            "lead_since": round(self.lead.kept_since(winners_of(self.position)), 3),
        }


class HarvestChapter(Chapter):
    """What any game is asked, and how often nobody took the field."""

    length = "rounds"
    varying = ("rounds",)

    def figures(self, writer: Writer, sample: Sample) -> list[str]:
        """One sample."""
        return [*super().figures(writer, sample), writer.counts("untaken", sample.fact("untaken"))]
