"""The table on a terminal: the board by regions, courts, the season wheel and who is winning.

Everything is drawn from a view, so nothing can be shown that the viewer may not know.
`plain` screens have no boxes and columns: one sentence a line, as a screen reader wants it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol, cast

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from aachen.cli import ring
from aachen.cli.plain import (
    can_claim_palaces,
    missing_in_words,
    plain_board,
    plain_courts,
    plain_victory,
    queue_in_words,
    tiles_in_words,
    warning_in_words,
)
from aachen.cli.signs import Signs, seat_style, signs_for
from aachen.games.carolingi.rules.victory import (
    COUNTERS_FOR_DEVELOPMENT,
    FOLLOWERS_FOR_FOLLOWING,
    LANDS_FOR_EXPANSION,
)
from aachen.games.carolingi.terms import SEASON_NAMES
from aachen.locales.wording import Wording

View = Mapping[str, Any]

MOST_WIDTH: Final = 124
LEAST_COLUMN: Final = 38  # a region's lands fit in so many signs
LEAST_WHEEL: Final = 47
LEAST_COURTS: Final = 92  # the courts of Scenario 814 with all columns


class HasView(Protocol):
    """A position."""

    def view(self, viewer: int | None) -> dict[str, object]:
        """One viewer's screen."""


def show(
    seen: HasView | View, wording: Wording, console: Console, viewer: int | None = None, plain: bool = False
) -> None:
    """Draw the whole table: a position as the viewer may see it, or a view."""
    view: View = seen if isinstance(seen, Mapping) else seen.view(viewer)
    if view["game"] == "carolus":
        ring.show(view, wording, console, plain)
        return
    if plain:
        for line in plain_board(view, wording) + plain_courts(view, wording) + plain_victory(view, wording):
            console.print(line)
        return
    screen = Screen(wording, console)
    for part in (
        screen.time(view),
        screen.board(view),
        screen.scenario(view),
        screen.courts(view),
        screen.victory(view),
    ):
        if part is not None:
            console.print(part)


