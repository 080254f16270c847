"""Action tiles (5.1 to 5.7): what they allow, and what then happens."""

from collections import Counter
from collections.abc import Callable

from tests.properties.reference import cards, palace, problems, victory
from tests.properties.reference.table import ACTIONS, DONE, Action, Flow, Table

MOST_TROPHIES = 4


def carry_out(table: Table, colour: str, tile: str) -> Flow:
    """5, C13, A1: part after part, until its owner is done or nothing more can be done with it."""
    begin(table, colour, tile)
    if problems.is_blocked(table, tile):
        return
    while True:
        allowed = MAY[tile](table, colour)
        if not table.begun and table.scenario:
            allowed += problems.may_solve(table, tile)
        if not allowed:
            return
        table.ask(colour, "acting", tile)
        _, action = yield {colour: [DONE, *allowed]}
        if action["do"] == "done":
            return
        if action["do"] == "solve":
            yield from problems.solve(table, colour, action)
            return
        if action["do"] == "claim":
            yield from palace.claim(table, colour, action["land"])
            return
        DO[action["do"]](table, colour, action)


def begin(table: Table, colour: str, tile: str) -> None:
    """Nothing of the tile is done yet; C15: who may march is fixed now."""
    table.begun, table.parts, table.roads, table.marching = "", 0, set(), Counter()
    if tile == "move_troops":
        for land in table.lands:
            if land in table.forests or table.controller(land) == colour:
                table.marching[land] = table.followers[land][colour]


# 5.1 Influence


def may_influence(table: Table, colour: str) -> list[Action]:
    """5.1, C14."""
    found: list[Action] = []
    missi = table.court[colour]["missi"]
    if not table.begun and colour in table.homeland:
        found += [{"do": "settle", "missi": n} for n in (1, 2, 3) if n <= missi]
    if table.begun in ("", "send") and missi:
        found += [
            {"do": "send", "land": land} for land in table.cards() if table.controller(land) in ("", colour)
        ]
    if table.begun in ("", "unfold"):
        found += [{"do": "unfold", "land": land} for land in table.cards() if table.on_card[land][colour]]
    return found


def do_settle(table: Table, colour: str, action: Action) -> None:
    """5.1 a."""
    table.begun = "settle"
    table.court[colour]["missi"] -= action["missi"]
    table.followers[table.homeland[colour]][colour] += action["missi"]


def do_send(table: Table, colour: str, action: Action) -> None:
    """5.1 b."""
    table.begun = "send"
    table.court[colour]["missi"] -= 1
    table.on_card[action["land"]][colour] += 1


def do_unfold(table: Table, colour: str, action: Action) -> None:
    """5.1 c."""
    table.begun = "unfold"
    cards.transfer(table, action["land"])
    cards.take_out(table, action["land"])


# 5.2 Develop


def may_develop(table: Table, colour: str) -> list[Action]:
    """5.2, C19; 6.2.1 c in the advanced game."""
    found: list[Action] = []
    missi = table.court[colour]["missi"]
    if not table.begun and missi >= 2:
        found += [{"do": "activate", "tile": tile} for tile, n in table.inactive[colour].items() if n]
    if table.begun in ("", "build") and missi and table.parts < 3 and table.counter_supply():
        found += [
            {"do": "build", "land": land}
            for land in table.controlled(colour)
            if table.counters[land] < 2 and not table.owner(land)
        ]
    if not table.begun:
        found += palace.may_claim(table, colour)
    return found


def do_activate(table: Table, colour: str, action: Action) -> None:
    """5.2 a."""
    table.begun = "activate"
    table.pay(colour, 2)
    table.inactive[colour][action["tile"]] -= 1
    table.hand[colour][action["tile"]] += 1
    table.fresh[colour][action["tile"]] += 1


def do_build(table: Table, colour: str, action: Action) -> None:
    """5.2 b."""
    table.begun = "build"
    table.parts += 1
    table.pay(colour, 1)
    table.counters[action["land"]] += 1


