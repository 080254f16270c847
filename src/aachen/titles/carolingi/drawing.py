"""The board on a terminal: regions, the season wheel, stocks and Scenario 814.

Everything is drawn from a view, so nothing can be shown that the viewer may not know.
"""

from __future__ import annotations

from typing import Final, cast

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from aachen.games.carolingi.terms import SEASON_NAMES
from aachen.titles.carolingi.courts_drawing import CourtsDrawing, Drawing, View
from aachen.titles.carolingi.sentences import (
    plain_board,
    plain_courts,
    plain_victory,
    queue_in_words,
    warning_in_words,
)
from aachen.titles.carolingi.wording import CarolingiWording
from aachen.titles.terminal.console import seat_style

LEAST_COLUMN: Final = 38  # a region's lands fit in so many signs
LEAST_WHEEL: Final = 47


def show(view: View, wording: CarolingiWording, console: Console, plain: bool) -> None:
    """Draw the whole table."""
    if plain:
        for line in plain_board(view, wording) + plain_courts(view, wording) + plain_victory(view, wording):
            console.print(line)
        return
    board, courts = BoardDrawing(wording, console), CourtsDrawing(wording, console)
    for part in (
        board.time(view),
        board.board(view),
        board.scenario(view),
        courts.courts(view),
        courts.victory(view),
    ):
        if part is not None:
            console.print(part)


