"""Play (3): placing tiles, by the hourglass too (8), drawing, swapping, and the turn of the year."""

from collections import Counter
from itertools import combinations_with_replacement

from tests.properties.reference import actions, events, peace, problems
from tests.properties.reference.table import ACTIONS, EVENT, SEASONS, Action, Flow, Table

TABLE = "table"


def seasons(table: Table) -> Flow:
    """3: season after season."""
    while True:
        table.phase, table.waiting = "placing", list(table.colours)
        yield from place_tiles(table)


# 3.1 Placing


def place_tiles(table: Table) -> Flow:
    """One season, from the tiles to the swaps before the next one."""
    yield from lay(table) if table.hourglass else place(table)
    fill_bag(table)
    yield from draw(table)
    end_season(table)
    if table.season != "winter":
        table.phase, table.waiting = "swapping", [c for c in table.colours if swaps(table, c)]
        yield from choose_swaps(table)


def place(table: Table) -> Flow:
    """3.1, C47: two tiles each; a choice may be changed until the last has chosen."""
    while table.waiting:
        colour, action = yield {colour: pairs(table, colour) for colour in table.colours}
        table.chosen[colour] = action
        table.waiting = [other for other in table.waiting if other != colour]


def pairs(table: Table, colour: str) -> list[Action]:
    """3.1, C20: two active tiles; a declaration only with No-action."""
    have = [tile for tile in (*ACTIONS, table.declaration, "no_action") if table.hand[colour][tile]]
    return [
        {"do": "place", "tiles": [first, second]}
        for first, second in combinations_with_replacement(have, 2)
        if first != second or table.hand[colour][first] >= 2
        if table.declaration not in (first, second) or "no_action" in (first, second)
    ]


def lay(table: Table) -> Flow:
    """8, C30, C47: one by one, without taking back; once somebody has laid two, the sand may run out."""
    while table.waiting:
        asked = {colour: layable(table, colour) for colour in table.waiting}
        if any(len(tiles) == 2 for tiles in table.laid.values()):
            asked[TABLE] = [{"do": "sand"}]
        colour, action = yield asked
        if colour == TABLE:
            break
        table.laid[colour].append(action["tile"])
        if len(table.laid[colour]) == 2:
            table.chosen[colour] = {"do": "place", "tiles": table.laid[colour]}
            table.waiting.remove(colour)
    table.chosen = {colour: {"tiles": tiles} for colour, tiles in table.laid.items()}


def layable(table: Table, colour: str) -> list[Action]:
    """C20, C47: Peace goes with No-action only, whichever is laid first."""
    found = []
    for tile in (*ACTIONS, table.declaration, "no_action"):
        pair = [*table.laid[colour], tile]
        fits = len(pair) == 1 or table.declaration not in pair or "no_action" in pair
        if fits and table.hand[colour][tile] >= pair.count(tile):
            found.append({"do": "lay", "tile": tile})
    return found


def fill_bag(table: Table) -> None:
    """3.1, A9: all tiles that were placed, and all event tiles on the Scriptorium."""
    for colour, action in table.chosen.items():
        for tile in action["tiles"]:
            table.hand[colour][tile] -= 1
            table.bag.append((colour, tile))
    table.chosen = {}
    table.bag += [EVENT] * table.ready
    table.ready = 0


# 3.2 Drawing


def draw(table: Table) -> Flow:
    """3.2: one tile after the other."""
    while table.bag:
        table.clear_question()
        drawn = tuple(table.luck("tile"))
        table.bag.remove(drawn)
        if drawn == EVENT:
            table.ready += 1
            yield from events.event(table)
        elif drawn[1] == "no_action":
            table.hand[drawn[0]]["no_action"] += 1
        else:
            table.lay_open(*drawn)
            yield from carry_out(table, *drawn)
    table.clear_question()


def carry_out(table: Table, colour: str, tile: str) -> Flow:
    """5: what the tile says."""
    if tile == table.declaration:
        return peace.declare(table, colour)
    return actions.carry_out(table, colour, tile)


def end_season(table: Table) -> None:
    """The bag is empty: time may be up (C24, C35), Skuld steps, and after autumn the year turns."""
    table.bag_open = False
    table.fresh = {colour: Counter() for colour in table.colours}
    table.laid = {colour: [] for colour in table.colours}
    if table.season == "autumn" and table.year == table.last_year:
        table.end("time")
    table.season = SEASONS[(SEASONS.index(table.season) + 1) % 4]
    problems.step(table)
    if table.season == "winter":
        turn_the_year(table)


# 3.3 Swapping


def choose_swaps(table: Table) -> Flow:
    """3.3, C11, C49: all who can swap decide at once."""
    while table.waiting:
        colour, action = yield {colour: swaps(table, colour) for colour in table.colours}
        table.chosen[colour] = action
        table.waiting = [other for other in table.waiting if other != colour]
    for colour, action in table.chosen.items():
        if action["do"] == "swap":
            exchange(table, colour, action["give"], action["take"])
    table.chosen = {}


def swaps(table: Table, colour: str) -> list[Action]:
    """C11, C43, C49: an active tile but No-action for a used one."""
    give = [tile for tile in (*ACTIONS, table.declaration) if table.hand[colour][tile]]
    take = [tile for tile in ACTIONS if any(table.used[colour][s][tile] for s in SEASONS)]
    if colour in table.swapped or not give or not take:
        return []
    return [{"do": "keep"}] + [{"do": "swap", "give": g, "take": t} for g in give for t in take]


def exchange(table: Table, colour: str, give: str, take: str) -> None:
    """3.3, A2: of equal tiles the one used earliest comes back."""
    table.hand[colour][give] -= 1
    table.swapped[colour] = give
    season = next(season for season in SEASONS if table.used[colour][season][take])
    table.used[colour][season][take] -= 1
    table.hand[colour][take] += 1
    table.taken[colour] = take


# 3.4 The turn of the year


def turn_the_year(table: Table) -> None:
    """3.4, C4, C10, C29, 6.1.1: cards, tiles and gangs; one more Hunger card while there are some."""
    table.year += 1
    table.ready += table.later
    table.later = 0
    table.archivium += table.discard
    table.discard = []
    if table.hunger_aside:
        table.hunger_aside -= 1
        table.archivium.append("hunger")
    if table.modules_aside:
        table.modules_aside = False
        table.archivium += ["anarchy", "rebellion"]
    for colour in table.colours:
        for tiles in table.used[colour].values():
            table.hand[colour].update(tiles)
            tiles.clear()
        table.hand[colour].update([table.swapped[colour]] if colour in table.swapped else [])
    table.swapped, table.taken = {}, {}
    for land in table.lands:
        table.surplus += max(0, table.gangs[land] - 3)
        table.gangs[land] = min(3, table.gangs[land])
