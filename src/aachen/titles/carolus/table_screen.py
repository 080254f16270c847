"""What people at one terminal see of the ring: the menu of offers and the whole table.

Everything is open (M13), so there is no curtain.
"""

from __future__ import annotations

from typing import Final, cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

from aachen.titles.carolus.drawing import RingDrawing
from aachen.titles.carolus.reader import RingReader
from aachen.titles.carolus.sentences import (
    partners,
    plain_board,
    plain_courts,
    plain_victory,
    stop_in_words,
)
from aachen.titles.carolus.signs import RingSigns, ring_signs_for
from aachen.titles.carolus.wording import CarolusWording
from aachen.titles.terminal.console import seat_style
from aachen.titles.terminal.menu import Menu
from aachen.titles.terminal.reader import Action
from aachen.titles.terminal.table_screen import TableScreen, View

CELLS: Final = (4, 3)  # signs for a number in the grid of paladins, if there is room or not
LABEL: Final = 14
MOST_LINES: Final = 3  # for stops while paladins are put
TALL: Final = 39  # a terminal with so many lines has room for the boxes of the ring and the longest menu


class RingMenu(Menu):
    """The offers of one choice, with their numbers."""

    def __init__(self, view: View, wording: CarolusWording, reader: RingReader, console: Console) -> None:
        super().__init__(view, wording, reader, console)
        self.terms = wording

    def show(self, plain: bool = False) -> None:
        """Print all offers."""
        if self.view["phase"] == "putting":
            self._show_putting(plain)
        else:
            super().show(plain)

    def _show_putting(self, plain: bool) -> None:
        """What the Emperor's stops would bring as things stand, and the paladins, a line for each clan."""
        usage = self.wording.say("ring.or_type", usage=self.reader.typed(self.view["offers"][-1]))
        if plain:
            for line in self._plain_putting():
                self.console.print(Text(line))
            self.console.print(Text(usage[:1].upper() + usage[1:]))
            return
        self.console.print(self._stops())
        self.console.print(self._grid())
        self.console.print(Text(f"  {usage}", style="hushed"))

    def _stops(self) -> Text:
        """The stops in reach, as many in a line as fit; forces are left to the ring if lines would be many."""
        lines = self._packed_stops(has_forces=True)
        if self.console.height < TALL or len(lines) > MOST_LINES:
            lines = self._packed_stops(has_forces=False)
        return Text("\n").join(lines)

    def _packed_stops(self, has_forces: bool) -> list[Text]:
        room = self.console.width // (2 if has_forces else 3)
        lines = [Text()]
        for stop in self.view["stops"]:
            text = Text(f" +{stop['steps']}", style="number")
            text.append(f" {self._stop(stop, has_forces)}", style="not bold default")
            text.pad_right(-(text.cell_len + 1) % room + 1)  # columns line up
            if lines[-1] and lines[-1].cell_len + text.cell_len > self.console.width:
                lines.append(Text())
            lines[-1].append(text)
        for line in lines:
            line.rstrip()
        return lines

    def _plain_putting(self) -> list[str]:
        reserve = self.view["courts"][self.view["viewer"]]["reserve"]
        rows: dict[str, list[int]] = {}
        for number, offer in self.numbered.items():
            rows.setdefault(offer["clan"], []).append(number)
        lines = []
        for clan, numbers in rows.items():
            places = ", ".join(self._place(self.numbered[number]["place"]) for number in numbers)
            facts = {"first": numbers[0], "last": numbers[-1], "number": reserve[clan], "places": places}
            lines.append(self.wording.say("ring.plain_put", clan=self.wording.say(f"clan.{clan}"), **facts))
        return lines

    def _place(self, place: str) -> str:
        return self.wording.say("ring.court") if place == "court" else place.upper()

    def words(self, offer: Action) -> str:
        """An offer; a stop with its region, its forces and what would happen there."""
        if offer["do"] != "advance":
            return self.wording.action(offer)
        return self._stop(self.view["stops"][offer["steps"] - 1])

    def _stop(self, stop: View, has_forces: bool = True) -> str:
        facts = self.wording.facts({"region": stop["region"], "forces": stop["forces"]})
        key = "ring.stop" if has_forces else "ring.stop_short"
        return self.wording.say(key, what=stop_in_words(stop, self.terms), **facts)

    def _grid(self) -> Table:
        """Rows are clans, columns the court and the regions, cells the numbers of the offers."""
        places = list(dict.fromkeys(offer["place"] for offer in self.numbered.values()))
        table = Table.grid(padding=0)
        table.add_column(width=LABEL, no_wrap=True)
        heads = [self._place(place) for place in places]
        cell = next((n for n in CELLS if LABEL + n * (len(heads) + 1) < self.console.width), CELLS[-1])
        for head in heads:
            table.add_column(width=max(cell, len(head) + 2), justify="right", no_wrap=True)
        table.add_row("", *[Text(head, style="hushed") for head in heads])
        rows: dict[str, list[int]] = {}
        for number, offer in self.numbered.items():
            rows.setdefault(offer["clan"], []).append(number)
        reserve = self.view["courts"][self.view["viewer"]]["reserve"]
        signs = ring_signs_for(self.console)
        for clan, numbers in rows.items():
            label = f" {signs.of(clan)} {self.wording.say(f'clan.{clan}')} ({reserve[clan]})"
            cells = [Text(str(number), style="number") for number in numbers]
            table.add_row(Text(label, style=seat_style(clan)), *cells)
        return table


