"""The ledger of Carolus Magnus: book, rulings, code, tests and locales name the same things."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.games.ledger_kit import asserted, calls, marks, trees, words
from tests.words import whole

from aachen.locales import LANGUAGES

ROOT = Path(__file__).resolve().parents[3]
CODE = ROOT / "src" / "aachen" / "games" / "carolus"
TESTS = ROOT / "tests" / "games" / "carolus"
RULINGS = ROOT / "docs" / "rulings-carolus.md"

SECTIONS = ["CM1", "CM2", "CM3.1", "CM3.2", "CM3.3", "CM4.1", "CM4.2", "CM4.3", "CM5", "CM6", "CM7"]
CITED = {*SECTIONS, "CM3"}


def refusals() -> set[tuple[str, ...]]:
    """Every refusal the rules can give, as the tests' `refused` tells it; the section may be looked up."""
    found = set()
    for module, call in calls(CODE, "Refusal"):
        data = words(call.args[1:3])
        assert data is not None, f"{module}:{call.lineno}: code and ruling are written out"
        sections = words(call.args[:1]) or tuple(SECTION_OF_PHASE)
        found |= {tuple(word for word in (section, *data) if word) for section in sections}
    return found


SECTION_OF_PHASE = ("CM2", "CM3.1", "CM3.2", "CM3.3")


def rulings() -> dict[str, str]:
    """Each ruling and the test it lists."""
    entries = re.split(r"^- (?=\*\*[MB]\d)", RULINGS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    found = {}
    for entry in entries:
        number = re.match(r"\*\*([MB]\d+) [^*]+\*\* \((CM[\d., CM]+)\)\.", entry)
        test = re.search(r"^  Test: `(\w+)`\.$", entry, re.MULTILINE)
        assert number, entry
        assert test, entry
        assert "\n  Doubt: " in entry, entry
        assert "\n  Answer: " in entry, entry
        assert set(number[2].split(", ")) <= set(SECTIONS), entry
        found[number[1]] = test[1]
    assert len(found) == len(entries), "a number is used twice"
    return found


def test_every_refusal_cites_a_section_of_the_book_and_is_asserted_by_a_test():
    possible = {data for data in refusals() if "wrong_moment" not in data}

    assert {data[0] for data in refusals()} <= set(SECTIONS)
    assert sorted(possible - asserted(TESTS, SECTIONS)) == []
    assert ("CM2", "wrong_moment") in asserted(TESTS, SECTIONS)


def test_every_refusal_a_test_asserts_is_one_the_rules_can_give():
    codes = {data[1] for data in refusals()}
    unknown = [data for data in asserted(TESTS, SECTIONS) - refusals() if len(data) > 1 and data[1] in codes]

    assert unknown == []


def test_every_module_of_the_rules_begins_with_its_section():
    for path, tree in trees(CODE / "rules"):
        data = ast.get_docstring(tree) or ""
        assert re.findall(r"CM[\d.]*\d", data.splitlines()[0]), path.name


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_has_a_test_of_what_it_allows_and_of_what_it_refuses(section):
    sides = {
        (data[1] if len(data) > 1 else "allowed") for _, data in marks(TESTS, "rule") if data[0] == section
    }

    assert sides == {"allowed", "refused"}


def test_every_ruling_has_tests_and_the_one_it_lists_is_marked_with_it():
    marked: dict[str, set[str]] = {}
    for test, (number,) in marks(TESTS, "ruling"):
        marked.setdefault(number, set()).add(test)

    assert sorted(marked) == sorted(rulings())
    assert [number for number, test in rulings().items() if test not in marked[number]] == []


def test_the_rulings_are_numbered_without_a_gap():
    given = [number for number in rulings() if number.startswith("M")]
    own = [number for number in rulings() if number.startswith("B")]

    assert given == [f"M{number}" for number in range(1, 16)]
    assert own == [f"B{number}" for number in range(1, len(own) + 1)]


def test_every_ruling_and_section_the_code_cites_is_there():
    texts = [path.read_text(encoding="utf-8") for path, _ in trees(CODE)]
    numbers = {number for text in texts for number in re.findall(r"\b[MB][1-9]\d?\b", text)}
    sections = {section for text in texts for section in re.findall(r"\bCM\d(?:\.\d)?", text)}

    assert numbers <= set(rulings())
    assert sections <= CITED


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_event_has_a_sentence_in_every_language(language):
    wanted = {f"refusal.{data[1]}" for data in refusals()}
    wanted |= {f"event.{words(call.args[:1])[0]}" for _, call in calls(CODE, "Event")}  # type: ignore[index]

    assert sorted(wanted - set(whole(language).entries)) == []
