"""The ledger: book, rulings, code, tests and locales name the same things."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.games.ledger_kit import asserted, calls, marks, trees, words
from tests.words import whole

ROOT = Path(__file__).resolve().parents[3]
CODE = ROOT / "src" / "aachen" / "games" / "carolingi"
TESTS = ROOT / "tests" / "games" / "carolingi"
RULINGS = ROOT / "docs" / "rulings.md"

# The sections of the books. For those that say what may be done and what not, both sides are tested.
HEADINGS = ["2", "2.1", "2.2", "3", "6", "6.1", "6.2"]
PARTS = ["2.1.1", "2.1.2", "2.1.3", "2.1.4", "2.1.5"]
RULES = [
    *(f"2.2.{step}" for step in range(1, 11)),
    *("3.1", "3.2", "3.3", "3.4", "3.5"),
    *("4", "4.1", "4.2"),
    *("5", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8"),
    *("6.1.1", "6.1.2", "6.1.3", "6.2.1", "6.2.2"),
    *("7", "7.1", "7.2", "8"),
    *(f"814 §3.{step}" for step in ("1", "2", "3", "4", "5.1", "5.2", "5.3", "5.4", "5.5", "6", "7")),
    *(f"814 §4.{step}" for step in ("1", "2.1", "2.2", "2.3", "2.4", "3")),
    "814 §5",
]
SECTIONS = {*HEADINGS, *PARTS, *RULES}


# Reading code and tests


def code_of(call: ast.Call) -> str:
    """The code of a refusal."""
    code = words([call.args[1]])
    assert code is not None, f"line {call.lineno}: the code of a refusal is written out"
    return code[0]


def as_refused(call: ast.Call) -> tuple[str, ...] | None:
    """The refusal as the tests' `refused` would tell it; None if its section or ruling is computed."""
    data = words(call.args[:3])
    return None if data is None else tuple(word for word in data if word)


def marked_with() -> dict[str, set[str]]:
    """The tests of each ruling."""
    found: dict[str, set[str]] = {}
    for test, (number,) in marks(TESTS, "ruling"):
        found.setdefault(number, set()).add(test)
    return found


# Reading the rulings


def in_force() -> dict[str, str]:
    """Each ruling and the test it lists."""
    text = RULINGS.read_text(encoding="utf-8")
    entries = re.split(r"^- (?=\*\*[AC]\d)", text, flags=re.MULTILINE)[1:]
    found = {}
    for entry in entries:
        number = re.match(r"\*\*([AC]\d+) ", entry)
        test = re.search(r"^  Test: `(\w+)`\.$", entry, re.MULTILINE)
        assert number, entry
        assert test, entry
        assert "Doubt: " in entry, entry
        assert "Answer: " in entry, entry
        found[number[1]] = test[1]
    assert len(found) == len(entries), "a number is used twice"
    return found


# The ledger


def test_every_section_a_refusal_cites_is_in_the_book():
    cited = {section for _, call in calls(CODE, "Refusal") for section in words([call.args[0]]) or ()}

    assert cited <= SECTIONS
    assert cited, "the rules refuse something"


@pytest.mark.parametrize("name", ["SECTION_OF", "SECTION_OF_PHASE"])
def test_every_section_in_a_table_is_in_the_book(name):
    tables = [
        node.value
        for _, tree in trees(CODE)
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name
    ]
    cited = {
        node.value
        for table in tables
        for node in ast.walk(table or ast.Constant(None))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }

    assert cited
    assert cited <= SECTIONS


def test_every_module_of_the_rules_begins_with_its_section():
    for path, tree in trees(CODE / "rules"):
        if path.name != "__init__.py":
            data = ast.get_docstring(tree) or ""
            assert data.split()[0] in SECTIONS or data.startswith("Scenario 814"), path.name


def test_every_refusal_is_asserted_by_a_test_with_its_section_and_ruling():
    data = asserted(TESTS, SECTIONS)
    codes = {words[1] for words in data if len(words) > 1}
    missing = [
        f"{module}: {as_refused(call) or code_of(call)}"
        for module, call in calls(CODE, "Refusal")
        if not (as_refused(call) in data if as_refused(call) else code_of(call) in codes)
    ]

    assert missing == []


def test_every_refusal_asserted_by_a_test_is_one_the_rules_can_give():
    exact = {as_refused(call) for _, call in calls(CODE, "Refusal")}
    computed = {code_of(call) for _, call in calls(CODE, "Refusal") if as_refused(call) is None}
    known = {code_of(call) for _, call in calls(CODE, "Refusal")}
    unknown = [
        data
        for data in asserted(TESTS, SECTIONS)
        if len(data) > 1 and data[1] in known and data not in exact and data[1] not in computed
    ]

    assert unknown == []


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_refusal_has_a_sentence_in_every_language(language):
    missing = sorted(
        {f"refusal.{code_of(call)}" for _, call in calls(CODE, "Refusal")} - set(whole(language).entries)
    )

    assert missing == []


@pytest.mark.parametrize("section", RULES)
def test_every_section_has_a_test_of_what_it_allows_and_of_what_it_refuses(section):
    sides = {
        (data[1] if len(data) > 1 else "allowed") for _, data in marks(TESTS, "rule") if data[0] == section
    }

    assert sides == {"allowed", "refused"}


def test_every_marked_section_is_in_the_book():
    assert {data[0] for _, data in marks(TESTS, "rule")} <= SECTIONS


def test_every_ruling_has_a_test_and_every_marked_ruling_is_written_down():
    assert set(marked_with()) == set(in_force())


def test_the_test_a_ruling_lists_is_marked_with_it():
    tests = marked_with()
    astray = [number for number, test in in_force().items() if test not in tests.get(number, set())]

    assert astray == []


def test_every_ruling_of_the_game_is_in_force():
    numbers = [number for number in in_force() if number.startswith("C")]

    assert numbers == [f"C{number}" for number in range(1, 50)]


def test_every_ruling_the_code_cites_is_in_force():
    cited = {
        number
        for path, _ in trees(CODE)
        for number in re.findall(r"\b[AC][1-9]\d?\b", path.read_text(encoding="utf-8"))
    }

    assert cited <= set(in_force())


def test_our_own_rulings_are_numbered_without_a_gap():
    own = [number for number in in_force() if number.startswith("A")]

    assert own == [f"A{number}" for number in range(1, len(own) + 1)]
