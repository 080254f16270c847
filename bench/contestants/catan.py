"""catanatron's Catan for four, written in plain Python."""

from __future__ import annotations

from importlib.metadata import version
from random import Random

import host
from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT

COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
random = Random(1).random


def play_game(seed: int) -> tuple[int, int]:
    """One random game; `execute` without its legality check, since we play what was listed."""
    actions = listed = 0
    game = Game([RandomPlayer(color) for color in COLORS], seed=seed)
    state = game.state
    while game.winning_color() is None and state.num_turns < TURNS_LIMIT:
        offers = state.playable_actions
        width = len(offers)
        game.execute(offers[int(random() * width)], validate_action=False)
        actions += 1
        listed += width
    return actions, listed


if __name__ == "__main__":
    host.serve({"catan": host.playing(play_game)}, about={"version": "catanatron " + version("catanatron")})
