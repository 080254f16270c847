"""What is true of every position: nothing made, nothing lost, nothing where the rules never let it lie.

Positions set up by hand are refused by the same list that random play is checked against.
"""

from __future__ import annotations

from aachen.core.errors import Fault
from aachen.games.carolus.rules import discs, paladins, renewal
from aachen.games.carolus.state import State, clan_name, territory_name
from aachen.games.carolus.terms import (
    ADVANCING,
    ALL_DISCS,
    BY_GOAL,
    BY_REGIONS,
    BY_ROUNDS,
    CLANS,
    CROWNING,
    DISCS,
    FEWEST_REGIONS,
    LAST_ROUND,
    LAYING,
    NOBODY,
    NOT_ENDED,
    OVER,
    PALADINS_OF_A_CLAN,
    PUTTING,
    SET_UP,
    TERRITORIES,
)


def faults(pos: State) -> list[Fault]:
    """Everything wrong with a position; empty if it is sound."""
    found = _numbers(pos) + _ring(pos)
    if found:
        return found  # nothing else can be counted
    for clan in range(CLANS):
        found += _clan(pos, clan)
    for side in range(pos.empire.sides):
        found += _castles(pos, side)
    for head in pos.heads():
        found += _region(pos, head)
    for seat in range(pos.empire.players):
        found += _seat(pos, seat)
    return found + _order(pos) + _ending(pos) + _moment(pos)


def _numbers(pos: State) -> list[Fault]:
    """More pieces than there are, and numbers that only a bug can make."""
    found = []
    for clan in range(CLANS):
        if pos.centre[clan] < 0:
            have = PALADINS_OF_A_CLAN - pos.centre[clan]
            facts: dict[str, object] = {"clan": clan_name(clan), "have": have, "most": PALADINS_OF_A_CLAN}
            found.append(Fault("too_many_paladins", "position", facts))
    for side in range(pos.empire.sides):
        if pos.castles_left[side] < 0:
            have = pos.empire.castles - pos.castles_left[side]
            facts = {"side": pos.side_name(side), "have": have, "most": pos.empire.castles}
            found.append(Fault("too_many_castles", "position", facts))
    if found:
        return found
    lists = pos.paladins + pos.court + pos.reserve + pos.centre + pos.castles + pos.castles_left + pos.size
    least = min(min(lists), pos.count)
    return [Fault("below_zero", "position", {"number": least})] if least < 0 else []


def _ring(pos: State) -> list[Fault]:
    """The regions cover the ring, each territory once; joined territories hold nothing of their own."""
    covered = [0] * TERRITORIES
    for head in pos.heads():
        for territory in pos.territories_of(head):
            covered[territory] += 1
    found = [
        Fault("ring_broken", territory_name(territory), {"territory": territory_name(territory)})
        for territory in range(TERRITORIES)
        if covered[territory] != 1 or (pos.size[territory] == 0 and _holds_something(pos, territory))
    ]
    if pos.regions != len(pos.heads()):
        found.append(Fault("region_count", "position", {"have": pos.regions, "wanted": len(pos.heads())}))
    if not 0 <= pos.emperor < TERRITORIES or pos.size[pos.emperor] == 0:
        found.append(Fault("emperor_nowhere", "emperor"))
    return found


def _holds_something(pos: State, territory: int) -> bool:
    at = territory * CLANS
    return sum(pos.paladins[at : at + CLANS]) + pos.castles[territory] > 0 or pos.owner[territory] != NOBODY


