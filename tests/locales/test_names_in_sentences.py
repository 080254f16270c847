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
from aachen.titles.carolingi.wording import SEASON_NAMES, CarolingiWording
from aachen.titles.carolus.wording import CarolusWording

GOLDEN = Path(__file__).parents[1] / "golden" / "sentences"
# Read by operators and programmers, who get ids and numbers in them, or typed by players.
NOT_SAID = (
    *("args.", "fault.", "cli.", "verb.", "command.", "report.", "train.", "arena.", "compare.", "ladder."),
    *(
        "admin.",
        "backup.",
        "check.",
        "dataset.",
        "delete.",
        "export.",
        "fair.",
        "host.",
        "install.",
        "restore.",
    ),
    *("retention.", "serve.", "argument.", "plot.", "upgrade.", "find.", "usage.", "place."),
)
LANDS = [land.id for land in boards.standard().lands]
REGIONS = [region.id for region in boards.standard().regions]
SEATS = ["red", "yellow", "blue", "green", "black", "purple"]
RING_SEATS = ["white", "black", "grey", "ivory", "ebony"]
COUNTS = (0, 1, 2, 5)
PLACES = {"land", "origin", "target", "card"}
OF_SEAT = {"seat", "seats", "owner", "winner", "holder", "colour"}
ROADS = {"from_from", "to_to"}  # of a march
NAMED = PLACES | OF_SEAT | {"region", "season"}

Words = CarolingiWording | CarolusWording

# What no editor would let through; a language without patterns of its own is searched for arguments left over.
LEFT_OVER = re.compile(r"\{|\}")
BROKEN = {
    "en": re.compile(
        r"\b(in|to|from|of) (in|to|from|of)\b|\{|\}|\b1 (?:more |free |active |inactive )?"
        r"(?:followers|gangs|missi|leudes|nobiles|points|tiles|cards|counters|lands|seats|castles|paladins|regions|steps|moves)\b"
    ),
    "de": re.compile(
        r"\b(?:in|nach|aus|von) (?:Champagne|Normandie|Anjou|Berry|Nordgau|Ostmark|Gascogne|Auvergne|Périgord)\b"
        r"|\b(?:in|nach|aus) (?:in|im|ins|nach|aus)\b|\{|\}|\b1 (?:weitere |aktive |inaktive )?"
        r"(?:Rotten|Gefolgsleute|Tafeln|Karten|Punkte|Missi|Länder|Plätze|Burgen|Paladine|Regionen|Schritte|Züge|Stufen)\b"
    ),
    "fr": re.compile(
        r"\b(?:de|le|la) [AEIOUÉÈÊÎaeiouéèêî](?!t\b)|\ben (?:Toulouse|Berry|Périgord|Nordgau|Spolète)\b"
        r"|\b(?:en|de) (?:en|dans|de|du)\b|\{|\}|\b[01] "
        r"(?:bandes|partisans|missi|tuiles|cartes|points|pions|places|châteaux|paladins|régions|coups|trophées)\b"
    ),
}
# "de A" inside a sentence's own words, not around a name: the books' terms keep it.
ALLOWED = re.compile(r"de (?:1|8)|Île-de-France")


def wordings(language: str) -> list[Words]:
    return [CarolingiWording(language, boards.standard()), CarolusWording(language)]


def sentences(words: Words) -> list[str]:
    """The keys of all sentences that players read and that are filled with something, of one game."""
    return sorted(
        key for key, entry in words.catalogue.entries.items() if "{" in entry and not key.startswith(NOT_SAID)
    )


