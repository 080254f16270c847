"""5.5 Battle and glory: fight wherever one outnumbers each enemy; a victory may earn one trophy."""

from __future__ import annotations

from typing import Final

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import DONE_CODE, TROPHY_CODE
from aachen.games.carolingi.parts import replaced
from aachen.games.carolingi.state import UNTOUCHED, State
from aachen.games.carolingi.terms import BATTLE
from aachen.games.carolingi.tile_options import GLORIOUS, UNDECIDED, VICTORIOUS

WON: Final = UNTOUCHED[BATTLE].begun(VICTORIOUS)
HONOURED: Final = UNTOUCHED[BATTLE].begun(GLORIOUS)


def outnumbers_each(pos: State, seat: int, land: int) -> bool:
    """A simple majority: more than each other colour singly and more than the gangs (C2)."""
    at = land * pos.realm.stride
    mine = pos.pieces[at + seat]
    for faction in range(pos.realm.stride):
        if faction != seat and pos.pieces[at + faction] >= mine:
            return False
    return True


def strongest_enemy(pos: State, seat: int, land: int) -> int:
    """How many the largest other colour, or the gangs, have in the land."""
    at = land * pos.realm.stride
    most = 0
    for faction in range(pos.realm.stride):
        if faction != seat and pos.pieces[at + faction] > most:
            most = pos.pieces[at + faction]
    return most


def can_claim_trophy(pos: State, seat: int) -> bool:
    """After a victory, once per tile, with a leude to send and a space on the glory track (C16)."""
    if pos.work.option != VICTORIOUS:
        return False
    return pos.leudes[seat] > 0 and pos.trophies[seat] < pos.realm.trophy_spaces


def offers(pos: State, seat: int) -> list[int]:
    """Every land with an enemy whom the seat outnumbers; a trophy once one was won."""
    found = [DONE_CODE]
    if pos.work.option == VICTORIOUS and can_claim_trophy(pos, seat):
        found.append(TROPHY_CODE)
    for land, mine in enumerate(pos.pieces[seat :: pos.realm.stride]):
        if mine > 1 and 0 < strongest_enemy(pos, seat, land) < mine:
            found.append(pos.realm.fight_codes[land])
    return found


def refusal(pos: State, seat: int, land: int) -> Refusal | None:
    """Why there is no battle in this land, or None."""
    name = pos.land_name(land)
    mine = pos.pieces[land * pos.realm.stride + seat]
    enemy = strongest_enemy(pos, seat, land)
    if mine == 0:
        return Refusal("5.5", "no_follower_here", "C2", {"land": name})
    if enemy == 0:
        return Refusal("5.5", "no_enemy_here", "C16", {"land": name})
    if not outnumbers_each(pos, seat, land):
        return Refusal("5.5", "no_simple_majority", "C2", {"land": name, "mine": mine, "enemy": enemy})
    return None


def trophy_refusal(pos: State, seat: int) -> Refusal | None:
    """Why no trophy can be claimed now, or None."""
    if pos.work.option == UNDECIDED:
        return Refusal("5.5", "no_victory_yet", "C16")
    if pos.work.option == GLORIOUS:
        return Refusal("5.5", "one_trophy_a_tile", "C16")
    if pos.trophies[seat] == pos.realm.trophy_spaces:
        return Refusal("5.5", "glory_track_full", "C16", {"most": pos.realm.trophy_spaces})
    if pos.leudes[seat] == 0:
        return Refusal("5.5", "too_few_leudes", "C16", {"wanted": 1, "have": 0})
    return None


def play(pos: State, seat: int, land: int, tell: Tell | None) -> bool:
    """One of every colour and one gang fall, round by round, until the attacker stands alone (C16)."""
    realm = pos.realm
    rounds = strongest_enemy(pos, seat, land)
    losses: dict[str, object] = {}
    for other in range(realm.players):
        fallen = min(rounds, pos.pieces[land * realm.stride + other])
        if fallen > 0:
            pos.send_home(land, other, fallen)
            losses[realm.colours[other]] = fallen
    gangs = pos.gangs_in(land)
    pos.remove_gangs(land, gangs)
    if pos.work.option == UNDECIDED:
        pos.work = WON
    if tell is not None:
        facts: dict[str, object] = {"seat": pos.seat_name(seat), "land": pos.land_name(land)}
        facts["followers"] = losses
        facts["gangs"] = gangs
        tell(Event("battle_fought", facts))
    return False


def claim_trophy(pos: State, seat: int, tell: Tell | None) -> bool:
    """A leude goes on the glory track."""
    pos.work = HONOURED
    pos.leudes[seat] -= 1
    pos.trophies = replaced(pos.trophies, seat, pos.trophies[seat] + 1)
    if tell is not None:
        tell(Event("trophy_claimed", {"seat": pos.seat_name(seat), "number": pos.trophies[seat]}))
    return False
