"""Every sentence a person reads, in English, German and French; read only at the edges.

A catalogue is a flat map from key to sentence with {places} for facts.
A sentence that depends on a number is a map: {"by": "number", "one": …, "other": …}.
Each language is a folder of JSON files whose keys must not overlap.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

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
def catalogue(language: str) -> Catalogue:
    """The catalogue of one of the LANGUAGES."""
    entries: dict[str, Entry] = {}
    for file in sorted(files(__package__).joinpath(language).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            for key, entry in json.loads(file.read_text(encoding="utf-8")).items():
                if key in entries:
                    raise KeyError(f"{language}/{file.name}: {key} is said twice")
                entries[key] = entry
    return Catalogue(language, entries)


def best_language(*wishes: str | None) -> str:
    """The first wish we speak ("de", "de_AT.UTF-8" …), else English."""
    for wish in wishes:
        spoken = (wish or "")[:2].lower()
        if spoken in LANGUAGES:
            return spoken
    return "en"
