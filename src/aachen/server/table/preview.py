"""What a seat may learn of an action before it is done: why not, and what it would do at once.

Nothing here is evaluated in the true position, but in one that was determinized from the seat's view alone:
so no answer can tell what the view does not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence

from aachen.core.contract import Position
from aachen.core.errors import Refusal
from aachen.core.events import Event
from aachen.core.json_shapes import Plain
from aachen.core.log import AnyGame
from aachen.core.luck import AskedLuckError, NoLuck, SeededLuck
from aachen.server.messages import Preview
from aachen.server.table.state import TableState

MOMENT = ("line", "offers", "to_act", "phase", "tile")  # parts of a view that tell when it is, not what is


def supposed(table: TableState, seat: int, number: int) -> Position:
    """A position that fits the seat's view: always the same one for the same view and number."""
    return _determinized(table.position().view(seat), number, table.sheet.rulebook(), table.options)


def _determinized(view: Plain, number: int, rules: AnyGame, options: object) -> Position:
    seed = hashlib.sha256(f"{number} {view['line']}".encode()).digest()[:8]
    luck = SeededLuck(int.from_bytes(seed, "big"))
    return rules.from_view(view, luck, options)


def explain(table: TableState, seat: int, action: int, refusal: Refusal) -> Refusal:
    """The refusal with such facts as the seat can see."""
    found = supposed(table, seat, 0).refusal(seat, action)
    return Refusal(refusal.section, refusal.code, refusal.ruling) if found is None else found


def why_not(table: TableState, seat: int, named: Mapping[str, object]) -> Refusal | None:
    """Why the seat may not do this, or None."""
    position = table.position()
    action = position.read_action(named)
    refusal = position.refusal(seat, action)
    return None if refusal is None else explain(table, seat, action, refusal)


def previews(table: TableState, seat: int, actions: list[Plain]) -> Iterator[Preview]:
    """What each action would do, until luck is asked or something hidden would show.

    The view is taken now; all else is done when the previews are asked for one by one, in any thread.
    """
    view, rules, options = table.position().view(seat), table.sheet.rulebook(), table.options
    return previews_in(lambda number: _determinized(view, number, rules, options), seat, actions)


def previews_in(world: Callable[[int], Position], seat: int, actions: Sequence[Plain]) -> Iterator[Preview]:
    """The same in two supposed positions: only what is alike in both is sure."""
    worlds = [world(number) for number in (0, 1)]
    before = worlds[0].view(seat)
    for named in actions:
        yield _preview(worlds, before, seat, named)


def _preview(worlds: list[Position], before: Plain, seat: int, named: Plain) -> Preview:
    action = worlds[0].read_action(named)
    refusal = worlds[0].refusal(seat, action)
    if refusal is not None:
        return Preview([], False, refusal.as_dict())
    first, second = (Trial(world, seat, action) for world in worlds)
    same = 0
    while same < min(len(first.events), len(second.events)) and first.events[same] == second.events[same]:
        same += 1
    complete = first.is_whole and second.is_whole and same == len(first.events) == len(second.events)
    return Preview(
        first.events[:same], complete, None, _common(first.changes(before), second.changes(before))
    )


class Trial:
    """One action, tried in one supposed position until luck is asked."""

    def __init__(self, world: Position, seat: int, action: int) -> None:
        events: list[Event] = []
        self.seat = seat
        self.after = world.copy()
        self.is_whole = True
        try:
            self.after.play(seat, action, NoLuck(), events.append)
        except AskedLuckError:
            self.is_whole = False
        self.events = [event.seen_by(seat) for event in events]

    def changes(self, before: Mapping[str, object]) -> Plain:
        """What of the screen is different, part by part and one level deep."""
        after = self.after.view(self.seat)
        changes: Plain = {}
        for key, new in after.items():
            old = before.get(key)
            if key in MOMENT or new == old:
                continue
            if isinstance(new, dict) and isinstance(old, dict):
                new = {part: value for part, value in new.items() if value != old.get(part)}
            changes[key] = new
        return changes


def _common(first: Plain, second: Plain) -> Plain:
    """What is different in both supposed positions, and in the same way: that is sure."""
    common: Plain = {}
    for key, new in first.items():
        other = second.get(key)
        if isinstance(new, dict) and isinstance(other, dict):
            new = {part: value for part, value in new.items() if part in other and other[part] == value}
            if new:
                common[key] = new
        elif new == other and key in second:
            common[key] = new
    return common
