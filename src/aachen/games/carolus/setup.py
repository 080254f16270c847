"""CM1 Set-up: the ring, the Emperor, a paladin in each territory, and the first reserves (CM6, CM7)."""

from __future__ import annotations

from aachen.core.events import Event, Tell
from aachen.core.luck import Luck
from aachen.games.carolus.rules import renewal, turns
from aachen.games.carolus.state import State, clan_name, territory_name
from aachen.games.carolus.terms import CLANS, DEALT_OF_A_CLAN, NOBODY, TERRITORIES


def set_up(pos: State, luck: Luck, tell: Tell | None) -> None:
    """Everything of CM1 up to the first crown that somebody has to decide, or the first disc."""
    _place_emperor(pos, luck, tell)
    _deal_paladins(pos, luck, tell)
    pos.actor = 0
    roll_on(pos, luck, tell)


def _place_emperor(pos: State, luck: Luck, tell: Tell | None) -> None:
    """Anywhere; his first territory is not resolved (M2)."""
    pos.emperor = luck.pick("emperor", list(range(TERRITORIES)))
    if tell is not None:
        tell(Event("emperor_placed", {"region": territory_name(pos.emperor)}))


def _deal_paladins(pos: State, luck: Luck, tell: Tell | None) -> None:
    """Three of each clan, at random, one per territory."""
    bag = [clan for clan in range(CLANS) for _ in range(DEALT_OF_A_CLAN)]
    dealt: dict[str, object] = {}
    for territory in range(TERRITORIES):
        clan = luck.pick("paladin", bag)
        bag.remove(clan)
        pos.centre[clan] -= 1
        pos.paladins[territory * CLANS + clan] += 1
        dealt[territory_name(territory)] = clan_name(clan)
    if tell is not None:
        tell(Event("paladins_dealt", {"dealt": dealt}))


def roll_on(pos: State, luck: Luck, tell: Tell | None) -> None:
    """Seat after seat makes all its rolls (M8), until a crown is to be decided or the first round begins."""
    seat = pos.actor
    while seat < pos.empire.players:
        while pos.rolls < len(pos.empire.first_rolls):
            pos.rolls += 1
            if renewal.roll(pos, seat, pos.empire.first_rolls[pos.rolls - 1], luck, tell):
                return
        pos.rolls = 0
        seat += 1
    pos.actor = NOBODY
    turns.begin_first_round(pos, luck, tell)
