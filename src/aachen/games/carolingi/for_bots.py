"""The second contract: all that bots, and the facts of reports, may use of Carolingi besides `core/contract.py`.

A bot reads the fields of a `Position` (see parts.py and state.py), plays parts of turns on copies of its own,
and asks the questions below. It changes only copies, and lists marked *shared* only through `replaced`.
Everything else of the game is private to it: `tools/check_imports.py` lets bots import nothing else.
"""

from __future__ import annotations

from aachen.games.carolingi.actions import (
    ACTIVATE,
    DONE_CODE,
    EXTRA,
    HONOUR,
    KEEP,
    KEEP_CODE,
    PLACE,
    SOLVE,
    SWAP,
    TROPHY_CODE,
)
from aachen.games.carolingi.imagine import deal_seat, remember_before
from aachen.games.carolingi.parts import replaced
from aachen.games.carolingi.position import Position
from aachen.games.carolingi.rules.battle import can_claim_trophy, strongest_enemy
from aachen.games.carolingi.rules.carrying_out import begin as begin_tile
from aachen.games.carolingi.rules.carrying_out import play as play_part
from aachen.games.carolingi.rules.develop import COUNTERS_IN_A_LAND
from aachen.games.carolingi.rules.founding import play as place_founder
from aachen.games.carolingi.rules.hunger import FED_BY_HOMELAND
from aachen.games.carolingi.rules.hunger import play as expel
from aachen.games.carolingi.rules.placing import pairs as pairs_of_tiles
from aachen.games.carolingi.rules.scenario_814 import fail as fail_together
from aachen.games.carolingi.rules.scenario_814 import favourite as emperors_favourite
from aachen.games.carolingi.rules.scenario_814 import problems_in
from aachen.games.carolingi.rules.swap import can_swap
from aachen.games.carolingi.rules.victory import (
    COUNTERS_FOR_DEVELOPMENT,
    FOLLOWERS_FOR_FOLLOWING,
    LANDS_FOR_EXPANSION,
    developments,
    has_development,
    has_expansion,
    has_following,
    has_glory,
    has_palace,
    has_united,
    may_end_by_peace,
)
from aachen.games.carolingi.rules.victory import places as final_places
from aachen.games.carolingi.rules.victory import points as victory_points
from aachen.games.carolingi.state import OutOfGangsError, State
from aachen.games.carolingi.terms import (
    ACTING,
    BATTLE,
    BY_FAILURE,
    CO_REGENT,
    DEVELOP,
    EQUIP,
    FOUNDING,
    INFLUENCE,
    MOVE,
    NO_ACTION,
    NOBODY,
    NOT_ENDED,
    NOTHING,
    NOWHERE,
    PEACE,
    PLACING,
    SEASON_NAMES,
    SEASONS,
    SOOTHE,
    STARVING,
    SWAPPING,
    TILE_NAMES,
    TILES,
)
from aachen.games.carolingi.tile_options import UNDECIDED

__all__ = [
    "ACTING",
    "ACTIVATE",
    "BATTLE",
    "BY_FAILURE",
    "COUNTERS_FOR_DEVELOPMENT",
    "COUNTERS_IN_A_LAND",
    "CO_REGENT",
    "DEVELOP",
    "DONE_CODE",
    "EQUIP",
    "EXTRA",
    "FED_BY_HOMELAND",
    "FOLLOWERS_FOR_FOLLOWING",
    "FOUNDING",
    "HONOUR",
    "INFLUENCE",
    "KEEP",
    "KEEP_CODE",
    "LANDS_FOR_EXPANSION",
    "MOVE",
    "NOBODY",
    "NOTHING",
    "NOT_ENDED",
    "NOWHERE",
    "NO_ACTION",
    "PEACE",
    "PLACE",
    "PLACING",
    "SEASONS",
    "SEASON_NAMES",
    "SOLVE",
    "SOOTHE",
    "STARVING",
    "SWAP",
    "SWAPPING",
    "TILES",
    "TILE_NAMES",
    "TROPHY_CODE",
    "UNDECIDED",
    "OutOfGangsError",
    "Position",
    "State",
    "begin_tile",
    "can_claim_trophy",
    "can_swap",
    "deal_seat",
    "developments",
    "emperors_favourite",
    "expel",
    "fail_together",
    "final_places",
    "has_development",
    "has_expansion",
    "has_following",
    "has_glory",
    "has_palace",
    "has_united",
    "may_end_by_peace",
    "pairs_of_tiles",
    "place_founder",
    "play_part",
    "problems_in",
    "remember_before",
    "replaced",
    "strongest_enemy",
    "victory_points",
]
