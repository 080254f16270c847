"""The forecast of Carolus Magnus: chances that hold, in every part of a game."""

from __future__ import annotations

import json
from importlib import resources
from math import log, sqrt
from statistics import fmean, stdev
from typing import Any

import pytest
from tests.bots.held_out import FIFTHS, GAME, read_held_out

from aachen.bots import ADVISER, Budget, make_bot
from aachen.bots.carolus.forecast import (
    FORECAST_PLAYERS,
    CarolusForecast,
    forecast_features,
    forecast_row,
    late_share,
    name_of,
)
from aachen.bots.minds import MINDS, WEIGHT_SETS, frozen_mind
from aachen.core.luck import SeededLuck
from aachen.games import GAMES

SIDES = {2: 2, 3: 3, 4: 2}
CLEAR = (
    2.5  # standard errors: beyond that a fifth is worse than a guess, and not by the luck of a small sample
)
SHIPPED = json.loads((resources.files("aachen.bots.carolus") / "weights.json").read_text(encoding="utf-8"))


def forecasts(players):
    """Of every held-out position: the fifth of the game, the chances of the sides, and what they won."""
    game, found = GAMES[GAME], []
    for fifth, text, won in read_held_out(players):
        pos: Any = game.read(text)
        first = [pos.empire.side_of.index(side) for side in range(SIDES[players])]
        chances = MINDS[GAME].forecast(pos)
        found.append((fifth, [chances[seat] for seat in first], [won[seat] for seat in first]))
    return found


def loss_of(found):
    """The mean cross-entropy of the outcomes, in nats, and its standard error."""
    surprises = [
        -sum(share * log(chance) for chance, share in zip(chances, won, strict=True) if share)
        for _, chances, won in found
    ]
    return fmean(surprises), stdev(surprises) / sqrt(len(surprises))


@pytest.mark.parametrize("players", FORECAST_PLAYERS)
def test_no_fifth_of_a_game_is_forecast_worse_than_by_a_guess(players):
    """On the games that the training kept out."""
    training = SHIPPED[name_of(players)]["training"]

    assert len(training["loss_by_fifth"]) == FIFTHS
    assert max(training["loss_by_fifth"]) < log(SIDES[players])


@pytest.mark.parametrize("players", FORECAST_PLAYERS)
def test_games_that_nothing_was_fitted_to_are_forecast_better_than_by_a_guess(players):
    found, guess = forecasts(players), log(SIDES[players])
    overall, error = loss_of(found)

    assert overall + error < guess
    for fifth in range(FIFTHS):
        loss, error = loss_of([each for each in found if each[0] == fifth])
        assert loss - CLEAR * error < guess


def test_what_is_given_70_percent_wins_about_70_percent():
    given = [
        (chance, share)
        for players in FORECAST_PLAYERS
        for _, chances, won in forecasts(players)
        for chance, share in zip(chances, won, strict=True)
    ]
    for low, high in ((0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0)):
        within = [(chance, share) for chance, share in given if low <= chance < high]
        output, won = (sum(each[at] for each in within) / len(within) for at in (0, 1))

        assert len(within) > 100
        assert won == pytest.approx(output, abs=0.1)


def test_features_weigh_as_early_as_the_game_is():
    """The list of weights for the castles left is the row of early and late features."""
    game = GAMES[GAME]
    _, text, _ = read_held_out(2)[4]
    pos: Any = game.read(text)
    early, late = [0.1] * (len(forecast_features()) // 2), [0.3] * (len(forecast_features()) // 2)
    weights = WEIGHT_SETS[GAME]["2 players"]
    scores = [
        sum(0.1 * each for each in row[: len(early)]) + sum(0.3 * each for each in row[len(early) :])
        for row in (forecast_row(row, late_share(pos)) for row in weights.rows(pos))
    ]
    chances = CarolusForecast(early + late, pos.empire.castles).chances(pos)

    assert 0.0 < late_share(pos) < 1.0
    assert log(chances[0] / chances[1]) == pytest.approx(scores[0] - scores[1])


def test_version_1_has_no_forecast_and_the_planner_plays_by_none():
    game, mind = GAMES[GAME], frozen_mind(GAME, 1)
    pos = game.new(game.options({"players": 2}), SeededLuck(1))

    assert mind.forecast(pos) == mind.chances(pos)
    assert MINDS[GAME].forecast(pos) != MINDS[GAME].chances(pos)


@pytest.mark.parametrize("players", FORECAST_PLAYERS)
def test_a_hint_tells_chances_in_the_scale_of_the_graph(players):
    """A hint's search ends its rounds in the forecast, so that on the whole it promises what the graph shows."""
    game, apart = GAMES[GAME], []
    for _, text, _ in read_held_out(players)[::30]:
        pos = game.read(text)
        seat = pos.to_act()[0]
        hint = make_bot(ADVISER, 1).think(pos.view(seat), Budget(rounds=16))
        apart.append(hint.chances[seat] - MINDS[GAME].forecast(pos)[seat])

    assert abs(sum(apart) / len(apart)) < 0.06
    assert sum(abs(each) for each in apart) / len(apart) < 0.12
