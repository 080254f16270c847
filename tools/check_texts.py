"""Sentences keep to one term for one thing: coined, archaic and mistranslated words are refused in every language.

Reads the catalogues and the rules pages. Words that people may type (`verb.`, `command.`, `filler`) are not looked at.
`banned.json` beside the catalogues has, by language, patterns and what to write instead; a title has its own for its
game. The terms to use are in docs/glossary.md. `make check`, or: `python3 tools/check_texts.py`.
"""

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from typography import catalogues

ROOT = Path(__file__).resolve().parent.parent
COMMON = ROOT / "src" / "aachen" / "locales"
TITLES = ROOT / "src" / "aachen" / "titles"
PAGES = "web/src/learn/pages/*/*.md"
TYPED = ("verb.", "command.", "filler", "usage.", "delete.answers")  # what people type, synonyms included

Banned = tuple[re.Pattern[str], str]  # what no sentence may contain, and what to write instead


class Text(NamedTuple):
    """A sentence or a line of a page: where it is, in which language, and of which title."""

    where: str
    language: str
    title: str
    text: str


def main() -> int:
    """Print every term that should not be there."""
    found = violations([*sentences(), *page_lines()])
    for violation in found:
        print(violation)
    return 1 if found else 0


def violations(texts: list[Text]) -> list[str]:
    """All violations among these texts, as sentences."""
    return [
        f"{each.where}: “{match.group().strip()}”: write {instead}"
        for each in texts
        for pattern, instead in [*banned(COMMON, each.language), *banned_by(each.title, each.language)]
        if (match := pattern.search(each.text))
    ]


def banned_by(title: str, language: str) -> list[Banned]:
    """What the sentences of a title may not say besides."""
    return banned(TITLES / title / "locales", language)


@cache
def banned(folder: Path, language: str) -> list[Banned]:
    """The banned terms of a folder of catalogues; capital letters make no difference."""
    listed = folder / "banned.json"
    terms = json.loads(listed.read_text("utf-8")).get(language, {}) if listed.exists() else {}
    return [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in terms.items()]


def sentences() -> Iterator[Text]:
    """Every sentence of the catalogues."""
    for path in catalogues():
        title = path.parts[-4]
        for key, text in json.loads(path.read_text("utf-8")).items():
            if not key.startswith(TYPED):
                yield Text(f"{path.relative_to(ROOT)}: {key}", path.parent.name, title, text)


def page_lines() -> Iterator[Text]:
    """Every line of the rules pages."""
    for path in sorted(ROOT.glob(PAGES)):
        title = path.stem.split("-")[0]
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield Text(f"{path.relative_to(ROOT)}:{number}", path.parent.name, title, line)


if __name__ == "__main__":
    sys.exit(main())
