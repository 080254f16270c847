"""What a report asks of the games of one title; the base asks what can be asked of any game."""

from __future__ import annotations

from collections.abc import Sequence

from aachen.report.compare import Question
from aachen.report.sample import FinishedGame, Sample, listed, winnings
from aachen.report.writer import Writer


class Chapter:
    """The figures of one game."""

    length = ""  # the fact that tells how long a game takes
    varying: tuple[
        str, ...
    ] = ()  # options that may differ from sample to sample, besides the number of players
    in_file_names: tuple[str, ...] = ()  # those of them, besides the variant, that name a file of results

    def rules(self, writer: Writer, sample: Sample) -> str:
        """What is played besides the base game, in words."""
        return ""

    def label(self, writer: Writer, sample: Sample) -> str:
        """A sample in a few letters, for the foot of a plot."""
        return str(sample.players)

    def overview(self, writer: Writer, samples: list[Sample]) -> list[str]:
        """Figures of all samples side by side."""
        return []

    def figures(self, writer: Writer, sample: Sample) -> list[str]:
        """Figures of one sample."""
        return [
            writer.wins("seat", sample, sample.by_seat(), writer.seat, sample.fair()),
            writer.counts("margin", sample.margins()),
        ]

    def caution(self, writer: Writer, label: str) -> str:
        """How sure the facts are that a finding about this label rests on; empty if there is nothing to doubt."""
        return ""

    def questions(self, writer: Writer, results: Sequence[FinishedGame]) -> list[Question]:
        """What is compared of these games when their seeds are played by other rules or on another board."""
        say = writer.say
        return [
            Question("seat", _wins_by_seat, writer.seat),
            Question("endings", _ending, lambda name: say(f"report.ending.{name}"), missing=0.0),
            Question("numbers", self._numbers, lambda name: say(f"report.short.{name}"), is_share=False),
        ]

    def _numbers(self, result: FinishedGame) -> dict[str, float]:
        """The length of a game, its margin and its lead."""
        found = {"actions": float(result.actions)}
        if self.length:
            found["length"] = float(result.facts[self.length])
        found |= {name: float(result.facts[name]) for name in ("lead_changes",) if name in result.facts}
        return found


def _wins_by_seat(result: FinishedGame) -> dict[str, float]:
    return dict(zip(result.seats, winnings(result), strict=True))


def _ending(result: FinishedGame) -> dict[str, float]:
    return {result.ending: 1.0}


def wins_from(result: FinishedGame, fact: str) -> dict[str, float]:
    """What was won under each label of a fact that goes by seat; seats without a label are left out."""
    pairs = zip(listed(result, fact), winnings(result), strict=True)
    return {str(label): won for label, won in pairs if label}
