"""6.1 The advanced set-up: forests and followers are drawn, and everybody finds a place for each follower."""

from __future__ import annotations

from bisect import insort

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.core.luck import Luck
from aachen.games.carolingi.actions import JOIN, OCCUPY, OCCUPY_CODE, SEND, SERVE, SERVE_CODE
from aachen.games.carolingi.parts import replaced
from aachen.games.carolingi.rules import events, placing
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import FOUNDING, NOBODY, NOWHERE


def begin(pos: State, luck: Luck, tell: Tell | None) -> None:
    """All cards are in the Archivium, and two rounds of followers wait for the bag (6.1.1)."""
    pos.archivium = list(range(pos.realm.land_count))
    pos.founders = [pos.realm.founders] * pos.realm.players
    pos.phase = FOUNDING
    draw_on(pos, luck, tell)


def bag(pos: State) -> list[int]:
    """The seats whose followers are in the bag: the second contingent comes when the first is placed."""
    later = pos.realm.second_pile if max(pos.founders) > pos.realm.second_pile else 0
    seats = []
    for seat in range(pos.realm.players):
        seats += [seat] * (pos.founders[seat] - later)
    return seats


def draw_on(pos: State, luck: Luck, tell: Tell | None) -> None:
    """Cards are turned until one asks for a follower; after the last follower the game begins (6.1.2)."""
    if max(pos.founders) == 0:
        _end(pos, tell)
        return
    pos.drawn_card = NOWHERE
    while pos.archivium:
        card = luck.pick("card", pos.archivium)
        pos.archivium.remove(card)
        if not _becomes_forest(pos, card, tell):
            pos.drawn_card = card
            break
    pos.actor = luck.pick("follower", bag(pos))
    pos.pending = offers(pos, pos.actor)
    if tell is not None:
        card_name = None if pos.drawn_card == NOWHERE else pos.land_name(pos.drawn_card)
        tell(Event("founder_drawn", {"seat": pos.seat_name(pos.actor), "card": card_name}))


def _becomes_forest(pos: State, land: int, tell: Tell | None) -> bool:
    """The first land drawn of a region is its forest; its card is discarded."""
    for other in pos.realm.region_lands[pos.realm.region_of[land]]:
        if pos.is_forest(other):
            return False
    pos.forests |= 1 << land
    pos.update_control(land)
    insort(pos.discard, land)
    if tell is not None:
        tell(Event("forest_grew", {"land": pos.land_name(land)}))
    return True


def has_followers_beside(pos: State, seat: int, land: int) -> bool:
    """Whether the seat already stands in a neighbouring land."""
    for near in pos.realm.neighbours[land]:
        if pos.pieces[near * pos.realm.stride + seat] > 0:
            return True
    return False


def offers(pos: State, seat: int) -> list[int]:
    """6.1.2 a to d; without a card only b to d (C26)."""
    found = [SERVE_CODE]
    card = pos.drawn_card
    if card != NOWHERE and not has_followers_beside(pos, seat, card):
        found.append(OCCUPY_CODE)
    for land, mine in enumerate(pos.pieces[seat :: pos.realm.stride]):
        if mine > 0 and land != card:
            found.append(pos.realm.join_codes[land])
    for land in pos.row:
        if land != NOWHERE:
            found.append(pos.realm.send_codes[land])
    return found


def refusal(pos: State, seat: int, kind: int, land: int) -> Refusal | None:
    """Why the follower may not go there, or None."""
    if kind == SERVE:
        return None
    if kind == OCCUPY:
        return _refuse_occupying(pos, seat)
    if kind == SEND and pos.slot_of(land) == NOWHERE:
        ruling = "C26" if land == pos.drawn_card else ""
        return Refusal("6.1.2", "card_not_in_row", ruling, {"land": pos.land_name(land)})
    if kind == JOIN and (pos.pieces[land * pos.realm.stride + seat] == 0 or land == pos.drawn_card):
        return Refusal("6.1.2", "nobody_to_join", "", {"land": pos.land_name(land)})
    return None


def _refuse_occupying(pos: State, seat: int) -> Refusal | None:
    if pos.drawn_card == NOWHERE:
        return Refusal("6.1.2", "no_card_drawn", "C26")
    if has_followers_beside(pos, seat, pos.drawn_card):
        return Refusal("6.1.2", "followers_beside", "", {"land": pos.land_name(pos.drawn_card)})
    return None


def play(pos: State, seat: int, code: int, tell: Tell | None) -> None:
    """The follower takes its place, then the card goes to the discard pile (a) or into its row (b to d)."""
    kind, land = pos.realm.actions.kind[code], pos.realm.actions.x[code]
    card = pos.drawn_card
    pos.founders = replaced(pos.founders, seat, pos.founders[seat] - 1)
    pos.actor = NOBODY
    pos.pending = []
    if kind == SERVE:
        pos.missi[seat] += 1
    elif kind == SEND:
        pos.on_cards[land * pos.realm.stride + seat] += 1
    else:
        pos.add_followers(card if kind == OCCUPY else land, seat, 1)
    if tell is not None:
        tell(Event("founder_placed", _placed_facts(pos, seat, kind, card if kind == OCCUPY else land)))
    if card == NOWHERE:
        return
    if kind == OCCUPY:
        insort(pos.discard, card)
    else:
        events.country_card(pos, card, tell)
    pos.drawn_card = NOWHERE


def _placed_facts(pos: State, seat: int, kind: int, land: int) -> dict[str, object]:
    how = "serve" if kind == SERVE else "send" if kind == SEND else "land"
    return {"seat": pos.seat_name(seat), "how": how, "land": None if kind == SERVE else pos.land_name(land)}


def _end(pos: State, tell: Tell | None) -> None:
    """The cards are shuffled, those in rows stay (C26), and the first gangs rise (6.1.3)."""
    events.shuffle_discard(pos)
    _first_gangs(pos, tell)
    placing.begin(pos, tell)


def _first_gangs(pos: State, tell: Tell | None) -> None:
    """Lands with a gang take one more, then empty lands take one; forests too, and nothing spreads (C27)."""
    if tell is not None:
        tell(Event("first_gangs", {}))
    for land in range(pos.realm.land_count):
        if pos.gangs_in(land) > 0:
            pos.place_gang(land, tell)
    for land in range(pos.realm.land_count):
        if pos.gangs_in(land) == 0 and pos.followers_in(land) == 0:
            pos.place_gang(land, tell)
