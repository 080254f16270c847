"""Faults as sentences in every language."""

from __future__ import annotations

from aachen.core.errors import Fault
from aachen.core.registry import Registry
from aachen.locales import Catalogue, catalogue

MOST_SIGNS = 60  # of a given text that a sentence repeats
MOST_WORDS = 60  # of a list that a sentence repeats

PACKAGES: Registry[str] = Registry(lambda title: title.package)  # where the sentences of each title lie


def fault_sentence(language: str, fault: Fault) -> str:
    """A fault as one line of text: what is wrong, and where. Identifiers stay as they were given."""
    words = catalogue_with(language, f"fault.{fault.code}")
    facts = {key: _fact(language, key, value) for key, value in fault.facts.items()}
    sentence = words.fill(f"fault.{fault.code}", facts)
    return words.say("fault.at", where=clean(fault.where), sentence=sentence) if fault.where else sentence


def catalogue_with(language: str, key: str) -> Catalogue:
    """The common catalogue if it has the key, else that of the first title that has it."""
    if catalogue(language).has(key):
        return catalogue(language)
    found = (catalogue(language, package) for package in PACKAGES.values())
    return next(words for words in found if words.has(key))


def _fact(language: str, key: str, value: object) -> object:
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
    """Text from outside, shortened and without control characters, which a terminal would obey."""
    printable = "".join(sign if sign.isprintable() else "�" for sign in text[: MOST_SIGNS + 1])
    return printable if len(printable) <= MOST_SIGNS else printable[:-1] + "…"
