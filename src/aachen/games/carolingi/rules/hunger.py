"""4.2 Hunger: lands feed one follower and one more per counter, homelands three; the rest must leave.

Lands are checked one by one in board order, decisions included (C9); the gangs come afterwards (C40).
"""

from __future__ import annotations

from bisect import insort
from typing import Final

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import EXPEL
from aachen.games.carolingi.state import NO_HUNGER, NO_OFFERS, Famine, State
from aachen.games.carolingi.terms import NOBODY, STARVING

FED_BY_HOMELAND: Final = 3


def begin(pos: State, tell: Tell | None) -> bool:
    """The Hunger card is discarded and the lands are checked; True when nobody has to decide."""
    insort(pos.discard, pos.realm.hunger_card)
    pos.hunger = Famine(-1, 0, 0)
    if tell is not None:
        tell(Event("hunger_began", {}))
    return go_on(pos, tell)


def capacity(pos: State, land: int) -> int:
    """How many followers a land can feed."""
    if pos.owner[land] != NOBODY:
        return FED_BY_HOMELAND
    return 1 + pos.counters[land]


def go_on(pos: State, tell: Tell | None) -> bool:
    """Check the lands that are left; False if somebody must decide first."""
    pieces, players, stride = pos.pieces, pos.realm.players, pos.realm.stride
    for land in range(pos.hunger.land + 1, pos.realm.land_count):
        followers = 0
        for at in range(land * stride, land * stride + players):
            followers += pieces[at]
        if followers > 1 and followers > capacity(pos, land):
            excess = followers - capacity(pos, land)
            pos.hunger = Famine(land, excess, pos.hunger.starved | 1 << land)
            if not _feed(pos, land, tell):
                return False
    _riot(pos, tell)
    return True


def _feed(pos: State, land: int, tell: Tell | None) -> bool:
    """Sole occupant or tie: followers leave by themselves; a strictly largest Carolingian decides."""
    present = _present(pos, land)
    if len(present) == 1:
        _leave(pos, land, present[0], pos.hunger.excess, tell)
        return True
    largest = _largest(pos, land)
    if largest != NOBODY:
        pos.phase = STARVING
        pos.actor = largest
        pos.pending = choices(pos)
        return False
    while pos.followers_in(land) > capacity(pos, land):
        for seat in _present(pos, land):
            _leave(pos, land, seat, 1, tell)
    return True


def _present(pos: State, land: int) -> list[int]:
    at = land * pos.realm.stride
    return [seat for seat in range(pos.realm.players) if pos.pieces[at + seat] > 0]


def _largest(pos: State, land: int) -> int:
    """Who has strictly more followers in the land than any other Carolingian, or nobody."""
    pieces = pos.pieces
    first = land * pos.realm.stride
    most = 0
    largest = NOBODY
    for at in range(first, first + pos.realm.players):
        number = pieces[at]
        if number > most:
            most = number
            largest = at - first
        elif number == most:
            largest = NOBODY
    return largest


def _leave(pos: State, land: int, seat: int, number: int, tell: Tell | None) -> None:
    pos.send_home(land, seat, number)
    if tell is not None:
        facts: dict[str, object] = {
            "land": pos.land_name(land),
            "seat": pos.seat_name(seat),
            "number": number,
        }
        tell(Event("follower_starved", facts))


def choices(pos: State) -> list[int]:
    """Any colour in the hungry land may lose a follower."""
    return [pos.realm.actions.code(EXPEL, seat) for seat in _present(pos, pos.hunger.land)]


def refusal(pos: State, expelled: int) -> Refusal | None:
    """Why this colour cannot be sent away, or None."""
    land = pos.hunger.land
    if pos.pieces[land * pos.realm.stride + expelled] == 0:
        facts: dict[str, object] = {"seat": pos.seat_name(expelled), "land": pos.land_name(land)}
        return Refusal("4.2", "nobody_to_expel", "C9", facts)
    return None


def play(pos: State, expelled: int, tell: Tell | None) -> bool:
    """One follower leaves at the decider's word; True when the whole hunger is over."""
    land, excess = pos.hunger.land, pos.hunger.excess - 1
    pos.hunger = Famine(land, excess, pos.hunger.starved)
    _leave(pos, land, expelled, 1, tell)
    present = _present(pos, land)
    if excess > 0 and len(present) > 1:
        pos.pending = choices(pos)
        return False
    if excess > 0:
        _leave(pos, land, present[0], excess, tell)
    return go_on(pos, tell)


def _riot(pos: State, tell: Tell | None) -> None:
    """Every land that lost a follower takes a gang, forests included, homelands never (C9, C40)."""
    for land in range(pos.realm.land_count):
        if pos.hunger.starved >> land & 1:
            pos.place_gang(land, tell)
    pos.hunger = NO_HUNGER
    pos.actor = NOBODY
    pos.pending = NO_OFFERS
