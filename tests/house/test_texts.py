"""Sentences keep to the terms of the glossary, and the checker of terms sees what it should."""

import re
from pathlib import Path

import pytest

import check_texts

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")


def complaints(language, text, title="carolingi"):
    """What the checker says of one sentence."""
    return check_texts.violations([check_texts.Text("here", language, title, text)])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Whoever has the link has the seat."),
        ("en", "{path} is no database."),
        ("en", "A number is wanted here."),
        ("en", "Unfold the card {land}"),
        ("en", "25.0 % would be fair"),
        ("en", 'There is no land "{given}".'),
        ("en", "Your mail address"),
        ("en", "It goes to the end of the queue."),
        ("de", "Du bekommst eine Mail."),
        ("de", "Das Spiel ist schon zu Ende."),
        ("de", "mehr Leute als jeder andere"),
        ("fr", "le code reçu par courriel"),
        ("fr", "Jour de cour"),
        ("de", "Das Spiel wird aufgehoben in {path}"),
        ("de", "{seat} kontrolliert {land} nicht"),
        ("de", "was dort geschähe"),
        ("de", "Burgen auf dem Brett"),
        ("fr", "Il y faut 1 missus."),
        ("fr", "Qui a le lien a la place."),
        ("fr", "nul ne marche deux fois"),
        ("fr", "Tuiles activées"),
    ],
)
def test_a_banned_term_is_found(language, text):
    assert len(complaints(language, text)) == 1


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "There is no such table here."),
        ("en", "This commitment is no longer valid."),
        ("en", "You need {wanted, plural, one {# levy} other {# levies}}."),
        ("en", "Every land in play has one country card."),
        ("en", "a mail server such as smtp://user@mail.example.org, --mail-from"),
        ("de", "eine E-Mail mit mehr Gefolgsleuten"),
        ("de", "{land_the} ist jetzt dein Stammland"),
        ("fr", "Choisissez qui part."),
    ],
)
def test_good_sentences_pass(language, text):
    assert complaints(language, text) == []


def test_a_term_of_one_game_is_no_matter_in_the_other():
    assert complaints("fr", "La région est réunie à {joined}.", title="carolus") == []
    assert complaints("fr", "La région est réunie.", title="carolingi") != []


def test_the_complaint_says_where_and_what_to_write():
    assert complaints("de", "Die Schlacht in {land}") == ["here: “Schlacht”: write Kampf"]


def test_all_sentences_and_rules_pages_keep_to_the_terms():
    assert check_texts.violations([*check_texts.sentences(), *check_texts.page_lines()]) == []


def test_what_is_looked_at_is_every_language_and_both_games():
    texts = [*check_texts.sentences(), *check_texts.page_lines()]

    assert {each.language for each in texts} >= {"en", "de", "fr", "nl"}
    assert {each.title for each in texts} >= {"carolingi", "carolus"}


def test_the_glossary_has_each_game_term_in_three_languages():
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|[^|]*\|$", GLOSSARY, flags=re.MULTILINE)
    terms = {row[0].strip(): row for row in rows}

    for term in ("land", "favour bar", "follower", "No-action", "region's row", "emblem"):
        assert all(cell.strip() for cell in terms[term]), term
