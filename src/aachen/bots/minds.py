"""The minds by the names of their games."""

from __future__ import annotations

from aachen.bots.carolingi.mind import CarolingiMind
from aachen.bots.carolus.mind import CarolusMind
from aachen.bots.mind import Mind

MINDS: dict[str, Mind] = {"carolingi": CarolingiMind(), "carolus": CarolusMind()}
