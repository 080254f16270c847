"""Puzzles for the page: their list, and the table after an attempt."""

from __future__ import annotations

from functools import cache

from aachen.core.errors import bad
from aachen.puzzles import Puzzle, puzzle_of, puzzles_of
from aachen.puzzles.puzzle import Named
from aachen.puzzles.solving import Attempt, attempt
from aachen.server import messages as m
from aachen.server.background import gently
from aachen.server.table.preview import previews_in
from aachen.titles import TITLES


@cache
def listed() -> m.PuzzleList:
    """Every puzzle of every game."""
    return m.PuzzleList([_about(puzzle) for game in TITLES for puzzle in puzzles_of(game)])


def find(name: str) -> Puzzle:
    """The puzzle of that name; BadInput if there is none."""
    puzzle = puzzle_of(name)
    if puzzle is None:
        raise bad("no_such_puzzle", "puzzle", given=name[:60])
    return puzzle


def screen(puzzle: Puzzle, wish: m.PuzzleWish) -> m.PuzzleScreen:
    """The table after the actions of an attempt, and the answer once it is complete or given up."""
    tried = attempt(puzzle, wish.actions)
    position = tried.positions[-1]
    tried_previews = previews_in(lambda _: position, tried.seat, wish.previews)
    shown = wish.reveal or (tried.is_done and tried.is_solved)
    return m.PuzzleScreen(
        puzzle=_about(puzzle),
        view=tried.view(),
        entries=_entries(tried),
        refusal=None if tried.refusal is None else tried.refusal.as_dict(),
        previews=[] if tried.is_done else list(gently(tried_previews)),
        is_done=tried.is_done,
        is_solved=tried.is_solved,
        answer=_answer(puzzle) if shown else None,
    )


def _entries(tried: Attempt) -> list[m.EntryEvents]:
    seen = enumerate(tried.events_seen(), 1)
    return [m.EntryEvents(seq, tried.puzzle.seat, events) for seq, events in seen]


def _about(puzzle: Puzzle) -> m.PuzzleAbout:
    options = puzzle.options
    players, variant = options.get("players"), options.get("variant")
    assert isinstance(players, int)
    return m.PuzzleAbout(
        puzzle.name,
        puzzle.game,
        players,
        variant if isinstance(variant, str) else None,
        puzzle.seat,
        puzzle.themes,
        puzzle.difficulty,
    )


def _answer(puzzle: Puzzle) -> m.PuzzleAnswer:
    reply = puzzle.reply
    return m.PuzzleAnswer(
        best=m.Course(puzzle.actions, puzzle.chance),
        other=m.Course(puzzle.other, puzzle.other_chance),
        reply=None if reply is None else m.SeatReply(reply.seat, reply.actions, _motives(reply.reasons)),
        reasons=_motives(puzzle.reasons),
    )


def _motives(reasons: list[Named]) -> list[m.Motive]:
    found = []
    for reason in reasons:
        facts = reason["facts"]
        assert isinstance(facts, dict)
        found.append(m.Motive(str(reason["code"]), facts))
    return found
