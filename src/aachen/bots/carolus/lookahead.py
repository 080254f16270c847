"""The positions that a choice leads to before the dice that follow it, on copies."""

from __future__ import annotations

from aachen.games.carolus.for_bots import (
    CROWNING,
    NOT_ENDED,
    Position,
    advance_emperor,
    begin_turn,
    lay_disc,
    put_paladin,
)


def lay(pos: Position, seat: int, disc: int) -> None:
    """The disc lies there; after the last one the first turn begins."""
    if lay_disc(pos, seat, disc, None):
        begin_turn(pos, pos.playing[0])


def advance(pos: Position, seat: int, steps: int) -> None:
    """The Emperor goes; the renewal is taken as done, so that the next seat is expected to move."""
    advance_emperor(pos, seat, steps, None)
    if pos.ending == NOT_ENDED:
        pos.phase = CROWNING
        pos.count = 0


def turn(pos: Position, seat: int, codes: list[int]) -> None:
    """A turn from its paladins to the Emperor's stop."""
    actions = pos.empire.actions
    for at in range(len(codes) - 1):
        put_paladin(pos, seat, actions.x[codes[at]], actions.y[codes[at]], None)
    advance(pos, seat, actions.x[codes[-1]])