class RingScreen(TableScreen):
    """The screen of one ring."""

    quiet = ("forces_counted", "disc_laid", "paladins_dealt")
    loud = ("castle_built", "region_conquered", "regions_joined", "emblem_won")
    headings = ("round_began",)

    @property
    def words(self) -> CarolusWording:
        """The words of the language that is spoken now."""
        return cast(CarolusWording, self.wording)

    def introduce(self) -> None:
        """Who plays with whom."""
        for sentence in partners(self.opening["sides"], self.words):
            self.console.print(self.coloured(sentence))

    def signs(self) -> RingSigns:
        """The signs of the ring."""
        return ring_signs_for(self.console)

    def make_reader(self) -> RingReader:
        """What may be typed here."""
        return RingReader(self.words)

    def show_menu(self, view: View) -> None:
        """The numbered offers."""
        reader = cast(RingReader, self.reader)
        RingMenu(view, self.words, reader, self.console).show(self.settings.plain)

    def moment(self, view: View) -> tuple[object, ...]:
        """Going on with crowns is the same question; with paladins only to a listener, for they change forces."""
        paladins = 0 if self.settings.plain else view["paladins_to_put"]
        return view["round"], view["phase"], tuple(view["to_act"]), len(view["ring"]), paladins

    def goes_on(self, before: View, now: View) -> bool:
        """The paladins of a turn may be typed at once, though the ring is drawn again after each of them."""
        keys = ("round", "phase", "to_act")
        return all(before[key] == now[key] for key in keys)

    def draw(self, seen: View, is_whole: bool) -> None:
        """The ring, the courts and who is winning."""
        if self.settings.plain:
            lines = plain_board(seen, self.words) if is_whole else []
            lines += plain_courts(seen, self.words) + plain_victory(seen, self.words)
            self.print_lines(lines)
            return
        for part in self._drawing().table(seen):
            self.console.print(part)

    def _drawing(self) -> RingDrawing:
        return RingDrawing(self.words, self.console, self.console.height < TALL)

    def show_part(self, part: str, seen: View) -> None:
        """The courts or the victory table alone."""
        if self.settings.plain:
            lines = plain_courts if part == "courts" else plain_victory
            self.print_lines(lines(seen, self.words))
            return
        drawn = self._drawing()
        self.console.print(drawn.courts(seen) if part == "courts" else drawn.victory(seen))
