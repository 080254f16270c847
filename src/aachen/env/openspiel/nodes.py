"""The tree of a game with chance: a node is a position where a seat is asked, or a question to luck on the way there.

Nodes never change, so that copies of a state share them.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import lru_cache
from typing import Any, Final

from aachen.core.contract import Position
from aachen.core.knowledge import knowledge_of
from aachen.core.luck import Luck, LuckNeededError, SuspendingLuck
from aachen.env.table import GameSettings, settings_of

MEMORY_BYTES: Final = 16
NOBODY: Final = -1  # luck is asked, or the game is over

Choice = tuple[int, int]  # a seat and its action


class Reached:
    """A position with all that led there, and so with what each seat remembers of it."""

    __slots__ = ("_before", "_choice", "_memories", "is_open", "position")

    def __init__(
        self, position: Position, is_open: bool, before: Reached | None = None, choice: Choice = (-1, -1)
    ) -> None:
        self.position = position  # never changed again: copy it first
        self.is_open = is_open  # nothing is hidden from anybody
        self._before = before
        self._choice = choice
        self._memories: list[bytes | None] = [None] * len(position.seats())

    def memory(self, seat: int) -> bytes:
        """A fingerprint of all that the seat has seen and done up to here."""
        steps: list[Reached] = []
        step: Reached | None = self
        while step is not None and step._memories[seat] is None:
            steps.append(step)
            step = step._before
        memory = b"" if step is None else step._memories[seat]
        for step in reversed(steps):
            memory = step._remember(seat, memory or b"")
        assert memory is not None
        return memory

    def _remember(self, seat: int, before: bytes) -> bytes:
        actor, action = self._choice
        own = b"%d " % (action if actor == seat else -1)
        seen = self.position.write().encode() if self.is_open else knowledge_of(self.position, seat)
        memory = hashlib.blake2b(before + own + seen, digest_size=MEMORY_BYTES).digest()
        self._memories[seat] = memory
        return memory

    def imagined(self, seat: int, luck: Luck) -> Reached:
        """A position the seat cannot tell from this one. What the others remember begins here."""
        other = Reached(self.position.imagine(seat, luck), self.is_open)
        other._memories[seat] = self.memory(seat)
        return other

    def with_memories(self, memories: list[bytes]) -> Reached:
        """The same, with what was remembered before."""
        self._memories = [*memories]
        return self


class GameNode:
    """Where the game is: at a position, or on the way to the next one with luck asked."""

    __slots__ = ("among", "answers", "asked", "choice", "question", "reached", "settings")

    def __init__(
        self, settings: GameSettings, reached: Reached | None, choice: Choice | None, answers: list[int]
    ) -> None:
        """What follows the choice at a position, or the set-up if there is no position yet, by these answers of luck."""
        self.settings = settings
        self.reached = reached
        self.choice = choice
        self.answers = answers
        self.question = ""  # to luck; without one a seat is asked, or the game is over
        self.among: list[int] = []
        if reached is None or choice is not None:
            self._play_on()
        self.asked = NOBODY if self.question else self._first_asked()

    def _play_on(self) -> None:
        luck = SuspendingLuck(self.answers)
        try:
            if self.reached is None:
                self.reached = Reached(self.settings.begin(luck), self.settings.is_open)
            else:
                assert self.choice is not None
                position = self.reached.position.copy()
                position.play(*self.choice, luck)
                self.reached = Reached(position, self.settings.is_open, self.reached, self.choice)
            self.choice, self.answers = None, []
        except LuckNeededError as needed:
            self.question, self.among = needed.question, needed.among

    def __deepcopy__(self, memo: dict[int, Any]) -> GameNode:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        options = self.settings.options.as_dict()
        text, memories = None, []
        if self.reached is not None:
            text = self.reached.position.write()
            memories = [self.reached.memory(seat) for seat in range(len(self.settings.seats))]
        return restore, (self.settings.game.name, options, text, memories, self.choice, self.answers)

    def chances(self) -> list[tuple[int, float]]:
        """Luck's possible answers with their probabilities."""
        return [(answer, number / len(self.among)) for answer, number in sorted(Counter(self.among).items())]

    def with_answer(self, answer: int) -> GameNode:
        """The next node if luck says so."""
        return GameNode(self.settings, self.reached, self.choice, [*self.answers, answer])

    def with_action(self, action: int) -> GameNode:
        """The next node if the seat that is asked does so."""
        assert self.reached is not None
        return GameNode(self.settings, self.reached, (self.asked, action), [])

    def _first_asked(self) -> int:
        """Where all choose in secret, they are asked one after the other."""
        assert self.reached is not None
        seats = self.reached.position.to_act()
        return seats[0] if seats else NOBODY

    def imagined(self, seat: int, luck: Luck) -> GameNode:
        """The same moment in a position that the seat cannot tell from this one."""
        assert self.reached is not None
        assert not self.question, "imagine where a seat is asked, not in the middle of a draw"
        return GameNode(self.settings, self.reached.imagined(seat, luck), None, [])


@lru_cache(maxsize=64)
def first_node(settings: GameSettings) -> GameNode:
    """The beginning of set-up, made once for each settings."""
    return GameNode(settings, None, None, [])


def restore(
    game: str,
    options: dict[str, Any],
    text: str | None,
    memories: list[bytes],
    choice: Choice | None,
    answers: list[int],
) -> GameNode:
    """The node that was written."""
    settings = settings_of(game, options)
    if text is None:
        return GameNode(settings, None, None, answers)
    position = settings.game.read(text, settings.options)
    reached = Reached(position, settings.is_open).with_memories(memories)
    return GameNode(settings, reached, choice, answers)
