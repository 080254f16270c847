"""The languages we speak, and what CLDR says of each: plurals, numbers, lists.

`languages.json` is the one registry, for Python and for the page: a language is a line there and a folder here.
A language that is begun and not finished has `"begun": true`: it can be chosen by name,
nobody gets it unasked, and what it does not say yet is said in English.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent


@dataclass(frozen=True)
class Language:
    """One language: its code, its name in its own words, and the locale whose habits it follows."""

    code: str
    name: str
    locale: str
    begun: bool = False

    @cached_property
    def cldr(self) -> Locale:
        """The locale's data."""
        return Locale.parse(self.locale, sep="-")

    def plural(self, number: float) -> str:
        """The plural category of a number: one, two, few, many or other."""
        return str(self.cldr.plural_form(number))

    def ordinal(self, number: float) -> str:
        """The plural category of a place in an order: 1st, 2nd, 3rd."""
        return str(self.cldr.ordinal_form(number))

    def number(self, number: float, digits: int | None = None) -> str:
        """A number with the language's signs, with so many digits after the decimal sign or as many as it has."""
        pattern = None if digits is None else "#,##0" + ("." + "0" * digits if digits else "")
        return _with_minus(format_decimal(number, format=pattern, locale=self.cldr))

    def percent(self, share: float, digits: int = 1) -> str:
        """A share of one as a percentage: 25.0%, 25,0 %."""
        sign = self.cldr.percent_formats[None].suffix[0]
        pattern = "#,##0" + ("." + "0" * digits if digits else "") + sign
        return _with_minus(format_percent(share, format=pattern, locale=self.cldr))

    def list(self, words: list[str]) -> str:
        """A list as one says it: "a, b and c"."""
        return str(format_list(words, locale=self.cldr))


def _with_minus(number: str) -> str:
    """With the minus sign of typesetters, which is as wide as a digit."""
    return number.replace("-", "\N{MINUS SIGN}")


def _registered() -> dict[str, Language]:
    listed = json.loads(files(__package__).joinpath("languages.json").read_text("utf-8"))
    return {each["code"]: Language(**each) for each in listed}


REGISTRY: Final = _registered()
LANGUAGES: Final = tuple(code for code, language in REGISTRY.items() if not language.begun)
ALL_LANGUAGES: Final = tuple(REGISTRY)
NAMED: Final = ", ".join(f"{code} {REGISTRY[code].name}" for code in LANGUAGES)  # for people who choose one
FALLBACK: Final = "en"  # what is not translated yet is said in it


@cache
def language(code: str) -> Language:
    """The language of a code."""
    return REGISTRY[code]
