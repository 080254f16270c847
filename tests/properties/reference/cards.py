"""Country cards in their rows (4.1)."""

from collections import Counter

from tests.properties.reference import problems
from tests.properties.reference.table import Table


def bring(table: Table, land: str) -> None:
    """4.1: a card that was turned goes into its row, which is emptied first if it is full."""
    row = table.rows[table.region[land]]
    if None not in row:
        overflow(table, row)
    insert(table, land)


def overflow(table: Table, row: list[str | None]) -> None:
    """4.1 B, C5, A17."""
    cards = [land for land in row if land]
    for land in cards:
        if not sum(table.on_card[land].values()) and table.take_gang():
            table.card_gangs[land] += 1
    for land in cards:
        transfer(table, land)
    for land in cards:
        take_out(table, land)


def insert(table: Table, land: str) -> None:
    """4.1 A, C4, C38: the first free slot; a problem before a gang from the Archivium (A17)."""
    row = table.rows[table.region[land]]
    row[row.index(None)] = land
    table.drawn_card = ""
    if table.scenario:
        problems.put_on_card(table, land)
    if table.surplus:
        table.surplus -= 1
        table.card_gangs[land] += 1


def take_out(table: Table, land: str) -> None:
    """The card goes to the discard pile and leaves a gap."""
    row = table.rows[table.region[land]]
    row[row.index(land)] = None
    table.discard.append(land)


def transfer(table: Table, land: str) -> None:
    """4.1 B 2, C6: everything on the card goes to the land; gangs in a forest spread."""
    came = table.card_gangs[land]
    table.followers[land].update(table.on_card[land])
    table.gangs[land] += came
    table.on_card[land] = Counter()
    table.card_gangs[land] = 0
    if came and land in table.forests:
        for other in table.lands:
            if other in table.near[land]:
                table.rise(other)
    problems.leave_card(table, land)
