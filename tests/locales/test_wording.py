"""Every refusal and every event has a sentence in the three languages, and every sentence has its use."""

import ast
import string
from pathlib import Path

import pytest

import aachen.games
from aachen.core.errors import Refusal
from aachen.core.events import Event
from aachen.core.luck import SeededLuck
from aachen.core.outcome import Outcome
from aachen.games import GAMES
from aachen.games.carolingi import board as boards
from aachen.games.carolingi.actions import PARTS
from aachen.games.carolingi.terms import ENDING_NAMES, PHASE_NAMES, SEASON_NAMES, TILE_NAMES
from aachen.locales import LANGUAGES, catalogue
from aachen.locales.wording import SECRET_FACTS, SECTION_OF_EVENT, Wording

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
}
ODD_VALUES = {
    ("court_day", "points"): {"red": 2, "blue": 1},
    ("bag_opened", "tiles"): [["red", "battle"], ["event"]],
    ("tiles_placed", "action"): {"do": "place", "tiles": ["battle", "move_troops"]},
    ("swap_chosen", "action"): {"do": "swap", "give": "battle", "take": "develop"},
}


def wording(language):
    return Wording(language, boards.standard())


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


def told(name):
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
    for args, function, module in told("Refusal"):
        facts = args[3] if len(args) > 3 else None
        ruling = args[2] if len(args) > 2 else ast.Constant("")
        cited = ruling.value if isinstance(ruling, ast.Constant) else "C9"  # whichever it will be
        yield args[1].value, keys_of(facts, function, module), cited


def events():
    """Every event of the rules: its kind, the keys of its facts and of its secrets."""
    for args, function, module in told("Event"):
        secret = args[3] if len(args) > 3 else None
        yield args[0].value, keys_of(args[1], function, module), keys_of(secret, function, module)


def values(kind, keys):
    return {key: ODD_VALUES.get((kind, key), VALUES.get(key, 2)) for key in keys}


# ---- The catalogues ------------------------------------------------------------------------------


def places(entry):
    """The facts that a sentence wants, and its shape."""
    sentences = [entry[form] for form in ("one", "other")] if isinstance(entry, dict) else [entry]
    fields = {
        name for text in sentences for _, name, _, _ in string.Formatter().parse(text) if name is not None
    }
    return fields | ({entry["by"]} if isinstance(entry, dict) else set())


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_the_languages_have_the_same_sentences(language):
    assert sorted(catalogue("en").entries) == sorted(catalogue(language).entries)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_want_the_same_facts_in_every_language(language):
    english = catalogue("en").entries
    for key, entry in catalogue(language).entries.items():
        assert (key, places(english[key])) == (key, places(entry))
        assert (key, type(english[key])) == (key, type(entry))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_has_a_fact_and_two_forms(language):
    for key, entry in catalogue(language).entries.items():
        if isinstance(entry, dict):
            assert (key, {"by", "one", "other"}) == (key, set(entry))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty_or_untidy(language):
    for key, entry in catalogue(language).entries.items():
        for text in entry.values() if isinstance(entry, dict) else [entry]:
            assert text.strip(), key
            assert "  " not in text or key.startswith(("args.", "cli.")), key


# ---- Refusals ------------------------------------------------------------------------------------


def test_there_are_refusals_and_events_to_look_for():
    assert len({code for code, _, _ in refusals()}) > 30
    assert len({kind for kind, _, _ in events()}) > 30


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "keys", "ruling"), list(refusals()))
def test_a_refusal_is_a_sentence_with_its_rule(language, code, keys, ruling):
    sentence = wording(language).refusal(Refusal("5.4", code, ruling, values(code, keys)))

    assert "{" not in sentence
    assert "_" not in sentence  # no id is left in it
    assert sentence.endswith(")")
    assert "§5.4" in sentence
    assert ruling in sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_has_a_sentence_without_use(language):
    said = {key.removeprefix("refusal.") for key in catalogue(language).entries if key.startswith("refusal.")}

    assert sorted({code for code, _, _ in refusals()}) == sorted(said)


