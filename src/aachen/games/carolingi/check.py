"""What is true of every position: nothing made, nothing lost, nothing where the rules never let it lie.

Positions set up by hand are refused by the same list that random play is checked against.
"""

from __future__ import annotations

from typing import Final

from aachen.core.errors import Fault
from aachen.games.carolingi.rules import hunger, peace, scenario_814, swap, victory
from aachen.games.carolingi.rules.battle import GLORIOUS, VICTORIOUS
from aachen.games.carolingi.rules.develop import BUILDING, COUNTERS_AT_ONCE, COUNTERS_IN_A_LAND
from aachen.games.carolingi.rules.influence import SENDING, UNFOLDING
from aachen.games.carolingi.rules.palace import BANISHING
from aachen.games.carolingi.rules.scenario_814 import SOLVED
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import (
    ACTING,
    AUTUMN,
    BY_PEACE,
    BY_TIME,
    DEVELOP,
    ENDING_NAMES,
    FOUNDING,
    NO_ACTION,
    NOBODY,
    NOTHING,
    NOWHERE,
    OVER,
    PEACE,
    PLACING,
    STARVING,
    SWAPPING,
    TILES,
    UNSEEN,
)

# Which options each tile can have begun, in the order of the tiles.
OPTIONS: Final[tuple[tuple[int, ...], ...]] = (
    (0, SENDING, UNFOLDING),
    (0, BUILDING, BANISHING),
    (0,),
    (0,),
    (0, VICTORIOUS, GLORIOUS),
    (0,),
    (0,),
)


def faults(pos: State) -> list[Fault]:
    """Everything wrong with a position; empty if it is sound."""
    found = _numbers(pos)
    for seat in range(pos.realm.players):
        found += _followers(pos, seat) + _tiles(pos, seat) + _choice(pos, seat)
    for land in range(pos.realm.land_count):
        found += _land(pos, land)
    found += _problems(pos)
    return found + _gangs(pos) + _counters(pos) + _cards(pos) + _events(pos) + _time(pos) + _moment(pos)


def _numbers(pos: State) -> list[Fault]:
    lists = pos.pieces + pos.on_cards + pos.counters + pos.hand + pos.inactive + pos.fresh + pos.wheel
    lists = lists + pos.missi + pos.leudes + pos.nobiles + pos.trophies
    least = min(min(lists), pos.surplus, pos.hunger_aside, pos.events_ready, pos.events_later)
    return [Fault("below_zero", "position", {"number": least})] if least < 0 else []


def _followers(pos: State, seat: int) -> list[Fault]:
    """Each colour has its followers, no more and no fewer (2.1.1)."""
    name = pos.seat_name(seat)
    found = []
    total = sum(pos.pieces[seat :: pos.realm.stride]) + sum(pos.on_cards[seat :: pos.realm.stride])
    total += pos.missi[seat] + pos.leudes[seat] + pos.nobiles[seat] + pos.trophies[seat]
    total += pos.founders[seat] + pos.honours.count(seat)
    if total != pos.realm.followers:
        found.append(
            Fault(
                "follower_count",
                f"{name} court",
                {"seat": name, "have": total, "wanted": pos.realm.followers},
            )
        )
    if pos.trophies[seat] > pos.realm.trophy_spaces:
        facts: dict[str, object] = {"seat": name, "have": pos.trophies[seat], "most": pos.realm.trophy_spaces}
        found.append(Fault("too_many_trophies", f"{name} court", facts))
    return found


