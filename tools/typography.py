"""Spaces, apostrophes and ellipses in the catalogues, as each language sets them.

`python3 tools/typography.py` puts them right in place; `make check` fails where something is left to do.
French sets no-break spaces: narrow before ; ? !, full before : and inside « ».
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"

# What holds in every language.
COMMON = ((re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_{])"), "’"),)

FRENCH = (
    (re.compile(r" (?=[;?!])"), NARROW),
    (re.compile(r" (?=[:»])(?!:[\w/])"), NO_BREAK),
    (re.compile(r"(?<=«) "), NO_BREAK),
)


def corrected(language: str, text: str) -> str:
    """A message with the spaces and signs of its language."""
    for pattern, sign in COMMON + (FRENCH if language == "fr" else ()):
        text = pattern.sub(sign, text)
    return text


def catalogues() -> Iterator[Path]:
    """Every file of sentences."""
    yield from sorted((ROOT / "src" / "aachen").glob("**/locales/*/*.json"))
    yield from sorted((ROOT / "tests" / "third_game").glob("**/locales/*/*.json"))


def faults() -> list[str]:
    """What is set otherwise, as lines for a person."""
    return [
        f"{path.relative_to(ROOT)}: {key}: write {corrected(path.parent.name, text)!r}"
        for path in catalogues()
        for key, text in json.loads(path.read_text("utf-8")).items()
        if corrected(path.parent.name, text) != text
    ]


def main(arguments: list[str]) -> int:
    """Put right what is set otherwise, or tell it."""
    if arguments == ["--check"]:
        found = faults()
        print("".join(f"{each}\n" for each in found), end="", file=sys.stderr)
        if found:
            print("python3 tools/typography.py puts this right.", file=sys.stderr)
        return 1 if found else 0
    for path in catalogues():
        entries = json.loads(path.read_text("utf-8"))
        right = {key: corrected(path.parent.name, text) for key, text in entries.items()}
        if right != entries:
            path.write_text(json.dumps(right, ensure_ascii=False, indent=2) + "\n", "utf-8")
            print(f"{path.relative_to(ROOT)}: put right")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
