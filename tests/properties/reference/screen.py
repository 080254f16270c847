"""What everybody and what each colour sees of the reference's table, and the engine's views in the same shape."""

from collections.abc import Mapping
from typing import Any

from tests.properties.reference import events, problems, victory
from tests.properties.reference.table import ACTIONS, BOARD, SEASONS, Table


def screen(table: Table) -> dict[str, Any]:
    """The spectator's screen, in the words that `comparable` leaves of the engine's."""
    tiles = table.bag + table.aside
    starving = table.phase == "starving"
    seen = {
        "year": table.year,
        "last_year": table.last_year,
        "season": table.season,
        "phase": table.phase,
        "to_act": [colour for colour in table.colours if colour in table.waiting],
        "tile": table.tile or None,
        "declarer": table.declarer or None,
        "exiles": table.exiles,
        "hunger": {"land": table.hungry_land, "excess": table.excess} if starving else None,
        "lands": {land: land_seen(table, land) for land in table.lands},
        "rows": table.rows,
        "cards": {
            land: {"followers": +table.on_card[land], "gangs": table.card_gangs[land]}
            for land in table.cards()
        },
        "archivium": sorted(table.archivium),
        "surplus": table.surplus,
        "discard": sorted(table.discard),
        "hunger_aside": table.hunger_aside,
        "supply": {"gangs": table.supply(), "counters": table.counter_supply()},
        "events": {"ready": table.ready, "later": table.later},
        "bag": {c: sum(tile[0] == c for tile in tiles) for c in (*table.colours, "event")},
        "open": sorted(map(list, tiles)) if table.bag_open else None,
        "courts": {c: court_seen(table, c) for c in table.colours},
        "victory": {c: victory.conditions(table, c) for c in table.colours},
        "variant": {"name": table.variant, "anarchy": table.anarchy, "hourglass": table.hourglass},
        "goals": {
            **dict(lands=6, counters=6, followers=12, trophies=4, points=3),
            **dict(palace=table.advanced, counters_for_palace=2),
        },
    }
    if table.phase == "founding":
        founders = {colour: table.founders[colour] for colour in table.colours}
        seen["founding"] = {"card": table.drawn_card or None, "founders": founders}
    if table.scenario:
        seen["scenario"] = scenario_seen(table)
    return seen


def land_seen(table: Table, land: str) -> dict[str, Any]:
    """What lies in a land."""
    return {
        "region": table.region[land],
        "followers": +table.followers[land],
        "gangs": table.gangs[land],
        "counters": table.counters[land],
        "forest": land in table.forests,
        "homeland": table.owner(land) or None,
        "controlled_by": table.controller(land) or None,
        "feeds": events.capacity(table, land),
        "levy": 0 if land in table.forests else 1 + table.counters[land],
        "lacks": None,  # a spectator needs nothing
    }


def lacks(table: Table, colour: str, land: str) -> int | None:
    """How many more followers would control the land; None where the colour never can (C1)."""
    if land in table.forests or table.owner(land) not in ("", colour):
        return None
    mine = table.followers[land][colour]
    others = sum(table.followers[land].values()) - mine + table.gangs[land]
    return next(more for more in range(100) if mine + more > others)


def court_seen(table: Table, colour: str) -> dict[str, Any]:
    """What everybody sees of a court."""
    return dict(table.court[colour]) | {
        "homeland": table.homeland.get(colour),
        "tiles_in_hand": sum(table.hand[colour].values()),
        "tiles_inactive": sum(table.inactive[colour].values()),
        "swap_space": colour in table.swapped,
        "taken_back": table.taken.get(colour),
        "has_chosen": colour in table.chosen,
        "tiles_laid": len(table.laid[colour]),
        "honours": table.honours.count(colour),
        "used": {season: sorted(tiles.elements()) for season, tiles in table.used[colour].items()},
    }


def secrets_of(table: Table, colour: str) -> dict[str, Any]:
    """What the colour alone sees of its court."""
    laid = table.laid[colour] if table.phase == "placing" else []
    return {
        "hand": +table.hand[colour],
        "inactive": +table.inactive[colour],
        "fresh": +table.fresh[colour],
        "swapped": table.swapped.get(colour),
        "laid": laid[0] if len(laid) == 1 else None,
        "chosen": in_order(table, table.chosen.get(colour)),
    }


def in_order(table: Table, action: dict[str, Any] | None) -> dict[str, Any] | None:
    """A choice with its tiles in the order of the book."""
    if action is None or "tiles" not in action:
        return action
    order = [*ACTIONS, table.declaration, "no_action"]
    return action | {"tiles": sorted(action["tiles"], key=order.index)}


def scenario_seen(table: Table) -> dict[str, Any]:
    """Skuld, problems, queue and honours; all of it is open."""
    coming = SEASONS[(SEASONS.index(table.season) + 1) % 4]
    last = table.season == "autumn" and table.year == table.last_year  # C35
    warned = len(table.problems[coming]) >= problems.TOO_MANY and not last and not table.ending
    return {
        "skuld": table.season,
        "problems": {season: sorted(tiles) for season, tiles in table.problems.items()},
        "on_cards": table.card_problem,
        "queue": table.queue,
        "honours": table.honours,
        "honour_length": BOARD["honour_bar"]["lengths"][str(len(table.colours))],
        "warning": coming if warned else None,
        "to_solve": len(table.problems[coming]) - problems.TOO_MANY + 1 if warned else 0,
    }


def comparable(view: Mapping[str, Any]) -> dict[str, Any]:
    """The engine's view in the shape of `screen`, without its text and what is known of hidden tiles."""
    apart = "game board viewer seats line offers outcome archivium discard bag courts".split()
    seen = {key: value for key, value in view.items() if key not in apart}
    bag = view["bag"]
    assert bag["tiles"] == bag["events"] + sum(bag["by_seat"].values())
    assert view["archivium"]["cards"] == len(view["archivium"]["known"])
    seen |= {
        "archivium": sorted(view["archivium"]["known"]),
        "surplus": view["archivium"]["surplus"],
        "discard": sorted(view["discard"]),
        "bag": bag["by_seat"] | {"event": bag["events"]},
        "open": sorted(bag["open"]) if bag["open"] is not None else None,
        "courts": {colour: _court(court) for colour, court in view["courts"].items()},
    }
    if "scenario" in seen:
        ordered = {season: sorted(tiles) for season, tiles in view["scenario"]["problems"].items()}
        seen["scenario"] = view["scenario"] | {"problems": ordered}
    return seen


def _court(court: Mapping[str, Any]) -> dict[str, Any]:
    data = {key: value for key, value in court.items() if key != "known_active"}
    return data | {"used": {season: sorted(tiles) for season, tiles in court["used"].items()}}
