"""The rules pages: every rule that the program cites can be read, in three languages, with the engine's numbers."""

import ast
import json
import re
from pathlib import Path

import pytest
from tests.web import examples, facts
from tests.words import whole

from aachen.locales import LANGUAGES
from aachen.titles.carolingi import wording
from aachen.titles.carolus import wording as carolus_wording

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("carolingi", "carolus")
SOURCES = ROOT / "src" / "aachen"
LEARN = ROOT / "web" / "src" / "learn"
PAGES = LEARN / "pages"
SECTION = {"carolingi": re.compile(r"814 §\d(\.\d+)*|[1-8](\.\d+)*"), "carolus": re.compile(r"CM\d(\.\d)?")}
RULING = re.compile(r"[CAMB][1-9]\d?")
RULINGS = {"carolingi": ROOT / "docs" / "rulings.md", "carolus": ROOT / "docs" / "rulings-carolus.md"}


def page(language: str, name: str) -> str:
    return (PAGES / language / f"{name}.md").read_text("utf-8")


def sections(text: str) -> list[str]:
    """The sections of a page in their order."""
    return re.findall(r"^##+ ([^|]+?) \|", text, re.MULTILINE)


def rulings(text: str) -> list[str]:
    """The rulings of a page in their order."""
    return re.findall(r"^> ([A-Z]\d+) \|", text, re.MULTILINE)


def examples_of(text: str) -> list[str]:
    return re.findall(r"^@example (\w+)$", text, re.MULTILINE)


def strings(path: Path) -> set[str]:
    """Every string that stands in a source by itself."""
    tree = ast.parse(path.read_text("utf-8"))
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def cited(game: str, shape: re.Pattern[str]) -> set[str]:
    """What the rules of a game cite: any string of that shape, in refusals, outcomes and tables."""
    found: set[str] = set()
    for path in sorted((SOURCES / "games" / game).rglob("*.py")):
        found |= {each for each in strings(path) if shape.fullmatch(each)}
    return found


def test_the_sources_cite_rules():
    assert {"5.4", "3.1", "814 §4.2.2", "6.2.1"} <= cited("carolingi", SECTION["carolingi"])
    assert {"CM3.1", "CM5"} <= cited("carolus", SECTION["carolus"])
    assert "C15" in cited("carolingi", RULING)
    assert "M10" in cited("carolus", RULING)


@pytest.mark.parametrize("game", GAMES)
def test_every_section_that_the_rules_cite_is_on_the_page(game):
    assert cited(game, SECTION[game]) - set(sections(page("en", game))) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_that_the_rules_cite_is_on_the_page(game):
    assert cited(game, RULING) - set(rulings(page("en", game))) == set()


@pytest.mark.parametrize(
    ("game", "output"),
    [("carolingi", wording.SECTION_OF_EVENT), ("carolus", carolus_wording.SECTION_OF_EVENT)],
)
def test_every_section_that_an_event_cites_is_on_the_page(game, output):
    assert set(output.values()) - set(sections(page("en", game))) == set()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_of_ours_is_on_the_page_once(game, language):
    ours = re.findall(r"^- \*\*([A-Z]\d+) ", RULINGS[game].read_text("utf-8"), re.MULTILINE)

    assert sorted(ours) == sorted(rulings(page(language, game)))


@pytest.mark.parametrize("name", ["carolingi", "carolus", "carolingi-aid", "carolus-aid"])
@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_languages_have_the_same_sections_rulings_and_examples_in_the_same_order(name, language):
    english, other = page("en", name), page(language, name)

    assert sections(english) == sections(other)
    assert rulings(english) == rulings(other)
    assert examples_of(english) == examples_of(other)


@pytest.mark.parametrize("name", ["carolingi", "carolus", "carolingi-aid", "carolus-aid"])
@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_languages_tell_the_same_numbers_and_point_at_the_same_rules(name, language):
    places = re.compile(r"\{[^}]+\}|\]\(#[^)]+\)|:[a-z_]+:")

    assert sorted(places.findall(page("en", name))) == sorted(places.findall(page(language, name)))


@pytest.mark.parametrize("name", ["carolingi", "carolus", "carolingi-aid", "carolus-aid"])
def test_every_number_that_a_page_asks_for_is_known(name):
    asked = set(re.findall(r"\{=([\w.]+)\}", page("en", name)))

    assert asked
    assert asked - set(facts.everything()) == set()


def test_the_numbers_on_the_pages_are_the_engines():
    """If this fails: .venv/bin/python tools/make_examples.py"""
    assert facts.written() == (LEARN / "facts.json").read_text("utf-8")


def test_the_examples_are_the_engines():
    """If this fails: .venv/bin/python tools/make_examples.py"""
    made = ROOT / "web" / "public" / "learn" / "examples.json"

    assert examples.written() == made.read_text("utf-8")


def test_every_example_is_shown_on_a_page_once():
    shown = [name for game in GAMES for name in examples_of(page("en", game))]

    assert [make.__name__ for make in examples.EXAMPLES] == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_an_example_has_its_caption(language):
    said = whole(language)
    output = json.loads(examples.written())
    for name, example in output.items():
        captions = [key for key in said.entries if re.fullmatch(rf"learn\.example\.{name}\.\d", key)]

        assert said.has(f"learn.example.{name}")
        assert len(example["screens"]) == len(captions)


def test_an_example_holds_no_offers_and_no_text_of_a_position():
    for example in json.loads(examples.written()).values():
        for screen in example["screens"]:
            assert not {"offers", "line"} & set(screen)
