"""Scenario 814: problems on cards and seasons, Skuld, honours, and the failure of all.

Skuld stands on the current season (814 §3.3, §4.1), so the season is hers and needs no place of its own.
"""

from __future__ import annotations

from bisect import insort
from typing import Final

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.core.luck import Luck
from aachen.games.carolingi.actions import COURT_PLACES, DONE_CODE
from aachen.games.carolingi.parts import replaced
from aachen.games.carolingi.rules import victory
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import (
    BY_FAILURE,
    NOBODY,
    NOTHING,
    NOWHERE,
    OVER,
    PEACE,
    SEASON_NAMES,
    SEASONS,
    TILES,
)
from aachen.games.carolingi.tile_options import SOLVED, UNDECIDED

PROBLEMS_TOO_MANY: Final = 3


# 3.5 Problem tiles


def lay_problems(pos: State, luck: Luck, tell: Tell | None) -> None:
    """Everybody draws a problem for the seasons; the rest is the queue, in the order drawn (§3.5.2, §3.5.3)."""
    left = pos.realm.problems[:]
    for _ in range(min(pos.realm.players, len(left))):
        lay_on_season(pos, _draw_problem(left, luck), tell)
    while left:
        pos.queue = [*pos.queue, _draw_problem(left, luck)]


def _draw_problem(left: list[int], luck: Luck) -> int:
    problem = luck.pick("problem", left)
    left.remove(problem)
    return problem


def lay_on_season(pos: State, problem: int, tell: Tell | None) -> None:
    """As far in the future as can be: the season before Skuld's first, hers last (§3.5.2, C32)."""
    for step in range(SEASONS):
        season = (pos.season + SEASONS - 1 - step) % SEASONS
        if pos.problems[season * TILES + problem] == 0:
            pos.problems = replaced(pos.problems, season * TILES + problem, 1)
            if tell is not None:
                facts: dict[str, object] = {"problem": pos.tile_name(problem), "season": SEASON_NAMES[season]}
                tell(Event("problem_laid", facts))
            return
    to_queue(pos, problem, tell)


def to_queue(pos: State, problem: int, tell: Tell | None) -> None:
    """The tile goes to the bottom of the queue; of an empty one it is the top too (C46)."""
    pos.queue = [*pos.queue, problem]
    if tell is not None:
        tell(Event("problem_queued", {"problem": pos.tile_name(problem)}))


def card_inserted(pos: State, land: int, tell: Tell | None) -> None:
    """A card in its row takes the top problem, or a gang if there is none (§3.5.4, C37)."""
    if pos.queue:
        pos.card_problem = replaced(pos.card_problem, land, pos.queue[0])
        pos.queue = pos.queue[1:]
        if tell is not None:
            facts: dict[str, object] = {"card": pos.land_name(land)}
            facts["problem"] = pos.tile_name(pos.card_problem[land])
            tell(Event("problem_on_card", facts))
    else:
        pos.place_gang_on_card(land, tell)


def card_unfolded(pos: State, land: int, tell: Tell | None) -> None:
    """The problem of a card that is resolved takes effect on a season (§4.2.1, C37)."""
    problem = pos.card_problem[land]
    if problem != NOTHING:
        pos.card_problem = replaced(pos.card_problem, land, NOTHING)
        lay_on_season(pos, problem, tell)


def card_removed(pos: State, land: int, tell: Tell | None) -> None:
    """A palace takes its card out of the game: the problem goes to the queue, without honour (§4.2.4)."""
    problem = pos.card_problem[land]
    if problem != NOTHING:
        pos.card_problem = replaced(pos.card_problem, land, NOTHING)
        to_queue(pos, problem, tell)


# 4.1 Skuld


def problems_in(pos: State, season: int) -> int:
    """How many problems lie on a season."""
    return sum(pos.problems[season * TILES : season * TILES + TILES])


def skuld_steps(pos: State, tell: Tell | None) -> bool:
    """Skuld moves on; False if she meets three problems, which is the end (§4.1, C35)."""
    season = (pos.season + 1) % SEASONS
    if problems_in(pos, season) < PROBLEMS_TOO_MANY:
        return True
    if tell is not None:
        tell(
            Event("skuld_met_problems", {"season": SEASON_NAMES[season], "number": problems_in(pos, season)})
        )
    pos.season = season
    fail(pos, tell)
    return False


