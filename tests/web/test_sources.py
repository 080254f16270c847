"""The sources of the page: types as the server has them, checked, tested, and with a lock that works everywhere."""

import json
import re

import pytest
from tests.web.kit import WEB, run_node
from tests.words import whole

import make_types

SAID = re.compile(r"\bsay\('([a-z_0-9]+(?:\.[a-z_0-9]+)+)'")


def test_the_types_are_those_of_the_server():
    """tools/make_types.py writes them; whoever changes a message runs it."""
    assert make_types.TARGET.read_text("utf-8") == make_types.typescript()


def test_the_lock_has_every_platform():
    """npm leaves packages of other platforms out without a word, and then `npm ci` fails there."""
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    wanted = {name for package in packages.values() for name in package.get("optionalDependencies", {})}

    assert {name for name in wanted if f"node_modules/{name}" not in packages} == set()


def test_the_lock_names_no_host():
    assert '"resolved"' not in (WEB / "package-lock.json").read_text("utf-8")


def test_every_sentence_the_page_says_is_written():
    """Keys that are put together are proven by the pages' own tests; those that stand there whole, here."""
    sources = [path for path in (WEB / "src").rglob("*") if path.suffix in (".svelte", ".ts")]
    said = {key for path in sources for key in SAID.findall(path.read_text("utf-8"))}

    assert {key for key in said if not whole("en").has(key)} == set()
    assert len(said) > 100


@pytest.mark.usefixtures("node_modules")
def test_the_page_passes_its_type_check():
    code, text = run_node(
        "svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"
    )

    assert code == 0, text


@pytest.mark.usefixtures("node_modules")
def test_the_page_passes_its_own_tests():
    code, text = run_node("vitest/vitest.mjs", "run")

    assert code == 0, text
