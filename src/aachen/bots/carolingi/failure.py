"""The failure of all in Scenario 814 (814 §5): what speaks for it."""

from __future__ import annotations

from typing import Final

from aachen.bots.carolingi.features import LONG, seasons_left
from aachen.games.carolingi.for_bots import FOUNDING, NOWHERE, SEASONS, SOOTHE, TILES, State, problems_in

FAILURE: Final = "814_failure"
LAST_GANGS: Final = 1
FAILURE_FEATURES: Final[list[str]] = [
    "always",
    "three_problems_next",
    "two_problems_next",
    "three_problems_after",
    "two_problems_after",
    "problems",
    "problems_time",
    "gangs_left",
    "few_gangs_left",
    "no_gangs_left",
    "gangs_coming",
    "soothe_tiles",
    "missi",
    "time_left",
    "card_problems",
]


def failure_row(pos: State) -> list[float]:
    """What speaks for a failure of all: problems where Skuld goes next, and gangs that run out (814 §5)."""
    left = seasons_left(pos)
    coming = _problems_met(pos, left, 1)
    after = _problems_met(pos, left, 2)
    problems = sum(pos.problems) / 6
    future = min(1.0, left / LONG)
    lying = 0
    for problem in pos.card_problem:
        if problem >= 0:
            lying += 1
    players = pos.realm.players
    supply = pos.supply - _first_gangs(pos)
    return [
        1.0,
        1.0 if coming >= 3 else 0.0,
        1.0 if coming == 2 else 0.0,
        1.0 if after >= 3 else 0.0,
        1.0 if after == 2 else 0.0,
        problems,
        problems * future,
        supply / (4 * players),
        max(0.0, 1.0 - supply / (2 * players)),
        max(0.0, 1.0 - supply / players),
        _gangs_coming(pos) / (2 * players),
        1.0 - sum(pos.inactive[SOOTHE::TILES]) / players,
        sum(pos.missi) / (6 * players),
        left / 20,
        lying / 6,
    ]


def is_failing(pos: State) -> bool:
    """Whether all fail at once unless somebody prevents it: Skuld's next season, or the next few gangs (814 §5)."""
    return _problems_met(pos, seasons_left(pos), 1) >= 3 or pos.supply <= LAST_GANGS


def _problems_met(pos: State, left: int, steps: int) -> int:
    """How many problems lie where Skuld stands after so many steps; none if time is up before (C35)."""
    return problems_in(pos, (pos.season + steps) % SEASONS) if left >= steps else 0


def _first_gangs(pos: State) -> int:
    """The gangs that rise as soon as all followers have found a place (6.1.3)."""
    if pos.phase != FOUNDING:
        return 0
    stride = pos.realm.stride
    rising = 0
    for land in range(pos.realm.land_count):
        if pos.gangs_in(land) > 0 or sum(pos.pieces[land * stride : land * stride + stride]) == 0:
            rising += 1
    return rising


def _gangs_coming(pos: State) -> int:
    """The gangs that would rise if every row overflowed: on cards nobody looks after, and around forests (4.1 B)."""
    realm = pos.realm
    coming = 0
    for land in pos.row:
        if land == NOWHERE:
            continue
        at = land * realm.stride
        is_tended = sum(pos.on_cards[at : at + realm.players]) > 0
        if not is_tended:
            coming += 1
        if pos.is_forest(land) and (not is_tended or pos.on_cards[at + realm.gang]):
            coming += len(realm.neighbours[land])
    return coming
