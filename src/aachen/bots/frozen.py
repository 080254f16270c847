"""Frozen contestants: bots that go on choosing as they did in a former version, so that progress stays measurable.

`planner@1` is the planner of version 1.
What a version needs is kept: its weights in a file of their own, and former code wherever the present code chooses otherwise.
"""

from __future__ import annotations

from typing import Final

VERSION_MARK: Final = "@"
FROZEN_VERSIONS: Final[dict[str, tuple[int, ...]]] = {"planner": (1,), "search": (1,)}


def frozen_names() -> list[str]:
    """All frozen contestants, as they are written."""
    return [
        f"{level}{VERSION_MARK}{version}"
        for level, versions in FROZEN_VERSIONS.items()
        for version in versions
    ]


def split_name(name: str) -> tuple[str, int | None]:
    """The level, and the version if the name is that of a frozen contestant; any other name is a level."""
    if name not in frozen_names():
        return name, None
    level, _, version = name.partition(VERSION_MARK)
    return level, int(version)
