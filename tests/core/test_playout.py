"""Random play in one call is the same game as asking and playing action by action."""

from typing import Any

import pytest

from aachen.core.luck import SeededLuck
from aachen.core.playout import play_randomly
from aachen.games import GAMES

TABLES = [
    ("carolingi", {"players": 2}),
    ("carolingi", {"players": 3, "variant": "advanced", "anarchy": True}),
    ("carolingi", {"players": 4, "variant": "814"}),
    ("carolingi", {"players": 2, "hourglass": 60}),
    ("carolus", {"players": 3}),
]


def play_by_hand(position, luck, choices, most):
    """What the contract promises, in the words of the contract alone."""
    done = 0
    while done < most and (seats := position.to_act()):
        position.play(seats[0], choices.pick("offer", position.offers(seats[0])), luck)
        done += 1
    return done


@pytest.mark.parametrize(("name", "named"), TABLES)
@pytest.mark.parametrize("most", [0, 1, 25, 20_000])
def test_the_loop_plays_what_a_caller_would(name, named, most):
    game = GAMES[name]
    games = []
    for play in (play_by_hand, play_randomly):
        luck, choices = SeededLuck(7), SeededLuck(8)
        position = game.new(game.options(named), luck)
        done = play(position, luck, choices, most)
        games.append(
            (
                done,
                position.write(),
                luck.pick("next", list(range(10**6))),
                choices.pick("next", list(range(10**6))),
            )
        )

    assert games[0] == games[1]
    assert (most == 20_000) == (position.outcome() is not None)


def test_offers_are_still_whole_after_random_play():
    """The loop reads shared lists: a caller that changes its own list changes nobody else's."""
    game = GAMES["carolingi"]
    position = game.new(game.options({"players": 2}), SeededLuck(1))
    first = position.offers(0)
    position.offers(0).clear()
    play_randomly(position.copy(), SeededLuck(2), SeededLuck(3))

    assert position.offers(0) == first


class NoLoopOfItsOwn:
    """A game that offers the contract and no more."""

    def __init__(self, position):
        self.to_act, self.offers, self.play = position.to_act, position.offers, position.play


def test_a_game_without_a_loop_of_its_own_is_played_through_the_contract():
    wraps: list[Any] = [NoLoopOfItsOwn, lambda position: position]
    game = GAMES["carolus"]
    ends = []
    for wrap in wraps:
        luck = SeededLuck(5)
        position = game.new(game.options({"players": 2}), luck)
        ends.append((play_randomly(wrap(position), luck, SeededLuck(6)), position.digest()))

    assert ends[0] == ends[1]
