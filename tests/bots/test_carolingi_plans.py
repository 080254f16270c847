"""Carolingi's plans: they can be carried out as they are, and lead to different ends."""

import pytest
from tests.bots.table import few, moves_of

from aachen.bots import make_bot
from aachen.bots.carolingi import planning
from aachen.bots.carolingi.evaluation import PEACE_IS_SURE
from aachen.bots.carolingi.mind import CarolingiMind
from aachen.core.luck import SeededLuck
from aachen.games import carolingi
from aachen.games.carolingi.terms import ACTING, PLACING, SWAPPING

TABLES = [
    (2, {}),
    (3, {"variant": "advanced", "hourglass": 60}),
    (3, {"variant": "814"}),
    (6, {"anarchy": True}),
]
MIND = CarolingiMind()


def moments(players, rules, seed=3, every=7):
    """Some positions of a random game, each with a seat that is asked, as it imagines them."""
    years = 815 if rules.get("variant") == "814" else 831
    for step, (position, seat, _) in enumerate(moves_of(["random"] * players, seed, years, **rules)):
        if seat is not None and step % every == 0:
            yield position.imagine(seat, SeededLuck(step)), seat


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_every_action_of_a_plan_is_offered_when_its_turn_comes(players, rules):
    for position, seat in moments(players, rules):
        for plan in MIND.plans(position, seat, SeededLuck(1), 5):
            after = position.copy()
            refused = []
            for code in plan.codes:
                refused.append(after.refusal(seat, code))
                after.play(seat, code, SeededLuck(2))

            assert [None] * len(plan.codes) == refused


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_plans_come_best_first_and_no_two_are_the_same(players, rules):
    for position, seat in moments(players, rules):
        plans = MIND.plans(position, seat, SeededLuck(1), 5)

        assert 1 <= len(plans) <= 5
        assert sorted((plan.chance for plan in plans), reverse=True) == [plan.chance for plan in plans]
        assert len(plans) == len({str(sorted(plan.codes)) for plan in plans})


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_steps_are_offers(players, rules):
    for position, seat in moments(players, rules):
        assert MIND.step(position, seat)[0].codes[0] in position.offers(seat)


def best(text, seat=0):
    """The planner's best plan, in names."""
    board = carolingi.read(text)
    return [board.name_action(code) for code in MIND.plans(board, seat, SeededLuck(1), 1)[0].codes]


def test_a_plan_for_a_tile_uses_the_tile_up():
    """Whoever is asked next, it is not about the same tile."""
    for position, seat in moments(2, {}, every=1):
        if position.phase != ACTING:
            continue
        tiles = len(position.bag)
        for code in MIND.plans(position, seat, SeededLuck(1), 1)[0].codes:
            position.play(seat, code, SeededLuck(2))

        assert position.phase != ACTING or len(position.bag) < tiles


def test_a_victory_comes_with_its_trophy():
    plan = best("""
        carolingi: players 2
        time: 831 winter, last 834
        acting: red battle
        red used: winter battle
        normandie: red 5, palace red
        anjou: red 4, gangs 1
        ostfalen: yellow 5, palace yellow
        red court: missi 2, leudes 5, nobiles 8
        yellow court: missi 3, leudes 8, nobiles 8
    """)

    assert plan[:2] == [{"do": "fight", "land": "anjou"}, {"do": "trophy"}]


def test_levies_are_never_left_unspent():
    plan = best("""
        carolingi: players 2
        time: 830 winter, last 834
        acting: red equip_missi
        red used: winter equip_missi
        normandie: red 5, palace red
        ostfalen: yellow 5, palace yellow
        red court: missi 2, leudes 9, nobiles 8
        yellow court: missi 3, leudes 8, nobiles 8
    """)

    assert plan == [{"do": "equip", "missi": 3, "leudes": 0}]


def test_what_the_strongest_sibling_is_likely_to_do_is_done():
    """Of the tiles that yellow has left this year, the battle in Anjou promises it most."""
    board = carolingi.read("""
        carolingi: players 2
        time: 830 autumn, last 834
        placing: red, yellow
        yellow used: winter influence develop, spring equip_missi move_troops
        normandie: red 5, palace red
        anjou: red 1, yellow 4
        ostfalen: yellow 5, palace yellow
        red court: missi 2, leudes 8, nobiles 8
        yellow court: missi 3, leudes 4, nobiles 8
    """)
    after = planning.after_rival(MIND.evaluator, board, 0)

    assert (red_in(board, "anjou"), red_in(after, "anjou")) == (1, 0)


def test_a_sure_peace_is_no_more_than_sure():
    """The rival's tile makes red poorer, and Peace wins all the same: what it brings must not add up to too much."""
    chances = []
    for position, seat, _ in moves_of(["planner", "planner"], 2):
        if seat is not None and position.phase == PLACING:
            chances += [plan.chance for plan in MIND.plans(position, seat, SeededLuck(1), 99)]

    assert 0.0 <= min(chances) <= max(chances) == PEACE_IS_SURE


def test_a_search_leaves_a_swap_to_the_planner():
    """And names two others, as the planner does; their chances are in the scale of the forecast."""
    position, seat = next(
        (each, seat) for each, seat, _ in moves_of(["random"] * 2, 1) if each.phase == SWAPPING
    )
    planner, search = (
        make_bot(level, 1).think(position.view(seat), few()) for level in ("planner", "search")
    )

    assert [each.actions for each in (planner.best, *planner.others)] == [
        each.actions for each in (search.best, *search.others)
    ]
    assert len(search.others) == 2
    chances = [each.chance for each in (search.best, *search.others)]
    assert chances == sorted(chances, reverse=True)


def red_in(board, land):
    """How many of red's followers stand there."""
    return board.pieces[board.realm.lands.index(land) * board.realm.stride]
