"""Every refusal and every event has a sentence in the three languages, and every sentence has its use."""

import ast
from pathlib import Path
from typing import Any

import pytest
from tests.words import base_arguments, is_form_of_place, whole

import aachen.games
from aachen.core.contract import TABLE
from aachen.core.errors import Refusal
from aachen.core.events import Event
from aachen.core.luck import SeededLuck
from aachen.core.outcome import Outcome
from aachen.games import GAMES
from aachen.games.carolingi import board as boards
from aachen.games.carolingi.actions import COURT_PLACES, PARTS
from aachen.games.carolingi.terms import CO_REGENT, ENDING_NAMES, PHASE_NAMES, SEASON_NAMES, TILE_NAMES
from aachen.games.carolingi.variant import VARIANTS
from aachen.locales import LANGUAGES
from aachen.locales.languages import REGISTRY
from aachen.locales.message_format import parse, plural_categories
from aachen.locales.wording import NONE
from aachen.titles.carolingi.wording import (
    ENDINGS_OF_VARIANT,
    FORM_OF_EVENT,
    SECRET_FACTS,
    SECTION_OF_EVENT,
    CarolingiWording,
)
from aachen.titles.carolus.wording import CarolusWording

SOURCES = sorted(Path(aachen.games.__file__).parent.rglob("*.py"))
HERE = Path(aachen.games.__file__).parents[1]

# A value for every fact that a rule may tell.
VALUES = {
    "land": "hessen",
    "origin": "hessen",
    "target": "franken",
    "card": "ile_de_france",
    "seat": "red",
    "owner": "blue",
    "seats": ["red", "blue", "yellow"],
    "tile": "battle",
    "give": "peace",
    "take": "develop",
    "phase": "acting",
    "action": "march",
    "region": "sachsen",
    "season": 2,
    "followers": {"red": 2, "blue": 1},
    "how": "send",
    "place": "nobiles",
    "problem": "develop",
    "winner": "blue",
}
RING_VALUES = {
    "clan": "red",
    "side": "white",
    "loser": "black",
    "holder": "white",
    "dice": ["red", "crown"],
    "region": "c",
    "regions": ["c", "d"],
    "territory": "c",
    "place": "c",
    "seats": ["white", "black"],
    "phase": "laying",
    "action": "put",
    "forces": {"white": 3, "black": 1},
    "dealt": {"a": "red", "b": "blue"},
}
FORMS = {"founder_placed": ("land", "send", "serve")}  # the values of the fact that chooses the sentence
LACKING = {"founder_drawn": "card", "heirs_failed": "winner"}  # events that may lack a fact
ODD_VALUES = {
    ("court_day", "points"): {"red": 2, "blue": 1},
    ("bag_opened", "tiles"): [["red", "battle"], ["event"]],
    ("tiles_placed", "action"): {"do": "place", "tiles": ["battle", "move_troops"]},
    ("swap_chosen", "action"): {"do": "swap", "give": "battle", "take": "develop"},
}


def wording(language, variant="base"):
    return CarolingiWording(language, boards.standard(), variant)


def wordings(language, key):
    """The wordings of the game that has the sentence, one for each variant."""
    ring = CarolusWording(language)
    if ring.catalogue.has(key) and not wording(language).catalogue.has(key):
        return [ring]
    return [wording(language, variant) for variant in VARIANTS]


def without_variant(key):
    """A key as the base game has it."""
    endings = {ending for all_endings in ENDINGS_OF_VARIANT.values() for ending in all_endings}
    return next((key.removesuffix(ending) for ending in endings if key.endswith(ending)), key)


# ---- What the rules tell, found in their source --------------------------------------------------


def constants(node):
    """The texts that stand in an expression."""
    return {
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }


def texts_of(written):
    """The keys of a dict that is written down."""
    return set().union(*[constants(key) for key in written.keys])


