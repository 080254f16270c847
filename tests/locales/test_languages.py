"""A language is a folder and a line in the registry; what it lacks is said in English."""

import json
import unicodedata
from importlib.resources import files

import pytest
from tests.words import base_arguments, is_form_of_place, whole

from aachen.locales import ALL_LANGUAGES, LANGUAGES, Catalogue, best_language, catalogue
from aachen.locales.languages import REGISTRY, language
from aachen.locales.message_format import MessageSyntaxError, arguments_of, map_text, parse, render

BEGUN = [code for code in ALL_LANGUAGES if code not in LANGUAGES]


def test_there_is_a_language_that_is_only_begun():
    assert "nl" in BEGUN


@pytest.mark.parametrize("code", BEGUN)
def test_a_begun_language_says_the_rest_in_english(code):
    words = catalogue(code)

    assert words.say("web.home.play") != catalogue("en").say("web.home.play")
    assert words.say("web.about.privacy.1") == catalogue("en").say("web.about.privacy.1")


@pytest.mark.parametrize("code", BEGUN)
def test_a_begun_language_has_no_sentence_that_nobody_says_and_no_other_facts(code):
    english = whole("en").entries
    for key, entry in whole(code).entries.items():
        assert key in english or is_form_of_place(key), key
        assert base_arguments(entry) == base_arguments(english[key]), key


@pytest.mark.parametrize("code", BEGUN)
@pytest.mark.parametrize("file", ["web.json", "web_home.json"])
def test_a_begun_language_has_the_whole_start_page(code, file):
    sentences = files("aachen.locales")
    english = json.loads(sentences.joinpath("en", file).read_text("utf-8"))

    assert json.loads(sentences.joinpath(code, file).read_text("utf-8")).keys() == english.keys()


@pytest.mark.parametrize("code", BEGUN)
def test_nobody_gets_a_begun_language_unasked(code):
    assert best_language(f"{code}_BE.UTF-8") == "en"


def test_english_plurals_are_used_for_what_is_said_in_english():
    words = Catalogue("fr", {}, {"gangs": "{number, plural, one {# gang} other {# gangs}}"})

    assert words.say("gangs", number=0) == "0 gangs"


def pseudo(text: str) -> str:
    """Text as a pseudo-locale writes it: accented and a third longer, so that English left in the code shows."""
    accented = "".join(
        unicodedata.normalize("NFC", sign + "\N{COMBINING ACUTE ACCENT}") if sign in "aeiouAEIOU" else sign
        for sign in text
    )
    return f"⟦{accented}{'·' * (len(text) // 3)}⟧" if text.strip() else text


def test_every_sentence_survives_a_pseudo_locale():
    """Whatever a translator writes around the arguments, they are all still there."""
    for key, entry in whole("en").entries.items():
        message = map_text(parse(entry), pseudo)

        assert arguments_of(message) == arguments_of(parse(entry)), key
        facts = dict.fromkeys(arguments_of(message), 2)
        said = render(message, facts, language("en"))
        assert "⟦" in said or not any(sign.isalpha() for sign in entry.split("{")[0]), key


def test_the_registry_names_each_language_in_its_own_words():
    names = {each.code: each.name for each in REGISTRY.values()}

    assert names.items() >= {"en": "English", "de": "Deutsch", "fr": "Français", "nl": "Nederlands"}.items()
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{n, plural, =0 {none} one {# gang} other {# gangs}}", ["none", "1 gang", "5 gangs", "1,200 gangs"]),
        ("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", ["0th", "1st", "5th", "1,200th"]),
        ("{n, select, 1 {one} other {more}}", ["more", "one", "more", "more"]),
        ("it's '{'{n}'}' # ''", ["it's {0} # '", "it's {1} # '", "it's {5} # '", "it's {1200} # '"]),
    ],
)
def test_messages_are_filled_in_as_icu_does(text, said):
    assert [render(parse(text), {"n": n}, language("en")) for n in (0, 1, 5, 1200)] == said


@pytest.mark.parametrize(
    "text",
    ["{", "{n", "}", "{n, plural}", "{n, plural, one {#}}", "{n, colour, other {}}", "{n, plural, other {}"],
)
def test_a_broken_message_is_refused_with_its_place(text):
    with pytest.raises(MessageSyntaxError, match=r" at \d+: "):
        parse(text)
