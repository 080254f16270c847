"""An attempt at a puzzle: what the seat sees after the actions it has chosen, and whether they solve it.

An attempt is a list of actions and nothing else, so nothing has to be remembered between two requests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aachen.bots.plan_outcome import outcome_of
from aachen.core.contract import Position
from aachen.core.errors import Refusal
from aachen.core.events import Event
from aachen.core.json_shapes import Plain
from aachen.core.luck import SeededLuck
from aachen.puzzles.puzzle import Puzzle


@dataclass(slots=True)
class Attempt:
    """How far an attempt has come."""

    puzzle: Puzzle
    seat: int
    positions: list[Position]  # before the first action, and after each
    events: list[list[Event]]  # of each action
    refusal: Refusal | None  # why the next action is forbidden: it and those after it were not done
    is_done: bool  # whether luck or another seat comes in now
    is_solved: bool

    def view(self) -> Plain:
        """What the seat sees now."""
        return self.positions[-1].view(self.seat)

    def events_seen(self) -> Iterator[list[Plain]]:
        """What the seat sees of each action."""
        for events in self.events:
            yield [event.seen_by(self.seat) for event in events]


def attempt(puzzle: Puzzle, actions: Sequence[Mapping[str, object]]) -> Attempt:
    """Carry these actions out as far as they are allowed; BadInput if one cannot be understood."""
    start = puzzle.start()
    seat = puzzle.seat_number(start)
    tried = Attempt(puzzle, seat, [start], [], None, False, False)
    codes: list[int] = []
    luck = SeededLuck(int.from_bytes(hashlib.sha256(puzzle.name.encode()).digest()[:8], "big"))
    for named in actions:
        position = tried.positions[-1]
        code = position.read_action(named)
        tried.refusal = position.refusal(seat, code)
        if tried.is_done or tried.refusal is not None:
            break
        after, events = position.copy(), list[Event]()
        after.play(seat, code, luck, events.append)
        codes.append(code)
        tried.positions.append(after)
        tried.events.append(events)
        tried.is_done = outcome_of(start, seat, codes).is_done
    tried.is_solved = tried.is_done and outcome_of(start, seat, codes) == solution(puzzle, start, seat)
    return tried


def solution(puzzle: Puzzle, start: Position, seat: int) -> object:
    """The outcome of the best plan."""
    return outcome_of(start, seat, read_actions(start, seat, puzzle.actions))


def read_actions(position: Position, seat: int, named: Sequence[Mapping[str, object]]) -> list[int]:
    """The codes of actions in names; names mean the same in every position of a game."""
    return [position.read_action(action) for action in named]
