"""How every PettingZoo environment is driven, ours and others': observe, take anything the mask allows, step."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy

random = Random(1).random


def play_game(environment: Any, seed: int) -> tuple[int, int]:
    """One random game; the mask lies in the observation or beside it."""
    actions = listed = 0
    environment.reset(seed=seed)
    for _ in environment.agent_iter():
        observation, _, ended, cut, info = environment.last()
        if ended or cut:
            environment.step(None)
            continue
        mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
        offers = numpy.asarray(mask, numpy.int8).view(numpy.bool_).nonzero()[0]  # of bytes it would be slow
        width = len(offers)
        environment.step(int(offers[int(random() * width)]))
        actions += 1
        listed += width
    return actions, listed
