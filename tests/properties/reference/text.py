"""The reference's table as the text of a position (docs/positions.md), without what is known of hidden tiles."""

from collections.abc import Iterable

from tests.properties.reference.table import ACTIONS, EVENT, SEASONS, Table

OPTIONS = {"send": 1, "unfold": 2, "build": 1, "claim": 3, "victory": 1, "trophy": 2, "solve": 9}


def statements(table: Table) -> list[str]:
    """All statements in the order in which they are written."""
    data = [title(table), f"time: {table.year} {table.season}, last {table.last_year}"]
    data += moment(table)
    data += [f"{land}: {items}" for land in table.lands if (items := land_items(table, land))]
    data += [f"card {land}: {card_items(table, land)}" for land in table.cards()]
    data.append("archivium: " + ", ".join(sorted(table.archivium, key=card_order(table))))
    data.append("discard: " + ", ".join(sorted(table.discard, key=card_order(table))))
    modules = ", modules 1" if table.modules_aside else ""
    data.append(f"aside: hunger {table.hunger_aside}, surplus {table.surplus}{modules}")
    data.append(f"events: ready {table.ready}, later {table.later}")
    data += bag(table)
    for colour in table.colours:
        data += court(table, colour)
    data += scenario(table) if table.scenario else []
    return data + ([f"before: {packed(table.before)}"] if table.before else [])


def packed(before: list[str]) -> str:
    """Statements inside a statement."""
    return "; ".join(before).replace(";", "|").replace(",", "&")


def title(table: Table) -> str:
    """The rules that are played."""
    items = [f"players {len(table.colours)}"]
    items += [f"variant {table.variant}"] if table.advanced else []
    items += ["anarchy"] if table.anarchy else []
    items += ["hourglass"] if table.hourglass else []
    return "carolingi: " + ", ".join(items)


def counted(subject: str, numbers: dict[str, int], order: Iterable[str]) -> list[str]:
    """A statement of names with numbers; none if there are none."""
    items = [f"{name} {numbers[name]}" for name in order if numbers.get(name)]
    return [f"{subject}: " + ", ".join(items)] if items else []


def moment(table: Table) -> list[str]:
    """What the table waits for."""
    data = []
    if table.ending:
        data.append(f"over: {table.ending} {table.winner}".rstrip())
    elif table.phase in ("placing", "swapping"):
        data += choosing(table)
    elif table.phase == "founding":
        data.append(f"founding: {table.actor}" + (f", card {table.drawn_card}" if table.drawn_card else ""))
    elif table.phase == "starving":
        lost = " ".join(land for land in table.lands if land in table.starved)
        data.append(
            f"starving: {table.actor} in {table.hungry_land}, excess {table.excess}, lost {lost}".rstrip()
        )
    else:
        data += acting(table)
    data += [f"declarer: {table.declarer}"] if table.declarer else []
    contest = [colour for colour in table.colours if colour in table.contest]
    data += ["contest: " + ", ".join(contest)] if contest else []
    data += counted("founders", table.founders, table.colours)
    laid = {colour: len(tiles) for colour, tiles in table.laid.items()}
    return data + counted("laid tiles", laid, table.colours)


def choosing(table: Table) -> list[str]:
    """Who still has to choose, and what was chosen."""
    data = [f"{table.phase}: " + ", ".join(colour for colour in table.colours if colour in table.waiting)]
    order = tile_order(table)
    sealed = []
    for colour in table.colours:
        action = table.chosen.get(colour)
        if action is not None:
            tiles = sorted(action["tiles"], key=order) if "tiles" in action else []
            tiles += [action["give"], action["take"]] if action["do"] == "swap" else []
            sealed.append(" ".join([colour, *(tiles or ["keep"])]))
    data += ["sealed: " + ", ".join(sealed)] if sealed else []
    laid = [f"{colour} {table.laid[colour][0]}" for colour in table.colours if len(table.laid[colour]) == 1]
    return data + (["laid: " + ", ".join(laid)] if laid else [])


