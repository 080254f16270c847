"""Reasons for a plan of Carolingi: differences of features, times their weights."""

from __future__ import annotations

from typing import Final

from aachen.bots.carolingi.evaluation import Evaluator, dot
from aachen.bots.carolingi.features import FEATURES, rows
from aachen.bots.carolingi.seat_counts import SeatCount, SeatCounts
from aachen.bots.carolingi.tile_planner import TilePlanner
from aachen.bots.plan import Plan
from aachen.bots.thought import Rationale
from aachen.games.carolingi.for_bots import (
    ACTING,
    ACTIVATE,
    FOUNDING,
    HONOUR,
    KEEP,
    NO_ACTION,
    NOBODY,
    NOWHERE,
    PLACE,
    PLACING,
    SOLVE,
    STARVING,
    SWAP,
    TILES,
    OutOfGangsError,
    Position,
    emperors_favourite,
    expel,
    fail_together,
    has_united,
    may_end_by_peace,
    place_founder,
    play_part,
    victory_points,
)

MOST_REASONS: Final = 4
WORTH_TELLING: Final = 0.03  # of worth: about a hundredth of a chance
FAILURE_TELLING: Final = 0.02

# What a reason stands for, among the features.
GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "points": ("point", "second_point", "third_point", "more_points", "points_late"),
    "lands": ("lands", "lands_beyond", "lands_lack_one", "levies", "beds"),
    "counters": ("counters", "counters_beyond", "counters_lack_one"),
    "followers": ("followers", "followers_beyond", "followers_late", "reserve"),
    "trophy": ("trophies", "trophy_lead"),
    "region": ("regions", "regions_lack_one", "forests"),
    "safety": ("sturdy_lands", "threatened_lands"),
    "hunger": ("lands_at_risk", "hungry_followers"),
    "foothold": ("footholds", "victories"),
    "cards": ("arriving", "promised_lands"),
    "missi": ("missi", "missi_beyond", "missi_late", "leudes"),
    "palace": ("palace", "palace_ready"),
    "honour": ("honours", "favourite"),
}


class WeightedReason:
    """A reason, and how much it weighs."""

    def __init__(self, weight: float, reason: Rationale) -> None:
        self.weight = weight
        self.reason = reason


def reasons_for(evaluator: Evaluator, pos: Position, seat: int, plan: Plan) -> list[Rationale]:
    """What the plan changes for the seat, what counts most first; that nothing is better, if it changes nothing."""
    kind = pos.realm.actions.kind[plan.codes[0]]
    if kind == KEEP:
        return [Rationale("keep")]
    if kind == SWAP:
        return [Rationale("swap", {"tile": pos.tile_name(pos.realm.actions.y[plan.codes[0]])})]
    after = foreseen(evaluator, pos, seat, plan)
    if after.peace.declarer == seat and may_end_by_peace(after, seat):
        return [Rationale("peace", {"points": victory_points(after, seat)})]
    found = (
        _deeds(evaluator, pos, plan)
        + _own(evaluator, pos, after, seat)
        + _siblings(evaluator, pos, after, seat)
    )
    found += _failure(evaluator, pos, after)
    found.sort(key=_lightness)
    strongest = [each.reason for each in found if each.weight > WORTH_TELLING][:MOST_REASONS]
    return strongest if strongest else [Rationale("wait")]


def _lightness(weighed: WeightedReason) -> float:
    return -weighed.weight


def foreseen(evaluator: Evaluator, pos: Position, seat: int, plan: Plan) -> Position:
    """The position once the plan is done, if neither luck nor a sibling came in; tiles are carried out in turn."""
    if pos.phase == PLACING:
        return _after_tiles(evaluator, pos, seat, plan)
    after = pos.copy()
    try:
        for code in plan.codes:
            if after.phase == ACTING and play_part(after, seat, code, None):
                break
            if after.phase == FOUNDING:
                place_founder(after, seat, code, None)
            elif after.phase == STARVING:
                expel(after, pos.realm.actions.x[code], None)
    except OutOfGangsError:
        fail_together(after, None)
    return after


def _after_tiles(evaluator: Evaluator, pos: Position, seat: int, plan: Plan) -> Position:
    actions = pos.realm.actions
    tile_planner = TilePlanner(evaluator, seat)
    after = pos
    for code in plan.codes:
        tiles = [actions.x[code], actions.y[code]] if actions.kind[code] == PLACE else [actions.x[code]]
        for tile in tiles:
            if tile != NO_ACTION and after.hand[seat * TILES + tile]:
                after = tile_planner.drawn(after, tile).pos
    return after


# What the seat itself does


def _deeds(evaluator: Evaluator, pos: Position, plan: Plan) -> list[WeightedReason]:
    """What cannot be seen on the map: a tile activated, a problem solved."""
    found = []
    actions = pos.realm.actions
    weights = evaluator.weights(pos).numbers()
    for code in plan.codes:
        if actions.kind[code] == ACTIVATE:
            name = pos.tile_name(actions.x[code])
            feature = FEATURES.index(_tile_feature(actions.x[code]))
            found.append(
                WeightedReason(2 * WORTH_TELLING + weights[feature], Rationale("tile", {"tile": name}))
            )
        elif actions.kind[code] == SOLVE:
            found.append(WeightedReason(1.0, Rationale("problem", {"problem": pos.tile_name(pos.work.tile)})))
        elif actions.kind[code] == HONOUR:
            found.append(WeightedReason(0.5, Rationale("honour")))
    return found


def _tile_feature(tile: int) -> str:
    return (
        "influence_tile",
        "hand_develop",
        "equip_tile",
        "move_tile",
        "hand_battle",
        "soothe_tile",
        "peace_tile",
    )[tile]


