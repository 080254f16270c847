"""5 Actions: the owner of a drawn tile carries it out, or declines, or stops after any part (C13)."""

from __future__ import annotations

from typing import Final

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolingi.actions import (
    ACTIVATE,
    BANISH,
    BUILD,
    CALM,
    CLAIM,
    DONE,
    DONE_CODE,
    EQUIP_MISSI,
    EXTRA,
    FIGHT,
    HONOUR,
    MARCH,
    NAMES,
    SEND,
    SETTLE,
    SOLVE,
    TROPHY,
    UNFOLD,
)
from aachen.games.carolingi.rules import (
    battle,
    develop,
    equip_missi,
    influence,
    move_troops,
    peace,
    scenario_814,
    soothe,
)
from aachen.games.carolingi.state import NO_OFFERS, NO_WORK, UNTOUCHED, State
from aachen.games.carolingi.terms import (
    ACTING,
    BATTLE,
    DEVELOP,
    EQUIP,
    INFLUENCE,
    MOVE,
    NOBODY,
    NOTHING,
    PEACE,
    SOOTHE,
)
from aachen.games.carolingi.tile_options import BANISHING, SOLVED

# The tile that each kind of action belongs to, and the section of that tile.
TILE_OF: Final[dict[int, int]] = {
    SETTLE: INFLUENCE,
    SEND: INFLUENCE,
    UNFOLD: INFLUENCE,
    ACTIVATE: DEVELOP,
    BUILD: DEVELOP,
    CLAIM: DEVELOP,
    BANISH: DEVELOP,
    EQUIP_MISSI: EQUIP,
    MARCH: MOVE,
    FIGHT: BATTLE,
    TROPHY: BATTLE,
    CALM: SOOTHE,
    EXTRA: PEACE,
}
SECTION_OF: Final[tuple[str, ...]] = ("5.1", "5.2", "5.3", "5.4", "5.5", "5.7", "5.8", "5.6")


def begin(pos: State, seat: int, tile: int, tell: Tell | None) -> bool:
    """The seat may act with the tile; False if nothing at all is possible with it (A1)."""
    pos.phase = ACTING
    pos.actor = seat
    pos.work = UNTOUCHED[tile]
    scenario = pos.realm.variant.scenario
    if tile == MOVE and (scenario or pos.missi[seat] > 0):
        move_troops.begin(pos, seat)
    elif tile == PEACE:
        peace.begin(pos, seat)
    if scenario and scenario_814.is_blocked(pos, tile):
        if tell is not None:
            tell(Event("tile_blocked", {"seat": pos.seat_name(seat), "tile": pos.tile_name(tile)}))
        return False
    pending = offers(pos, seat)
    pos.pending = pending
    if len(pending) > 1 or (tile == PEACE and peace.may_hold_extra(pos, seat)):
        return True
    if tell is not None:
        tell(Event("nothing_possible", {"seat": pos.seat_name(seat), "tile": pos.tile_name(tile)}))
    return False


def end(pos: State, tell: Tell | None) -> None:
    """The tile is used up; if it was Peace or its extra tile, the declaration is settled."""
    pos.work = NO_WORK
    pos.actor = NOBODY
    pos.pending = NO_OFFERS
    if pos.peace.declarer != NOBODY:
        peace.conclude(pos, tell)


def offers(pos: State, seat: int) -> list[int]:
    """What the tile allows now; being done with it comes first, where it is allowed."""
    work = pos.work
    tile = work.tile
    if work.option == SOLVED:
        return scenario_814.honour_offers(pos, seat)
    if tile == INFLUENCE:
        found = influence.offers(pos, seat)
    elif tile == DEVELOP:
        found = develop.offers(pos, seat)
    elif tile == EQUIP:
        found = equip_missi.offers(pos, seat)
    elif tile == MOVE:
        found = move_troops.offers(pos, seat)
    elif tile == BATTLE:
        found = battle.offers(pos, seat)
    elif tile == SOOTHE:
        found = soothe.offers(pos, seat)
    else:
        found = peace.offers(pos, seat)
    if pos.realm.variant.scenario:
        return found + scenario_814.offers(pos, tile)
    return found


