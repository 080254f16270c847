"""Luck's answers in names: where the Emperor starts, which paladin, which face, who lays first."""

from __future__ import annotations

from typing import Final

from aachen.core.errors import bad
from aachen.games.carolus.empire import Empire
from aachen.games.carolus.terms import CLAN_NAMES, FACE_NAMES, TERRITORY_NAMES

QUESTIONS: Final[tuple[str, ...]] = ("emperor", "paladin", "die", "first")


def name(empire: Empire, question: str, answer: int) -> list[object]:
    """["emperor", "c"], ["paladin", "red"], ["die", "red"], ["die", "crown"], ["first", "white"]."""
    return [question, _answers(empire, question)[answer]]


def read(empire: Empire, named: object) -> tuple[str, int]:
    """The question and the answer of those names."""
    if not isinstance(named, list) or len(named) != 2 or named[0] not in QUESTIONS:
        raise bad("luck_unknown", "luck", given=str(named), known=list(QUESTIONS))
    question = str(named[0])
    known = _answers(empire, question)
    if named[1] not in known:
        raise bad("luck_unknown_answer", "luck", question=question, given=str(named[1]))
    return question, known.index(named[1])


def _answers(empire: Empire, question: str) -> list[str]:
    if question == "emperor":
        return list(TERRITORY_NAMES)
    if question == "paladin":
        return list(CLAN_NAMES)
    if question == "die":
        return list(FACE_NAMES)
    return empire.seats
