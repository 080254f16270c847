"""Every place, season, seat and number in every sentence: broken forms are found, and the results are kept to be read.

`tests/golden/sentences/LANGUAGE.txt` has each sentence with names that take turns, and every name in all its forms;
`AACHEN_GOLDEN=write` writes them again.
"""

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest

from aachen.games.carolingi import board as boards
from aachen.locales import LANGUAGES
from aachen.locales.message_format import arguments_of, parse
from aachen.titles.carolingi.wording import SEASON_NAMES, CarolingiWording
from aachen.titles.carolus.wording import CarolusWording

GOLDEN = Path(__file__).parents[1] / "golden" / "sentences"
# Typed by players, or filled in by argparse in its own way.
NOT_SAID = ("args.", "verb.", "command.", "usage.", "place.", "filler")
LANDS = [land.id for land in boards.standard().lands]
REGIONS = [region.id for region in boards.standard().regions]
SEATS = ["red", "yellow", "blue", "green", "black", "purple"]
RING_SEATS = ["white", "black", "grey", "ivory", "ebony"]
COUNTS = (0, 1, 2, 5)
PLACES = {"land", "origin", "target", "card"}
OF_SEAT = {"seat", "seats", "owner", "winner", "holder", "colour"}
ROADS = {"from_from", "to_to"}  # of a march
NAMED = PLACES | OF_SEAT | {"region", "season"}
# Read by operators and programmers, who get identifiers and numbers in them as they were given.
GIVEN = (
    *(
        "fault.",
        "cli.",
        "report.",
        "train.",
        "arena.",
        "compare.",
        "ladder.",
        "admin.",
        "backup.",
        "check.",
        "dataset.",
    ),
    *(
        "delete.",
        "export.",
        "fair.",
        "host.",
        "install.",
        "restore.",
        "retention.",
        "serve.",
        "argument.",
        "upgrade.",
    ),
    *("plot.", "find.", "whom.", "manual.", "web.notify.push."),
)

# What facts look like that are neither names of the board nor numbers.
SAMPLES = {
    **{
        "path": "game.jsonl",
        "host": "example.org",
        "address": "https://example.org",
        "url": "postgresql://example",
    },
    **{
        "name": "Anna",
        "title": "Aachen",
        "table": "kL3x",
        "who": "planner",
        "bot": "planner",
        "level": "planner",
    },
    **{
        "time": "18:30",
        "when": "18:30",
        "made": "18:30",
        "bank": "10 min",
        "more": "10 s",
        "zone": "Europe/Berlin",
    },
    **{
        "program": "./play",
        "command": "./play host",
        "option": "--seats",
        "options": "--seats",
        "arguments": "--seed 7",
    },
    **{
        "usage": "march hessen franken 2",
        "example": "march hessen franken 2",
        "text": "marc",
        "origin": "http://example",
    },
    **{
        "section": "5.4",
        "tile": "battle",
        "rule": "§5.4",
        "ruling": "C15",
        "version": "1.0",
        "given": "x",
        "key": "players",
        "where": "options",
    },
    **{"game": "Carolingi", "link": "https://example.org/t/kL3x", "reason": "disk full"},
    **dict.fromkeys(
        ("known", "allowed", "variants", "languages", "kinds", "endings", "cases", "tables"), "a, b"
    ),
    **{
        "commitment": "5f2c",
        "code": "5f2c",
        "former": "5f2c",
        "secret": "5f2c",
        "token": "5f2c",
        "label": "814",
    },
}

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
        r"(?<!-)\b(?:de|le|la) (?!(?:et|est|ou|à|au|aux|y)\b)[AEIOUÉÈÊÎaeiouéèêî]|\ben (?:Toulouse|Berry|Périgord|Nordgau|Spolète)\b"
        r"|\b(?:en|de) (?:en|dans|de|du)\b|\{|\}|\b[01] "
        r"(?:bandes|partisans|missi|tuiles|cartes|points|pions|places|châteaux|paladins|régions|coups|trophées)\b"
    ),
}
# What only looks broken: a name with "de" in it, and JSON that a sentence gives as an example.
ALLOWED = re.compile(r"Île-de-France|\{[\"].*?\}|\[\.\.\.\]\}")