def test_a_refusal_cites_section_and_ruling_in_the_readers_language():
    refusal = Refusal("5.4", "road_used", "C15", {"origin": "hessen", "target": "franken"})

    assert wording("en").refusal(refusal).endswith("(§5.4, ruling C15)")
    assert wording("de").refusal(refusal).endswith("(§5.4, Entscheid C15)")
    assert wording("fr").refusal(refusal).endswith("(§5.4, décision C15)")
    assert wording("en").refusal(refusal) == wording("en").refusal(refusal.as_dict())


# ---- Events --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "keys", "secret"), list(events()))
def test_an_event_is_a_sentence_for_everybody_and_for_those_who_know_more(language, kind, keys, secret):
    words = wording(language)
    seen = {"event": kind, **values(kind, keys)}
    known = {**seen, **values(kind, secret)}

    assert "{" not in words.event(seen)
    assert "_" not in words.event(seen)
    assert (words.event(known) != words.event(seen)) == bool(secret)
    assert secret == ({SECRET_FACTS[kind]} if kind in SECRET_FACTS else set())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_event_has_a_sentence_without_use(language):
    kinds = {kind for kind, _, _ in events()}
    known = {f"{kind}.known" for kind, _, secret in events() if secret}
    said = {key.removeprefix("event.") for key in catalogue(language).entries if key.startswith("event.")}

    assert sorted(kinds | known) == sorted(said)
    assert set(SECTION_OF_EVENT) <= kinds


# ---- Names and sentences -------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_name(language):
    words = wording(language)

    assert all(words.tile(tile) and words.short_tile(tile) for tile in TILE_NAMES)
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

    assert wording("en").action(march) == "March 2 from Hessen to Franken"
    assert wording("de").action(march) == "Mit 2 von Hessen nach Franken ziehen"
    assert wording("fr").action(march) == "Déplacer 2 depuis Hessen vers Franken"


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
        wording("en").prompt(position.view(None)) == "We wait for Red and Yellow: everybody lays two tiles."
    )


def test_the_outcome_names_the_winners_and_the_rule():
    peace = Outcome([1, 2], [3, 1], "peace", "5.8", "C21")
    shared = Outcome([1, 1], [2, 2], "time", "3.5", "C24")
    seats = ["red", "blue"]

    assert wording("en").outcome(peace, seats) == "Red makes peace with 3 points and wins (§5.8, ruling C21)."
    assert "Rot und Blau" in wording("de").outcome(shared, seats)
    assert wording("fr").standings(peace, seats) == ["1. Rouge : 3 points", "2. Bleu : 1 point"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_can_be_told(language):
    game = GAMES["carolingi"]
    words = wording(language)
    luck = SeededLuck(7)
    seen: list[Event] = []
    position = game.new(game.options({"players": 3, "last_year": 831}), luck, seen.append)
    while position.to_act():
        seat = position.to_act()[0]
        for viewer in (seat, None):
            assert "{" not in words.prompt(position.view(viewer))
        assert "{" not in words.hint(position.view(seat))
        offers = position.offers(seat)
        assert all("{" not in words.action(position.name_action(offer)) for offer in offers)
        position.play(seat, luck.pick("offer", offers), luck, seen.append)

    for event in seen:
        for viewer in (0, None):
            assert "{" not in words.event(event.seen_by(viewer))
    assert "{" not in words.outcome(position.outcome(), position.seats())


def test_every_sentence_of_the_terminal_is_used():
    """A key is named in the source, whole or without the family that is put before it."""
    sources = [*HERE.joinpath("cli").glob("*.py"), HERE / "locales" / "wording.py"]
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
    for key in catalogue("en").entries:
        if not key.startswith(own) or key.startswith(("play.help.", "play.carolus.", "outcome.")):
            continue
        short = key.split(".", 1)[1]
        assert key in named or short in named, key
