"""The random source of searches: many short streams that are cheap to start."""

from __future__ import annotations

from typing import Final

from aachen.core.luck import Luck

MODULUS: Final = 2_147_483_647  # 2³¹ − 1: Lehmer's generator, whose products stay small ints
MULTIPLIER: Final = 48_271
MASK: Final = 0xFFFF_FFFF
LETTERS: Final = 7  # bits for the letter that a question begins with
STIR: Final = 0x045D_9F3B  # odd and well mixed: neighbouring streams begin far apart


class QuickLuck(Luck):
    """Luck that gives the same answers for the same number of a stream. Good enough to look ahead, not to deal."""

    def __init__(self, stream: int) -> None:
        state = stream & MASK
        state = (state ^ state >> 16) * STIR & MASK
        state = (state ^ state >> 16) * STIR & MASK
        self._state = (state ^ state >> 16) % (MODULUS - 1) + 1

    def pick(self, question: str, among: list[int]) -> int:
        """Any of the things, all about equally likely."""
        return among[self.below(len(among))]

    def below(self, number: int) -> int:
        """A number from 0 to below the given one."""
        self._state = self._state * MULTIPLIER % MODULUS
        return self._state * number // MODULUS

    def fraction(self) -> float:
        """A number from 0 to below 1."""
        self._state = self._state * MULTIPLIER % MODULUS
        return self._state / MODULUS


class QuestionLuck(Luck):
    """Luck with a stream for each kind of question: one draw more of a kind changes no draw of another kind."""

    def __init__(self, stream: int) -> None:
        self._stream = stream << LETTERS
        self._streams: dict[str, QuickLuck] = {}

    def pick(self, question: str, among: list[int]) -> int:
        """The next answer of that question's stream."""
        luck = self._streams.get(question)
        if luck is None:
            luck = QuickLuck(self._stream + ord(question[0]))
            self._streams[question] = luck
        return luck.pick(question, among)