def _clan(pos: State, clan: int) -> list[Fault]:
    """Forty paladins of each clan; its emblem with somebody who has most of it at court (M5)."""
    name = clan_name(clan)
    found = []
    total = pos.centre[clan] + sum(pos.paladins[clan::CLANS])
    total += sum(pos.court[clan::CLANS]) + sum(pos.reserve[clan::CLANS])
    if total != PALADINS_OF_A_CLAN:
        facts: dict[str, object] = {"clan": name, "have": total, "wanted": PALADINS_OF_A_CLAN}
        found.append(Fault("paladin_count", f"clan {name}", facts))
    at_court = pos.court[clan::CLANS]
    holder = pos.holder[clan]
    if holder == NOBODY:
        if max(at_court) > 0:
            found.append(Fault("emblem_not_taken", "emblems", {"clan": name}))
    elif at_court[holder] < max(at_court):
        found.append(Fault("emblem_misplaced", "emblems", {"clan": name, "seat": pos.seat_name(holder)}))
    return found


def _castles(pos: State, side: int) -> list[Fault]:
    """Every castle of a side is on the board or left to be built."""
    built = sum(pos.castles[head] for head in pos.heads() if pos.owner[head] == side)
    if built + pos.castles_left[side] == pos.empire.castles:
        return []
    facts: dict[str, object] = {"side": pos.side_name(side), "have": built + pos.castles_left[side]}
    facts["wanted"] = pos.empire.castles
    return [Fault("castle_count", "position", facts)]


def _region(pos: State, head: int) -> list[Fault]:
    """One castle a territory, fewer only when the goal was reached (M7); neighbours of one side are joined (M1)."""
    name = territory_name(head)
    owner = pos.owner[head]
    facts: dict[str, object] = {"region": name, "have": pos.castles[head], "wanted": pos.size[head]}
    if owner == NOBODY:
        if pos.castles[head] > 0 or pos.size[head] > 1:
            return [Fault("region_without_owner", name, facts)]
        return []
    found = []
    reached = pos.castles_left[owner] == 0
    if pos.castles[head] != pos.size[head] and not (reached and 0 < pos.castles[head] < pos.size[head]):
        found.append(Fault("castles_do_not_fit", name, facts))
    after = pos.region_after(head)
    if pos.owner[after] == owner and pos.ending != BY_GOAL:
        found.append(Fault("neighbours_not_joined", name, {"region": name, "other": territory_name(after)}))
    return found


def _seat(pos: State, seat: int) -> list[Fault]:
    """No reserve is larger than at the start; as many discs laid as the round asks for (M10)."""
    name = pos.seat_name(seat)
    found = []
    if pos.reserve_size(seat) > pos.empire.reserve:
        facts: dict[str, object] = {"seat": name, "have": pos.reserve_size(seat), "most": pos.empire.reserve}
        found.append(Fault("reserve_too_large", f"{name} reserve", facts))
    laid = 0 if pos.round == SET_UP else (pos.round - 1) % DISCS
    laid += 1 if pos.shown[seat] else 0
    have = len(discs.disc_list(pos.discs[seat]))
    if have != DISCS - laid or not 0 <= pos.discs[seat] <= ALL_DISCS:
        wanted: dict[str, object] = {"seat": name, "have": have, "wanted": DISCS - laid}
        found.append(Fault("disc_count", f"{name} discs", wanted))
    if pos.shown[seat] and pos.discs[seat] >> (pos.shown[seat] - 1) & 1:
        found.append(Fault("disc_in_two_places", f"{name} discs", {"seat": name, "disc": pos.shown[seat]}))
    return found


def _order(pos: State) -> list[Fault]:
    """Every seat lays once, in the order of placing, and shows another number if it can (M10)."""
    if pos.round == SET_UP:
        return []
    if sorted(pos.placing) != pos.empire.all_seats:
        return [Fault("placing_incomplete", "placing")]
    found = []
    seen: list[int] = []
    for at, seat in enumerate(pos.placing):
        disc = pos.shown[seat]
        if disc == 0:
            if any(pos.shown[later] for later in pos.placing[at:]):
                found.append(Fault("laid_out_of_order", "placing", {"seat": pos.seat_name(seat)}))
            break
        could = [other for other in discs.disc_list(pos.discs[seat]) if other not in seen]
        if disc in seen and could:
            facts: dict[str, object] = {"seat": pos.seat_name(seat), "disc": disc}
            found.append(Fault("disc_repeated", f"{pos.seat_name(seat)} discs", facts))
        seen.append(disc)
    is_laid = all(pos.shown)
    if pos.playing != (discs.order_of_play(pos) if is_laid else []):
        found.append(Fault("order_of_play_wrong", "placing"))
    return found


