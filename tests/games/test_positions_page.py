"""The page about positions is true: its examples read, and are written as it shows."""

import re
from pathlib import Path

import pytest

from aachen.games import GAMES, carolus
from aachen.games.carolingi import notation
from aachen.games.carolingi.notation import READ_LATER

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")


def blocks(kind):
    """The blocks of the page that are marked so."""
    return re.findall(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)


def read(text):
    """The position of an example; its first word is its game."""
    return GAMES[text.split(":")[0]].read(text)


def bare(text):
    """Without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.splitlines())


def statements(part):
    """The subjects of the statements that a part of the page lists."""
    rows = [row for row in part.splitlines() if row.startswith("| `")]
    return {found for row in rows for found in re.findall(r"`([a-z_ ]+):", row.split(" | ")[0])}


@pytest.mark.parametrize("at", range(len(GAMES)))
def test_an_example_reads_and_is_written_as_shown(at):
    position = read(blocks("position")[at])

    assert position.check() == []
    assert bare(position.write_block()) == bare(blocks("written")[at])
    assert read(blocks("written")[at]).write() == position.write()


def test_there_is_an_example_of_every_game():
    assert [text.split(":")[0] for text in blocks("position")] == list(GAMES)


def test_a_sibling_sees_question_marks_and_they_read_again():
    short, seen = blocks("position")[0], blocks("seen")[0].splitlines()
    marked = re.sub("^bag: .*$", "\n".join(seen), short, flags=re.MULTILINE)

    for text in (short, marked):
        assert set(seen) <= set(notation.statements(read(text), 0))


def test_the_page_lists_every_statement_of_carolingi():
    page = TEXT.split("## Carolus Magnus")[0]
    simple = {"carolingi", "time", "archivium", "discard", "aside", "events", "bag", "set aside"}
    variants = {"founders", "laid tiles", "problems", "queue", "honours"}
    of_seat = {"red court", "red tiles", "red used", "red known"}

    assert statements(page) == simple | variants | of_seat | set(READ_LATER) | {"champagne", "card champagne"}


def test_the_page_lists_every_statement_of_carolus_magnus():
    page = TEXT.split("## Carolus Magnus")[1]
    simple = {"carolus", "round", "placing", "emperor", "region bcd", "emblems"}
    of_seat = {"white court", "white reserve", "white discs"}

    assert statements(page) == simple | of_seat | set(carolus.terms.PHASE_NAMES)
