"""CM5 End of the game, and who is ahead when it comes."""

from __future__ import annotations

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolus.state import State
from aachen.games.carolus.terms import BY_GOAL, BY_REGIONS, BY_ROUNDS, FEWEST_REGIONS, NOBODY, NOT_ENDED, OVER


def check_goal(pos: State, side: int, tell: Tell | None) -> None:
    """A side with all its castles on the board has won at once, whoever's turn it is (M11)."""
    if pos.castles_left[side] == 0:
        _end(pos, BY_GOAL)
        if tell is not None:
            tell(Event("goal_reached", {"side": pos.side_name(side), "castles": pos.empire.castles}))


def check_regions(pos: State, tell: Tell | None) -> None:
    """Fewer than four regions, empty and single ones counted, end the game (M12)."""
    if pos.regions < FEWEST_REGIONS:
        _end(pos, BY_REGIONS)
        if tell is not None:
            tell(Event("few_regions_left", {"number": pos.regions, "fewest": FEWEST_REGIONS}))


def end_by_rounds(pos: State, tell: Tell | None) -> None:
    """Our own rule: after the last renewal of round 60 it is enough (M15)."""
    _end(pos, BY_ROUNDS)
    if tell is not None:
        tell(Event("rounds_over", {"round": pos.round}))


def _end(pos: State, ending: int) -> None:
    pos.ending = ending
    pos.phase = OVER
    pos.actor = NOBODY
    pos.count = 0


def refusal(pos: State) -> Refusal:
    """Nothing is allowed any more, by the rule that ended the game."""
    if pos.ending == BY_GOAL:
        return Refusal("CM5", "game_over", "M11")
    if pos.ending == BY_REGIONS:
        return Refusal("CM5", "game_over", "M12")
    return Refusal("CM5", "game_over", "M15")


def is_over(pos: State) -> bool:
    """Whether the game has ended."""
    return pos.ending != NOT_ENDED


def clans_of(pos: State, side: int) -> int:
    """How many clans the side controls, partners together (M12)."""
    number = 0
    for holder in pos.holder:
        if holder != NOBODY and pos.empire.side_of[holder] == side:
            number += 1
    return number


def standing(pos: State, side: int) -> tuple[int, int]:
    """What decides, in order: castles on the board, clans controlled (M12)."""
    return pos.castles_built(side), clans_of(pos, side)


def places(pos: State) -> list[int]:
    """Each seat's place: 1 for the winning side, equals and partners share one (M12, B6)."""
    standings = [standing(pos, side) for side in range(pos.empire.sides)]
    of_side = [1 + len([other for other in standings if other > mine]) for mine in standings]
    return [of_side[side] for side in pos.empire.side_of]
