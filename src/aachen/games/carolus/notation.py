"""A position as text: statements `subject: item, item`, one line joined by "; ", or a block with one a line.

Nothing is hidden (M13), so there is one text for everybody.
What follows from the rest is not written: paladins in the centre, castles not yet built, the order of play.
`reading.py` understands it, and fills what a person left out with what usually is.
"""

from __future__ import annotations

from aachen.core.statements import as_block, as_line, statement
from aachen.games.carolus.rules.discs import disc_list
from aachen.games.carolus.state import State, clan_name, territory_name
from aachen.games.carolus.terms import (
    ADVANCING,
    CLAN_NAMES,
    CLANS,
    ENDING_NAMES,
    LAYING,
    NOBODY,
    OVER,
    PHASE_NAMES,
    SET_UP,
)


def write(pos: State) -> str:
    """One line."""
    return as_line(statements(pos))


def write_block(pos: State) -> str:
    """The same, one statement a line."""
    return as_block(statements(pos))


def statements(pos: State) -> list[str]:
    """All statements in a fixed order, so that equal positions are equal texts."""
    statements = [f"carolus: players {pos.empire.players}", f"round: {pos.round}"]
    if pos.round != SET_UP:
        statements.append("placing: " + ", ".join(pos.seat_name(seat) for seat in pos.placing))
    statements.append(_asked(pos))
    statements.append(f"emperor: {territory_name(pos.emperor)}")
    for head in pos.heads():
        statements += _region(pos, head)
    emblems = [
        f"{clan_name(clan)} {pos.seat_name(pos.holder[clan])}"
        for clan in range(CLANS)
        if pos.holder[clan] != NOBODY
    ]
    statements += statement("emblems", emblems)
    for seat in range(pos.empire.players):
        statements += _seat(pos, seat)
    return statements


def _asked(pos: State) -> str:
    """Who is asked for what, and for how many."""
    phase = PHASE_NAMES[pos.phase]
    if pos.phase == OVER:
        return f"{phase}: {ENDING_NAMES[pos.ending]}"
    seat = pos.seat_name(pos.actor)
    if pos.phase == LAYING or pos.phase == ADVANCING:
        return f"{phase}: {seat}"
    roll = f", roll {pos.rolls}" if pos.round == SET_UP else ""
    return f"{phase}: {seat} {pos.count}{roll}"


def region_name(pos: State, head: int) -> str:
    """A region in its territories' letters, clockwise."""
    return "".join(territory_name(territory) for territory in pos.territories_of(head))


def _counts(counts: list[int], at: int) -> list[str]:
    return [f"{name} {counts[at + clan]}" for clan, name in enumerate(CLAN_NAMES) if counts[at + clan]]


def _region(pos: State, head: int) -> list[str]:
    items = _counts(pos.paladins, head * CLANS)
    if pos.owner[head] != NOBODY:
        items.append(f"castles {pos.castles[head]} {pos.side_name(pos.owner[head])}")
    if not items and pos.size[head] == 1:
        return []
    return [f"region {region_name(pos, head)}: " + ", ".join(items)]


def _seat(pos: State, seat: int) -> list[str]:
    name = pos.seat_name(seat)
    statements = statement(f"{name} court", _counts(pos.court, seat * CLANS))
    statements += statement(f"{name} reserve", _counts(pos.reserve, seat * CLANS))
    left = " ".join(["left", *(str(disc) for disc in disc_list(pos.discs[seat]))])
    shown = f", shown {pos.shown[seat]}" if pos.shown[seat] else ""
    statements.append(f"{name} discs: {left}{shown}")
    return statements
