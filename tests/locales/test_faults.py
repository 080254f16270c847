"""The ledger of faults: every code that is raised anywhere has a sentence in every language, and no sentence is idle.

The codes are read from the sources: `bad("code", …)`, `Fault("code", …)`, and the two collectors of faults,
`faults.add("code", where, …)` and `self.fault("code", where, …)`.
"""

import ast
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from tests.words import base_arguments, whole

from aachen.core.errors import Fault
from aachen.locales import LANGUAGES
from aachen.locales.faults import fault_sentence

SOURCE = Path(__file__).resolve().parents[2] / "src" / "aachen"
RAISERS = {
    "bad": 1,
    "Fault": 1,
    "add": 2,
    "fault": 2,
    "clash": 1,
    "NoRightError": 2,
    "_bound": 1,
    "read_word": 4,
}  # and how many arguments such a call has at least


@dataclass(frozen=True)
class Raised:
    """One place where a fault is made: the code (perhaps with a * in it), its facts if they can be read."""

    code: str
    facts: frozenset[str] | None
    place: str


def raised():
    """Every fault of the sources."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for scope in [tree, *[node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]]:
            for call in calls(scope):
                place = f"{path.relative_to(SOURCE)}:{call.lineno}"
                found += [Raised(code, facts(call, scope), place) for code in codes(call.args[0])]
    return found


def calls(scope):
    """The calls in a function that make a fault, but not those in functions inside it."""
    inner = [node for node in ast.walk(scope) if isinstance(node, ast.FunctionDef) and node is not scope]
    hidden = {id(node) for function in inner for node in ast.walk(function)}
    for node in ast.walk(scope):
        if isinstance(node, ast.Call) and id(node) not in hidden:
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in RAISERS and len(node.args) >= RAISERS[name]:
                yield node


def codes(node):
    """The codes an expression can be; what is not written out there (fault.code) is made elsewhere."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return codes(node.body) + codes(node.orelse)
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)]
    return []


def facts(call, scope):
    """The names of the facts, or None if they cannot be read from the source."""
    if getattr(call.func, "id", "") == "read_word":
        return frozenset({"given", "known"})
    named = {keyword.arg for keyword in call.keywords if keyword.arg}
    spread = [keyword.value for keyword in call.keywords if keyword.arg is None]
    if getattr(call.func, "id", "") == "Fault":
        spread += call.args[2:]
    for value in spread:
        keys = keys_of(value, scope)
        if keys is None:
            return None
        named |= keys
    return frozenset(named)


def keys_of(value, scope):
    """The keys of a dict that is written out, here or where the variable gets its value."""
    if isinstance(value, ast.Dict):
        return {key.value for key in value.keys if isinstance(key, ast.Constant)}
    if not isinstance(value, ast.Name):
        return None
    keys: set[str] = set()
    node: Any
    for node in ast.walk(scope):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        target: Any
        for target in targets:
            if isinstance(target, ast.Name) and target.id == value.id:
                if not isinstance(node.value, ast.Dict):
                    return None
                keys |= keys_of(node.value, scope)
            elif isinstance(target, ast.Subscript) and getattr(target.value, "id", "") == value.id:
                keys.add(ast.literal_eval(target.slice))
    return keys


def places(sentence):
    """The {places} of a sentence."""
    return base_arguments(sentence)


RAISED = raised()
SENTENCES = {
    key.removeprefix("fault."): said for key, said in whole("en").entries.items() if key[:6] == "fault."
}


def test_the_sources_were_read():
    assert len({each.code for each in RAISED}) > 100
    assert {"no_such_*", "line_blank", "text_item_unknown", "wrong_type", "tile_count"} <= {
        each.code for each in RAISED
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_a_sentence(language):
    words = whole(language)
    missing = [
        each for each in RAISED if not any(fnmatch(key, f"fault.{each.code}") for key in words.entries)
    ]

    assert missing == []


def test_no_sentence_is_idle():
    used = [each.code for each in RAISED]
    idle = [code for code in SENTENCES if code != "at" and not any(fnmatch(code, each) for each in used)]

    assert idle == []


def test_a_sentence_uses_only_facts_that_are_there():
    wrong = [
        (each.place, code, places(sentence) - each.facts)
        for each in RAISED
        for code, sentence in SENTENCES.items()
        if each.facts is not None and code == each.code and not places(sentence) <= each.facts
    ]

    assert wrong == []


@pytest.mark.parametrize("name", ["faults.json", "cli.json"])
def test_all_languages_say_the_same_things_with_the_same_places(name):
    shapes = []
    for language in LANGUAGES:
        keys = _keys_of_file(language, name)
        entries = whole(language).entries
        shapes.append({key: _shape(entries[key]) for key in keys})

    assert shapes[0] == shapes[1] == shapes[2]


def _keys_of_file(language, name):
    import json

    return list(json.loads((SOURCE / "locales" / language / name).read_text(encoding="utf-8")))


def _shape(entry):
    return sorted(places(entry))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_is_told_in_one_short_clean_line(language):
    fault = Fault(
        "no_such_land", "action.land", {"given": "\x1b[2J" + "x" * 5000 + "\n", "known": ["a"] * 999}
    )
    said = fault_sentence(language, fault)

    assert said.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ").isprintable()
    assert len(said) < 500


def test_kinds_of_json_are_told_in_words():
    said = fault_sentence("de", Fault("wrong_type", "id", {"expected": "string, null", "found": "list"}))

    assert said == "id: Erwartet wird hier: Text, nichts (null). Gefunden: Liste."
