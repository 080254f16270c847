"""Finds titles by name: the built-in ones, and those that other installed packages bring.

A title is a game with everything that is needed to play it (`aachen.titles.title`).
The built-in ones are lines of `aachen/titles/__init__.py`;
another package brings one by an entry point of the group `aachen.titles`.
Here a title is only a name and a reference "module:attribute", loaded when it is first used.
So the packages below the titles, such as the bots, can look up what belongs to a game without knowing one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, Generic, TypeVar

from aachen.core.errors import Fault

GROUP: Final = "aachen.titles"  # the package of the built-in titles, and the group of entry points

Part = TypeVar("Part")


@cache
def references() -> dict[str, str]:
    """Where each title is loaded from, by its name; the built-in ones come first and cannot be replaced."""
    found: dict[str, str] = dict(import_module(GROUP).BUILT_IN)
    broken = {fault.facts["title"] for fault in unusable()}
    for entry in _installed():
        if entry.name not in broken:
            found.setdefault(entry.name, entry.value)
    return found


@cache
def unusable() -> list[Fault]:
    """Titles that are installed but cannot be loaded: they are left out, so that the others can be played."""
    faults = []
    for entry in _installed():
        try:
            entry.load()
        except Exception as trouble:  # whatever another package does wrong must not stop ours
            faults.append(Fault("title_unusable", "", {"title": entry.name, "reason": str(trouble)}))
    return faults


def _installed() -> list[EntryPoint]:
    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


def load(name: str) -> Any:
    """The title of that name; raises KeyError for an unknown name."""
    module, _, attribute = references()[name].partition(":")
    return getattr(import_module(module), attribute)


class Registry(MutableMapping[str, Part], Generic[Part]):
    """One part of every title by the name of its game; a title is loaded when its part is first asked for."""

    def __init__(self, part_of: Callable[[Any], Part]) -> None:
        self._part_of = part_of
        self._loaded: dict[str, Part] = {}

    def __getitem__(self, name: str) -> Part:
        if name not in self._loaded:
            self._loaded[name] = self._part_of(load(name))
        return self._loaded[name]

    def __setitem__(self, name: str, part: Part) -> None:
        """Use another part; for tests."""
        self._loaded[name] = part

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in references()

    def __iter__(self) -> Iterator[str]:
        return iter(references())

    def __len__(self) -> int:
        return len(references())
