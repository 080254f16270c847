"""PettingZoo's connect four through its wrapped environment, as its manual drives it."""

from __future__ import annotations

from importlib.metadata import version
from random import Random

import host
from pettingzoo.classic import connect_four_v3

environment = connect_four_v3.env()
random = Random(1).random


def play_game(seed: int) -> tuple[int, int]:
    actions = listed = 0
    environment.reset(seed=seed)
    for _ in environment.agent_iter():
        observation, _, ended, cut, _ = environment.last()
        if ended or cut:
            environment.step(None)
            continue
        offers = observation["action_mask"].nonzero()[0]
        width = len(offers)
        environment.step(int(offers[int(random() * width)]))
        actions += 1
        listed += width
    return actions, listed


if __name__ == "__main__":
    host.serve(
        {"connect_four": host.playing(play_game)}, about={"version": "pettingzoo " + version("pettingzoo")}
    )
