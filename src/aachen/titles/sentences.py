"""Positions in words, where the reader's language is known."""

from __future__ import annotations

from aachen.core.contract import Position
from aachen.core.errors import Fault, Refusal
from aachen.locales import LANGUAGES
from aachen.locales.faults import fault_sentence
from aachen.locales.wording import Wording
from aachen.titles import TITLES


def wording_of(language: str, position: Position) -> Wording:
    """The words for the game, the board and the variant of this position."""
    return TITLES[str(position.view(None)["game"])].wording(language, position)


class Sentences:
    """Says faults and refusals in any of our languages."""

    languages: tuple[str, ...] = LANGUAGES

    def fault(self, language: str, fault: Fault, position: Position | None) -> str:
        """What is wrong, and where."""
        return fault_sentence(language, fault)

    def refusal(self, language: str, refusal: Refusal, position: Position) -> str:
        """Why the rules forbid it, and which rule."""
        return wording_of(language, position).refusal(refusal)
