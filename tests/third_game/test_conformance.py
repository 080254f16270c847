"""The third game keeps the contract, held to it by the same promises as the others."""

import json

import pytest
from tests.conformance.promises import SPOT_PROMISES, WALK_PROMISES
from tests.conformance.table import PLAYS, Plays
from tests.conformance.walks import SEEDS, Case, spots, walked
from tests.words import is_form_of_place

from aachen.bots import BOTS, make_bot
from aachen.core.luck import SeededLuck
from aachen.locales import LANGUAGES

OPTIONS: list[dict[str, object]] = [{"players": players, "rounds": players + 1} for players in (2, 3, 4)]
HARVEST = Plays(
    OPTIONS,
    lambda view: str(view["phase"]),
    ["sealing", "over"],
    [
        "harvest: players 2, rounds 5, round 2, field 4; red: points 2, hand 1 2 4 5; blue: points 0, hand 1 2 3 4"
    ],
)
CASES = [Case("harvest", json.dumps(options)) for options in OPTIONS]
CASES += [Case("harvest", text=text) for text in HARVEST.texts]


@pytest.fixture(autouse=True)
def plays(harvest, monkeypatch):
    monkeypatch.setitem(PLAYS, "harvest", HARVEST)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("promise", SPOT_PROMISES, ids=lambda promise: promise.__name__)
def test_every_position_keeps(promise, case):
    for spot in spots(case):
        promise(spot)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("promise", WALK_PROMISES, ids=lambda promise: promise.__name__)
def test_every_walk_keeps(promise, case):
    for seed in SEEDS[:1]:
        promise(walked(case, seed))


def test_choices_are_sealed_in_random_play():
    assert any(spot.sealed for case in CASES for spot in spots(case))


def test_every_sentence_is_there_in_every_language(harvest):
    keys = [
        {key for key in harvest.catalogue(language).entries if not is_form_of_place(key)}
        for language in LANGUAGES
    ]

    assert keys[0] == keys[1] == keys[2]
    assert len({harvest.name(language) for language in LANGUAGES}) == 3


@pytest.mark.parametrize("level", BOTS)
def test_bots_of_every_level_choose_an_offer_and_say_why(harvest, level):
    position = harvest.game.new(harvest.game.options({"players": 3}), SeededLuck(1))
    view = position.view(1)
    thought = make_bot(level, 1).think(view)

    assert thought.action in view["offers"]
    if level != "random":
        assert [reason.code for reason in thought.reasons] == ["takes"]
