"""What is true of every moment: somebody is asked for what can be, as far as it can have gone."""

from __future__ import annotations

from aachen.core.errors import Fault
from aachen.games.carolingi.rules import hunger, peace, scenario_814, victory
from aachen.games.carolingi.rules.develop import COUNTERS_AT_ONCE
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import (
    ACTING,
    AUTUMN,
    BY_PEACE,
    BY_TIME,
    ENDING_NAMES,
    FOUNDING,
    NO_ACTION,
    NOBODY,
    OVER,
    PEACE,
    PLACING,
    STARVING,
    SWAPPING,
    TILES,
)
from aachen.games.carolingi.tile_options import BUILDING, SOLVED, is_option_of, number_of


def moment_faults(pos: State) -> list[Fault]:
    """Somebody is asked, unless the game is over; a bag is only there while tiles are drawn."""
    found = []
    if pos.phase in (ACTING, STARVING, FOUNDING) and (pos.actor == NOBODY or not pos.pending):
        found.append(Fault("nobody_asked", "position"))
    if pos.phase in (PLACING, SWAPPING) and (pos.waiting == 0 or pos.bag):
        found.append(Fault("nobody_asked", "position"))
    if pos.phase == OVER:
        found += _end(pos)
    found += _peace(pos) + _before(pos)
    if pos.phase == FOUNDING and pos.actor != NOBODY and pos.founders[pos.actor] == 0:
        found.append(Fault("nobody_to_found", "founders", {"seat": pos.seat_name(pos.actor)}))
    if pos.phase == STARVING:
        found += _starving(pos)
    return found + (_tile_in_hand(pos) if pos.phase == ACTING else [])


def _starving(pos: State) -> list[Fault]:
    """Whoever decides in a hungry land has somebody to send away (4.2)."""
    famine = pos.hunger
    over = pos.followers_in(famine.land) - hunger.capacity(pos, famine.land)
    alone = len(pos.pending) < 2  # a sole occupant is not asked
    if over > 0 and over == famine.excess and not alone and famine.starved >> famine.land & 1:
        return []
    facts: dict[str, object] = {"land": pos.land_name(famine.land), "have": famine.excess, "wanted": over}
    return [Fault("nobody_starves", "starving", facts)]


def _end(pos: State) -> list[Fault]:
    """A game that is over has ended by its rule, and nobody is asked any more."""
    found = []
    if pos.waiting or pos.actor != NOBODY:
        found.append(Fault("asked_after_the_end", "position"))
    if pos.ending == BY_TIME:
        possible = pos.season == AUTUMN and pos.year == pos.last_year and not pos.bag
    elif pos.ending == BY_PEACE:
        possible = pos.winner != NOBODY and victory.may_end_by_peace(pos, pos.winner)
    else:
        possible = pos.realm.variant.scenario and pos.winner == scenario_814.favourite(pos)
    if not possible:
        found.append(Fault("end_not_possible", "over", {"given": ENDING_NAMES[pos.ending]}))
    return found


def _peace(pos: State) -> list[Fault]:
    """Whoever declares has laid Peace open and acts; in a contest only the rivals' Peace is in the bag (5.8)."""
    found = []
    declarer, declared = pos.peace.declarer, pos.peace.declared
    if declarer != NOBODY and (pos.phase != ACTING or declarer != pos.actor):
        found.append(Fault("declarer_not_acting", "declarer", {"seat": pos.seat_name(declarer)}))
    if declared == 0:
        return found
    laid = all(pos.spent[seat * TILES + PEACE] for seat in pos.realm.seats_of[declared])
    rivals = all(code != pos.realm.event_tile and code % TILES == PEACE for code in pos.bag)
    if declarer == NOBODY or not laid or not rivals:
        found.append(Fault("contest_not_possible", "contest"))
    return found


def _before(pos: State) -> list[Fault]:
    """A lone Peace remembers the table at its declaration, and nothing else remembers one (C20)."""
    before, seat = pos.peace.before, pos.peace.declarer
    lone = pos.phase == ACTING and seat != NOBODY and not pos.peace.declared and peace.is_lone(pos, seat)
    if before is None:
        return [Fault("before_missing", "before")] if lone else []
    declares = before.phase == ACTING and before.work.tile == PEACE and before.actor == seat
    if lone and declares and before.peace.before is None:
        return []
    return [Fault("before_misplaced", "before")]


def _tile_in_hand(pos: State) -> list[Fault]:
    """The tile being carried out: one that can be, as far as it can have gone."""
    found = []
    work, name = pos.work, pos.tile_name(pos.work.tile)
    if work.tile == NO_ACTION:
        found.append(Fault("tile_never_acts", "acting", {"tile": name}))
    elif not is_option_of(work.option, work.tile) or (
        work.option == SOLVED and not pos.realm.variant.scenario
    ):
        facts: dict[str, object] = {"tile": name, "have": number_of(work.option)}
        found.append(Fault("option_not_possible", "acting", facts))
    if work.parts and not (work.option == BUILDING and work.parts <= COUNTERS_AT_ONCE):
        found.append(Fault("parts_not_possible", "acting", {"tile": name, "have": work.parts}))
    declarer = pos.peace.declarer
    if declarer != NOBODY and pos.spent[declarer * TILES + PEACE] == 0:
        found.append(Fault("peace_not_played", "acting", {"seat": pos.seat_name(declarer)}))
    for road in work.roads:
        origin, target = divmod(road, pos.realm.land_count)
        if target not in pos.realm.neighbours[origin]:
            facts = {"origin": pos.land_name(origin), "target": pos.land_name(target)}
            found.append(Fault("road_not_there", "roads", facts))
    return found
