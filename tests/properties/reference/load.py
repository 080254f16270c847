"""The reference's table from the views of all seats, at a moment when tiles are being chosen."""

from collections.abc import Mapping
from typing import Any

from tests.properties.reference.book import Book
from tests.properties.reference.seasons import choose_swaps, place_tiles
from tests.properties.reference.table import Table

View = Mapping[str, Any]


def load(views: list[View]) -> Book:
    """A game that goes on from these views."""
    seen = views[0]
    assert seen["phase"] in ("placing", "swapping")
    rules = seen["variant"]
    table = Table(len(views), seen["last_year"], rules["name"], rules["anarchy"], rules["hourglass"])
    table.year, table.season, table.phase = seen["year"], seen["season"], seen["phase"]
    load_map(table, seen)
    for colour, view in zip(table.colours, views, strict=True):
        load_court(table, colour, view["courts"][colour])
    if table.scenario:
        load_scenario(table, seen["scenario"])
    table.waiting = list(seen["to_act"])
    return Book(table, place_tiles(table) if table.phase == "placing" else choose_swaps(table))


def load_map(table: Table, seen: View) -> None:
    """Lands, cards and events."""
    for name, land in seen["lands"].items():
        table.followers[name].update(land["followers"])
        table.gangs[name], table.counters[name] = land["gangs"], land["counters"]
        if land["forest"]:
            table.forests.add(name)
        if land["homeland"]:
            table.homeland[land["homeland"]] = name
    table.rows = {region: list(row) for region, row in seen["rows"].items()}
    for name, card in seen["cards"].items():
        table.on_card[name].update(card["followers"])
        table.card_gangs[name] = card["gangs"]
    table.archivium, table.discard = list(seen["archivium"]["known"]), list(seen["discard"])
    table.surplus, table.hunger_aside = seen["archivium"]["surplus"], seen["hunger_aside"]
    table.modules_aside = table.anarchy and "anarchy" not in table.archivium + table.discard
    table.ready, table.later = seen["events"]["ready"], seen["events"]["later"]


def load_court(table: Table, colour: str, own: View) -> None:
    """One seat's followers and tiles."""
    table.court[colour] = {word: own[word] for word in table.court[colour]}
    table.hand[colour].update(own["hand"])
    table.inactive[colour].update(own["inactive"])
    for season, tiles in own["used"].items():
        table.used[colour][season].update(tiles)
    if own["swapped"]:
        table.swapped[colour] = own["swapped"]
    if own["taken_back"]:
        table.taken[colour] = own["taken_back"]
    if own["chosen"]:
        table.chosen[colour] = own["chosen"]
    if table.hourglass:
        table.laid[colour] = [own["laid"]] if own["laid"] else (own["chosen"] or {"tiles": []})["tiles"]


def load_scenario(table: Table, seen: View) -> None:
    """Problems, queue and honours."""
    table.problems = {season: list(tiles) for season, tiles in seen["problems"].items()}
    table.card_problem = dict(seen["on_cards"])
    table.queue, table.honours = list(seen["queue"]), list(seen["honours"])
