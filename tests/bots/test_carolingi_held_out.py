"""The forecast of Carolingi on games that nothing was fitted to: no part of a game worse than a guess, and chances that hold."""

from __future__ import annotations

from functools import cache
from math import log, sqrt
from statistics import fmean, stdev

import pytest
from tests.bots.held_out import FIFTHS, TABLES, read_table

from aachen.bots.minds import MINDS
from aachen.games import GAMES

GAME = "carolingi"
CLEAR = (
    2.5  # standard errors: beyond that a fifth is worse than a guess, and not by the luck of a small sample
)
RARE = 1e-6


@cache
def forecasts(table):
    """Of every position: the fifth of the game, the chances of the seats and of nobody, and what they won."""
    game, mind, found = GAMES[GAME], MINDS[GAME], []
    for fifth, text, won in read_table(table):
        chances = mind.forecast(game.read(text))
        found.append((fifth, [*chances, 1.0 - sum(chances)], [*won, 1.0 - sum(won)]))
    return found


def surprises(found):
    """How surprising each outcome was, in nats."""
    return [
        -sum(
            share * log(max(RARE, chance)) for chance, share in zip(chances, won, strict=True) if share > RARE
        )
        for _, chances, won in found
    ]


def guess(found):
    """The loss of somebody who takes all seats to be alike, and knows how often nobody wins."""
    seats = len(found[0][1]) - 1
    nobody = fmean(won[-1] for _, _, won in found)
    rest = (1.0 - nobody) * log((1.0 - nobody) / seats)
    return -rest - (nobody * log(nobody) if nobody > RARE else 0.0)


@pytest.mark.parametrize("table", TABLES)
def test_the_whole_game_is_forecast_better_than_by_a_guess(table):
    found = forecasts(table)

    assert fmean(surprises(found)) < guess(found)


@pytest.mark.parametrize("table", TABLES)
def test_no_fifth_of_a_game_is_forecast_worse_than_by_a_guess(table):
    found = forecasts(table)
    for fifth in range(FIFTHS):
        losses = surprises([each for each in found if each[0] == fifth])

        assert fmean(losses) - CLEAR * stdev(losses) / sqrt(len(losses)) < guess(found)


@pytest.mark.parametrize("table", ["base_2", "base_3"])
def test_what_is_given_70_percent_wins_about_70_percent(table):
    given = [
        pair for _, chances, won in forecasts(table) for pair in zip(chances[:-1], won[:-1], strict=True)
    ]
    for low, high in ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0)):
        within = [(chance, share) for chance, share in given if low <= chance < high]
        told, won = (fmean(each[at] for each in within) for at in (0, 1))

        assert len(within) > 80
        assert won == pytest.approx(told, abs=0.1)
