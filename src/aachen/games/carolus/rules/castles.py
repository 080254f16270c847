"""CM4.1 Castles and CM4.2 Conquering: who has the majority where the Emperor stops."""

from __future__ import annotations

from aachen.core.events import Event, Tell
from aachen.games.carolus.rules import ending, regions
from aachen.games.carolus.state import State, territory_name
from aachen.games.carolus.terms import CLANS, NOBODY, NOT_ENDED


def forces(pos: State, head: int) -> list[int]:
    """Each side's force: paladins of the clans it controls, and one per castle of its own (M6).

    Paladins of a clan that nobody controls count for nobody.
    """
    force = [0] * pos.empire.sides
    at = head * CLANS
    for clan in range(CLANS):
        holder = pos.holder[clan]
        if holder != NOBODY:
            force[pos.empire.side_of[holder]] += pos.paladins[at + clan]
    if pos.owner[head] != NOBODY:
        force[pos.owner[head]] += pos.castles[head]
    return force


def majority(pos: State, head: int) -> int:
    """The side whose force is larger than every other's, or nobody: a tie at the top decides nothing (M6)."""
    best = NOBODY
    most = 0
    for side, force in enumerate(forces(pos, head)):
        if force > most:
            best = side
            most = force
        elif force == most:
            best = NOBODY
    return best


def resolve(pos: State, head: int, tell: Tell | None) -> None:
    """Build or conquer in the region, once per stop (M1); then join neighbours and see whether it is over."""
    side = majority(pos, head)
    if tell is not None:
        tell(Event("forces_counted", _counted(pos, head)))
    if side == NOBODY or side == pos.owner[head]:
        if tell is not None:
            _tell_unchanged(pos, head, side, tell)
        return
    if pos.owner[head] == NOBODY:
        _build(pos, head, side, tell)
    else:
        _conquer(pos, head, side, tell)
    ending.check_goal(pos, side, tell)
    if pos.ending == NOT_ENDED and regions.join(pos, head, tell):
        ending.check_regions(pos, tell)


def _counted(pos: State, head: int) -> dict[str, object]:
    data: dict[str, object] = {"region": territory_name(head)}
    data["forces"] = {pos.side_name(side): force for side, force in enumerate(forces(pos, head))}
    return data


def _tell_unchanged(pos: State, head: int, side: int, tell: Tell) -> None:
    facts: dict[str, object] = {"region": territory_name(head)}
    owner = pos.owner[head]
    if owner == NOBODY:
        tell(Event("nothing_built", facts))
    else:
        facts["side"] = pos.side_name(owner)
        tell(Event("region_held", facts))


def _build(pos: State, head: int, side: int, tell: Tell | None) -> None:
    """A first castle (CM4.1); without one left to place the game would have ended before (M11)."""
    pos.owner[head] = side
    pos.castles[head] = 1
    pos.castles_left[side] -= 1
    if tell is not None:
        tell(Event("castle_built", {"side": pos.side_name(side), "region": territory_name(head)}))


def _conquer(pos: State, head: int, side: int, tell: Tell | None) -> None:
    """All castles of the loser leave, and as many of the conqueror's take their place (CM4.2).

    If fewer are left, those are placed; that reaches the goal (M7).
    """
    loser = pos.owner[head]
    fallen = pos.castles[head]
    raised = min(fallen, pos.castles_left[side])
    pos.castles_left[loser] += fallen
    pos.castles_left[side] -= raised
    pos.castles[head] = raised
    pos.owner[head] = side
    if tell is not None:
        facts: dict[str, object] = {"side": pos.side_name(side), "loser": pos.side_name(loser)}
        facts["region"] = territory_name(head)
        facts["castles"] = raised
        tell(Event("region_conquered", facts))