def _tiles(pos: State, seat: int) -> list[Fault]:
    """Each seat has its tiles; No-action is always active, and only tiles with a dot can be inactive."""
    found = []
    name = pos.seat_name(seat)
    where = f"{name} tiles"
    for tile in range(TILES):
        at = seat * TILES + tile
        have = pos.hand[at] + pos.inactive[at] + pos.spent[at] + (pos.bag + pos.aside).count(at)
        have += 1 if pos.swapped[seat] == tile else 0
        wanted = pos.realm.active_tiles[tile] + pos.realm.inactive_tiles[tile]
        facts: dict[str, object] = {"seat": name, "tile": pos.tile_name(tile), "have": have, "wanted": wanted}
        if have != wanted:
            found.append(Fault("tile_count", where, facts))
        if pos.inactive[at] > pos.realm.inactive_tiles[tile]:
            found.append(Fault("tile_never_inactive", where, facts))
        if pos.spent[at] != sum(pos.wheel[at :: pos.realm.players * TILES]):
            found.append(Fault("tile_count", f"{name} used", facts))
        if pos.fresh[at] > pos.hand[at]:
            found.append(Fault("fresh_not_in_hand", where, facts))
        if pos.proven[at] > wanted - pos.inactive[at]:
            found.append(Fault("known_but_inactive", where, facts))
    if pos.swapped[seat] == NO_ACTION or pos.spent[seat * TILES + NO_ACTION]:
        found.append(Fault("no_action_misplaced", where, {"seat": name}))
    if pos.spent[seat * TILES + PEACE] and not _is_declaring(pos, seat):
        found.append(Fault("peace_on_wheel", where, {"seat": name}))
    return found + _bag_of(pos, seat) + _knowledge(pos, seat)


