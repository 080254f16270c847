"""Carolus Magnus can be told from the first die to the last castle, in the three languages."""

import re

import pytest

from aachen.core.errors import Refusal
from aachen.core.events import Event
from aachen.core.luck import SeededLuck
from aachen.core.outcome import Outcome
from aachen.games import carolus
from aachen.games.carolus.actions import PARTS
from aachen.games.carolus.terms import CLAN_NAMES, ENDING_NAMES, PHASE_NAMES
from aachen.locales import LANGUAGES
from aachen.titles.carolus.wording import SECTION_OF_EVENT, CarolusWording
from aachen.titles.sentences import Sentences, wording_of

# Ids that would show in a sentence if a fact had not been turned into words.
IDS = {
    "en": re.compile(r"[{}_]|\b(?:white|black|grey|ivory|ebony)\b"),
    "de": re.compile(r"[{}_]|\b(?:white|black|grey|ivory|ebony|red|blue|green|yellow|pink|crown|court)\b"),
    "fr": re.compile(r"[{}_]|\b(?:white|black|grey|ivory|ebony|red|blue|green|yellow|pink|crown|court)\b"),
}


def untold(language, sentence):
    """What of an id is left in a sentence."""
    return IDS.get(language, IDS["en"]).findall(sentence)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_can_be_told(language, players):
    """Every event, offer, prompt, hint and refusal of a random game, and its outcome."""
    words = CarolusWording(language)
    luck = SeededLuck(players)
    heard: list[Event] = []
    board = carolus.new(carolus.Options(players), luck, heard.append)
    said = []
    steps = 0
    while board.to_act():
        seat = board.to_act()[0]
        said += [words.prompt(board.view(viewer)) for viewer in (seat, (seat + 1) % players, None)]
        said.append(words.hint(board.view(seat)))
        offers = board.offers(seat)
        said += [words.action(board.name_action(code)) for code in offers[:: 1 + len(offers) // 4]]
        if steps % 20 == 0:
            for other in range(players):
                refusals = [board.refusal(other, code) for code in range(board.action_count())]
                said += [words.refusal(refusal) for refusal in refusals if refusal is not None]
        board.play(seat, luck.pick("test", offers), luck, heard.append)
        steps += 1
    said += [words.event(event.seen_by(None)) for event in heard]
    outcome = board.outcome()
    assert outcome is not None
    said += [words.outcome(outcome, board.seats()), *words.standings(outcome, board.seats())]

    assert [sentence for sentence in said if untold(language, sentence)] == []
    assert len({event.kind for event in heard}) > 15


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_name(language):
    words = CarolusWording(language)
    keys = [f"clan.{clan}" for clan in CLAN_NAMES] + [f"phase.{phase}" for phase in PHASE_NAMES]
    keys += [f"{family}.{do}" for do in PARTS for family in ("action", "offer", "verb")]
    keys += [f"hint.{phase}" for phase in PHASE_NAMES] + [f"outcome.{ending}" for ending in ENDING_NAMES[1:]]

    assert [key for key in keys if not words.catalogue.has(words.key(key))] == []


def test_facts_are_told_in_the_readers_words():
    conquest = {"event": "region_conquered", "side": "white", "loser": "black", "region": "c", "castles": 3}
    forces = {"event": "forces_counted", "region": "c", "forces": {"white": 3, "black": 1}}

    assert CarolusWording("en").event(conquest) == "White conquers C from Black: 3 castles."
    assert CarolusWording("de").event(conquest) == "Weiß erobert C von Schwarz: 3 Burgen."
    assert CarolusWording("fr").event(conquest) == "Blanc conquiert C sur Noir\N{NO-BREAK SPACE}: 3 châteaux."
    assert CarolusWording("en").event(forces) == "Forces in C: White 3 : Black 1."


def test_a_refusal_cites_its_section_and_ruling():
    refusal = Refusal("CM3.2", "too_many_steps", "M3", {"steps": 5, "disc": 2})

    assert CarolusWording("en").refusal(refusal) == (
        "The Emperor cannot move 5 steps: your disc allows at most 2. (§CM3.2, ruling M3)"
    )


def test_a_refusal_at_the_wrong_moment_speaks_of_discs_and_not_of_tiles():
    refusal = Refusal("CM2", "wrong_moment", "", {"action": "lay", "phase": "crowning"})

    assert "lay a disc" in CarolusWording("en").refusal(refusal)
    assert "poser un disque" in CarolusWording("fr").refusal(refusal)


def test_the_voice_finds_the_words_of_the_game():
    board = carolus.read("carolus: players 2")
    refusal = board.refusal(1, board.read_action({"do": "lay", "disc": 1}))
    assert refusal is not None

    assert isinstance(wording_of("de", board), CarolusWording)
    assert Sentences().refusal("de", refusal, board).endswith("(§CM2, Klarstellung M10)")


@pytest.mark.parametrize(
    ("places", "seats", "text"),
    [
        ([1, 2], ["white", "black"], "victory for White"),
        ([1, 1], ["white", "black"], "White and Black share"),
        ([1, 2, 1, 2], ["white", "black", "ivory", "ebony"], "victory for White and Ivory"),
        ([1, 1, 1, 1], ["white", "black", "ivory", "ebony"], "share"),
        ([1, 2, 1], ["white", "black", "grey"], "White and Grey share"),
    ],
)
def test_partners_win_together_and_sides_share(places, seats, text):
    outcome = Outcome(places, [7] * len(seats), "regions", "CM5", "M12")

    assert text in CarolusWording("en").outcome(outcome, seats)


def test_every_section_beside_an_event_belongs_to_one_that_is_told():
    words = CarolusWording("en")

    assert [kind for kind in SECTION_OF_EVENT if not words.catalogue.has(f"event.{kind}")] == []
    assert words.event_section({"event": "regions_joined"}) == "§CM4.3"
    assert words.event_section({"event": "disc_laid"}) == ""