def acting(table: Table) -> list[str]:
    """Whose tile is carried out, and how far it has gone."""
    parts = table.parts if table.begun == "build" else 0
    exiles = f", exiles {table.exiles}" if table.exiles else ""
    option = OPTIONS.get(table.begun, 0)
    data = [f"acting: {table.actor} {table.tile}, option {option}, parts {parts}{exiles}"]
    if table.tile == "move_troops":
        ready = [f"{land} {table.marching[land]}" for land in table.lands if table.marching[land]]
        data.append("ready: " + ", ".join(ready))
        by_board = sorted(table.roads, key=lambda road: [table.lands.index(land) for land in road])
        roads = [f"{origin} {target}" for origin, target in by_board]
        data += ["roads: " + ", ".join(roads)] if roads else []
    return data


def pieces(table: Table, followers: dict[str, int], gangs: int) -> list[str]:
    """Followers and gangs in one place."""
    found = [f"{colour} {followers[colour]}" for colour in table.colours if followers[colour]]
    return found + ([f"gangs {gangs}"] if gangs else [])


def land_items(table: Table, land: str) -> str:
    """What lies in a land."""
    items = pieces(table, table.followers[land], table.gangs[land])
    items += [f"counters {table.counters[land]}"] if table.counters[land] else []
    items += ["forest"] if land in table.forests else []
    items += [f"palace {table.owner(land)}"] if table.owner(land) else []
    return ", ".join(items)


def card_items(table: Table, land: str) -> str:
    """Where a card is, and what lies on it."""
    slot = table.rows[table.region[land]].index(land) + 1
    items = [f"slot {slot}", *pieces(table, table.on_card[land], table.card_gangs[land])]
    items += [f"problem {table.card_problem[land]}"] if land in table.card_problem else []
    return ", ".join(items)


def card_order(table: Table):
    """Cards in the order of the board, then the others."""
    return [*table.lands, "hunger", "anarchy", "rebellion"].index


def tile_order(table: Table):
    """Tiles in the order of the book."""
    return [*ACTIONS, table.declaration, "no_action"].index


def bag(table: Table) -> list[str]:
    """The bag, what was taken out of it, and whether everybody has seen it."""
    data = []
    order = tile_order(table)

    def listed(tiles: list[tuple[str, ...]]) -> str:
        of_seats = [tile for tile in tiles if tile != EVENT]
        of_seats.sort(key=lambda tile: (table.colours.index(tile[0]), order(tile[1])))
        return ", ".join(" ".join(tile) for tile in of_seats + [EVENT] * tiles.count(EVENT))

    data += ["bag: " + listed(table.bag)] if table.bag else []
    data += ["set aside: " + listed(table.aside)] if table.aside else []
    return data + (["bag open: yes"] if table.bag_open else [])


def court(table: Table, colour: str) -> list[str]:
    """A seat's followers and tiles."""
    order = tile_order(table)
    own = table.court[colour]
    data = [f"{colour} court: " + ", ".join(f"{word} {number}" for word, number in own.items())]
    piles = {"hand": table.hand, "inactive": table.inactive, "fresh": table.fresh}
    tiles = [
        " ".join([word, *sorted(pile[colour].elements(), key=order)])
        for word, pile in piles.items()
        if +pile[colour]
    ]
    tiles += [f"swapped {table.swapped[colour]}"] if colour in table.swapped else []
    data.append(f"{colour} tiles: " + ", ".join(tiles))
    used = [
        " ".join([season, *sorted(table.used[colour][season].elements(), key=order)])
        for season in SEASONS
        if +table.used[colour][season]
    ]
    return data + ([f"{colour} used: " + ", ".join(used)] if used else [])


def scenario(table: Table) -> list[str]:
    """Problems, the queue from its top, honours from the oldest."""
    order = tile_order(table)
    seasons = [
        " ".join([season, *sorted(table.problems[season], key=order)])
        for season in SEASONS
        if table.problems[season]
    ]
    data = ["problems: " + ", ".join(seasons)] if seasons else []
    data += ["queue: " + ", ".join(table.queue)] if table.queue else []
    return data + (["honours: " + ", ".join(table.honours)] if table.honours else [])
