"""Every sentence a person reads, in English, German and French; read only at the edges.

A catalogue is a flat map from key to message, in ICU MessageFormat (`message_format.py`), which translators' tools know.
Each language is a folder of JSON files whose keys must not overlap, and a line in `languages.json`.
What is said at every table lies here; each title brings a folder `locales` of its own,
whose sentences are added to the common ones and take their place where keys are the same.
What a language does not say yet is said in English.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from aachen.locales.languages import ALL_LANGUAGES, FALLBACK, LANGUAGES, language
from aachen.locales.message_format import parse, render

__all__ = ["ALL_LANGUAGES", "LANGUAGES", "Catalogue", "best_language", "catalogue", "sentences_in"]

Entry = str


class Catalogue:
    """The sentences of one language; those it lacks are taken from another one, by default from nowhere."""

    def __init__(
        self, code: str, entries: Mapping[str, Entry], fallback: Mapping[str, Entry] | None = None
    ) -> None:
        self.language = code
        self.rules = language(code)
        self.entries = entries
        self.fallback = fallback or {}

    def say(self, key: str, /, **facts: object) -> str:
        """The sentence of a key with its facts filled in."""
        return self.fill(key, facts)

    def fill(self, key: str, facts: Mapping[str, object]) -> str:
        """The same, for facts of any name."""
        if key in self.entries:
            return render(parse(self.entries[key]), facts, self.rules)
        return render(parse(self.fallback[key]), facts, language(FALLBACK))

    def has(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in self.entries or key in self.fallback

    def join(self, words: list[str]) -> str:
        """A list as one says it: "a, b and c"."""
        return self.rules.list(words)


@cache
def catalogue(code: str, package: str = "") -> Catalogue:
    """The common sentences of a language, with those of a title's package if one is named."""
    own = _entries(code, package)
    return Catalogue(code, own) if code == FALLBACK else Catalogue(code, own, _entries(FALLBACK, package))


@cache
def _entries(code: str, package: str) -> dict[str, Entry]:
    common = sentences_in(files(__package__).joinpath(code))
    return common | sentences_in(files(package).joinpath("locales", code)) if package else common


def sentences_in(folder: Traversable) -> dict[str, Entry]:
    """All sentences of a folder of JSON files; a key that is there twice is a mistake of ours."""
    entries: dict[str, Entry] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else ():
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
    return FALLBACK
