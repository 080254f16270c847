"""The sources of the page: types as the server has them, tested, and with a lock that works everywhere."""

import json
import re

import pytest
from tests.web.kit import WEB, run_node

import make_types

SOURCES = WEB / "src"

# A canvas knows no tokens; a map that nobody has drawn has its paints in the shape of the files of drawn ones.
PAINTINGS = {"lib/picture.ts", "games/carolingi/map/plain/index.ts"}
RAW_COLOUR = re.compile(
    r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b(?![-(])"
    r"|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([0-9]"
    r"|(?:(?<=color: )|(?<=background: )|(?<=fill: )|(?<=stroke: )|(?<=fill=.)|(?<=stroke=.))"
    r"(?:white|black|red|green|blue|gold|gray|grey|silver|brown)\b(?![-(:])"
)


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
    """A colour of a seat, a season or an owner is asked for by the name it has in a view."""
    tokens = "".join(path.read_text("utf-8") for path in sorted(SOURCES.rglob("tokens.css")))
    pages = [path for path in SOURCES.rglob("*") if path.suffix in (".svelte", ".ts", ".css")]
    page = "".join(path.read_text("utf-8") for path in pages)
    named = set(re.findall(r"^ *(--[a-z0-9-]+):", tokens, re.MULTILINE))
    families = ["red", "yellow", "blue", "green", "black", "purple"]
    of_views = {f"--{colour}{shade}" for colour in families for shade in ("", "-light", "-dark")}
    of_views |= {f"--{season}" for season in ("winter", "spring", "summer", "autumn")}
    of_views |= {f"--{owner}-shade" for owner in ("free", "white", "black", "grey")}

    assert {token for token in named - of_views if not re.search(rf"var\({token}\b(?!-)", page)} == set()
    assert of_views <= named


def raw_colours(text: str) -> list[str]:
    """The colours that a source writes down instead of asking a token for them."""
    return RAW_COLOUR.findall(re.sub(r"<!--.*?-->|/\*.*?\*/", "", text, flags=re.DOTALL))


def test_every_colour_is_a_token():
    """Each token file is one palette: that of all screens, and what a game has for itself."""
    found = {
        str(path.relative_to(SOURCES)): colours
        for path in sorted(SOURCES.rglob("*"))
        if path.suffix in (".svelte", ".css", ".ts") and not path.name.endswith(("tokens.css", ".test.ts"))
        if str(path.relative_to(SOURCES)) not in PAINTINGS
        if (colours := raw_colours(path.read_text("utf-8")))
    }

    assert found == {}


@pytest.mark.parametrize(
    ("source", "colours"),
    [
        ("color: #fff;", ["#fff"]),
        ("background: rgb(0 0 0 / 0.5)", ["rgb(0"]),
        ("fill='#20140a'", ["#20140a"]),
        ("border: 1px solid hsl(20deg 10% 5%)", ["hsl(2"]),
        ("color: white;", ["white"]),
        ('<path stroke="black" />', ["black"]),
        ("color: var(--white); fill: rgb(var(--shade) / 0.2)", []),
        ("/* once #fff */ <use href='#s-red' /> this.#add(wish)", []),
    ],
)
def test_a_raw_colour_is_told_from_other_words(source: str, colours: list[str]):
    assert raw_colours(source) == colours


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
