"""OpenSpiel: importing this module registers every title as a Python game. Needs the extra `openspiel`.

A game "chess" becomes `pyspiel.load_game("python_aachen_chess(players=2)")`.
"""

from __future__ import annotations

from aachen.env.openspiel.games import NAMES, SpielGame, SpielState, register_all, resampler

register_all()

__all__ = ["NAMES", "SpielGame", "SpielState", "resampler"]
