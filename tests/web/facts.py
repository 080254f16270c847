"""The numbers of the rules pages, asked of the engine and of the board: no page tells a number of its own."""

from __future__ import annotations

import json
from collections import Counter

from tests import kit

from aachen.games.carolingi import GAME
from aachen.games.carolingi import board as boards
from aachen.games.carolingi.actions import MOST_AT_ONCE
from aachen.games.carolingi.options import Options
from aachen.games.carolingi.rules import develop, equip_missi, palace, victory
from aachen.games.carolingi.terms import TILE_NAMES
from aachen.games.carolus.empire import empire_of
from aachen.games.carolus.terms import (
    CLANS,
    DEALT_OF_A_CLAN,
    DISCS,
    FEWEST_REGIONS,
    LAST_ROUND,
    PALADINS_OF_A_CLAN,
    TERRITORIES,
)

Facts = dict[str, int | str]
PLAYERS = range(2, 7)


def everything() -> Facts:
    """All facts of both games by their names."""
    return {**pieces(), **rules(), **tiles(), **set_ups(), **scenario(), **ring()}


def written() -> str:
    """The facts as the pages read them, one a line."""
    return json.dumps(everything(), ensure_ascii=False, indent=1) + "\n"


def pieces() -> Facts:
    """2.1: what is in the box."""
    board = boards.standard()
    counts = board.source["counts"]
    return {
        "followers": board.followers,
        "gangs": board.gangs,
        "counters": board.counters,
        "trophies": board.trophies,
        "country_cards": counts["country_cards"],
        "hunger_cards": board.hunger_cards,
        "hunger_base": board.setups[2].hunger_base,
        "missi": board.start_missi,
        "leudes": board.start_leudes,
        "nobiles": board.start_nobiles,
        "homeland": board.start_homeland,
        "founders": board.start_missi + board.start_homeland,
        "founders_round": (board.start_missi + board.start_homeland) // 2,
        "first_year": board.first_year,
        "usual_year": board.usual_last_year,
        "last_year": board.final_year,
        "hourglass": board.hourglass,
    }


def rules() -> Facts:
    """3 to 6: prices and limits."""
    return {
        "expansion": victory.LANDS_FOR_EXPANSION,
        "development": victory.COUNTERS_FOR_DEVELOPMENT,
        "following": victory.FOLLOWERS_FOR_FOLLOWING,
        "points_for_peace": victory.POINTS_FOR_PEACE,
        "missi_to_activate": develop.MISSI_TO_ACTIVATE,
        "counters_at_once": develop.COUNTERS_AT_ONCE,
        "counters_in_a_land": develop.COUNTERS_IN_A_LAND,
        "missi_for_palace": palace.MISSI_FOR_PALACE,
        "levies_least": equip_missi.LEAST_LEVIES,
        "settle_most": MOST_AT_ONCE,
        "soothe_most": MOST_AT_ONCE,
    }


def tiles() -> Facts:
    """2.1.1: how many tiles of each kind a Carolingian has."""
    board = boards.standard()
    active = Counter([*board.active_tiles, *["no_action"] * board.no_action_tiles])
    inactive = Counter(board.inactive_tiles)
    text: Facts = {}
    for tile in TILE_NAMES:
        text[f"tile.active.{tile}"] = active[tile]
        text[f"tile.inactive.{tile}"] = inactive[tile]
    return text


def set_ups() -> Facts:
    """2.2: what each number of Carolingians brings; lists tell what is added to the number before."""
    board = boards.standard()
    labels = {land.id: land.label for land in board.lands}
    labels.update({region.id: region.label for region in board.regions})
    text: Facts = {f"land.{name}": label for name, label in labels.items()}
    known: set[str] = set()
    for players in PLAYERS:
        setup = board.setups[players]
        for name in ("regions", "homelands", "start_cards", "forests"):
            added = [each for each in getattr(setup, name) if f"{name} {each}" not in known]
            known.update(f"{name} {each}" for each in added)
            text[f"{name}.{players}"] = ", ".join(labels[each] for each in added) or "–"
        text.update(counted(players))
    return text


def counted(players: int) -> Facts:
    """What lies on the board of a new game, counted there."""
    view = kit.seen(kit.new_game(*boards.standard().colours[:players]))
    setup = boards.standard().setups[players]
    return {
        f"lands.{players}": len(view["lands"]),
        f"slots.{players}": sum(len(row) for row in view["rows"].values()),
        f"first_gangs.{players}": sum(land["gangs"] for land in view["lands"].values()),
        f"events_ready.{players}": view["events"]["ready"],
        f"events_later.{players}": view["events"]["later"],
        f"hunger_advanced.{players}": setup.hunger_advanced,
    }


def scenario() -> Facts:
    """814 §2 and §3."""
    board = boards.standard()
    years = board.source["years_814"]
    text: Facts = {
        "problem_tiles": board.source["counts"]["problem_tiles"],
        "first_year_814": years["first"],
        "usual_year_814": years["usual"],
    }
    for players in PLAYERS:
        realm = GAME.empty(Options(players, variant="814")).realm
        text[f"gangs_814.{players}"] = realm.gangs
        text[f"problems.{players}"] = sum(
            1 for problem in board.source["problems"]["tiles"] if problem["number"] <= players
        )
        text[f"honour.{players}"] = realm.honour_length
        text["gangs_each_814"] = realm.gangs // players
    return text


def ring() -> Facts:
    """CM1, CM5, CM6 and CM7."""
    text: Facts = {
        "territories": TERRITORIES,
        "clans": CLANS,
        "dealt": DEALT_OF_A_CLAN,
        "discs": DISCS,
        "paladins": CLANS * PALADINS_OF_A_CLAN,
        "fewest": FEWEST_REGIONS,
        "rounds": LAST_ROUND,
    }
    for players in (2, 3, 4):
        empire = empire_of(players)
        text[f"sides.{players}"] = empire.sides
        text[f"castles.{players}"] = empire.castles
        text[f"reserve.{players}"] = empire.reserve
        text[f"turn.{players}"] = empire.turn_paladins
        text[f"centre.{players}"] = CLANS * PALADINS_OF_A_CLAN - TERRITORIES - players * empire.reserve
    return text
