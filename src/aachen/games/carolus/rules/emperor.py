"""CM3.2 Moving the Emperor: clockwise, region by region, and the place where he stops is resolved."""

from __future__ import annotations

from aachen.core.errors import Refusal
from aachen.core.events import Event, Tell
from aachen.games.carolus.rules import castles
from aachen.games.carolus.state import State, territory_name
from aachen.games.carolus.terms import ADVANCING


def begin(pos: State) -> None:
    """The paladins are in play; the Emperor's stop is to be chosen."""
    pos.phase = ADVANCING


def reach(pos: State, seat: int) -> int:
    """The most steps: the disc's number, and never more than one lap (M3)."""
    disc = pos.shown[seat]
    return disc if disc < pos.regions else pos.regions


def stop_after(pos: State, steps: int) -> int:
    """The region where so many steps lead; a joined region is one step (M1)."""
    head = pos.emperor
    for _ in range(steps):
        head = pos.region_after(head)
    return head


def offers(pos: State, seat: int) -> list[int]:
    """Each stop in reach, the nearest first."""
    return pos.empire.advance_codes[reach(pos, seat)][:]


def refusal(pos: State, seat: int, steps: int) -> Refusal | None:
    """Why the Emperor may not make so many steps, or None."""
    if steps == 0:
        return Refusal("CM3.2", "emperor_must_move", "M3")
    if steps > pos.shown[seat]:
        return Refusal("CM3.2", "too_many_steps", "M3", {"steps": steps, "disc": pos.shown[seat]})
    if steps > pos.regions:
        return Refusal("CM3.2", "more_than_a_lap", "M3", {"steps": steps, "regions": pos.regions})
    return None


def play(pos: State, seat: int, steps: int, tell: Tell | None) -> None:
    """The Emperor goes there; castles may rise or fall, whoever's turn it is (M2)."""
    pos.emperor = stop_after(pos, steps)
    if tell is not None:
        facts: dict[str, object] = {"seat": pos.seat_name(seat), "steps": steps}
        facts["region"] = territory_name(pos.emperor)
        tell(Event("emperor_moved", facts))
    castles.resolve(pos, pos.emperor, tell)
