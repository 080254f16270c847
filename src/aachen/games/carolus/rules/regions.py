"""CM4.3 Regions: neighbours on the ring with castles of one side are joined, for good."""

from __future__ import annotations

from aachen.core.events import Event, Tell
from aachen.games.carolus.state import State, territory_name
from aachen.games.carolus.terms import CLANS, NOBODY


def join(pos: State, head: int, tell: Tell | None) -> bool:
    """Join the region with either or both neighbours of the same side; True if there was one (M1)."""
    side = pos.owner[head]
    before, after = pos.region_before(head), pos.region_after(head)
    if pos.owner[before] != side and pos.owner[after] != side:
        return False
    joined = [head]
    if pos.owner[after] == side:
        joined.append(after)
        _absorb(pos, head, after)
    if pos.owner[before] == side:
        joined.insert(0, before)
        _absorb(pos, before, head)
        head = before
    pos.list_puts()
    if tell is not None:
        facts: dict[str, object] = {"side": pos.side_name(side), "region": territory_name(head)}
        facts["regions"] = [territory_name(each) for each in joined]
        facts["castles"] = pos.castles[head]
        facts["left"] = pos.regions
        tell(Event("regions_joined", facts))
    return True


def _absorb(pos: State, head: int, next_head: int) -> None:
    """The region after `head` becomes part of it: paladins, castles, and the Emperor if he is there."""
    for clan in range(CLANS):
        pos.paladins[head * CLANS + clan] += pos.paladins[next_head * CLANS + clan]
        pos.paladins[next_head * CLANS + clan] = 0
    pos.size[head] += pos.size[next_head]
    pos.size[next_head] = 0
    pos.castles[head] += pos.castles[next_head]
    pos.castles[next_head] = 0
    pos.owner[next_head] = NOBODY
    pos.regions -= 1
    if pos.emperor == next_head:
        pos.emperor = head
