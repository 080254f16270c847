"""Every game keeps the contract, over random play, under every set of its options."""

import pytest
from tests.conformance.promises import SPOT_PROMISES, WALK_PROMISES
from tests.conformance.table import PLAYS
from tests.conformance.walks import SEEDS, Case, cases, spots, walked

from aachen.core.errors import BadInput
from aachen.games import GAMES

CASES = cases()


def name(value):
    """A promise or a case in the name of a test."""
    return getattr(value, "__name__", None) or str(value)


def test_every_game_has_its_entry_in_the_table():
    """A game that nobody holds to the contract cannot be shipped."""
    assert sorted(PLAYS) == sorted(GAMES)
    assert [game.name for game in GAMES.values()] == list(GAMES)
    assert all(game.rules_version for game in GAMES.values())


@pytest.mark.parametrize("game", GAMES)
def test_random_play_comes_to_every_moment(game):
    """What was never visited was never tested."""
    visited = {spot.moment for case in CASES if case.game == game for spot in spots(case)}

    assert sorted(set(PLAYS[game].moments) - visited) == []


@pytest.mark.parametrize("game", GAMES)
def test_choices_are_sealed_and_waited_for_in_random_play(game):
    """The promises about sealed choices were put to the test."""
    sealed = [spot for case in CASES if case.game == game for spot in spots(case) if spot.sealed]

    assert bool(sealed) == PLAYS[game].has_secrets


@pytest.mark.parametrize("case", CASES, ids=name)
@pytest.mark.parametrize("promise", SPOT_PROMISES, ids=name)
def test_every_position_keeps(promise, case: Case):
    """Each promise, at positions of every moment."""
    for spot in spots(case):
        promise(spot)


@pytest.mark.parametrize("case", CASES, ids=name)
@pytest.mark.parametrize("promise", WALK_PROMISES, ids=name)
def test_every_walk_keeps(promise, case: Case):
    """Each promise about whole games."""
    for seed in SEEDS[:1]:
        promise(walked(case, seed))


@pytest.mark.parametrize("case", CASES, ids=name)
def test_no_step_makes_or_loses_anything(case: Case):
    """Every position of every walk is sound."""
    for seed in SEEDS:
        for spot in walked(case, seed):
            faults = spot.position.check()

            assert faults == [], spot.position.write()


@pytest.mark.parametrize("case", [case for case in CASES if case.options], ids=name)
def test_other_luck_is_another_game(case: Case):
    """The seeds do not all lead to the same end."""
    assert len({walked(case, seed)[-1].position.digest() for seed in SEEDS}) > 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("named", [{"nonsense": 1}, {"players": "many"}, {"players": 0}, {"players": True}])
def test_impossible_options_are_bad_input(game, named):
    """Every fault of the options is named."""
    with pytest.raises(BadInput):
        GAMES[game].options(named)
