"""The search at Carolus Magnus: it plays on the table as it is, and finds what a planner cannot see."""

from __future__ import annotations

import pytest
from tests.games.carolus.kit import position

from aachen.bots.budget import Budget
from aachen.bots.carolus.forecast import SEARCHED_PLAYERS
from aachen.bots.carolus.mind import CarolusMind
from aachen.bots.carolus.search_game import CarolusSearchGame
from aachen.bots.quick_luck import QuickLuck
from aachen.bots.search import Search
from aachen.core.luck import SeededLuck
from aachen.games import carolus
from aachen.games.carolus import Options, Position
from aachen.games.carolus.terms import CROWNING

MIND = CarolusMind()

# Black needs one castle, and in c, within reach of his disc, he leads.
BLACK_THREATENS = """
    round: 2
    putting: white
    emperor: a
    white discs: shown 1
    black discs: shown 2
    region b: red 1
    region c: red 1, blue 2
    region d: red 1
    region ghijklmno: castles 9 black
    white court: red 3, green 3, pink 3
    black court: blue 3
    white reserve: red 3, green 2, pink 2
    black reserve: blue 1, green 3, pink 3
"""


def field_of(board: Position) -> CarolusSearchGame:
    """The field of whoever has to choose."""
    search_game = MIND.search_game(board, board.actor)
    assert isinstance(search_game, CarolusSearchGame)
    return search_game


def found(board: Position, rounds: int, seed: int = 1) -> list[int]:
    """The codes of the plan that so many rounds come to."""
    search = Search(field_of(board), board.actor, SeededLuck(seed))
    budget = Budget(rounds=rounds)
    budget.begin()
    search.run(budget)
    return search.plans()[0].codes


def test_it_denies_the_last_castle():
    """Black can add one blue paladin in c: White needs two there, or the game is lost next turn."""
    board = position(BLACK_THREATENS)
    puts = [board.name_action(code) for code in found(board, 200)][:-1]

    assert len([put for put in puts if put["place"] == "c"]) >= 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_luck_finds_the_same_plan(players):
    board = carolus.new(Options(players), SeededLuck(players))

    assert found(board, 40) == found(board, 40)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_it_plays_is_offered(players):
    luck = SeededLuck(players)
    board = carolus.new(Options(players), luck)
    for _ in range(8):
        seat = board.actor
        for code in found(board, 12):
            assert code in board.offers(seat)
            board.play(seat, code, luck)


def test_a_world_is_the_table_and_may_be_used_up():
    board = position(BLACK_THREATENS)
    search_game = field_of(board)
    world = search_game.world(QuickLuck(1))
    search_game.play(world, 0, search_game.plans(world, 0)[0], QuickLuck(1))

    assert search_game.world(QuickLuck(2)).write() == board.write()


def test_crowns_are_decided_on_the_way():
    """No roll of the search's own leaves a crown to be asked for."""
    board = position(BLACK_THREATENS)
    search_game = field_of(board)
    plan = search_game.plans(board, 0)[0]
    for number in range(30):
        world = board.copy()
        search_game.play(world, 0, plan, QuickLuck(number))
        assert world.phase != CROWNING


def test_a_seat_knows_a_place_again_whatever_others_have_rolled():
    one, other = (
        position(BLACK_THREATENS),
        position(BLACK_THREATENS.replace("blue 1, green 3, pink 3", "blue 1, green 6")),
    )
    mine = position(BLACK_THREATENS.replace("green 2, pink 2", "green 4"))
    search_game = field_of(one)

    assert search_game.key(one, 0) == search_game.key(other, 0)
    assert search_game.key(one, 0) != search_game.key(mine, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_are_the_chances_of_the_seats(players):
    board = carolus.new(Options(players), SeededLuck(1))
    expected = MIND.forecast if players in SEARCHED_PLAYERS else MIND.chances

    assert field_of(board).values(board, QuickLuck(1)) == expected(board)
