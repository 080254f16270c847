"""Reasons that count something can be told of one and of many, and never say "1 counters"."""

import re
import string

import pytest
from tests.words import whole

from aachen.locales import LANGUAGES

NUMBERS = ("number", "have", "points", "wanted")
# Here the number names no things: a place in a row, or a lead in brackets.
PLACES = {"why.carolingi.land", "why.carolus.secures", "why.carolus.leads"}


def reasons(language):
    """Every reason of a language."""
    entries = whole(language).entries
    return {key: entry for key, entry in entries.items() if key.startswith("why.")}


def places(sentence):
    """The facts that a sentence tells."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_with_a_number_has_singular_and_plural(language):
    flat = {key: entry for key, entry in reasons(language).items() if isinstance(entry, str)}

    assert {key for key, entry in flat.items() if places(entry) & set(NUMBERS)} == PLACES


def words_after(number, sentences):
    """What is counted: the words that follow this number."""
    return {word for sentence in sentences for word in re.findall(rf"\b{number} (\w+)", sentence)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_about_one_never_uses_a_plural(language):
    """Whatever stands behind a 1 in some sentence is a word that no sentence keeps for many."""
    entries = [entry for entry in reasons(language).values() if isinstance(entry, dict)]
    singular, plural = [
        words_after(7, [counted(entry, form) for entry in entries]) for form in ("one", "other")
    ]
    only_plural = plural - singular
    told = [told_of_one(language, key, entry) for key, entry in reasons(language).items()]

    assert only_plural
    assert words_after(1, told) & only_plural == set()


def counted(entry, form):
    """One form of a sentence, with a number only where it chooses the form."""
    return entry[form].replace("{" + entry["by"] + "}", "7")


def told_of_one(language, key, entry):
    """The sentence when each of its numbers is 1; but of what is wanted there is always more than one has."""
    forms = entry.values() if isinstance(entry, dict) else [entry]
    numbers = {**dict.fromkeys(NUMBERS, 1), "wanted": 2}
    facts = {name: numbers.get(name, "Aachen") for form in forms for name in places(form)}
    return whole(language).say(key, **facts)
