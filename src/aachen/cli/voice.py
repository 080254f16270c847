"""Codes and facts in sentences, at the edge where the reader's language is known."""

from __future__ import annotations

import sys
from typing import Any, cast

from aachen.core.contract import Position
from aachen.core.errors import Fault, Refusal
from aachen.games import carolus
from aachen.locales import LANGUAGES, catalogue
from aachen.locales.carolus_wording import CarolusWording
from aachen.locales.wording import Wording

MOST_SIGNS = 60  # of something given that a sentence repeats
MOST_WORDS = 60  # of a list that a sentence repeats


def wording_of(language: str, position: Position) -> Wording:
    """The words for the game, the board and the variant of this position."""
    if isinstance(position, carolus.Position):
        return CarolusWording(language)
    realm = cast(Any, position).realm
    return Wording(language, realm.board, realm.variant.name)


class Voice:
    """Says faults and refusals in any of our languages."""

    languages: tuple[str, ...] = LANGUAGES

    def fault(self, language: str, fault: Fault, position: Position | None) -> str:
        """What is wrong, and where."""
        return fault_sentence(language, fault)

    def refusal(self, language: str, refusal: Refusal, position: Position) -> str:
        """Why the rules forbid it, and which rule."""
        return wording_of(language, position).refusal(refusal)


def fault_sentence(language: str, fault: Fault) -> str:
    """What is wrong, and where, in one line. Ids stay as they are typed."""
    words = catalogue(language)
    facts = {key: _told(language, key, value) for key, value in fault.facts.items()}
    # Not by `say`: a fact may be called "key" too.
    sentence = str(words.entries[f"fault.{fault.code}"]).format(**facts)
    return words.say("fault.at", where=clean(fault.where), sentence=sentence) if fault.where else sentence


def _told(language: str, key: str, value: object) -> object:
    if isinstance(value, list):
        words = [clean(str(word)) for word in value[:MOST_WORDS]]
        return ", ".join([*words, "…"] if len(value) > MOST_WORDS else words) or "–"
    if isinstance(value, str) and key in ("expected", "found"):
        return ", ".join(_kind(language, word) for word in clean(value).split(", "))
    return clean(value) if isinstance(value, str) else value


def _kind(language: str, word: str) -> str:
    words = catalogue(language)
    return words.say(f"kind.{word}") if words.has(f"kind.{word}") else word


def clean(text: str) -> str:
    """Text from outside, short and without signs that could do something to a terminal."""
    printable = "".join(sign if sign.isprintable() else "�" for sign in text[: MOST_SIGNS + 1])
    return printable if len(printable) <= MOST_SIGNS else printable[:-1] + "…"


def tell_faults(language: str, faults: list[Fault]) -> None:
    """Every fault on a line of its own, where errors go."""
    for fault in faults:
        print(f"aachen: {fault_sentence(language, fault)}", file=sys.stderr)
