"""The lessons of all games, and their minds with other weights than the shipped ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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


def is_outlook(lesson: Lesson) -> bool:
    """Whether the lesson tells how games of others end, and nobody plays by it."""
    return lesson.watches != ""


def knows(game: str, lessons: Iterable[str], weights: Mapping[str, Sequence[float]]) -> bool:
    """Whether somebody with these weights plays by anything in such games; otherwise it plays at random."""
    return any(any(weights[lesson_of(game, name).watches or name]) for name in lessons)


def groups_of(game: str) -> list[list[str]]:
    """The names of lessons that are learned together, since they are about the same tables and players."""
    found: list[list[str]] = []
    tables: list[tuple[str, list[dict[str, object]]]] = []
    for name, lesson in lessons_of(game).items():
        table = (lesson.watches, lesson.options())
        if table in tables:
            found[tables.index(table)].append(name)
        else:
            tables.append(table)
            found.append([name])
    return found


def mind_with(game: str, weights: dict[str, list[float]]) -> Mind:
    """The game's mind with these weights."""
    made_by = cast(Callable[[dict[str, list[float]]], Mind], type(MINDS[game]))
    return made_by(weights)
