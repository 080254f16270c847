"""How games of planners end, seen from anywhere in them: features of the seats, and where their homelands lie.

What to play by and what to tell chances by are two things. Weights that climbed win matches,
and say little about who will win a game of several siblings; these here say more, and whoever plays by them alone loses.
A search needs both: plans of the one, and the other where it stops.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolingi.worth import FEATURES, Table, Worth, shares, softmax
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import NOT_ENDED, SEASONS

MOST_PLAYERS: Final = 6


def name_of(players: int) -> str:
    """The lesson of the base game with so many players."""
    return f"base_{players}_outlook"


def features(players: int) -> list[str]:
    """What is counted of a seat: all that planners count, and which of the dealt homelands it has."""
    homes = [f"home_{home}_{when}" for home in range(1, players + 1) for when in ("early", "late")]
    return FEATURES + homes


def early(left: int) -> float:
    """How much of the game lies ahead: a homeland counts for another thing early than late."""
    return left / (left + SEASONS)


class Outlook:
    """The chances of seats that go on as planners do; where that was not learned, what the planner thinks of them."""

    def __init__(self, worth: Worth, weights: dict[str, list[float]]) -> None:
        self.worth = worth
        self.base: list[list[float]] = [[] for _ in range(MOST_PLAYERS + 1)]  # by number of players
        for players in range(MOST_PLAYERS + 1):
            known = weights.get(name_of(players), [])
            if any(known):
                self.base[players] = known

    def chances(self, pos: State) -> list[float]:
        """Each seat's chance to win, from 0 to 1; a finished game is certain."""
        if pos.ending != NOT_ENDED:
            return shares(pos)
        weights = self._weights(pos)
        if not weights:
            return self.worth.chances(pos)
        table = Table(pos)
        worths: list[float] = []
        for seat in range(pos.realm.players):
            worths.append(table.worth(seat, weights) + self._home(pos, seat, weights, early(table.left)))
        return softmax(worths)

    def _home(self, pos: State, seat: int, weights: list[float], ahead: float) -> float:
        """What the homeland is worth; nothing where a made-up position has another one or none."""
        land, homelands = pos.homeland[seat], pos.realm.homelands
        if land not in homelands:
            return 0.0
        at = len(FEATURES) + 2 * homelands.index(land)
        return ahead * weights[at] + (1.0 - ahead) * weights[at + 1]

    def _weights(self, pos: State) -> list[float]:
        """Those for this table; none where homelands are chosen, or more is at stake."""
        variant = pos.realm.variant
        if variant.scenario or variant.advanced:
            return []
        return self.base[pos.realm.players]
