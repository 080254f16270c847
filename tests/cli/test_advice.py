"""A bot's thought as lines for the terminal."""

import pytest

from aachen.bots.thought import Candidate, DecisiveReply, NamedAction, Rationale, Recommendation
from aachen.cli.advice import advice, standing
from aachen.games.carolingi import board as boards
from aachen.titles.carolingi.wording import CarolingiWording

VIEW = {"game": "carolingi", "phase": "placing", "seats": ["red", "yellow"], "offers": []}
DEVELOP: NamedAction = {"do": "place", "tiles": ["develop", "no_action"]}
BATTLE: NamedAction = {"do": "place", "tiles": ["battle", "no_action"]}


def lines(language, *shares):
    """What is told of a first plan that promises less than the second."""
    best, other = Candidate([DEVELOP], 0.42, shares[0]), Candidate([BATTLE], 0.45, shares[1])
    thought = Recommendation("search", best, [other], [0.5, 0.5], rounds=100)
    told = advice(thought, VIEW, CarolingiWording(language, boards.standard()))
    return [line.replace("\u202f", " ").replace("\xa0", " ") for line in told]


@pytest.mark.parametrize(
    ("language", "plan", "other"),
    [
        ("en", "in 31 of 100 cases", "(45%, chosen in 69 of 100)"),
        ("de", "in 31 von 100 Fällen", "(45 %, 69-mal von 100 gewählt)"),
        ("fr", "dans 31 cas sur 100", "(45 %, choisi 69 fois sur 100)"),
    ],
)
def test_a_choice_in_secret_tells_how_often_it_is_made(language, plan, other):
    text = lines(language, 0.31, 0.69)

    assert [line for line in text if plan in line]
    assert [line for line in text if other in line]


def test_what_is_not_certain_is_neither_never_nor_always():
    text = "\n".join(lines("en", 0.998, 0.002))

    assert "in 99 of 100 cases" in text
    assert "chosen in 1 of 100" in text


def test_what_was_only_looked_at_is_never_chosen():
    text = "\n".join(lines("en", 0.6, 0.0))

    assert "(45%, never chosen)" in text


@pytest.mark.parametrize("shares", [(None, None), (1.0, 0.0)])
def test_a_choice_that_is_not_left_to_chance_tells_no_shares(shares):
    assert "of 100" not in "\n".join(lines("en", *shares))


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "all fail 20%"), ("de", "alle scheitern 20 %"), ("fr", "tous échouent 20 %")],
)
def test_where_all_may_fail_that_is_one_of_the_outcomes(language, text):
    wording = CarolingiWording(language, boards.standard())

    assert standing(wording, VIEW, [0.5, 0.3])[-1].replace("\u202f", " ").replace("\xa0", " ") == text
    assert len(standing(wording, VIEW, [0.5, 0.499])) == 2


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "After the first of these, Yellow could answer: "),
        ("de", "Auf den ersten davon könnte Gelb antworten: "),
        ("fr", "Au premier de ces plans, Jaune pourrait répondre : "),
    ],
)
def test_the_reply_to_the_second_plan_is_told_with_what_it_changes(language, text):
    wording = CarolingiWording(language, boards.standard())
    reply = DecisiveReply("yellow", [BATTLE], [Rationale("wait")])
    thought = Recommendation(
        "search", Candidate([DEVELOP], 0.5), [Candidate([BATTLE], 0.4)], [0.5, 0.5], reply=reply
    )
    told = list(advice(thought, VIEW, wording))
    at = next(
        number for number, line in enumerate(told) if text in line.replace("\u202f", " ").replace("\xa0", " ")
    )

    assert (
        told[at]
        == f"  {wording.say('advice.reply', seat=wording.seat('yellow'), actions=wording.action(BATTLE))}"
    )
    assert told[at + 1].strip() == wording.motive("carolingi", "wait", {})