class BoardDrawing(Drawing):
    """The board by regions, what lies beside it, and the problems of Scenario 814."""

    # Time and what lies beside the board

    def time(self, view: View) -> RenderableType:
        """Annals with the sundial, the season, the bag, the Archivium and the supply."""
        years = [
            self._year(view, year) for year in range(_first_year(view, self.wording), view["last_year"] + 1)
        ]
        seasons = [self._season(view, season) for season in SEASON_NAMES]
        first = Text("  ").join([Text(" ").join(years), Text(" ").join(seasons)])
        lines = [first, self._stock(view)]
        if "founding" in view:
            lines.append(self._founding(view))
        return Group(*[Padding(line, (0, 1)) for line in lines])

    def _founding(self, view: View) -> Text:
        """The set-up rounds (6.1.2): the card that was drawn, and the followers still to come."""
        card = view["founding"]["card"]
        drawn = self.say("no_card") if card is None else self.say("drawn", card=self.wording.land(card))
        to_come = Text(f"{self.say('to_come')} ").append(self.signs.pieces(view["founding"]["founders"], 0))
        parts = [Text(self.say("founding"), style="bold"), Text(drawn), to_come]
        return Text(f" {self.signs.free} ", style="hushed").join(parts)

    def _year(self, view: View, year: int) -> Text:
        if year == view["year"]:
            return Text(f"[{year}]", style="bold reverse")
        return Text(str(year), style="hushed" if year < view["year"] else "")

    def _season(self, view: View, season: str) -> Text:
        name = self.wording.season(season)
        return Text(f"[{name}]", style="bold") if season == view["season"] else Text(name, style="hushed")

    def _stock(self, view: View) -> Text:
        bag, archivium, signs = view["bag"], view["archivium"], self.signs
        parts = [
            Text(self.say("bag", tiles=bag["tiles"])),
            Text(self.say("archivium", cards=archivium["cards"])),
            Text(self.say("discard", cards=len(view["discard"]))),
            Text(
                f"{self.say('supply')} {signs.gang}{view['supply']['gangs']} {signs.counter}{view['supply']['counters']}"
            ),
        ]
        if bag["tiles"]:
            parts[0].append(" ").append(signs.pieces(bag["by_seat"], 0))
        if bag["events"]:
            parts[0].append(f" {self.say('events', tiles=bag['events'])}")
        if archivium["surplus"]:
            parts[1].append(f" {signs.gang}{archivium['surplus']}", style="gangs")
        return Text(f" {signs.free} ", style="hushed").join(parts)

    # The board

    def board(self, view: View) -> RenderableType:
        """The regions in as many columns as fit, each block where there is most room."""
        count = max(1, self.width // LEAST_COLUMN)
        column = self.width // count
        blocks: list[RenderableType] = [self._region(view, region) for region in view["rows"]]
        if column >= LEAST_WHEEL:
            blocks.append(self._wheel(view))
        table = Table.grid(padding=0)
        for _ in range(count):
            table.add_column(width=column)
        table.add_row(*[Group(*stack) for stack in self._stack(blocks, count, column)])
        parts: list[RenderableType] = [table]
        if column < LEAST_WHEEL:
            parts.append(self._wheel(view))
        return Group(*parts, Padding(self._legend(view), (0, 1)))

    def _stack(self, blocks: list[RenderableType], count: int, width: int) -> list[list[RenderableType]]:
        """Every block goes on the shortest column."""
        stacks: list[list[RenderableType]] = [[] for _ in range(count)]
        heights = [0] * count
        options = self.console.options.update(width=width)
        for block in blocks:
            at = heights.index(min(heights))
            stacks[at].append(block)
            heights[at] += len(self.console.render_lines(block, options))
        return stacks

    def _region(self, view: View, region: str) -> RenderableType:
        lands = Table.grid(padding=(0, 1))
        lands.add_column(width=1)
        lands.add_column(min_width=self._name_width(view))
        lands.add_column()
        for name, land in view["lands"].items():
            if land["region"] == region:
                lands.add_row(*self._land(name, land))
        united = [seat for seat, standing in view["victory"].items() if region in standing["regions"]]
        title = Text(self.wording.region(region), style="bold")
        for seat in united:
            title.append(" ").append(self.seat(seat))
        return self.block(title, Group(lands, self._row(view, region)))

    def _name_width(self, view: View) -> int:
        """Names take the same room in every region, unless the terminal is narrow."""
        longest = max(len(self.wording.land(land)) for land in view["lands"])
        return min(longest + 2, self.width // max(1, self.width // LEAST_COLUMN) - 22)

    def _land(self, name: str, land: View) -> tuple[Text, Text, Text]:
        ruler = land["controlled_by"]
        label = Text(self.wording.land(name), style=seat_style(ruler) if ruler else "")
        if land["forest"]:
            label.append(f" {self.signs.forest}", style="forest")
        if land["homeland"]:
            label.append(f" {self.signs.palace}", style=seat_style(land["homeland"]))
        pieces = self.signs.pieces(land["followers"], land["gangs"])
        if land["counters"]:
            pieces.append(" " if pieces else "").append(
                self.signs.counter * land["counters"], style="counters"
            )
        return Text(self.signs.of(ruler) if ruler else " ", style=seat_style(ruler or "")), label, pieces

    def _row(self, view: View, region: str) -> Text:
        cards = [self._card(view, card) for card in view["rows"][region] if card is not None]
        free = view["rows"][region].count(None)
        if free:
            cards.append(Text(self.say("free_slots", number=free), style="hushed"))
        return Text(f"{self.say('cards')} ", style="italic").append(Text(", ", style="").join(cards))

    def _card(self, view: View, card: str) -> Text:
        pieces = self.signs.pieces(view["cards"][card]["followers"], view["cards"][card]["gangs"])
        label = Text(self.wording.land(card))
        problem = view.get("scenario", {}).get("on_cards", {}).get(card)
        if problem:
            label.append(f" {self._problem(problem)}", style="problem")
        return label.append(" ").append(pieces) if pieces else label

    def _legend(self, view: View) -> Text:
        signs = self.signs
        named = [
            (signs.gang, "gang"),
            (signs.counter, "counter"),
            (signs.forest, "forest"),
            (signs.palace, "palace"),
        ]
        if "scenario" in view:
            named.append((signs.problem, "problem"))
        seats = [self.seat(colour) for colour in view["seats"]]
        pieces = [Text(f"{sign} {self.say(key)}", style="hushed") for sign, key in named]
        return Text("  ").join(seats + pieces)

    def _wheel(self, view: View) -> RenderableType:
        """The tiles used this year, season by season."""
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(width=1)
        for _ in SEASON_NAMES:
            table.add_column(ratio=1)
        table.add_row("", *[self._season(view, season) for season in SEASON_NAMES])
        for colour in view["seats"]:
            used = view["courts"][colour]["used"]
            cells = [
                "\n".join(self.wording.short_tile(tile) for tile in used[season]) for season in SEASON_NAMES
            ]
            if any(cells):
                table.add_row(Text(self.signs.of(colour), style=seat_style(colour)), *cells)
        return self.block(Text(self.say("used"), style="bold"), table)

    # Scenario 814

    def scenario(self, view: View) -> RenderableType | None:
        """Skuld and the problems by season, what comes next, the honours and the gangs that are left."""
        if "scenario" not in view:
            return None
        scenario = view["scenario"]
        seasons = Table.grid(padding=(0, 1), expand=True)
        for _ in SEASON_NAMES:
            seasons.add_column(ratio=1)
        seasons.add_row(*[self._skulds(scenario, season) for season in SEASON_NAMES])
        seasons.add_row(*[self._problems(scenario["problems"][season]) for season in SEASON_NAMES])
        lines: list[RenderableType] = [seasons, self._queue(scenario), self._honours(view)]
        warning = warning_in_words(self.wording, view)
        if warning:
            lines.append(Text(warning, style="warning"))
        body = self.block(Text(self.say("problems"), style="bold"), Group(*lines))
        return Padding(body, (0, max(0, self.console.width - self.width), 0, 0))

    def _skulds(self, scenario: View, season: str) -> Text:
        name = self.wording.season(season)
        if season != scenario["skuld"]:
            return Text(name, style="hushed")
        return Text(f"[{name}] {self.say('skuld')}", style="bold")

    def _problem(self, problem: str) -> str:
        return f"{self.signs.problem}{self.wording.short_tile(problem)}"

    def _problems(self, problems: list[str]) -> Text:
        if not problems:
            return Text(self.signs.free, style="hushed")
        return Text("\n".join(self._problem(problem) for problem in problems), style="problem")

    def _queue(self, scenario: View) -> Text:
        text = Text(f"{self.say('queue')} ", style="italic")
        return text.append(queue_in_words(self.wording, scenario["queue"]), style="not italic")

    def _honours(self, view: View) -> Text:
        scenario = view["scenario"]
        honours = scenario["honours"]
        title = self.say("honour_board", number=len(honours), most=scenario["honour_length"])
        text = Text(f"{title} ", style="italic")
        for colour in honours:
            text.append(f"{self.signs.of(colour)} ", style=seat_style(colour))
        if not honours:
            text.append(f"{self.signs.free} ", style="hushed")
        gangs = self.say("gangs_left", number=view["supply"]["gangs"])
        return text.append(f"{self.signs.free} {self.signs.gang} {gangs}", style="not italic")


def _first_year(view: View, wording: CarolingiWording) -> int:
    if "scenario" in view:
        return cast(int, (getattr(wording.board, "years_814", None) or [view["year"]])[0])
    return cast(int, getattr(wording.board, "first_year", view["year"]))
