"""What every bot promises: it plays from its seat's view alone, takes only what is offered, and can be repeated."""

import json

import pytest
from tests.bots.table import few, game_of, moves_of

from aachen.bots import BOTS, make_bot
from aachen.bots.bot import offers_of
from aachen.bots.frozen import frozen_names
from aachen.core.errors import BadInput
from aachen.core.luck import SeededLuck
from aachen.games import GAMES, carolingi
from aachen.games.carolingi import Options
from aachen.games.carolingi import board as boards

NAMES = sorted(BOTS)


def test_every_level_can_be_had_by_name():
    assert NAMES == ["greedy", "planner", "random", "search"]
    assert all(isinstance(make_bot(name, 1), BOTS[name]) for name in NAMES)


def test_an_unknown_name_is_refused_with_the_names_we_know():
    with pytest.raises(BadInput) as caught:
        make_bot("clever", 1)

    (fault,) = caught.value.faults
    assert (fault.code, fault.facts) == (
        "bot_unknown",
        {"given": "clever", "known": [*NAMES, *frozen_names()]},
    )


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_end_and_hold_only_offered_actions(players):
    for seed in range(5):
        assert game_of(["random"] * players, seed).outcome() is not None


@pytest.mark.parametrize("players", range(2, 7))
def test_greedy_games_end_and_hold_only_offered_actions(players):
    """Short ones: two years meet every tile, the swap, the turn of the year and Hunger."""
    names = ["greedy" if seat % 3 < 2 else "random" for seat in range(players)]

    assert game_of(names, players, last_year=831).outcome() is not None


@pytest.mark.parametrize("name", NAMES)
def test_worlds_a_seat_cannot_tell_apart_get_the_same_answer(name):
    """Deal the siblings' tiles again: the view is the same to the byte, and so is the choice."""
    for step, (position, seat, action) in enumerate(moves_of([name] * 3, 5, last_year=830)):
        if seat is None or step % 5:
            continue
        other = position.imagine(seat, SeededLuck(step))

        assert make_bot(name, 5 + seat).course(other.view(seat), few())[0] == action


@pytest.mark.parametrize("name", NAMES)
def test_a_view_that_went_through_json_is_as_good(name):
    for step, (position, seat, action) in enumerate(moves_of([name] * 2, 3, last_year=830)):
        if seat is None or step % 3:
            continue
        sent = json.loads(json.dumps(position.view(seat)))

        assert make_bot(name, 3 + seat).course(sent, few())[0] == action


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_forgets_nothing_it_needs(name):
    """A new bot in the middle of a game, as after a restart, goes on as the old one would have."""
    bots = [make_bot(name, 7) for _ in range(2)]
    for step, (position, seat, _) in enumerate(moves_of(["random"] * 2, 7, last_year=831)):
        if seat is not None and step % 4 == 0:
            bots[0].course(position.view(seat), few())  # only this one is asked everything
        if seat is not None and step % 12 == 0:
            view = position.view(seat)
            assert bots[0].course(view, few())[0] == bots[1].course(view, few())[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_leaves_the_view_as_it_was(name):
    view = carolingi.new(Options(3), SeededLuck(1)).view(0)
    before = json.dumps(view)

    make_bot(name, 1).course(view, few())

    assert json.dumps(view) == before


def test_random_bots_of_other_seeds_choose_otherwise():
    view = carolingi.new(Options(3), SeededLuck(1)).view(0)

    chosen = {json.dumps(make_bot("random", seed).course(view, few())[0]) for seed in range(200)}

    assert len(chosen) == len(offers_of(view))


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_plays_on_a_board_of_ones_own_if_it_is_told(name):
    """The view names its board but does not hold it: whoever seats the bot hands it the options."""
    source = json.loads(json.dumps(boards.standard().source))
    source["counts"]["gangs"] += 1
    options = GAMES["carolingi"].options({"players": 2, "board": source})
    position = GAMES["carolingi"].new(options, SeededLuck(1))

    action = make_bot(name, 1, options).course(position.view(0), few())[0]

    assert position.read_action(action) in position.offers(0)
