"""All sentences of one language, for tests that look at every one of them."""

from functools import cache

from aachen.locales import Catalogue, Entry, catalogue
from aachen.locales.message_format import arguments_of, parse
from aachen.titles import TITLES

FORMS = ("in", "to", "from", "of", "the", "obj")  # of names: `land_in` is the fact `land` in one of its forms


def base_arguments(sentence: str) -> set[str]:
    """The facts that a sentence wants, whichever forms of names a language uses."""
    return {base(name) for name in arguments_of(parse(sentence))}


def base(argument: str) -> str:
    """The fact that an argument is or is a form of."""
    fact, _, form = argument.rpartition("_")
    return fact if form in FORMS else argument


def is_form_of_place(key: str) -> bool:
    """Whether a key names a place or a form of it: each language has those it needs."""
    return (key.startswith("place.") and key.split(".")[1][:1].isupper()) or key.endswith(".vowel")


@cache
def whole(language: str) -> Catalogue:
    """The common sentences and those of every title; where titles differ, those of the first one."""
    entries: dict[str, Entry] = {}
    for title in TITLES.values():
        entries |= {
            key: entry for key, entry in title.catalogue(language).entries.items() if key not in entries
        }
    return Catalogue(language, {**catalogue(language).entries, **entries})
