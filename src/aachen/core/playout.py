"""Random play to the end of a game or for so many actions: one call, which a compiled game carries out as machine code."""

from __future__ import annotations

from typing import Final, Protocol, cast

from aachen.core.contract import Position
from aachen.core.luck import Luck

MOST_ACTIONS: Final = 20_000  # of a game that ends


class RandomPlayout(Protocol):
    """A position that plays on at random by itself, faster than a caller can. A game need not offer it."""

    def play_randomly(self, luck: Luck, choices: Luck, most: int) -> int:
        """See the function of that name: the same actions, and the same answers taken from both."""


def play_randomly(position: Position, luck: Luck, choices: Luck, most: int = MOST_ACTIONS) -> int:
    """Play on at random until the game is over or `most` actions are done; how many were done.

    The first seat that is asked takes any of its offers, all equally likely: `choices` picks.
    """
    if hasattr(position, "play_randomly"):
        return cast(RandomPlayout, position).play_randomly(luck, choices, most)
    done = 0
    while done < most and (seats := position.to_act()):
        position.play(seats[0], choices.pick("offer", position.offers(seats[0])), luck)
        done += 1
    return done
