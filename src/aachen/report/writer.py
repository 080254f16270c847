"""Writes figures of a report, and notes what stands out in them.

A finding is a share whose interval leaves out what would be fair, even if one asks for near certainty:
nothing here knows beforehand what will be found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from aachen.report import plots
from aachen.report.plots import Bar, Localizer, Series, Words
from aachen.report.sample import Sample, histogram
from aachen.report.shares import Mean, Share

Name = Callable[[str], str]
FEW = 50  # games under a label, below which it is not worth a bar
MOST_FINDINGS = 12


@dataclass
class Finding:
    """One share that is far from fair."""

    where: str
    what: str  # stands out, in words
    share: Share
    fair: float
    game: str = ""  # its name, and the sample's number of players and rules
    sample: str = ""
    label: str = ""  # what stands out, as the facts call it

    @property
    def size(self) -> float:
        """How far it is from fair, in shares of that."""
        return abs(self.share.value - self.fair) / self.fair


class Rules(Protocol):
    """Whoever knows which rules a sample was played by."""

    def rules(self, writer: Writer, sample: Sample) -> str:
        """What is played besides the base game, in words."""


class Writer:
    """The report of one game in one language."""

    def __init__(self, localizer: Localizer, chapter: Rules, findings: list[Finding] | None = None) -> None:
        """`findings` may be shared with the writers of other games."""
        self.localizer = localizer
        self.say = localizer.say
        self.chapter = chapter
        self.findings: list[Finding] = [] if findings is None else findings

    # Names

    def where(self, sample: Sample) -> str:
        """The sample in words."""
        return f"{self.say('game.name')}, {self.sample_name(sample)}"

    def sample_name(self, sample: Sample) -> str:
        """The sample without the name of its game."""
        players = self.say("report.players", players=sample.players)
        rules = self.chapter.rules(self, sample)
        return players + (f", {rules}" if rules else "")

    def seat(self, seat: str) -> str:
        """A seat, called by its colour."""
        return self.say(f"colour.{seat}")

    # Figures

    def words(self, key: str, heads: list[str], **facts: object) -> Words:
        """What a figure says of itself."""
        title, about = self.say(f"report.{key}.title"), self.say(f"report.{key}.about", **facts)
        return Words(title, about, heads, self.say("plot.numbers"))

    def wins(self, key: str, sample: Sample, shares: dict[str, Share], name: Name, fair: float) -> str:
        """Win shares under labels, against what would be fair; what is far from it is noted."""
        rows = []
        for label, share in shares.items():
            if share.differs_from(fair):
                what = self.say(f"report.{key}.finding", label=name(label))
                where, short = self.where(sample), self.sample_name(sample)
                self.findings.append(Finding(where, what, share, fair, sample.game, short, label))
            rows.append(self._bar(name(label), share))
        say = self.say
        heads = [say(f"report.{key}.head"), say("report.won"), say("report.interval"), say("report.games")]
        words = self.words(key, heads, fair=self.localizer.percent(fair))
        return plots.bars(words, rows, self.localizer.percent, fair)

    def shares(self, key: str, shares: dict[str, Share], name: Name) -> str:
        """Shares under labels that need not be alike."""
        rows = [self._bar(name(label), share) for label, share in shares.items()]
        say = self.say
        heads = [say(f"report.{key}.head"), say("report.share"), say("report.interval"), say("report.games")]
        return plots.bars(self.words(key, heads), rows, self.localizer.percent)

    def _bar(self, label: str, share: Share) -> Bar:
        return Bar(label, share.value, *share.interval(), str(share.of))

    def counts(self, key: str, values: list[float]) -> str:
        """How often each whole number came up."""
        labels, parts = histogram(values)
        heads = [self.say(f"report.{key}.head"), self.say("report.share")]
        return plots.histogram(
            self.words(key, heads), labels, parts, lambda part: self.localizer.percent(part, 0)
        )

    def means(self, key: str, labels: list[str], lines: list[tuple[str, list[Mean]]], digits: int = 1) -> str:
        """Means side by side, say by number of players."""
        drawn = [
            Series(name, [each.value for each in means], [each.error for each in means])
            for name, means in lines
        ]
        heads = [self.say(f"report.{key}.head"), *[name for name, _ in lines]]
        words = self.words(key, heads)
        return plots.curves(words, labels, drawn, lambda value: self.localizer.number(value, digits), 0.0)

    def layers(self, key: str, labels: list[str], layers: list[tuple[str, list[float]]]) -> str:
        """Shares of a whole, side by side."""
        heads = [self.say(f"report.{key}.head"), *[name for name, _ in layers]]
        lines = [Series(name, [*values]) for name, values in layers]
        return plots.stacked(
            self.words(key, heads), labels, lines, lambda part: self.localizer.percent(part, 0)
        )


def finding_sentences(localizer: Localizer, findings: list[Finding]) -> list[str]:
    """The findings as sentences, the farthest from fair first."""
    found = sorted(findings, key=lambda each: (-round(each.size, 9), -each.share.value))
    sentences = [_finding_sentence(localizer, each) for each in found[:MOST_FINDINGS]]
    if len(found) > MOST_FINDINGS:
        sentences.append(localizer.say("report.finding.more_of_them", number=len(found) - MOST_FINDINGS))
    return sentences or [localizer.say("report.finding.none")]


def grouped(findings: list[Finding]) -> list[list[Finding]]:
    """Findings about the same thing together, whatever the number of players; what is farthest from fair first."""
    groups: dict[tuple[str, str, bool], list[Finding]] = {}
    for each in findings:
        groups.setdefault((each.game, each.what, each.share.value > each.fair), []).append(each)
    return sorted(groups.values(), key=lambda group: -round(max(each.size for each in group), 9))


def case_of(localizer: Localizer, finding: Finding) -> str:
    """One number of players in a group of findings."""
    low, high = finding.share.interval()
    return localizer.say(
        "report.finding.case",
        where=finding.sample,
        share=localizer.percent(finding.share.value),
        low=localizer.percent(low),
        high=localizer.percent(high),
        fair=localizer.percent(finding.fair),
    )


def _finding_sentence(localizer: Localizer, finding: Finding) -> str:
    low, high = finding.share.interval()
    return localizer.say(
        "report.finding.often" if finding.share.value > finding.fair else "report.finding.seldom",
        where=finding.where,
        what=finding.what,
        share=localizer.percent(finding.share.value),
        low=localizer.percent(low),
        high=localizer.percent(high),
        fair=localizer.percent(finding.fair),
        games=finding.share.of,
    )


def enough(shares: dict[str, Share]) -> dict[str, Share]:
    """Without labels that came up too rarely to say anything."""
    return {label: share for label, share in shares.items() if share.of >= FEW}


def in_order(shares: dict[str, Share]) -> dict[str, Share]:
    """By label."""
    return dict(sorted(shares.items()))
