"""The sources of the page: types as the server has them, tested, and with a lock that works everywhere."""

import json
import re

import pytest
from tests.web.kit import WEB, run_node

import make_types


def test_the_types_are_those_of_the_server():
    """tools/make_types.py writes them; whoever changes a message or a catalogue runs it."""
    assert make_types.stale() == []


def test_the_lock_has_every_platform():
    """npm leaves packages of other platforms out without a word, and then `npm ci` fails there."""
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    wanted = {name for package in packages.values() for name in package.get("optionalDependencies", {})}

    assert {name for name in wanted if f"node_modules/{name}" not in packages} == set()


def test_the_lock_names_no_host():
    assert '"resolved"' not in (WEB / "package-lock.json").read_text("utf-8")


def test_no_token_of_the_palette_is_dead():
    """A colour of a seat or a season is asked for by the name it has in a view."""
    tokens = (WEB / "src" / "styles" / "tokens.css").read_text("utf-8")
    pages = [path for path in (WEB / "src").rglob("*") if path.suffix in (".svelte", ".ts", ".css")]
    page = "".join(path.read_text("utf-8") for path in pages)
    named = set(re.findall(r"^ *(--[a-z0-9-]+):", tokens, re.MULTILINE))
    families = ["red", "yellow", "blue", "green", "black", "purple"]
    of_views = {f"--{colour}{shade}" for colour in families for shade in ("", "-light", "-dark")}
    of_views |= {f"--{season}" for season in ("winter", "spring", "summer", "autumn")}

    assert {token for token in named - of_views if f"var({token}" not in page} == set()
    assert of_views <= named


@pytest.mark.usefixtures("node_modules")
def test_the_page_passes_its_own_tests():
    code, text = run_node("vitest/vitest.mjs", "run")

    assert code == 0, text


@pytest.mark.usefixtures("node_modules")
def test_the_check_refuses_a_page_that_is_laid_out_or_written_badly(tmp_path):
    """Both tools run on one bad file each, with the very settings of `make check`."""
    bad = WEB / "src" / "lib" / f"planted_{tmp_path.name}.ts"
    bad.write_text("export const planted = (used: any, unused: number) => { console.log(used) }\n", "utf-8")
    try:
        style, said = run_node("eslint/bin/eslint.js", str(bad))
        layout, _ = run_node("prettier/bin/prettier.cjs", "--check", str(bad))
    finally:
        bad.unlink()

    assert style == 1
    assert all(rule in said for rule in ("no-explicit-any", "no-unused-vars", "no-console"))
    assert layout == 1