class Screen:
    """Draws views for one console."""

    def __init__(self, wording: Wording, console: Console) -> None:
        self.wording = wording
        self.console = console
        self.signs: Signs = signs_for(console)
        self.width = min(console.width, MOST_WIDTH)

    # Names with signs

    def seat(self, colour: str) -> Text:
        """A Carolingian with the sign of the colour."""
        return Text(f"{self.signs.of(colour)} {self.wording.seat(colour)}", style=seat_style(colour))

    def say(self, key: str, /, **facts: object) -> str:
        """A sentence of the terminal's."""
        return self.wording.say(f"screen.{key}", **facts)

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
        return self._block(title, Group(lands, self._row(view, region)))

    def _block(self, title: Text, body: RenderableType) -> RenderableType:
        """A heading with a line, and what belongs to it; no frame, for a board is tall and terminals are not."""
        rule = Rule(
            title, align="left", style="hushed", characters="-" if self.console.options.ascii_only else "─"
        )
        return Padding(Group(rule, body), (0, 1))

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
        return self._block(Text(self.say("used"), style="bold"), table)

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
        body = self._block(Text(self.say("problems"), style="bold"), Group(*lines))
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

    # Courts and victory

    def courts(self, view: View) -> RenderableType:
        """Everybody's followers and the backs of their tiles; the viewer's own tiles below."""
        table = self._table(is_tight=True)
        keys = ["court", "missi", "leudes", "nobiles", "levies", "trophies", "hand", "inactive", "swap"]
        if "scenario" in view:
            keys.insert(6, "honours")
        if not self._has_room_for_levies(view):
            keys.remove("levies")
        for key in keys:
            table.add_column(
                self.say(key), justify="left" if key == "court" else "right", no_wrap=key == "court"
            )
        for colour in view["seats"]:
            table.add_row(self._court_name(view, colour), *self._court(view, colour))
        own = self.own_tiles(view)
        return Group(table, Padding(own, (0, 1))) if own else table

    def _court_name(self, view: View, colour: str) -> Text:
        name = self.seat(colour)
        return name.append(f" {self.say('you')}") if colour == view["viewer"] else name

    def _court(self, view: View, colour: str) -> list[str]:
        court = view["courts"][colour]
        numbers = [court["missi"], court["leudes"], court["nobiles"]]
        if self._has_room_for_levies(view):
            numbers.append(view["victory"][colour]["levies"])
        numbers.append(court["trophies"])
        if "scenario" in view:
            numbers.append(court["honours"])
        numbers += [court["tiles_in_hand"], court["tiles_inactive"]]
        return [str(number) for number in numbers] + [
            self.say("taken") if court["swap_space"] else self.signs.free
        ]

    def _has_room_for_levies(self, view: View) -> bool:
        """Where honours take their place, they are told when they are asked for."""
        return "scenario" not in view or self.width >= LEAST_COURTS

    def own_tiles(self, view: View) -> RenderableType | None:
        """What only the viewer knows: the tiles."""
        if view["viewer"] is None:
            return None
        court = view["courts"][view["viewer"]]
        parts = [
            (self.say("your_tiles"), self._tiles(court["hand"])),
            (self.say("asleep"), self._tiles(court["inactive"])),
        ]
        if court["swapped"]:
            parts.append((self.say("given_up"), self.wording.tile(court["swapped"])))
        return Group(
            *[Text(f"{title} ", style="bold").append(tiles, style="not bold") for title, tiles in parts]
        )

    def _tiles(self, tiles: Mapping[str, int]) -> str:
        return tiles_in_words(self.wording, tiles)

    def victory(self, view: View) -> RenderableType:
        """The victory conditions, met or not, and what is missing (3.5)."""
        table = self._table()
        keys = ["points", "lands", "counters", "followers", "glory", "regions"]
        if can_claim_palaces(view):
            keys.insert(5, "palace_point")
        for key in keys:
            if key == "points":
                table.add_column(self.say("victory"), no_wrap=True)
            table.add_column(self.say(key), justify="left" if key == "regions" else "right")
        for colour in view["seats"]:
            table.add_row(self.seat(colour), *self._standing(view, view["victory"][colour]))
        return table

    def _standing(self, view: View, standing: View) -> list[RenderableType]:
        row: list[RenderableType] = [
            Text(str(standing["points"]), style="bold"),
            self._goal(standing["lands"], LANDS_FOR_EXPANSION, standing["expansion"]),
            self._goal(standing["counters"], COUNTERS_FOR_DEVELOPMENT, standing["development"]),
            self._goal(standing["followers"], FOLLOWERS_FOR_FOLLOWING, standing["following"]),
            self._goal(standing["trophies"], None, standing["glory"]),
        ]
        if can_claim_palaces(view):
            sign = self.signs.met if standing["palace"] else self.signs.free
            row.append(Text(sign, style="met" if standing["palace"] else "hushed"))
        return [*row, self._regions(standing)]

    def _goal(self, have: int, goal: int | None, is_met: bool) -> Text:
        number = str(have) if goal is None else f"{have}/{goal}"
        return Text(f"{self.signs.met} {number}", style="met") if is_met else Text(number)

    def _regions(self, standing: View) -> Text:
        united = [f"{self.signs.met} {self.wording.region(region)}" for region in standing["regions"]]
        text = Text(", ".join(united), style="met")
        nearest = missing_in_words(self.wording, standing)
        if nearest:
            text.append("; " if united else "", style="").append(nearest, style="not bold")
        return text

    def _table(self, is_tight: bool = False) -> Table:
        return Table(
            box=None,
            width=self.width,
            padding=(0, 1),
            collapse_padding=is_tight,
            header_style="bold underline",
        )


def _first_year(view: View, wording: Wording) -> int:
    if "scenario" in view:
        return cast(int, (getattr(wording.board, "years_814", None) or [view["year"]])[0])
    return cast(int, getattr(wording.board, "first_year", view["year"]))
