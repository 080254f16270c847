"""What a number of players fixes: seats and sides, pieces, dice, and tables of action codes (CM1, CM6, CM7)."""

from __future__ import annotations

from typing import Final

from aachen.games.carolus.actions import ADVANCE, CROWN_FOR, LAY, PUT, Actions
from aachen.games.carolus.terms import CLANS, DISCS, PLACES

# With four players partners sit across (M14): white and ivory build white castles, black and ebony black ones.
SEAT_NAMES: Final[dict[int, list[str]]] = {
    2: ["white", "black"],
    3: ["white", "black", "grey"],
    4: ["white", "black", "ivory", "ebony"],
}
SIDE_NAMES: Final[list[str]] = ["white", "black", "grey"]

ACTIONS: Final = Actions()


class Empire:
    """The numbers and tables of a game for two, three or four players. Fixed when it is made."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.seats: list[str] = SEAT_NAMES[players]
        self.sides = 3 if players == 3 else 2
        self.side_names: list[str] = SIDE_NAMES[: self.sides]
        self.side_of: list[int] = [seat % self.sides for seat in range(players)]
        self.castles = 8 if players == 3 else 10  # of each side; all of them on the board are the goal
        self.turn_paladins = 4 if players == 3 else 3  # put and renewed in a turn: as many as there are dice
        self.first_rolls: list[int] = (
            [3, 3, 3] if players == 3 else [3, 3, 1]
        )  # dice of each roll of set-up (B2)
        self.reserve = sum(self.first_rolls)
        self.all_seats: list[int] = list(range(players))
        self.actions = ACTIONS
        self._list_action_tables()

    def _list_action_tables(self) -> None:
        code = self.actions.code
        discs = range(1, DISCS + 1)
        self.lay_codes: list[list[int]] = [
            [code(LAY, disc) for disc in discs if mask >> (disc - 1) & 1] for mask in range(1 << DISCS)
        ]
        self.advance_codes: list[list[int]] = [
            [code(ADVANCE, steps) for steps in range(1, most + 1)] for most in range(DISCS + 1)
        ]
        self.crown_codes: list[int] = [code(CROWN_FOR, clan) for clan in range(CLANS)]
        self.put_codes: list[list[int]] = [
            [code(PUT, clan, place) for place in range(PLACES)] for clan in range(CLANS)
        ]


_made: dict[int, Empire] = {}


def empire_of(players: int) -> Empire:
    """The empire for so many players, made once and then shared."""
    if players not in _made:
        _made[players] = Empire(players)
    return _made[players]