def _ending(pos: State) -> list[Fault]:
    """The game is over exactly when a rule says so, and by that rule (M11, M12, M15)."""
    due = NOT_ENDED
    if min(pos.castles_left) == 0:
        due = BY_GOAL
    elif pos.regions < FEWEST_REGIONS:
        due = BY_REGIONS
    elif pos.phase == OVER and pos.round == LAST_ROUND:
        due = BY_ROUNDS
    if pos.ending != due or (pos.phase == OVER) != (pos.ending != NOT_ENDED):
        return [Fault("ending_does_not_fit", "over")]
    return []


def _moment(pos: State) -> list[Fault]:
    """Somebody is asked for something possible, unless the game is over."""
    if not SET_UP <= pos.round <= LAST_ROUND:
        return [Fault("round_not_possible", "round", {"given": pos.round, "least": 0, "most": LAST_ROUND})]
    if pos.phase == OVER:
        return [] if pos.actor == NOBODY and pos.count == 0 else [Fault("asked_after_the_end", "position")]
    if not 0 <= pos.actor < pos.empire.players:
        return [Fault("nobody_asked", "position")]
    if pos.round == SET_UP:
        return [] if _is_set_up_possible(pos) else [Fault("moment_not_possible", "round")]
    if pos.rolls != 0:
        return [Fault("moment_not_possible", "round")]
    if pos.phase == LAYING:
        possible = pos.actor == _next_to_lay(pos) and pos.count == 0
        return [] if possible else [Fault("moment_not_possible", "laying")]
    if not pos.playing:
        return [Fault("discs_missing", "placing")]
    turn = pos.empire.turn_paladins
    if pos.phase == PUTTING:
        possible = 1 <= pos.count <= paladins.owed(pos, pos.actor) and _has_put(pos, turn - pos.count)
        return [] if possible else [Fault("moment_not_possible", "putting")]
    if pos.phase == ADVANCING:
        possible = pos.count == 0 and _has_put(pos, turn)
        return [] if possible else [Fault("moment_not_possible", "advancing")]
    return [] if _is_crown_possible(pos) else [Fault("moment_not_possible", "crowning")]


def _has_put(pos: State, number: int) -> bool:
    """Whether the actor's reserve can be one from which so many paladins have been put this turn (M4)."""
    return pos.reserve_size(pos.actor) <= pos.empire.reserve - number


def _is_set_up_possible(pos: State) -> bool:
    """At set-up each seat in turn makes all its rolls (M8): nobody after the actor has paladins, no disc is shown."""
    rolls = pos.empire.first_rolls
    if pos.phase != CROWNING or not 1 <= pos.rolls <= len(rolls) or not _is_crown_possible(pos):
        return False
    if pos.reserve_size(pos.actor) + pos.count > sum(rolls[: pos.rolls]):
        return False
    later = [pos.reserve_size(seat) for seat in range(pos.actor + 1, pos.empire.players)]
    return not any(later) and not any(pos.shown) and not any(pos.court) and not any(pos.castles)


def _next_to_lay(pos: State) -> int:
    for seat in pos.placing:
        if pos.shown[seat] == 0:
            return seat
    return NOBODY


def _is_crown_possible(pos: State) -> bool:
    """No more crowns than dice, none beyond a full reserve, and a clan to name."""
    dice = pos.empire.first_rolls[pos.rolls - 1] if pos.round == SET_UP else pos.empire.turn_paladins
    room = pos.empire.reserve - pos.reserve_size(pos.actor)
    return 1 <= pos.count <= min(dice, room) and any(renewal.can_be_named(pos, clan) for clan in range(CLANS))