def _own(evaluator: Evaluator, pos: Position, after: Position, seat: int) -> list[WeightedReason]:
    """What the seat gains, group by group."""
    weights = evaluator.weights(pos).numbers()
    old, new = rows(pos)[seat], rows(after)[seat]
    before, later = SeatCounts(pos).seats[seat], SeatCounts(after).seats[seat]
    found: list[WeightedReason] = []
    for code, features in GROUPS.items():
        gain = 0.0
        for feature in features:
            at = FEATURES.index(feature)
            gain += (new[at] - old[at]) * weights[at]
        reason = _reason(code, pos, after, before, later, seat)
        if reason is not None:
            found.append(WeightedReason(gain, reason))
    return found


def _reason(
    code: str, pos: Position, after: Position, before: SeatCount, later: SeatCount, seat: int
) -> Rationale | None:
    """The reason in facts, or None if what it reports has not grown."""
    if code == "points":
        return _grown("points", later.points - before.points, later.points)
    if code == "lands":
        return _lands_won(pos, after, seat, later.lands)
    if code == "counters":
        return _grown("counters", later.counters - before.counters, later.counters)
    if code == "followers":
        return _grown("followers", later.followers - before.followers, later.followers)
    if code == "trophy":
        return _grown("trophy", after.trophies[seat] - pos.trophies[seat], after.trophies[seat])
    if code == "region":
        return _region_nearer(pos, after, seat)
    if code == "safety":
        return _grown("safety", before.threatened - later.threatened, later.threatened)
    if code == "hunger":
        return _grown("hunger", before.hungry - later.hungry, later.hungry)
    if code == "foothold":
        return _foothold(pos, after, seat)
    if code == "cards":
        return _grown("cards", later.arriving - before.arriving, later.arriving)
    if code == "missi":
        return _grown("missi", after.missi[seat] - pos.missi[seat], after.missi[seat])
    if code == "palace" and pos.homeland[seat] == NOWHERE and after.homeland[seat] != NOWHERE:
        return Rationale("palace", {"land": pos.land_name(after.homeland[seat])})
    return None


def _grown(code: str, number: int, have: int) -> Rationale | None:
    return Rationale(code, {"number": number, "have": have}) if number > 0 else None


def _lands_won(pos: Position, after: Position, seat: int, have: int) -> Rationale | None:
    won = [land for land in range(pos.realm.land_count) if after.ruler[land] == seat != pos.ruler[land]]
    if not won:
        return None
    if len(won) == 1:
        return Rationale("land", {"land": pos.land_name(won[0]), "have": have})
    return Rationale("lands", {"number": len(won), "have": have})


def _region_nearer(pos: Position, after: Position, seat: int) -> Rationale | None:
    """The region that the plan brings nearest to being united."""
    best, most = None, 0
    for region in range(len(pos.realm.regions)):
        old, new = _held(pos, seat, region), _held(after, seat, region)
        if new > old and new > most:
            facts: dict[str, object] = {"region": pos.realm.regions[region]}
            facts["have"] = new
            facts["wanted"] = len(pos.realm.region_lands[region])
            best, most = (
                Rationale("united" if has_united(after, seat, region) else "region", facts),
                new,
            )
    return best


def _held(pos: Position, seat: int, region: int) -> int:
    """How many lands of the region are as they have to be to unite it (3.5)."""
    held = 0
    for land in pos.realm.region_lands[region]:
        if pos.ruler[land] == seat or (pos.is_forest(land) and pos.pieces[land * pos.realm.stride + seat]):
            held += 1
    return held


def _foothold(pos: Position, after: Position, seat: int) -> Rationale | None:
    """A land that the seat enters without controlling it yet."""
    stride = pos.realm.stride
    for land in range(pos.realm.land_count):
        at = land * stride + seat
        if after.pieces[at] > pos.pieces[at] and after.ruler[land] != seat:
            return Rationale("foothold", {"land": pos.land_name(land)})
    return None


# What it does to others


def _siblings(evaluator: Evaluator, pos: Position, after: Position, seat: int) -> list[WeightedReason]:
    """Whom the plan weakens, and the gangs that are gone."""
    weights = evaluator.weights(pos).numbers()
    old, new = rows(pos), rows(after)
    found: list[WeightedReason] = []
    for other in range(pos.realm.players):
        loss = dot(old[other], weights) - dot(new[other], weights)
        reason = _weakened(pos, after, other)
        if other != seat and reason is not None:
            found.append(WeightedReason(loss, reason))
    return found


def _weakened(pos: Position, after: Position, other: int) -> Rationale | None:
    name = pos.seat_name(other)
    for land in range(pos.realm.land_count):
        if pos.ruler[land] == other != after.ruler[land]:
            return Rationale("takes", {"seat": name, "land": pos.land_name(land)})
    lost = pos.following(other) - after.following(other)
    return Rationale("weakens", {"seat": name, "number": lost}) if lost > 0 else None


def _failure(evaluator: Evaluator, pos: Position, after: Position) -> list[WeightedReason]:
    """Scenario 814: how far the plan leads away from the failure of all."""
    if not pos.realm.variant.scenario:
        return []
    less = evaluator.failure(pos) - evaluator.failure(after)
    gangs = after.supply - pos.supply
    if less < FAILURE_TELLING:
        favourite = emperors_favourite(after)
        fails = less < -FAILURE_TELLING and favourite != NOBODY
        return (
            [WeightedReason(-less, Rationale("favourite", {"seat": pos.seat_name(favourite)}))]
            if fails
            else []
        )
    if gangs > 0:
        return [WeightedReason(4 * less, Rationale("gangs", {"number": gangs}))]
    return [WeightedReason(4 * less, Rationale("averts"))]
