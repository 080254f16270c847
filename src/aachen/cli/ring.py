"""Carolus Magnus on a terminal: the ring of regions clockwise, courts, and what each stop of the Emperor would do.

Everything is drawn from a view.
`plain` screens have no boxes and columns: one sentence a line, as a screen reader wants it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aachen.cli.signs import Signs, ring_signs_for, seat_style
from aachen.locales.carolus_wording import CarolusWording
from aachen.locales.wording import Wording

View = Mapping[str, Any]

CLANS: Final = ("red", "blue", "green", "yellow", "pink")
WIDEST_BOX: Final = 24
LEAST_BOX: Final = 15  # narrower, and the ring becomes a list
LINES_IN_BOX: Final = 3


class RingScreen:
    """Draws views for one console."""

    def __init__(self, wording: Wording, console: Console) -> None:
        self.wording = cast(CarolusWording, wording)
        self.console = console
        self.signs: Signs = ring_signs_for(console)
        self.castle = self.signs.palace
        self.crown = self.signs.forest
        self.width = console.width

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
        """The round, who is first, and the discs that lie."""
        parts = [Text(_round(view, self.wording), style="bold")]
        order = view["playing"] or view["placing"]
        if order:
            named = Text(self.say("order" if view["playing"] else "laying")).append(" ")
            names = [self._with_disc(view, seat) for seat in order]
            parts.append(named.append(Text(", ").join(names)))
        return Padding(Text(f" {self.signs.free} ", style="hushed").join(parts), (0, 1))

    def _with_disc(self, view: View, seat: str) -> Text:
        disc = view["courts"][seat]["disc"]
        name = self.seat(seat)
        if view["to_act"] == [seat]:
            name.stylize("underline")
        return name.append(f" {disc}", style="number") if disc else name

    # The ring

    def board(self, view: View) -> RenderableType:
        """Boxes clockwise around a rectangle, the first at the top left; a list where there is no room."""
        ring = view["ring"]
        wide, high = shape_of(len(ring))
        room = min(WIDEST_BOX, self.width // wide)
        if room < LEAST_BOX:
            return Group(*[Padding(self._line(view, each), (0, 1)) for each in ring])
        spots = dict(zip(clockwise(wide, high), ring))
        table = Table.grid(padding=0)
        for _ in range(wide):
            table.add_column(width=room)
        for row in range(high):
            cells = [spots.get((row, column)) for column in range(wide)]
            table.add_row(*["" if each is None else self._box(view, each, room) for each in cells])
        return Group(table, Padding(self._legend(view), (0, 1)))

    def _box(self, view: View, region: View, room: int) -> RenderableType:
        title = self._title(view, region)
        inside = room - 4
        lines = [self._castles(region), self.paladins(region["paladins"]), self._forces(region, inside)]
        for line in lines:
            line.truncate(inside, overflow="ellipsis")
        style = seat_style(region["owner"]) if region["owner"] else "hushed"
        shape = box.HEAVY if region["emperor"] else box.ROUNDED
        if self.console.options.ascii_only:
            shape = box.ASCII
        return Panel(
            Group(*lines), title=title, title_align="left", border_style=style, box=shape, width=room
        )

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
        """ "White 3 : Black 1", by signs where that does not fit; the leader is bold."""
        words = self.wording.forces(region["forces"])
        if len(words) > inside:
            words = " : ".join(f"{self.signs.of(side)}{number}" for side, number in region["forces"].items())
        text = Text(words, style="" if region["majority"] else "hushed")
        if region["majority"] and region["majority"] != region["owner"]:
            text.stylize("bold underline")  # the next stop here would change something
        return text

    def _line(self, view: View, region: View) -> Text:
        parts = [self._title(view, region), self._castles(region), self.paladins(region["paladins"])]
        return Text("  ").join([*parts, Text(self.wording.forces(region["forces"]))])

    def _legend(self, view: View) -> Text:
        parts = [f"{self.signs.of(clan)} {self.wording.clan(clan)}" for clan in CLANS]
        parts += [f"{self.castle} {self.say('castle')}", f"{self.crown} {self.say('emperor')}"]
        if view["stops"]:
            parts.append(f"+1 {self.say('steps')}")
        return Text("  ".join([*parts, self.say("clockwise")]), style="hushed")

    # Courts and victory

    def courts(self, view: View) -> RenderableType:
        """A row for each seat: paladins at court by clan, in brackets the reserve, * for an emblem; discs."""
        table = self._table()
        table.add_column(self.say("court"), no_wrap=True)
        for clan in CLANS:
            head = Text(f"{self.signs.of(clan)} {self.wording.clan(clan)}", style=seat_style(clan))
            table.add_column(head, justify="right", no_wrap=True)
        table.add_column(self.say("discs"), justify="right", no_wrap=True)
        for seat in view["seats"]:
            table.add_row(*self._court(view, seat))
        centre = [str(view["centre"][clan]) for clan in CLANS]
        table.add_row(
            Text(self.say("centre"), style="hushed"), *[Text(n, style="hushed") for n in centre], ""
        )
        return Group(table, Padding(Text(self.say("court_legend"), style="hushed"), (0, 1)))

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
            cells.append(text.append(f" ({reserve})" if reserve else "    ", style="not bold"))
        return [*cells, " ".join(str(disc) for disc in court["discs"]) or self.signs.free]

    def victory(self, view: View) -> RenderableType:
        """Castles on the board and clans, side by side."""
        table = self._table()
        for key in ("side", "castles", "clans"):
            table.add_column(self.say(key), justify="left" if key == "side" else "right", no_wrap=True)
        for side, standing in view["victory"].items():
            members = ", ".join(self.wording.seat(seat) for seat in standing["seats"])
            name = self.side(side).append(f" ({members})" if len(standing["seats"]) > 1 else "")
            table.add_row(name, f"{standing['castles']}/{standing['goal']}", str(standing["clans"]))
        return table

    def _table(self) -> Table:
        return Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=True, show_edge=False, header_style="bold")


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


# In sentences


def _round(view: View, wording: Wording) -> str:
    if view["round"] == 0:
        return wording.say("ring.set_up")
    return wording.say("ring.round", round=view["round"], last=view["last_round"])


def stop_in_words(stop: View, wording: Wording) -> str:
    """What would happen at a stop: who builds or conquers, what is joined, whether it is the end."""
    words = cast(CarolusWording, wording)
    facts: dict[str, object] = {"castles": stop["castles"], "regions": stop["regions"]}
    facts["side"] = words.side(stop["side"]) if stop["side"] else ""
    parts = [words.say(f"ring.{stop['result']}", **facts)]
    if stop["joins"]:
        joined = words.join(words.region(region) for region in stop["joins"])
        parts.append(words.say("ring.joins", joined=joined, **facts))
    if stop["ends"]:
        parts.append(words.say(f"ring.ends_by_{stop['ends']}", **facts))
    return "; ".join(parts)


def _counts(counts: Mapping[str, int], words: CarolusWording) -> str:
    named = [f"{words.clan(clan)} {number}" for clan, number in counts.items()]
    return ", ".join(named) if named else words.say("screen.none")


def plain_board(view: View, wording: Wording) -> list[str]:
    """The ring in sentences, clockwise."""
    words = cast(CarolusWording, wording)
    lines = [_round(view, words)]
    order = view["playing"] or view["placing"]
    if order:
        seats = words.join(words.seat(seat) for seat in order)
        lines.append(f"{words.say('ring.order' if view['playing'] else 'ring.laying')} {seats}.")
    return lines + [_plain_region(each, words) for each in view["ring"]]


def _plain_region(region: View, words: CarolusWording) -> str:
    facts: dict[str, object] = {"region": "".join(region["territories"]).upper()}
    facts["paladins"] = _counts(region["paladins"], words)
    facts["forces"] = words.forces(region["forces"])
    sentence = words.say("ring.plain_region", **facts)
    if region["owner"]:
        owner = words.side(region["owner"])
        sentence += " " + words.say("ring.plain_castles", side=owner, number=region["castles"])
    return f"{sentence} {words.say('ring.plain_emperor')}" if region["emperor"] else sentence


def plain_courts(view: View, wording: Wording) -> list[str]:
    """Courts, reserves and discs in sentences."""
    words = cast(CarolusWording, wording)
    lines = []
    for seat in view["seats"]:
        court = view["courts"][seat]
        emblems = ", ".join(words.clan(clan) for clan in court["emblems"]) or words.say("screen.none")
        facts = {
            "seat": words.seat(seat),
            "court": _counts(court["paladins"], words),
            "reserve": _counts(court["reserve"], words),
            "emblems": emblems,
            "discs": ", ".join(str(disc) for disc in court["discs"]) or words.say("screen.none"),
        }
        lines.append(words.say("ring.plain_court", **facts))
    return lines


def plain_victory(view: View, wording: Wording) -> list[str]:
    """Castles and clans in sentences."""
    words = cast(CarolusWording, wording)
    lines = []
    for side, standing in view["victory"].items():
        facts = {"side": words.side(side), **{key: standing[key] for key in ("castles", "goal", "clans")}}
        lines.append(words.say("ring.plain_standing", **facts))
    return lines


def show(view: View, wording: Wording, console: Console, plain: bool) -> None:
    """The whole table."""
    if plain:
        lines = plain_board(view, wording) + plain_courts(view, wording) + plain_victory(view, wording)
        for line in lines:
            console.print(Text(line))
        return
    screen = RingScreen(wording, console)
    for part in (screen.time(view), screen.board(view), screen.courts(view), screen.victory(view)):
        console.print(part)
