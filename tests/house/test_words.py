"""Names are the field's standard terms, and the checker of words sees what it should."""

from pathlib import Path

import pytest

import check_words

ROOT = Path(__file__).resolve().parents[2]


def complaints(folder, name="one.py", source=""):
    """What the checker says of a folder with this file."""
    (folder / name).write_text(source)
    names = check_words.python_names if name.endswith(".py") else check_words.page_names
    return check_words.violations(names(folder, ["*.py", "*.ts", "*.svelte"]))


@pytest.mark.parametrize("name", ["told", "told_once", "LEAST_TOLD", "keepTold", "Told", "_told"])
def test_a_banned_word_is_found_in_every_spelling_of_a_name(tmp_path, name):
    found = complaints(tmp_path, source=f"\n{name} = 1\n")

    assert found == [
        f"one.py:2: {name} is no standard name; say data, payload, text or events instead of told"
    ]


def test_sentences_comments_and_longer_words_are_fine(tmp_path):
    source = 'retolded = hallway = "what was told"  # judged by nobody\n'

    assert complaints(tmp_path, source=source) == []


def test_the_name_of_a_file_counts(tmp_path):
    assert complaints(tmp_path, name="hall.py") == [
        "hall.py: hall is no standard name; say tables instead of hall"
    ]


def test_names_of_the_page_are_looked_at_without_its_comments(tmp_path):
    source = "/** Who is told,\n and when. */\nconst told = 1 // told\n"

    assert complaints(tmp_path, name="one.ts", source=source) == [
        "one.ts:3: told is no standard name; say data, payload, text or events instead of told"
    ]


def test_classes_of_the_page_count(tmp_path):
    found = complaints(tmp_path, name="One.svelte", source='<p class="herald">{text}</p>\n')

    assert found == ["One.svelte:1: herald is no standard name; say banner instead of herald"]


def test_the_sources_keep_to_standard_names():
    python = check_words.violations(check_words.python_names(ROOT, check_words.PYTHON))
    page = check_words.violations(check_words.page_names(ROOT, check_words.PAGE))

    assert python + page == []
