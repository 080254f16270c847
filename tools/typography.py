"""Spaces, apostrophes and ellipses in the catalogues and the rules pages, as each language sets them.

`python3 tools/typography.py` puts them right in place; `make check` fails where something is left to do.
French sets no-break spaces: narrow before ; ? !, full before : and inside « ».
German and French set one before the per cent sign; English sets none.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = "web/src/learn/pages/*/*.md"
NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"

Rule = tuple[re.Pattern[str], str]

# What holds in every language.
COMMON: tuple[Rule, ...] = ((re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])"), "’"),)
PER_CENT: Rule = (re.compile(r"(?<=[\d}]) ?(?=%(?![\w(]))"), NO_BREAK)

BY_LANGUAGE: dict[str, tuple[Rule, ...]] = {
    "en": ((re.compile(r"(?<=[\d}])[ \N{NO-BREAK SPACE}](?=%(?![\w(]))"), ""),),
    "de": (PER_CENT,),
    "fr": (
        PER_CENT,
        (re.compile(r" (?=[;?!])"), NARROW),
        (re.compile(r" (?=[:»])(?!:[\w/-])"), NO_BREAK),
        (re.compile(r"(?<=«) "), NO_BREAK),
    ),
}

# On a page an apostrophe may stand before emphasis or a figure that the page fills in.
ON_PAGES: Rule = (re.compile(r"(?<=[^\W\d_])'(?=[*{\d])|(?<=[^\W\d_])'(?=\s)"), "’")
CODE = re.compile(r"(`[^`]*`)")


def corrected(language: str, text: str) -> str:
    """A message with the spaces and signs of its language."""
    for pattern, sign in COMMON + BY_LANGUAGE.get(language, ()):
        text = pattern.sub(sign, text)
    return text


def corrected_page(language: str, text: str) -> str:
    """A page with the spaces and signs of its language; what is set as code stays."""
    pattern, sign = ON_PAGES
    return "".join(
        each if CODE.fullmatch(each) else corrected(language, pattern.sub(sign, each))
        for each in CODE.split(text)
    )


def catalogues() -> Iterator[Path]:
    """Every file of sentences."""
    yield from sorted((ROOT / "src" / "aachen").glob("**/locales/*/*.json"))
    yield from sorted((ROOT / "tests" / "third_game").glob("**/locales/*/*.json"))


def pages() -> Iterator[Path]:
    """Every rules page."""
    yield from sorted(ROOT.glob(PAGES))


def faults() -> list[str]:
    """What is set otherwise, as lines for a person."""
    in_catalogues = [
        f"{path.relative_to(ROOT)}: {key}: write {corrected(path.parent.name, text)!r}"
        for path in catalogues()
        for key, text in json.loads(path.read_text("utf-8")).items()
        if corrected(path.parent.name, text) != text
    ]
    on_pages = [
        f"{path.relative_to(ROOT)}:{number}: write {right!r}"
        for path in pages()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if (right := corrected_page(path.parent.name, line)) != line
    ]
    return in_catalogues + on_pages


def put_right() -> list[Path]:
    """Correct every file in place; those that changed."""
    changed = []
    for path in catalogues():
        entries = json.loads(path.read_text("utf-8"))
        right = {key: corrected(path.parent.name, text) for key, text in entries.items()}
        if right != entries:
            path.write_text(json.dumps(right, ensure_ascii=False, indent=2) + "\n", "utf-8")
            changed.append(path)
    for path in pages():
        text = path.read_text("utf-8")
        if (page := corrected_page(path.parent.name, text)) != text:
            path.write_text(page, "utf-8")
            changed.append(path)
    return changed


def main(arguments: list[str]) -> int:
    """Put right what is set otherwise, or tell it."""
    if arguments == ["--check"]:
        found = faults()
        print("".join(f"{each}\n" for each in found), end="", file=sys.stderr)
        if found:
            print("python3 tools/typography.py puts this right.", file=sys.stderr)
        return 1 if found else 0
    for path in put_right():
        print(f"{path.relative_to(ROOT)}: put right")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
