"""The board of Carolingi as data (2.1, 2.2): lands, regions, borders, pieces and set-ups.

The shipped board is `boards/carolingi.json`; `docs/board-file.md` explains the format.
A board file is checked completely before anybody plays on it: `parse` names every fault, in file order.
First each value's shape is checked (`TOP`), then what the parts say together (`SENSE`).
"""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, cast

from aachen.core.errors import BadInput, Fault, bad
from aachen.core.json_shapes import JSON_NAMES, FaultList, children, clip, described, json_name, section_of
from aachen.games.carolingi.board_limits import (
    FORMAT,
    GANGS_A_PLAYER_814,
    MOST_BYTES,
    MOST_DEPTH,
    USUAL_HOURGLASS,
)
from aachen.games.carolingi.board_sense import SENSE, check_provenance, setups
from aachen.games.carolingi.board_shapes import TOP

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
    shown_path = str(path)
    try:
        raw = _read(path, shown_path)
    except (OSError, ValueError):
        raise bad("file_unreadable", path=shown_path) from None
    if len(raw) > MOST_BYTES:
        raise bad("file_too_large", path=shown_path, most=MOST_BYTES)
    try:
        text = raw.decode("utf-8-sig")  # some editors put a mark in front
    except UnicodeDecodeError as fault:
        raise bad("not_utf8", path=shown_path, byte=fault.start) from None
    return parse_text(text)


def _read(path: Traversable, shown_path: str) -> bytes:
    if path.is_dir():
        raise bad("file_is_folder", path=shown_path)
    if not path.is_file():  # a pipe is none either, and could keep us waiting for ever
        raise bad("file_missing", path=shown_path)
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
        raise BadInput([Fault("duplicate_key", "", {"key": clip(key)}) for key in twice])
    return parse(data)


def parse(data: object) -> Board:
    """The board in parsed JSON, or every fault in it."""
    order: dict[str, int] = {}
    faults = FaultList()
    _walk(data, "", 0, order, faults)
    if not faults:
        _check(data, faults)
    if faults:
        raise BadInput(sorted(faults, key=lambda fault: _place_in_file(fault.where, order)))
    return _build(cast(dict[str, Any], data))


def _check(data: object, faults: FaultList) -> None:
    if isinstance(data, dict) and data.get("format", FORMAT) != FORMAT:
        faults.add("unknown_format", "format", found=described(data["format"]), known=FORMAT)
        return  # another format has other rules: more faults would only mislead
    TOP(data, "", faults)
    if not isinstance(data, dict):
        return
    broken = {
        section_of(fault.where) for fault in faults if fault.code in _SHAPELESS and not _is_ornament(fault)
    }
    sound = {key: data[key] for key in data if key not in broken}
    for check, needs in SENSE:
        if all(key in sound for key in needs):
            check(sound, faults)
    check_provenance({key: data[key] for key in data if key != "about"}, "", faults)


def _build(data: dict[str, Any]) -> Board:
    counts, court, tiles, years = data["counts"], data["court"], data["tiles"], data["years"]
    return Board(
        name=data["name"],
        lands=tuple(Land(each["id"], each["label"], each["region"]) for each in data["lands"]),
        regions=tuple(
            Region(each["id"], each["label"], tuple(each["lands"]), each["slots"]) for each in data["regions"]
        ),
        borders=tuple(Border(each["a"], each["b"], each["kind"]) for each in data["borders"]),
        setups={players: _build_setup(players, each) for players, _, each in setups(data)},
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

# After one of these the rest of a section cannot be relied on.
_SHAPELESS: Final = frozenset({"wrong_type", "missing_key", "wrong_length"})
_ORNAMENTS: Final = frozenset({"label", "lon", "lat", "anchor", "seeds", "note", "provenance", "confidence"})


def _walk(value: object, where: str, depth: int, order: dict[str, int], faults: FaultList) -> None:
    """Note the order of all places, and refuse what no JSON file of sensible size can hold."""
    order.setdefault(where, len(order))
    if type(value) not in JSON_NAMES:
        faults.add("wrong_type", where, expected="object", found="other")
    elif isinstance(value, (int, float)) and not abs(value) < 10**15:  # so put, it refuses nan too
        faults.add("bad_number", where)
    elif depth > MOST_DEPTH:
        faults.add("too_deep", where, most=MOST_DEPTH)
    else:
        for key, place, entry in children(value, where):
            if not isinstance(key, str):
                faults.add("wrong_type", place, expected="string", found=json_name(key))
            _walk(entry, place, depth + 1, order, faults)


def _place_in_file(where: str, order: dict[str, int]) -> int:
    """The place of the nearest thing that is in the file: a missing key sorts with its owner."""
    while where not in order:
        where = where[: max(where.rfind("."), where.rfind("["), 0)]
    return order[where]


def _is_ornament(fault: Fault) -> bool:
    """Whether only something is wrong that no rule needs: the rest of its section can still be checked."""
    key = (
        fault.facts["key"]
        if fault.code == "missing_key"
        else re.sub(r"(\[\d+\])+$", "", fault.where).split(".")[-1]
    )
    return key in _ORNAMENTS
