"""Luck is an argument: the rules ask, a luck object answers, and the answer is written in the log.

A question is a word ("tile", "card", "homeland" …) and the things it chooses among, as the game's own ints.
Equal things in the list are equal chances: a thing listed twice is twice as likely.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from aachen.core.errors import bad


class Luck:
    """Whoever answers the rules' questions."""

    def pick(self, question: str, among: list[int]) -> int:
        """One of the things in `among`."""
        raise NotImplementedError


class SeededLuck(Luck):
    """Luck that gives the same answers for the same seed, on every machine and Python."""

    def __init__(self, seed: int) -> None:
        self._source = random.Random(seed)
        self._random: Callable[[], float] = self._source.random

    def pick(self, question: str, among: list[int]) -> int:
        """Any of the things, all equally likely."""
        return among[int(self._random() * float(len(among)))]

    def copy(self) -> SeededLuck:
        """Luck of its own that will give the same answers."""
        luck = SeededLuck(0)
        luck._source.setstate(self._source.getstate())
        return luck

    def __deepcopy__(self, memo: object) -> SeededLuck:
        """The same for `copy.deepcopy`, which would share the source of the answers."""
        return self.copy()


class RecordedLuck(Luck):
    """Passes on another luck's answers and remembers them."""

    def __init__(self, source: Luck) -> None:
        self.source = source
        self.answers: list[tuple[str, int]] = []

    def pick(self, question: str, among: list[int]) -> int:
        """What the source answers, noted."""
        answer = self.source.pick(question, among)
        self.answers.append((question, answer))
        return answer


class ScriptedLuck(Luck):
    """Luck that says exactly what it was told to say, and refuses what is impossible."""

    def __init__(self, script: list[tuple[str, int]]) -> None:
        self.script = script
        self.said = 0

    def pick(self, question: str, among: list[int]) -> int:
        """The next line of the script, if the question fits and the answer is among the things."""
        if self.said == len(self.script):
            raise bad("luck_missing", "luck", question=question)
        asked, answer = self.script[self.said]
        if asked != question:
            raise bad("luck_other_question", "luck", question=question, given=asked)
        if answer not in among:
            raise bad("luck_impossible", "luck", question=question, number=self.said + 1)
        self.said += 1
        return answer


class AskedLuckError(Exception):
    """The rules ask luck: what follows is not known yet."""


class NoLuck(Luck):
    """Answers nothing: with it an action is played as far as it can be foreseen."""

    def pick(self, question: str, among: list[int]) -> int:
        """Nobody knows."""
        raise AskedLuckError


class Draw:
    """One question that was answered: what was asked, the things it chose among, and which it was."""

    __slots__ = ("among", "answer", "question")

    def __init__(self, question: str, among: list[int], answer: int) -> None:
        self.question = question
        self.among = among
        self.answer = answer


class WatchedLuck(Luck):
    """Passes on another luck's answers and remembers all that could have come instead."""

    def __init__(self, source: Luck) -> None:
        self.source = source
        self.draws: list[Draw] = []

    def pick(self, question: str, among: list[int]) -> int:
        """What the source answers, noted; the rules may change their list afterwards."""
        answer = self.source.pick(question, among)
        self.draws.append(Draw(question, among[:], answer))
        return answer


class LuckNeededError(Exception):
    """Luck was asked something that nobody has answered yet."""

    def __init__(self, question: str, among: list[int]) -> None:
        super().__init__(question)
        self.question = question
        self.among = among


class SuspendingLuck(Luck):
    """Gives the answers it was given, and stops the rules at the first question after them.

    Whoever catches the error throws the half-changed position away, finds an answer, and begins again with one more.
    Where only one thing can come nobody is asked.
    """

    def __init__(self, answers: list[int]) -> None:
        self.answers = answers
        self.said = 0

    def pick(self, question: str, among: list[int]) -> int:
        """The next answer; raises LuckNeededError after the last."""
        if len(among) == 1:
            return among[0]
        if self.said == len(self.answers):
            raise LuckNeededError(question, among[:])
        answer = self.answers[self.said]
        self.said += 1
        return answer
