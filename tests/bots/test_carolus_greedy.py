"""The greedy bot at Carolus Magnus: it sees a castle, a conquest and an emblem that are there to be taken."""

from __future__ import annotations

import json

import pytest
from tests.bots.table import few
from tests.games.carolus.kit import COUNTER_ATTACK, advance, number_of, outcome, position, put, winners

from aachen.bots import BOTS, make_bot
from aachen.core.luck import SeededLuck
from aachen.games import carolus
from aachen.games.carolus import Options, Position


def choice(board: Position, seat: str, name: str = "greedy") -> dict[str, object]:
    """What the bot does in this seat."""
    return make_bot(name, 1).course(board.view(number_of(board, seat)), few())[0]


def game_of(names: list[str], seed: int) -> Position:
    """The last position of a game between these bots; every choice is one that was offered."""
    luck = SeededLuck(seed)
    board = carolus.new(Options(len(names)), luck)
    bots = [make_bot(name, seed + seat) for seat, name in enumerate(names)]
    while board.to_act():
        seat = board.to_act()[0]
        view = board.view(seat)
        action = bots[seat].course(json.loads(json.dumps(view)))[0]
        assert action in view["offers"]  # type: ignore[operator]
        board.play(seat, board.read_action(action), luck)
    return board


def test_it_takes_the_emblem_that_wins_a_region():
    """One yellow paladin at court turns five castles: the counter-attack of the book, one paladin shorter."""
    assert choice(position(COUNTER_ATTACK), "white") == put("yellow")


def test_it_stops_where_most_castles_are_to_be_won():
    text = """
        round: 2
        advancing: white
        emperor: a
        white discs: shown 3
        black discs: shown 4
        white court: red 1
        black court: blue 1
        region b: blue 1
        region c: red 1
        region de: red 4, castles 2 black
    """

    assert choice(position(text), "white") == advance(3)


def test_it_ends_the_game_when_it_wins():
    text = """
        round: 2
        advancing: white
        emperor: a
        white discs: shown 2
        black discs: shown 4
        white court: red 1
        region b: red 5
        region c: red 1
        region efghijklm: castles 9 white
    """
    board = position(text)
    chosen = choice(board, "white")
    board.play(0, board.read_action(chosen), SeededLuck(1))

    assert outcome(board).ending == "goal"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_games_end_and_hold_only_offered_actions(players):
    assert game_of(["greedy"] * players, 3).outcome() is not None


@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_view_gets_the_same_answer(name):
    board = position(COUNTER_ATTACK)

    assert choice(board, "white", name) == choice(board.imagine(0, SeededLuck(9)), "white", name)


def test_greedy_beats_random_with_every_number_of_players():
    """Two games with two players, one each with three and four; partners are both greedy."""
    tables = [["greedy", "random"], ["random", "greedy"], ["random", "greedy", "random"]]
    tables.append(["greedy", "random", "greedy", "random"])
    won = [winners(game_of(names, seed)) for seed, names in enumerate(tables)]

    assert won == [["white"], ["black"], ["black"], ["white", "ivory"]]