def fail(pos: State, tell: Tell | None) -> None:
    """The heirs have failed: the game ends at once, as it stands (§5, C31, C36, C42)."""
    if pos.drawn_card != NOWHERE:
        insort(pos.discard, pos.drawn_card)
        pos.drawn_card = NOWHERE
    pos.end_moment()
    pos.ending = BY_FAILURE
    pos.phase = OVER
    pos.winner = favourite(pos)
    if tell is not None:
        favoured = None if pos.winner == NOBODY else pos.seat_name(pos.winner)
        tell(Event("heirs_failed", {"winner": favoured}))


def favourite(pos: State) -> int:
    """Among those with a point and an honour: most honours, then the most recent one (C36). Perhaps nobody."""
    best = NOBODY
    for seat in pos.honours:  # the oldest first, so that the last among equals is the most recent
        if victory.points(pos, seat) > 0 and (
            best == NOBODY or pos.honours.count(seat) >= pos.honours.count(best)
        ):
            best = seat
    return best


# 4.2 Blocked tiles and solving


def is_blocked(pos: State, tile: int) -> bool:
    """The tile's problem lies on Skuld's season: it does nothing, nor solves anything (§4.2.1, C33)."""
    return pos.problems[pos.season * TILES + tile] > 0


def offers(pos: State, tile: int) -> list[int]:
    """A problem of the tile's kind on each season but Skuld's may be solved instead of acting (§4.2.2, C34)."""
    if tile >= PEACE or _has_acted(pos):
        return []
    return [
        pos.realm.solve_codes[season]
        for season in range(SEASONS)
        if season != pos.season and pos.problems[season * TILES + tile]
    ]


def _has_acted(pos: State) -> bool:
    return pos.work.option != UNDECIDED or len(pos.work.roads) > 0


def refusal(pos: State, season: int) -> Refusal | None:
    """Why nothing can be solved there, or None."""
    tile = pos.work.tile
    if tile >= PEACE or not pos.realm.variant.scenario:
        return Refusal("814 §4.2.2", "nothing_to_solve", "C34", {"tile": pos.tile_name(tile)})
    if _has_acted(pos):
        return Refusal("814 §4.2.2", "solves_or_acts", "C34", {"tile": pos.tile_name(tile)})
    if season == pos.season:
        return Refusal("814 §4.2.2", "skuld_is_here", "C34", {"season": SEASON_NAMES[season]})
    if pos.problems[season * TILES + tile] == 0:
        facts: dict[str, object] = {"tile": pos.tile_name(tile), "season": SEASON_NAMES[season]}
        return Refusal("814 §4.2.2", "no_such_problem", "C34", facts)
    return None


def solve(pos: State, seat: int, season: int, tell: Tell | None) -> None:
    """The problem goes to the bottom of the queue."""
    tile = pos.work.tile
    pos.problems = replaced(pos.problems, season * TILES + tile, 0)
    pos.work = pos.work.begun(SOLVED)
    if tell is not None:
        facts: dict[str, object] = {"seat": pos.seat_name(seat), "problem": pos.tile_name(tile)}
        facts["season"] = SEASON_NAMES[season]
        tell(Event("problem_solved", facts))
    to_queue(pos, tile, tell)


# 4.2.3 Honours


def _court_place(pos: State, place: int) -> list[int]:
    if place == 0:
        return pos.missi
    return pos.leudes if place == 1 else pos.nobiles


def honour_offers(pos: State, seat: int) -> list[int]:
    """No honour, or one follower from missi, leudes or nobiles; trophies never (C34)."""
    found = [DONE_CODE]
    for place in range(len(COURT_PLACES)):
        if _court_place(pos, place)[seat] > 0:
            found.append(pos.realm.honour_codes[place])
    return found


def honour_refusal(pos: State, seat: int, place: int) -> Refusal | None:
    """Why no follower of that place can be honoured, or None."""
    if pos.work.option != SOLVED:
        return Refusal("814 §4.2.3", "nothing_solved", "C34")
    if _court_place(pos, place)[seat] == 0:
        return Refusal("814 §4.2.3", "nobody_to_honour", "C34", {"place": COURT_PLACES[place]})
    return None


def honour(pos: State, seat: int, place: int, tell: Tell | None) -> None:
    """The follower goes on the honour board; what falls off at its top is a leude again."""
    _court_place(pos, place)[seat] -= 1
    pos.honours = [*pos.honours, seat]
    if tell is not None:
        tell(Event("honour_earned", {"seat": pos.seat_name(seat), "place": COURT_PLACES[place]}))
    if len(pos.honours) > pos.realm.honour_length:
        forgotten = pos.honours[0]
        pos.honours = pos.honours[1:]
        pos.leudes[forgotten] += 1
        if tell is not None:
            tell(Event("honour_forgotten", {"seat": pos.seat_name(forgotten)}))
