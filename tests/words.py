"""All sentences of one language, for tests that look at every one of them."""

from functools import cache

from aachen.locales import Catalogue, Entry, catalogue
from aachen.titles import TITLES


@cache
def whole(language: str) -> Catalogue:
    """The common sentences and those of every title; where titles differ, those of the first one."""
    entries: dict[str, Entry] = {}
    for title in TITLES.values():
        entries |= {
            key: entry for key, entry in title.catalogue(language).entries.items() if key not in entries
        }
    return Catalogue(language, {**catalogue(language).entries, **entries})
