"""Claiming a homeland in the advanced game (6.2.1 c, C28)."""

from collections import Counter

from tests.properties.reference.table import Action, Flow, Table


def may_claim(table: Table, colour: str) -> list[Action]:
    """Once; a controlled land with two counters, in a region without a homeland, for three missi."""
    if not table.advanced or colour in table.homeland or table.court[colour]["missi"] < 3:
        return []
    taken = {table.region[land] for land in table.homeland.values()}
    return [
        {"do": "claim", "land": land}
        for land in table.controlled(colour)
        if table.counters[land] == 2 and table.region[land] not in taken
    ]


def claim(table: Table, colour: str, land: str) -> Flow:
    """The palace takes the place of the counters; others leave the land, and its card leaves the game."""
    table.begun = "claim"
    table.pay(colour, 3)
    table.counters[land] = 0
    table.homeland[colour] = land
    for other in table.colours:
        if other != colour:
            table.leave(land, other, table.followers[land][other])
    remove_card(table, colour, land)
    yield from banish(table, colour, land)


def remove_card(table: Table, colour: str, land: str) -> None:
    """From the Archivium, the discard pile or its row; followers of the owner on it join the palace."""
    row = table.rows[table.region[land]]
    if land in row:
        row[row.index(land)] = None
    for pile in (table.archivium, table.discard):
        if land in pile:
            pile.remove(land)
    for other, number in table.on_card[land].items():
        if other == colour:
            table.followers[land][colour] += number
        else:
            table.court[other]["leudes"] += number
    table.on_card[land] = Counter()
    table.card_gangs[land] = 0
    if land in table.card_problem:
        table.queue.append(table.card_problem.pop(land))  # C37


def banish(table: Table, colour: str, land: str) -> Flow:
    """C28, A16: gangs go one by one where the owner likes; if there is one refuge only, by themselves."""
    refuges = [other for other in table.lands if other in table.near[land] and not table.owner(other)]
    table.exiles, table.gangs[land] = table.gangs[land], 0
    while table.exiles and refuges:
        refuge = refuges[0]
        if len(refuges) > 1:
            table.ask(colour, "acting", "develop")
            _, action = yield {colour: [{"do": "banish", "land": other} for other in refuges]}
            refuge = action["land"]
        table.exiles -= 1
        table.gangs[refuge] += 1
    table.exiles = 0
