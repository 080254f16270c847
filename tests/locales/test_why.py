"""Reasons that count something can be told of one and of many, and never say "1 counters"."""

import re

import pytest
from tests.words import base_arguments, whole

from aachen.locales import LANGUAGES
from aachen.locales.message_format import Choice, arguments_of, parse, plural_categories

NUMBERS = ("number", "have", "points", "wanted")
# Here the number counts nothing by itself: a lead in brackets.
PLACES = {"why.carolus.secures", "why.carolus.leads"}

INVARIABLE = {"pays"}  # French words that are the same in the plural


def reasons(language):
    """Every reason of a language."""
    entries = whole(language).entries
    return {key: entry for key, entry in entries.items() if key.startswith("why.")}


def places(sentence):
    """The facts that a sentence tells."""
    return base_arguments(sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_with_a_number_has_singular_and_plural(language):
    flat = {key: entry for key, entry in reasons(language).items() if not plural_categories(parse(entry))}

    assert {key for key, entry in flat.items() if places(entry) & set(NUMBERS)} == PLACES


def words_after(number, sentences):
    """What is counted: the words that follow this number."""
    return {word for sentence in sentences for word in re.findall(rf"\b{number} (\w+)", sentence)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_about_one_never_uses_a_plural(language):
    """Whatever stands behind a 1 in some sentence is a word that no sentence keeps for many."""
    choices = [
        part for entry in reasons(language).values() for part in parse(entry) if isinstance(part, Choice)
    ]
    singular, plural = [
        words_after(7, [counted(part, form) for part in choices]) for form in ("one", "other")
    ]
    only_plural = plural - singular
    text = [words_of_one(language, key, entry) for key, entry in reasons(language).items()]

    assert only_plural
    assert words_after(1, text) & only_plural - INVARIABLE == set()


def counted(choice, form):
    """One form of a sentence, with a number only where it chooses the form."""
    return "".join(
        part if isinstance(part, str) else "7" if getattr(part, "name", "") == choice.name else "{}"
        for part in choice.messages[form]
    )


def words_of_one(language, key, entry):
    """The sentence when each of its numbers is 1; but of what is wanted there is always more than one has."""
    numbers = {**dict.fromkeys(NUMBERS, 1), "wanted": 2}
    facts = {name: numbers.get(name, "Aachen") for name in arguments_of(parse(entry))}
    return whole(language).say(key, **facts)