# After these words a name that has an article never stands without it.
WANTS_ARTICLE = {
    "en": "in|to|from|of|for|needs|only|controls?|develops|claims?|unit(?:es|ing)",
    "de": "in|nach|aus|von|für|über|um|nur|fehlt|beherrsch(?:t|st)|entwickelt|beansprucht|macht|vereint|hat",
    "fr": "depuis|dans|vers|pour|manque|seulement|contrôle[rz]?|développe|revendique|unifie|choisit|occuper",
}


@cache
def bare_names(language: str) -> re.Pattern[str]:
    """A name that has an article, without it."""
    words = CarolingiWording(language, boards.standard())
    forms = [
        *(words.land_forms("x", land) for land in LANDS),
        *(words.region_forms("x", each) for each in REGIONS),
    ]
    names = sorted({re.escape(str(each["x"])) for each in forms if each["x_the"] != each["x"]}) or ["(?!)"]
    return re.compile(rf"\b(?i:{WANTS_ARTICLE.get(language, '(?!)')}) (?:{'|'.join(names)})\b")


def is_broken(language: str, sentence: str) -> bool:
    """Whether a sentence has a form that no editor would let through."""
    pattern = BROKEN.get(language, LEFT_OVER)
    return bool(pattern.search(ALLOWED.sub("", sentence)) or bare_names(language).search(sentence))


def wordings(language: str) -> list[Words]:
    return [CarolingiWording(language, boards.standard()), CarolusWording(language)]


def sentences(words: Words) -> list[str]:
    """The keys of all sentences that players read and that are filled with something, of one game."""
    return sorted(
        key for key, entry in words.catalogue.entries.items() if "{" in entry and not key.startswith(NOT_SAID)
    )


def facts(words: Words, key: str, land: str, region: str, season: str, seat: str, number: int):
    """A value for every argument: names in all their forms, samples of what is said of others, numbers elsewhere."""
    entry = words.catalogue.entries[key]
    counted = set(re.findall(r"\{(\w+), (?:plural|number|selectordinal)", entry))
    shown = SAMPLES if key.startswith(GIVEN) else samples(words)
    filled: dict[str, object] = {}
    for name in arguments_of(parse(entry)):
        base = name.rpartition("_")[0]
        fact = base if base in NAMED else name
        if name in counted:
            filled[name] = number
        elif key.startswith(GIVEN) and fact in NAMED:
            identifiers = {"region": region, "season": season} | dict.fromkeys(PLACES, land)
            filled[name] = SAMPLES.get(fact, identifiers.get(fact, seat))
        elif fact in OF_SEAT:
            filled |= words.seat_forms(fact, seat)
        elif isinstance(words, CarolusWording) and fact in RING_FACTS:
            filled |= ring_facts(words, fact, seat)
        elif isinstance(words, CarolingiWording) and (fact in PLACES or name in ROADS):
            filled |= words.land_forms(base if name in ROADS else fact, land)
        elif isinstance(words, CarolingiWording) and fact == "region":
            filled |= words.region_forms(fact, region)
        elif isinstance(words, CarolingiWording) and fact == "season":
            filled |= words.season_forms(fact, season)
        elif fact not in filled:
            filled[name] = shown.get(name, number)
    return filled


