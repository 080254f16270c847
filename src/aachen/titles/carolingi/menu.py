"""The numbered offers: short lists in columns, groups that differ only in numbers as a small grid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from aachen.titles.carolingi.reader import CarolingiReader
from aachen.titles.carolingi.signs import board_signs_for
from aachen.titles.carolingi.wording import CarolingiWording
from aachen.titles.terminal.menu import Menu, item
from aachen.titles.terminal.reader import Action

GRIDS: Final = ("march", "soothe", "settle", "equip")
WIDEST_LIST: Final = 3  # columns
CELL: Final = 4  # signs for a number in a grid
INDENT: Final = 7  # before the name of a row
HEADING: Final = 26  # so that grids below each other line up


class BoardMenu(Menu):
    """The offers of one choice, with their numbers."""

    def __init__(
        self, view: Mapping[str, Any], wording: CarolingiWording, reader: CarolingiReader, console: Console
    ) -> None:
        super().__init__(view, wording, reader, console)
        self.terms = wording

    def show(self, plain: bool = False) -> None:
        """Print all offers."""
        if plain:
            for line in self.plain_lines():
                self.console.print(Text(line))
        else:
            self.console.print(Group(*self._parts()))

    def _parts(self) -> list[RenderableType]:
        """In the order of their numbers: first to be done, then whatever begins with the smallest number."""
        kinds = {offer["do"] if offer["do"] in GRIDS else "" for offer in self.numbered.values()}
        groups = [{n: o for n, o in self.numbered.items() if _is_of(o, kind)} for kind in kinds]
        parts: list[RenderableType] = []
        for group in sorted(groups, key=lambda group: max(1, min(group))):
            do = group[min(group)]["do"]
            parts += self._grid(do, group) if do in GRIDS else [self._list(list(group))]
        return parts

    # Lists

    def _item(self, number: int) -> Text:
        return item(number, self.words(self.numbered[number]))

    def words(self, offer: Action) -> str:
        """Pairs of tiles are many and shown short; the rest as it is."""
        if offer["do"] == "place":
            return " + ".join(self.terms.short_tile(tile) for tile in offer["tiles"])
        return self.wording.offer(offer, self.view)

    def _list(self, numbers: list[int]) -> RenderableType:
        items = [self._item(number) for number in numbers]
        widest = max(item.cell_len for item in items) + 2
        columns = max(1, min(WIDEST_LIST, self.console.width // widest))
        rows = -(-len(items) // columns)
        table = Table.grid(padding=(0, 2, 0, 0))
        for row in range(rows):
            table.add_row(*items[row::rows])
        return table

    # Grids

    def _grid(self, do: str, offers: dict[int, Action]) -> list[RenderableType]:
        if do == "equip":
            return [self._equip(offers)]
        rows: dict[tuple[str, str], dict[int, int]] = {}
        for number, offer in offers.items():
            rows.setdefault(_row_of(offer), {})[_count_of(offer)] = number
        parts: list[RenderableType] = []
        for head in dict.fromkeys(head for head, _ in rows):
            mine = {row: cells for (first, row), cells in rows.items() if first == head}
            parts.append(self._counts(do, head, mine))
        return parts

    def _counts(self, do: str, head: str, rows: dict[str, dict[int, int]]) -> Table:
        """Rows are lands, columns how many, cells the numbers of the offers."""
        most = max(count for cells in rows.values() for count in cells)
        title = self._title(do, head)
        labels = {row: self.terms.land(row) if row else self.wording.say("menu.homeland") for row in rows}
        widest = max(len(label) for label in labels.values()) + INDENT
        table = self._grid_table(title, widest, [str(count) for count in range(1, most + 1)])
        for row, cells in rows.items():
            label = labels[row]
            table.add_row(
                self._row_label(label), *[self._cell(cells.get(count)) for count in range(1, most + 1)]
            )
        return table

    def _title(self, do: str, head: str) -> str:
        """What a grid is about: "From Champagne, how many:"."""
        title = self.wording.say(f"menu.{do}", **(self.terms.land_forms("land", head) if head else {}))
        return title[:1].upper() + title[1:]

    def _row_label(self, label: str) -> Text:
        arrow = "->" if self.console.options.ascii_only else "→"
        return Text(f"    {arrow} {label}")

    def _grid_table(self, title: str, widest: int, counts: list[str]) -> Table:
        table = Table.grid(padding=0)
        room = self.console.width - CELL * len(counts)
        table.add_column(width=min(max(len(title), widest, HEADING), room))
        for _ in counts:
            table.add_column(width=CELL, justify="right")
        heads = [Text(count, style="hushed") for count in counts]
        table.add_row(Text(title, style="bold", no_wrap=True, overflow="ellipsis"), *heads)
        return table

    def _cell(self, number: int | None) -> Text:
        if number is None:
            return Text(board_signs_for(self.console).free, style="hushed")
        return Text(str(number), style="number")

    def _equip(self, offers: dict[int, Action]) -> RenderableType:
        """Rows: so many nobiles to leudes; columns: so many leudes to missi."""
        most_missi = max(offer["missi"] for offer in offers.values())
        most_leudes = max(offer["leudes"] for offer in offers.values())
        usage = Text(
            self.wording.say(
                "menu.equip_usage", usage=self.reader.typed({"do": "equip", "missi": most_missi, "leudes": 0})
            ),
            style="hushed",
        )
        if (most_missi + 1) * CELL > self.console.width * 2 // 3:
            text = self.wording.say("menu.equip_large", missi=most_missi, leudes=most_leudes)
            return Padding(Group(Text(text), usage), (0, 2))
        at = {(offer["leudes"], offer["missi"]): number for number, offer in offers.items()}
        widest = len(self.wording.say("menu.nobiles", number=most_leudes)) + INDENT
        counts = [str(missi) for missi in range(most_missi + 1)]
        table = self._grid_table(self.wording.say("menu.equip"), widest, counts)
        for leudes in range(most_leudes + 1):
            label = Text(f"    {self.wording.say('menu.nobiles', number=leudes)}")
            table.add_row(label, *[self._cell(at.get((leudes, missi))) for missi in range(most_missi + 1)])
        return Group(table, Padding(usage, (0, 4)))

    # Plain

    def plain_lines(self) -> list[str]:
        """One offer a line; groups that differ only in a number on one line."""
        lines = []
        grouped: dict[tuple[str, str, str], list[str]] = {}
        for number, offer in self.numbered.items():
            if offer["do"] in GRIDS and offer["do"] != "equip":
                count = self.wording.say("menu.for", number=number, count=_count_of(offer))
                grouped.setdefault((offer["do"], *_row_of(offer)), []).append(count)
            elif offer["do"] != "equip":
                lines.append(f"{number}: {self.wording.offer(offer, self.view)}")
        for (do, head, row), counts in grouped.items():
            lines.append(f"{self._plain_head(do, head, row)}: {', '.join(counts)}")
        return lines + self._plain_equip()

    def _plain_head(self, do: str, head: str, row: str) -> str:
        title = self._title(do, head).rstrip(":\N{NO-BREAK SPACE} ")
        return f"{title}, {self.terms.land(row) if row else self.wording.say('menu.homeland')}"

    def _plain_equip(self) -> list[str]:
        offers = [offer for offer in self.numbered.values() if offer["do"] == "equip"]
        if not offers:
            return []
        missi, leudes = max(offer["missi"] for offer in offers), max(offer["leudes"] for offer in offers)
        usage = self.reader.typed({"do": "equip", "missi": missi, "leudes": 0})
        return [
            self.wording.say("menu.equip_large", missi=missi, leudes=leudes),
            self.wording.say("menu.equip_usage", usage=usage),
        ]


def _is_of(offer: Action, kind: str) -> bool:
    """Whether the offer is of this grid, or of the list if no grid is named."""
    return offer["do"] == kind if kind else offer["do"] not in GRIDS


def _row_of(offer: Action) -> tuple[str, str]:
    """The heading and the row that an offer of a grid belongs to."""
    if offer["do"] == "march":
        return offer["from"], offer["to"]
    return "", str(offer.get("land", ""))


def _count_of(offer: Action) -> int:
    """What the columns of the grid count."""
    counted: Any = offer.get("followers") or offer.get("gangs") or offer.get("missi")
    return int(counted)
