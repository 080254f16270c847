"""Why Carolingi's bots do what they do: what they tell is true, and can be told in every language."""

import pytest
from tests.bots.table import PEACE_IN_HAND, moves_of

from aachen.bots.carolingi.mind import CarolingiMind
from aachen.core.luck import SeededLuck
from aachen.games import carolingi
from aachen.games.carolingi import board as boards
from aachen.titles.carolingi.wording import CarolingiWording

MIND = CarolingiMind()
TABLES = [(2, {}), (3, {"variant": "advanced"}), (3, {"variant": "814"})]


def output(text, seat=0):
    """The codes of what speaks for the planner's best plan, with their facts."""
    board = carolingi.read(text)
    plan = MIND.plans(board, seat, SeededLuck(1), 1)[0]
    return {reason.code: reason.facts for reason in MIND.reasons(board, seat, plan)}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_every_reason_has_a_sentence(players, rules, language):
    words = CarolingiWording(language, boards.standard(), rules.get("variant", "base"))
    years = 815 if rules.get("variant") == "814" else 831
    for step, (position, seat, _) in enumerate(moves_of(["random"] * players, 6, years, **rules)):
        if seat is None or step % 11:
            continue
        own = position.imagine(seat, SeededLuck(step))
        reasons = MIND.reasons(own, seat, MIND.plans(own, seat, SeededLuck(1), 1)[0])

        assert reasons
        for reason in reasons:
            sentence = words.motive("carolingi", reason.code, reason.facts)

            assert sentence is not None
            assert "{" not in sentence


BATTLE = """
    carolingi: players 2
    time: 831 winter, last 834
    acting: red battle
    red used: winter battle
    normandie: red 5, palace red
    anjou: red 4, yellow 3
    champagne: yellow 2
    ostfalen: yellow 5, palace yellow
    red court: missi 2, leudes 5, nobiles 8
    yellow court: missi 3, leudes 3, nobiles 8
"""


def test_a_battle_is_told_by_what_it_wins_and_whom_it_weakens():
    reasons = output(BATTLE)

    assert reasons["trophy"] == {"number": 1, "have": 1}
    assert reasons["weakens"] == {"seat": "yellow", "number": 3}


def test_peace_is_told_alone():
    reasons = output(f"carolingi: players 2{PEACE_IN_HAND}")

    assert list(reasons) == ["peace"]


def test_a_palace_is_told_with_its_land():
    reasons = output("""
        carolingi: players 2, variant advanced
        time: 831 winter, last 834
        acting: red develop
        hessen: red 3, gangs 2, counters 2
        champagne: yellow 3
        red used: winter develop
        card anjou: slot 1, yellow 2
        card berry: slot 2, red 2
        red court: missi 4, leudes 8, nobiles 7, trophies 0
        yellow court: missi 4, leudes 8, nobiles 7, trophies 0
    """)

    assert reasons["palace"] == {"land": "hessen"}
