"""The table as plain data. Everything is open (M13), so all viewers see the same."""

from __future__ import annotations

from aachen.games.carolus import notation
from aachen.games.carolus.rules import castles, emperor, ending
from aachen.games.carolus.rules.discs import disc_list
from aachen.games.carolus.state import State, clan_name, territory_name
from aachen.games.carolus.terms import (
    ADVANCING,
    ALL_DISCS,
    CLAN_NAMES,
    CLANS,
    CROWNING,
    DISCS,
    ENDING_NAMES,
    LAST_ROUND,
    LAYING,
    NOBODY,
    NOT_ENDED,
    NOWHERE,
    OVER,
    PHASE_NAMES,
    PUTTING,
)

Plain = dict[str, object]


def public(pos: State) -> Plain:
    """The whole table, and what would happen wherever the Emperor may stop."""
    empire = pos.empire
    view: Plain = {"game": "carolus", "viewer": None}
    view["seats"] = empire.seats[:]
    view["sides"] = {pos.side_name(side): _members(pos, side) for side in range(empire.sides)}
    view.update(_time(pos))
    steps = _steps(pos)
    view["ring"] = [_region(pos, head, steps.get(head)) for head in pos.heads()]
    view["emperor"] = None if pos.emperor == NOWHERE else territory_name(pos.emperor)
    view["stops"] = stops(pos)
    view["reachable"] = reachable(pos)
    view["emblems"] = {clan_name(clan): _seat_or_none(pos, pos.holder[clan]) for clan in range(CLANS)}
    view["centre"] = {clan_name(clan): pos.centre[clan] for clan in range(CLANS)}
    view["courts"] = {pos.seat_name(seat): _court(pos, seat) for seat in range(empire.players)}
    view["victory"] = {pos.side_name(side): _victory(pos, side) for side in range(empire.sides)}
    view["line"] = notation.write(pos)
    return view


def _members(pos: State, side: int) -> list[str]:
    return [pos.seat_name(seat) for seat in range(pos.empire.players) if pos.empire.side_of[seat] == side]


def _seat_or_none(pos: State, seat: int) -> str | None:
    return None if seat == NOBODY else pos.seat_name(seat)


def _time(pos: State) -> Plain:
    return {
        "round": pos.round,
        "last_round": LAST_ROUND,
        "phase": PHASE_NAMES[pos.phase],
        "to_act": [] if pos.phase == OVER else [pos.seat_name(pos.actor)],
        "placing": [pos.seat_name(seat) for seat in pos.placing],
        "playing": [pos.seat_name(seat) for seat in pos.playing],
        "paladins_to_put": pos.count if pos.phase == PUTTING else 0,
        "crowns": pos.count if pos.phase == CROWNING else 0,
        "ending": None if pos.ending == NOT_ENDED else ENDING_NAMES[pos.ending],
    }


def _counts(counts: list[int], at: int) -> dict[str, int]:
    return {name: counts[at + clan] for clan, name in enumerate(CLAN_NAMES) if counts[at + clan] > 0}


def _forces(pos: State, head: int) -> dict[str, int]:
    return {pos.side_name(side): force for side, force in enumerate(castles.forces(pos, head))}


def _side_or_none(pos: State, side: int) -> str | None:
    return None if side == NOBODY else pos.side_name(side)


def _steps(pos: State) -> dict[int, int]:
    """How many steps lead the Emperor to each region; his own is a whole lap away."""
    if pos.emperor == NOWHERE:
        return {}
    found: dict[int, int] = {}
    head = pos.emperor
    for steps in range(1, pos.regions + 1):
        head = pos.region_after(head)
        found[head] = steps
    return found


def _region(pos: State, head: int, steps: int | None) -> Plain:
    """A region or a single territory: who is there, who owns it, and who would win it now."""
    return {
        "region": territory_name(head),
        "territories": [territory_name(territory) for territory in pos.territories_of(head)],
        "paladins": _counts(pos.paladins, head * CLANS),
        "castles": pos.castles[head],
        "owner": _side_or_none(pos, pos.owner[head]),
        "forces": _forces(pos, head),
        "majority": _side_or_none(pos, castles.majority(pos, head)),
        "emperor": head == pos.emperor,
        "steps": steps,
    }


def _court(pos: State, seat: int) -> Plain:
    left = pos.discs[seat]
    return {
        "side": pos.side_name(pos.empire.side_of[seat]),
        "paladins": _counts(pos.court, seat * CLANS),
        "leads": _leads(pos, seat),
        "emblems": [clan_name(clan) for clan in range(CLANS) if pos.holder[clan] == seat],
        "reserve": _counts(pos.reserve, seat * CLANS),
        "disc": pos.shown[seat] if pos.shown[seat] else None,
        "discs": disc_list(left),
        "discs_laid": disc_list(ALL_DISCS & ~left),
    }


def _leads(pos: State, seat: int) -> dict[str, int]:
    """How far the court is ahead of the best other one in each clan; below zero it is behind."""
    others = [other * CLANS for other in range(pos.empire.players) if other != seat]
    return {
        name: pos.court[seat * CLANS + clan] - max([pos.court[at + clan] for at in others])
        for clan, name in enumerate(CLAN_NAMES)
    }


def _victory(pos: State, side: int) -> Plain:
    return {
        "castles": pos.castles_built(side),
        "left": pos.castles_left[side],
        "goal": pos.empire.castles,
        "clans": ending.clans_of(pos, side),
        "seats": _members(pos, side),
    }


def stops(pos: State) -> list[Plain]:
    """For each stop in reach of the seat whose turn it is: what would happen there as things stand."""
    if pos.phase != PUTTING and pos.phase != ADVANCING:
        return []
    return [_stop(pos, steps) for steps in range(1, emperor.reach(pos, pos.actor) + 1)]


def reachable(pos: State) -> list[Plain]:
    """While discs are laid: the same for each stop that some disc reaches, the nearest first."""
    if pos.phase != LAYING:
        return []
    return [_stop(pos, steps) for steps in range(1, min(DISCS, pos.regions) + 1)]


def _stop(pos: State, steps: int) -> Plain:
    head = emperor.stop_after(pos, steps)
    side = castles.majority(pos, head)
    after = State(pos.empire, pos)
    emperor.play(after, pos.actor, steps, None)
    stop: Plain = {"steps": steps, "region": territory_name(head), "forces": _forces(pos, head)}
    stop["result"] = _result(pos, head, side)
    changes = side != NOBODY and side != pos.owner[head]
    stop["side"] = _side_or_none(pos, side if changes else pos.owner[head])
    stop["castles"] = after.castles[after.region_of(head)]
    stop["joins"] = _joins(pos, head, side) if changes and after.regions < pos.regions else []
    stop["regions"] = after.regions
    stop["ends"] = None if after.ending == NOT_ENDED else ENDING_NAMES[after.ending]
    return stop


def _result(pos: State, head: int, side: int) -> str:
    owner = pos.owner[head]
    if side == NOBODY or side == owner:
        return "nothing" if owner == NOBODY else "held"
    return "build" if owner == NOBODY else "conquer"


def _joins(pos: State, head: int, side: int) -> list[str]:
    near = [pos.region_before(head), pos.region_after(head)]
    return [territory_name(each) for each in near if pos.owner[each] == side]