def refusal(pos: State, seat: int, code: int) -> Refusal | None:
    """Why the tile does not allow this, or None."""
    actions = pos.realm.actions
    kind, x, y, n = actions.kind[code], actions.x[code], actions.y[code], actions.n[code]
    if kind == DONE:
        driving = pos.work.option == BANISHING
        return Refusal("6.2.1", "must_banish", "C28", {"number": pos.work.exiles}) if driving else None
    if kind == SOLVE:
        return scenario_814.refusal(pos, x)
    if kind == HONOUR:
        return scenario_814.honour_refusal(pos, seat, x)
    if pos.realm.variant.scenario and pos.work.option == SOLVED:
        return Refusal("814 §4.2.2", "solves_or_acts", "C34", {"tile": pos.tile_name(pos.work.tile)})
    if TILE_OF.get(kind, NOTHING) != pos.work.tile:
        facts: dict[str, object] = {"action": NAMES[kind], "tile": pos.tile_name(pos.work.tile)}
        return Refusal(SECTION_OF[TILE_OF[kind]] if kind in TILE_OF else "5", "other_tile_drawn", "", facts)
    if kind == SETTLE or kind == SEND or kind == UNFOLD:
        return influence.refusal(pos, seat, kind, x, n)
    if kind == ACTIVATE or kind == BUILD or kind == CLAIM or kind == BANISH:
        return develop.refusal(pos, seat, kind, x)
    if kind == EQUIP_MISSI:
        return equip_missi.refusal(pos, seat, x, y)
    if kind == MARCH:
        return move_troops.refusal(pos, seat, x, y, n)
    if kind == FIGHT:
        return battle.refusal(pos, seat, x)
    if kind == TROPHY:
        return battle.trophy_refusal(pos, seat)
    if kind == CALM:
        return soothe.refusal(pos, seat, x, n)
    return peace.refusal(pos, seat, x)


def play(pos: State, seat: int, code: int, tell: Tell | None) -> bool:
    """Do it; True when the tile is used up or nothing more is possible with it."""
    if code == DONE_CODE:
        if tell is not None:
            tell(Event("tile_done", {"seat": pos.seat_name(seat), "tile": pos.tile_name(pos.work.tile)}))
        return True
    actions = pos.realm.actions
    kind, x, y, n = actions.kind[code], actions.x[code], actions.y[code], actions.n[code]
    if kind == EXTRA:
        peace.play(pos, seat, x, tell)
        return not begin(pos, seat, x, tell)
    if _play_part(pos, seat, kind, x, y, n, tell):
        return True
    pending = offers(pos, seat)
    pos.pending = pending
    return len(pending) == 1 and pending[0] == DONE_CODE


def _play_part(pos: State, seat: int, kind: int, x: int, y: int, n: int, tell: Tell | None) -> bool:
    if kind == SOLVE:
        scenario_814.solve(pos, seat, x, tell)
        return False
    if kind == HONOUR:
        scenario_814.honour(pos, seat, x, tell)
        return True
    if kind == SETTLE or kind == SEND or kind == UNFOLD:
        return influence.play(pos, seat, kind, x, n, tell)
    if kind == ACTIVATE or kind == BUILD or kind == CLAIM or kind == BANISH:
        return develop.play(pos, seat, kind, x, tell)
    if kind == EQUIP_MISSI:
        return equip_missi.play(pos, seat, x, y, tell)
    if kind == MARCH:
        return move_troops.play(pos, seat, x, y, n, tell)
    if kind == FIGHT:
        return battle.play(pos, seat, x, tell)
    if kind == TROPHY:
        return battle.claim_trophy(pos, seat, tell)
    return soothe.play(pos, seat, x, n, tell)
