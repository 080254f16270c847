"""CM3.3 Renewing the reserve: dice, crowns, and clans that have run out. Set-up rolls by the same rules (CM1)."""

from __future__ import annotations

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.core.luck import Luck
from aachen.games.carolus.state import State, clan_name
from aachen.games.carolus.terms import CLANS, CROWN, CROWNING, FACE_NAMES, FACES


def roll(pos: State, seat: int, dice: int, luck: Luck, tell: Tell | None) -> bool:
    """All dice at once; coloured ones are taken first (M8). True if a crown is to be decided."""
    rolled = [0] * len(FACES)
    for _ in range(dice):
        rolled[luck.pick("die", FACES)] += 1
    if tell is not None:
        faces = [FACE_NAMES[face] for face in FACES for _ in range(rolled[face])]
        tell(Event("dice_rolled", {"seat": pos.seat_name(seat), "dice": faces}))
    crowns = rolled[CROWN]
    for clan in range(CLANS):
        for _ in range(rolled[clan]):
            if not _take(pos, seat, clan, tell):
                crowns += 1  # the die counts as a crown for another clan (M9)
                if tell is not None:
                    facts: dict[str, object] = {"seat": pos.seat_name(seat), "clan": clan_name(clan)}
                    tell(Event("die_became_crown", facts))
    pos.phase = CROWNING
    pos.actor = seat
    pos.count = crowns
    return waits_for_crown(pos, tell)


def waits_for_crown(pos: State, tell: Tell | None) -> bool:
    """Whether a crown is still to be decided; if no clan can be named at all, the crowns are lost (M9)."""
    if pos.count == 0:
        return False
    for clan in range(CLANS):
        if can_be_named(pos, clan):
            return True
    if tell is not None:
        tell(Event("crowns_lost", {"seat": pos.seat_name(pos.actor), "number": pos.count}))
    pos.count = 0
    return False


def can_be_named(pos: State, clan: int) -> bool:
    """The centre holds the clan, or the courts would return some of it (M9)."""
    return pos.centre[clan] > 0 or pos.fewest_at_court(clan) > 0


def _take(pos: State, seat: int, clan: int, tell: Tell | None) -> bool:
    """One paladin from the centre to the reserve; False if there is none and the courts return none."""
    if pos.centre[clan] == 0 and not _return_from_courts(pos, clan, tell):
        return False
    pos.centre[clan] -= 1
    pos.reserve[seat * CLANS + clan] += 1
    return True


def _return_from_courts(pos: State, clan: int, tell: Tell | None) -> bool:
    """The clan has run out: every court returns as many as the smallest holds (M9).

    The emblem stays where it is, even at 0: what courts differ by is unchanged (M5).
    """
    number = pos.fewest_at_court(clan)
    if number == 0:
        return False
    for seat in range(pos.empire.players):
        pos.court[seat * CLANS + clan] -= number
    pos.centre[clan] += number * pos.empire.players
    if tell is not None:
        tell(Event("clan_returned", {"clan": clan_name(clan), "number": number}))
    return True


def offers(pos: State) -> list[int]:
    """Each clan a crown may name."""
    return [pos.empire.crown_codes[clan] for clan in range(CLANS) if can_be_named(pos, clan)]


def refusal(pos: State, clan: int) -> Refusal | None:
    """Why the crown may not name this clan, or None."""
    if not can_be_named(pos, clan):
        return Refusal("CM3.3", "clan_gone", "M9", {"clan": clan_name(clan)})
    return None


def play(pos: State, seat: int, clan: int, tell: Tell | None) -> bool:
    """The crown brings a paladin of the clan; True when no crown is left to decide."""
    if tell is not None:
        tell(Event("crown_decided", {"seat": pos.seat_name(seat), "clan": clan_name(clan)}))
    taken = _take(pos, seat, clan, tell)
    assert taken, "only clans that can be taken are offered"
    pos.count -= 1
    return not waits_for_crown(pos, tell)
