"""7 Anarchy & Rebellion: two cards that join the Archivium with the first Hunger card."""

from __future__ import annotations

from bisect import insort

from aachen.core.events import Event, Tell
from aachen.games.carolingi.state import State
from aachen.games.carolingi.terms import NOBODY


def anarchy(pos: State, tell: Tell | None) -> None:
    """7.1: every unforested land that nobody controls takes a gang, homelands excepted (C29)."""
    insort(pos.discard, pos.realm.anarchy_card)
    if tell is not None:
        tell(Event("anarchy_began", {}))
    lawless = [
        land
        for land in range(pos.realm.land_count)
        if pos.ruler[land] == NOBODY and pos.owner[land] == NOBODY and not pos.is_forest(land)
    ]
    for land in lawless:
        pos.place_gang(land, tell)


def rebellion(pos: State, tell: Tell | None) -> None:
    """7.2: every land with counters and fewer followers than it could feed takes a gang (C29)."""
    insort(pos.discard, pos.realm.rebellion_card)
    if tell is not None:
        tell(Event("rebellion_began", {}))
    tense = [
        land
        for land in range(pos.realm.land_count)
        if pos.counters[land] > 0 and pos.followers_in(land) < 1 + pos.counters[land]
    ]
    for land in tense:
        pos.place_gang(land, tell)


def join_archivium(pos: State, tell: Tell | None) -> None:
    """Both cards come with the first Hunger card (7, C29)."""
    if pos.modules_aside:
        pos.modules_aside = 0
        insort(pos.archivium, pos.realm.anarchy_card)
        insort(pos.archivium, pos.realm.rebellion_card)
        if tell is not None:
            tell(Event("modules_joined", {}))
