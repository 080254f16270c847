"""The options of tiles: which of the book's alternatives the tile being carried out has begun (5, 6.2.1, 814 §4.2.2).

An option belongs to one tile, or to all; in texts of positions it is a number that each tile counts by itself.
"""

from __future__ import annotations

from typing import Final

from aachen.games.carolingi.terms import BATTLE, DEVELOP, INFLUENCE, NOTHING

UNDECIDED: Final = 0  # nothing is begun: every option is open
SENDING: Final = 1  # 5.1 b: missi on country cards
UNFOLDING: Final = 2  # 5.1 c: cards unfold in their lands
BUILDING: Final = 3  # 5.2 b: counters
BANISHING: Final = 4  # 6.2.1 c: gangs are driven out of the new homeland
VICTORIOUS: Final = 5  # 5.5: a battle is won, its trophy not taken
GLORIOUS: Final = 6  # 5.5: the trophy of this tile is taken
SOLVED: Final = 7  # 814 §4.2.2: the tile solved a problem instead of acting

# By option: the tile it belongs to (nothing: any tile), and its number in texts.
_TILES: Final[tuple[int, ...]] = (NOTHING, INFLUENCE, INFLUENCE, DEVELOP, DEVELOP, BATTLE, BATTLE, NOTHING)
_NUMBERS: Final[tuple[int, ...]] = (0, 1, 2, 1, 3, 1, 2, 9)


def is_option_of(option: int, tile: int) -> bool:
    """Whether the tile can have begun the option."""
    return _TILES[option] == NOTHING or _TILES[option] == tile


def number_of(option: int) -> int:
    """The option's number in texts."""
    return _NUMBERS[option]


def numbered(tile: int, number: int) -> int:
    """The option of the tile that has this number in texts, or nothing."""
    for option in range(len(_NUMBERS)):
        if _NUMBERS[option] == number and is_option_of(option, tile):
            return option
    return NOTHING
