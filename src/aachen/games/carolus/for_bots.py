"""The second contract: all that bots, and the facts of reports, may use of Carolus Magnus besides `core/contract.py`.

A bot reads the fields of a `Position` (see state.py), plays parts of turns on copies of its own,
and asks the questions below. It changes only copies, and lists marked *shared* not even there.
Everything else of the game is private to it: `tools/check_imports.py` lets bots import nothing else.
"""

from __future__ import annotations

from aachen.games.carolus.actions import ADVANCE
from aachen.games.carolus.empire import SEAT_NAMES, empire_of
from aachen.games.carolus.position import Position
from aachen.games.carolus.rules.discs import play as lay_disc
from aachen.games.carolus.rules.emperor import play as advance_emperor
from aachen.games.carolus.rules.emperor import reach as emperor_reach
from aachen.games.carolus.rules.emperor import stop_after
from aachen.games.carolus.rules.ending import clans_of
from aachen.games.carolus.rules.ending import standing as standing_of
from aachen.games.carolus.rules.paladins import play as put_paladin
from aachen.games.carolus.rules.renewal import can_be_named
from aachen.games.carolus.rules.renewal import play as name_clan
from aachen.games.carolus.rules.turns import begin_turn
from aachen.games.carolus.state import State, clan_name, territory_name
from aachen.games.carolus.terms import (
    ADVANCING,
    BY_GOAL,
    CLANS,
    COURT,
    CROWNING,
    DISCS,
    LAYING,
    NOBODY,
    NOT_ENDED,
    OVER,
    PUTTING,
    SET_UP,
    TERRITORIES,
)

__all__ = [
    "ADVANCE",
    "ADVANCING",
    "BY_GOAL",
    "CLANS",
    "COURT",
    "CROWNING",
    "DISCS",
    "LAYING",
    "NOBODY",
    "NOT_ENDED",
    "OVER",
    "PUTTING",
    "SEAT_NAMES",
    "SET_UP",
    "TERRITORIES",
    "Position",
    "State",
    "advance_emperor",
    "begin_turn",
    "can_be_named",
    "clan_name",
    "clans_of",
    "emperor_reach",
    "empire_of",
    "lay_disc",
    "name_clan",
    "put_paladin",
    "standing_of",
    "stop_after",
    "territory_name",
]
