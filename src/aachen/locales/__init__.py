"""Every sentence a person reads, in English, German and French; read only at the edges.

A catalogue is a flat map from key to sentence with {places} for facts.
A sentence that depends on a number is a map: {"by": "number", "one": …, "other": …}.
Each language is a folder of JSON files whose keys must not overlap.
What is said at every table lies here; each title brings a folder `locales` of its own,
whose sentences are added to the common ones and take their place where keys are the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

LANGUAGES = ("en", "de", "fr")

Entry = str | dict[str, str]


class Catalogue:
    """The sentences of one language."""

    def __init__(self, language: str, entries: Mapping[str, Entry]) -> None:
        self.language = language
        self.entries = entries

    def say(self, key: str, /, **facts: object) -> str:
        """The sentence of a key with its facts filled in."""
        entry = self.entries[key]
        if isinstance(entry, dict):
            entry = entry[self._plural(facts[entry["by"]])]
        return entry.format(**facts)

    def has(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in self.entries

    def _plural(self, number: object) -> str:
        """French says "one" for nothing too; English and German only for one."""
        ones = (0, 1) if self.language == "fr" else (1,)
        return "one" if number in ones else "other"


@cache
def catalogue(language: str, package: str = "") -> Catalogue:
    """The common sentences of one of the LANGUAGES, with those of a title's package if one is named."""
    common = sentences_in(files(__package__).joinpath(language))
    if not package:
        return Catalogue(language, common)
    return Catalogue(language, common | sentences_in(files(package).joinpath("locales", language)))


def sentences_in(folder: Traversable) -> dict[str, Entry]:
    """All sentences of a folder of JSON files; a key that is there twice is a mistake of ours."""
    entries: dict[str, Entry] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            for key, entry in json.loads(file.read_text(encoding="utf-8")).items():
                if key in entries:
                    raise KeyError(f"{folder.name}/{file.name}: {key} is said twice")
                entries[key] = entry
    return entries


def best_language(*wishes: str | None) -> str:
    """The first wish we speak ("de", "de_AT.UTF-8" …), else English."""
    for wish in wishes:
        spoken = (wish or "")[:2].lower()
        if spoken in LANGUAGES:
            return spoken
    return "en"
