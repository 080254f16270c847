"""The engine and the reference implementation agree, step by step, on all they show and allow, in every variant."""

import os
from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
from tests.properties.positions import (
    blocked_near,
    claim_near,
    contest_near,
    end_near,
    homeless_near,
    lone_near,
    peace_near,
    worthy_near,
)
from tests.properties.side_by_side import Pair

SOAK = os.environ.get("AACHEN_SOAK") == "1"
GAMES_EACH = 60 if SOAK else 1

VARIANTS = ["base", "advanced", "814"]
MODULES = ["", "anarchy"]
CLOCKS = ["", "hourglass"]
RULES = list(product(VARIANTS, MODULES, CLOCKS))
TASTES = ["busy", "any", "peace", "claim"]


def new_game(players: int, variant: str, anarchy: str, hourglass: str, seed: int) -> Pair:
    """A game from set-up on, of one to three years."""
    first = 814 if variant == "814" else 830
    return Pair.new(
        seed,
        players=players,
        variant=variant,
        anarchy=bool(anarchy),
        hourglass=60 if hourglass else 0,
        last_year=first + (1 if anarchy else 0) + seed % (4 if SOAK else 2),
    )


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(("variant", "anarchy", "hourglass"), RULES)
def test_both_play_the_same_game(variant, anarchy, hourglass, players):
    """From set-up to the end, for every combination of variants and every number of Carolingians."""
    for seed in range(GAMES_EACH):
        seed += 1000 * players
        done = new_game(players, variant, anarchy, hourglass, seed).play_on(seed, TASTES[seed % 4])

        assert done["time"] + done["peace"] + done["failure"] == 1


NEAR: list[tuple[Callable[[int, str, str, str], str], str]] = [
    (peace_near, "peace"),
    (contest_near, "peace"),
    (homeless_near, "peace"),
    (worthy_near, "peace"),
    (lone_near, "peace"),
    (claim_near, "claim"),
    (blocked_near, "peace"),
    (end_near, "any"),
]


def near_cases():
    """Every rare thing under all rules that know it."""
    for (make, taste), rules, players in product(NEAR, RULES, range(2, 7)):
        variant, _, hourglass = rules
        if make is lone_near and not hourglass:
            continue
        if make in (claim_near, homeless_near) and variant == "base":
            continue
        if make in (blocked_near, end_near) and variant != "814":
            continue
        yield make, taste, rules, players


@pytest.mark.parametrize("make", [make for make, _ in NEAR], ids=lambda make: make.__name__)
def test_both_agree_on_what_is_rare(make):
    """From positions in which a declaration, a contest, a lone tile or a claim is near."""
    cases = [case for case in near_cases() if case[0] is make]
    for number, (_, taste, rules, players) in enumerate(cases):
        if not SOAK and number % 3 != players % 3:  # a third of them, every number of players among them
            continue
        for seed in range(GAMES_EACH):
            done = Pair.read(make(players, *rules)).play_on(seed + number, taste)

            assert done["time"] + done["peace"] + done["failure"] == 1


EVERYTHING = [
    *"place lay sand swap keep done settle send unfold activate build equip march fight trophy".split(),
    *"soothe expel extra occupy serve join claim banish solve honour".split(),
    *"placing swapping acting starving founding over".split(),
    *"hunger anarchy rebellion exiles contest time peace failure".split(),
    *("lone declaration", "winner after failure"),
]


def test_both_have_seen_everything():
    """Every kind of action, card and ending comes up in such play: else it compares too little."""
    done: Counter[str] = Counter()
    for seed, (make, taste, rules, players) in enumerate(near_cases()):
        if seed % 7 == 0:
            done += Pair.read(make(players, *rules)).play_on(seed, taste)
    for seed, variant in enumerate(("814", "814", "814", "advanced", "814", "base", "base")):
        done += new_game(2 + seed % 3, variant, "anarchy", "", 10 + seed).play_on(seed, "busy")

    assert sorted(set(EVERYTHING) - set(done)) == []
