"""How far an undo may reach back: to the last entry that showed something new."""

from __future__ import annotations

from aachen.core.contract import Position
from aachen.core.errors import bad


class Reach:
    """The earlier positions that an undo may bring back.

    It never crosses new information: an answer of luck, another seat's act,
    or a change of who is asked, which may have opened what the others had sealed;
    nor an action that the game calls final.
    """

    def __init__(self) -> None:
        self._known: list[tuple[int, Position]] = []
        self._seat = -1

    def note(self, seq: int, before: Position, after: Position, seat: int, final: bool) -> None:
        """A seat has moved on from the position after entry `seq`; a final move is never taken back."""
        if seat != self._seat:
            self._known = []
        self._known.append((seq, before))
        self._seat = seat
        if final or before.to_act() != after.to_act():
            self._known = []

    def entries(self) -> list[int]:
        """The entries an undo may go back to, the latest last; 0 is the beginning."""
        return [seq for seq, _ in self._known]

    def find(self, to: int) -> Position:
        """The position after an entry within reach."""
        for seq, position in self._known:
            if seq == to:
                return position
        raise bad("undo_too_far", "undo", given=to, known=self.entries())

    def go_back(self, to: int) -> None:
        """What followed the entry is undone."""
        del self._known[self.entries().index(to) :]
