"""The board of Carolingi as data (2.1, 2.2): lands, regions, borders, pieces and set-ups.

The shipped board is `boards/carolingi.json`; `docs/board-file.md` explains the format.
A board file is checked completely before anybody plays on it: `parse` names every fault, in file order.
First each value's shape is judged (`_TOP`), then what the parts say together (`_SENSE`).
"""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, cast

from aachen.core.errors import BadInput, Fact, Fault, bad
from aachen.games.carolingi.terms import MOST_IN_ONE_LAND, PHASE_NAMES, SEASON_NAMES, TILE_NAMES

FORMAT: Final = "aachen-board/1"
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 6
MOST_LANDS: Final = 60  # a set of lands is a mask in one machine word
MOST_COPIES: Final = 7  # a hand counts each kind of tile in three bits
FEWEST_NO_ACTION: Final = 2  # they come home every season (3.2), so that nobody runs out of tiles to place
MOST_YEARS: Final = 10  # the annals have ten spaces
MOST_BYTES: Final = 5_000_000
MOST_DEPTH: Final = 10
MOST_PIECES: Final = 999
GANGS_A_PLAYER_814: Final = 8
USUAL_HOURGLASS: Final = 60  # seconds

PROVENANCES: Final = ("text", "inferred", "reconstructed")
KINDS: Final = ("land", "sea")

# Words that the notation of positions and actions uses: no land, region or colour may be called so.
RESERVED: Final = frozenset(TILE_NAMES + SEASON_NAMES + PHASE_NAMES) | frozenset(
    """
    banish before claim co_regent exiles founders honours join lay occupy queue sand second serve solve table
    activate active all anarchy and annals archivium aside bag board bot build card cards carolingi colour
    colours contest counter counters court declarer discard do done doubt draw drawn equip event events
    everybody excess expel extra fight follower followers forest forests fresh from gang gangs glory hand
    hartmut homeland homelands honour hunger in inactive keep known land lands last later leudes lost luck
    march missi missus no nobiles nobody none nothing nowhere open option or palace palaces parts place player
    players problem problems ready rebellion region regions rest roads row rows scriptorium sealed season
    seasons seat seats send set settle since skuld slot slots soothe spectator sundial supply surplus swap
    swapped taken tile tiles time to trophies trophy turn unfold unknown used wheel year years yes
    """.split()
)

# Every fault this module can find and the facts it carries. The sentences are written at the edge.
FAULTS: Final[Mapping[str, tuple[str, ...]]] = {
    # the file
    "file_missing": ("path",),
    "file_is_folder": ("path",),
    "file_unreadable": ("path",),
    "file_too_large": ("path", "most"),
    "not_utf8": ("path", "byte"),
    "not_json": ("line", "column"),
    "duplicate_key": ("key",),
    "bad_number": (),
    "too_deep": ("most",),
    # the shape
    "unknown_format": ("found", "known"),
    "wrong_type": ("expected", "found"),
    "missing_key": ("key",),
    "unknown_key": ("key",),
    "wrong_length": ("least", "most", "found"),
    "out_of_range": ("least", "most", "found"),
    "not_one_of": ("found", "allowed"),
    "bad_label": ("found",),
    "bad_id": ("id",),
    "reserved_id": ("id",),
    # the sense
    "duplicate_id": ("id", "first"),
    "listed_twice": ("id",),
    "wrong_sum": ("stated", "counted"),
    "too_few_pieces": ("piece", "needed", "available"),
    "years_out_of_order": ("first", "usual", "last"),
    "too_many_years": ("most", "found"),
    "unknown_region": ("region",),
    "unknown_land": ("land",),
    "region_disagrees": ("land", "listed", "says"),
    "in_no_region_list": ("land", "region"),
    "wrong_slots": ("region", "lands", "stated", "needed"),
    "border_to_itself": ("land",),
    "border_twice": ("a", "b", "first"),
    "border_denied": ("a", "b", "first"),
    "no_neighbour": ("land",),
    "not_taking_part": ("land", "region"),
    "wrong_homeland_count": ("players", "found"),
    "homeland_is_forest": ("land",),
    "start_card_is_homeland": ("land",),
    "too_many_cards": ("region", "slots", "found"),
    "two_forests": ("region", "first", "land"),
    "cut_off": ("players", "lands"),
    "wrong_peace_count": ("found",),
    "too_many_copies": ("tile", "most", "found"),
}


@dataclass(frozen=True, slots=True)
class Land:
    """A country on the map (2.1.2)."""

    id: str
    label: str
    region: str


@dataclass(frozen=True, slots=True)
class Region:
    """Lands that belong together, and how many slots their row has (2.1.3)."""

    id: str
    label: str
    lands: tuple[str, ...]
    slots: int


