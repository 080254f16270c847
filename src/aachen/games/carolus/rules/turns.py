"""The course of a round: the opening phase, then three actions of each seat in the order of the discs (CM2, CM3)."""

from __future__ import annotations

from aachen.core.events import Event, Tell
from aachen.core.luck import Luck
from aachen.games.carolus.rules import discs, emperor, ending, paladins, renewal
from aachen.games.carolus.state import State
from aachen.games.carolus.terms import DISCS, LAST_ROUND, NOT_ENDED


def begin_first_round(pos: State, luck: Luck, tell: Tell | None) -> None:
    """Whoever is drawn lays first, the others follow clockwise (M10)."""
    seats = pos.empire.players
    first = luck.pick("first", pos.empire.all_seats[:])
    if tell is not None:
        tell(Event("first_drawn", {"seat": pos.seat_name(first)}))
    pos.placing = [(first + step) % seats for step in range(seats)]
    discs.begin(pos, tell)


def begin_turn(pos: State, seat: int) -> None:
    """The seat puts its paladins, or moves the Emperor at once if its reserve is empty (M4)."""
    if not paladins.begin(pos, seat):
        emperor.begin(pos)


def renew(pos: State, seat: int, luck: Luck, tell: Tell | None) -> None:
    """The third action: always all dice (M8); then the next turn, unless a crown is to be decided."""
    if pos.ending == NOT_ENDED and not renewal.roll(pos, seat, pos.empire.turn_paladins, luck, tell):
        end_turn(pos, seat, tell)


def end_turn(pos: State, seat: int, tell: Tell | None) -> None:
    """The next in the order of play, or the end of the round."""
    at = pos.playing.index(seat) + 1
    if at < pos.empire.players:
        begin_turn(pos, pos.playing[at])
    elif pos.round == LAST_ROUND:
        ending.end_by_rounds(pos, tell)
    else:
        if pos.round % DISCS == 0:
            discs.take_back(pos, tell)
        pos.placing = pos.playing  # last round's order of play (M10)
        discs.begin(pos, tell)