def facts(words: Words, wanted: set[str], land: str, region: str, season: str, seat: str, number: int):
    """A value for every argument: names in all their forms, and the number for everything else."""
    filled: dict[str, object] = {}
    for name in wanted:
        base = name.rpartition("_")[0]
        fact = base if base in NAMED else name
        if fact in OF_SEAT:
            filled |= words.seat_forms(fact, seat)
        elif isinstance(words, CarolusWording):
            filled |= ring_facts(words, fact, seat, number)
        elif fact in PLACES or name in ROADS:
            filled |= words.land_forms(base if name in ROADS else fact, land)
        elif fact == "region":
            filled |= words.region_forms(fact, region)
        elif fact == "season":
            filled |= words.season_forms(fact, season)
        elif fact in ("tile", "give", "take", "problem", "tiles") and "plural" not in name:
            filled[name] = words.tile("battle") if fact != "tiles" else number
        elif fact not in filled:
            filled[name] = max(number, 2) if name == "wanted" else number  # of a region, never a single land
    return filled


def ring_facts(words: CarolusWording, fact: str, seat: str, number: int) -> dict[str, object]:
    """The facts of the ring: sides, clans and letters are names without forms."""
    if fact in ("side", "loser"):
        return {fact: words.side(seat if seat in ("white", "grey") else "black")}
    if fact == "clan":
        return {fact: words.clan("red")}
    return {fact: words.region("c") if fact in ("region", "territory") else number}


def said(words: Words, key: str, land: str, region: str, season: str, seat: str, number: int) -> str:
    wanted = arguments_of(parse(words.catalogue.entries[key]))
    sentence = words.catalogue.fill(key, facts(words, wanted, land, region, season, seat, number))
    return sentence[:1].upper() + sentence[1:]


def seats_of(words: Words) -> list[str]:
    return RING_SEATS if isinstance(words, CarolusWording) else SEATS


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_breaks_a_sentence(language):
    """Every land with every sentence; regions, seasons, seats and numbers take turns with them."""
    broken = []
    broken_form = BROKEN.get(language, LEFT_OVER)
    for words in wordings(language):
        turns = zip(cycle(REGIONS), cycle(SEASON_NAMES), cycle(seats_of(words)), cycle(COUNTS), strict=False)
        for key in sentences(words):
            for land in LANDS if isinstance(words, CarolingiWording) else range(20):
                region, season, seat, number = next(turns)
                sentence = said(words, key, str(land), region, season, seat, number)
                if broken_form.search(ALLOWED.sub("", sentence)):
                    broken.append(f"{key}: {sentence}")

    assert broken == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_are_the_ones_that_were_read(language):
    text = "".join(f"{line}\n" for line in lines(language))
    kept = GOLDEN / f"{language}.txt"
    if os.environ.get("AACHEN_GOLDEN") == "write":
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text, "utf-8")

    assert text == kept.read_text("utf-8")


def lines(language: str) -> Iterator[str]:
    """Every name in its forms, then every sentence of each game with each number."""
    words = CarolingiWording(language, boards.standard())
    for fact, names, forms in (
        ("land", LANDS, words.land_forms),
        ("region", REGIONS, words.region_forms),
        ("season", SEASON_NAMES, words.season_forms),
        ("seat", SEATS + RING_SEATS, words.seat_forms),
    ):
        for name in names:
            yield f"{fact} {name}: " + " | ".join(str(form) for form in forms(fact, name).values())
    listed: set[str] = set()
    for each in wordings(language):
        turns = zip(cycle(LANDS), cycle(REGIONS), cycle(SEASON_NAMES), cycle(seats_of(each)), strict=False)
        for key in sentences(each):
            land, region, season, seat = next(turns)
            if key not in listed or "seat" in each.catalogue.entries[key]:
                yield from with_each_number(each, key, land, region, season, seat)
            listed.add(key)


def with_each_number(words: Words, key: str, land: str, region: str, season: str, seat: str) -> Iterator[str]:
    """A sentence with each number, or with one if the language makes no difference."""
    seen: set[str] = set()
    for number in COUNTS if "plural," in words.catalogue.entries[key] else COUNTS[-1:]:
        sentence = said(words, key, land, region, season, seat, number).replace("\n", "\\n")
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
