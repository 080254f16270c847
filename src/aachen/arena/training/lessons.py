"""The lessons of all games, and their minds with other weights than the shipped ones."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from aachen.bots.lesson import Lesson
from aachen.bots.mind import Mind
from aachen.bots.minds import MINDS


def lessons_of(game: str) -> dict[str, Lesson]:
    """All lessons of a game, by name."""
    return cast(dict[str, Lesson], import_module(f"aachen.bots.{game}.lessons").LESSONS)


def lesson_of(game: str, name: str) -> Lesson:
    """One lesson by its name."""
    return lessons_of(game)[name]


def groups_of(game: str) -> list[list[str]]:
    """The names of lessons that are learned together, since they are about the same tables."""
    found: list[list[str]] = []
    tables: list[list[dict[str, object]]] = []
    for name, lesson in lessons_of(game).items():
        options = lesson.options()
        if options in tables:
            found[tables.index(options)].append(name)
        else:
            tables.append(options)
            found.append([name])
    return found


def mind_with(game: str, weights: dict[str, list[float]]) -> Mind:
    """The game's mind with these weights."""
    made_by = cast(Callable[[dict[str, list[float]]], Mind], type(MINDS[game]))
    return made_by(weights)
