"""What the documentation tells people to type exists: commands, options, make targets, tools, tests and links.

Commands of the README are run by `test_readme.py`. Those of the other pages play for minutes or need a server, so here
the real parser reads them: every command of a code block as a whole, those inside sentences by their options.
"""

import re
import shlex
from argparse import ArgumentParser
from functools import cache
from pathlib import Path

import pytest

from aachen.cli import COMMANDS, build_parser
from aachen.locales import catalogue

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHELLS = ("", "sh", "console", "bash", "shell")
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PROGRAM = re.compile(r"(?:^|(?<=\s))(?:aachen|\./play|\.venv/bin/aachen|python3? -m aachen)(?=\s|$)")
END = re.compile(r"\s(?:#|\||>|&&|;)(?:\s|$)")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


def say(key: str, /, **facts: object) -> str:
    """A help text."""
    return catalogue("en").say(key, **facts)


@cache
def parser_of(command: str) -> ArgumentParser:
    """The real parser, with the arguments of one command."""
    return build_parser([command], say)


def arguments(line: str) -> list[list[str]]:
    """The arguments of every command of ours on a line: what follows the program, up to the end of the command."""
    found = PROGRAM.search(line)
    if not found:
        return []
    rest = END.split(line[found.end() :], maxsplit=1)[0]
    return [shlex.split(rest)]


def block_lines(text: str) -> list[str]:
    """The lines of code blocks, those that go on put together."""
    blocks = [block for language, block in BLOCK.findall(text) if language in SHELLS]
    joined = "\n".join(blocks).replace("\\\n", " ")
    return [line.strip() for line in joined.splitlines()]


def commands(page: Path) -> list[list[str]]:
    """Every command of ours that a page shows in a block."""
    lines = [
        line for line in block_lines(page.read_text("utf-8")) if not line.startswith(("{", "#", "<", ">"))
    ]
    return [words for line in lines for words in arguments(line) if words]


def mentioned(page: Path) -> list[list[str]]:
    """Every command of ours that a page mentions in a sentence; `aachen luck 1` is a format's name."""
    return [
        words
        for code in INLINE.findall(BLOCK.sub("", page.read_text("utf-8")))
        if PROGRAM.match(code)
        for words in arguments(code)
        if words
        and re.fullmatch(r"[a-z-]+", words[0])
        and not words[0].startswith("-")
        and words[0] != "luck"
    ]


SHOWN = [(page, words) for page in PAGES for words in commands(page)]
MENTIONED = [(page, words) for page in PAGES for words in mentioned(page)]


def name(value: object) -> str:
    """How a case is called."""
    return value.name if isinstance(value, Path) else " ".join(map(str, value))[:60]  # type: ignore[call-overload]


@pytest.mark.parametrize(("page", "words"), SHOWN, ids=name)
def test_the_real_parser_reads_every_command_of_a_code_block(page, words):
    command = next(word for word in words if word in COMMANDS)

    assert parser_of(command).parse_args(words).command == command


@pytest.mark.parametrize(("page", "words"), MENTIONED, ids=name)
def test_commands_in_sentences_and_their_options_exist(page, words):
    command = words[0]
    assert command in COMMANDS

    subparsers = next(each for each in parser_of(command)._actions if each.dest == "command")
    helped = subparsers.choices[command].format_help()  # type: ignore[index]
    nested = "".join(
        each.format_help()
        for action in subparsers.choices[command]._actions  # type: ignore[index]
        if isinstance(action.choices, dict)
        for each in action.choices.values()
    )
    for option in (word.split("=")[0] for word in words[1:] if word.startswith("--")):
        assert re.search(rf"{option}\b", helped + nested), option


def test_every_page_of_the_docs_is_looked_at():
    """The patterns find what they are for."""
    assert len(SHOWN) > 40
    assert len(MENTIONED) > 40
    assert {words[0] for _, words in SHOWN} >= {
        "arena",
        "backup",
        "play",
        "report",
        "serve",
        "train",
        "verify",
    }


def test_make_targets_exist():
    makefiles = [ROOT / "Makefile", *(ROOT / "tools").glob("*/*.mk")]
    targets = {
        target
        for path in makefiles
        for target in re.findall(r"^([a-z][a-z-]*):", path.read_text("utf-8"), flags=re.MULTILINE)
    }
    shown = {
        target
        for page in PAGES
        for code in [*block_lines(page.read_text("utf-8")), *INLINE.findall(page.read_text("utf-8"))]
        for target in re.findall(r"^make ([a-z][a-z-]*)", code)
    }

    assert shown - targets == set()


def test_tools_and_tests_that_are_called_exist():
    missing = [
        f"{page.relative_to(ROOT)}: {path}"
        for page in PAGES
        for path in re.findall(
            r"(?:python3?|\./test) ((?:tools|tests|bench)/[\w./-]+)", page.read_text("utf-8")
        )
        if not (ROOT / path.rstrip(".")).exists()
    ]

    assert missing == []


def test_links_between_pages_lead_somewhere():
    missing = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in PAGES
        for link in LINK.findall(BLOCK.sub("", page.read_text("utf-8")))
        if "://" not in link and not (page.parent / link).exists()
    ]

    assert missing == []


def test_the_index_of_the_docs_has_every_page():
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    pages = [page for page in PAGES if page.parent.name in ("docs", "how-to") and page.name != "README.md"]

    assert [page.name for page in pages if f"{page.name})" not in index] == ["package.md"]
