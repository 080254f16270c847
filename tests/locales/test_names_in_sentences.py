"""Every place, season, seat and number in every sentence: broken forms are found, and the results are kept to be read.

`tests/golden/sentences/LANGUAGE.txt` has each sentence with names that take turns, and every name in all its forms;
`AACHEN_GOLDEN=write` writes them again.
"""

import os
import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from aachen.games.carolingi import board as boards
from aachen.locales import LANGUAGES
from aachen.locales.message_format import arguments_of, parse
from aachen.titles.carolingi.wording import PLACE_FORMS, SEASON_FORMS, SEASON_NAMES, CarolingiWording
from aachen.titles.carolus.wording import CarolusWording

GOLDEN = Path(__file__).parents[1] / "golden" / "sentences"
FAMILIES = ("event.", "offer.", "refusal.", "prompt.", "outcome.", "why.", "pieces.", "points.", "tile.of")
LANDS = [land.id for land in boards.standard().lands]
REGIONS = [region.id for region in boards.standard().regions]
SEATS = ["red", "yellow", "blue", "green", "black", "purple", "white", "ivory", "ebony"]
COUNTS = (0, 1, 2, 5)
PLACES = {"land", "origin", "target", "card"}
OF_SEAT = {"seat", "owner", "winner"}

# What no editor would let through.
BROKEN = {
    "en": re.compile(
        r"\b(in|to|from|of) (in|to|from|of)\b|\{|\}|\b1 (followers|gangs|missi|leudes|points)\b"
    ),
    "de": re.compile(
        r"\b(?:in|nach|aus|von) (?:Champagne|Normandie|Anjou|Berry|Nordgau|Ostmark|Gascogne|Auvergne|Périgord)\b"
        r"|\b(?:in|nach|aus) (?:in|im|ins|nach|aus)\b|\{|\}|\b1 (?:Rotten|Gefolgsleute|Tafeln|Punkte|Missi)\b"
    ),
    "fr": re.compile(
        r"\b(?:de|le|la) [AEIOUÉÈÊÎaeiouéèêî](?!t\b)|\ben (?:Toulouse|Berry|Périgord|Nordgau|Spolète)\b"
        r"|\b(?:en|de) (?:en|dans|de|du)\b|\{|\}|\b[01] (?:bandes|partisans|missi|tuiles|points)\b"
    ),
}
# "de A" inside a sentence's own words, not around a name: the books' terms keep it.
ALLOWED = re.compile(r"de (?:1|8)|Île-de-France")


def wordings(language: str) -> list[CarolingiWording]:
    return [CarolingiWording(language, boards.standard())]


def sentences(words: CarolingiWording) -> list[str]:
    """The keys of all sentences that are filled with names."""
    return sorted(
        key
        for key in words.catalogue.entries
        if key.startswith(FAMILIES) and "{" in words.catalogue.entries[key]
    )


def facts(
    words: CarolingiWording, wanted: set[str], land: str, region: str, season: str, seat: str, number: int
):
    """A value for every argument: names in all their forms, and the number for everything else."""
    filled: dict[str, object] = {}
    for name in wanted:
        fact = name.rpartition("_")[0] if name.rpartition("_")[2] in (*PLACE_FORMS, *SEASON_FORMS) else name
        if fact in PLACES:
            filled |= words.land_forms(fact, land)
        elif fact == "region":
            filled |= words.region_forms(fact, region)
        elif fact == "season":
            filled |= words.season_forms(fact, season)
        elif fact in OF_SEAT:
            filled |= words.seat_forms(fact, seat)
        elif fact in ("tile", "give", "take", "problem", "tiles") and "plural" not in name:
            filled[name] = words.tile("battle") if fact != "tiles" else number
        elif fact not in filled:
            filled[name] = number
    return filled


def said(
    words: CarolingiWording, key: str, land: str, region: str, season: str, seat: str, number: int
) -> str:
    wanted = arguments_of(parse(words.catalogue.entries[key]))
    sentence = words.catalogue.fill(key, facts(words, wanted, land, region, season, seat, number))
    return sentence[:1].upper() + sentence[1:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_breaks_a_sentence(language):
    """Every land with every sentence; regions, seasons, seats and numbers take turns with them."""
    broken = []
    for words in wordings(language):
        turns = zip(cycle(REGIONS), cycle(SEASON_NAMES), cycle(SEATS), cycle(COUNTS), strict=False)
        for key in sentences(words):
            for land in LANDS:
                region, season, seat, number = next(turns)
                sentence = said(words, key, land, region, season, seat, number)
                if BROKEN[language].search(ALLOWED.sub("", sentence)):
                    broken.append(f"{key}: {sentence}")

    assert broken[:20] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_are_the_ones_that_were_read(language):
    text = "".join(f"{line}\n" for line in lines(language))
    kept = GOLDEN / f"{language}.txt"
    if os.environ.get("AACHEN_GOLDEN") == "write":
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text, "utf-8")

    assert text == kept.read_text("utf-8")


def lines(language: str) -> Iterator[str]:
    """Every name in its forms, then every sentence with each number."""
    words = CarolingiWording(language, boards.standard())
    for fact, names, forms in (
        ("land", LANDS, words.land_forms),
        ("region", REGIONS, words.region_forms),
        ("season", SEASON_NAMES, words.season_forms),
        ("seat", SEATS, words.seat_forms),
    ):
        for name in names:
            yield f"{fact} {name}: " + " | ".join(str(form) for form in forms(fact, name).values())
    turns = zip(cycle(LANDS), cycle(REGIONS), cycle(SEASON_NAMES), cycle(SEATS), strict=False)
    for key in sentences(words):
        seen: set[str] = set()
        land, region, season, seat = next(turns)
        for number in COUNTS:
            sentence = said(words, key, land, region, season, seat, number)
            if sentence not in seen:
                yield f"{key} [{number}] {sentence}"
            seen.add(sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_of_ones_own_falls_back_to_general_forms(language):
    own = CarolingiWording(language, Elsewhere())

    assert own.land("x") == "Utopia"
    assert own.land_forms("land", "x")["land_in"] in ("in Utopia", "dans Utopia")
    assert own.land_forms("land", "x")["land_of"] in ("of Utopia", "von Utopia", "d’Utopia")


class Elsewhere:
    """A board with one land that no rulebook names."""

    class Place:
        id = "x"
        label = "Utopia"

    lands = (Place(),)
    regions = ()


def test_french_elides_before_names_with_vowels():
    assert CarolusWording("fr").seat_forms("seat", "ebony")["seat_of"] == "d’Ébène"
    assert CarolusWording("fr").seat_forms("seat", "white")["seat_of"] == "de Blanc"
