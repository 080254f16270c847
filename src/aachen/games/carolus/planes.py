"""A position of Carolus Magnus as planes of small numbers, for programs that learn: see core/planes.py."""

from __future__ import annotations

from typing import Final

from aachen.core.planes import Axis, Plane, PlaneLayout, as_row, bit_rows, one_hot_rows
from aachen.games.carolus.empire import Empire
from aachen.games.carolus.state import State
from aachen.games.carolus.terms import (
    CLAN_NAMES,
    DISCS,
    ENDING_NAMES,
    LAST_ROUND,
    PALADINS_OF_A_CLAN,
    PHASE_NAMES,
    TERRITORIES,
    TERRITORY_NAMES,
)

_RINGS: Final = one_hot_rows(TERRITORIES)
_DISC_MASKS: Final = bit_rows(DISCS)
_DISCS: Final = one_hot_rows(DISCS)
_PHASES: Final = one_hot_rows(len(PHASE_NAMES))
_ENDINGS: Final = one_hot_rows(len(ENDING_NAMES))
_SEATS: Final[list[list[bytes]]] = [one_hot_rows(seats) for seats in range(5)]  # by the number of players


def layout(empire: Empire) -> PlaneLayout:
    """The planes for this number of players."""
    ring = Axis("territory", list(TERRITORY_NAMES))
    clan = Axis("clan", list(CLAN_NAMES))
    seat = Axis("seat", [f"+{n}" for n in range(empire.players)], empire.players)
    side = Axis("side", [f"+{n}" for n in range(empire.sides)], empire.sides)
    disc = Axis("disc", [str(number + 1) for number in range(DISCS)])
    turn = Axis("turn", [str(number + 1) for number in range(empire.players)])
    places = [
        Plane("ring.size", "territories of the region that begins here; 0: it is joined", [ring], 4),
        Plane("ring.paladins", "paladins in the region that begins here", [ring, clan], 5),
        Plane("ring.owner", "whose castles stand there", [ring, side]),
        Plane("ring.castles", "castles in the region that begins here", [ring], 4),
        Plane("ring.emperor", "where the Emperor stands", [ring]),
    ]
    return PlaneLayout(
        [
            *places,
            Plane("centre", "paladins that nobody has", [clan], PALADINS_OF_A_CLAN),
            Plane("courts.paladins", "paladins at court", [seat, clan], 7),
            Plane("courts.reserve", "paladins in reserve", [seat, clan], 4),
            Plane("emblems", "who holds the emblem of the clan", [clan, seat]),
            Plane("castles.left", "castles that the side has still to build", [side], 10),
            Plane("discs.left", "discs that the seat has not laid", [seat, disc]),
            Plane("discs.shown", "the disc that the seat has laid this round", [seat, disc]),
            Plane("order.laying", "who lays a disc when", [turn, seat]),
            Plane("order.playing", "who plays when, once all discs lie", [turn, seat]),
            Plane("time.phase", "what the table waits for", [Axis("phase", list(PHASE_NAMES))]),
            Plane("time.to_act", "who is to act", [seat]),
            Plane("time.ending", "how the game ended", [Axis("ending", ["no", *ENDING_NAMES[1:]])]),
            Plane("time.round", "the round; 0 is set-up", [Axis("number", ["round"])], LAST_ROUND),
            Plane("time.rolls", "rolls the actor has made at set-up", [Axis("number", ["rolls"])], 3),
            Plane("time.count", "paladins to put, or crowns to decide", [Axis("number", ["count"])], 4),
            Plane("viewer", "the viewer's seat, in seat order", [Axis("place", empire.seats[:])]),
        ],
        places,
    )


def write(pos: State, viewer: int) -> bytes:
    """All numbers in the order of the layout, seats in seat order; everything is open (M13)."""
    seats = _SEATS[pos.empire.players]
    sides = _SEATS[pos.empire.sides]
    return b"".join(
        [
            bytes(pos.size),
            as_row(pos.paladins),
            b"".join([sides[owner] for owner in pos.owner]),
            bytes(pos.castles),
            _RINGS[pos.emperor],
            bytes(pos.centre),
            bytes(pos.court),
            bytes(pos.reserve),
            b"".join([seats[holder] for holder in pos.holder]),
            bytes(pos.castles_left),
            b"".join([_DISC_MASKS[mask] for mask in pos.discs]),
            b"".join([_DISCS[disc - 1] for disc in pos.shown]),
            _order(pos.placing, seats),
            _order(pos.playing, seats),
            _PHASES[pos.phase],
            seats[pos.actor],
            _ENDINGS[pos.ending],
            bytes([pos.round, pos.rolls, pos.count]),
            seats[viewer],
        ]
    )


def _order(order: list[int], seats: list[bytes]) -> bytes:
    """One row for each turn; without an order yet, none of them says anything."""
    if not order:
        return bytes((len(seats) - 1) * (len(seats) - 1))
    return b"".join([seats[seat] for seat in order])
