"""The features of a side of Carolus Magnus: their names, indices and units, and sums of them.

Every feature counts in whole pieces; the units say how many of them make about one, so that weights compare.
"""

from __future__ import annotations

from typing import Final

# Regions: by how many steps the Emperor is away, and whose they are.
NEAR_STEPS: Final = 3
MIDDLE_STEPS: Final = 7
BANDS: Final = ("near", "middle", "far")
OWN: Final = 0
FREE: Final = 1
RIVAL: Final = 2
OWNERS: Final = ("own", "free", "rival")

# What counts no further than this.
MOST_LEAD: Final = 4  # force above the next, or below
MOST_MARGIN: Final = 6  # paladins at court above the next court
MOST_NEED: Final = 3  # paladins that are still needed to do something
LAST_CASTLES: Final = 3

# Features: two of each kind of region, then one after the other.
LEAD: Final = 0
AHEAD: Final = 1
BUILT: Final = 2 * len(BANDS) * len(OWNERS)
BUILT_SQUARED: Final = BUILT + 1
LAST_BUILT: Final = BUILT + 2
JOINED: Final = BUILT + 3
LARGEST: Final = BUILT + 4
JOINABLE: Final = BUILT + 5
EMBLEM: Final = BUILT + 6
MARGIN: Final = BUILT + 7
COMMAND: Final = BUILT + 8
COMMAND_MARGIN: Final = BUILT + 9
RACE: Final = BUILT + 10
COMMAND_RACE: Final = BUILT + 11
COMMAND_LOST: Final = BUILT + 12
LATE_MARGIN: Final = BUILT + 13
LATE_COMMAND: Final = BUILT + 14
RESERVE_OWN: Final = BUILT + 15
RESERVE_RIVAL: Final = BUILT + 16
RESERVE_FREE: Final = BUILT + 17
MOVES: Final = BUILT + 18
MOVES_LATER: Final = BUILT + 19
LAYS: Final = BUILT + 20
DISC_NUMBERS: Final = BUILT + 21
TAKE_NOW: Final = BUILT + 22  # and two more, by the paladins it needs
TAKE_LATER: Final = TAKE_NOW + MOST_NEED
SWING: Final = TAKE_LATER + MOST_NEED
GOAL: Final = SWING + MOST_NEED + 1
FEATURE_COUNT: Final = GOAL + MOST_NEED + 1

# The name and the unit of each feature between those of regions and those of what can be taken.
SINGLES: Final[dict[int, tuple[str, int]]] = {
    BUILT: ("castles", 10),
    BUILT_SQUARED: ("castles squared", 100),
    LAST_BUILT: ("last castles", 2),
    JOINED: ("castles where few regions are left", 50),
    LARGEST: ("largest region", 4),
    JOINABLE: ("joining in sight", 4),
    EMBLEM: ("emblems", 1),
    MARGIN: ("margins at court", 3),
    COMMAND: ("command", 8),
    COMMAND_MARGIN: ("command by margin", 24),
    RACE: ("margins if all went to court", 4),
    COMMAND_RACE: ("command if all went to court", 32),
    COMMAND_LOST: ("command that would be lost", 8),
    LATE_MARGIN: ("margins where few regions are left", 30),
    LATE_COMMAND: ("command where few regions are left", 80),
    RESERVE_OWN: ("reserve of own clans", 4),
    RESERVE_RIVAL: ("reserve of rival clans", 4),
    RESERVE_FREE: ("reserve of free clans", 4),
    MOVES: ("moves now", 1),
    MOVES_LATER: ("moves later", 1),
    LAYS: ("lays now", 1),
    DISC_NUMBERS: ("numbers on discs left", 8),
}


def _feature_names() -> list[str]:
    kinds = [f"{band} {owner}" for band in BANDS for owner in OWNERS]
    names = [f"{kind} {what}" for kind in kinds for what in ("lead", "ahead")]
    names += [SINGLES[feature][0] for feature in range(BUILT, TAKE_NOW)]
    names += [f"take now {need}" for need in range(1, MOST_NEED + 1)]
    names += [f"take later {need}" for need in range(1, MOST_NEED + 1)]
    names += [f"swing {need}" for need in range(MOST_NEED + 1)]
    return names + [f"goal {need}" for need in range(MOST_NEED + 1)]


def _units() -> list[int]:
    """Of how many pieces each feature is about one."""
    units = [MOST_LEAD, 1] * (len(BANDS) * len(OWNERS))
    units += [SINGLES[feature][1] for feature in range(BUILT, TAKE_NOW)]
    return units + [8] * (2 * MOST_NEED) + [4] * (MOST_NEED + 1) + [1] * (MOST_NEED + 1)


FEATURES: Final = _feature_names()
UNITS: Final = _units()


class Score:
    """What one side has, summed up at the prices of single pieces."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = weights
        self.total = 0.0

    def add(self, feature: int, amount: int) -> None:
        """So much of a feature."""
        self.total += self.weights[feature] * amount


class FeatureCounts(Score):
    """What one side has, feature by feature."""

    def __init__(self) -> None:
        super().__init__([])
        self.amounts = [0] * FEATURE_COUNT

    def add(self, feature: int, amount: int) -> None:
        """So much of a feature."""
        self.amounts[feature] = self.amounts[feature] + amount

    def cells(self) -> list[float]:
        """All features in their order, each a number of about one."""
        return [self.amounts[feature] / UNITS[feature] for feature in range(FEATURE_COUNT)]


def per_piece(weights: list[float]) -> list[float]:
    """Weights as prices of single pieces."""
    assert len(weights) == FEATURE_COUNT, "weights of another set of features"
    return [weights[feature] / UNITS[feature] for feature in range(FEATURE_COUNT)]
