"""A language is a folder and a line: a pseudo-locale is added to a copy of the program, which then speaks only it.

Every sentence of the pseudo-locale is in brackets and accented, so English that is written in the code shows.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from tests.words import whole

import aachen
from aachen.bots import BOTS
from aachen.games.carolingi import board as boards
from aachen.locales import catalogue
from aachen.locales.message_format import Argument, Choice, map_text, parse
from aachen.titles import TITLES

PACKAGE = Path(aachen.__file__).parent
CODE = "xx"
LINE = {"code": CODE, "locale": "pl", "name": "⟦Ṗśéúdö⟧"}  # Polish has other plurals than English
KEPT = ("verb.", "command.", "filler", "delete.answers", "usage.")  # typed by people
PLACEHOLDER = re.compile(r"(%(?:\(\w+\))?[sr])")  # argparse fills these in


def pseudo(text):
    """Text in brackets, with accents on its vowels and half as long again, as many languages are."""
    if not text.strip():
        return text
    parts = [part if PLACEHOLDER.fullmatch(part) else accented(part) for part in PLACEHOLDER.split(text)]
    return f"⟦{''.join(parts)}{'·' * (len(text) // 3)}⟧"


def accented(text):
    """Text with an accent on every vowel."""
    return "".join(
        unicodedata.normalize("NFC", sign + "\N{COMBINING ACUTE ACCENT}") if sign in "aeiouAEIOU" else sign
        for sign in text
    )


def written(message):
    """A parsed message as a translator would write it."""
    return "".join(part_written(part) for part in message)


def part_written(part):
    if isinstance(part, str):
        return re.sub(r"([{}#])", r"'\1'", part.replace("'", "''"))
    if isinstance(part, Argument):
        return f"{{{part.name}, number}}" if part.is_number else f"{{{part.name}}}"
    assert isinstance(part, Choice)
    chosen = " ".join(f"{key} {{{written(each)}}}" for key, each in part.messages.items())
    return f"{{{part.name}, {part.kind}, {chosen}}}"


def translated(key, entry):
    if key == "cli.language_code":
        return CODE
    return entry if key.startswith(KEPT) else written(map_text(parse(entry), pseudo))


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The program with the pseudo-locale: a line in the registry, and a folder of sentences here and in each title."""
    folder = tmp_path_factory.mktemp("pseudo")
    package = folder / "aachen"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "static", "*.npz", "*.xz"))
    registry = package / "locales" / "languages.json"
    registry.write_text(json.dumps([*json.loads(registry.read_text("utf-8")), LINE]), "utf-8")
    for english in [package / "locales" / "en", *package.glob("titles/*/locales/en")]:
        for file in english.glob("*.json"):
            entries = json.loads(file.read_text("utf-8"))
            sentences = {key: translated(key, entry) for key, entry in entries.items()}
            (english.parent / CODE).mkdir(exist_ok=True)
            (english.parent / CODE / file.name).write_text(json.dumps(sentences, ensure_ascii=False), "utf-8")
    return folder


def run(copy, *arguments, typed=""):
    """What a command prints in the pseudo-locale."""
    command = [sys.executable, "-m", "aachen", "--lang", CODE, *arguments]
    home = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), str(copy))
    env = os.environ | home | {"PYTHONPATH": str(copy), "COLUMNS": "200"}
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, env=env, cwd=copy, timeout=60, check=False
    )
    return (done.stdout + done.stderr).replace(f"{sys.executable} -m ", "")


def english_in(text):
    """Words that are in no sentence of the pseudo-locale: English in the code, or names."""
    while "⟦" in text:
        shorter = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
        if shorter == text:
            break  # a sentence that a narrow column cut off
        text = shorter
    return words_in(text)


@cache
def allowed():
    """Words that are no sentences: what people type, labels of the board, names of games, commands and levels."""
    board = boards.standard()
    labels = " ".join([*(land.label for land in board.lands), *(region.label for region in board.regions)])
    english = {**catalogue("en").entries, **whole("en").entries}
    typed = " ".join(entry for key, entry in english.items() if key.startswith(KEPT))
    names = " ".join(
        [*TITLES, *(title.name("en") for title in TITLES.values()), *BOTS, "aachen jsonl nowhere"]
    )
    return words_in(f"{labels} {typed} {names}")


def words_in(text):
    return {word.lower() for word in re.findall(r"[A-Za-z]{3,}", text)}


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (("play", "carolingi", "--plain"), "help\nboard\nvictory\n1\n1\n1\n1\noffers\nlog\nquit\n"),
        (("play", "carolus"), "help\nboard\n1\n1\n1\n1\n1\nwhy advance 9\nlog\nquit\n"),
    ],
)
def test_a_game_in_the_terminal_has_no_english_of_its_own(copy, arguments, typed):
    options = ("--players", "2", "--seats", "person,greedy", "--seed", "1", "--save", f"{arguments[1]}.jsonl")
    said = run(copy, *arguments, *options, typed=typed)

    assert "⟦Éntér á númbér" in said
    assert english_in(said) - allowed() == set()


def test_an_error_is_said_in_the_new_language(copy):
    said = run(copy, "replay", "nowhere")

    assert "⟦Théré ís nó fílé" in said
    assert english_in(said) - allowed() == set()


def test_help_offers_the_new_language_and_speaks_it(copy):
    said = run(copy, "replay", "--help")
    options = {word for option in re.findall(r"--[a-z-]+", said) for word in words_in(option)}

    assert f"en|de|fr|{CODE}" in said
    assert english_in(said) - allowed() - options <= {"replay"}