@cache
def samples(words: Words) -> Mapping[str, object]:
    """What facts look like in this language that are sentences, lists or phrases themselves."""
    say, join = words.say, words.join
    percent = say("advice.percent", number=42)
    common = (
        SAMPLES
        | dict.fromkeys(("bots", "modules", "names", "games"), "a, b")
        | dict.fromkeys(("chance", "share", "low", "high", "fair"), percent)
    )
    if isinstance(words, CarolusWording):
        put, clans = (
            words.action({"do": "lay", "disc": 3}),
            join(words.clan(clan) for clan in ("red", "blue")),
        )
        count = say("web.cm.count", clan=words.clan("red"), number=2)
        letters = join(words.region(letter) for letter in ("b", "c"))
        forces = join(say("force.of", side=words.side(side), number=3) for side in ("white", "black"))
        ring = dict.fromkeys(("counts", "paladins", "court", "reserve"), count) | dict.fromkeys(
            ("regions", "joined"), letters
        )
        ring |= {
            "clans": clans,
            "emblems": clans,
            "forces": forces,
            "discs": "2, 4",
            "lead": say("web.cm.lead.even"),
        }
        ring |= {"court_of": say("court_of.white"), "what": say("ring.build", side=words.side("white"))}
        ring |= {
            "dealt": say("dealt.of", region="C", clan=words.clan("red")),
            "dice": clans,
            "first": put,
            "next": put,
        }
        return common | ring | {"action": put, "actions": put, "phase": say("phase.putting")}
    tile, battle = words.tile("develop"), words.tile("battle")
    done = words.action({"do": "activate", "tile": "develop"})
    pieces = join(
        (say("pieces.followers", **words.seat_forms("seat", "red"), number=2), say("pieces.gangs", number=1))
    )
    board = dict.fromkeys(("tile", "give", "problem"), battle) | {
        "take": tile,
        "tiles": join((tile, battle)),
        "pieces": pieces,
    }
    board |= {"lands": join(map(words.land, ("hessen", "anjou"))), "lack": say("car.lack.counters", number=2)}
    board |= {"problems": join((tile, battle)), "control": say("car.control.you", mine=3, against=2)}
    board |= {
        "action": say("action.activate"),
        "actions": done,
        "phase": say("phase.acting"),
        "first": done,
        "next": done,
    }
    return (
        common
        | board
        | {
            "place": say("place.leudes"),
            "level": say("advice.level.planner"),
            "regions": words.region("sachsen"),
        }
    )


RING_FACTS = {"side", "loser", "clan", "region", "territory", "place"}


def ring_facts(words: CarolusWording, fact: str, seat: str) -> dict[str, object]:
    """The facts of the ring: sides, clans and letters are names without forms."""
    if fact in ("side", "loser"):
        return {fact: words.side(seat if seat in ("white", "grey") else "black")}
    if fact == "clan":
        return {fact: words.clan("red")}
    return {fact: words.say("place.court") if fact == "place" else words.region("c")}


def said(words: Words, key: str, land: str, region: str, season: str, seat: str, number: int) -> str:
    sentence = words.catalogue.fill(key, facts(words, key, land, region, season, seat, number))
    return sentence if key.startswith(GIVEN) else sentence[:1].upper() + sentence[1:]


def seats_of(words: Words) -> list[str]:
    return RING_SEATS if isinstance(words, CarolusWording) else SEATS


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_breaks_a_sentence(language):
    """Every land with every sentence; regions, seasons, seats and numbers take turns with them."""
    broken = []
    for words in wordings(language):
        turns = zip(cycle(REGIONS), cycle(SEASON_NAMES), cycle(seats_of(words)), cycle(COUNTS), strict=False)
        for key in sentences(words):
            for land in LANDS if isinstance(words, CarolingiWording) else range(20):
                region, season, seat, number = next(turns)
                sentence = said(words, key, str(land), region, season, seat, number)
                if is_broken(language, sentence):
                    broken.append(f"{key}: {sentence}")

    assert broken == []


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Red needs Île-de-France for Neustrie."),
        ("en", "You need 1 missi."),
        ("de", "Rot zieht von Normandie nach Schwaben."),
        ("de", "Rot fehlt nur Nordgau."),
        ("de", "Dir fehlen 1 Länder."),
        ("fr", "en Toulouse"),
        ("fr", "Contrôle de Anjou perdu"),
        ("fr", "Depuis Rhétie, combien :"),
        ("fr", "il manque Frise à Rouge"),
        ("fr", "1 trophées sur 4"),
    ],
)
def test_a_broken_form_is_found(language, sentence):
    assert is_broken(language, sentence)


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
