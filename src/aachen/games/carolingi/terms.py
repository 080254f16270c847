"""The words of Carolingi as small ints, and their names at the edges."""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1
NOWHERE: Final = -1
NOTHING: Final = -1

# Tiles (2.1.1). The order is the order in which a hand is shown and pairs are offered.
INFLUENCE: Final = 0
DEVELOP: Final = 1
EQUIP: Final = 2
MOVE: Final = 3
BATTLE: Final = 4
SOOTHE: Final = 5
PEACE: Final = 6
NO_ACTION: Final = 7
TILES: Final = 8
UNSEEN: Final = 1 << TILES  # in a mask of tiles: one that was activated and never seen
TILE_NAMES: Final[tuple[str, ...]] = (
    "influence",
    "develop",
    "equip_missi",
    "move_troops",
    "battle",
    "soothe_riot",
    "peace",
    "no_action",
)
CO_REGENT: Final = "co_regent"  # what takes the place of Peace in Scenario 814 (§4.3)

# Seasons (3): winter comes first.
WINTER: Final = 0
AUTUMN: Final = 3
SEASONS: Final = 4
SEASON_NAMES: Final[tuple[str, ...]] = ("winter", "spring", "summer", "autumn")

# What the table is waiting for.
PLACING: Final = 0  # everybody lays two tiles (3.1)
SWAPPING: Final = 1  # whoever can may swap a tile (3.3)
ACTING: Final = 2  # the owner of a drawn tile carries it out (5)
STARVING: Final = 3  # a Carolingian decides who leaves a hungry land (4.2)
OVER: Final = 4
FOUNDING: Final = 5  # followers are placed one by one before the game (6.1.2)
PHASE_NAMES: Final[tuple[str, ...]] = ("placing", "swapping", "acting", "starving", "over", "founding")

# How a game ended.
NOT_ENDED: Final = 0
BY_TIME: Final = 1  # autumn of the sundial's year is over (3.5, C24)
BY_PEACE: Final = 2  # a single declarer proved three points (5.8)
BY_FAILURE: Final = 3  # the problems or the gangs got out of hand (814 §5)
ENDING_NAMES: Final[tuple[str, ...]] = ("", "time", "peace", "failure")

MOST_IN_ONE_LAND: Final = 24  # no group is larger than a colour has followers
