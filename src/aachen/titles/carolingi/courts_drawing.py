"""The courts and the victory table on a terminal, drawn from a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from aachen.games.carolingi.rules.victory import (
    COUNTERS_FOR_DEVELOPMENT,
    FOLLOWERS_FOR_FOLLOWING,
    LANDS_FOR_EXPANSION,
)
from aachen.titles.carolingi.sentences import can_claim_palaces, missing_in_words, tiles_in_words
from aachen.titles.carolingi.signs import BoardSigns, board_signs_for
from aachen.titles.carolingi.wording import CarolingiWording
from aachen.titles.terminal.console import seat_style

View = Mapping[str, Any]

MOST_WIDTH: Final = 124
LEAST_COURTS: Final = 92  # the courts of Scenario 814 with all columns


class Drawing:
    """Draws parts of views for one console."""

    def __init__(self, wording: CarolingiWording, console: Console) -> None:
        self.wording = wording
        self.console = console
        self.signs: BoardSigns = board_signs_for(console)
        self.width = min(console.width, MOST_WIDTH)

    def seat(self, colour: str) -> Text:
        """A seat with the sign of its colour."""
        return Text(f"{self.signs.of(colour)} {self.wording.seat(colour)}", style=seat_style(colour))

    def say(self, key: str, /, **facts: object) -> str:
        """A sentence of the terminal's."""
        return self.wording.say(f"screen.{key}", **facts)

    def block(self, title: Text, body: RenderableType) -> RenderableType:
        """A heading with a line, and what belongs to it; no frame, for a board is tall and terminals are not."""
        rule = Rule(
            title, align="left", style="hushed", characters="-" if self.console.options.ascii_only else "─"
        )
        return Padding(Group(rule, body), (0, 1))

    def table(self, is_tight: bool = False) -> Table:
        return Table(
            box=None,
            width=self.width,
            padding=(0, 1),
            collapse_padding=is_tight,
            header_style="bold underline",
        )


class CourtsDrawing(Drawing):
    """Everybody's court, and who is winning."""

    def courts(self, view: View) -> RenderableType:
        """Everybody's followers and the backs of their tiles; the viewer's own tiles below."""
        table = self.table(is_tight=True)
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
        table = self.table()
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
