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
