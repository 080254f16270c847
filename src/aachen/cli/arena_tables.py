"""What the arena found out, as tables at a terminal."""

from __future__ import annotations

from math import isfinite

from rich import box
from rich.console import Console
from rich.table import Table

from aachen.arena.gate import Gate
from aachen.arena.interval import Estimate
from aachen.arena.ratings import Rating
from aachen.arena.summary import Standing, Summary
from aachen.locales import catalogue
from aachen.locales.languages import language

NOTHING = "–"


class Tables:
    """Prints a summary in one language."""

    def __init__(self, language: str, console: Console) -> None:
        self.language = language
        self.console = console
        self.say = catalogue(language).say

    def tell(self, summary: Summary, gate: Gate | None = None) -> None:
        """What was played, how everybody did, who beats whom, and the answer of the gate."""
        self._print(self._title(summary))
        self.console.print(self._standings(summary))
        self.console.print(self._details(summary))
        if len(summary.plan.names) > 2:
            self.console.print(self._ahead(summary))
        self.console.print(self._seats(summary))
        self._print(self._length(summary))
        for standing in summary.standings:
            if standing.replaced:
                self._print(self._replaced(standing))
        for group in summary.cycles:
            self._print(self.say("arena.cycle", names=", ".join(group)))
        self._print(self.say("arena.note"))
        if summary.plan.is_timed:
            self._print(self.say("arena.timed"))
        if gate is not None:
            self._print(self._verdict(gate))

    def _print(self, sentence: str) -> None:
        self.console.print(sentence, markup=False, soft_wrap=True)

    def _title(self, summary: Summary) -> str:
        plan = summary.plan
        return self.say(
            "arena.title",
            game=plan.game,
            players=len(plan.sides),
            blocks=summary.blocks,
            games=summary.games,
            seed=plan.seed,
            rules=plan.rules,
            code=plan.code,
        )

    def _length(self, summary: Summary) -> str:
        """How long the games were, and how they ended."""
        ends = [
            f"{self._ending(ending)} {self._share(number / summary.games)}"
            for ending, number in summary.endings.most_common()
        ]
        actions = self._number(summary.actions, 1)
        return self.say("arena.length", actions=actions, endings=", ".join(ends))

    def _replaced(self, standing: Standing) -> str:
        """How many answers of a program were no use, and of what kind they were."""
        kinds = [
            f"{self.say(f'arena.replaced.{kind}')} {number}"
            for kind, number in sorted(standing.replaced.items())
        ]
        return self.say(
            "arena.replaced",
            name=standing.name,
            number=sum(standing.replaced.values()),
            thoughts=standing.thoughts,
            kinds=", ".join(kinds),
        )

    def _ending(self, ending: str) -> str:
        key = f"report.ending.{ending}"
        return self.say(key) if catalogue(self.language).has(key) else ending

    def _table(self, *headings: str) -> Table:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, header_style="bold")
        for at, heading in enumerate(headings):
            table.add_column(heading, justify="left" if at == 0 else "right", no_wrap=at == 0)
        return table

    # ---- Everybody

    def _standings(self, summary: Summary) -> Table:
        is_rated = len(summary.plan.names) > 1
        rating = "elo" if summary.plan.side_count == 2 else "rating"
        headings = ["contestant", "games", "won", "sure", "fair", *([rating, "sure"] if is_rated else [])]
        table = self._table(*[self.say(f"arena.{heading}") for heading in headings])
        for standing in summary.standings:
            won = standing.won
            row = [standing.name, str(standing.games), self._share(won.mean), self._range(won, 100, 1)]
            row += [self._share(standing.fair)]
            if standing.rating is not None:
                row += [self._number(standing.rating.points, 0), self._range(standing.rating, 1, 0)]
            table.add_row(*row)
        return table

    def _details(self, summary: Summary) -> Table:
        headings = ("contestant", "place", "margin", "thoughts", "work")
        table = self._table(*[self.say(f"arena.{heading}") for heading in headings])
        for standing in summary.standings:
            table.add_row(
                standing.name,
                self._around(standing.place),
                self._around(standing.margin),
                str(standing.thoughts),
                self._number(standing.work, 4),
            )
        return table

    def _ahead(self, summary: Summary) -> Table:
        """How often the one on the left comes in before the one above."""
        names = [standing.name for standing in summary.standings]
        numbers = {name: number for number, name in enumerate(summary.plan.names)}
        table = self._table(self.say("arena.before"), *names)
        for one in names:
            cells = [summary.ahead.get((numbers[one], numbers[other])) for other in names]
            table.add_row(one, *[NOTHING if cell is None else self._percent(cell) for cell in cells])
        return table

    def _seats(self, summary: Summary) -> Table:
        """What each seat won: whoever sat there, and each contestant."""
        one_alone = len(summary.plan.names) == 1
        players = [] if one_alone else summary.standings
        table = self._table(
            self.say("arena.seat"), self.say("arena.anybody"), *[standing.name for standing in players]
        )
        for at, seat in enumerate(summary.seats):
            cells = [self._percent(summary.seat_shares[at])]
            cells += [self._share(standing.by_seat[at]) for standing in players]
            table.add_row(seat, *cells)
        return table

    # ---- The gate

    def _verdict(self, gate: Gate) -> str:
        facts = {
            "worse": self._number(100 * gate.worse, 1),
            "better": self._number(100 * gate.better, 1),
            "evidence": self._number(gate.evidence, 2),
            "bound": self._number(gate.bound, 2),
            "blocks": gate.blocks,
        }
        return self.say(f"arena.gate.{gate.answer}", **facts)

    # ---- Numbers

    def _number(self, number: float, digits: int) -> str:
        if not isfinite(number):
            return "?"
        return language(self.language).number(number, digits)

    def _share(self, share: float | None) -> str:
        return NOTHING if share is None else language(self.language).percent(share)

    def _percent(self, estimate: Estimate) -> str:
        return f"{self._share(estimate.mean)} ({self._range(estimate, 100, 0)})"

    def _around(self, estimate: Estimate) -> str:
        half = (estimate.high - estimate.low) / 2
        return f"{self._number(estimate.mean, 2)} ± {self._number(half, 2)}"

    def _range(self, between: Estimate | Rating, times: int, digits: int) -> str:
        return f"{self._number(times * between.low, digits)} … {self._number(times * between.high, digits)}"