def keys_of(node, function, module):
    """The keys of a dict that is written down, built in the function, or returned by another function."""
    if node is None:
        return set()
    if isinstance(node, ast.Dict):
        return texts_of(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        (callee,) = [f for f in ast.walk(module) if isinstance(f, ast.FunctionDef) and f.name == node.func.id]
        (returned,) = [statement.value for statement in ast.walk(callee) if isinstance(statement, ast.Return)]
        return keys_of(returned, callee, module)
    keys = set()
    for statement in ast.walk(function):
        if isinstance(statement, ast.AnnAssign | ast.Assign) and isinstance(statement.value, ast.Dict):
            targets = [statement.target] if isinstance(statement, ast.AnnAssign) else statement.targets
            if any(isinstance(target, ast.Name) and target.id == node.id for target in targets):
                keys |= texts_of(statement.value)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
            target = statement.targets[0]
            if isinstance(target.value, ast.Name) and target.value.id == node.id:
                keys |= constants(target.slice)
    return keys


def text(name):
    """Every call of Refusal or Event in the rules: its arguments, and the function and module it stands in."""
    for path in SOURCES:
        module = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
        for function in functions:
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                    yield node.args, function, module


def refusals():
    """Every refusal of the rules: its code and the keys of its facts."""
    for args, function, module in text("Refusal"):
        facts = args[3] if len(args) > 3 else None
        ruling = args[2] if len(args) > 2 else ast.Constant("")
        cited = ruling.value if isinstance(ruling, ast.Constant) else "C9"  # whichever it will be
        for code in codes_of(args[1], function):
            yield code, keys_of(facts, function, module), cited


def codes_of(node, function):
    """The codes that an expression can be: written there, or where its variable gets its value."""
    if isinstance(node, ast.Name):
        assigned = [each for each in ast.walk(function) if isinstance(each, ast.Assign)]
        given = [each.value for each in assigned if any(name.id == node.id for name in names_in(each))]
        return sorted({code for value in given for code in codes_of(value, function)})
    if isinstance(node, ast.IfExp):
        return codes_of(node.body, function) + codes_of(node.orelse, function)
    assert isinstance(node, ast.Constant), f"line {node.lineno}: the code of a refusal must be written out"
    return [node.value]


def names_in(assignment):
    """The variables that an assignment gives values to, one by one."""
    return [target for target in assignment.targets if isinstance(target, ast.Name)]


def test_a_code_may_be_chosen_before_it_is_told():
    function = ast.parse("def f():\n    code = 'a' if x else 'b'\n    return Refusal('1', code)").body[0]

    assert codes_of(ast.Name("code"), function) == ["a", "b"]


def events():
    """Every event of the rules: its kind, the keys of its facts and of its secrets."""
    for args, function, module in text("Event"):
        secret = args[3] if len(args) > 3 else None
        yield args[0].value, keys_of(args[1], function, module), keys_of(secret, function, module)


def values_in(words, code, keys):
    """Facts for a sentence of one of the games."""
    own = RING_VALUES if isinstance(words, CarolusWording) else {}
    return values(code, keys) | {key: own[key] for key in keys if key in own}


def values(kind, keys):
    return {key: ODD_VALUES.get((kind, key), VALUES.get(key, 2)) for key in keys}


# ---- The catalogues ------------------------------------------------------------------------------


def places(entry):
    """The facts that a sentence wants."""
    return base_arguments(entry)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_the_languages_have_the_same_sentences(language):
    assert keys_of_all(whole("en")) == keys_of_all(whole(language))


def keys_of_all(words):
    return sorted(key for key in words.entries if not is_form_of_place(key))


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_want_the_same_facts_in_every_language(language):
    english = whole("en").entries
    for key, entry in whole(language).entries.items():
        if not is_form_of_place(key):
            assert (key, places(english[key])) == (key, places(entry))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_has_the_forms_that_its_language_has(language):
    """For the numbers that a game has: French's form for millions is not asked for. So with 1st, 2nd, 3rd."""
    rules = REGISTRY[language]
    for kind, form_of in (("plural", rules.plural), ("selectordinal", rules.ordinal)):
        wanted = {form_of(number) for number in range(200)}
        for key, entry in whole(language).entries.items():
            forms = plural_categories(parse(entry), frozenset({kind}))
            exact = {form for form in forms if form.startswith("=")}
            assert (key, forms - exact) in ((key, wanted), (key, {"other"} if exact else set()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty_or_untidy(language):
    for key, entry in whole(language).entries.items():
        assert entry.strip(), key
        assert "  " not in entry or key.startswith(("args.", "cli.")), key


# ---- Refusals ------------------------------------------------------------------------------------


def test_there_are_refusals_and_events_to_look_for():
    assert len({code for code, _, _ in refusals()}) > 30
    assert len({kind for kind, _, _ in events()}) > 30


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "keys", "ruling"), list(refusals()))
def test_a_refusal_is_a_sentence_with_its_rule(language, code, keys, ruling):
    for words in wordings(language, f"refusal.{code}"):
        facts = values_in(words, code, keys)
        sentence = words.refusal(Refusal("5.4", code, ruling, facts))

        assert "{" not in sentence
        assert "_" not in sentence  # no id is left in it
        assert sentence.endswith(")")
        assert "§5.4" in sentence
        assert ruling in sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_has_a_sentence_without_use(language):
    keys = [key for key in whole(language).entries if key.startswith("refusal.")]
    said = {without_variant(key).removeprefix("refusal.") for key in keys}

    assert sorted({code for code, _, _ in refusals()}) == sorted(said)


def test_a_refusal_cites_section_and_ruling_in_the_readers_language():
    refusal = Refusal("5.4", "road_used", "C15", {"origin": "hessen", "target": "franken"})

    assert wording("en").refusal(refusal).endswith("(§5.4, ruling C15)")
    assert wording("de").refusal(refusal).endswith("(§5.4, Klarstellung C15)")
    assert wording("fr").refusal(refusal).endswith("(§5.4, décision C15)")
    assert wording("en").refusal(refusal) == wording("en").refusal(refusal.as_dict())


def test_a_section_of_scenario_814_is_cited_with_its_own_sign():
    refusal = Refusal("814 §4.2.3", "nothing_solved", "C34")

    assert wording("en", "814").refusal(refusal).endswith("(814 §4.2.3, ruling C34)")
    assert wording("fr").rule("814 §4.1") == "814 §4.1"


def test_every_variant_has_its_own_word_for_what_ends_the_game():
    refusal = Refusal("5.8", "peace_needs_no_action", "C20", {"tile": "battle"})

    assert wording("en", "advanced").refusal(refusal).startswith("“Peace” must go into the bag")
    assert wording("en", "814").refusal(refusal).startswith("“Appoint co-regent” must go into the bag")


# ---- Events --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "keys", "secret"), list(events()))
def test_an_event_is_a_sentence_for_everybody_and_for_those_who_know_more(language, kind, keys, secret):
    for words in wordings(language, f"event.{kind}"):
        seen = {"event": kind, **values_in(words, kind, keys)}
        known = {**seen, **values_in(words, kind, secret)}
        assert "{" not in words.event(seen)
        assert "_" not in words.event(seen)
        assert (words.event(known) != words.event(seen)) == bool(secret)
    assert secret == ({SECRET_FACTS[kind]} if kind in SECRET_FACTS else set())


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_that_lacks_a_fact_has_a_sentence_without_it(language):
    words = wording(language, "814")
    facts = {kind: keys for kind, keys, _ in events()}
    for kind, lacking in LACKING.items():
        whole = {"event": kind, **values(kind, facts[kind])}
        assert "None" not in words.event({**whole, lacking: None})
        assert words.event({**whole, lacking: None}) != words.event(whole)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_follower_of_the_set_up_goes_to_a_land_a_card_or_the_court(language):
    words = wording(language, "advanced")
    text = [
        words.event({"event": "founder_placed", "seat": "red", "how": how, "land": land})
        for how, land in (("land", "hessen"), ("send", "hessen"), ("serve", None))
    ]

    assert len(set(text)) == 3
    assert [words.land("hessen") in sentence for sentence in text] == [True, True, False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_event_has_a_sentence_without_use(language):
    kinds = {kind for kind, _, _ in events()}
    known = {f"{kind}.known" for kind, _, secret in events() if secret}
    forms = {f"{kind}.{form}" for kind, all_forms in FORMS.items() for form in all_forms}
    lacking = {f"{kind}{NONE}" for kind in LACKING}
    keys = [key for key in whole(language).entries if key.startswith("event.")]
    said = {without_variant(key).removeprefix("event.") for key in keys}

    assert sorted((kinds - set(FORMS)) | known | forms | lacking) == sorted(said)
    assert set(SECTION_OF_EVENT) <= kinds
    assert set(FORM_OF_EVENT) == set(FORMS)


# ---- Names and sentences -------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_name(language):
    words = wording(language)

    assert all(words.tile(tile) and words.short_tile(tile) for tile in (*TILE_NAMES, CO_REGENT))
    assert [words.say(f"place.{place}").lower() for place in COURT_PLACES] == list(COURT_PLACES)
    assert len({words.land(card) for card in ("hunger", "anarchy", "rebellion")}) == 3
    assert all(words.say(f"variant.{variant}") for variant in VARIANTS)
    assert [words.season(season) for season in SEASON_NAMES] == [words.season(at) for at in range(4)]
    assert all(
        words.seat(colour) != colour.capitalize() or language == "en" for colour in boards.standard().colours
    )
    for name in PHASE_NAMES:
        assert words.say(f"phase.{name}")
    for do in PARTS:
        assert words.say(f"action.{do}")
        assert words.say(f"verb.{do}")
    for ending in ENDING_NAMES[1:]:
        assert words.catalogue.has(f"outcome.{ending}")


def test_an_offered_action_is_a_line_of_a_menu():
    march = {"do": "march", "from": "hessen", "to": "franken", "followers": 2}

    assert wording("en").action(march) == "March with 2 followers from Hessen to Franken"
    assert wording("de").action(march) == "Mit 2 Gefolgsleuten aus Hessen nach Franken ziehen"
    assert wording("fr").action(march) == "Déplacer 2 partisans de Hesse en Franconie"


def test_lists_are_joined_as_one_says_them():
    assert wording("en").join(["a", "b", "c"]) == "a, b and c"
    assert wording("de").join(["a", "b"]) == "a und b"
    assert wording("fr").join(["a"]) == "a"
    assert wording("fr").join([]) == ""


def test_the_prompt_says_what_is_asked_or_whom_we_wait_for():
    game = GAMES["carolingi"]
    position = game.new(game.options({"players": 2}), SeededLuck(1))

    assert wording("en").prompt(position.view(0)) == "Choose two tiles for winter 830."
    assert (
        wording("en").prompt(position.view(None)) == "Waiting for Red and Yellow: everybody places two tiles."
    )


def test_the_outcome_names_the_winners_and_the_rule():
    peace = Outcome([1, 2], [3, 1], "peace", "5.8", "C21")
    shared = Outcome([1, 1], [2, 2], "time", "3.5", "C24")
    seats = ["red", "blue"]

    assert wording("en").outcome(peace, seats) == "Red makes peace with 3 points and wins (§5.8, ruling C21)."
    assert "Rot und Blau" in wording("de").outcome(shared, seats)
    assert wording("fr").standings(peace, seats) == [
        "1. Rouge\N{NO-BREAK SPACE}: 3 points",
        "2. Bleu\N{NO-BREAK SPACE}: 1 point",
    ]


def test_a_failure_names_the_favourite_or_says_that_all_have_lost():
    favoured = Outcome([2, 1], [0, 1], "failure", "814 §5", "C36")
    lost = Outcome([2, 2], [0, 1], "failure", "814 §5", "C36")
    seats = ["red", "blue"]
    words = wording("en", "814")

    assert words.outcome(favoured, seats).startswith("The heirs have failed. Blue has earned")
    assert words.outcome(lost, seats).endswith("all have lost (814 §5, ruling C36).")
    assert words.standings(lost, seats) == ["Red: 0 points", "Blue: 1 point"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "options",
    [
        {"last_year": 831},
        {"variant": "advanced", "anarchy": True, "last_year": 831},
        {"variant": "advanced", "hourglass": 60, "last_year": 830},
        {"variant": "814", "anarchy": True, "hourglass": 60},
        {"variant": "814", "players": 2},
    ],
)
def test_a_whole_game_can_be_told(language, options):
    game = GAMES["carolingi"]
    words = wording(language, options.get("variant", "base"))
    luck = SeededLuck(7)
    seen: list[Event] = []
    position = game.new(game.options({"players": 3, **options}), luck, seen.append)
    while position.to_act():
        seat = position.to_act()[0]
        for viewer in (seat, None):
            assert "{" not in words.prompt(position.view(viewer))
        view: dict[str, Any] = position.view(seat)
        assert "{" not in words.hint(view)
        assert all("{" not in words.offer(offer, view) for offer in view["offers"])
        assert all("{" not in words.action(offer) for offer in view["offers"])
        if position.offers(TABLE) and luck.pick("sand", [0, 1]):
            position.play(TABLE, position.offers(TABLE)[0], luck, seen.append)
        else:
            position.play(seat, luck.pick("offer", position.offers(seat)), luck, seen.append)

    for event in seen:
        for viewer in (0, None):
            text = words.event(event.seen_by(viewer))
            assert not {"{", "_"} & set(text)
            assert "None" not in text
    assert "{" not in words.outcome(position.outcome(), position.seats())
    assert len(words.standings(position.outcome(), position.seats())) == len(position.seats())


def test_every_sentence_of_the_terminal_is_used():
    """A key is named in the source, whole or without the family that is put before it."""
    sources = [
        path for folder in ("cli", "titles", "locales") for path in HERE.joinpath(folder).rglob("*.py")
    ]
    named = set()
    for path in sources:
        named |= constants(ast.parse(path.read_text(encoding="utf-8")))
    own = (
        "screen.",
        "play.",
        "menu.",
        "argument.",
        "pieces.",
        "points.",
        "list.",
        "rule.",
        "outcome.",
        "card.",
    )
    for key in whole("en").entries:
        if not key.startswith(own) or key.startswith(("play.help.", "outcome.")):
            continue
        short = key.split(".", 1)[1]
        assert key in named or short in named, key
