"""What a report asks of the games of one title; the base asks what can be asked of any game."""

from __future__ import annotations

from aachen.report.sample import Sample
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
