"""PettingZoo environments of others: its own connect four, and OpenSpiel's backgammon wrapped by Shimmy."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import host
from pettingzoo.classic import connect_four_v3
from shimmy import OpenSpielCompatibilityV0
from zoo_loop import play_game


def playout(environment: Any) -> host.Playout:
    return lambda seed: play_game(environment, seed)


if __name__ == "__main__":
    host.serve(
        {
            "connect_four": host.playing(playout(connect_four_v3.env())),
            "backgammon": host.playing(playout(OpenSpielCompatibilityV0(game_name="backgammon"))),
        },
        about={"version": f"pettingzoo {version('pettingzoo')}, shimmy {version('shimmy')}"},
    )
