"""Luck's answers in names: which palace, which tile, which card."""

from __future__ import annotations

from typing import Final

from aachen.core.errors import bad
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.terms import PEACE, TILES

QUESTIONS: Final[tuple[str, ...]] = ("palace", "tile", "card", "follower", "problem")


def name(realm: Realm, question: str, answer: int) -> list[object]:
    """["palace", "red"], ["tile", "red", "battle"], ["tile", "event"], ["card", "hessen"], ["card", "hunger"]."""
    if question == "palace" or question == "follower":
        return [question, realm.colours[answer]]
    if question == "card":
        return [question, realm.cards[answer]]
    if question == "problem":
        return [question, realm.tile_names[answer]]
    if answer == realm.event_tile:
        return [question, "event"]
    return [question, realm.colours[answer // TILES], realm.tile_names[answer % TILES]]


def read(realm: Realm, named: object) -> tuple[str, int]:
    """The question and the answer of those names."""
    if not isinstance(named, list) or not 2 <= len(named) <= 3 or named[0] not in QUESTIONS:
        raise bad("luck_unknown", "luck", given=str(named), known=list(QUESTIONS))
    question = str(named[0])
    words = [str(word) for word in named[1:]]
    for answer in _answers(realm, question):
        if name(realm, question, answer)[1:] == words:
            return question, answer
    raise bad("luck_unknown_answer", "luck", question=question, given=" ".join(words))


def _answers(realm: Realm, question: str) -> list[int]:
    if question == "palace" or question == "follower":
        return list(range(realm.players))
    if question == "card":
        return list(range(len(realm.cards)))
    if question == "problem":
        return list(range(PEACE))
    return list(range(realm.players * TILES + 1))
