"""Puzzles: positions in which one plan is clearly best, found in games between bots and confirmed by deep searches."""

from aachen.puzzles.puzzle import Puzzle, puzzle_of, puzzles_of

__all__ = ["Puzzle", "puzzle_of", "puzzles_of"]
