"""CM3.1 Putting paladins in play: one after the other, to the own court or to any region, in any split.

The order of a turn's paladins decides nothing (B4): a court only grows in its owner's turn, so an emblem is taken
if the last of them is enough for it; and nothing is resolved before the Emperor stops.
The position keeps counts alone, so every order ends in the same position.
"""

from __future__ import annotations

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolus.state import State, clan_name, territory_name
from aachen.games.carolus.terms import CLANS, COURT, NOBODY, PUTTING


def begin(pos: State, seat: int) -> bool:
    """The seat owes three paladins (four with three players), fewer only if it has fewer (M4); False if none."""
    pos.phase = PUTTING
    pos.actor = seat
    pos.count = owed(pos, seat)
    return pos.count > 0


def owed(pos: State, seat: int) -> int:
    """How many paladins a turn that begins now would put in play (M4)."""
    have = pos.reserve_size(seat)
    return pos.empire.turn_paladins if have > pos.empire.turn_paladins else have


def offers(pos: State, seat: int) -> list[int]:
    """Each clan in the reserve, to the court and to every region."""
    found: list[int] = []
    at = seat * CLANS
    for clan in range(CLANS):
        if pos.reserve[at + clan] > 0:
            found += pos.puts[clan]
    return found


def refusal(pos: State, seat: int, clan: int, place: int) -> Refusal | None:
    """Why this paladin may not go there, or None."""
    if pos.reserve[seat * CLANS + clan] == 0:
        return Refusal("CM3.1", "none_in_reserve", "", {"clan": clan_name(clan)})
    if place != COURT and pos.size[place - 1] == 0:
        head = pos.region_of(place - 1)
        facts: dict[str, object] = {"territory": territory_name(place - 1), "region": territory_name(head)}
        return Refusal("CM4.3", "territory_joined", "M1", facts)
    return None


def play(pos: State, seat: int, clan: int, place: int, tell: Tell | None) -> bool:
    """The paladin leaves the reserve for good; True when the turn's last one is in play."""
    pos.reserve[seat * CLANS + clan] -= 1
    pos.count -= 1
    if place == COURT:
        _to_court(pos, seat, clan, tell)
    else:
        pos.paladins[(place - 1) * CLANS + clan] += 1
        if tell is not None:
            facts: dict[str, object] = {"seat": pos.seat_name(seat), "clan": clan_name(clan)}
            facts["region"] = territory_name(place - 1)
            tell(Event("paladin_to_region", facts))
    return pos.count == 0


def _to_court(pos: State, seat: int, clan: int, tell: Tell | None) -> None:
    pos.court[seat * CLANS + clan] += 1
    if tell is not None:
        tell(Event("paladin_to_court", {"seat": pos.seat_name(seat), "clan": clan_name(clan)}))
    before = pos.holder[clan]
    if before != seat and outnumbers_every_court(pos, seat, clan):
        pos.holder[clan] = seat
        if tell is not None:
            _tell_emblem(pos, seat, clan, before, tell)


def _tell_emblem(pos: State, seat: int, clan: int, before: int, tell: Tell) -> None:
    facts: dict[str, object] = {"seat": pos.seat_name(seat), "clan": clan_name(clan)}
    if before == NOBODY:
        tell(Event("emblem_taken", facts))
    else:
        facts["holder"] = pos.seat_name(before)
        tell(Event("emblem_won", facts))


def outnumbers_every_court(pos: State, seat: int, clan: int) -> bool:
    """Strictly more of the clan than in every other single court, a partner's too (M5)."""
    mine = pos.court[seat * CLANS + clan]
    for other in range(pos.empire.players):
        if other != seat and pos.court[other * CLANS + clan] >= mine:
            return False
    return True
