"""Whether the parts of a board of Carolingi fit together: pieces, map, set-ups, and where each part comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

from aachen.core.errors import Fact
from aachen.core.json_shapes import Check, FaultList, children, clip, number, one_of, section_of
from aachen.games.carolingi.board_limits import MOST_COPIES, MOST_YEARS, PROVENANCES
from aachen.games.carolingi.board_shapes import PLAYER_NUMBERS

# ---- Sense: pieces -------------------------------------------------------------------------------

_Data = dict[str, Any]


def _check_years(data: _Data, faults: FaultList, section: str = "years") -> None:
    """The sundial stands on one of at most ten years (2.2.4)."""
    years = data[section]
    first, usual, last = years["first"], years["usual"], years["last"]
    if not first <= usual <= last:
        faults.add("years_out_of_order", section, first=first, usual=usual, last=last)
    elif last - first + 1 > MOST_YEARS:
        faults.add("too_many_years", section, most=MOST_YEARS, found=last - first + 1)


def _check_years_814(data: _Data, faults: FaultList) -> None:
    _check_years(data, faults, "years_814")


def _check_country_cards(data: _Data, faults: FaultList) -> None:
    """There is one card for each land (2.1.3)."""
    _check_sum(faults, "counts.country_cards", data["counts"]["country_cards"], len(data["lands"]))


def _check_court(data: _Data, faults: FaultList) -> None:
    """Every follower of a colour has a place at the start (2.2.7, 2.2.8)."""
    placed = sum(data["court"][place] for place in ("leudes", "nobiles", "missi", "homeland"))
    _check_sum(faults, "court", data["counts"]["followers"], placed)


def _check_colours(data: _Data, faults: FaultList) -> None:
    _check_twice(data["colours"], "colours", faults)
    largest = max(players for players, _, _ in setups(data))
    _check_enough(faults, "colours", "colours", largest, len(set(data["colours"])))


def _check_tiles(data: _Data, faults: FaultList) -> None:
    """Exactly one Peace, inactive at first (2.1.1)."""
    tiles = data["tiles"]
    peace = tiles["inactive"].count("peace")
    if peace != 1:
        faults.add("wrong_peace_count", "tiles.inactive", found=peace)
    for tile, copies in Counter(tiles["active"] + tiles["inactive"]).items():
        if copies > MOST_COPIES:
            faults.add("too_many_copies", "tiles", tile=clip(tile), most=MOST_COPIES, found=copies)


def _check_problems(data: _Data, faults: FaultList) -> None:
    stated = data["counts"].get("problem_tiles")
    if stated is not None:
        _check_sum(faults, "counts.problem_tiles", stated, len(data["problems"]["tiles"]))


def _check_sum(faults: FaultList, where: str, stated: int, counted: int) -> None:
    if stated != counted:
        faults.add("wrong_sum", where, stated=stated, counted=counted)


def _check_enough(faults: FaultList, where: str, piece: str, needed: int, available: int) -> None:
    if needed > available:
        faults.add("too_few_pieces", where, piece=piece, needed=needed, available=available)


def _check_twice(ids: list[str], where: str, faults: FaultList) -> None:
    for at, each in enumerate(ids):
        if each in ids[:at]:
            faults.add("listed_twice", f"{where}[{at}]", id=clip(each))


# ---- Sense: the map ------------------------------------------------------------------------------


def _check_ids(data: _Data, faults: FaultList) -> None:
    """One name, one thing: also a region and a land are told apart by their ids."""
    first: dict[str, str] = {}
    for section in ("regions", "lands", "outside"):
        for _, where, each in children(data.get(section, []), section):
            name = cast(_Data, each)["id"]
            if name in first:
                faults.add("duplicate_id", f"{where}.id", id=clip(name), first=first[name])
            first.setdefault(name, f"{where}.id")


def _check_colour_words(data: _Data, faults: FaultList) -> None:
    """A line of notation that begins with a colour must not mean a land."""
    for section in ("regions", "lands"):
        for at, each in enumerate(data[section]):
            if each["id"] in data["colours"]:
                faults.add("reserved_id", f"{section}[{at}].id", id=each["id"])


def _check_regions(data: _Data, faults: FaultList) -> None:
    """Each region lists its lands and has two fewer slots than lands (2.1.3)."""
    home = _home_of(data)
    seen: set[str] = set()
    for at, region in enumerate(data["regions"]):
        for place, land in enumerate(region["lands"]):
            _check_listing(land, region["id"], f"regions[{at}].lands[{place}]", home, seen, faults)
        lands = len({land for land in region["lands"] if land in home})
        if region["slots"] != lands - 2:
            facts: dict[str, Fact] = dict(lands=lands, stated=region["slots"], needed=lands - 2)
            faults.add("wrong_slots", f"regions[{at}].slots", region=clip(region["id"]), **facts)


def _check_listing(
    land: str, region: str, where: str, home: dict[str, str], seen: set[str], faults: FaultList
) -> None:
    if land not in home:
        faults.add("unknown_land", where, land=clip(land))
    elif land in seen:
        faults.add("listed_twice", where, id=clip(land))
    elif home[land] != region:
        faults.add("region_disagrees", where, land=land, listed=region, says=clip(home[land]))
    seen.add(land)


def _check_homes(data: _Data, faults: FaultList) -> None:
    """Each land names a region that exists, and some region lists it."""
    listed = {land for region in data["regions"] for land in region["lands"]}
    known = {region["id"] for region in data["regions"]}
    for at, land in enumerate(data["lands"]):
        if land["region"] not in known:
            faults.add("unknown_region", f"lands[{at}].region", region=clip(land["region"]))
        elif land["id"] not in listed:
            faults.add("in_no_region_list", f"lands[{at}].region", land=land["id"], region=land["region"])


def _check_borders(data: _Data, faults: FaultList) -> None:
    """Each border joins two lands and is written once."""
    known = _home_of(data)
    first: dict[frozenset[str], str] = {}
    for section in ("borders", "no_borders"):
        for _, where, each in children(data.get(section, []), section):
            _check_border(cast(_Data, each), where, known, first, faults)


def _check_border(
    border: _Data, where: str, known: dict[str, str], first: dict[frozenset[str], str], faults: FaultList
) -> None:
    a, b = border["a"], border["b"]
    strangers = [end for end in ("a", "b") if border[end] not in known]
    for end in strangers:
        faults.add("unknown_land", f"{where}.{end}", land=clip(border[end]))
    if strangers:
        return
    before = first.setdefault(frozenset((a, b)), where)
    if a == b:
        faults.add("border_to_itself", where, land=a)
    elif section_of(before) != section_of(where):
        faults.add("border_denied", where, a=a, b=b, first=before)
    elif before != where:
        faults.add("border_twice", where, a=a, b=b, first=before)


def _check_neighbours(data: _Data, faults: FaultList) -> None:
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


def setups(data: _Data) -> Iterator[tuple[int, str, _Data]]:
    """Players, place and content of each set-up, in the order of the file."""
    for key, setup in data["setup"].items():
        if key in PLAYER_NUMBERS:
            yield int(key), f"setup.{key}", setup


def _check_setups(data: _Data, faults: FaultList) -> None:
    """Lists first; what follows from them is checked only when they are right."""
    for players, where, setup in setups(data):
        before = len(faults)
        _check_setup_regions(data, setup, where, faults)
        _check_setup_lands(data, setup, where, faults)
        _check_homelands(players, setup, where, faults)
        _check_start_cards(data, setup, where, faults)
        _check_forests(data, setup, where, faults)
        if len(faults) == before:
            _check_stated(data, setup, where, faults)
        _check_pieces(data, setup, where, faults)


def _check_setup_regions(data: _Data, setup: _Data, where: str, faults: FaultList) -> None:
    _check_twice(setup["regions"], f"{where}.regions", faults)
    known = {region["id"] for region in data["regions"]}
    for at, region in enumerate(setup["regions"]):
        if region not in known:
            faults.add("unknown_region", f"{where}.regions[{at}]", region=clip(region))


def _check_setup_lands(data: _Data, setup: _Data, where: str, faults: FaultList) -> None:
    """Nothing may lie on lands of absent regions (2.2.1)."""
    home = _home_of(data)
    for name in ("start_cards", "homelands", "forests"):
        _check_twice(setup[name], f"{where}.{name}", faults)
        for at, land in enumerate(setup[name]):
            place = f"{where}.{name}[{at}]"
            if land not in home:
                faults.add("unknown_land", place, land=clip(land))
            elif home[land] not in setup["regions"]:
                faults.add("not_taking_part", place, land=land, region=clip(home[land]))


def _check_homelands(players: int, setup: _Data, where: str, faults: FaultList) -> None:
    """One homeland for each Carolingian, none of them a forest (2.2.8)."""
    if len(setup["homelands"]) != players:
        found = len(setup["homelands"])
        faults.add("wrong_homeland_count", f"{where}.homelands", players=players, found=found)
    for at, land in enumerate(setup["homelands"]):
        if land in setup["forests"]:
            faults.add("homeland_is_forest", f"{where}.homelands[{at}]", land=clip(land))


def _check_start_cards(data: _Data, setup: _Data, where: str, faults: FaultList) -> None:
    """Cards of homelands leave the game, and a row cannot start overfull (2.2.2)."""
    home = _home_of(data)
    for at, land in enumerate(setup["start_cards"]):
        if land in setup["homelands"]:
            faults.add("start_card_is_homeland", f"{where}.start_cards[{at}]", land=clip(land))
    in_row = Counter(home.get(land) for land in setup["start_cards"])
    for region in data["regions"]:
        found = in_row[region["id"]]
        if found > region["slots"]:
            facts: dict[str, Fact] = dict(region=region["id"], slots=region["slots"], found=found)
            faults.add("too_many_cards", f"{where}.start_cards", **facts)


def _check_forests(data: _Data, setup: _Data, where: str, faults: FaultList) -> None:
    """At most one forest in a region (2.2.3, 3.5)."""
    home = _home_of(data)
    first: dict[str, str] = {}
    for at, land in enumerate(setup["forests"]):
        region = home.get(land)
        if region is None:
            continue
        before = first.setdefault(region, land)
        if before != land:
            facts: dict[str, Fact] = dict(region=clip(region), first=before, land=land)
            faults.add("two_forests", f"{where}.forests[{at}]", **facts)


def _check_stated(data: _Data, setup: _Data, where: str, faults: FaultList) -> None:
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


def _check_pieces(data: _Data, setup: _Data, where: str, faults: FaultList) -> None:
    counts = data["counts"]
    forests = len(setup["forests"])
    events = setup["events_ready"] + setup["events_later"]
    _check_enough(faults, where, "event_tiles", events, counts["event_tiles"])
    for name in ("hunger_base", "hunger_advanced"):
        _check_enough(faults, f"{where}.{name}", "hunger_cards", setup.get(name, 0), counts["hunger_cards"])
    _check_enough(faults, f"{where}.gangs_814", "gangs", setup.get("gangs_814", 0), counts["gangs"])
    _check_enough(faults, f"{where}.forests", "forest_tiles", forests, counts.get("forest_tiles", forests))


def _check_connected(data: _Data, faults: FaultList) -> None:
    """From every land in play one can march to every other; lands without any neighbour are told apart."""
    joined = _joined(data)
    home = _home_of(data)
    for players, where, setup in setups(data):
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


def check_provenance(value: object, where: str, faults: FaultList) -> None:
    """Wherever provenance or confidence is told, it is told in the same words."""
    for key, place, entry in children(value, where):
        if key == "provenance":
            _check_leaves(entry, place, one_of(*PROVENANCES), faults)
        elif key == "confidence":
            _check_leaves(entry, place, number(0, 1), faults)
        elif not key.startswith("x-"):
            check_provenance(entry, place, faults)


def _check_leaves(value: object, where: str, check: Check, faults: FaultList) -> None:
    """One word for the whole, or an object with one for each part."""
    if not isinstance(value, dict):
        check(value, where, faults)
        return
    for key, place, entry in children(value, where):
        if not key.startswith("x-"):
            _check_leaves(entry, place, check, faults)


_MAP: Final = ("regions", "lands")
SENSE: Final[tuple[tuple[Callable[[_Data, FaultList], None], tuple[str, ...]], ...]] = (
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
