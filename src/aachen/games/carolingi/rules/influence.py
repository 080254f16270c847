"""5.1 Influence: (a) missi to the homeland, or (b) missi on country cards, or (c) cards unfold in their lands."""

from __future__ import annotations

from typing import Final

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import DONE_CODE, MOST_AT_ONCE, SEND, SETTLE, UNFOLD
from aachen.games.carolingi.rules.events import discard_card, transfer
from aachen.games.carolingi.state import UNTOUCHED, State
from aachen.games.carolingi.terms import INFLUENCE, NOBODY, NOWHERE
from aachen.games.carolingi.tile_options import SENDING, UNDECIDED, UNFOLDING

SENT: Final = UNTOUCHED[INFLUENCE].begun(SENDING)
UNFOLDED: Final = UNTOUCHED[INFLUENCE].begun(UNFOLDING)


def offers(pos: State, seat: int) -> list[int]:
    """What may be done with the tile now; once (b) or (c) has begun, only more of it."""
    realm = pos.realm
    missi, option = pos.missi[seat], pos.work.option
    found = [DONE_CODE]
    if option == UNDECIDED and pos.homeland[seat] != NOWHERE:
        found += realm.settle_codes[: min(MOST_AT_ONCE, missi)]
    sends = option != UNFOLDING and missi > 0
    unfolds: list[int] = []
    ruler, on_cards, stride = pos.ruler, pos.on_cards, realm.stride
    for land in pos.row:
        if land != NOWHERE:
            if sends:
                holder = ruler[land]
                if holder == NOBODY or holder == seat:
                    found.append(realm.send_codes[land])
            if on_cards[land * stride + seat]:
                unfolds.append(realm.unfold_codes[land])
    if option != SENDING:
        found += unfolds
    return found


def refusal(pos: State, seat: int, kind: int, land: int, number: int) -> Refusal | None:
    """Why not, for all three options, or None."""
    if kind == SETTLE:
        return _refuse_settling(pos, seat, number)
    option = pos.work.option
    if (option == SENDING and kind == UNFOLD) or (option == UNFOLDING and kind == SEND):
        return Refusal("5.1", "other_option_begun")
    if pos.slot_of(land) == NOWHERE:
        return Refusal("5.1", "card_not_in_row", "C14", {"land": pos.land_name(land)})
    if kind == SEND:
        return _refuse_sending(pos, seat, land)
    if pos.on_cards[land * pos.realm.stride + seat] == 0:
        return Refusal("5.1", "no_follower_on_card", "C14", {"land": pos.land_name(land)})
    return None


def _refuse_settling(pos: State, seat: int, number: int) -> Refusal | None:
    if pos.work.option != UNDECIDED:
        return Refusal("5.1", "other_option_begun")
    if pos.homeland[seat] == NOWHERE:
        return Refusal("5.1", "no_homeland", "C14", {"seat": pos.seat_name(seat)})
    if number > MOST_AT_ONCE:
        return Refusal("5.1", "too_many_missi", "", {"number": number, "most": MOST_AT_ONCE})
    if number > pos.missi[seat]:
        return Refusal("5.1", "too_few_missi", "C14", {"wanted": number, "have": pos.missi[seat]})
    return None


def _refuse_sending(pos: State, seat: int, land: int) -> Refusal | None:
    if pos.missi[seat] == 0:
        return Refusal("5.1", "too_few_missi", "C14", {"wanted": 1, "have": 0})
    ruler = pos.ruler[land]
    if ruler != NOBODY and ruler != seat:
        facts: dict[str, object] = {"land": pos.land_name(land), "owner": pos.seat_name(ruler)}
        return Refusal("5.1", "controlled_by_sibling", "C14", facts)
    return None


def play(pos: State, seat: int, kind: int, land: int, number: int, tell: Tell | None) -> bool:
    """Do it; True when the tile is used up."""
    if kind == SETTLE:
        return _settle(pos, seat, number, tell)
    if kind == SEND:
        pos.work = SENT
        pos.missi[seat] -= 1
        pos.on_cards[land * pos.realm.stride + seat] += 1
        if tell is not None:
            tell(Event("missus_sent", {"seat": pos.seat_name(seat), "card": pos.land_name(land)}))
        return False
    pos.work = UNFOLDED
    slot = pos.slot_of(land)
    transfer(pos, land, tell)
    discard_card(pos, slot)
    return False


def _settle(pos: State, seat: int, number: int, tell: Tell | None) -> bool:
    pos.missi[seat] -= number
    pos.add_followers(pos.homeland[seat], seat, number)
    if tell is not None:
        land = pos.land_name(pos.homeland[seat])
        tell(Event("missi_settled", {"seat": pos.seat_name(seat), "land": land, "number": number}))
    return True
