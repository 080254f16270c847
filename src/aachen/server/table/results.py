"""How a finished game ended for each seat, in the words that the page has sentences for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aachen.core.contract import Position
from aachen.server.messages import Result


def results_of(position: Position, seats: list[str]) -> dict[str, Result] | None:
    """The result of each seat by name; None while the game goes on. Partners win together, and share with nobody."""
    outcome = position.outcome()
    if outcome is None:
        return None
    winners = {seats[number] for number in outcome.winners()}
    if not winners:
        return dict.fromkeys(seats, "all_lost")
    won: Result = "won" if any(winners <= set(side) for side in _sides(position, seats)) else "shared"
    return {seat: won if seat in winners else "lost" for seat in seats}


def _sides(position: Position, seats: list[str]) -> list[Sequence[str]]:
    """The seats that win together: as the game's view says, or each for itself."""
    sides = position.view(None).get("sides")
    return list(sides.values()) if isinstance(sides, Mapping) else [[seat] for seat in seats]
