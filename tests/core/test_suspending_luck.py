"""Luck that stops the rules at the first question without an answer: the compiled engine must stop alike."""

import pytest

from aachen.core.luck import LuckNeededError, SeededLuck, SuspendingLuck
from aachen.core.playout import play_randomly
from aachen.games import GAMES


def test_it_stops_at_the_first_question_without_an_answer_and_says_what_was_asked():
    luck = SuspendingLuck([7])

    assert luck.pick("card", [5, 7]) == 7
    with pytest.raises(LuckNeededError) as needed:
        luck.pick("tile", [1, 2, 2])
    assert (needed.value.question, needed.value.among) == ("tile", [1, 2, 2])


def test_nobody_is_asked_where_only_one_thing_can_come():
    assert SuspendingLuck([]).pick("card", [4]) == 4


@pytest.mark.parametrize("game", list(GAMES))
def test_set_up_stopped_at_every_question_ends_as_it_does_with_all_answers(game):
    options = GAMES[game].options({"players": 3})
    answers: list[int] = []
    while True:
        try:
            position = GAMES[game].new(options, SuspendingLuck(answers))
            break
        except LuckNeededError as needed:
            answers.append(needed.among[len(answers) % len(needed.among)])
    again = GAMES[game].new(options, SuspendingLuck(answers))

    assert answers
    assert position.write() == again.write()
    assert position.check() == []


@pytest.mark.parametrize("game", list(GAMES))
def test_a_move_that_is_stopped_leaves_the_position_it_was_copied_from_alone(game):
    luck = SeededLuck(3)
    position = GAMES[game].new(GAMES[game].options({"players": 3}), luck)
    stopped = 0
    for _ in range(60):
        seat = position.to_act()[0]
        before = position.write()
        try:
            position.copy().play(seat, position.offers(seat)[0], SuspendingLuck([]))
        except LuckNeededError:
            stopped += 1

        assert position.write() == before

        play_randomly(position, luck, luck, 1)
    assert stopped > 0
