"""The words of Carolus Magnus as small ints, and their names at the edges."""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1
NOWHERE: Final = -1

# Clans, in the order in which they are listed and offered.
CLANS: Final = 5
CLAN_NAMES: Final[tuple[str, ...]] = ("red", "blue", "green", "yellow", "pink")
PALADINS_OF_A_CLAN: Final = 40

# Dice: a face is a clan or the crown (CM1).
CROWN: Final = CLANS
FACE_NAMES: Final[tuple[str, ...]] = (*CLAN_NAMES, "crown")
FACES: Final[list[int]] = [0, 1, 2, 3, 4, 5]

# Territories lie clockwise in a ring: after the last comes the first (CM1).
TERRITORIES: Final = 15
TERRITORY_NAMES: Final[tuple[str, ...]] = tuple("abcdefghijklmno")
DEALT_OF_A_CLAN: Final = 3

# Where a paladin may be put: the own court, or a region, named by its first territory clockwise (B3).
COURT: Final = 0
PLACES: Final = TERRITORIES + 1
PLACE_NAMES: Final[tuple[str, ...]] = ("court", *TERRITORY_NAMES)

# Discs 1 to 5; in a mask of discs, disc d is bit d - 1 (CM2).
DISCS: Final = 5
ALL_DISCS: Final = (1 << DISCS) - 1

# Time.
SET_UP: Final = 0  # the round before the first: reserves are rolled (CM1)
LAST_ROUND: Final = 60  # M15
FEWEST_REGIONS: Final = 4  # with fewer the game is over (CM5, M12)

# What the table is waiting for.
LAYING: Final = 0  # a disc (CM2)
PUTTING: Final = 1  # a paladin (CM3.1)
ADVANCING: Final = 2  # the Emperor's stop (CM3.2)
CROWNING: Final = 3  # a clan for a crown (CM3.3, and CM1 at set-up)
OVER: Final = 4
PHASE_NAMES: Final[tuple[str, ...]] = ("laying", "putting", "advancing", "crowning", "over")

# How a game ended.
NOT_ENDED: Final = 0
BY_GOAL: Final = 1  # a side has all its castles on the board (CM5, M11)
BY_REGIONS: Final = 2  # fewer than four regions are left (CM5, M12)
BY_ROUNDS: Final = 3  # our own rule: round 60 is over (M15)
ENDING_NAMES: Final[tuple[str, ...]] = ("", "goal", "regions", "rounds")
ENDING_RULINGS: Final[tuple[str, ...]] = ("", "M11", "M12", "M15")
