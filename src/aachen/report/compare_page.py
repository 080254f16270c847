"""The page of a comparison: what differs for sure, then every question with its differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite

from aachen.report import plots
from aachen.report.compare import Difference, Pair, Question, differences
from aachen.report.plots import Bar, Localizer, Words


@dataclass(frozen=True)
class Compared:
    """One kind of table that was played both ways."""

    where: str  # in words
    pairs: Sequence[Pair]
    questions: Sequence[Question]


class ComparisonWriter:
    """Writes a comparison in one language; `one` and `other` name the two ways."""

    def __init__(self, localizer: Localizer, one: str, other: str) -> None:
        self.localizer = localizer
        self.say = localizer.say
        self.one = one
        self.other = other

    def page(self, compared: Sequence[Compared], commands: Sequence[str]) -> str:
        """The whole page."""
        say = self.say
        title = say("compare.title", one=self.one, other=self.other)
        seeds = sum(len(each.pairs) for each in compared)
        items = "".join(f"<li>{escape(text)}</li>" for text in self.sentences(compared))
        commands_list = "".join(f"<li><code>{escape(text)}</code></li>" for text in commands)
        body = [
            f"<header><h1>{escape(title)}</h1><p>{escape(say('compare.intro', seeds=seeds))}</p></header><main>",
            f"<section><h2>{escape(say('compare.clear'))}</h2>"
            f'<ul class="found">{items}</ul><p class="about">{escape(say("compare.clear.about"))}</p></section>',
            *[self._section(each) for each in compared],
            f"<section><h2>{escape(say('report.played'))}</h2><ul>{commands_list}</ul></section></main>",
        ]
        return plots.page(self.localizer.language, title, "\n".join(body))

    def sentences(self, compared: Sequence[Compared]) -> list[str]:
        """What differs for sure, the largest differences of shares first; or that nothing does."""
        clear = [
            (abs(found.value) if question.is_share else 0.0, self._sentence(each, question, found))
            for each in compared
            for question in each.questions
            for found in differences(question, each.pairs)
            if found.is_clear
        ]
        clear.sort(key=lambda pair: -pair[0])
        return [sentence for _, sentence in clear] or [self.say("compare.nothing")]

    def _sentence(self, compared: Compared, question: Question, found: Difference) -> str:
        return self.say(
            "compare.finding",
            where=compared.where,
            what=self._title(question),
            label=question.name(found.label),
            one=self.value(question, found.one),
            other=self.value(question, found.other),
            difference=self.signed(question, found.value),
            low=self.signed(question, found.value - found.error),
            high=self.signed(question, found.value + found.error),
            pairs=found.pairs,
        )

    def _title(self, question: Question) -> str:
        return self.say(f"report.{question.key}.title")

    def _section(self, compared: Compared) -> str:
        figures = [self._figure(question, compared.pairs) for question in compared.questions]
        shown = "".join(figure for figure in figures if figure)
        return f'<section><h2>{escape(compared.where)}</h2><div class="figures">{shown}</div></section>'

    def _figure(self, question: Question, pairs: Sequence[Pair]) -> str:
        found = differences(question, pairs)
        if not found:
            return ""
        heads = [
            "",
            self.one,
            self.other,
            self.say("compare.difference"),
            self.say("report.interval"),
            self.say("compare.seeds"),
        ]
        about = self.say("compare.about", one=self.one, other=self.other)
        words = Words(self._title(question), about, heads, self.say("plot.numbers"))
        if not question.is_share:  # numbers of different kinds share no axis
            return plots.figure_of_table(words, [self.row(question, each) for each in found])
        table = [self.row(question, each) for each in found]
        rows = [
            Bar(question.name(each.label), each.value, each.value - each.error, each.value + each.error)
            for each in found
        ]
        return plots.differences(words, rows, lambda value: self.signed(question, value), table)

    # ---- Numbers

    def row(self, question: Question, found: Difference) -> list[str]:
        """A difference as cells: its name, both values, the difference, its interval, seeds."""
        low, high = found.value - found.error, found.value + found.error
        return [
            question.name(found.label),
            self.value(question, found.one),
            self.value(question, found.other),
            self.signed(question, found.value),
            f"{self.signed(question, low)} … {self.signed(question, high)}",
            str(found.pairs),
        ]

    def value(self, question: Question, value: float) -> str:
        """A share as a percentage, or a number."""
        return self.localizer.percent(value) if question.is_share else self.localizer.number(value, 1)

    def signed(self, question: Question, value: float) -> str:
        """A difference with its sign, of shares in percentage points."""
        if not isfinite(value):
            return "?"
        text = self.localizer.number(abs(value) * 100 if question.is_share else abs(value), 1)
        is_nothing = not any(sign in "123456789" for sign in text)
        sign = "" if is_nothing else "−" if value < 0 else "+"
        return f"{sign}{text}"
