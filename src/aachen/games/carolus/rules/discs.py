"""CM2 Opening phase: everybody lays a disc; the discs give the order of play and the Emperor's reach."""

from __future__ import annotations

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolus.state import State
from aachen.games.carolus.terms import ALL_DISCS, DISCS, LAYING


def begin(pos: State, tell: Tell | None) -> None:
    """A round opens: the discs of the last one are covered, and the first in `placing` lays a disc."""
    pos.round += 1
    pos.phase = LAYING
    pos.shown = [0] * pos.empire.players
    pos.playing = []
    pos.actor = pos.placing[0]
    pos.count = 0
    if tell is not None:
        seats = [pos.seat_name(seat) for seat in pos.placing]
        tell(Event("round_began", {"round": pos.round, "seats": seats}))


def take_back(pos: State, tell: Tell | None) -> None:
    """All five discs return to their owners after every fifth round (M10)."""
    pos.discs = [ALL_DISCS] * pos.empire.players
    if tell is not None:
        tell(Event("discs_returned", {"number": DISCS}))


def allowed(pos: State, seat: int) -> int:
    """Mask of the discs the seat may lay: numbers not yet shown, or any if it has no such disc (M10)."""
    new = pos.discs[seat]
    for disc in pos.shown:
        if disc > 0:
            new &= ~(1 << (disc - 1))
    return new if new != 0 else pos.discs[seat]


def offers(pos: State, seat: int) -> list[int]:
    """Each disc that may be laid."""
    return pos.empire.lay_codes[allowed(pos, seat)][:]


def refusal(pos: State, seat: int, disc: int) -> Refusal | None:
    """Why this disc may not be laid, or None."""
    bit = 1 << (disc - 1)
    if not pos.discs[seat] & bit:
        return Refusal("CM2", "disc_used", "", {"disc": disc, "discs": disc_list(pos.discs[seat])})
    if not allowed(pos, seat) & bit:
        other = pos.shown.index(disc)
        facts: dict[str, object] = {
            "disc": disc,
            "seat": pos.seat_name(other),
            "discs": disc_list(allowed(pos, seat)),
        }
        return Refusal("CM2", "number_shown", "M10", facts)
    return None


def play(pos: State, seat: int, disc: int, tell: Tell | None) -> bool:
    """The disc lies open; True when it was the last one."""
    pos.discs[seat] &= ~(1 << (disc - 1))
    pos.shown[seat] = disc
    if tell is not None:
        tell(Event("disc_laid", {"seat": pos.seat_name(seat), "disc": disc}))
    laid = pos.placing.index(seat) + 1
    if laid < pos.empire.players:
        pos.actor = pos.placing[laid]
        return False
    pos.playing = order_of_play(pos)
    if tell is not None:
        tell(Event("order_of_play", {"seats": [pos.seat_name(seat) for seat in pos.playing]}))
    return True


def order_of_play(pos: State) -> list[int]:
    """The lowest number first; among equals whoever laid first (M10)."""
    order: list[int] = []
    for disc in range(1, DISCS + 1):
        for seat in pos.placing:
            if pos.shown[seat] == disc:
                order.append(seat)
    return order


def disc_list(mask: int) -> list[int]:
    """The discs of a mask as numbers."""
    return [disc for disc in range(1, DISCS + 1) if mask >> (disc - 1) & 1]
