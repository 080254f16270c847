"""Sentences have the spaces and signs of their language."""

import typography


def test_french_has_no_break_spaces_before_its_signs():
    assert typography.corrected("fr", "Quoi ? « Oui » : non ; si !") == (
        "Quoi\N{NARROW NO-BREAK SPACE}? «\N{NO-BREAK SPACE}Oui\N{NO-BREAK SPACE}»\N{NO-BREAK SPACE}: "
        "non\N{NARROW NO-BREAK SPACE}; si\N{NARROW NO-BREAK SPACE}!"
    )


def test_only_french_has_them():
    assert typography.corrected("de", "Was ? : ;") == "Was ? : ;"


def test_an_apostrophe_between_letters_is_the_typographic_one():
    assert typography.corrected("en", "the Emperor's '{'") == "the Emperor’s '{'"


def test_german_and_french_set_a_space_before_the_per_cent_sign_and_english_sets_none():
    assert typography.corrected("de", "{number} % oder 50%, im 95-%-Intervall") == (
        "{number}\N{NO-BREAK SPACE}% oder 50\N{NO-BREAK SPACE}%, im 95-%-Intervall"
    )
    assert typography.corrected("fr", "à 95 %") == "à 95\N{NO-BREAK SPACE}%"
    assert typography.corrected("en", "the 95 % interval") == "the 95% interval"
    assert typography.corrected("de", "%(value)r ist kein Wert") == "%(value)r ist kein Wert"


def test_pages_are_set_like_sentences_and_code_on_them_stays():
    assert typography.corrected_page("fr", "l'{=most} et l'**an** : `aujourd'hui : 1`") == (
        "l’{=most} et l’**an**\N{NO-BREAK SPACE}: `aujourd'hui : 1`"
    )
    assert typography.corrected_page("en", "the heirs' lands") == "the heirs’ lands"


def test_every_catalogue_and_page_is_set_right():
    assert typography.faults() == []