def _knowledge(pos: State, seat: int) -> list[Fault]:
    """What everybody is said to know of the seat's tiles must be true of them: see imagine.py."""
    name = pos.seat_name(seat)
    where = f"{name} known"
    at = seat * TILES
    taken, swapped, since = pos.taken[seat], pos.swapped[seat], pos.since_peace[seat]
    lying = [code - at for code in pos.bag + pos.aside if code // TILES == seat]
    found = []
    for tile in range(NO_ACTION):
        active = pos.realm.active_tiles[tile] + pos.realm.inactive_tiles[tile] - pos.inactive[at + tile]
        if pos.fresh[at + tile] and pos.fresh[at + tile] > active - max(
            pos.realm.active_tiles[tile], pos.proven[at + tile]
        ):
            found.append(Fault("fresh_but_known", where, {"seat": name, "tile": pos.tile_name(tile)}))
    if taken != NOTHING and (swapped == NOTHING or pos.hand[at + taken] + lying.count(taken) == 0):
        found.append(Fault("taken_not_there", where, {"seat": name, "tile": pos.tile_name(taken)}))
    if swapped != NOTHING and not pos.could_give[seat] & (1 << swapped | UNSEEN):
        found.append(Fault("swapped_not_possible", where, {"seat": name, "tile": pos.tile_name(swapped)}))
    if since == 0 and pos.inactive[at + PEACE] == 0:
        found.append(Fault("peace_not_forfeited", where, {"seat": name}))
    if len(lying) == 1 and not _fits_first_tile(pos, seat, lying[0]):
        found.append(Fault("drawn_does_not_fit", where, {"seat": name}))
    return found


def _fits_first_tile(pos: State, seat: int, tile: int) -> bool:
    """Whether the seat's last tile in the bag goes with the one that was drawn before it (C20)."""
    first = pos.drawn[seat]
    if first == NOTHING:
        return pos.laid_tiles[seat] == 1  # it lies alone since the sand ran out (8)
    if first == PEACE:
        return tile == NO_ACTION
    return tile != PEACE or first == NO_ACTION


def _is_declaring(pos: State, seat: int) -> bool:
    ended = (
        pos.phase == OVER and pos.ending != BY_TIME
    )  # the failure may come in the middle of anything (C42)
    return ended or seat == pos.declarer or pos.declared >> seat & 1 == 1


def _bag_of(pos: State, seat: int) -> list[Fault]:
    """At most two tiles a season, and Peace only with No-action (C20)."""
    name = pos.seat_name(seat)
    tiles = [code % TILES for code in pos.bag + pos.aside if code // TILES == seat]
    if len(tiles) > 2:
        return [Fault("too_many_in_bag", "bag", {"seat": name, "have": len(tiles), "most": 2})]
    if len(tiles) == 2 and PEACE in tiles and NO_ACTION not in tiles:
        return [Fault("peace_without_no_action", "bag", {"seat": name})]
    return []


def _choice(pos: State, seat: int) -> list[Fault]:
    """A sealed choice is one that was offered, and only those who still owe one are waited for."""
    code = pos.sealed[seat]
    name = pos.seat_name(seat)
    if not _laid_fits(pos, seat):
        return [Fault("laid_not_possible", "laid", {"seat": name})]
    if code == NOTHING:
        return _left_out(pos, seat)
    if pos.waiting >> seat & 1 or pos.phase not in (PLACING, SWAPPING):
        return [Fault("sealed_but_asked", "sealed", {"seat": name})]
    hand = pos.hand[seat * TILES : seat * TILES + TILES]
    possible = pos.realm.places(hand) if pos.phase == PLACING else swap.offers(pos, seat)
    return [] if code in possible else [Fault("sealed_not_possible", "sealed", {"seat": name})]


def _laid_fits(pos: State, seat: int) -> bool:
    """Tiles are laid one by one only under the hourglass, and from the hand (8, C47)."""
    laid, number = pos.laid[seat], pos.laid_tiles[seat]
    if not pos.realm.variant.hourglass:
        return laid == NOTHING and number == 0
    if pos.phase != PLACING:
        return laid == NOTHING and number <= 2
    if pos.sealed[seat] != NOTHING:
        return laid == NOTHING and number == 2
    return number == 0 if laid == NOTHING else number == 1 and pos.hand[seat * TILES + laid] > 0


def _left_out(pos: State, seat: int) -> list[Fault]:
    """While all choose, whoever has not chosen is asked: everybody for tiles (3.1), who can for swaps (C49)."""
    if pos.phase == PLACING:
        asked = True
    elif pos.phase == SWAPPING:
        asked = swap.can_swap(pos, seat)
    else:
        return []
    if asked == bool(pos.waiting >> seat & 1):
        return []
    return [Fault("not_asked" if asked else "cannot_swap", "sealed", {"seat": pos.seat_name(seat)})]


def _land(pos: State, land: int) -> list[Fault]:
    """Homelands hold their owner's followers only; forests and homelands no counters; two at most (2.2.8, 5.2)."""
    name = pos.land_name(land)
    found = []
    facts: dict[str, object] = {"land": name}
    owner = pos.owner[land]
    if owner != NOBODY:
        if pos.gangs_in(land):
            found.append(Fault("gang_in_homeland", name, facts))
        if pos.followers_in(land) != pos.pieces[land * pos.realm.stride + owner]:
            found.append(Fault("stranger_in_homeland", name, facts))
        if pos.counters[land]:
            found.append(Fault("counter_in_homeland", name, facts))
        if pos.is_forest(land):
            found.append(Fault("palace_in_forest", name, facts))
        if pos.homeland[owner] != land:
            found.append(Fault("two_palaces", name, {"seat": pos.seat_name(owner)}))
    if pos.is_forest(land) and pos.counters[land]:
        found.append(Fault("counter_in_forest", name, facts))
    if pos.counters[land] > COUNTERS_IN_A_LAND:
        most: dict[str, object] = {"land": name, "have": pos.counters[land], "most": COUNTERS_IN_A_LAND}
        found.append(Fault("too_many_counters", name, most))
    return found + _control(pos, land)


def _control(pos: State, land: int) -> list[Fault]:
    noted = pos.ruler[land]
    pos.judge(land)
    judged = pos.ruler[land]
    pos.ruler[land] = noted
    return (
        []
        if noted == judged
        else [Fault("control_misjudged", pos.land_name(land), {"land": pos.land_name(land)})]
    )


def _gangs(pos: State) -> list[Fault]:
    stride = pos.realm.stride
    placed = (
        sum(pos.pieces[pos.realm.gang :: stride])
        + sum(pos.on_cards[pos.realm.gang :: stride])
        + pos.surplus
        + pos.exiles
    )
    facts: dict[str, object] = {"have": placed, "most": pos.realm.gangs}
    return (
        [Fault("gang_count", "position", facts)]
        if pos.supply != pos.realm.gangs - placed or pos.supply < 0
        else []
    )


def _counters(pos: State) -> list[Fault]:
    placed = sum(pos.counters)
    facts: dict[str, object] = {"have": placed, "most": pos.realm.counters}
    left = pos.realm.counters - placed
    return [Fault("counter_count", "position", facts)] if pos.counter_supply != left or left < 0 else []


def _cards(pos: State) -> list[Fault]:
    """Each land's card is in one place, a homeland's in none (2.2.2); pieces lie only on cards in a row."""
    found = []
    for land in range(pos.realm.land_count):
        places = pos.row.count(land) + pos.archivium.count(land) + pos.discard.count(land)
        places += 1 if pos.drawn_card == land else 0
        wanted = 0 if pos.owner[land] != NOBODY else 1
        facts: dict[str, object] = {"land": pos.land_name(land), "have": places, "wanted": wanted}
        if places != wanted:
            found.append(Fault("card_count", f"card {pos.land_name(land)}", facts))
        at = land * pos.realm.stride
        if sum(pos.on_cards[at : at + pos.realm.stride]) and pos.slot_of(land) == NOWHERE:
            found.append(Fault("pieces_without_card", f"card {pos.land_name(land)}", facts))
    piles = pos.archivium + pos.discard
    waiting = max(0, pos.realm.hunger_cards - (pos.year - pos.realm.first_year))
    hunger = piles.count(pos.realm.hunger_card) + pos.hunger_aside
    if hunger != pos.realm.hunger_cards:
        found.append(Fault("hunger_count", "aside", {"have": hunger, "wanted": pos.realm.hunger_cards}))
    elif pos.hunger_aside != waiting:
        found.append(Fault("hunger_too_soon", "aside", {"have": pos.hunger_aside, "wanted": waiting}))
    for card in (pos.realm.anarchy_card, pos.realm.rebellion_card):
        wanted = 1 if pos.realm.variant.anarchy else 0
        if piles.count(card) + pos.modules_aside != wanted:
            found.append(Fault("module_count", "aside", {"card": pos.realm.cards[card], "wanted": wanted}))
    return found


def _problems(pos: State) -> list[Fault]:
    """Scenario 814: every problem tile is on a season, a card or in the queue; one of a kind on a season (C32)."""
    found = []
    for tile in range(PEACE):
        seasons = pos.problems[tile::TILES]
        have = sum(seasons) + pos.card_problem.count(tile) + pos.queue.count(tile)
        wanted = pos.realm.problems.count(tile)
        facts: dict[str, object] = {"tile": pos.tile_name(tile), "have": have, "wanted": wanted}
        if have != wanted:
            found.append(Fault("problem_count", "problems", facts))
        if max(seasons) > 1:
            found.append(Fault("problem_twice", "problems", facts))
    for land in range(pos.realm.land_count):
        if pos.card_problem[land] != NOTHING and pos.slot_of(land) == NOWHERE:
            where = f"card {pos.land_name(land)}"
            found.append(Fault("pieces_without_card", where, {"land": pos.land_name(land)}))
    if len(pos.honours) > pos.realm.honour_length:
        most: dict[str, object] = {"have": len(pos.honours), "most": pos.realm.honour_length}
        found.append(Fault("too_many_honours", "honours", most))
    return found


def _events(pos: State) -> list[Fault]:
    """Event tiles are never lost; one waits in the first year only (2.2.5, 3.4)."""
    found = []
    tiles = pos.events_ready + pos.events_later + (pos.bag + pos.aside).count(pos.realm.event_tile)
    wanted = pos.realm.events_ready + pos.realm.events_later
    if tiles != wanted:
        found.append(Fault("event_tile_count", "events", {"have": tiles, "wanted": wanted}))
    first = pos.year == pos.realm.first_year
    later = pos.realm.events_later if first else 0
    if pos.events_later != later:
        found.append(Fault("event_tile_too_soon", "events", {"have": pos.events_later, "wanted": later}))
    return found


def _time(pos: State) -> list[Fault]:
    board = pos.realm
    if board.first_year <= pos.year <= pos.last_year <= board.final_year:
        return []
    facts: dict[str, object] = {"given": pos.year, "last": pos.last_year}
    facts["least"] = board.first_year
    facts["most"] = board.final_year
    return [Fault("year_out_of_order", "time", facts)]


def _moment(pos: State) -> list[Fault]:
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
        over = pos.followers_in(pos.hungry_land) - hunger.capacity(pos, pos.hungry_land)
        alone = len(pos.pending) < 2  # a sole occupant is not asked
        if over < 1 or over != pos.excess or alone or not pos.starved >> pos.hungry_land & 1:
            facts: dict[str, object] = {
                "land": pos.land_name(pos.hungry_land),
                "have": pos.excess,
                "wanted": over,
            }
            found.append(Fault("nobody_starves", "starving", facts))
    return found + (_tile_in_hand(pos) if pos.phase == ACTING else [])


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
    if pos.declarer != NOBODY and (pos.phase != ACTING or pos.declarer != pos.actor):
        found.append(Fault("declarer_not_acting", "declarer", {"seat": pos.seat_name(pos.declarer)}))
    if pos.declared == 0:
        return found
    laid = all(pos.spent[seat * TILES + PEACE] for seat in pos.realm.seats_of[pos.declared])
    rivals = all(code != pos.realm.event_tile and code % TILES == PEACE for code in pos.bag)
    if pos.declarer == NOBODY or not laid or not rivals:
        found.append(Fault("contest_not_possible", "contest"))
    return found


def _before(pos: State) -> list[Fault]:
    """A lone Peace remembers the table at its declaration, and nothing else remembers one (C20)."""
    before, seat = pos.before, pos.declarer
    lone = pos.phase == ACTING and seat != NOBODY and not pos.declared and peace.is_lone(pos, seat)
    if before is None:
        return [Fault("before_missing", "before")] if lone else []
    declares = before.phase == ACTING and before.tile == PEACE and before.actor == seat
    if lone and declares and before.before is None:
        return []
    return [Fault("before_misplaced", "before")]


def _tile_in_hand(pos: State) -> list[Fault]:
    """The tile being carried out: one that can be, as far as it can have gone."""
    found = []
    if pos.tile == NO_ACTION:
        found.append(Fault("tile_never_acts", "acting", {"tile": pos.tile_name(pos.tile)}))
    elif pos.option not in OPTIONS[pos.tile] and not (pos.realm.variant.scenario and pos.option == SOLVED):
        found.append(
            Fault("option_not_possible", "acting", {"tile": pos.tile_name(pos.tile), "have": pos.option})
        )
    if pos.parts and not (pos.tile == DEVELOP and pos.option == BUILDING and pos.parts <= COUNTERS_AT_ONCE):
        found.append(
            Fault("parts_not_possible", "acting", {"tile": pos.tile_name(pos.tile), "have": pos.parts})
        )
    if pos.declarer != NOBODY and pos.spent[pos.declarer * TILES + PEACE] == 0:
        found.append(Fault("peace_not_played", "acting", {"seat": pos.seat_name(pos.declarer)}))
    for road in pos.roads:
        origin, target = divmod(road, pos.realm.land_count)
        if target not in pos.realm.neighbours[origin]:
            facts: dict[str, object] = {"origin": pos.land_name(origin), "target": pos.land_name(target)}
            found.append(Fault("road_not_there", "roads", facts))
    return found
