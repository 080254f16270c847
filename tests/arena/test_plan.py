"""Who meets whom, where they sit, and what hangs on what."""

from collections import Counter

import pytest
from tests.arena.kit import comparable, league, match

from aachen.arena.contestant import read_contestants
from aachen.arena.plan import (
    MATCH,
    OtherCode,
    Pairing,
    Unit,
    code_digest,
    first_number,
    make_plan,
    pairings_of,
    play_number,
    play_unit,
    seating,
    units_of,
)
from aachen.core.errors import BadInput


def seatings(plan, blocks=1):
    return [
        [each.name for each in seating(plan, number)] for number in range(1, blocks * plan.games_of_block + 1)
    ]


def test_in_a_match_of_two_both_seats_are_taken_in_turn():
    assert seatings(match("greedy", "random")) == [["greedy", "random"], ["random", "greedy"]]


def test_with_more_seats_one_plays_against_copies_of_the_other_from_every_seat():
    assert seatings(match("greedy", "random", players=3)) == [
        ["greedy", "random", "random"],
        ["random", "greedy", "random"],
        ["random", "random", "greedy"],
    ]


def test_partners_are_always_the_same_bot():
    plan = league("greedy", "random", game="carolus", players=4)

    assert seatings(plan) == [
        ["greedy", "random", "greedy", "random"],
        ["random", "greedy", "random", "greedy"],
    ]


def test_a_league_lets_everybody_meet_everybody():
    pairs = [pairing.members for pairing in pairings_of("league", 4, 2)]

    assert pairs == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_too_few_for_all_sides_play_one_against_the_rest():
    assert [pairing.members for pairing in pairings_of("league", 2, 3)] == [(0, 1), (1, 0)]


def test_one_alone_plays_against_itself_and_needs_no_rotation():
    plan = league("random", players=3)

    assert seatings(plan) == [["random"] * 3]
    assert plan.games_of_block == 1


def test_around_a_table_everybody_sits_everywhere_and_neighbours_change_with_the_block():
    pairing = Pairing((0, 1, 2, 3))
    games = [game for block in range(6) for game in pairing.at_sides(4, block)]
    after = Counter((game[at - 1], game[at]) for game in games for at in range(4))

    assert all(Counter(game[at] for game in games) == dict.fromkeys(range(4), 6) for at in range(4))
    assert set(after.values()) == {8}
    assert len(after) == 12


def test_a_game_keeps_its_number_however_many_blocks_there_are():
    plan = league("random", "greedy", "random:seed=4", players=2)

    assert [first_number(plan, unit) for unit in units_of(plan, 2)] == [1, 3, 5, 7, 9, 11]
    assert units_of(plan, 5)[:6] == units_of(plan, 2)


def test_the_games_of_a_block_are_on_one_seed_and_the_next_block_has_the_next():
    plan = match(seed=70)
    seeds = [result.seed for block in range(2) for result in play_unit(plan, Unit(block, 0))]

    assert seeds == [70, 70, 71, 71]


def test_a_single_game_comes_out_as_it_does_in_its_unit():
    plan = match()

    assert comparable([play_number(plan, 4)]) == comparable(play_unit(plan, Unit(1, 0))[1:])


def test_moves_are_kept_only_if_a_clock_has_a_say():
    assert [result.moves for result in play_unit(match(), Unit(0, 0))] == [[], []]


def test_other_bots_than_those_of_the_plan_do_not_play(monkeypatch):
    plan = match()
    monkeypatch.setattr("aachen.arena.plan.code_digest", lambda: "other")

    with pytest.raises(OtherCode, match="other"):
        play_unit(plan, Unit(0, 0))


def test_the_fingerprint_of_the_code_is_stable():
    assert code_digest() == code_digest.__wrapped__()
    assert len(code_digest()) == 16


@pytest.mark.parametrize(
    ("game", "named", "names", "code"),
    [
        ("chess", {}, ["random", "greedy"], "unknown_game"),
        ("carolus", {"players": 5}, ["random", "greedy"], "players_not_possible"),
        ("carolus", {}, ["random"], "arena_match_of_two"),
    ],
)
def test_a_plan_that_cannot_be_is_a_clear_fault(game, named, names, code):
    with pytest.raises(BadInput, match=code):
        make_plan(game, named, MATCH, read_contestants(names), 1)


def test_a_frozen_contestant_meets_the_level_of_today():
    assert seatings(match("planner", "planner@1")) == [["planner", "planner@1"], ["planner@1", "planner"]]


def test_a_frozen_contestant_needs_a_budget_if_its_level_does():
    with pytest.raises(BadInput) as refused:
        read_contestants(["search@1"])

    assert refused.value.faults[0].code == "contestant_needs_budget"
