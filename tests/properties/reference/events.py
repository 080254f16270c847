"""Event tiles (4): country cards, Hunger, Anarchy and Rebellion."""

from tests.properties.reference import cards
from tests.properties.reference.table import Flow, Table


def event(table: Table) -> Flow:
    """4, C3: a card is turned and does what it says."""
    if not table.archivium:
        table.archivium, table.discard = table.discard, []
    if not table.archivium:
        return
    (card,) = table.luck("card")
    table.archivium.remove(card)
    if card == "hunger":
        table.discard.append(card)
        yield from hunger(table)
    elif card == "anarchy":
        table.discard.append(card)
        anarchy(table)
    elif card == "rebellion":
        table.discard.append(card)
        rebellion(table)
    else:
        table.drawn_card = card
        cards.bring(table, card)


def anarchy(table: Table) -> None:
    """7.1, C29: a gang in every unforested land that nobody controls."""
    for land in table.lands:
        if land not in table.forests and not table.controller(land):
            table.rise(land)


def rebellion(table: Table) -> None:
    """7.2, C29: a gang in every land with counters that has fewer followers than it feeds."""
    for land in table.lands:
        if table.counters[land] and sum(table.followers[land].values()) < 1 + table.counters[land]:
            table.rise(land)


def capacity(table: Table, land: str) -> int:
    """4.2: how many followers a land feeds."""
    return 3 if table.owner(land) else 1 + table.counters[land]


def excess(table: Table, land: str) -> int:
    """How many followers are too many in the land."""
    return sum(table.followers[land].values()) - capacity(table, land)


def hunger(table: Table) -> Flow:
    """4.2, C9, C40: land by land, and a gang afterwards wherever a follower left."""
    table.starved = []
    for land in table.lands:
        if excess(table, land) > 0:
            table.starved.append(land)
            yield from starve(table, land)
    for land in table.starved:
        table.rise(land)
    table.starved = []


def starve(table: Table, land: str) -> Flow:
    """C9, A7: alone, in a tie, or by the choice of whoever has strictly most."""
    here = {colour: n for colour, n in table.followers[land].items() if n}
    largest = [colour for colour, n in here.items() if n == max(here.values())]
    if len(here) > 1 and len(largest) == 1:
        yield from choose_who_leaves(table, land, largest[0])
    while len(here) > 1 and len(largest) > 1 and excess(table, land) > 0:
        for colour in [c for c in table.colours if table.followers[land][c]]:
            table.leave(land, colour, 1)
    if excess(table, land) > 0:
        (last,) = present(table, land)
        table.leave(land, last, excess(table, land))


def choose_who_leaves(table: Table, land: str, decider: str) -> Flow:
    """One after the other, until the land feeds the rest or one colour is left."""
    while excess(table, land) > 0 and len(present(table, land)) > 1:
        table.ask(decider, "starving")
        table.hungry_land, table.excess = land, excess(table, land)
        _, action = yield {decider: [{"do": "expel", "seat": colour} for colour in present(table, land)]}
        table.leave(land, action["seat"], 1)


def present(table: Table, land: str) -> list[str]:
    """The colours that have followers in the land."""
    return [colour for colour in table.colours if table.followers[land][colour]]
