"""Carolus Magnus at the keyboard: what may be typed, how offers are listed, and what people see.

Everything is open (M13), so there is no curtain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

from aachen.cli import ring
from aachen.cli.signs import Signs, ring_signs_for, seat_style
from aachen.cli.stage import Manners, Sitter, Stage, View
from aachen.cli.typed import Action, Reader, Unclear, fold, match, names_of
from aachen.games.carolus.actions import PARTS
from aachen.games.carolus.terms import CLAN_NAMES, DISCS, TERRITORY_NAMES
from aachen.locales.carolus_wording import CarolusWording
from aachen.locales.wording import Wording

CELLS: Final = (4, 3)  # signs for a number in the grid of paladins, if there is room or not
LABEL: Final = 14
MOST_LINES: Final = 3  # for stops while paladins are put
TALL: Final = 39  # a terminal with so many lines has room for the boxes of the ring and the longest menu
OWN_NUMBERS: Final = {"lay": "disc", "advance": "steps"}  # actions that are numbers themselves


def numbered(offers: Sequence[Action]) -> dict[int, Action]:
    """Offers by number: a disc and steps by their own number, the others counted from 1."""
    if offers and offers[0]["do"] in OWN_NUMBERS:
        return {offer[OWN_NUMBERS[offer["do"]]]: offer for offer in offers}
    return dict(enumerate(offers, 1))


class RingReader(Reader):
    """Understands discs, clans, courts and letters of the ring."""

    def __init__(self, wording: Wording) -> None:
        super().__init__(wording, [], [], PARTS)
        self._clans = {clan: self._called(clan, f"clan.{clan}") for clan in CLAN_NAMES}
        court = self._called("court", "ring.court")
        self._places = {"court": court, **{name: names_of([name]) for name in TERRITORY_NAMES}}

    def read_numbers(self, words: list[str], offers: Sequence[Action]) -> list[Action]:
        """The offers of those numbers, in that order; a disc or steps that are not offered are for the rules."""
        offered = numbered(offers)
        if (
            offers[0]["do"] in OWN_NUMBERS
            and words[0] not in map(str, offered)
            and int(words[0][:6]) <= DISCS
        ):
            return [{"do": offers[0]["do"], OWN_NUMBERS[offers[0]["do"]]: int(words[0])}]
        for word in words:
            if len(word) > 6 or int(word) not in offered:
                raise Unclear("play.no_such_number", number=word, least=min(offered), most=max(offered))
        return [offered[int(word)] for word in words]

    def _parse(self, do: str, words: list[str]) -> list[Action]:
        action: Action = {"do": do}
        rest = words
        for key, what in PARTS[do]:
            rest = [word for word in rest if word not in self._fillers or len(word) == 1]
            action[key], rest = self._part(do, what, rest)
        if rest:
            raise Unclear("play.too_much", usage=self.usage(do))
        return [action]

    def _part(self, do: str, what: str, words: list[str]) -> tuple[object, list[str]]:
        """The next part of an action and what is left; a paladin without a place goes to court."""
        if what == "place" and not words:
            return "court", []
        if not words:
            raise Unclear("play.too_little", usage=self.usage(do))
        if what in ("disc", "steps"):
            if not words[0].isdigit():
                raise Unclear("play.not_understood", text=words[0])
            return int(words[0][:6]), words[1:]
        found, length = match(self._clans if what == "clan" else self._places, words)
        if found is None:
            raise Unclear("play.not_understood", text=words[0])
        return found, words[length:]

    def typed(self, action: Mapping[str, Any]) -> str:
        """An action as it could be typed."""
        words = [self.verb(str(action["do"]))]
        for key, what in PARTS[str(action["do"])]:
            value = str(action[key])
            if what == "clan":
                value = self.wording.say(f"clan.{value}")
            elif value == "court":
                value = fold(self.wording.say("ring.court"))[-1]
            words.append(value)
        return " ".join(words).lower()


class RingMenu:
    """The offers of one choice, with their numbers."""

    def __init__(self, view: View, wording: Wording, reader: RingReader, console: Console) -> None:
        self.view = view
        self.offers = numbered(view["offers"])
        self.wording = wording
        self.reader = reader
        self.console = console

    def show(self, plain: bool = False) -> None:
        """Print all offers."""
        if self.view["phase"] == "putting":
            self._show_putting(plain)
            return
        for number, offer in self.offers.items():
            words = self._words(offer)
            text = Text(f"{number}: {words}") if plain else self._item(number, words)
            self.console.print(text)

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
        for number, offer in self.offers.items():
            rows.setdefault(offer["clan"], []).append(number)
        lines = []
        for clan, numbers in rows.items():
            places = ", ".join(self._place(self.offers[number]["place"]) for number in numbers)
            facts = {"first": numbers[0], "last": numbers[-1], "number": reserve[clan], "places": places}
            lines.append(self.wording.say("ring.plain_put", clan=self.wording.say(f"clan.{clan}"), **facts))
        return lines

    def _place(self, place: str) -> str:
        return self.wording.say("ring.court") if place == "court" else place.upper()

    def _item(self, number: int, words: str) -> Text:
        return Text(f"{number:>3}", style="number").append(f" {words}", style="not bold default")

    def _words(self, offer: Action) -> str:
        """An offer; a stop with its region, its forces and what would happen there."""
        if offer["do"] != "advance":
            return self.wording.action(offer)
        return self._stop(self.view["stops"][offer["steps"] - 1])

    def _stop(self, stop: View, has_forces: bool = True) -> str:
        facts = self.wording.facts({"region": stop["region"], "forces": stop["forces"]})
        key = "ring.stop" if has_forces else "ring.stop_short"
        return self.wording.say(key, what=ring.stop_in_words(stop, self.wording), **facts)

    def _grid(self) -> Table:
        """Rows are clans, columns the court and the regions, cells the numbers of the offers."""
        places = list(dict.fromkeys(offer["place"] for offer in self.offers.values()))
        table = Table.grid(padding=0)
        table.add_column(width=LABEL, no_wrap=True)
        heads = [self._place(place) for place in places]
        cell = next((n for n in CELLS if LABEL + n * (len(heads) + 1) < self.console.width), CELLS[-1])
        for head in heads:
            table.add_column(width=max(cell, len(head) + 2), justify="right", no_wrap=True)
        table.add_row("", *[Text(head, style="hushed") for head in heads])
        rows: dict[str, list[int]] = {}
        for number, offer in self.offers.items():
            rows.setdefault(offer["clan"], []).append(number)
        reserve = self.view["courts"][self.view["viewer"]]["reserve"]
        signs = ring_signs_for(self.console)
        for clan, numbers in rows.items():
            label = f" {signs.of(clan)} {self.wording.say(f'clan.{clan}')} ({reserve[clan]})"
            cells = [Text(str(number), style="number") for number in numbers]
            table.add_row(Text(label, style=seat_style(clan)), *cells)
        return table


class RingStage(Stage):
    """The stage of Carolus Magnus."""

    quiet = ("forces_counted", "disc_laid", "paladins_dealt")
    loud = ("castle_built", "region_conquered", "regions_joined", "emblem_won")
    headings = ("round_began",)

    def __init__(
        self, sitters: Sequence[Sitter], wording: Wording, console: Console, manners: Manners, opening: View
    ) -> None:
        """As every stage; which seats are partners is known from the opening too."""
        self.sides: Mapping[str, Sequence[str]] = opening["sides"]
        super().__init__(sitters, wording, console, manners, opening)

    def say(self, key: str, **facts: object) -> None:
        """A line of ours; when the last seat is introduced, who plays with whom."""
        super().say(key, **facts)
        if key == "plays" and facts["seat"] == self.wording.seat(self.seats[-1]):
            for sentence in ring.partners(self.sides, cast(CarolusWording, self.wording)):
                self.console.print(self.coloured(sentence))

    def signs(self) -> Signs:
        """The signs of the ring."""
        return ring_signs_for(self.console)

    def make_reader(self) -> Reader:
        """What may be typed here."""
        return RingReader(self.wording)

    def show_menu(self, view: View) -> None:
        """The numbered offers."""
        assert isinstance(self.reader, RingReader)
        RingMenu(view, self.wording, self.reader, self.console).show(self.manners.plain)

    def is_secret(self, view: View) -> bool:
        """Nothing is (M13)."""
        return False

    def moment(self, view: View) -> tuple[object, ...]:
        """Going on with crowns is the same question; with paladins only to a listener, for they change forces."""
        paladins = 0 if self.manners.plain else view["paladins_to_put"]
        return view["round"], view["phase"], tuple(view["to_act"]), len(view["ring"]), paladins

    def name_of(self, name: str) -> str:
        """A clan, a court or a region by its name."""
        return self.wording.say(f"clan.{name}") if name in CLAN_NAMES else name.upper()

    def help_key(self, command: str) -> str:
        """The sentence that explains a command; some speak of other things here."""
        own = f"play.carolus.help.{command}"
        return own if self.wording.catalogue.has(own) else super().help_key(command)

    def draw(self, seen: View, is_whole: bool) -> None:
        """The ring, the courts and who is winning."""
        if self.manners.plain:
            lines = ring.plain_board(seen, self.wording) if is_whole else []
            lines += ring.plain_courts(seen, self.wording) + ring.plain_victory(seen, self.wording)
            for line in lines:
                self.console.print(Text(line))
            return
        for part in self._screen().table(seen):
            self.console.print(part)

    def _screen(self) -> ring.RingScreen:
        return ring.RingScreen(self.wording, self.console, self.console.height < TALL)

    def is_time_for_all(self, view: View) -> bool:
        """To a listener at the first question; a screen always shows all."""
        return not self._hinted if self.manners.plain else True

    def show_part(self, part: str, seen: View) -> None:
        """The courts or the victory table alone."""
        if self.manners.plain:
            lines = ring.plain_courts if part == "courts" else ring.plain_victory
            for line in lines(seen, self.wording):
                self.console.print(Text(line))
            return
        drawn = self._screen()
        self.console.print(drawn.courts(seen) if part == "courts" else drawn.victory(seen))
