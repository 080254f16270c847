"""The shape of a board file of Carolingi: every key, and what its value may be (docs/board-file.md)."""

from __future__ import annotations

import re
from typing import Final, cast

from aachen.core.json_shapes import (
    Check,
    FaultList,
    anything,
    clip,
    is_kind,
    json_object,
    list_of,
    number,
    one_of,
    string,
    table,
    whole,
)
from aachen.games.carolingi.board_limits import (
    FEWEST_NO_ACTION,
    FEWEST_PLAYERS,
    KINDS,
    MOST_COPIES,
    MOST_LANDS,
    MOST_PIECES,
    MOST_PLAYERS,
    RESERVED,
)
from aachen.games.carolingi.terms import MOST_IN_ONE_LAND, TILE_NAMES


def _label(value: object, where: str, faults: FaultList) -> None:
    if is_kind(str, value, where, faults):
        text = cast(str, value)
        if not (text.strip() and text.isprintable() and len(text) <= 60):
            faults.add("bad_label", where, found=ascii(clip(text)))


def _id(value: object, where: str, faults: FaultList) -> None:
    if not is_kind(str, value, where, faults):
        return
    name = cast(str, value)
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name):
        faults.add("bad_id", where, id=clip(name))
    elif name in RESERVED:
        faults.add("reserved_id", where, id=name)


PLAYER_NUMBERS: Final = tuple(str(players) for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1))


def _by_players(check_entry: Check) -> Check:
    """An object with one entry for each number of players that the board provides for."""
    entries = table({}, dict.fromkeys(PLAYER_NUMBERS, check_entry))

    def check(value: object, where: str, faults: FaultList) -> None:
        entries(value, where, faults)
        if isinstance(value, dict) and not any(key in PLAYER_NUMBERS for key in value):
            faults.add("wrong_length", where, least=1, most=len(PLAYER_NUMBERS), found=0)

    return check


_PIECES: Final = whole(1, MOST_PIECES)
_STRINGS: Final = list_of(string, most=MOST_LANDS)
_POINT: Final = list_of(number(-180, 180), 2, 2)
_POINTS: Final = list_of(_POINT)
_WHENCE: Final[dict[str, Check]] = {"provenance": anything, "confidence": anything, "note": string}
_YEARS: Final = table({"first": whole(1, 9999), "last": whole(1, 9999), "usual": whole(1, 9999)}, _WHENCE)

_COUNTS: Final = table(
    {
        "followers": whole(1, MOST_IN_ONE_LAND),
        "gangs": _PIECES,
        "counters": _PIECES,
        "trophies": _PIECES,
        "hunger_cards": _PIECES,
        "event_tiles": _PIECES,
        "country_cards": whole(3, MOST_LANDS),
    },
    dict.fromkeys(
        """
        forest_tiles rebellion_cards anarchy_cards coregent_tiles problem_tiles honour_masks year_markers
        palaces player_boards game_boards draw_bags hartmuts sundials hourglasses skulds problem_bars
        honour_bars
        """.split(),
        _PIECES,
    ),
)

_COURT: Final = table(
    {
        "leudes": whole(0, MOST_IN_ONE_LAND),
        "nobiles": whole(0, MOST_IN_ONE_LAND),
        "missi": whole(0, MOST_IN_ONE_LAND),
        "homeland": whole(1, MOST_IN_ONE_LAND),
    },
    _WHENCE,
)

_REGION: Final = table(
    {"id": _id, "label": _label, "slots": whole(1, MOST_LANDS), "lands": _STRINGS},
    _WHENCE,
)

_LAND: Final = table(
    {"id": _id, "label": _label, "region": string},
    {"lon": number(-180, 180), "lat": number(-90, 90), "anchor": _POINT, "seeds": _POINTS, **_WHENCE},
)

_BORDER: Final = table(
    {"a": string, "b": string, "kind": one_of(*KINDS)},
    {"drawn_km": number(0, 40_000), **_WHENCE},
)

_OUTSIDE: Final = table(
    {"id": _id, "label": _label},
    {"colour": string, "seeds": _POINTS, **_WHENCE},
)

_SETUP: Final = table(
    {
        "regions": _STRINGS,
        "start_cards": _STRINGS,
        "homelands": _STRINGS,
        "forests": _STRINGS,
        "events_ready": whole(0, MOST_PIECES),
        "events_later": whole(0, MOST_PIECES),
    },
    {
        "hunger_base": whole(0, MOST_PIECES),
        "hunger_advanced": whole(0, MOST_PIECES),
        "gangs_814": whole(0, MOST_PIECES),
        "stated": table({}, dict.fromkeys(("lands", "slots", "gangs", "archivium"), whole(0, MOST_PIECES))),
        **_WHENCE,
    },
)

_ACTIONS: Final = TILE_NAMES[: TILE_NAMES.index("peace")]  # Peace and No-action have their own rules

_TILES: Final = table(
    {
        "active": list_of(one_of(*_ACTIONS), 1, 40),
        "no_action": whole(FEWEST_NO_ACTION, MOST_COPIES),
        "inactive": list_of(one_of(*_ACTIONS, "peace"), 0, 40),
    },
    _WHENCE,
)

_PROBLEMS: Final = table(
    {"tiles": list_of(table({"tile": one_of(*_ACTIONS), "number": whole(FEWEST_PLAYERS, MOST_PLAYERS)}))},
    _WHENCE,
)

_HONOUR_BAR: Final = table({"lengths": _by_players(_PIECES)}, {"masks": _by_players(_PIECES), **_WHENCE})

TOP: Final = table(
    {
        "format": string,
        "game": one_of("carolingi"),
        "name": _label,
        "years": _YEARS,
        "counts": _COUNTS,
        "court": _COURT,
        "colours": list_of(_id, FEWEST_PLAYERS, 12),
        "regions": list_of(_REGION, 1, MOST_LANDS),
        "lands": list_of(_LAND, 3, MOST_LANDS),
        "borders": list_of(_BORDER, 2, MOST_LANDS * (MOST_LANDS - 1) // 2),
        "setup": _by_players(_SETUP),
        "tiles": _TILES,
    },
    {
        "about": json_object,
        "sources": json_object,
        "years_814": _YEARS,
        "no_borders": list_of(table({"a": string, "b": string}, _WHENCE), most=2000),
        "outside": list_of(_OUTSIDE),
        "void_seeds": _POINTS,
        "problems": _PROBLEMS,
        "honour_bar": _HONOUR_BAR,
        "hourglass": table({"seconds": whole(1, 3600)}, _WHENCE),
        "alternatives": list_of(json_object),
    },
)