# 5.3 Equip missi


def may_equip_missi(table: Table, colour: str) -> list[Action]:
    """5.3, C18."""
    if table.begun:
        return []
    levies, court = victory.levies(table, colour), table.court[colour]
    return [
        {"do": "equip", "missi": missi, "leudes": leudes}
        for leudes in range(court["nobiles"] + 1)
        for missi in range(court["leudes"] + leudes + 1)
        if 0 < missi + leudes <= levies
    ]


def do_equip(table: Table, colour: str, action: Action) -> None:
    """5.3."""
    table.begun = "equip"
    court = table.court[colour]
    court["nobiles"] -= action["leudes"]
    court["leudes"] += action["leudes"] - action["missi"]
    court["missi"] += action["missi"]


# 5.4 Move troops


def may_move_troops(table: Table, colour: str) -> list[Action]:
    """5.4, C15."""
    if not table.court[colour]["missi"]:
        return []
    return [
        {"do": "march", "from": land, "to": other, "followers": number}
        for land in table.lands
        for other in table.near[land]
        if table.owner(other) in ("", colour) and (land, other) not in table.roads
        for number in range(1, table.marching[land] + 1)
    ]


def do_march(table: Table, colour: str, action: Action) -> None:
    """5.4."""
    origin, target, number = action["from"], action["to"], action["followers"]
    table.begun = "march"
    table.parts += 1
    table.pay(colour, 1)
    table.roads.add((origin, target))
    table.marching[origin] -= number
    table.followers[origin][colour] -= number
    table.followers[target][colour] += number


# 5.5 Battle


def may_battle(table: Table, colour: str) -> list[Action]:
    """5.5, C2, C16."""
    found: list[Action] = []
    court = table.court[colour]
    if table.begun == "victory" and court["leudes"] and court["trophies"] < MOST_TROPHIES:
        found.append({"do": "trophy"})
    for land in table.lands:
        mine = table.followers[land][colour]
        others = [n for other, n in table.followers[land].items() if other != colour and n]
        enemies = others + ([table.gangs[land]] if table.gangs[land] else [])
        if enemies and all(mine > enemy for enemy in enemies):
            found.append({"do": "fight", "land": land})
    return found


def do_fight(table: Table, colour: str, action: Action) -> None:
    """5.5: one of each colour and one gang, again and again, until one colour is left."""
    land = action["land"]
    here = table.followers[land]
    while table.gangs[land] or any(n for other, n in here.items() if other != colour):
        for other in table.colours:
            if here[other]:
                table.leave(land, other, 1)
        if table.gangs[land]:
            table.gangs[land] -= 1
    table.begun = table.begun or "victory"
    table.parts += 1


def do_trophy(table: Table, colour: str, action: Action) -> None:
    """5.5: one a tile."""
    table.begun = "trophy"
    table.court[colour]["leudes"] -= 1
    table.court[colour]["trophies"] += 1


# 5.7 Soothe riot


def may_soothe_riot(table: Table, colour: str) -> list[Action]:
    """5.7, C17."""
    if table.begun:
        return []
    return [
        {"do": "soothe", "land": land, "gangs": number}
        for land in table.lands
        if any(table.followers[place][colour] for place in (land, *table.near[land]))
        for number in range(1, 4)
        if number <= table.gangs[land] and number <= table.court[colour]["missi"]
    ]


def do_soothe(table: Table, colour: str, action: Action) -> None:
    """5.7."""
    table.begun = "soothe"
    table.gangs[action["land"]] -= action["gangs"]
    table.court[colour]["missi"] -= action["gangs"]
    table.followers[action["land"]][colour] += action["gangs"]


MAY: dict[str, Callable[[Table, str], list[Action]]] = {tile: globals()[f"may_{tile}"] for tile in ACTIONS}
DO: dict[str, Callable[[Table, str, Action], None]] = {
    name[3:]: function for name, function in list(globals().items()) if name.startswith("do_")
}