@dataclass(frozen=True, slots=True)
class Border:
    """Two lands that touch, or that a dashed line over the sea joins (2.1.2)."""

    a: str
    b: str
    kind: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What lies where at the start with so many Carolingians (2.2)."""

    players: int
    regions: tuple[str, ...]
    start_cards: tuple[str, ...]
    homelands: tuple[str, ...]
    forests: tuple[str, ...]
    events_ready: int  # event tiles on the Scriptorium
    events_later: int  # event tiles that wait on the second year
    hunger_base: int  # Hunger cards that come one a year (2.2.2, 6.1.1)
    hunger_advanced: int
    gangs_814: int  # all gangs there are in Scenario 814 (§3.4)


@dataclass(frozen=True, slots=True)
class Board:
    """A whole board, checked. Lands are in board order (C25)."""

    name: str
    lands: tuple[Land, ...]
    regions: tuple[Region, ...]
    borders: tuple[Border, ...]
    setups: dict[int, Setup] = field(compare=False)
    active_tiles: tuple[str, ...]
    no_action_tiles: int
    inactive_tiles: tuple[str, ...]
    followers: int
    gangs: int
    counters: int
    trophies: int
    hunger_cards: int
    start_leudes: int
    start_nobiles: int
    start_missi: int
    start_homeland: int
    colours: tuple[str, ...]
    first_year: int
    final_year: int
    usual_last_year: int
    years_814: tuple[int, int, int] | None  # first, last, usual
    problems: tuple[
        tuple[str, int], ...
    ]  # a tile and the number of Carolingians from which it plays (814 §3.5.1)
    honour_lengths: dict[int, int] = field(compare=False)  # by Carolingians (814 §3.2)
    hourglass: int  # seconds (8)
    digest: str
    source: dict[str, Any] = field(compare=False, repr=False)  # all the file says, for maps and reports

    @property
    def is_standard(self) -> bool:
        """Whether this is the shipped board, to the last note."""
        return self.digest == standard().digest


# ---- Reading -------------------------------------------------------------------------------------


@cache
def standard() -> Board:
    """The board that comes with the program."""
    shipped = resources.files("aachen.games.carolingi") / "boards" / "carolingi.json"
    return parse_text(shipped.read_text(encoding="utf-8"))


def load(path: Traversable) -> Board:
    """The board in a file. The edge hands us the path, a `pathlib.Path`: here nobody can name one."""
    told = str(path)
    try:
        raw = _read(path, told)
    except (OSError, ValueError):
        raise bad("file_unreadable", path=told) from None
    if len(raw) > MOST_BYTES:
        raise bad("file_too_large", path=told, most=MOST_BYTES)
    try:
        text = raw.decode("utf-8-sig")  # some editors put a mark in front
    except UnicodeDecodeError as fault:
        raise bad("not_utf8", path=told, byte=fault.start) from None
    return parse_text(text)


def _read(path: Traversable, told: str) -> bytes:
    if path.is_dir():
        raise bad("file_is_folder", path=told)
    if not path.is_file():  # a pipe is none either, and could keep us waiting for ever
        raise bad("file_missing", path=told)
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def parse_text(text: str) -> Board:
    """The board in a JSON text."""
    twice: list[str] = []

    def keep_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
        twice.extend(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        return dict(pairs)

    try:
        data = json.loads(text, object_pairs_hook=keep_keys)
    except json.JSONDecodeError as fault:
        raise bad("not_json", line=fault.lineno, column=fault.colno) from None
    except ValueError:  # a whole number of more digits than Python reads
        raise bad("bad_number") from None
    except RecursionError:
        raise bad("too_deep", most=MOST_DEPTH) from None
    if twice:
        raise BadInput([Fault("duplicate_key", "", {"key": _clip(key)}) for key in twice])
    return parse(data)


def parse(data: object) -> Board:
    """The board in parsed JSON, or every fault in it."""
    order: dict[str, int] = {}
    faults = _Faults()
    _walk(data, "", 0, order, faults)
    if not faults:
        _judge(data, faults)
    if faults:
        raise BadInput(sorted(faults, key=lambda fault: _place_in_file(fault.where, order)))
    return _build(cast(dict[str, Any], data))


def _judge(data: object, faults: _Faults) -> None:
    if isinstance(data, dict) and data.get("format", FORMAT) != FORMAT:
        faults.add("unknown_format", "format", found=_told(data["format"]), known=FORMAT)
        return  # another format has other rules: more faults would only mislead
    _TOP(data, "", faults)
    if not isinstance(data, dict):
        return
    broken = {
        _section(fault.where) for fault in faults if fault.code in _SHAPELESS and not _is_ornament(fault)
    }
    sound = {key: data[key] for key in data if key not in broken}
    for check, needs in _SENSE:
        if all(key in sound for key in needs):
            check(sound, faults)
    _check_provenance({key: data[key] for key in data if key != "about"}, "", faults)


def _build(data: dict[str, Any]) -> Board:
    counts, court, tiles, years = data["counts"], data["court"], data["tiles"], data["years"]
    return Board(
        name=data["name"],
        lands=tuple(Land(each["id"], each["label"], each["region"]) for each in data["lands"]),
        regions=tuple(
            Region(each["id"], each["label"], tuple(each["lands"]), each["slots"]) for each in data["regions"]
        ),
        borders=tuple(Border(each["a"], each["b"], each["kind"]) for each in data["borders"]),
        setups={players: _build_setup(players, each) for players, _, each in _setups(data)},
        active_tiles=tuple(tiles["active"]),
        no_action_tiles=tiles["no_action"],
        inactive_tiles=tuple(tiles["inactive"]),
        followers=counts["followers"],
        gangs=counts["gangs"],
        counters=counts["counters"],
        trophies=counts["trophies"],
        hunger_cards=counts["hunger_cards"],
        start_leudes=court["leudes"],
        start_nobiles=court["nobiles"],
        start_missi=court["missi"],
        start_homeland=court["homeland"],
        colours=tuple(data["colours"]),
        first_year=years["first"],
        final_year=years["last"],
        usual_last_year=years["usual"],
        years_814=_build_years_814(data),
        problems=tuple((each["tile"], each["number"]) for each in data.get("problems", {}).get("tiles", ())),
        honour_lengths={int(n): each for n, each in data.get("honour_bar", {}).get("lengths", {}).items()},
        hourglass=data.get("hourglass", {}).get("seconds", USUAL_HOURGLASS),
        digest=_digest(data),
        source=copy.deepcopy(data),
    )


def _build_years_814(data: dict[str, Any]) -> tuple[int, int, int] | None:
    years = data.get("years_814")
    return (years["first"], years["last"], years["usual"]) if years else None


def _build_setup(players: int, each: dict[str, Any]) -> Setup:
    return Setup(
        players,
        tuple(each["regions"]),
        tuple(each["start_cards"]),
        tuple(each["homelands"]),
        tuple(each["forests"]),
        each["events_ready"],
        each["events_later"],
        each.get("hunger_base", 1),
        each.get("hunger_advanced", players - 1),
        each.get("gangs_814", GANGS_A_PLAYER_814 * players),
    )


def _digest(data: dict[str, Any]) -> str:
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()[:16]


# ---- Faults and their places ---------------------------------------------------------------------


class _Faults(list[Fault]):
    """The faults found so far."""

    def add(self, code: str, where: str, **facts: Fact) -> None:
        self.append(Fault(code, where, facts))


# After one of these the rest of a section cannot be relied on.
_SHAPELESS: Final = frozenset({"wrong_type", "missing_key", "wrong_length"})
_ORNAMENTS: Final = frozenset({"label", "lon", "lat", "anchor", "seeds", "note", "provenance", "confidence"})

_JSON_NAMES: Final[dict[type, str]] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "list",
    dict: "object",
    type(None): "null",
}


def _json_name(value: object) -> str:
    return _JSON_NAMES.get(type(value), "other")


def _clip(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def _told(value: object) -> str:
    return _clip(value) if isinstance(value, str) else _json_name(value)


def _join(where: str, key: str) -> str:
    return f"{where}.{_clip(key)}" if where else _clip(key)


def _children(value: object, where: str) -> Iterator[tuple[str, str, object]]:
    """Key, place and value of everything directly inside a list or an object."""
    if isinstance(value, list):
        for at, entry in enumerate(value):
            yield "", f"{where}[{at}]", entry
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield key, _join(where, str(key)), entry


def _walk(value: object, where: str, depth: int, order: dict[str, int], faults: _Faults) -> None:
    """Note the order of all places, and refuse what no JSON file of sensible size can hold."""
    order.setdefault(where, len(order))
    if type(value) not in _JSON_NAMES:
        faults.add("wrong_type", where, expected="object", found="other")
    elif isinstance(value, (int, float)) and not abs(value) < 10**15:  # so put, it refuses nan too
        faults.add("bad_number", where)
    elif depth > MOST_DEPTH:
        faults.add("too_deep", where, most=MOST_DEPTH)
    else:
        for key, place, entry in _children(value, where):
            if not isinstance(key, str):
                faults.add("wrong_type", place, expected="string", found=_json_name(key))
            _walk(entry, place, depth + 1, order, faults)


def _place_in_file(where: str, order: dict[str, int]) -> int:
    """The place of the nearest thing that is in the file: a missing key sorts with its owner."""
    while where not in order:
        where = where[: max(where.rfind("."), where.rfind("["), 0)]
    return order[where]


def _is_ornament(fault: Fault) -> bool:
    """Whether only something is wrong that no rule needs: the rest of its section can still be judged."""
    key = (
        fault.facts["key"]
        if fault.code == "missing_key"
        else re.sub(r"(\[\d+\])+$", "", fault.where).split(".")[-1]
    )
    return key in _ORNAMENTS


def _section(where: str) -> str:
    return re.split(r"[.\[]", where, maxsplit=1)[0]


# ---- Shapes --------------------------------------------------------------------------------------

_Check = Callable[[object, str, _Faults], None]


def _is(kind: type, value: object, where: str, faults: _Faults) -> bool:
    """Whether the value has this type exactly: true is no whole number."""
    if type(value) is kind:
        return True
    faults.add("wrong_type", where, expected=_JSON_NAMES[kind], found=_json_name(value))
    return False


def _free(value: object, where: str, faults: _Faults) -> None:
    """Anything goes."""


def _string(value: object, where: str, faults: _Faults) -> None:
    _is(str, value, where, faults)


def _object(value: object, where: str, faults: _Faults) -> None:
    _is(dict, value, where, faults)


def _label(value: object, where: str, faults: _Faults) -> None:
    if _is(str, value, where, faults):
        text = cast(str, value)
        if not (text.strip() and text.isprintable() and len(text) <= 60):
            faults.add("bad_label", where, found=ascii(_clip(text)))


def _id(value: object, where: str, faults: _Faults) -> None:
    if not _is(str, value, where, faults):
        return
    name = cast(str, value)
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name):
        faults.add("bad_id", where, id=_clip(name))
    elif name in RESERVED:
        faults.add("reserved_id", where, id=name)


def _whole(least: int, most: int) -> _Check:
    def check(value: object, where: str, faults: _Faults) -> None:
        if _is(int, value, where, faults) and not least <= cast(int, value) <= most:
            faults.add("out_of_range", where, least=least, most=most, found=value)

    return check


def _number(least: int, most: int) -> _Check:
    def check(value: object, where: str, faults: _Faults) -> None:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            faults.add("wrong_type", where, expected="number", found=_json_name(value))
        elif not least <= value <= most:
            faults.add("out_of_range", where, least=least, most=most, found=value)

    return check


def _one_of(*allowed: str) -> _Check:
    def check(value: object, where: str, faults: _Faults) -> None:
        if _is(str, value, where, faults) and value not in allowed:
            faults.add("not_one_of", where, found=_told(value), allowed=list(allowed))

    return check


def _list_of(check_entry: _Check, least: int = 0, most: int = 1000) -> _Check:
    def check(value: object, where: str, faults: _Faults) -> None:
        if not _is(list, value, where, faults):
            return
        found = len(cast(list[object], value))
        if not least <= found <= most:
            faults.add("wrong_length", where, least=least, most=most, found=found)
            return
        for _, place, entry in _children(value, where):
            check_entry(entry, place, faults)

    return check


def _table(required: dict[str, _Check], optional: dict[str, _Check] | None = None) -> _Check:
    """An object with these keys and no others, except keys that begin with x-."""
    known = required | (optional or {})

    def check(value: object, where: str, faults: _Faults) -> None:
        if not _is(dict, value, where, faults):
            return
        for key in required:
            if key not in cast(dict[str, object], value):
                faults.add("missing_key", where, key=key)
        for key, place, entry in _children(value, where):
            if key in known:
                known[key](entry, place, faults)
            elif not key.startswith("x-"):
                faults.add("unknown_key", place, key=_clip(key))

    return check


_NUMBERS: Final = tuple(str(players) for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1))


def _by_players(check_entry: _Check) -> _Check:
    """An object with one entry for each number of players that the board provides for."""
    entries = _table({}, dict.fromkeys(_NUMBERS, check_entry))

    def check(value: object, where: str, faults: _Faults) -> None:
        entries(value, where, faults)
        if isinstance(value, dict) and not any(key in _NUMBERS for key in value):
            faults.add("wrong_length", where, least=1, most=len(_NUMBERS), found=0)

    return check


_PIECES: Final = _whole(1, MOST_PIECES)
_STRINGS: Final = _list_of(_string, most=MOST_LANDS)
_POINT: Final = _list_of(_number(-180, 180), 2, 2)
_POINTS: Final = _list_of(_POINT)
_WHENCE: Final[dict[str, _Check]] = {"provenance": _free, "confidence": _free, "note": _string}
_YEARS: Final = _table({"first": _whole(1, 9999), "last": _whole(1, 9999), "usual": _whole(1, 9999)}, _WHENCE)

_COUNTS: Final = _table(
    {
        "followers": _whole(1, MOST_IN_ONE_LAND),
        "gangs": _PIECES,
        "counters": _PIECES,
        "trophies": _PIECES,
        "hunger_cards": _PIECES,
        "event_tiles": _PIECES,
        "country_cards": _whole(3, MOST_LANDS),
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

_COURT: Final = _table(
    {
        "leudes": _whole(0, MOST_IN_ONE_LAND),
        "nobiles": _whole(0, MOST_IN_ONE_LAND),
        "missi": _whole(0, MOST_IN_ONE_LAND),
        "homeland": _whole(1, MOST_IN_ONE_LAND),
    },
    _WHENCE,
)

_REGION: Final = _table(
    {"id": _id, "label": _label, "slots": _whole(1, MOST_LANDS), "lands": _STRINGS},
    _WHENCE,
)

_LAND: Final = _table(
    {"id": _id, "label": _label, "region": _string},
    {"lon": _number(-180, 180), "lat": _number(-90, 90), "anchor": _POINT, "seeds": _POINTS, **_WHENCE},
)

_BORDER: Final = _table(
    {"a": _string, "b": _string, "kind": _one_of(*KINDS)},
    {"drawn_km": _number(0, 40_000), **_WHENCE},
)

_OUTSIDE: Final = _table(
    {"id": _id, "label": _label},
    {"colour": _string, "seeds": _POINTS, **_WHENCE},
)

_SETUP: Final = _table(
    {
        "regions": _STRINGS,
        "start_cards": _STRINGS,
        "homelands": _STRINGS,
        "forests": _STRINGS,
        "events_ready": _whole(0, MOST_PIECES),
        "events_later": _whole(0, MOST_PIECES),
    },
    {
        "hunger_base": _whole(0, MOST_PIECES),
        "hunger_advanced": _whole(0, MOST_PIECES),
        "gangs_814": _whole(0, MOST_PIECES),
        "stated": _table({}, dict.fromkeys(("lands", "slots", "gangs", "archivium"), _whole(0, MOST_PIECES))),
        **_WHENCE,
    },
)

_ACTIONS: Final = TILE_NAMES[: TILE_NAMES.index("peace")]  # Peace and No-action have their own rules

_TILES: Final = _table(
    {
        "active": _list_of(_one_of(*_ACTIONS), 1, 40),
        "no_action": _whole(FEWEST_NO_ACTION, MOST_COPIES),
        "inactive": _list_of(_one_of(*_ACTIONS, "peace"), 0, 40),
    },
    _WHENCE,
)

_PROBLEMS: Final = _table(
    {"tiles": _list_of(_table({"tile": _one_of(*_ACTIONS), "number": _whole(FEWEST_PLAYERS, MOST_PLAYERS)}))},
    _WHENCE,
)

_HONOUR_BAR: Final = _table({"lengths": _by_players(_PIECES)}, {"masks": _by_players(_PIECES), **_WHENCE})

_TOP: Final = _table(
    {
        "format": _string,
        "game": _one_of("carolingi"),
        "name": _label,
        "years": _YEARS,
        "counts": _COUNTS,
        "court": _COURT,
        "colours": _list_of(_id, FEWEST_PLAYERS, 12),
        "regions": _list_of(_REGION, 1, MOST_LANDS),
        "lands": _list_of(_LAND, 3, MOST_LANDS),
        "borders": _list_of(_BORDER, 2, MOST_LANDS * (MOST_LANDS - 1) // 2),
        "setup": _by_players(_SETUP),
        "tiles": _TILES,
    },
    {
        "about": _object,
        "sources": _object,
        "years_814": _YEARS,
        "no_borders": _list_of(_table({"a": _string, "b": _string}, _WHENCE), most=2000),
        "outside": _list_of(_OUTSIDE),
        "void_seeds": _POINTS,
        "problems": _PROBLEMS,
        "honour_bar": _HONOUR_BAR,
        "hourglass": _table({"seconds": _whole(1, 3600)}, _WHENCE),
        "alternatives": _list_of(_object),
    },
)


# ---- Sense: pieces -------------------------------------------------------------------------------

_Data = dict[str, Any]


def _check_years(data: _Data, faults: _Faults, section: str = "years") -> None:
    """The sundial stands on one of at most ten years (2.2.4)."""
    years = data[section]
    first, usual, last = years["first"], years["usual"], years["last"]
    if not first <= usual <= last:
        faults.add("years_out_of_order", section, first=first, usual=usual, last=last)
    elif last - first + 1 > MOST_YEARS:
        faults.add("too_many_years", section, most=MOST_YEARS, found=last - first + 1)


def _check_years_814(data: _Data, faults: _Faults) -> None:
    _check_years(data, faults, "years_814")


def _check_country_cards(data: _Data, faults: _Faults) -> None:
    """There is one card for each land (2.1.3)."""
    _check_sum(faults, "counts.country_cards", data["counts"]["country_cards"], len(data["lands"]))


def _check_court(data: _Data, faults: _Faults) -> None:
    """Every follower of a colour has a place at the start (2.2.7, 2.2.8)."""
    placed = sum(data["court"][place] for place in ("leudes", "nobiles", "missi", "homeland"))
    _check_sum(faults, "court", data["counts"]["followers"], placed)


def _check_colours(data: _Data, faults: _Faults) -> None:
    _check_twice(data["colours"], "colours", faults)
    largest = max(players for players, _, _ in _setups(data))
    _check_enough(faults, "colours", "colours", largest, len(set(data["colours"])))


def _check_tiles(data: _Data, faults: _Faults) -> None:
    """Exactly one Peace, inactive at first (2.1.1)."""
    tiles = data["tiles"]
    peace = tiles["inactive"].count("peace")
    if peace != 1:
        faults.add("wrong_peace_count", "tiles.inactive", found=peace)
    for tile, copies in Counter(tiles["active"] + tiles["inactive"]).items():
        if copies > MOST_COPIES:
            faults.add("too_many_copies", "tiles", tile=_clip(tile), most=MOST_COPIES, found=copies)


def _check_problems(data: _Data, faults: _Faults) -> None:
    stated = data["counts"].get("problem_tiles")
    if stated is not None:
        _check_sum(faults, "counts.problem_tiles", stated, len(data["problems"]["tiles"]))


def _check_sum(faults: _Faults, where: str, stated: int, counted: int) -> None:
    if stated != counted:
        faults.add("wrong_sum", where, stated=stated, counted=counted)


def _check_enough(faults: _Faults, where: str, piece: str, needed: int, available: int) -> None:
    if needed > available:
        faults.add("too_few_pieces", where, piece=piece, needed=needed, available=available)


def _check_twice(ids: list[str], where: str, faults: _Faults) -> None:
    for at, each in enumerate(ids):
        if each in ids[:at]:
            faults.add("listed_twice", f"{where}[{at}]", id=_clip(each))


# ---- Sense: the map ------------------------------------------------------------------------------


def _check_ids(data: _Data, faults: _Faults) -> None:
    """One name, one thing: also a region and a land are told apart by their ids."""
    first: dict[str, str] = {}
    for section in ("regions", "lands", "outside"):
        for _, where, each in _children(data.get(section, []), section):
            name = cast(_Data, each)["id"]
            if name in first:
                faults.add("duplicate_id", f"{where}.id", id=_clip(name), first=first[name])
            first.setdefault(name, f"{where}.id")


def _check_colour_words(data: _Data, faults: _Faults) -> None:
    """A line of notation that begins with a colour must not mean a land."""
    for section in ("regions", "lands"):
        for at, each in enumerate(data[section]):
            if each["id"] in data["colours"]:
                faults.add("reserved_id", f"{section}[{at}].id", id=each["id"])


def _check_regions(data: _Data, faults: _Faults) -> None:
    """Each region lists its lands and has two fewer slots than lands (2.1.3)."""
    home = _home_of(data)
    seen: set[str] = set()
    for at, region in enumerate(data["regions"]):
        for place, land in enumerate(region["lands"]):
            _check_listing(land, region["id"], f"regions[{at}].lands[{place}]", home, seen, faults)
        lands = len({land for land in region["lands"] if land in home})
        if region["slots"] != lands - 2:
            facts: dict[str, Fact] = dict(lands=lands, stated=region["slots"], needed=lands - 2)
            faults.add("wrong_slots", f"regions[{at}].slots", region=_clip(region["id"]), **facts)


def _check_listing(
    land: str, region: str, where: str, home: dict[str, str], seen: set[str], faults: _Faults
) -> None:
    if land not in home:
        faults.add("unknown_land", where, land=_clip(land))
    elif land in seen:
        faults.add("listed_twice", where, id=_clip(land))
    elif home[land] != region:
        faults.add("region_disagrees", where, land=land, listed=region, says=_clip(home[land]))
    seen.add(land)


def _check_homes(data: _Data, faults: _Faults) -> None:
    """Each land names a region that exists, and some region lists it."""
    listed = {land for region in data["regions"] for land in region["lands"]}
    known = {region["id"] for region in data["regions"]}
    for at, land in enumerate(data["lands"]):
        if land["region"] not in known:
            faults.add("unknown_region", f"lands[{at}].region", region=_clip(land["region"]))
        elif land["id"] not in listed:
            faults.add("in_no_region_list", f"lands[{at}].region", land=land["id"], region=land["region"])


def _check_borders(data: _Data, faults: _Faults) -> None:
    """Each border joins two lands and is written once."""
    known = _home_of(data)
    first: dict[frozenset[str], str] = {}
    for section in ("borders", "no_borders"):
        for _, where, each in _children(data.get(section, []), section):
            _check_border(cast(_Data, each), where, known, first, faults)


def _check_border(
    border: _Data, where: str, known: dict[str, str], first: dict[frozenset[str], str], faults: _Faults
) -> None:
    a, b = border["a"], border["b"]
    strangers = [end for end in ("a", "b") if border[end] not in known]
    for end in strangers:
        faults.add("unknown_land", f"{where}.{end}", land=_clip(border[end]))
    if strangers:
        return
    before = first.setdefault(frozenset((a, b)), where)
    if a == b:
        faults.add("border_to_itself", where, land=a)
    elif _section(before) != _section(where):
        faults.add("border_denied", where, a=a, b=b, first=before)
    elif before != where:
        faults.add("border_twice", where, a=a, b=b, first=before)


def _check_neighbours(data: _Data, faults: _Faults) -> None:
    joined = _joined(data)
    for at, land in enumerate(data["lands"]):
        if land["id"] not in joined:
            faults.add("no_neighbour", f"lands[{at}]", land=land["id"])


def _home_of(data: _Data) -> dict[str, str]:
    """The region of each land, in board order."""
    return {land["id"]: land["region"] for land in data["lands"]}


def _joined(data: _Data) -> dict[str, set[str]]:
    """The neighbours of each land that has any."""
    joined: dict[str, set[str]] = {}
    for border in data["borders"]:
        if border["a"] != border["b"]:
            joined.setdefault(border["a"], set()).add(border["b"])
            joined.setdefault(border["b"], set()).add(border["a"])
    return joined


# ---- Sense: set-ups ------------------------------------------------------------------------------


def _setups(data: _Data) -> Iterator[tuple[int, str, _Data]]:
    """Players, place and content of each set-up, in the order of the file."""
    for key, setup in data["setup"].items():
        if key in _NUMBERS:
            yield int(key), f"setup.{key}", setup


def _check_setups(data: _Data, faults: _Faults) -> None:
    """Lists first; what follows from them is judged only when they are right."""
    for players, where, setup in _setups(data):
        before = len(faults)
        _check_setup_regions(data, setup, where, faults)
        _check_setup_lands(data, setup, where, faults)
        _check_homelands(players, setup, where, faults)
        _check_start_cards(data, setup, where, faults)
        _check_forests(data, setup, where, faults)
        if len(faults) == before:
            _check_stated(data, setup, where, faults)
        _check_pieces(data, setup, where, faults)


def _check_setup_regions(data: _Data, setup: _Data, where: str, faults: _Faults) -> None:
    _check_twice(setup["regions"], f"{where}.regions", faults)
    known = {region["id"] for region in data["regions"]}
    for at, region in enumerate(setup["regions"]):
        if region not in known:
            faults.add("unknown_region", f"{where}.regions[{at}]", region=_clip(region))


def _check_setup_lands(data: _Data, setup: _Data, where: str, faults: _Faults) -> None:
    """Nothing may lie on lands of absent regions (2.2.1)."""
    home = _home_of(data)
    for name in ("start_cards", "homelands", "forests"):
        _check_twice(setup[name], f"{where}.{name}", faults)
        for at, land in enumerate(setup[name]):
            place = f"{where}.{name}[{at}]"
            if land not in home:
                faults.add("unknown_land", place, land=_clip(land))
            elif home[land] not in setup["regions"]:
                faults.add("not_taking_part", place, land=land, region=_clip(home[land]))


def _check_homelands(players: int, setup: _Data, where: str, faults: _Faults) -> None:
    """One homeland for each Carolingian, none of them a forest (2.2.8)."""
    if len(setup["homelands"]) != players:
        found = len(setup["homelands"])
        faults.add("wrong_homeland_count", f"{where}.homelands", players=players, found=found)
    for at, land in enumerate(setup["homelands"]):
        if land in setup["forests"]:
            faults.add("homeland_is_forest", f"{where}.homelands[{at}]", land=_clip(land))


def _check_start_cards(data: _Data, setup: _Data, where: str, faults: _Faults) -> None:
    """Cards of homelands leave the game, and a row cannot start overfull (2.2.2)."""
    home = _home_of(data)
    for at, land in enumerate(setup["start_cards"]):
        if land in setup["homelands"]:
            faults.add("start_card_is_homeland", f"{where}.start_cards[{at}]", land=_clip(land))
    in_row = Counter(home.get(land) for land in setup["start_cards"])
    for region in data["regions"]:
        found = in_row[region["id"]]
        if found > region["slots"]:
            facts: dict[str, Fact] = dict(region=region["id"], slots=region["slots"], found=found)
            faults.add("too_many_cards", f"{where}.start_cards", **facts)


def _check_forests(data: _Data, setup: _Data, where: str, faults: _Faults) -> None:
    """At most one forest in a region (2.2.3, 3.5)."""
    home = _home_of(data)
    first: dict[str, str] = {}
    for at, land in enumerate(setup["forests"]):
        region = home.get(land)
        if region is None:
            continue
        before = first.setdefault(region, land)
        if before != land:
            facts: dict[str, Fact] = dict(region=_clip(region), first=before, land=land)
            faults.add("two_forests", f"{where}.forests[{at}]", **facts)


def _check_stated(data: _Data, setup: _Data, where: str, faults: _Faults) -> None:
    """Numbers that somebody counted by hand must be what the lists give; gangs must suffice (2.2.9)."""
    lands = sum(home in setup["regions"] for home in _home_of(data).values())
    slots = lands - 2 * len(setup["regions"])
    gangs = lands - len(setup["homelands"]) - len(setup["forests"])
    archivium = lands - len(setup["homelands"]) - len(setup["start_cards"])
    counted = {"lands": lands, "slots": slots, "gangs": gangs, "archivium": archivium}
    for name, stated in setup.get("stated", {}).items():
        if name in counted:
            _check_sum(faults, f"{where}.stated.{name}", stated, counted[name])
    _check_enough(faults, where, "gangs", gangs, data["counts"]["gangs"])


def _check_pieces(data: _Data, setup: _Data, where: str, faults: _Faults) -> None:
    counts = data["counts"]
    forests = len(setup["forests"])
    events = setup["events_ready"] + setup["events_later"]
    _check_enough(faults, where, "event_tiles", events, counts["event_tiles"])
    for name in ("hunger_base", "hunger_advanced"):
        _check_enough(faults, f"{where}.{name}", "hunger_cards", setup.get(name, 0), counts["hunger_cards"])
    _check_enough(faults, f"{where}.gangs_814", "gangs", setup.get("gangs_814", 0), counts["gangs"])
    _check_enough(faults, f"{where}.forests", "forest_tiles", forests, counts.get("forest_tiles", forests))


def _check_connected(data: _Data, faults: _Faults) -> None:
    """From every land in play one can march to every other; lands without any neighbour are told apart."""
    joined = _joined(data)
    home = _home_of(data)
    for players, where, setup in _setups(data):
        lands = [land for land in home if home[land] in setup["regions"] and land in joined]
        together = _largest_part(lands, joined)
        cut_off = [land for land in lands if land not in together]
        if cut_off:
            faults.add("cut_off", f"{where}.regions", players=players, lands=cut_off)


def _largest_part(lands: list[str], joined: dict[str, set[str]]) -> set[str]:
    parts: list[set[str]] = [set()]
    left = set(lands)
    for start in lands:
        if start not in left:
            continue
        part, edge = {start}, [start]
        while edge:
            fresh = (joined[edge.pop()] & left) - part
            part |= fresh
            edge += fresh
        left -= part
        parts.append(part)
    return max(parts, key=len)


# ---- Sense: where it comes from ------------------------------------------------------------------


def _check_provenance(value: object, where: str, faults: _Faults) -> None:
    """Wherever provenance or confidence is told, it is told in the same words."""
    for key, place, entry in _children(value, where):
        if key == "provenance":
            _check_leaves(entry, place, _one_of(*PROVENANCES), faults)
        elif key == "confidence":
            _check_leaves(entry, place, _number(0, 1), faults)
        elif not key.startswith("x-"):
            _check_provenance(entry, place, faults)


def _check_leaves(value: object, where: str, check: _Check, faults: _Faults) -> None:
    """One word for the whole, or an object with one for each part."""
    if not isinstance(value, dict):
        check(value, where, faults)
        return
    for key, place, entry in _children(value, where):
        if not key.startswith("x-"):
            _check_leaves(entry, place, check, faults)


_MAP: Final = ("regions", "lands")
_SENSE: Final[tuple[tuple[Callable[[_Data, _Faults], None], tuple[str, ...]], ...]] = (
    (_check_years, ("years",)),
    (_check_years_814, ("years_814",)),
    (_check_country_cards, ("counts", "lands")),
    (_check_problems, ("counts", "problems")),
    (_check_court, ("counts", "court")),
    (_check_colours, ("colours", "setup")),
    (_check_ids, _MAP),
    (_check_colour_words, (*_MAP, "colours")),
    (_check_regions, _MAP),
    (_check_homes, _MAP),
    (_check_borders, ("lands", "borders")),
    (_check_neighbours, ("lands", "borders")),
    (_check_setups, (*_MAP, "setup", "counts")),
    (_check_connected, (*_MAP, "borders", "setup")),
    (_check_tiles, ("tiles",)),
)
