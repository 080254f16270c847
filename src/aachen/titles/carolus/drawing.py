"""Carolus Magnus on a terminal: the ring of regions clockwise, courts, and what each stop of the Emperor would do.

Everything is drawn from a view.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aachen.titles.carolus.sentences import (
    View,
    plain_board,
    plain_courts,
    plain_victory,
    round_in_words,
)
from aachen.titles.carolus.signs import RingSigns, ring_signs_for
from aachen.titles.carolus.wording import CarolusWording
from aachen.titles.terminal.console import seat_style

CLANS: Final = ("red", "blue", "green", "yellow", "pink")
WIDEST_BOX: Final = 24
LEAST_BOX: Final = 16  # narrower, and the ring becomes a list
LINES_OF_BOX: Final = 4
LEAST_PAIR: Final = 72  # narrower, and a list has one column
LINE: Final = (7, 4, 14)  # signs for the name, the castles and the paladins of a region in a list
WIDEST: Final = 200  # wider than any table of ours
RESERVE: Final = 4  # signs for an emblem and a reserve


class RingDrawing:
    """Draws views for one console; on a short one, so that a question and the whole ring are seen together."""

    def __init__(self, wording: CarolusWording, console: Console, is_short: bool = False) -> None:
        self.wording = wording
        self.console = console
        self.signs: RingSigns = ring_signs_for(console)
        self.castle = self.signs.castle
        self.crown = self.signs.crown
        self.width = console.width
        self.is_short = is_short

    def say(self, key: str, /, **facts: object) -> str:
        """A sentence of the ring's."""
        return self.wording.say(f"ring.{key}", **facts)

    def seat(self, seat: str) -> Text:
        """A seat with its sign."""
        return Text(f"{self.signs.of(seat)} {self.wording.seat(seat)}", style=seat_style(seat))

    def side(self, side: str) -> Text:
        """A side with the sign of its castles' colour."""
        return Text(f"{self.signs.of(side)} {self.wording.side(side)}", style=seat_style(side))

    # Time

    def time(self, view: View) -> RenderableType:
        """The round, who is first, and the discs that lie; without the last round if that does not fit."""
        line = self._time(view, round_in_words(view, self.wording))
        if line.cell_len > self.width - 2 and view["round"]:
            line = self._time(view, self.say("round_short", round=view["round"]))
        return Padding(line, (0, 1))

    def _time(self, view: View, now: str) -> Text:
        parts = [Text(now, style="bold")]
        order = view["playing"] or view["placing"]
        if order:
            named = Text(self.say("order" if view["playing"] else "laying")).append(" ")
            names = [self._with_disc(view, seat) for seat in order]
            parts.append(named.append(Text(", ").join(names)))
        return Text(f" {self.signs.free} ", style="hushed").join(parts)

    def _with_disc(self, view: View, seat: str) -> Text:
        disc = view["courts"][seat]["disc"]
        name = self.seat(seat)
        if view["to_act"] == [seat]:
            name.stylize("underline")
        return name.append(f" {disc}", style="number") if disc else name

    # The whole table

    def table(self, view: View) -> list[RenderableType]:
        """All of it from the top; what is nearest to the question comes last on a short terminal."""
        legend = Padding(self._legend(view), (0, 1))
        wide, high = shape_of(len(view["ring"]))
        room = min(WIDEST_BOX, self.width // wide)
        if self.is_short:
            return [self.courts(view), self.standing(view), legend, self.time(view), self.board(view)]
        if room < LEAST_BOX:
            return [self.time(view), self.board(view), legend, self.courts(view), self.victory(view)]
        within, below = self._within(view, room * (wide - 2), LINES_OF_BOX * (high - 2))
        return [self.time(view), self._rim(view, room, within), legend, *below]

    def _within(self, view: View, room: int, lines: int) -> tuple[list[RenderableType], list[RenderableType]]:
        """What has its place inside the ring, and what must go below: the courts and who is winning."""
        courts, victory = self.courts(view, room - 2), self.victory(view)
        narrow = self.console.options.update(width=max(1, room))
        left = lines - len(self.console.render_lines(courts, narrow))
        if left < 0 or self._width_of(courts) > room:
            return [], [self.courts(view), self.standing(view)]
        if left < len(self.console.render_lines(victory, narrow)):
            return [courts], [self.standing(view)]
        return [courts, victory], []

    # The ring

    def board(self, view: View) -> RenderableType:
        """Boxes clockwise around a rectangle, the first at the top left; a list where there is no room."""
        wide, _ = shape_of(len(view["ring"]))
        room = min(WIDEST_BOX, self.width // wide)
        if room < LEAST_BOX or self.is_short:
            return self._list(view)
        return self._rim(view, room, [])

    def _rim(self, view: View, room: int, within: list[RenderableType]) -> RenderableType:
        """The boxes, and what is drawn within the ring."""
        wide, high = shape_of(len(view["ring"]))
        spots = dict(zip(clockwise(wide, high), view["ring"]))

        def spot(row: int, column: int) -> RenderableType:
            region = spots.get((row, column))
            return Text("\n" * (LINES_OF_BOX - 1)) if region is None else self._box(view, region, room)

        top, bottom = (
            self._row([spot(row, column) for column in range(wide)], [room] * wide) for row in (0, high - 1)
        )
        if high == 2:
            return Group(top, bottom)
        left, right = (Group(*[spot(row, column) for row in range(1, high - 1)]) for column in (0, wide - 1))
        hole = room * (wide - 2)
        indent = 1 if all(self._width_of(part) < hole for part in within) else 0
        inside = Padding(Group(*within), (0, 0, 0, indent))
        middle = self._row([left, inside, right], [room, hole, room])
        return Group(top, middle, bottom)

    def _row(self, cells: list[RenderableType], widths: list[int]) -> Table:
        table = Table.grid(padding=0)
        for width in widths:
            table.add_column(width=width)
        table.add_row(*cells)
        return table

    def _box(self, view: View, region: View, room: int) -> RenderableType:
        """Letters and steps above, paladins and forces within, owner and castles below."""
        inside = room - 2
        lines = [self.paladins(region["paladins"]), self._forces(region, inside)]
        for line in lines:
            line.truncate(inside, overflow="ellipsis")
        style = seat_style(region["owner"]) if region["owner"] else "hushed"
        shape = box.HEAVY if region["emperor"] else box.ROUNDED
        if self.console.options.ascii_only:
            shape = box.ASCII
        owner = self._castles(region) if region["owner"] else None
        return Panel(
            Group(*lines),
            title=self._title(view, region),
            title_align="left",
            subtitle=owner,
            subtitle_align="left",
            border_style=style,
            box=shape,
            width=room,
            padding=0,
        )

    def _list(self, view: View) -> RenderableType:
        """A line for each region; in two columns it goes down on the right and up on the left."""
        ring = view["ring"]
        if self.width < LEAST_PAIR:
            return Group(*[Padding(self._line(view, each, self.width - 2), (0, 1)) for each in ring])
        room = self.width // 2
        high = max(2, -(-len(ring) // 2))
        spots = dict(zip(clockwise(2, high), ring))
        rows: list[RenderableType] = []
        for row in range(high):
            cells = [spots.get((row, column)) for column in (0, 1)]
            texts = [self._line(view, each, room - 2) if each else Text() for each in cells]
            rows.append(self._row([Padding(text, (0, 1)) for text in texts], [room, room]))
        return Group(*rows)

    def _title(self, view: View, region: View) -> Text:
        """Letters, the Emperor if he is there, and how many steps lead here."""
        title = Text("".join(region["territories"]).upper(), style="bold")
        if region["emperor"]:
            title.append(f" {self.crown}", style="bold")
        steps = [str(stop["steps"]) for stop in view["stops"] if stop["region"] == region["region"]]
        return title.append(f" +{steps[0]}", style="number") if steps else title

    def _castles(self, region: View) -> Text:
        if region["owner"] is None:
            return Text(self.signs.free, style="hushed")
        text = self.side(region["owner"])
        return text.append(f" {self.castle}{region['castles']}")

    def paladins(self, counts: Mapping[str, int]) -> Text:
        """So many of each clan, by sign."""
        parts = [self.signs.piece(clan, number) for clan, number in counts.items()]
        return Text(" ").join(parts) if parts else Text(self.signs.free, style="hushed")

    def _forces(self, region: View, inside: int) -> Text:
        """ "White 3 : Black 1"; where that does not fit, without those who have none, else by signs."""
        forces = region["forces"]
        signs = [f"{self.signs.of(side)}{number}" for side, number in forces.items()]
        present = {side: number for side, number in forces.items() if number}
        ways = [self.wording.forces(forces), " : ".join(signs), ":".join(signs)]
        if len(forces) > 2 and present:
            ways.insert(1, self.wording.forces(present))
        words = next((way for way in ways if len(way) <= inside), ways[-1])
        text = Text(words, style="" if region["majority"] else "hushed")
        if region["majority"] and region["majority"] != region["owner"]:
            text.stylize("bold underline")  # the next stop here would change something
        return text

    def _line(self, view: View, region: View, room: int) -> Text:
        """A region in a line: the Emperor and the steps, castles, paladins, forces."""
        owner = region["owner"]
        castles = Text(f"{self.signs.of(owner)}{self.castle}{region['castles']}" if owner else "")
        castles.stylize(seat_style(owner) if owner else "")
        parts = [self._title(view, region), castles, self.paladins(region["paladins"])]
        wanted = self._forces(region, 0).cell_len
        if room - sum(max(part.cell_len, width) + 1 for part, width in zip(parts, LINE)) >= wanted:
            for part, width in zip(parts, LINE):
                part.pad_right(max(0, width - part.cell_len))
        line = Text(" ").join([part for part in parts if part])
        line.append(" ").append(self._forces(region, room - line.cell_len - 1))
        line.truncate(room, overflow="ellipsis")
        line.no_wrap = True
        return line

    def _legend(self, view: View) -> Text:
        parts = [f"{self.signs.of(clan)} {self.wording.clan(clan)}" for clan in CLANS]
        parts += [f"{self.castle} {self.say('castle')}", f"{self.crown} {self.say('emperor')}"]
        if view["stops"]:
            parts.append(f"+1 {self.say('steps')}")
        return Text("  ".join([*parts, self.say("clockwise")]), style="hushed")

    # Courts and victory

    def courts(self, view: View, room: int = 0) -> RenderableType:
        """A row for each seat: paladins at court by clan, in brackets the reserve, * for an emblem; discs.

        Where that does not fit into the room, discs stand close, and then the signs of the clans must do.
        """
        drawn = self._courts(view, has_names=True, gap=" ")
        for has_names in (True, False):
            if self._width_of(drawn) <= (room or self.width):
                break
            drawn = self._courts(view, has_names, gap="")
        return drawn

    def _width_of(self, part: RenderableType) -> int:
        return Measurement.get(self.console, self.console.options.update(width=WIDEST), part).maximum

    def _courts(self, view: View, has_names: bool, gap: str) -> RenderableType:
        table = self._table()
        table.add_column(self.say("court"), no_wrap=True)
        for clan in CLANS:
            name = f"{self.signs.of(clan)} {self.wording.clan(clan)}" if has_names else self.signs.of(clan)
            table.add_column(Text(name, style=seat_style(clan)), justify="right", no_wrap=True)
        table.add_column(self.say("discs"), justify="right", no_wrap=True)
        for seat in view["seats"]:
            discs = [str(disc) for disc in view["courts"][seat]["discs"]]
            table.add_row(*self._court(view, seat), gap.join(discs) or self.signs.free)
        centre = [Text(f"{view['centre'][clan]}{' ' * RESERVE}", style="hushed") for clan in CLANS]
        table.add_row(Text(self.say("centre"), style="hushed"), *centre, "")
        if self.is_short:
            return table
        return Group(table, Text(self.say("court_legend"), style="hushed"))

    def _court(self, view: View, seat: str) -> list[RenderableType]:
        court = view["courts"][seat]
        name = self.seat(seat)
        if seat == view["viewer"]:
            name.append(f" {self.wording.say('screen.you')}")
        cells: list[RenderableType] = [name]
        for clan in CLANS:
            has_emblem = clan in court["emblems"]
            text = Text(f"{court['paladins'].get(clan, 0)}{'*' if has_emblem else ' '}")
            text.stylize("bold" if has_emblem else "not bold")
            reserve = court["reserve"].get(clan, 0)
            cells.append(text.append(f"({reserve})" if reserve else " " * (RESERVE - 1), style="not bold"))
        return cells

    def standing(self, view: View) -> RenderableType:
        """Castles on the board and clans of every side in a line, with the partners."""
        parts = []
        for side, standing in view["victory"].items():
            text = self._side_with_seats(side, standing)
            text.append(f" {self.castle}{standing['castles']}/{standing['goal']}", style="not bold default")
            parts.append(text.append(f" {self.say('clans')} {standing['clans']}", style="not bold default"))
        return Padding(Text("   ").join(parts), (0, 1))

    def _side_with_seats(self, side: str, standing: View) -> Text:
        members = ", ".join(self.wording.seat(seat) for seat in standing["seats"])
        return self.side(side).append(f" ({members})" if len(standing["seats"]) > 1 else "")

    def victory(self, view: View) -> RenderableType:
        """Castles on the board and clans, side by side."""
        table = self._table()
        for key in ("side", "castles", "clans"):
            table.add_column(self.say(key), justify="left" if key == "side" else "right", no_wrap=True)
        for side, standing in view["victory"].items():
            name = self._side_with_seats(side, standing)
            table.add_row(name, f"{standing['castles']}/{standing['goal']}", str(standing["clans"]))
        return table

    def _table(self) -> Table:
        return Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False, header_style="bold")


# Where the boxes of so many regions go


def shape_of(regions: int) -> tuple[int, int]:
    """Columns and rows of the rectangle whose rim has room for all, with at most one place to spare."""
    for most, shape in ((4, (2, 2)), (6, (3, 2)), (8, (4, 2)), (10, (4, 3)), (12, (5, 3)), (14, (5, 4))):
        if regions <= most:
            return shape
    return 5, 5


def clockwise(wide: int, high: int) -> list[tuple[int, int]]:
    """The places on the rim, as row and column, from the top left."""
    top = [(0, column) for column in range(wide)]
    right = [(row, wide - 1) for row in range(1, high - 1)]
    bottom = [(high - 1, column) for column in reversed(range(wide))]
    left = [(row, 0) for row in reversed(range(1, high - 1))]
    return top + right + bottom + left


def show(view: View, wording: CarolusWording, console: Console, plain: bool) -> None:
    """The whole table."""
    if plain:
        lines = plain_board(view, wording) + plain_courts(view, wording) + plain_victory(view, wording)
        for line in lines:
            console.print(Text(line))
        return
    for part in RingDrawing(wording, console).table(view):
        console.print(part)
